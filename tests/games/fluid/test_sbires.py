"""Sbires: one value, one degree of difficulty, and out at 0."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.games.fluid.book.c3_tests.oppositions import Opposer
from tablee.games.fluid.book.c3_tests.tests import Tester
from tablee.games.fluid.book.c4_combat.blessures import blesser
from tablee.games.fluid.book.c4_combat.combat import Annoncer
from tablee.games.fluid.book.c4_combat.tour import Combattre
from tablee.games.fluid.model.people import CARACS
from tablee.games.fluid.model.tables import DIFFICULTES
from tablee.kernel.live import Scripted

from .jeu import dit, jouer, rows, scene
from .tenue import saine


def sbire(degre="malaisee", valeur=5, **plus):
    """A sbire with one value everywhere."""
    return {"fiche": {**dict.fromkeys(CARACS, valeur), "sbire": degre}, **plus}


def touche(s, points, *dice, reponses=()):
    """The sbire takes these points; the scene after, and the oracle with nothing left over."""
    oracle = Scripted(dice, reponses)
    apres = blesser(s, oracle, "glouby", points)
    assert oracle.left_over() is None
    return apres, oracle


@pytest.mark.rule("FLU-4.64")
@pytest.mark.parametrize("valeur", [3, 5, 8])
def test_res_is_twice_the_value_unless_the_mj_sets_it(valeur):
    assert scene(glouby=sbire(valeur=valeur))["glouby"].res == 2 * valeur
    fixe = sbire(valeur=valeur)
    fixe["fiche"]["res_fixee"] = 5
    assert scene(glouby=fixe)["glouby"].res == 5


@pytest.mark.rule("FLU-4.65")
@pytest.mark.parametrize(
    ("nom", "net"),
    [
        *((row["degre"], -row["avantages"]) for row in rows("FLU-3.28")),
        *((row["degre"], row["desavantages"]) for row in rows("FLU-3.41")),
    ],
)
def test_what_is_hard_for_the_heroes_helps_the_sbire_and_what_is_easy_hinders_it(nom, net):
    (degre,) = (cle for cle, d in DIFFICULTES.items() if f"Action {d.nom.lower()}" == nom)
    _, oracle = jouer(scene(glouby=sbire(degre)), Tester("glouby", ("AGI",)), *[5] * (1 + abs(net)))
    assert dit(oracle)["avantages"] == (("Degré du sbire", net, "FLU-4.65"),)
    assert dit(oracle)["net"] == net


@pytest.mark.rule("FLU-4.65")
def test_the_degrees_are_those_of_the_two_tables_of_difficulty_turned_round():
    faciles = [r["avantages"] for r in rows("FLU-3.28")]
    durs = [r["desavantages"] for r in rows("FLU-3.41")]
    assert sorted(-d.avantages for d in DIFFICULTES.values()) == sorted([*durs, *(-n for n in faciles)])
    assert DIFFICULTES["difficile"].avantages == -3
    assert DIFFICULTES["facile"].avantages == 2


@pytest.mark.rule("FLU-4.65")
def test_the_degree_counts_on_every_roll_of_a_sbire():
    s = scene(jok={"fiche": {}}, glouby=sbire("difficile"))
    opposition = Opposer("jok", ("PER",), adversaires=(Tester("glouby", ("AGI",)),))
    _, oracle = jouer(s, opposition, 5, 5, 5, 5, 5)
    assert [e["net"] for e in oracle.events if e.what == "annonce"] == [0, 3]
    combat = scene(jok={"fiche": {"FOR": 9}, "camp": "a"}, glouby=sbire("facile", camp="b", x=1))
    combat, _ = jouer(combat, Combattre("jok"))
    combat, _ = jouer(combat, Annoncer("jok", cible="glouby"))
    _, oracle = jouer(combat, Annoncer("glouby", cible="jok"), 5, 5, 5, 5)
    assert [e["net"] for e in oracle.events if e.what == "annonce"] == [0, -2]


@pytest.mark.rule("FLU-4.66")
@pytest.mark.parametrize(("points", "etat", "reste"), [(9, "actif", 1), (10, "hors_jeu", 0), (25, "hors_jeu", 0)])
def test_a_sbire_is_out_as_soon_as_its_res_is_at_zero(points, etat, reste):
    s, oracle = touche(scene(glouby=sbire()), points)
    assert (s["glouby"].etat, s["glouby"].res, s["glouby"].traits) == (etat, reste, ())
    assert any(e.what == "hors_jeu" for e in oracle.events) == (etat == "hors_jeu")


@pytest.mark.rule("FLU-4.66")
@pytest.mark.parametrize(("points", "n"), [(10, 0), (11, 1), (13, 3)])
def test_with_the_option_it_makes_a_survival_test_under_the_points_beyond_its_res(points, n):
    s = scene("survie_des_sbires", glouby=sbire("malaisee"))  # 1 Avantage of its own
    des = abs(1 - n)
    s, oracle = touche(s, points, *[7] * (1 + des))  # 12: a success
    assert dit(oracle, "survie")["n"] == n
    assert dit(oracle, "survie")["issue"] == "actif"
    assert (s["glouby"].etat, s["glouby"].res) == ("actif", 0)


@pytest.mark.rule("FLU-4.66", "FLU-4.50")
@pytest.mark.parametrize(
    ("face", "etat", "duree"), [(4, "coma", 86400), (5, "inconscient", 3600)], ids=["échec", "échec marginal"]
)
def test_at_exactly_zero_the_test_is_under_nothing_and_durations_count_at_least_one(face, etat, duree):
    s = scene("survie_des_sbires", glouby=sbire("malaisee"))
    s, _ = touche(s, 10, face, 3)
    assert (s["glouby"].etat, s["glouby"].reveil) == (etat, duree)


@pytest.mark.rule("FLU-4.66")
def test_without_the_option_no_die_is_rolled():
    s, oracle = touche(scene(glouby=sbire()), 30)
    assert s["glouby"].etat == "hors_jeu"
    assert oracle.transcript == []
    apres, oracle = touche(s, 5)
    assert apres == s
    assert oracle.events == []


@pytest.mark.rule("FLU-4.66", "FLU-3.29", "FLU-3.30")
def test_a_sbire_does_not_spend_itself_out_of_play():
    s = scene(glouby=sbire("malaisee", 2, res_perdue=2))  # RES 2
    assert Tester("glouby", ("AGI",), res=2).closed(s).rule == "FLU-3.29"
    apres, _ = jouer(s, Tester("glouby", ("AGI",), res=1), 5, 5, 5)
    assert (apres["glouby"].res, apres["glouby"].etat) == (1, "actif")
    assert Tester("glouby", ("AGI",), res=1).closed(apres).rule == "FLU-3.29"
    _, oracle = jouer(s, Tester("glouby", ("AGI",)), 5, 5)
    assert [q.key for q in oracle.asked] == ["flu.trait_negatif"]  # 2 points of RES are one too many


@given(
    degre=st.sampled_from(sorted(DIFFICULTES)),
    valeur=st.integers(1, 12),
    coups=st.lists(st.integers(1, 30), max_size=4),
)
@pytest.mark.rule("FLU-4.66")
def test_a_sbire_never_has_less_than_nothing_left(degre, valeur, coups):
    s = scene(glouby=sbire(degre, valeur))
    for points in coups:
        s, _ = touche(s, points)
        assert saine(s)
        assert s["glouby"].traits == ()
    assert (s["glouby"].etat == "hors_jeu") == (sum(coups) >= 2 * valeur)
