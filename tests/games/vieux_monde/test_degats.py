"""Damage and Taille: what holds it back, what lies beyond zero, what the larger and the smaller gain and lose."""

import pytest

from tablee.games.vieux_monde.book.c1_epreuves.epreuves import Opposer
from tablee.games.vieux_monde.book.c2_combat.taille import atouts, malus_de_parade, multiplier
from tablee.games.vieux_monde.book.c2_coups.attaque import Attaquer
from tablee.games.vieux_monde.book.c5_blessures.degats import Source, degats, subir
from tablee.kernel.live import Scripted
from tablee.kernel.tally import total

from .essais import dit, scene
from .melees import duel, essai, jouer, racontes, terms, valeur

COUP = Attaquer("anna", "bruno")
CUIR = {"armures": ["jaque_de_cuir"]}


def infliger(s, n, *des, **source):
    """So many Dégâts to Bruno."""
    oracle = Scripted(des)
    s, points = degats(s, oracle, "bruno", (("Dégâts", n, "VM-5.2"),), Source("Chute", **source))
    assert oracle.left_over() is None
    return s, oracle, points


# ---------------------------------------------------------------- what holds it back


@pytest.mark.rule("VM-5.2")
@pytest.mark.parametrize(
    ("source", "points"),
    [
        ({}, 6),
        ({"be": False}, 9),
        ({"pa": False}, 7),
        ({"be": False, "pa": False}, 10),
        ({"zone": "tete"}, 7),
        ({"perce": 2}, 7),
    ],
)
def test_be_and_the_pa_of_the_zone_are_taken_off_unless_a_rule_says_otherwise(source, points):
    s, oracle, perdus = infliger(duel(bruno={"equipement": CUIR}), 10, **{"zone": "bras_gauche", **source})
    assert perdus == points == dit(oracle, "degats")["points"] == total(dit(oracle, "degats").terms)
    assert s["bruno"].pb == 12 - points


@pytest.mark.rule("VM-5.2")
def test_spells_on_end_and_on_pa_count():
    effets = [{"nom": "Écorce", "sur": "pa", "mod": 2}, {"nom": "Fièvre", "sur": "END", "mod": -10}]
    _, oracle, points = infliger(duel(bruno={"effets": effets}), 10)
    assert points == 10 - 2 - 2 and terms(oracle, "degats")["Bonus d'Endurance"] == -2


# ---------------------------------------------------------------- zero and beyond


@pytest.mark.rule("VM-5.5", "VM-5.7")
def test_reaching_zero_exactly_is_no_critical_wound():
    s, _, _ = infliger(duel(), 15)
    assert s["bruno"].pb == 0 and s["bruno"].blessures == () and s["bruno"].niveau("a_terre")


@pytest.mark.rule("VM-5.5", "VM-5.6", "VM-5.7")
@pytest.mark.parametrize(("degat", "attenuee"), [(16, True), (17, True), (18, False), (25, False)])
def test_beyond_zero_a_critical_wound_reduced_by_twenty_below_be(degat, attenuee):
    s, oracle, points = infliger(duel(), degat, 31, zone="corps")
    assert points == degat - 3 and s["bruno"].pb == 0 and s["bruno"].pb_perdus == 12
    (plaie,) = s["bruno"].blessures
    assert plaie.zone == "corps"
    jet = dit(oracle, "jet_critique")
    assert jet["jet"] == (11 if attenuee else 31)


@pytest.mark.rule("VM-5.6")
def test_the_reduced_roll_is_at_least_one():
    _, oracle, _ = infliger(duel(), 16, 7)
    assert dit(oracle, "jet_critique")["jet"] == 1


@pytest.mark.rule("VM-5.5", "VM-5.7")
def test_every_further_wound_at_zero_is_a_critical_one():
    s = duel(bruno={"pb_perdus": 12, "a_zero": 0, "etats": [{"id": "a_terre"}]})
    s, oracle, _ = infliger(s, 4, 50)
    assert s["bruno"].pb == 0 and len(s["bruno"].blessures) == 1
    assert dit(oracle, "jet_critique")["jet"] == 30  # 1 below 0, BE 3


@pytest.mark.rule("VM-5.8", "VM-5.5")
def test_held_back_nothing_lies_beyond_zero():
    s, _, _ = infliger(duel(), 30, retenu=True)
    assert s["bruno"].pb == 0 and s["bruno"].blessures == ()


@pytest.mark.rule("VM-2.18")
def test_raw_points_cost_avantages_too_and_none_cost_nothing():
    s, _ = subir(duel(bruno={"avantages": 4}), Scripted(), "bruno", 1, Source("Saignée"))
    assert s["bruno"].avantages == 0 and s["bruno"].pb == 11
    s, _, points = infliger(duel(bruno={"avantages": 4}), 3)
    assert points == 0 and s["bruno"].avantages == 4


@pytest.mark.rule("VM-4.3", "VM-2.17")
def test_damage_avoided_by_destin_is_no_wound():
    s = duel(bruno={"etats": [{"id": "inconscient"}]}, fiche_bruno={"destin": 1})
    s, _ = jouer(s, COUP, 23, reponses=["destin"])
    assert s["bruno"].pb == 12 and s["anna"].avantages == 0


# ---------------------------------------------------------------- Taille


@pytest.mark.rule("VM-2.47")
@pytest.mark.parametrize(
    ("categories", "traits"),
    [
        (-1, ()),
        (0, ()),
        (1, ("devastatrice",)),
        (2, ("devastatrice", "percutante")),
        (3, ("devastatrice", "percutante")),
    ],
)
def test_the_larger_has_devastatrice_then_percutante_besides(categories, traits):
    assert atouts((), categories) == traits
    assert sorted(atouts(("percutante", "devastatrice"), categories)) == ["devastatrice", "percutante"]


@pytest.mark.rule("VM-2.48")
@pytest.mark.parametrize(("categories", "fois"), [(-2, 1), (0, 1), (1, 1), (2, 2), (3, 3), (6, 6)])
def test_degats_are_multiplied_by_the_categories(categories, fois):
    assert total(multiplier((("DR", 3, "VM-2.27"), ("Arme", 5, "VM-2.27")), categories)) == 8 * fois


@pytest.mark.rule("VM-2.48", "VM-2.47")
def test_be_and_pa_come_off_after_the_multiplication():
    s = duel(fiche={"taille": "Énorme"}, bruno={"equipement": CUIR}, fiche_bruno={"pb_fixes": 90})
    s, oracle = jouer(s, COUP, 23, 50, 5)  # +3 against -1; then Athlétisme for Percutante
    assert terms(oracle, "degats") == {
        "DR du Test opposé": 4,
        "Épée": 4,
        "Bonus de Force": 3,
        "Dévastatrice": 2,
        "Taille : x2": 13,
        "Bonus d'Endurance": -3,
        "Jaque de cuir": -1,
    }
    assert s["bruno"].x == 2  # Percutante


@pytest.mark.rule("VM-2.47", "VM-2.48")
def test_one_category_is_devastatrice_alone():
    s = duel(fiche={"taille": "Grande"}, fiche_bruno={"pb_fixes": 90})
    s, oracle = jouer(s, COUP, 23, 50)
    assert total(dit(oracle, "degats").terms) == 4 + 7 + 2 - 3 and s["bruno"].x == 1


@pytest.mark.rule("VM-2.49")
@pytest.mark.parametrize(("taille", "plus"), [("Petite", 0), ("Moyenne", 0), ("Grande", 10), ("Monstrueuse", 10)])
def test_the_smaller_has_ten_to_hit_once(taille, plus):
    _, oracle = jouer(duel(fiche_bruno={"taille": taille}), COUP, 96, 5)
    assert essai(oracle, "anna").get("Plus petit que la cible", 0) == plus and valeur(oracle, "anna") == 50 + plus


@pytest.mark.rule("VM-2.51")
def test_parrying_somebody_larger_costs_two_dr_a_category_and_dodging_nothing():
    assert [malus_de_parade(n) for n in (-2, 0, 1, 2, 3)] == [0, 0, -2, -4, -6]
    s = duel(
        fiche={"taille": "Énorme"},
        bruno={"equipement": {"armes": ["epee", "ecu"]}},
        fiche_bruno={"CC": 70, "AGI": 50, "pb_fixes": 90},
    )
    _, oracle = jouer(s, COUP, 20, 10, 5, reponses=["epee"])  # +3 against +6 - 4
    assert [o.id for o in oracle.asked[0].options] == ["esquive", "ecu", "epee"]  # 50, 80 - 40, 70 - 40
    assert terms(oracle, "degats")["DR du Test opposé"] == 1
    _, oracle = jouer(s, COUP, 20, 10, reponses=["esquive"])  # +3 against +4
    assert "manque" in racontes(oracle)
    _, oracle = jouer(s, COUP, 20, 20, 5, reponses=["ecu"])  # +3 against +6 - 4
    assert terms(oracle, "degats")["DR du Test opposé"] == 1


@pytest.mark.rule("VM-2.51")
def test_a_parry_that_succeeds_may_compare_with_a_negative_dr():
    s = duel(fiche={"taille": "Grande"}, bruno={"equipement": {"armes": ["epee"]}}, fiche_bruno={"pb_fixes": 90})
    _, oracle = jouer(s, COUP, 60, 30, reponses=["epee"])  # -1 against +0 - 2
    assert terms(oracle, "degats")["DR du Test opposé"] == 1


@pytest.mark.rule("VM-2.52")
@pytest.mark.parametrize(
    ("taille", "des", "gagne"),
    [
        ("Moyenne", (10, 40), True),
        ("Grande", (10, 40), False),  # a plain success is not enough against one category
        ("Grande", (11, 40), True),  # a Succès Critique may be compared
        ("Grande", (22, 1), False),
        ("Énorme", (), False),
    ],
)
def test_tests_of_force_against_somebody_larger(taille, des, gagne):
    s = scene(anna={"fiche": {"FOR": 30}}, bruno={"fiche": {"FOR": 30, "taille": taille}})
    _, oracle = jouer(s, Opposer("anna", "FOR", cible="bruno"), *des)
    assert dit(oracle, "oppose")["gagne"] is gagne


@pytest.mark.rule("VM-2.53")
@pytest.mark.parametrize(
    ("taille", "pb"),
    [
        ("Minuscule", 12),
        ("Très petite", 12),
        ("Petite", 12),
        ("Moyenne", 12),
        ("Grande", 24),
        ("Énorme", 48),
        ("Monstrueuse", 96),
    ],
)
def test_points_de_blessure_double_with_each_category_above_moyenne(taille, pb):
    s = duel(fiche_bruno={"taille": taille})
    assert s["bruno"].pb == pb
