"""A test from its figures to what it means: TN-0.59."""

import pytest
from msgspec.structs import replace

from tablee.games.terre_natale.book.c0_tests import evaluer, figures, figures_d_essai, mesurer
from tablee.games.terre_natale.book.c0_tests import tester as eprouver
from tablee.games.terre_natale.book.c0_tests.actions import Tester
from tablee.games.terre_natale.book.c0_tests.resolution import PROCHAIN_TEST, comparer, degre, nuance
from tablee.games.terre_natale.model.effects import Essai
from tablee.games.terre_natale.model.people import Lesion
from tablee.games.terre_natale.model.scene import Confrontation
from tablee.kernel.effects import Modifier
from tablee.kernel.live import Scripted
from tablee.kernel.tally import total

from .jeu import dit, jouer, rows, scene

ALYS = {"base": {"FOR": 14}, "competences": {"escalade": 2}, "groupes": {"athletisme": 1}}
GRIMPER = {"attribut": "FOR", "competence": "escalade", "groupe": "athletisme"}


def de(*effets, **fiche):
    s = scene(alys={"fiche": {**ALYS, **fiche}, "effets": list(effets), "pertes": {"PK": 20}})
    return s, figures(s, s["alys"], "FOR", "escalade", "athletisme")


def lu(score, *difficultes, options=(), effets=()):
    return comparer(de(*effets)[1], score, difficultes, options)


@pytest.mark.rule("TN-0.59", "TN-0.4", "TN-0.15", "TN-0.21")
def test_a_test_of_a_skill_from_its_dice_to_its_margin():
    s, f = de()
    oracle = Scripted([5, 4, 3])
    s, r = eprouver(s, oracle, f, (15,))
    assert (r.score, r.reussi, r.marge, r.dr, r.faces) == (12 + 2 + 2 + 1, True, 2, 0, (5, 4, 3))
    test = dit(oracle)
    assert total(test.terms) == test["score"] == 17
    assert (test["difficulte"], test["marge"], test["issue"], test["reussi"]) == (15, 2, "réussite", True)


# ---------------------------------------------------------------- success, margin, critical


@pytest.mark.rule("TN-0.17", "TN-0.21", "TN-0.22")
@pytest.mark.parametrize("score, reussi, marge", [(16, True, 1), (15, False, 0), (17, True, 2), (13, False, -2)])
def test_a_score_must_exceed_the_difficulty(score, reussi, marge):
    r = lu(score, 15)
    assert (r.reussi, r.marge) == (reussi, marge)


@pytest.mark.rule("TN-0.24", "TN-0.27")
@pytest.mark.parametrize(
    "score, issue", [(25, "réussite critique"), (24, "réussite"), (6, "échec"), (5, "échec critique")]
)
def test_ten_above_or_below_is_critical(score, issue):
    assert lu(score, 15).issue == issue


@pytest.mark.rule("TN-0.24", "TN-0.27")
def test_criticite_and_adresse_move_the_thresholds():
    effets = ({"on": "criticite", "n": 2}, {"on": "adresse:physique", "n": 3})
    issues = [lu(score, 15, effets=effets).issue for score in (23, 22, 3, 2)]
    assert issues == ["réussite critique", "réussite", "échec", "échec critique"]


@pytest.mark.rule("TN-0.26")
def test_against_several_difficulties_every_margin_must_do():
    assert lu(25, 15, 14).issue == "réussite critique"
    assert lu(25, 15, 16).issue == "réussite" and lu(25, 15, 16).marge == 9
    assert lu(25, 15, 25).issue == "échec"


@pytest.mark.rule("TN-0.29")
def test_critical_failures_more_often():
    often = ("echec_critique_frequent",)
    assert [lu(score, 15, options=often).issue for score in (11, 10, 24, 25)] == [
        "échec",
        "échec critique",
        "réussite",
        "réussite critique",
    ]


@pytest.mark.rule("TN-0.25", "TN-0.28")
def test_in_a_confrontation_a_critical_test_says_what_it_brings():
    s = scene(alys={"fiche": ALYS, "pertes": {"PK": 20}})
    en_lutte = Confrontation(passe="alys")
    for difficulte, suites in ((2, 2), (35, 1), (15, 0)):
        action = Tester("alys", **GRIMPER, difficulte=difficulte)
        _, calm = jouer(s, action, 5, 4, 3)
        assert dit(calm)["suites"] == ()
        _, oracle = jouer(type(s)(people=s.people, encounter=en_lutte), action, 5, 4, 3)
        assert len(dit(oracle)["suites"]) == suites


# ---------------------------------------------------------------- degrees


@pytest.mark.rule("TN-0.44")
@pytest.mark.parametrize("row", rows("TN-0.44"), ids=lambda row: str(row["surplus"]))
def test_a_degree_for_each_five_above(row):
    assert degre(row["surplus"], 9) == degre(row["surplus"] + 4, 9) == row["degre"]


@pytest.mark.rule("TN-0.44", "TN-0.45")
def test_degrees_stop_at_the_level_of_the_skill_and_a_failure_has_none():
    assert [lu(score, 15).dr for score in (16, 20, 25, 40, 15, 5)] == [0, 1, 2, 2, 0, 0], "Escalade 2, the group apart"
    s, _ = de()
    assert comparer(figures(s, s["alys"], "FOR"), 40, (15,)).dr == 0, "an attribute alone"


@pytest.mark.rule("TN-0.40", "TN-0.46")
@pytest.mark.parametrize("row", rows("TN-0.46"), ids=lambda row: str(row["score"]))
def test_degrees_of_an_evaluation(row):
    s, f = de(competences={"escalade": 9})
    bonus = row["score"] - 12 - total(f.modificateurs)
    f = figures(s, s["alys"], "FOR", "escalade", "athletisme", bonus=(("MJ", bonus, ""),))
    oracle = Scripted([5, 4, 3])
    _, r = evaluer(s, oracle, f)
    assert (r.score, r.dr, r.reussi, r.critique) == (row["score"], row["degre"], True, False)
    assert dit(oracle, "evaluation")["degre"] == row["degre"]
    assert evaluer(s, Scripted([5, 4, 3]), f, plafond=1)[1].dr == min(1, row["degre"])


@pytest.mark.rule("TN-0.40")
@pytest.mark.parametrize("score, reussi, issue", [(10, True, "réussite"), (9, False, "échec"), (1, False, "échec")])
def test_an_evaluation_is_reached_not_exceeded(score, reussi, issue):
    s, f = de()
    f = figures(s, s["alys"], "FOR", bonus=(("MJ", score - 14, ""),))
    _, r = evaluer(s, Scripted([5, 4, 3]), f)
    assert (r.score, r.reussi, r.issue) == (score, reussi, issue)


@pytest.mark.rule("TN-0.40")
def test_an_evaluation_fails_critically_at_nothing_or_less():
    s, _ = de()
    f = figures(s, s["alys"], "FOR", bonus=(("MJ", -14, ""),))
    assert evaluer(s, Scripted([5, 4, 3]), f)[1].issue == "échec critique"
    assert evaluer(s, Scripted([5, 4, 3]), f, 9)[1].issue == "échec"


# ---------------------------------------------------------------- nuance


@pytest.mark.rule("TN-0.23.1")
@pytest.mark.parametrize("row", rows("TN-0.23.1"), ids=lambda row: row["nom"])
def test_the_six_grades(row):
    side = 1 if row["issue"] == "réussite" else -1
    least = max(row["marge_de"], 1) if side > 0 else row["marge_de"]  # a success has a margin of 1 at least
    for marge in (least, row["marge_a"] if row["marge_a"] >= 0 else 30):
        assert nuance(lu(15 + side * marge, 15)) == row["nom"]


@pytest.mark.rule("TN-0.23.1")
def test_grades_are_told_by_the_option_alone():
    for options, issue in (((), "réussite"), (("nuance",), "Petite Réussite")):
        s = scene(*options, alys={"fiche": ALYS, "pertes": {"PK": 20}})
        assert dit(jouer(s, Tester("alys", **GRIMPER), 5, 4, 3)[1])["issue"] == issue


@pytest.mark.rule("TN-0.23.1", "TN-0.29")
def test_with_frequent_critical_failures_there_is_no_gros_echec():
    often = ("echec_critique_frequent",)
    assert [nuance(lu(15 - me, 15, options=often)) for me in (4, 5, 9, 10)] == ["Petit Échec"] + 3 * ["Échec Critique"]


@pytest.mark.rule("TN-0.23.2")
@pytest.mark.parametrize(
    "difficulte, laisse", [(15, -1), (17, 1), (9, 0), (25, 0), (7, 1), (27, -1)]
)  # 17 against them: narrow, narrow, clear, clear, critical, critical
def test_what_a_narrow_or_critical_test_leaves_for_the_next_one(difficulte, laisse):
    s = scene("nuance_consequences", alys={"fiche": ALYS, "pertes": {"PK": 20}})
    s, _ = jouer(s, Tester("alys", **GRIMPER, difficulte=difficulte), 5, 4, 3)
    assert figures(s, s["alys"], "FOR", "escalade", "athletisme").net == laisse
    assert figures(s, s["alys"], "FOR").net == 0, "another test is not touched"
    s, _ = jouer(s, Tester("alys", attribut="AGI", difficulte=30), 5, 4, 2)
    assert figures(s, s["alys"], "FOR", "escalade", "athletisme").net == laisse, "nor does it use it up"
    s, _ = jouer(s, Tester("alys", **GRIMPER, difficulte=21), *[4] * (3 + abs(laisse)))
    assert len([m for m in s["alys"].effets if m.on == "net:competence:escalade"]) == 1, "used up, and a new one left"


@pytest.mark.rule("TN-0.23.2")
def test_without_the_option_nothing_is_left():
    s = scene("nuance", alys={"fiche": ALYS, "pertes": {"PK": 20}})
    s, _ = jouer(s, Tester("alys", **GRIMPER, difficulte=15), 5, 4, 3)
    assert s["alys"].effets == ()


# ---------------------------------------------------------------- scores alone, and what is hidden


@pytest.mark.rule("TN-0.12")
def test_a_score_that_is_compared_with_nothing():
    s = scene(alys={"fiche": {"base": {"AGI": 12}, "competences": {"initiative": 2}, "groupes": {"sagacite": 1}}})
    oracle = Scripted([5, 4, 3], {"tn.appel_chance": "garder"})
    _, m = mesurer(s, oracle, figures(s, s["alys"], "AGI", "initiative", "sagacite"))
    assert m.score == total(m.terms) == 12 + 1 + 2 + 1
    closed = Tester("alys", competence="initiative", attribut="AGI", groupe="sagacite").closed(s)
    assert closed is not None and closed.rule == "TN-0.12", "it is never made on request"


@pytest.mark.rule("TN-1.7", "TN-0.59")
def test_where_no_test_can_be_made_it_is_missed_without_dice():
    s, _ = de()
    oracle = Scripted([])
    f = figures_d_essai(Essai(s["alys"], s, None, "FOR"), ajustements=(("Maladie", -15, ""),))
    _, r = eprouver(s, oracle, f, (15,))
    assert (r.reussi, r.critique, r.faces) == (False, False, ())
    assert dit(oracle, "test_impossible")["valeur"] == -1
    assert evaluer(s, Scripted([]), f)[1].dr == 0


# ---------------------------------------------------------------- what bears on one test alone


@pytest.mark.rule("TN-0.59", "TN-0.8")
def test_what_is_spent_before_the_dice_bears_on_that_test_alone():
    s = scene(alys={"base": {"FOR": 13}})
    f = replace(figures(s, s["alys"], "FOR"), effort=1, endurance=4, privilege=1, reserve=1)
    s, m = mesurer(s, Scripted([4, 3, 2], {"tn.effort": 1, "tn.privilege": 1}), f)
    assert m.score == 9 + 2 + 1  # 13 and 1: modifier 2, and the bonus
    assert total(m.f.valeur) == 14
    assert mesurer(s, Scripted([4, 3, 2]), f)[1].score == 9 + 1


@pytest.mark.rule("TN-0.23.2")
def test_what_waits_for_the_next_test_waits_for_one_it_holds_for():
    attend = Modifier("bonus", 2, "Blessé", "TN-0.16", when="etat:blesse", of=PROCHAIN_TEST)
    s = scene(alys={"base": {"FOR": 12}})
    s = s.put(replace(s["alys"], effets=(attend,)))
    s, _ = mesurer(s, Scripted([4, 3, 2]), figures(s, s["alys"], "FOR"))
    assert s["alys"].effets == (attend,)
    s = s.put(replace(s["alys"], lesions=(Lesion(0),)))
    s, m = mesurer(s, Scripted([4, 3, 2]), figures(s, s["alys"], "FOR"))
    assert (m.score, s["alys"].effets) == (9 + 1 + 2, ())
