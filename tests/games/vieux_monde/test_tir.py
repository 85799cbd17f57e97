"""Shots and throws: one Test nobody opposes, the Taille of the target, wide shields, and what comes after."""

from collections import Counter
from fractions import Fraction

import pytest
from msgspec.structs import replace

from reading import read
from tablee.games.vieux_monde.book.c2_combat.au_sol import Ramasser
from tablee.games.vieux_monde.book.c2_combat.combat import engager
from tablee.games.vieux_monde.book.c2_coups.tir import Recharger, Tirer, offers
from tablee.games.vieux_monde.book.c2_rounds.rounds import Terminer
from tablee.games.vieux_monde.model.catalogue import LOCALISATION, ZONES
from tablee.games.vieux_monde.model.tables import TAILLES
from tablee.kernel.odds import odds

from .essais import exact, lu, proches, refus, rows
from .melees import dit, duel, essai, jouer, racontes, terms, valeur

TIR = Tirer("anna", "bruno")


def archer(anna=(), bruno=(), armes=("arc",), **autres):
    """Anna with a bow (arcs 50, 6 Dégâts), ten squares from Bruno (BE 3, 12 PB)."""
    return duel({"equipement": {"armes": list(armes)}, **dict(anna)}, {"x": 10, **dict(bruno)}, **autres)


def engage(s, a="anna", b="bruno"):
    return replace(s, encounter=engager(s.encounter, a, b))


# ---------------------------------------------------------------- the Test


@pytest.mark.rule("VM-2.28", "VM-2.30", "VM-2.31")
def test_a_shot_is_a_test_of_its_own_and_its_dr_goes_into_the_damage():
    s, oracle = jouer(archer(), TIR, 23)
    assert oracle.asked == [] and [e.who for e in oracle.events if e.what == "essai"] == ["anna"]
    assert terms(oracle, "degats") == {"DR du Test": 3, "Arc": 6, "Bonus d'Endurance": -3}
    assert dit(oracle, "degats").rule == "VM-2.31" and dit(oracle, "degats")["zone"] == "Bras droit"
    assert s["bruno"].pb == 6 and s.encounter.action


@pytest.mark.rule("VM-2.30")
@pytest.mark.parametrize(("de", "touche"), [(50, True), (51, False), (59, False), (5, True), (96, False)])
def test_plus_zero_hits_and_minus_zero_misses(de, touche):
    s, oracle = jouer(archer(), TIR, de)
    assert ("degats" in racontes(oracle)) is touche and ("manque" in racontes(oracle)) is not touche
    if de == 50:
        assert terms(oracle, "degats")["DR du Test"] == 0
    assert (s["bruno"].pb < 12) is touche


@pytest.mark.rule("VM-2.30", "VM-4.5")
def test_a_dr_bought_with_chance_does_not_turn_a_miss_into_a_hit():
    s, oracle = jouer(archer(fiche={"destin": 1}), TIR, 59, reponses=["dr"])
    assert "manque" in racontes(oracle) and s["anna"].chance == 0 and s["bruno"].pb == 12


@pytest.mark.rule("VM-2.31", "VM-2.17")
def test_wounding_gives_prendre_le_dessus_and_a_hit_without_a_wound_gives_nothing():
    s, oracle = jouer(archer(), TIR, 23)
    assert s["anna"].avantages == 1 and terms(oracle, "avantage") == {"Prendre le dessus": 1}
    s, oracle = jouer(archer(fiche_bruno={"END": 95}), TIR, 23)
    assert s["anna"].avantages == 0 and dit(oracle, "sans_mal")["points"] == 0


@pytest.mark.rule("VM-2.20", "VM-2.17")
def test_a_critical_shot_gains_one_avantage_in_all_and_one_if_nothing_was_felt():
    s, _ = jouer(archer(), TIR, 22, 1)
    assert s["anna"].avantages == 1 and len(s["bruno"].blessures) == 1
    s, oracle = jouer(archer(fiche_bruno={"END": 95}), TIR, 22, 1)
    assert s["anna"].avantages == 1 and terms(oracle, "avantage") == {"Succès critique": 1}


@pytest.mark.rule("VM-2.21")
def test_a_fumbled_shot_is_a_maladresse():
    s, oracle = jouer(archer(anna={"avantages": 1}), TIR, 77, 11)
    assert "maladresse" in racontes(oracle) and dit(oracle, "maladresse")["nom"] == "Visée brouillée"
    assert s["anna"].avantages == 0


@pytest.mark.rule("VM-5.8")
def test_a_shot_may_be_held_back():
    s, _ = jouer(archer(bruno={"pb_perdus": 11}), Tirer("anna", "bruno", retenir=True), 22)
    assert s["bruno"].blessures == () and s["bruno"].pb == 0


@pytest.mark.rule("VM-2.17")
def test_shooting_at_somebody_surpris_gives_its_avantage_first():
    s, oracle = jouer(archer(bruno={"etats": [{"id": "surpris"}]}), TIR, 52)
    assert valeur(oracle, "anna") == 60 and s["anna"].avantages == 2


# ---------------------------------------------------------------- Engagés


@pytest.mark.rule("VM-2.29")
def test_no_shot_while_engage_unless_the_weapon_is_a_pistolet():
    s = engage(archer(armes=["arc", "arbalete_de_poing", "dague", "epee"], bruno={"x": 1}))
    closed = TIR.closed(s)
    assert closed.rule == "VM-2.29" and "Anna est Engagé" in read(s, closed) and "Pistolet" in str(closed)
    assert refus(s, Tirer("anna", "bruno", "dague")) == "VM-2.29"
    assert Tirer("anna", "bruno", "arbalete_de_poing").closed(s) is None
    assert TIR.closed(archer(bruno={"x": 1})) is None  # beside him, but not Engagé


@pytest.mark.rule("VM-2.29")
def test_being_engage_with_another_is_enough():
    s = engage(archer(carl={"camp": "b", "fiche": {}}), "carl", "anna")
    assert refus(s, TIR) == "VM-2.29"


@pytest.mark.rule("VM-2.29", "VM-2.11")
def test_a_shot_engages_nobody_but_a_pistol_keeps_up_the_engagement():
    s, _ = jouer(archer(), TIR, 96)
    assert s.encounter.engagements == ()
    s = engage(archer(armes=["arbalete_de_poing"], bruno={"x": 1}, fiche={"competences": {"arbaletes": 0}}))
    s = replace(s, encounter=replace(s.encounter, round=2))
    s, _ = jouer(s, TIR, 96)
    assert [e.round for e in s.encounter.engagements] == [2]


# ---------------------------------------------------------------- Taille


@pytest.mark.rule("VM-2.45")
@pytest.mark.parametrize("row", rows("VM-2.45"), ids=lambda r: r["taille"])
def test_the_taille_of_the_target_weighs_on_the_shot(row):
    _, oracle = jouer(archer(fiche_bruno={"taille": row["taille"]}), TIR, 96)
    assert valeur(oracle, "anna") == 50 + row["mod"]
    assert essai(oracle, "anna").get(f"Taille {row['taille']}", 0) == row["mod"]
    stature = TAILLES[row["taille"]]
    assert (stature.rang, stature.hauteur, stature.tir) == (row["rang"], row["hauteur"], row["mod"])


@pytest.mark.rule("VM-2.46")
@pytest.mark.parametrize(("de", "dr"), [(38, 3), (54, 0), (41, 0), (40, 2), (60, 0), (3, 6)])
def test_a_hit_owed_to_the_taille_alone_has_dr_zero(de, dr):
    s = archer(fiche={"TIR": 40, "competences": {"arcs": 0}}, fiche_bruno={"taille": "Grande"})
    _, oracle = jouer(s, TIR, de)
    assert valeur(oracle, "anna") == 60 and terms(oracle, "degats")["DR du Test"] == dr


@pytest.mark.rule("VM-2.46")
def test_beyond_even_the_modified_value_it_misses():
    s = archer(fiche={"TIR": 40, "competences": {"arcs": 0}}, fiche_bruno={"taille": "Grande"})
    assert "manque" in racontes(jouer(s, TIR, 61)[1])


@pytest.mark.rule("VM-2.48", "VM-2.47")
def test_a_larger_shooter_multiplies_too():
    s = archer(fiche={"taille": "Énorme"}, fiche_bruno={"pb_fixes": 90})
    _, oracle = jouer(s, TIR, 23, 5)
    assert terms(oracle, "degats") == {
        "DR du Test": 3,
        "Arc": 6,
        "Dévastatrice": 2,
        "Taille : x2": 11,
        "Bonus d'Endurance": -3,
    }


@pytest.mark.rule("VM-2.49")
def test_the_smaller_shooter_has_no_bonus_besides_the_table():
    _, oracle = jouer(archer(fiche_bruno={"taille": "Énorme"}), TIR, 96)
    assert set(essai(oracle, "anna")) == {"Tir", "Arcs", "Taille Énorme"}


# ---------------------------------------------------------------- shields and a Talent

ECU = {"equipement": {"armes": ["epee", "ecu"]}}
PAVOIS = {"equipement": {"armes": ["epee", "pavois"]}}


@pytest.mark.rule("VM-2.28")
@pytest.mark.parametrize(
    ("bouclier", "opposable"), [("targe", False), ("rondache", True), ("ecu", True), ("pavois", True)]
)
def test_only_a_shield_wide_enough_may_be_put_in_the_way(bouclier, opposable):
    s = archer(bruno={"equipement": {"armes": ["epee", bouclier]}})
    _, oracle = jouer(s, TIR, 23, *([96] if opposable else []))
    assert [q.key for q in oracle.asked] == (["vm.defense_tir"] if opposable else [])
    if opposable:
        assert [o.id for o in oracle.asked[0].options] == [bouclier, "subir"]


@pytest.mark.rule("VM-2.28", "VM-2.17")
def test_against_a_shield_it_is_an_opposed_test_and_gives_no_avantage():
    s, oracle = jouer(archer(bruno=ECU), TIR, 23, 50)  # +3 against Boucliers 30 + 10: -1
    assert valeur(oracle, "bruno") == 40 and terms(oracle, "degats")["DR du Test opposé"] == 4
    assert s["anna"].avantages == 0 and s["bruno"].pb == 12 - 7
    s, oracle = jouer(archer(bruno=ECU), TIR, 23, 5)
    assert "manque" in racontes(oracle) and dit(oracle, "manque").rule == "VM-2.30" and s["bruno"].pb == 12


@pytest.mark.rule("VM-2.28")
def test_one_may_put_nothing_in_the_way():
    s, oracle = jouer(archer(bruno=ECU), TIR, 23, reponses=["subir"])
    assert terms(oracle, "degats")["DR du Test"] == 3 and s["anna"].avantages == 1


@pytest.mark.rule("VM-2.28", "VM-2.30")
def test_a_shot_that_fails_misses_even_a_worse_defence():
    s, oracle = jouer(archer(bruno=ECU), TIR, 51, 97)  # -0 against -5
    assert "manque" in racontes(oracle) and s["bruno"].pb == 12


@pytest.mark.rule("VM-2.28", "VM-2.20")
def test_a_critical_stopped_by_the_shield_still_wounds_and_gives_its_avantage():
    s, oracle = jouer(archer(bruno=ECU), TIR, 44, 5, 1)
    assert "manque" in racontes(oracle) and len(s["bruno"].blessures) == 1
    assert s["anna"].avantages == 1 and terms(oracle, "avantage") == {"Succès critique": 1}


@pytest.mark.rule("VM-2.28", "VM-2.22")
def test_a_defenders_critical_counts_against_shots_too():
    s, _ = jouer(archer(bruno=ECU), TIR, 60, 11)
    assert jouer(s, Terminer("anna"))[0]["bruno"].avantages == 1


@pytest.mark.rule("VM-2.28", "VM-2.51")
def test_the_shield_is_harder_to_use_against_somebody_larger():
    s = archer(fiche={"taille": "Grande"}, bruno=ECU, fiche_bruno={"pb_fixes": 90})
    _, oracle = jouer(s, TIR, 23, 20)  # +3 against +2 - 2
    assert terms(oracle, "degats")["DR du Test opposé"] == 3


@pytest.mark.rule("VM-2.28")
def test_a_shield_on_the_back_or_somebody_who_cannot_defend_himself_stops_nothing():
    dos = {"equipement": {"armes": ["hallebarde", "pavois"]}}
    assert jouer(archer(bruno=dos), TIR, 23)[1].asked == []
    assert jouer(archer(bruno={**ECU, "etats": [{"id": "inconscient"}]}), TIR, 23)[1].asked == []


@pytest.mark.rule("VM-2.28")
def test_a_talent_lets_one_dodge_or_parry_shots():
    s = archer(bruno={"equipement": {"armes": ["epee"]}}, fiche_bruno={"talents": {"parade_de_traits": 1}})
    _, oracle = jouer(s, TIR, 23, 96)
    assert [o.id for o in oracle.asked[0].options] == ["esquive", "epee", "subir"]
    _, oracle = jouer(s, TIR, 23, 30, reponses=["epee"])
    assert terms(oracle, "degats")["DR du Test opposé"] == 3
    _, oracle = jouer(archer(fiche_bruno={"talents": {"parade_de_traits": 1}}), TIR, 23, 96)
    assert [o.id for o in oracle.asked[0].options] == ["esquive", "mains_nues", "subir"]


# ---------------------------------------------------------------- range, weapons, loading


@pytest.mark.rule("VM-2.28", "VM-6.4")
def test_what_closes_a_shot():
    assert TIR.closed(archer(bruno={"x": 30})) is None
    assert refus(archer(bruno={"x": 31}), TIR) == "VM-6.4"
    assert refus(archer(bruno={"x": 0, "y": -31}), TIR) == "VM-6.4"
    assert refus(archer(armes=["epee"]), TIR) == "VM-2.28"
    assert refus(archer(armes=[]), TIR) == "VM-2.28"
    assert refus(archer(armes=["epee", "arc"]), Tirer("anna", "bruno", "epee")) == "VM-2.28"
    assert refus(archer(), Tirer("anna", "bruno", "arquebuse")) == "VM-2.24"
    assert refus(archer(), Tirer("anna", "bruno", "mains_nues")) == "VM-2.28"
    assert refus(archer(armes=["arquebuse"]), TIR) == "VM-1.2"
    assert refus(archer(), Tirer("anna", "anna")) == "VM-2.24"
    assert refus(archer(), Tirer("anna", "x")) == "VM-1.2"
    assert refus(archer(bruno={"vie": "mort"}), TIR) == "VM-2.24"
    assert refus(archer(anna={"etats": [{"id": "brise"}]}), TIR) == "VM-6.6"
    assert refus(archer(), Tirer("bruno", "anna")) == "VM-2.1"


@pytest.mark.rule("VM-6.4")
def test_a_weapon_to_be_loaded_takes_its_actions_before_it_shoots_again():
    s = archer(armes=["arbalete_de_siege"])
    tir, charge = Tirer("anna", "bruno"), Recharger("anna", "arbalete_de_siege")
    assert refus(s, charge) == "VM-6.4"
    s, _ = jouer(s, tir, 96)
    libre = replace(s, encounter=replace(s.encounter, action=False))
    assert refus(libre, tir) == "VM-6.4"
    assert charge in set(offers(libre, libre["anna"]))
    s, oracle = jouer(libre, charge)
    assert dit(oracle, "recharge")["reste"] == 1 and s.encounter.action
    libre = replace(s, encounter=replace(s.encounter, action=False))
    assert refus(libre, tir) == "VM-6.4"
    s, oracle = jouer(libre, charge)
    assert "rechargee" in racontes(oracle) and s["anna"].effets == ()
    assert tir.closed(replace(s, encounter=replace(s.encounter, action=False))) is None
    assert refus(s, Recharger("anna", "rien")) in ("VM-2.1", "VM-2.24")


@pytest.mark.rule("VM-6.4")
def test_outside_fights_loading_is_done_at_once():
    s, _ = jouer(replace(archer(armes=["arbalete_de_siege"]), encounter=None), TIR, 96)
    s, _ = jouer(s, Recharger("anna", "arbalete_de_siege"))
    assert TIR.closed(s) is None


@pytest.mark.rule("VM-6.4", "VM-2.30")
def test_a_thrown_weapon_is_thrown_with_armes_de_jet_has_force_behind_it_and_lies_where_it_fell():
    s = archer(armes=["dague"], bruno={"x": 4}, fiche={"TIR": 42, "FOR": 50})
    s, oracle = jouer(s, TIR, 23)
    assert valeur(oracle, "anna") == 42
    assert terms(oracle, "degats") == {"DR du Test": 2, "Dague": 2, "Bonus de Force": 5, "Bonus d'Endurance": -3}
    assert s["anna"].equipement.armes == () and [(c.arme.id, c.x, c.y) for c in s.au_sol] == [("dague", 4, 0)]
    loin = replace(s, encounter=replace(s.encounter, action=False))
    assert refus(loin, Ramasser("anna", "dague"))
    ici, _ = jouer(loin.put(replace(loin["anna"], x=3)), Ramasser("anna", "dague"))
    assert [a.id for a in ici["anna"].equipement.tenues] == ["dague"] and ici.au_sol == ()
    assert refus(archer(armes=["dague"], bruno={"x": 5}), TIR) == "VM-6.4"


@pytest.mark.rule("VM-6.4")
def test_shooting_takes_the_weapon_in_hand_and_the_shield_goes():
    s, _ = jouer(archer(armes=["epee", "rondache", "arc"]), TIR, 96)
    assert [a.id for a in s["anna"].equipement.tenues] == ["arc"]


@pytest.mark.rule("VM-2.60")
def test_with_one_arm_nobody_draws_a_bow():
    manchot = archer(anna={"blessures": [{"id": "x", "nom": "Bras emporté", "zone": "bras_gauche", "ampute": True}]})
    assert refus(manchot, TIR) == "VM-2.60"


def test_buttons_shoot_with_everything_that_flies():
    s = archer(armes=["arc", "dague", "epee"])
    tirs = [a for a in offers(s, s["anna"]) if isinstance(a, Tirer)]
    assert tirs == [
        Tirer("anna", "bruno", "arc"),
        Tirer("anna", "bruno", "dague"),
        Tirer("anna", "bruno", "arc", retenir=True),
    ]
    assert [t.key() for t in tirs] == ["tirer.arme", "tirer.arme", "tirer.arme"] and TIR.key() == "tirer"


# ---------------------------------------------------------------- odds


@pytest.mark.rule("VM-2.30", "VM-2.31", "VM-2.46")
@pytest.mark.parametrize(("base", "taille", "mod"), [(50, "Moyenne", 0), (40, "Grande", 20), (62, "Petite", -10)])
def test_the_odds_of_a_shot_are_those_of_its_hundred_faces(base, taille, mod):
    s = archer(
        fiche={"TIR": base, "competences": {"arcs": 0}},
        fiche_bruno={"taille": taille},
        bruno={"equipement": {"armures": ["cotte_de_mailles"]}},
    )
    attendu, atout = Counter(), 2 if taille == "Petite" else 0  # Dévastatrice: she is larger
    for de in range(1, 101):
        dr, reussi, _ = lu(base + mod, de)
        if reussi and mod > 0 and not lu(base, de)[1]:
            dr = 0
        pa = 2 if ZONES[LOCALISATION["humanoide"][de]].famille in ("corps", "bras") else 0
        attendu[max(0, dr + 6 + atout - 3 - pa) if reussi else 0] += 1
    proches(exact(odds(TIR, s, "degats")), {v: Fraction(n, 100) for v, n in attendu.items()})
    assert odds(TIR, s).p(True, exact=True) == Fraction(base + mod, 100)
    assert odds(TIR, s, "critiques").p("Succès Critique / rien", exact=True) == Fraction((base + mod) // 11, 100)


@pytest.mark.rule("VM-2.28")
def test_the_odds_against_a_shield_count_failed_shots_as_misses():
    s = archer(bruno=ECU)
    touches = sum(
        1
        for de in range(1, 101)
        for autre in range(1, 101)
        if lu(50, de)[1] and lu(50, de)[0] >= lu(40, autre)[0]  # equal DR: the higher value on the sheet, 50 against 30
    )
    assert abs(odds(TIR, s).p(True, exact=True) - Fraction(touches, 10_000)) < Fraction(1, 10**6)
