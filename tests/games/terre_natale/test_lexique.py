"""The lexicon: what the names of bonuses do."""

import pytest
from msgspec.structs import replace

from tablee.games.terre_natale.book.c0_tests import figures
from tablee.games.terre_natale.book.c0_tests.resolution import comparer
from tablee.games.terre_natale.book.c4_caracteristiques.seuils import defense
from tablee.games.terre_natale.book.c8_confrontation.attaque import Coup, figures_d_attaque
from tablee.games.terre_natale.book.c8_confrontation.conditions import affliger, chargee, difficulte_d_effet
from tablee.games.terre_natale.book.c8_confrontation.opportunites import difficulte_d_interruption
from tablee.games.terre_natale.model.conditions import Condition
from tablee.games.terre_natale.model.plan import CORPS
from tablee.kernel.effects import Modifier
from tablee.kernel.live import Scripted
from tablee.kernel.tally import total

from .jeu import dit, scene


def avec(on, n, **more):
    return scene(alys={"fiche": {"fixes": [{"on": on, "n": n}], **more}}, bor={})


@pytest.mark.rule("TN-L.2")
def test_adresse_keeps_critical_failures_away():
    s = avec("adresse", 2)
    f = figures(s, s["alys"], "FOR")
    assert [comparer(f, 20 - marge, (20,), ()).issue for marge in (11, 12)] == ["échec", "échec critique"]


@pytest.mark.rule("TN-L.3")
def test_criticite_brings_critical_successes_nearer():
    s = avec("criticite", 2)
    f = figures(s, s["alys"], "FOR")
    assert [comparer(f, 15 + marge, (15,), ()).issue for marge in (7, 8)] == ["réussite", "réussite critique"]


@pytest.mark.rule("TN-L.6")
@pytest.mark.parametrize(
    ("on", "condition", "charges"),
    [
        ("malice", "saignement", 13),
        ("prestige", "saignement", 10),
        ("prestige", "galvanise", 13),
        ("malice", "galvanise", 10),
    ],
)
def test_malice_adds_charges_to_harm_and_prestige_to_good(on, condition, charges):
    s = avec(on, 3)
    assert total(chargee(s, "bor", Condition(condition, 10, par="alys"))) == charges
    assert total(chargee(s, "alys", Condition(condition, 10, par="alys"))) == 10  # to others alone
    assert total(chargee(s, "bor", Condition(condition, 10))) == 10
    assert chargee(s, "bor", Condition(condition, par="alys")) == ()  # what has no charges gains none


@pytest.mark.rule("TN-L.6")
def test_the_charges_are_those_that_the_save_is_made_against():
    s = avec("malice", 3)
    oracle = Scripted((1, 2, 4), {"tn.payer_sauvegarde": 0, "tn.appel_chance": "garder"})
    s = affliger(s, oracle, "bor", Condition("saignement", 10, par="alys"))
    assert dit(oracle, "condition")["charges"] == 13


@pytest.mark.rule("TN-L.7")
def test_maitrise_is_against_defences_and_expertise_against_saves():
    s = avec("maitrise", 2)
    assert figures_d_attaque(s, Coup("alys", "bor")).maitrise == 2
    s = avec("expertise", 2)
    assert total(difficulte_d_effet(s["alys"])) == 12 == total(difficulte_d_interruption(s["alys"], CORPS))


LE_LIVRE = {"base": {"FOR": 10, "DEX": 12, "CON": 12, "AGI": 16, "PER": 16}}
HABIT = {"armure": {"modele": "vetement", "qualite": 2}}


def defenses(n, codes=("FOR", "DEX", "CON", "AGI", "PER"), on="corps"):
    s = scene(alys={"fiche": {**LE_LIVRE, "fixes": [{"on": f"defense_minimum:{on}", "n": n}]}, "equipement": HABIT})
    return [total(defense(s["alys"], code)) for code in codes]


@pytest.mark.rule("TN-L.8")
@pytest.mark.parametrize(
    ("n", "attendu"),
    [(0, [16, 17, 17, 19, 19]), (4, [18, 18, 18, 19, 19]), (2, [17, 17, 17, 19, 19]), (40, [19, 19, 19, 19, 19])],
)
def test_defense_minimum_raises_the_lowest_and_all_below_it_never_above_the_highest(n, attendu):
    assert defenses(n) == attendu


@pytest.mark.rule("TN-L.8")
def test_defense_minimum_is_of_the_body_or_of_the_mind():
    assert defenses(4, on="esprit") == [16, 17, 17, 19, 19]
    esprit = ("CHA", "VOL", "INT", "RUS", "SAG")
    s = scene(alys={"base": {"VOL": 14}, "fixes": [{"on": "defense_minimum:esprit", "n": 2}]})
    assert [total(defense(s["alys"], code)) for code in esprit] == [16, 17, 16, 16, 16]
    bas = replace(s["alys"], effets=(Modifier("defense:CHA", -3),))
    assert total(defense(bas, "CHA")) == 13  # what bears on one of them counts after it
