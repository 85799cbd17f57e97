"""Chapter 8: the six steps of damage, against the same steps walked one by one; minor defences; lésions."""

from itertools import product

import pytest

from tablee.games.terre_natale.book.c4_caracteristiques.degats import limite, prix
from tablee.games.terre_natale.book.c8_confrontation.degats import (
    Cible,
    Parade,
    encaisser,
    fait_une_lesion,
    niveau_de_lesion_du_coup,
    partages,
    repartition,
)
from tablee.games.terre_natale.model.plan import PLANS
from tablee.kernel.live import Scripted
from tablee.kernel.tally import total

from .jeu import rows

COUP = (("4D8", 20, "TN-0.49"),)


def cible(endurance=40, resistance=0, absorption=0, **more):
    return Cible("bor", (("Armure", resistance, ""),), (("Armure", absorption, ""),), endurance, **more)


def pas_a_pas(d, absorption, sans, endurance, conscient):
    """Every way through steps 2 to 4 (TN-8.130 to TN-8.132): by the points removed, the least endurance it takes."""
    found = {}
    for seule, mixte in product(range(d + 1), range(d + 1)):
        if seule and not conscient:
            continue
        depense = 2 * seule + mixte
        if seule + mixte > d or mixte > absorption or depense > max(0, endurance):
            continue
        for reste in range(min(d - seule - mixte, (absorption - mixte) // 2, sans) + 1):
            k = seule + mixte + reste
            found[k] = min(found.get(k, depense), depense)
    return found


@pytest.mark.rule("TN-8.128", "TN-8.130", "TN-8.131", "TN-8.132")
@pytest.mark.parametrize("conscient", [True, False])
@pytest.mark.parametrize("defendue", [True, False])
def test_the_price_of_points_is_the_cheapest_way_through_the_steps(conscient, defendue):
    for d, absorption, endurance in product(range(9), range(20), (-3, 0, 1, 4, 9, 30)):
        sans = limite(d, defendue)
        ways = pas_a_pas(d, absorption, sans, endurance, conscient)
        offered = {d - o.cost[1][1]: o.cost[0][1] for o in partages(d, absorption, sans, endurance, conscient)}
        assert max(offered) == max(ways)
        for k, pe in offered.items():
            assert ways[k] == pe == prix(k, absorption, sans)


@pytest.mark.rule("TN-8.128")
def test_absorption_first_is_what_happens_when_nobody_answers():
    d = encaisser(Scripted(), cible(absorption=12), COUP, 0)
    assert (d.permanents, d.endurance) == (8, 12)  # A <= D: D - A permanent, A of endurance
    d = encaisser(Scripted(), cible(absorption=30), COUP, 0, (Parade("subir", "acts", True),))
    assert (d.permanents, d.endurance) == (0, 10)  # A > D: 2D - A
    d = encaisser(Scripted(), cible(absorption=60), COUP, 0)
    assert (d.permanents, d.endurance) == (0, 10)  # not defended: absorption alone removes half at most


@pytest.mark.rule("TN-8.128")
@pytest.mark.parametrize(
    ("reponse", "permanents", "endurance"), [("absorber", 8, 12), ("effort", 0, 28), ("menager", 14, 0)]
)
def test_the_victim_chooses_how_to_bear_it(reponse, permanents, endurance):
    oracle = Scripted(answers={"tn.partage": reponse})
    d = encaisser(oracle, cible(absorption=12), COUP, 0)
    assert (d.permanents, d.endurance) == (permanents, endurance)
    assert total(d.terms) == permanents


@pytest.mark.rule("TN-8.130")
def test_whoever_does_not_see_it_coming_cannot_pay_with_endurance_alone():
    oracle = Scripted(answers={"tn.partage": "effort"})
    assert encaisser(oracle, cible(absorption=4, conscient=True), COUP, 0).permanents == 0
    sans = encaisser(Scripted(), cible(absorption=4, conscient=False), COUP, 0)
    assert sans.permanents == 16


@pytest.mark.rule("TN-8.129", "TN-8.133", "TN-8.136")
@pytest.mark.parametrize(("resistance", "permanents"), [(0, 20), (5, 15), (20, 0), (33, 0)])
def test_resistance_comes_first_and_nothing_goes_below_zero(resistance, permanents):
    d = encaisser(Scripted(), cible(0, resistance), COUP, 0)
    assert (d.permanents, total(d.terms), d.endurance) == (permanents, permanents, 0)


@pytest.mark.rule("TN-8.131")
def test_the_exhausted_pay_with_nothing():
    for endurance in (0, -4):
        d = encaisser(Scripted(), cible(endurance, absorption=12), COUP, 0)
        assert (d.permanents, d.endurance) == (14, 0)


@pytest.mark.rule("TN-8.251", "TN-8.266")
def test_perforation_takes_from_absorption_and_deviation_once():
    parade = (Parade("parer", "acts", True, deviation=8),)
    assert encaisser(Scripted(), cible(absorption=6), COUP, 4, parade).permanents == 20 - (6 + 8 - 4)
    assert encaisser(Scripted(), cible(absorption=6), COUP, 99).permanents == 20


@pytest.mark.rule("TN-8.139")
@pytest.mark.parametrize(
    ("sorte", "permanents", "endurance"),
    [
        ("", 20 - 4 - 10, 10),
        ("percants", 20 - 4 - 5, 5),
        ("transpercants", 20 - 4, 0),
        ("penetrants", 20 - 10, 10),
        ("directs", 20, 0),
        ("perforants", 20 - 4 - 10, 10),
        ("choquants", 0, 16),
        ("mutilants", 16 - 5, 0),
    ],
)
def test_damage_that_is_not_like_any_other(sorte, permanents, endurance):
    d = encaisser(Scripted(), cible(40, 4, 10), COUP, 0, sorte=sorte)
    assert (d.permanents, d.endurance, total(d.terms)) == (permanents, endurance, permanents)


@pytest.mark.rule("TN-8.138")
def test_by_the_option_permanent_points_are_turned_over():
    bascule = cible(9, absorption=0, bascule=12)
    d = encaisser(Scripted(answers={"tn.bascule": 5}), bascule, COUP, 0)
    assert (d.permanents, d.endurance, total(d.terms)) == (15, 10, 15)  # endurance 9 may end at -1
    oracle = Scripted()
    encaisser(oracle, bascule, COUP, 0)
    assert oracle.asked[-1].open() == (0, 1, 2, 3, 4, 5)
    assert encaisser(Scripted(), cible(9, bascule=12, conscient=False), COUP, 0).permanents == 20


# ---------------------------------------------------------------- minor defences


@pytest.mark.rule("TN-8.436")
@pytest.mark.parametrize(
    ("d", "a", "defendue", "endurance", "parts"),
    [
        (10, 6, True, 40, (4, 6)),
        (10, 14, True, 40, (0, 6)),
        (10, 20, True, 40, (0, 0)),
        (10, 20, False, 40, (0, 5)),
        (10, 6, True, 2, (6, 2)),  # 2 of endurance and 2 of absorption, then 4 of absorption alone: 2 + 2 points
    ],
)
def test_a_blow_falls_apart_by_itself(d, a, defendue, endurance, parts):
    assert repartition(d, a, defendue, endurance) == parts


@pytest.mark.rule("TN-8.160", "TN-8.161", "TN-8.162")
@pytest.mark.parametrize(
    ("effet", "reussie", "dr", "permanents", "endurance"),
    [
        ("devier", True, 0, 5, 6),
        ("devier", False, 2, 7, 7),
        ("eviter", True, 0, 0, 11),
        ("eviter", False, 2, 5, 11),
        ("encaisser", True, 0, 9, 0),
        ("encaisser", False, 2, 9, 3),
    ],
)
def test_what_minor_defences_leave(effet, reussie, dr, permanents, endurance):
    d = encaisser(Scripted(), cible(absorption=11), COUP, 0, (Parade(effet, "acts", reussie, dr),))
    assert (d.permanents, d.endurance, total(d.terms)) == (permanents, endurance, permanents)


# ---------------------------------------------------------------- lésions and tables


@pytest.mark.rule("TN-8.140", "TN-8.141", "TN-8.159")
@pytest.mark.parametrize(
    ("permanents", "parades", "lesion"),
    [
        (0, (), True),
        (3, (), True),
        (0, (Parade("parer", "acts", True),), False),
        (1, (Parade("parer", "acts", True),), True),
        (0, (Parade("parer", "acts", False),), True),
        (9, (Parade("subir", "acts", True),), False),
        (9, (Parade("subir", "acts", False),), True),
    ],
)
def test_when_a_blow_leaves_a_lesion(permanents, parades, lesion):
    assert fait_une_lesion(permanents, parades) is lesion


@pytest.mark.rule("TN-8.143", "TN-8.248", "TN-8.256", "TN-8.291")
@pytest.mark.parametrize(
    ("permanents", "seuil", "localisee", "gravite", "niveau"),
    [
        (0, 6, False, 0, 0),
        (5, 6, False, 0, 0),
        (6, 6, False, 0, 1),
        (17, 6, False, 0, 2),
        (17, 6, True, 0, 5),
        (8, 6, True, 0, 2),
        (8, 6, True, 2, 3),
        (4, 6, False, 2, 1),
        (4, 6, False, -9, 0),
        (99, 1, True, 0, 5),
        (3, 0, False, 0, 3),
    ],
)
def test_the_level_of_a_lesion(permanents, seuil, localisee, gravite, niveau):
    assert niveau_de_lesion_du_coup(permanents, seuil, localisee=localisee, gravite=gravite) == niveau


@pytest.mark.rule("TN-8.294", "TN-8.297")
@pytest.mark.parametrize(("plan", "rule"), [("corps", "TN-8.294"), ("esprit", "TN-8.297")])
def test_the_zones_are_those_of_the_book(plan, rule):
    found = {z.nom.replace("-", " ").casefold(): z.attribut for z in PLANS[plan].zones.values()}
    assert found == {row["zone"].casefold(): row["attribut"] for row in rows(rule)}


@pytest.mark.rule("TN-8.295")
def test_finer_aim_has_the_names_of_the_book():
    found = {sous for zone in PLANS["corps"].zones.values() for sous in zone.sous}
    assert {row["sous_localisation"] for row in rows("TN-8.295")} <= found


@pytest.mark.rule("TN-8.151", "TN-8.109")
def test_the_physical_defences_are_those_of_the_book():
    for row in rows("TN-8.151"):
        d = next(d for d in PLANS["corps"].defenses.values() if d.nom.casefold() == row["action"].casefold())
        assert row["attribut"] in d.attributs
        assert d.difficulte == (5 if "+ 5" in row["difficulte"] else 0)
    assert len(PLANS["corps"].defenses) == len(rows("TN-8.151")) == 11


@pytest.mark.rule("TN-8.164", "TN-8.110")
def test_the_mental_defences_mirror_the_physical_ones():
    for row in rows("TN-8.164"):
        d = next(d for d in PLANS["esprit"].defenses.values() if d.nom.casefold() == row["action"].casefold())
        assert set(row["attribut"].split("/")) == set(d.attributs)
        if row["equivalent"] != "?":
            assert PLANS["corps"].defenses[d.effet].nom.casefold() == row["equivalent"].casefold()
    assert PLANS["esprit"].defenses.keys() == PLANS["corps"].defenses.keys()
