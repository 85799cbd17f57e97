"""What a test is done with, and tests against the passive defence of somebody."""

import pytest

from tablee.games.terre_natale.book.c0_tests.actions import Tester
from tablee.games.terre_natale.book.c0_tests.activites import Avancer, Entreprendre
from tablee.games.terre_natale.book.c4_caracteristiques.defis import Defier
from tablee.games.terre_natale.book.c4_caracteristiques.seuils import defense
from tablee.kernel.odds import odds
from tablee.kernel.tally import total

from .jeu import dit, exact, jouer, scene

EPEE = {"modele": "epee_longue", "qualite": 1}
ALYS = {"fiche": {"base": {"FOR": 15, "DEX": 14}}, "pertes": {"PK": 20}}


@pytest.fixture
def s():
    return scene(
        alys={**ALYS, "equipement": {"armes": [EPEE], "sac": [{"modele": "hachette"}]}},
        bor={"fiche": {"base": {"AGI": 13, "DEX": 12}}, "pertes": {"PE": 22}},
    )


@pytest.mark.rule("TN-0.9", "TN-0.10")
def test_what_a_test_is_done_with_adjusts_its_attribute(s):
    categorie = s["alys"].equipement.armes[0].categorie
    _, oracle = jouer(s, Tester("alys", attribut="FOR", objet="epee_longue"), 5, 4, 3)
    test = dit(oracle)
    assert test["valeur"] == 15 + 1 - 2 * categorie
    assert test["score"] == 12 + (test["valeur"] - 10) // 2
    assert total(test["valeurs"]) == test["valeur"]
    _, oracle = jouer(s, Tester("alys", attribut="FOR"), 5, 4, 3)
    assert dit(oracle)["valeur"] == 15, "what is not used does not count"
    assert Tester("alys", attribut="FOR", objet="arc_long").closed(s).rule == "TN-0.9"
    assert Tester("alys", attribut="FOR", objet="hachette").closed(s) is None, "from the bag too"


@pytest.mark.rule("TN-0.9", "TN-0.50")
def test_and_the_jet_of_the_same_action(s):
    s, _ = jouer(s, Entreprendre("alys", "Bûches", attribut="FOR", difficulte=5))
    avec, _ = jouer(s, Avancer("alys", nom="Bûches", objet="epee_longue"), 5, 4, 3, 4, 4)
    sans, _ = jouer(s, Avancer("alys", nom="Bûches"), 5, 4, 3, 4, 4)
    categorie = s["alys"].equipement.armes[0].categorie
    de_moins = (15 - 10) // 2 - (15 + 1 - 2 * categorie - 10) // 2
    assert de_moins > 0 and sans.activites[0].progression - avec.activites[0].progression == de_moins


@pytest.mark.rule("TN-0.18", "TN-1.10")
def test_a_passive_defence_is_the_difficulty(s):
    action = Defier("alys", attribut="DEX", cible="bor")
    _, oracle = jouer(s, action, 5, 4, 3)
    assert dit(oracle)["difficulte"] == total(defense(s["bor"], "DEX")) == 10 + 1, "épuisé: base 10"
    assert dit(oracle).target == "bor" and dit(oracle)["reussi"]
    told = dit(oracle, "defense_passive")
    assert told["defense"] == total(told.terms) == 11
    _, oracle = jouer(s, Defier("alys", attribut="DEX", cible="bor", defense="AGI"), 5, 4, 3)
    assert dit(oracle)["difficulte"] == 10 + 1 + 1, "an odd value"
    whole = odds(action, s, lambda before, after, events: next(e for e in events if e.what == "test")["reussi"])
    assert exact(odds(action, s)) == exact(whole)


@pytest.mark.rule("TN-1.1", "TN-0.18")
@pytest.mark.parametrize(
    "how, regle",
    [
        ({"cible": "alys"}, "TN-0.18"),
        ({"cible": "cleo"}, "TN-0.59"),
        ({"cible": "bor", "defense": "CHN"}, "TN-1.1"),
        ({"cible": "bor", "avantages": 10}, "TN-0.6"),
    ],
)
def test_refusals(s, how, regle):
    assert Defier("alys", attribut="DEX", **how).closed(s).rule == regle


@pytest.mark.rule("TN-0.14")
def test_seuils_of_one_test(s):
    _, oracle = jouer(s, Tester("alys", attribut="FOR", seuil_bas=3, seuil_haut=5), 6, 4, 1)
    assert dit(oracle)["score"] == 5 + 4 + 3 + 2
    assert Tester("alys", attribut="FOR", seuil_bas=0).closed(s).rule == "TN-0.14"
    assert Tester("alys", attribut="FOR", seuil_bas=4, seuil_haut=3).closed(s).rule == "TN-0.14"
    assert Tester("alys", attribut="FOR", seuil_haut=7).closed(s).rule == "TN-0.14"
