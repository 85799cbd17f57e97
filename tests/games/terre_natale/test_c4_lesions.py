"""Chapter 4: lésions with their boxes, what they weigh, how a state worsens; fatigue."""

import pytest
from msgspec.structs import replace

from tablee.games.terre_natale.book.c0_tests import figures
from tablee.games.terre_natale.book.c4_caracteristiques.fatigue import Fatiguer
from tablee.games.terre_natale.book.c4_caracteristiques.lesions import (
    InfligerLesion,
    cases,
    empirer,
    niveau_de_lesion,
    place,
    remplies,
)
from tablee.games.terre_natale.book.c4_caracteristiques.repos import FinirLaScene
from tablee.games.terre_natale.model.caracteristiques import GRAVITES
from tablee.games.terre_natale.model.scene import Confrontation
from tablee.kernel.live import Scripted
from tablee.kernel.tally import total

from .jeu import LEDGER, dit, jouer, scene


def niveaux(table, nature="blessure", who="alba"):
    return sorted(x.niveau for x in table[who].lesions if x.nature == nature)


def blesse(*levels, options=(), nature="blessure", **depuis):
    lesions = [{"niveau": n, "nature": nature} for n in levels]
    return scene(*options, alba={"fiche": {}, "lesions": lesions, **depuis})


@pytest.mark.rule("TN-4.34")
def test_boxes_by_level_and_for_the_benign_ones_by_stature_or_ego():
    assert [(g.niveau, g.nom) for g in GRAVITES] == [(r["niveau"], r["nom"]) for r in LEDGER["TN-4.34"].rows]
    p = scene(alba={"base": {"STA": 15, "EGO": 7}})["alba"]
    assert [cases(p, "blessure", n) for n in range(6)] == [5, 2, 2, 2, 2, 2]
    assert [cases(p, "traumatisme", n) for n in range(6)] == [1, 2, 2, 2, 2, 2]
    assert cases(scene(alba={"base": {"STA": 2}})["alba"], "blessure", 0) == 0


@pytest.mark.rule("TN-4.36")
def test_a_lesion_without_a_free_box_is_worse():
    table, oracle = jouer(blesse(1, 1, 2, 2), InfligerLesion("alba", "blessure", 1))
    assert niveaux(table) == [1, 1, 2, 2, 3]
    assert dit(oracle, "lesion").rule == "TN-4.36" and dit(oracle, "lesion")["gravite"] == "grave"
    table, oracle = jouer(table, InfligerLesion("alba", "traumatisme", 1))
    assert niveaux(table, "traumatisme") == [1] and dit(oracle, "lesion").rule == "TN-4.34"


@pytest.mark.rule("TN-4.36", "TN-4.45")
def test_the_last_boxes_are_death():
    table = blesse(*(n for level in range(1, 5) for n in (level, level)), 0, 0, 0)
    table, oracle = jouer(table, InfligerLesion("alba", "blessure", 0))
    assert niveaux(table)[-1] == 5 and dit(oracle, "etat")["etat"] == "hors d'action physique"
    table, oracle = jouer(table, InfligerLesion("alba", "blessure", 0))
    assert dit(oracle, "etat")["etat"] == "mort" and dit(oracle, "etat").rule == "TN-4.44"
    assert InfligerLesion("alba").closed(table).rule == "TN-4.44"
    assert place(table["alba"], "blessure") is None
    assert InfligerLesion("alba", "blessure", 6).closed(blesse()).rule == "TN-4.34"


@pytest.mark.rule("TN-4.35", "TN-4.26", "TN-4.45", "TN-4.46")
def test_the_worst_of_each_nature_weighs_on_its_tests_and_both_on_initiative():
    table = blesse(3, 1, 1)
    p = replace(table["alba"], lesions=(*table["alba"].lesions, *blesse(2, nature="traumatisme")["alba"].lesions))
    table = table.put(p)
    for attribut, n in (("FOR", -3), ("INT", -2), ("CHN", 0)):
        assert total(figures(table, p, attribut).modificateurs) == n
    assert total(figures(table, p, "AGI", "initiative", "sagacite").modificateurs) == -5
    sans = blesse(2, 2)
    assert total(figures(sans, sans["alba"], "FOR").modificateurs) == -2


@pytest.mark.rule("TN-4.35")
def test_a_lesion_of_one_zone_does_not_weigh_on_the_rest():
    table = scene(alba={"fiche": {}, "lesions": [{"niveau": 4, "zone": "bras"}, {"niveau": 1}]})
    assert total(figures(table, table["alba"], "FOR").modificateurs) == -1


@pytest.mark.rule("TN-4.35.1")
@pytest.mark.parametrize("levels, n", [((1,), -1), ((1, 1), -3), ((2, 1, 1), -2), ((3, 3), -5), ((0, 0), 0)])
def test_by_the_option_equal_lesions_add_up(levels, n):
    table = blesse(*levels, options=("majoration_des_lesions",))
    assert total(figures(table, table["alba"], "FOR").modificateurs) == n


@pytest.mark.rule("TN-4.33")
def test_a_level_for_every_threshold_of_damage():
    p = scene(alba={"fiche": {"base": {"STA": 12}}, "equipement": {"armure": {"modele": "cuir"}}})["alba"]  # 5 + 1 + 2
    assert [niveau_de_lesion(p, "blessure", n) for n in (0, 7, 8, 16, 40, 99)] == [0, 0, 1, 2, 5, 5]
    assert niveau_de_lesion(p, "blessure", 12, precision=2) == 2


# ---------------------------------------------------------------- worsening


def au_combat(table, tour=1):
    return replace(table, encounter=Confrontation(tour=tour))


def fin_du_tour(table):
    """As a turn ends, and the next one begins."""
    oracle = Scripted()
    table = empirer(table, oracle, "alba", "tour")
    return replace(table, encounter=replace(table.encounter, tour=table.round() + 1)), oracle


@pytest.mark.rule("TN-4.37")
def test_an_unstable_state_worsens_each_turn_from_the_next_on():
    table, _ = jouer(au_combat(blesse()), InfligerLesion("alba", "blessure", 2))
    table, _ = fin_du_tour(table)
    assert niveaux(table) == [2] and table.round() == 2
    for attendu in ([0, 2], [0, 0, 2], [0, 0, 0, 2], [0, 0, 0, 1, 2], [0, 0, 0, 1, 1, 2], [0, 0, 0, 1, 1, 2, 2]):
        table, oracle = fin_du_tour(table)
        assert niveaux(table) == attendu
        assert dit(oracle, "empire").rule == "TN-4.37"


@pytest.mark.rule("TN-4.37")
def test_out_of_a_confrontation_it_worsens_each_scene_and_each_nature_by_itself():
    table, _ = jouer(blesse(), InfligerLesion("alba", "blessure", 2))
    table, _ = jouer(table, FinirLaScene("alba"))
    assert niveaux(table) == [2]
    table, _ = jouer(table, InfligerLesion("alba", "traumatisme", 1))
    table, _ = jouer(table, FinirLaScene("alba"))
    assert niveaux(table) == [0, 2] and niveaux(table, "traumatisme") == [1]
    table, _ = jouer(table, FinirLaScene("alba"))
    assert niveaux(table) == [0, 0, 2] and niveaux(table, "traumatisme") == [0, 1]


@pytest.mark.rule("TN-4.37")
@pytest.mark.parametrize("maniere", ["temporaire", "permanente"])
def test_who_is_stabilised_does_not_worsen_until_he_is_hurt_again(maniere):
    table = blesse(1, stabilise={"blessure": maniere})
    table, _ = jouer(table, FinirLaScene("alba"))
    assert niveaux(table) == [1]
    table, _ = jouer(table, InfligerLesion("alba", "blessure", 0))
    table, _ = jouer(jouer(table, FinirLaScene("alba"))[0], FinirLaScene("alba"))
    assert niveaux(table) == [0, 0, 1]


def test_worsening_fills_the_lowest_free_box_until_death():
    table = blesse(0)
    while table["alba"].up:
        table, _ = jouer(table, FinirLaScene("alba"))
        p = table["alba"]
        assert all(remplies(p, "blessure", n) <= cases(p, "blessure", n) for n in range(6))
    assert niveaux(table) == [0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5]
    table, _ = jouer(table, FinirLaScene("alba"))
    assert "mort" in table["alba"].etats
    assert jouer(table, FinirLaScene("alba"))[0]["alba"].lesions == table["alba"].lesions


# ---------------------------------------------------------------- fatigue


@pytest.mark.rule("TN-4.47")
def test_the_origins_of_fatigue():
    table, oracle = jouer(scene(alba={}), Fatiguer("alba"), 7)
    assert table["alba"].fatigue == 7 and dit(oracle, "fatigue").terms == (("Montée de stress", 7, "TN-4.47"),)
    table, _ = jouer(table, Fatiguer("alba", "stress", 2))
    table, _ = jouer(table, Fatiguer("alba", "action", 4))
    assert table["alba"].fatigue == 13
    table, _ = jouer(table, Fatiguer("alba", "soins", 11))
    assert table["alba"].fatigue == 16
    assert Fatiguer("alba", "action").closed(table).rule == "TN-4.47"


@pytest.mark.rule("TN-4.48", "TN-4.49")
@pytest.mark.parametrize("fatigue, n", [(9, 0), (10, -1), (35, -3), (49, -4)])
def test_fatigue_weighs_on_every_test(fatigue, n):
    table = scene(alba={"fiche": {}, "fatigue": fatigue})
    for attribut in ("FOR", "INT", "CHN"):
        assert total(figures(table, table["alba"], attribut).modificateurs) == n


@pytest.mark.rule("TN-4.48")
def test_the_levels_of_fatigue_are_called_as_those_of_lesions():
    table, oracle = jouer(scene(alba={"fiche": {}, "fatigue": 45}), Fatiguer("alba", "stress", 8))
    assert dit(oracle, "fatigue")["gravite"] == "incapacitante"
    assert [e["etat"] for e in oracle.events if e.what == "etat"] == ["hors d'action physique", "hors d'action mentale"]
    assert "mort" not in table["alba"].etats
