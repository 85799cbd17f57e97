"""Jets in D8, and percentages."""

import pytest

from tablee.games.terre_natale.book.c0_tests import Jet, jet, jets
from tablee.games.terre_natale.book.c0_tests.jeter import Cent, Jeter
from tablee.games.terre_natale.model.effects import Essai
from tablee.kernel.live import Scripted
from tablee.kernel.odds import odds
from tablee.kernel.tally import total

from .jeu import dit, exact, jouer, scene

ALYS = {
    "base": {"FOR": 14, "DEX": 8, "INT": 16, "CHA": 12},
    "competences": {"escalade": 3},
    "groupes": {"athletisme": 2},
}


def lance(*dice, options=(), effets=(), reponses=(), attribut="FOR", categorie=0, **how):
    s = scene(*options, alys={"fiche": ALYS, "effets": list(effets)})
    oracle = Scripted(dice, reponses)
    terms, n = jet(oracle, Jet(Essai(s["alys"], s, None, attribut), **how), categorie)
    assert oracle.left_over() is None and total(terms) == n
    return n


@pytest.mark.rule("TN-0.49")
@pytest.mark.parametrize("categorie", range(5))
def test_two_dice_one_more_for_each_category_and_the_modifier(categorie):
    assert lance(*[5] * (2 + categorie), categorie=categorie) == 5 * (2 + categorie) + 2


@pytest.mark.rule("TN-0.50")
def test_the_modifier_is_that_of_the_adjusted_value_of_the_test():
    assert lance(5, 5, ajustements=(("Arme", -3, "TN-0.9"),)) == 10 + 0, "11 has a modifier of 0"
    assert lance(5, 5, plus=(("Catégorie", 2, "TN-9.38"),)) == 14


@pytest.mark.rule("TN-0.51")
def test_nothing_of_a_test_bears_on_a_jet():
    relance = {"on": "relance", "n": 1}
    avantages = {"on": "net", "n": 2}
    assert lance(6, 6, effets=[relance, avantages, {"on": "bonus", "n": 4}]) == 14, "no karma, no pair, no avantage"
    assert lance(5, 5, effets=[{"on": "jet", "n": 1}, {"on": "jet:FOR", "n": 2}, {"on": "jet:AGI", "n": 4}]) == 15


@pytest.mark.rule("TN-0.52")
def test_one_throw_for_all_that_has_as_many_dice():
    s = scene(alys={"fiche": ALYS, "effets": [{"on": "jet:soin", "n": 1}]})
    oracle = Scripted([5, 4, 1, 2, 3])
    lus = jets(oracle, Jet(Essai(s["alys"], s, None, "FOR")), {"degats": 0, "soin": 0, "charges": 1})
    assert oracle.left_over() is None
    assert {mesure: n for mesure, (_, n) in lus.items()} == {"degats": 11, "soin": 12, "charges": 8}


@pytest.mark.rule("TN-0.53", "TN-0.25")
def test_a_critical_jet_is_not_thrown():
    assert lance(critique=True, categorie=1) == 8 * 3 + 2 - 1, "DEX 8: a negative modifier counts too"
    assert lance(critique=True, attribut="CHA") == 8 * 2 + 1 + 3, "INT for what is of the mind"
    assert lance(critique=True, attribut="DEX") == 8 * 2 - 1 - 1, "twice"
    assert lance(critique=True, attribut="FOR", genre="mental") == 8 * 2 + 2 + 3


@pytest.mark.rule("TN-0.54.1")
def test_fixed_jets():
    assert lance(options=("jets_fixes",), categorie=2) == 4 * 4 + 2
    assert lance(options=("jets_fixes",), categorie=2, critique=True) == 8 * 4 + 2 - 1


@pytest.mark.rule("TN-0.54.2")
def test_fixed_or_thrown_as_one_chooses_before_the_throw():
    choix = {"options": ("jets_au_choix",)}
    assert lance(**choix, reponses={"tn.jet_fixe": "fixer"}) == 8 + 2
    assert lance(1, 2, **choix, reponses={"tn.jet_fixe": "lancer"}) == 3 + 2
    assert lance(**choix, critique=True) == 16 + 2 - 1, "nobody is asked about dice that are not thrown"


@pytest.mark.rule("TN-0.14", "TN-6.39")
def test_a_floor_under_the_dice_of_a_jet():
    plancher = [{"on": "plancher:jet:FOR", "n": 3}]
    assert lance(1, 5, effets=plancher) == 3 + 5 + 2
    assert lance(1, 5, effets=plancher, attribut="CHA") == 1 + 5 + 1


@pytest.mark.rule("TN-0.49", "TN-0.52")
def test_a_jet_as_an_action():
    s = scene(alys=ALYS)
    action = Jeter("alys", categorie=1, ajustement=2, mesures=("degats", "charges"))
    _, oracle = jouer(s, action, 1, 2, 3)
    assert [(e["mesure"], e["total"], total(e.terms)) for e in oracle.events] == [("degats", 9, 9), ("charges", 9, 9)]
    found = exact(odds(Jeter("alys"), s))
    assert sum(found.values()) == 1 and found[4].denominator == 64
    assert [
        Jeter("alys", **wrong).closed(s).rule for wrong in ({"attribut": "XYZ"}, {"categorie": 9}, {"ajustement": 51})
    ] == [
        "TN-0.50",
        "TN-0.49",
        "TN-0.8",
    ]


@pytest.mark.rule("TN-0.1")
def test_percentages_go_from_one_to_a_hundred():
    s = scene(alys={})
    for dizaine, unite, attendu in ((10, 10, 100), (10, 1, 1), (3, 10, 30), (9, 9, 99)):
        _, oracle = jouer(s, Cent("alys"), dizaine, unite)
        assert dit(oracle, "cent")["pourcentage"] == attendu
    found = exact(odds(Cent("alys"), s))
    assert set(found) == set(range(1, 101)) and len(set(found.values())) == 1
