"""Chapter 8: movement, its table, its price, the way there and whom it passes."""

import pytest
from msgspec.structs import replace

from tablee.games.terre_natale import game
from tablee.games.terre_natale.book.c8_confrontation.frappes import Attaquer
from tablee.games.terre_natale.book.c8_confrontation.mener import Passer
from tablee.games.terre_natale.book.c8_confrontation.mouvement import SeDeplacer, chemins, distance, portee
from tablee.games.terre_natale.book.c8_confrontation.repertoire import PorterUnCoup
from tablee.games.terre_natale.book.c8_confrontation.situations import situation
from tablee.games.terre_natale.model.confrontation import Attente, Budget, Chantier, Confrontation
from tablee.games.terre_natale.model.deplacements import DEPLACEMENTS
from tablee.games.terre_natale.model.situations import Obstacle
from tablee.kernel.live import Scripted
from tablee.kernel.meeting import met

from .jeu import dit, jouer, rows, scene

# Everybody: 10 in all, so an allure of 10 and a Déplacement of 5; Bor has a sword and the skill of it (+6).
FORT = {"base": {"DEX": 20, "FOR": 20}, "groupes": {"combat": 2}, "competences": {"arme_a_garde": 2}, "destinee": 0}
LAME = {"armes": [{"modele": "epee_longue"}]}
TOUCHE, JET = (6, 5, 3), (1, 1, 1, 1, 1)
PRENDRE = {"tn.opportunite": "opportunite/prepare"}


def terrain(*, alys=None, bor=(6, 0), prepare=False, forme="combat", format="affrontement", budget=None, **encounter):
    """Alys's passe, at 0, 0; Bor of the other side, as far as it is said; he may wait for an opportunity."""
    s = scene(
        alys={"fiche": {"destinee": 0}, "camp": "rouge", **(alys or {})},
        bor={"fiche": FORT, "camp": "bleu", "x": bor[0], "y": bor[1], "equipement": LAME},
    )
    e = Confrontation(
        forme=forme,
        format=format,
        initiatives={"alys": 20, "bor": 3},
        budgets={"alys": Budget(**(budget or {})), "bor": Budget()},
        attentes={"bor": Attente(preparee="opportunite")} if prepare else {},
        passe="alys",
    )
    return replace(s, encounter=replace(e, **encounter))


def ou(s, who="alys"):
    return s[who].x, s[who].y


def va(x, y=0, facon="marcher", **how):
    return SeDeplacer("alys", x, y, facon, **how)


# ---------------------------------------------------------------- the table


@pytest.mark.rule("TN-8.362", "TN-8.281")
def test_the_table_of_movements():
    prix = {"action libre": "libre", "action simple": "simple", "action complexe": "complexe"}
    by_name = {d.nom: (id, d) for id, d in DEPLACEMENTS.items()}
    s = terrain()
    for row in rows("TN-8.362"):
        id, d = by_name[row["action"]]
        assert d.prix == prix[row["requis"]], row
        fois = str(row["distance"]).split(" ")[0].replace(",", ".")
        cases = 1 if id == "pas" else max(1, int(float(fois) * 5))
        assert distance(s, s["alys"], id) == cases, row
    assert distance(s, s["alys"], "securise") == 2 and DEPLACEMENTS["securise"].prix == "simple"


@pytest.mark.rule("TN-8.362", "TN-R9", "TN-4.75")
@pytest.mark.parametrize(("agi", "marcher", "demi"), [(10, 5, 2), (12, 6, 3), (2, 3, 1), (0, 3, 1)])
def test_halves_are_rounded_down_and_one_at_least(agi, marcher, demi):
    s = terrain(alys={"fiche": {"base": {"AGI": agi}}})
    assert (distance(s, s["alys"], "marcher"), distance(s, s["alys"], "securise")) == (marcher, demi)


@pytest.mark.rule("TN-8.362", "TN-8.83")
@pytest.mark.parametrize(
    ("facon", "cases", "acts", "actl"),
    [("pas", 1, 2, 0), ("marcher", 5, 1, 1), ("securise", 2, 1, 1), ("courir", 10, 0, 1)],
)
def test_each_takes_what_the_table_says(facon, cases, acts, actl):
    s, oracle = jouer(terrain(bor=(-9, 0)), va(cases, facon=facon))
    b = s.encounter.budgets["alys"]
    assert (b.acts, b.actl, ou(s)) == (acts, actl, (cases, 0))
    assert dit(oracle, "deplacement")["cases"] == cases
    assert va(cases + 1, facon=facon).closed(terrain(bor=(-9, 0))).rule == "TN-8.362"


@pytest.mark.rule("TN-8.65")
def test_a_step_is_paid_with_a_simple_action_once_there_is_no_free_one_left():
    s, _ = jouer(terrain(budget={"actl": 0}), va(1, facon="pas"))
    assert s.encounter.budgets["alys"].acts == 1


@pytest.mark.rule("TN-8.68")
@pytest.mark.parametrize("facon", ["pas", "marcher", "securise", "courir", "desengager"])
def test_one_movement_a_round_of_whatever_kind(facon):
    s, _ = jouer(terrain(bor=(-9, 0)), va(1, facon="pas"))
    assert va(2, facon=facon).closed(s).rule == "TN-8.68"


@pytest.mark.rule("TN-8.68", "TN-8.422")
def test_a_creature_with_several_points_vitaux_moves_twice():
    deux = {"effets": [{"on": "deplacements", "n": 1, "rule": "TN-8.422"}]}
    s, _ = jouer(terrain(alys=deux, bor=(-9, 0)), va(2))
    s, _ = jouer(s, va(4))
    assert ou(s) == (4, 0) and va(5, facon="pas").closed(s).rule == "TN-8.68"


@pytest.mark.rule("TN-8.377")
def test_on_the_ground_a_step_is_all_that_is_left():
    s = terrain(alys={"conditions": [{"id": "mise_au_sol", "charges": 9, "difficulte": 15}]})
    assert va(2).closed(s).rule == "TN-4.75"
    assert va(1, facon="pas").closed(s) is None


@pytest.mark.rule("TN-8.62", "TN-8.68")
def test_a_run_may_begin_in_one_round_and_end_in_the_next():
    s = terrain(bor=(-9, 0), budget={"acts": 1})
    s, oracle = jouer(s, va(9, facon="courir"))
    assert ou(s) == (0, 0) and dit(oracle, "chantier")["paye"] == 1
    assert s.encounter.attente("alys").chantier == Chantier("courir", 2, 1, nom="Courir")
    assert s.encounter.budgets["alys"].bouge  # it is the movement of this round too
    s = replace(s, encounter=replace(s.encounter, budgets={**s.encounter.budgets, "alys": Budget()}))
    s, _ = jouer(s, va(8, facon="courir"))
    assert ou(s) == (8, 0) and s.encounter.budgets["alys"].acts == 1


@pytest.mark.rule("TN-8.274", "TN-8.62")
def test_who_is_used_to_it_runs_for_a_simple_action():
    fiche = {"traits": [{"id": "habitue", "sujet": "courir"}], "destinee": 0}
    s, _ = jouer(terrain(alys={"fiche": fiche}, bor=(-9, 0)), va(10, facon="courir"))
    assert ou(s) == (10, 0) and s.encounter.budgets["alys"].acts == 1


@pytest.mark.rule("TN-8.66")
def test_the_free_action_of_a_mobile_stance_pays_for_one():
    fiche = {"traits": [{"id": "specialisation_posture", "sujet": "deplacement"}], "destinee": 0}
    s, _ = jouer(terrain(alys={"fiche": fiche}, bor=(-9, 0)), va(5, gratuite=True))
    assert s.encounter.budgets["alys"].acts == 2 and s.encounter.attente("alys").actg
    assert va(5, gratuite=True).closed(terrain(bor=(-9, 0))).rule == "TN-8.66"
    assert va(9, facon="courir", gratuite=True).closed(terrain(alys={"fiche": fiche})).rule == "TN-8.66"


# ---------------------------------------------------------------- tests, and what else a kind does


@pytest.mark.rule("TN-8.362")
@pytest.mark.parametrize(("facon", "competence"), [("grimper", "escalade"), ("nager", "natation")])
def test_climbing_and_swimming_take_a_test_at_the_game_masters_difficulty(facon, competence):
    s = terrain(alys={"fiche": {"competences": {competence: 1}, "destinee": 0}}, bor=(-9, 0))
    apres, oracle = jouer(s, va(2, facon=facon, difficulte=12), 6, 5, 1)  # 12 + 1
    assert ou(apres) == (2, 0) and dit(oracle)["difficulte"] == 12
    apres, _ = jouer(s, va(2, facon=facon, difficulte=13), 6, 5, 1)
    assert ou(apres) == (0, 0) and apres.encounter.budgets["alys"].acts == 0


@pytest.mark.rule("TN-8.362", "TN-8.366")
def test_a_sprint_leads_farther_if_its_test_succeeds_and_makes_a_moving_target():
    s = terrain(alys={"fiche": {"competences": {"endurance": 2, "course": 1}, "destinee": 0}}, bor=(-9, 0))
    apres, oracle = jouer(s, va(10, facon="sprinter"))  # within 2 x 5 no test is made
    assert ou(apres) == (10, 0)
    tir = situation(apres, apres["bor"], apres["alys"], True)
    assert tir == (("Cible en mouvement", 2, "TN-8.366"),)
    assert situation(apres, apres["bor"], apres["alys"]) == ()
    apres, oracle = jouer(s, va(15, facon="sprinter"), 6, 5, 3)  # 14 + 2, above 15
    assert ou(apres) == (15, 0) and dit(oracle)["quoi"] == "Endurance"
    apres, _ = jouer(s, va(15, facon="sprinter"), 6, 5, 1)
    assert ou(apres) == (10, 0)
    assert va(16, facon="sprinter").closed(s).rule == "TN-8.362"
    courue, _ = jouer(s, va(10, facon="courir"))
    assert situation(courue, courue["bor"], courue["alys"], True) == ()


@pytest.mark.rule("TN-8.362", "TN-R45")
def test_to_disengage_breaks_what_holds_one_and_gives_no_opportunity():
    tenue = {"conditions": [{"id": "entrave", "charges": 9, "difficulte": 15, "duree": "ephemere"}]}
    s = terrain(alys=tenue, bor=(1, 0), prepare=True)
    assert distance(s, s["alys"], "marcher") == 2  # an allure of 4
    apres, oracle = jouer(s, va(-2, facon="desengager"))
    assert ou(apres) == (-2, 0) and apres["alys"].conditions == ()
    assert not oracle.asked and apres.encounter.budgets["alys"].acts == 0


# ---------------------------------------------------------------- the way there


@pytest.mark.rule("TN-8.362")
def test_nobody_walks_through_an_adversary_or_a_wall_nor_onto_somebody():
    s = terrain(bor=(1, 0))
    assert va(1).closed(s).rule == "TN-8.362"
    assert len(chemins(s, s["alys"]).vers((2, 0))) == 3  # around him, in two steps
    mur = tuple([Obstacle(1, y, "Mur", 6) for y in range(-6, 7)])
    s = replace(terrain(bor=(9, 9)), obstacles=mur)
    assert va(2).closed(s).rule == "TN-8.362"
    basse = replace(s, obstacles=tuple([replace(o, couvre=3) for o in mur]))
    assert va(2).closed(basse) is None
    assert va(0).closed(s).rule == "TN-8.362"
    assert va(3, facon="voler").closed(s).rule == "TN-8.362"


@pytest.mark.rule("TN-8.274")
def test_of_two_ways_as_long_the_one_out_of_reach_is_taken():
    s = terrain(bor=(2, 1), prepare=True)
    assert all(y == -1 for _, y in chemins(s, s["alys"]).vers((4, 0))[1:4])
    apres, oracle = jouer(s, va(4))
    assert ou(apres) == (4, 0) and not oracle.asked


# ---------------------------------------------------------------- opportunities on the way


@pytest.mark.rule("TN-8.274")
@pytest.mark.parametrize(
    ("bor", "but", "asked"),
    [((1, 0), (-3, 0), True), ((4, 0), (3, 0), True), ((4, 0), (2, 0), False), ((2, 1), (4, 1), True)],
)
def test_any_part_of_the_way_in_reach_gives_an_opportunity(bor, but, asked):
    _, oracle = jouer(terrain(bor=bor, prepare=True), va(*but))
    assert [q.who for q in oracle.asked] == (["bor"] if asked else [])


@pytest.mark.rule("TN-8.274")
def test_even_a_step_does_and_a_run_does_once():
    _, oracle = jouer(terrain(bor=(1, 0), prepare=True), va(-1, facon="pas"))
    assert [q.who for q in oracle.asked] == ["bor"]
    _, oracle = jouer(terrain(bor=(1, 0), prepare=True), va(-9, facon="courir"))
    assert [q.who for q in oracle.asked] == ["bor"]


@pytest.mark.rule("TN-8.281")
def test_a_secured_movement_gives_none():
    apres, oracle = jouer(terrain(bor=(1, 0), prepare=True), va(-2, facon="securise"))
    assert not oracle.asked and ou(apres) == (-2, 0)


@pytest.mark.rule("TN-8.280", "TN-R75")
@pytest.mark.parametrize(("des", "fin"), [((6, 5, 5), (5, 1)), ((5, 4, 2), (5, 1)), ((1, 2, 2), (2, 0))])
def test_only_a_critical_failure_stops_a_movement_and_it_stops_in_reach(des, fin):
    # Bor: FOR 20, so 15; 5 is 10 below. He strikes her where he first can, two steps on.
    s = terrain(bor=(3, 1), prepare=True)
    s = replace(s, obstacles=tuple([Obstacle(x, y, "Mur", 6) for x in range(-1, 6) for y in (-1, 2)]))
    apres, oracle = jouer(s, va(5, 1), *TOUCHE, *JET, *des, reponses=PRENDRE)
    assert ou(apres) == fin
    assert apres.encounter.budgets["alys"].bouge and apres.encounter.budgets["alys"].acts == 1
    assert bool([e for e in oracle.events if e.what == "arrete"]) == (fin == (2, 0))


@pytest.mark.rule("TN-8.279")
def test_what_is_left_of_it_weighs_on_the_test_of_the_movement():
    s = terrain(bor=(1, 0), prepare=True)
    dice = *TOUCHE, *JET, 5, 4, 2, 6, 6, 5, 4, 4  # the save fails: two désavantages, five dice
    _, oracle = jouer(s, va(-2, facon="grimper"), *dice, reponses=PRENDRE)
    assert ("Action interrompue", -2, "TN-8.279") in dit(oracle)["avantages"]


@pytest.mark.rule("TN-8.277", "TN-8.330")
def test_who_falls_on_the_way_lies_where_he_was_struck():
    s = terrain(alys={"pertes": {"PE": 10, "PV": 25}}, bor=(3, 0), prepare=True)
    apres, _ = jouer(s, va(5, 0), *TOUCHE, 8, 8, 8, 8, 8, reponses=PRENDRE)
    assert not apres["alys"].up and ou(apres)[0] < 5


@pytest.mark.rule("TN-8.283")
def test_in_a_joute_nobody_strikes_at_who_walks():
    _, oracle = jouer(terrain(bor=(1, 0), prepare=True, forme="joute"), va(-3))
    assert not oracle.asked


@pytest.mark.rule("TN-8.346", "TN-8.274")
def test_a_shot_in_reach_of_an_adversary_gives_him_an_opportunity():
    arc = {"equipement": {"armes": [{"modele": "arc_long", "munitions": 1}]}, "fiche": {"destinee": 0}}
    s = terrain(alys=arc, bor=(1, 0), prepare=True)
    s = s.put(replace(s["bor"], id="cid", x=9))
    s = replace(s, encounter=replace(s.encounter, budgets={**s.encounter.budgets, "cid": Budget()}))
    _, oracle = jouer(
        s, Attaquer("alys", "cid"), *TOUCHE, *JET, 1, 2, 2, reponses={"bor:tn.opportunite": "opportunite/prepare"}
    )
    assert dit(oracle, "opportunite")["cause"] == "tir" and dit(oracle, "action_perdue").who == "alys"
    assert not [e for e in oracle.events if e.what == "attaque" and e.who == "alys"]
    for id in ("tir_pose", "tir_a_bout_portant"):  # as any attack of the list that is a shot
        oracle = Scripted((4, 3, 2) * 6)
        PorterUnCoup("alys", "bor", id).resolve(terrain(alys=arc, bor=(1, 0), prepare=True), oracle)
        assert [q.who for q in oracle.asked if q.key == "tn.opportunite"] == ["bor"]
    loin = terrain(alys=arc, bor=(9, 0), prepare=True)
    _, oracle = jouer(loin, Attaquer("alys", "bor"), 1, 2, 3, 4, 5, 4, 3)  # the bow is put to the test
    assert not [q for q in oracle.asked if q.key == "tn.opportunite"]


# ---------------------------------------------------------------- the map


@pytest.mark.rule("TN-8.362", "TN-4.63")
def test_the_map_shows_where_each_way_of_moving_leads_and_its_steps():
    s = terrain(bor=(2, 0))
    ways = {way.action.facon: way.cells for way in game.reach(s, "alys")}
    assert set(ways["pas"].values()) == {1} and len(ways["pas"]) == 8
    assert ways["marcher"][4, 0] == 4 and (2, 0) not in ways["marcher"] and max(ways["courir"].values()) == 10
    for way in game.reach(s, "alys"):
        for x, y in way.cells:
            assert replace(way.action, x=x, y=y).closed(s) is None
    assert not list(portee(s, "bor")) and not list(portee(s, "personne"))
    apres, _ = jouer(s, va(1, 0))
    assert not list(game.reach(apres, "alys"))
    assert game.ground(s).grid == "square"


@pytest.mark.rule("TN-8.362")
def test_a_move_that_meets_somebody_hidden_ends_as_near_as_one_comes():
    s = terrain(bor=(3, 0))
    known = replace(s, people={"alys": s["alys"]})
    found = met(game, s, known, va(3))
    assert found.why.rule == "TN-8.362"
    assert max(abs(found.action.x - 3), abs(found.action.y)) == 1


@pytest.mark.rule("TN-8.23", "TN-8.68")
def test_only_in_ones_own_passe_and_anew_each_round():
    s = terrain()
    assert SeDeplacer("bor", 5, 0).closed(s).rule == "TN-8.23"
    assert va(1).closed(replace(s, encounter=None)) is not None
    s, _ = jouer(s, va(1))
    s = Passer("alys").resolve(s, Scripted())
    assert s.encounter.passe == "alys" and va(2).closed(s) is None  # Bor is at 0: he has no passe


@pytest.mark.rule("TN-8.362")
def test_what_is_offered_is_open():
    s = terrain(bor=(4, 0))
    offered = [action for action, closed in game.legal(s, "alys") if isinstance(action, SeDeplacer) and closed is None]
    assert {action.facon for action in offered} >= {"pas", "marcher", "courir", "securise"}
    proche = next(action for action in offered if action.facon == "marcher")
    assert max(abs(proche.x - 4), abs(proche.y)) == 1


def test_the_ready_tactic_walks_to_whom_it_cannot_reach_and_runs_if_that_is_too_far():
    combattre = game.tactics["simple"].act
    assert combattre(terrain(bor=(5, 0)), "alys") == va(4)
    assert combattre(terrain(bor=(9, 0)), "alys") == va(8, facon="courir")
    assert not isinstance(combattre(terrain(bor=(9, 0), forme="joute"), "alys"), SeDeplacer)
    apres, _ = jouer(terrain(bor=(5, 0)), va(4))
    assert combattre(apres, "alys") == Attaquer("alys", "bor")
