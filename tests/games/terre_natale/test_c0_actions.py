"""Tests as actions: what is open, what is refused, what their looks say."""

import pytest

from tablee.games.terre_natale.book import CHAPTERS
from tablee.games.terre_natale.book.c0_tests import difficulte_de_sauvegarde
from tablee.games.terre_natale.book.c0_tests.actions import Combiner, Evaluer, Opposer, Tester
from tablee.games.terre_natale.book.c0_tests.echelles import DIFFICULTES
from tablee.kernel.chapter import legal
from tablee.kernel.event import Viewer, seen_by
from tablee.kernel.ledger import plain
from tablee.kernel.odds import odds
from tablee.kernel.tally import total

from .jeu import dit, exact, jouer, rows, scene

ALYS = {"base": {"FOR": 14, "PER": 12}, "competences": {"escalade": 2, "natation": 1}, "groupes": {"athletisme": 1}}
GRIMPER = {"attribut": "FOR", "competence": "escalade", "groupe": "athletisme"}


@pytest.fixture
def s():
    return scene(alys={"fiche": ALYS, "pertes": {"PK": 20}}, bor={"fiche": {}, "pertes": {"PK": 20}})


@pytest.mark.rule("TN-0.3")
def test_an_attribute_alone(s):
    _, oracle = jouer(s, Tester("alys", attribut="FOR", difficulte=13), 5, 4, 3)
    test = dit(oracle)
    assert (test["quoi"], test["score"], test["reussi"]) == ("FOR", 14, True)


@pytest.mark.rule("TN-0.4")
def test_the_group_and_the_attribute_may_go_without_saying(s):
    assert Tester("alys", competence="escalade").lot(s) == ("FOR", "escalade", "athletisme")
    assert exact(odds(Tester("alys", competence="escalade"), s)) == exact(odds(Tester("alys", **GRIMPER), s))


@pytest.mark.rule("TN-0.13")
def test_a_combined_test(s):
    _, oracle = jouer(s, Combiner("alys", attribut="FOR", competence="escalade", avec=("natation",)), 5, 4, 3)
    assert dit(oracle)["quoi"] == "Natation" and dit(oracle)["score"] == 12 + 2 + 1 + 1
    assert Combiner("alys", **GRIMPER).closed(s).rule == "TN-0.13"
    assert Combiner("alys", attribut="FOR", avec=("natation",)).closed(s).rule == "TN-0.13"
    assert Combiner("alys", **GRIMPER, avec=("voler_haut",)).closed(s).rule == "TN-0.4"
    assert Combiner("cleo", **GRIMPER, avec=("natation",)).closed(s).rule == "TN-0.59"


@pytest.mark.rule("TN-0.19")
@pytest.mark.parametrize("row", rows("TN-0.19"), ids=lambda row: row["difficulte"])
def test_the_scale_of_difficulties(s, row):
    name = plain(row["difficulte"]).replace(" ", "_")
    assert DIFFICULTES[name] == row["score"]
    _, oracle = jouer(s, Tester("alys", attribut="FOR", echelle=name, difficulte=99), 5, 4, 3)
    assert dit(oracle)["difficulte"] == row["score"]


@pytest.mark.rule("TN-0.57")
@pytest.mark.parametrize("row", rows("TN-0.57"), ids=lambda row: row["qualificatif"])
def test_difficulties_of_saves(row):
    classique = row["classique"]
    assert difficulte_de_sauvegarde(classique) == difficulte_de_sauvegarde(classique + 4) == row["sauvegarde"]


@pytest.mark.rule("TN-0.57", "TN-0.58")
def test_difficulties_of_saves_beyond_the_table_and_in_a_story():
    assert [difficulte_de_sauvegarde(n) for n in (0, 4, 17, 40, 60)] == [10, 10, 14, 22, 22]
    assert [difficulte_de_sauvegarde(n, ("sauvegardes_narratives",)) for n in (10, 15, 20)] == [10, 15, 20]


# ---------------------------------------------------------------- opposed


@pytest.mark.rule("TN-0.18")
@pytest.mark.parametrize("theirs, reussi, marge", [((5, 4, 1), True, 4), ((5, 4, 2), True, 3), ((6, 5, 3), False, 0)])
def test_the_score_of_the_other_is_the_difficulty_and_a_tie_is_his(s, theirs, reussi, marge):
    action = Opposer("alys", attribut="FOR", cible="bor", leur_attribut="PER")
    _, oracle = jouer(s, action, 5, 4, 3, *theirs)
    told = dit(oracle, "opposition")
    assert (told["reussi"], told["marge"], told["contre"]) == (reussi, marge, sum(theirs))
    assert told.target == "bor" and total(told.terms) == (marge if reussi else -marge)
    assert [(e.what, e.who) for e in oracle.events] == [("score", "alys"), ("score", "bor"), ("opposition", "alys")]


@pytest.mark.rule("TN-0.18", "TN-0.26")
def test_with_a_difficulty_of_its_own_both_must_be_beaten(s):
    action = Opposer("alys", attribut="FOR", cible="bor", leur_attribut="PER", difficulte=14)
    _, oracle = jouer(s, action, 5, 4, 3, 3, 2, 1)
    assert not dit(oracle, "opposition")["reussi"] and dit(oracle, "opposition")["contre"] == 6


@pytest.mark.rule("TN-0.25", "TN-0.28")
def test_a_critical_test_weighs_on_the_one_opposed_to_it(s):
    action = Opposer("alys", attribut="FOR", cible="bor", leur_attribut="PER", difficulte=4)
    _, oracle = jouer(s, action, 5, 4, 3, 6, 5, 4, 1)
    assert dit(oracle, "opposition")["contre"] == 10, "the 6 is left out"
    _, oracle = jouer(
        s, Opposer("alys", attribut="FOR", cible="bor", leur_attribut="PER", difficulte=24), 5, 4, 3, 6, 5, 4, 1
    )
    assert dit(oracle, "opposition")["contre"] == 15, "the 1 is left out"


@pytest.mark.rule("TN-0.18")
def test_the_one_opposed_decides_once_the_score_is_validated():
    s = scene(alys={"fiche": {}, "pertes": {"PK": 20}}, bor={"fiche": {}})
    action = Opposer("alys", attribut="FOR", cible="bor", leur_attribut="PER")
    apres, oracle = jouer(s, action, 5, 4, 3, 6, 5, 1, 1, reponses={"bor:tn.appel_chance": ["1/0", "garder"]})
    assert dit(oracle, "opposition")["contre"] == 12 and not dit(oracle, "opposition")["reussi"]
    assert apres["bor"].reste("PK") == 15


# ---------------------------------------------------------------- what is refused


@pytest.mark.rule("TN-0.3", "TN-0.4", "TN-0.6", "TN-0.7", "TN-0.8", "TN-0.16", "TN-0.19")
@pytest.mark.parametrize(
    "action, regle",
    [
        (Tester("cleo", attribut="FOR"), "TN-0.59"),
        (Tester("alys"), "TN-0.3"),
        (Tester("alys", attribut="XYZ"), "TN-0.3"),
        (Tester("alys", competence="voler_haut"), "TN-0.4"),
        (Tester("alys", attribut="FOR", competence="escalade", groupe="combat"), "TN-0.4"),
        (Tester("alys", avantages=-1, attribut="FOR"), "TN-0.6"),
        (Tester("alys", avantages=10, attribut="FOR"), "TN-0.6"),
        (Tester("alys", desavantages=10, attribut="FOR"), "TN-0.7"),
        (Tester("alys", ajustement=51, attribut="FOR"), "TN-0.8"),
        (Tester("alys", bonus=-51, attribut="FOR"), "TN-0.16"),
        (Tester("alys", attribut="FOR", difficulte=-1), "TN-0.19"),
        (Tester("alys", attribut="FOR", difficulte=100), "TN-0.19"),
        (Evaluer("alys", attribut="FOR", difficulte=100), "TN-0.19"),
        (Opposer("alys", attribut="FOR", cible="alys", leur_attribut="FOR"), "TN-0.18"),
        (Opposer("alys", attribut="FOR", cible="cleo", leur_attribut="FOR"), "TN-0.59"),
        (Opposer("alys", attribut="FOR", cible="bor"), "TN-0.3"),
        (Opposer("alys", attribut="FOR", cible="bor", leur_attribut="FOR", difficulte=100), "TN-0.19"),
    ],
)
def test_refusals(s, action, regle):
    closed = action.closed(s)
    assert closed is not None and closed.rule == regle
    assert str(closed)


def test_what_later_chapters_forbid_is_refused(s):
    interdit = scene(
        alys={"fiche": ALYS, "effets": [{"on": "interdit:physique", "n": 1, "label": "Paralysé", "rule": "TN-4.45"}]}
    )
    assert Tester("alys", **GRIMPER).closed(interdit).rule == "TN-4.45"
    assert Tester("alys", attribut="INT").closed(interdit) is None


# ---------------------------------------------------------------- looks, buttons, secrets


def test_the_looks_and_the_whole_action_agree(s):
    def fact(what, name):
        return lambda before, after, events: next(e for e in reversed(events) if e.what == what)[name]

    action = Tester("alys", 2, 1, **GRIMPER)
    for look, name in (("reussi", "reussi"), ("score", "score"), ("critique", "issue"), ("degre", "degre")):
        assert exact(odds(action, s, look)) == exact(odds(action, s, fact("test", name)))
    assert odds(action, s, "marge").mean() == pytest.approx(odds(action, s, "score").mean() - 15)
    assessed = Evaluer("alys", **GRIMPER)
    assert exact(odds(assessed, s, "degre")) == exact(odds(assessed, s, fact("evaluation", "degre")))
    opposed = Opposer("alys", **GRIMPER, cible="bor", leur_attribut="PER", difficulte=9)
    assert exact(odds(opposed, s)) == exact(odds(opposed, s, fact("opposition", "reussi")))


def test_buttons_for_every_skill_that_is_known_and_every_main_attribute(s):
    offered = [action for action, closed in legal(CHAPTERS, s, "alys") if isinstance(action, Tester) and closed is None]
    assert [a.competence for a in offered[:2]] == ["escalade", "natation"]
    assert len([a for a in offered if a.attribut]) == 10
    assert [a.key() for a in (offered[0], offered[-1], Tester("alys", **GRIMPER))] == [
        "tester.competence",
        "tester.attribut",
        "tester",
    ]


def test_a_secret_test_is_the_masters_alone(s):
    _, oracle = jouer(s, Tester("alys", attribut="FOR", secret=True), 5, 4, 3)
    assert all(seen_by(Viewer(frozenset(["alys"])), e) is None for e in oracle.events)
    assert all(die.audience == "mj" for e in oracle.events for die in e.dice)
