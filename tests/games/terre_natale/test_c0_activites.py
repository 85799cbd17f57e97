"""Activities: a progress that is kept in the scene, and what ends it."""

import msgspec
import pytest

from tablee.games.terre_natale.book.c0_tests.activites import Abandonner, Avancer, Entreprendre
from tablee.games.terre_natale.book.c0_tests.echelles import OBJECTIFS, objectif_de
from tablee.games.terre_natale.model.scene import Activite, Scene
from tablee.kernel.content import ContentError
from tablee.kernel.game import game
from tablee.kernel.ledger import plain
from tablee.kernel.odds import odds
from tablee.kernel.refs import without
from tablee.kernel.tally import total

from .jeu import dit, exact, jouer, rows, scene

ALYS = {"base": {"DEX": 14}, "competences": {"crochetage": 2}, "groupes": {"larcin": 1}}


def en_cours(progression=0, **how):
    """Alys at work on a puzzle of difficulty 12, objective 30, without karma."""
    s = scene(alys={"fiche": ALYS, "pertes": {"PK": 20}})
    a = Activite(**{"qui": "alys", "nom": "L'énigme", "objectif": 30, "attribut": "DEX", "difficulte": 12, **how})
    return msgspec.structs.replace(s, activites=(msgspec.structs.replace(a, progression=progression),))


@pytest.mark.rule("TN-0.42")
@pytest.mark.parametrize("row", rows("TN-0.42"), ids=lambda row: row["complexite"])
def test_the_scale_of_objectives(row):
    assert OBJECTIFS[plain(row["complexite"]).replace(" ", "_")] == row["objectif"]
    assert objectif_de("", 37) == 37


@pytest.mark.rule("TN-0.41", "TN-0.42")
def test_an_activity_begins_at_nothing():
    s = scene(alys={"fiche": ALYS})
    s, oracle = jouer(
        s, Entreprendre("alys", "Le puits", attribut="FOR", complexite="elevee", echelle="faible", categorie=1)
    )
    assert s.activites == (Activite("alys", "Le puits", 40, "FOR", difficulte=10, categorie=1),)
    assert dit(oracle, "entreprend")["objectif"] == 40


@pytest.mark.rule("TN-0.41")
def test_a_success_adds_a_jet():
    s, oracle = jouer(en_cours(5, categorie=1), Avancer("alys", nom="L'énigme"), 5, 4, 3, 8, 2, 1)
    assert s.activites[0].progression == 5 + 11 + 2
    avance = dit(oracle, "avance")
    assert avance["gain"] == total(avance.terms) == 13 and avance["progression"] == 18


@pytest.mark.rule("TN-0.41", "TN-0.50")
def test_the_jet_has_the_ajustements_of_its_test():
    s, _ = jouer(en_cours(5), Avancer("alys", ajustement=2, nom="L'énigme"), 5, 4, 3, 8, 2)
    assert s.activites[0].progression == 5 + 10 + 3


@pytest.mark.rule("TN-0.41", "TN-0.53")
def test_a_critical_success_adds_a_critical_jet():
    s, _ = jouer(en_cours(0, difficulte=2), Avancer("alys", nom="L'énigme"), 5, 4, 3)
    assert s.activites[0].progression == 16 + 2 + 2


@pytest.mark.rule("TN-0.41")
@pytest.mark.parametrize("avant, apres", [(25, 15), (10, 0), (9, None), (0, None)])
def test_a_failure_takes_ten_and_below_nothing_it_is_lost(avant, apres):
    s, oracle = jouer(en_cours(avant), Avancer("alys", nom="L'énigme"), 3, 2, 1)
    assert [a.progression for a in s.activites] == ([] if apres is None else [apres])
    ends = [e["reussi"] for e in oracle.events if e.what == "activite"]
    assert ends == ([False] if apres is None else [])


@pytest.mark.rule("TN-0.41")
@pytest.mark.parametrize("avant, fini", [(17, False), (18, True), (25, True)])
def test_it_is_done_when_the_objective_is_reached(avant, fini):
    s, oracle = jouer(en_cours(avant), Avancer("alys", nom="L'énigme"), 5, 4, 3, 5, 5)
    assert (s.activites == ()) is fini
    assert [e["reussi"] for e in oracle.events if e.what == "activite"] == [True] * fini


@pytest.mark.rule("TN-0.41")
def test_the_odds_of_a_turn():
    s, action = en_cours(18), Avancer("alys", nom="L'énigme")
    reussi = exact(odds(action, s))[True]
    found = exact(odds(action, s, "progression"))
    assert found[8] == 1 - reussi
    assert exact(odds(action, s, "acheve"))[True] == sum(p for n, p in found.items() if n >= 30)
    walked = odds(action, s, lambda before, after, events: next(e for e in events if e.what == "avance")["progression"])
    assert exact(walked) == found, "the look and the whole action agree"


@pytest.mark.rule("TN-0.41")
def test_giving_up_and_what_is_refused():
    s = en_cours(5)
    apres, _ = jouer(s, Abandonner("alys", "L'énigme"))
    assert apres.activites == ()
    wrong = [
        Avancer("alys", nom="Autre chose"),
        Abandonner("alys", "Autre chose"),
        Entreprendre("alys", " ", attribut="FOR"),
        Entreprendre("alys", "L'énigme", attribut="FOR"),
    ]
    assert [action.closed(s).rule for action in wrong] == ["TN-0.41"] * 4
    assert Entreprendre("alys", "X", attribut="FOR", objectif=0).closed(s).rule == "TN-0.42"
    assert Entreprendre("alys", "X", attribut="FOR", categorie=9).closed(s).rule == "TN-0.49"
    assert Entreprendre("alys", "X", attribut="CHN").closed(s).rule == "TN-1.1"
    for action in (Avancer("bor", nom="L'énigme"), Abandonner("bor", "L'énigme"), Entreprendre("bor", "X")):
        assert action.closed(s) is not None


def test_an_activity_goes_with_whoever_is_at_it_and_is_kept_in_files():
    s = en_cours(5)
    assert msgspec.json.decode(msgspec.json.encode(s), type=Scene) == s
    assert without(s, frozenset(["alys"]))[0].activites == ()


@pytest.mark.parametrize(
    "wrong, said",
    [
        ({"qui": "bor"}, "activites[0].qui"),
        ({"nom": ""}, "activites[0].nom"),
        ({"attribut": "XYZ"}, "activites[0].attribut"),
        ({"objectif": 0}, "activites[0].objectif"),
        ({"progression": 30}, "activites[0].progression"),
        ({"difficulte": 100}, "activites[0].difficulte"),
        ({"categorie": 9}, "activites[0].categorie"),
    ],
)
def test_an_activity_written_by_hand_is_judged(wrong, said):
    written = {"qui": "alys", "nom": "L'énigme", "objectif": 30, "attribut": "DEX"}
    read = game("terre_natale").read_scene
    people = {"alys": {"fiche": ALYS | {"nom": "Alys"}}}
    assert read({"personnages": people, "activites": [written]}, ()).activites[0].nom == "L'énigme"
    with pytest.raises(ContentError) as fault:
        read({"personnages": people, "activites": [written | wrong]}, ())
    assert said in str(fault.value)
