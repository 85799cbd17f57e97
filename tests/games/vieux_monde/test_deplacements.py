"""Moving: the Mouvement, obstacles, charging, running, getting up, the larger and the smaller."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from reading import read
from tablee.games.vieux_monde.book.c2_combat.combat import marche_restante, mouvement
from tablee.games.vieux_monde.book.c2_combat.places import autour
from tablee.games.vieux_monde.book.c2_coups.attaque import Attaquer
from tablee.games.vieux_monde.book.c2_coups.deplacements import Charger, Courir, Deplacer, SeRelever, foulees, offers
from tablee.games.vieux_monde.book.c2_rounds.rounds import Terminer
from tablee.games.vieux_monde.model.people import Effet, Etat
from tablee.kernel.odds import odds
from tablee.kernel.tally import total

from .champ import LAME, change, combat, dits, homme, lieu, paires, termes, tour
from .essais import dit, jouer, refus

# ---------------------------------------------------------------- walking


@pytest.mark.rule("VM-2.6", "VM-6.3")
def test_the_mouvement_is_the_distance_of_a_tour_and_diagonals_count_one():
    scene = combat(ana=homme("rouge", 0, 0), bor=homme("bleu", 20))
    assert refus(scene, Deplacer("ana", 5, 0)) == refus(scene, Deplacer("ana", 4, 5)) == "VM-2.6"
    scene, oracle = jouer(scene, Deplacer("ana", 3, -3))
    assert (scene["ana"].x, scene["ana"].y, scene.encounter.marche) == (3, -3, 3)
    assert dit(oracle, "deplacement")["pas"] == 3
    assert refus(scene, Deplacer("ana", 5, -3)) == "VM-2.6"
    scene, _ = jouer(scene, Deplacer("ana", 4, -4))
    assert marche_restante(scene, scene["ana"]) == 0
    assert not scene.encounter.action


@pytest.mark.rule("VM-2.6")
def test_where_one_does_not_go():
    scene = lieu(ana=homme("rouge", 0), bor=homme("bleu", 2))
    assert refus(scene, Deplacer("ana", 0, 0)) == "VM-2.6"  # already there
    assert refus(scene, Deplacer("ana", 10_001, 0)) == refus(scene, Deplacer("ana", 0, -(10**30))) == "VM-2.6"
    assert refus(scene, Deplacer("ana", 2, 0)) == "VM-2.50"  # taken
    scene, _ = jouer(scene, Deplacer("ana", 900, 900))  # outside fights nobody counts
    assert scene["ana"].x == 900


@pytest.mark.rule("VM-2.6")
def test_etats_and_spells_weigh_on_the_mouvement():
    scene = combat(ana=homme("rouge"), bor=homme("bleu", 9))
    scene = change(scene, "ana", effets=(Effet("Ailes", "mouvement", 3),), etats=(Etat("sonne", 2),))
    assert total(mouvement(scene, scene["ana"])) == 5
    assert Deplacer("ana", 5, 0).closed(scene) is None
    assert refus(scene, Deplacer("ana", 6, 0)) == "VM-2.6"
    assert refus(change(scene, "ana", etats=(Etat("enchevetre"),)), Deplacer("ana", 1, 0)) == "VM-6.6"


@pytest.mark.rule("VM-2.10", "VM-2.12", "VM-2.13")
def test_whoever_is_engaged_does_not_walk_away_and_is_told_how_to():
    scene = combat(("ana", "bor"), ana=homme("rouge"), bor=homme("bleu", 1))
    assert refus(scene, Deplacer("ana", -2, 0)) == refus(scene, Courir("ana")) == "VM-2.13"
    phrase = read(scene, Deplacer("ana", -2, 0).closed(scene))
    assert "Bor" in phrase and "Esquive" in phrase and "Avantages" in phrase and "fuite" in phrase
    assert refus(change(scene, "ana", avantages=1), Deplacer("ana", -2, 0)) == "VM-2.12"


@pytest.mark.rule("VM-2.10")
def test_somebody_who_cannot_act_holds_nobody():
    scene = combat(("ana", "bor"), ana=homme("rouge"), bor=homme("bleu", 1, etats=[{"id": "surpris"}]))
    scene, _ = jouer(scene, Deplacer("ana", -2, 0))
    assert paires(scene) == set()


def test_the_broken_do_not_come_nearer_to_an_enemy():
    scene = combat(ana=homme("rouge", etats=[{"id": "brise"}]), bor=homme("bleu", 5), cid=homme("rouge", 0, 3))
    assert refus(scene, Deplacer("ana", 1, 0)) == "VM-2.54"
    assert Deplacer("ana", -3, 0).closed(scene) is None
    assert refus(scene, Charger("ana", "bor")) == "VM-6.6"


# ---------------------------------------------------------------- obstacles


@pytest.mark.rule("VM-2.7")
@pytest.mark.parametrize(("de", "x"), [(30, 3), (31, 0)])
def test_a_complicated_move_takes_the_action_and_a_test(de, x):
    scene = combat(ana=homme("rouge", FOR=30), bor=homme("bleu", 9))
    scene, oracle = jouer(scene, Deplacer("ana", 3, 0, "escalade"), de)
    assert (scene["ana"].x, scene.encounter.action, scene.encounter.marche) == (x, True, 3)
    assert dit(oracle, "essai")["competence"] == "Escalade"
    assert bool(dits(oracle, "obstacle_manque")) == (x == 0)


@pytest.mark.rule("VM-2.7")
def test_an_obstacle_is_refused_once_the_action_is_used_and_a_plain_move_is_not():
    scene = tour(combat(ana=homme("rouge"), bor=homme("bleu", 9)), action=True)
    assert refus(scene, Deplacer("ana", 3, 0, "athletisme")) == "VM-2.1"
    assert Deplacer("ana", 3, 0).closed(scene) is None
    libre = tour(scene, action=False)
    assert refus(libre, Deplacer("ana", 3, 0, "charme")) == "VM-2.7"
    assert refus(libre, Deplacer("ana", 3, 0, "acrobaties")) == "VM-1.2"  # advanced
    assert refus(libre, Deplacer("ana", 3, 0, "escalade", "impossible")) == "VM-1.9"


@pytest.mark.rule("VM-2.7", "VM-2.39")
def test_the_difficulty_counts_and_a_rider_jumps_with_chevaucher():
    scene = combat(
        ana=homme("rouge", monture="roc", AGI=40, competences={"chevaucher": 10}),
        roc=homme("rouge", taille="Grande", mouvement=8),
        bor=homme("bleu", 19),
    )
    scene, oracle = jouer(scene, Deplacer("ana", 8, 0, "athletisme", "difficile"), 30)
    essai = dit(oracle, "essai")
    assert (essai["competence"], essai["valeur"]) == ("Chevaucher", 30)
    assert scene["ana"].x == scene["roc"].x == 8


@pytest.mark.rule("VM-2.7")
def test_the_button_of_an_obstacle_shows_its_chance():
    scene = combat(ana=homme("rouge", FOR=42), bor=homme("bleu", 9))
    action = Deplacer("ana", 2, 0, "escalade")
    assert odds(action, scene).p(True, exact=True) == Fraction(42, 100)
    assert Deplacer("ana", 2, 0).views() == ()


# ---------------------------------------------------------------- charging


@pytest.mark.rule("VM-2.8")
def test_a_charge_takes_all_the_mouvement_and_the_action_and_ends_beside_the_target():
    scene = combat(ana=homme("rouge", 0, 0), bor=homme("bleu", 3, 1), cid=homme("bleu", 2, 0))
    scene, oracle = jouer(scene, Charger("ana", "bor"), 60, 30)
    assert (scene["ana"].x, scene["ana"].y) == (2, 1)  # (2, 0) is taken
    assert scene.encounter.action
    assert marche_restante(scene, scene["ana"]) == 0
    assert scene.encounter.charge == "bor"
    assert paires(scene) == {frozenset(("ana", "bor"))}
    assert dits(oracle, "charge")[0].target == "bor"


@pytest.mark.rule("VM-2.8")
@pytest.mark.parametrize(
    ("x", "marche", "ouvert"), [(5, 0, True), (6, 0, False), (3, 2, True), (4, 2, False), (1, 4, False)]
)
def test_the_target_must_be_within_what_is_left_of_the_mouvement(x, marche, ouvert):
    scene = tour(combat(ana=homme("rouge", 0), bor=homme("bleu", x)), marche=marche)
    assert (Charger("ana", "bor").closed(scene) is None) == ouvert
    if not ouvert:
        assert refus(scene, Charger("ana", "bor")) == "VM-2.8"


@pytest.mark.rule("VM-2.8")
@pytest.mark.parametrize(
    ("depart", "cible", "arrivee"),
    [((5, 2), (9, 2), (8, 2)), ((9, 5), (6, 5), (7, 5)), ((4, 9), (4, 6), (4, 7)), ((3, 3), (6, 6), (5, 5))],
)
def test_a_charge_goes_straight(depart, cible, arrivee):
    scene = combat(ana=homme("rouge", *depart), bor=homme("bleu", *cible))
    scene, _ = jouer(scene, Charger("ana", "bor"), 60, 30)
    assert (scene["ana"].x, scene["ana"].y) == arrivee


@pytest.mark.rule("VM-2.8")
def test_what_forbids_a_charge():
    scene = combat(
        ("ana", "cid"), ana=homme("rouge"), bor=homme("bleu", 3), cid=homme("bleu", 1), dan=homme("rouge", 2)
    )
    assert refus(scene, Charger("ana", "bor")) == "VM-2.8"  # Engagé
    libre = combat(ana=homme("rouge"), bor=homme("bleu", 3), dan=homme("rouge", 2))
    assert refus(libre, Charger("ana", "dan")) == "VM-2.8"  # no adversary
    assert refus(tour(libre, action=True), Charger("ana", "bor")) == "VM-2.1"
    assert refus(change(libre, "ana", etats=(Etat("a_terre"),)), Charger("ana", "bor")) == "VM-6.6"
    assert refus(change(libre, "ana", etats=(Etat("enchevetre"),)), Charger("ana", "bor")) == "VM-6.6"
    assert refus(replace(libre, encounter=None), Charger("ana", "bor")) == "VM-2.1"
    assert refus(libre, Charger("ana", "personne")) == "VM-1.2"
    assert refus(libre, Charger("ana", "bor", "hallebarde")) == "VM-2.24"


@pytest.mark.rule("VM-2.8")
def test_no_room_beside_the_target_no_charge():
    autres = {f"g{i}": homme("bleu", 3 + dx, dy) for i, (dx, dy) in enumerate(autour((0, 0)))}
    scene = combat(ana=homme("rouge", -1), bor=homme("bleu", 3), **autres)
    assert refus(scene, Charger("ana", "bor")) == "VM-2.8"


@pytest.mark.rule("VM-2.8", "VM-2.17")
def test_the_chance_on_the_button_counts_the_avantage_of_the_charge():
    scene = combat(ana=homme("rouge", 1), bor=homme("bleu", 3))
    pres = change(combat(ana=homme("rouge", 2), bor=homme("bleu", 3)), "ana", avantages=1)
    assert odds(Charger("ana", "bor"), scene) == odds(Attaquer("ana", "bor"), pres)


# ---------------------------------------------------------------- running


@pytest.mark.rule("VM-2.9", "VM-6.3")
@pytest.mark.parametrize(
    ("de", "cases"),
    [(50, 8), (41, 8), (35, 9), (22, 9), (11, 10), (1, 10), (51, 4), (99, 4)],  # AGI 30 + 20, Mouvement 4, Course 8
)
def test_running_adds_the_course_and_half_the_dr_or_half_the_course(de, cases):
    scene = combat(ana=homme("rouge", AGI=30), bor=homme("bleu", 30))
    scene, oracle = jouer(scene, Courir("ana"), de)
    course = dit(oracle, "course")
    assert (course["cases"], sum(termes(course).values()), scene.encounter.reserve) == (cases, cases, cases)
    assert dit(oracle, "essai")["valeur"] == 50
    assert scene.encounter.action
    assert Deplacer("ana", 4 + cases, 0).closed(scene) is None
    assert refus(scene, Deplacer("ana", 5 + cases, 0)) == "VM-2.6"
    assert refus(scene, Courir("ana")) == "VM-2.1"


@pytest.mark.rule("VM-2.9")
def test_halves_are_rounded_down():
    scene = combat(ana=homme("rouge", mouvement=3), bor=homme("bleu", 30))
    p = scene["ana"]
    assert [total(foulees(scene, p, dr, True)) for dr in (0, 1, 2, 3, 5)] == [6, 6, 7, 7, 8]
    assert total(foulees(scene, p, -1, False)) == 3


@pytest.mark.rule("VM-2.9", "VM-2.39")
def test_a_rider_runs_with_chevaucher_and_the_mouvement_of_his_mount():
    scene = combat(
        ana=homme("rouge", monture="roc", AGI=40),
        roc=homme("rouge", taille="Grande", mouvement=7),
        bor=homme("bleu", 30),
    )
    assert termes_du_mouvement(scene, "ana") == 7
    scene, oracle = jouer(scene, Courir("ana"), 60)
    assert dit(oracle, "essai")["competence"] == "Chevaucher"
    assert scene.encounter.reserve == 14
    scene, _ = jouer(scene, Deplacer("ana", 0, 21))
    assert (scene["roc"].x, scene["roc"].y) == (0, 21)


def termes_du_mouvement(scene, who):
    return total(mouvement(scene, scene[who]))


@pytest.mark.rule("VM-2.39")
def test_a_mount_goes_where_its_rider_leads():
    scene = combat(
        roc=homme("rouge", taille="Grande", mouvement=7), ana=homme("rouge", monture="roc"), bor=homme("bleu", 9)
    )
    assert refus(scene, Deplacer("roc", 3, 0)) == "VM-2.39"
    seul = change(scene, "ana", etats=(Etat("inconscient"),), monture="")
    assert Deplacer("roc", 3, 0).closed(seul) is None


@pytest.mark.rule("VM-2.39", "VM-2.10")
def test_a_rider_whose_mount_is_engaged_is_held_too():
    scene = combat(
        ("roc", "bor"),
        ana=homme("rouge", monture="roc"),
        roc=homme("rouge", taille="Grande"),
        bor=homme("bleu", 1, taille="Grande"),
    )
    assert refus(scene, Deplacer("ana", -3, 0)) == "VM-2.13"
    assert refus(scene, Charger("ana", "bor")) == "VM-2.8"


@pytest.mark.rule("VM-2.50", "VM-2.39")
def test_a_rider_leaves_those_who_are_smaller_than_his_mount():
    scene = combat(
        ("ana", "bor"), ana=homme("rouge", monture="roc"), roc=homme("rouge", taille="Grande"), bor=homme("bleu", 1)
    )
    scene, _ = jouer(scene, Deplacer("ana", -3, 0))
    assert paires(scene) == set()


@pytest.mark.rule("VM-2.42", "VM-2.10")
def test_a_nervous_mount_under_its_rider_holds_nobody():
    scene = combat(
        ("ana", "pie"),
        ana=homme("rouge"),
        bor=homme("bleu", 1, monture="pie"),
        pie=homme("bleu", 1, taille="Grande", traits=["nerveux"]),
    )
    assert Deplacer("ana", -3, 0).closed(scene) is None
    brave = change(scene, "pie", fiche=replace(scene["pie"].fiche, traits=()))
    assert refus(brave, Deplacer("ana", -3, 0)) == "VM-2.13"


@pytest.mark.rule("VM-2.9")
def test_the_chances_of_a_run():
    scene = tour(combat(ana=homme("rouge", AGI=30), bor=homme("bleu", 30)), reserve=2)
    assert odds(Courir("ana"), scene).p(True, exact=True) == Fraction(50, 100)
    assert odds(Courir("ana"), scene, "cases").p(4, exact=True) == Fraction(50, 100)


# ---------------------------------------------------------------- getting up


@pytest.mark.rule("VM-6.6")
def test_getting_up_takes_the_whole_mouvement():
    scene = combat(ana=homme("rouge", etats=[{"id": "a_terre"}]), bor=homme("bleu", 9))
    assert marche_restante(scene, scene["ana"]) == 1  # one crawls
    suite, _ = jouer(scene, SeRelever("ana"))
    assert not suite["ana"].niveau("a_terre")
    assert marche_restante(suite, suite["ana"]) == 0
    assert not suite.encounter.action
    assert refus(suite, SeRelever("ana")) == "VM-6.6"
    rampe, _ = jouer(scene, Deplacer("ana", 1, 0))
    assert refus(rampe, SeRelever("ana")) == "VM-6.6"
    assert refus(scene, Courir("ana")) == "VM-6.6"


@pytest.mark.rule("VM-5.3")
def test_at_zero_nobody_gets_up():
    scene = combat(ana=homme("rouge", etats=[{"id": "a_terre"}], pb_perdus=20, a_zero=0), bor=homme("bleu", 9))
    assert refus(scene, SeRelever("ana")) == "VM-5.3"
    assert SeRelever("ana").closed(change(scene, "ana", pb_perdus=19, a_zero=None)) is None


# ---------------------------------------------------------------- the larger one


@pytest.mark.rule("VM-2.50")
def test_the_larger_leaves_a_melee_freely_and_the_smaller_are_disengaged():
    scene = combat(
        ("ogre", "bor"),
        ("ogre", "cid"),
        ogre=homme("rouge", taille="Grande"),
        bor=homme("bleu", 1),
        cid=homme("bleu", -1),
    )
    suite, oracle = jouer(scene, Deplacer("ogre", 0, 3))
    assert paires(suite) == set()
    assert {e.target for e in dits(oracle, "laisse")} == {"bor", "cid"}
    assert suite["ogre"].avantages == 0
    egal = change(scene, "cid", fiche=replace(scene["cid"].fiche, taille="Grande"))
    assert refus(egal, Deplacer("ogre", 0, 3)) == "VM-2.13"  # not larger than all of them
    assert refus(tour(scene, file=("bor",)), Deplacer("bor", 3, 0)) == "VM-2.13"  # nor is the smaller free


@pytest.mark.rule("VM-2.50")
def test_whose_place_is_entered_shifts_one_square_where_he_likes():
    scene = combat(
        ogre=homme("rouge", taille="Grande"), bor=homme("bleu", 3), cid=homme("bleu", 4), dan=homme("bleu", 4, 1)
    )
    suite, oracle = jouer(scene, Deplacer("ogre", 3, 0), reponses=("2,1",))
    (question,) = oracle.asked
    assert question.who == "bor"
    assert set(question.open()) == {f"{x},{y}" for x, y in autour((3, 0))} - {"4,0", "4,1"}
    assert ((suite["bor"].x, suite["bor"].y), suite["ogre"].x) == ((2, 1), 3)
    assert dit(oracle, "decale")["x"] == 2
    premier, _ = jouer(scene, Deplacer("ogre", 3, 0))
    assert (premier["bor"].x, premier["bor"].y) == (2, -1)  # nobody answers: the first free square


@pytest.mark.rule("VM-2.50")
def test_where_nobody_can_make_way_the_larger_does_not_go():
    autres = {f"g{i}": homme("bleu", 3 + dx, dy) for i, (dx, dy) in enumerate(autour((0, 0)))}
    scene = combat(ogre=homme("rouge", -1, taille="Grande"), bor=homme("bleu", 3), **autres)
    assert refus(scene, Deplacer("ogre", 3, 0)) == "VM-2.50"
    assert Deplacer("ogre", 3, 0).closed(change(scene, "g0", vie="mort")) is None
    lie = combat(ogre=homme("rouge", taille="Grande"), bor=homme("bleu", 3, etats=[{"id": "enchevetre"}]))
    assert refus(lie, Deplacer("ogre", 3, 0)) == "VM-2.50"
    pair = combat(ogre=homme("rouge", taille="Grande"), bor=homme("bleu", 3, taille="Grande"))
    assert refus(pair, Deplacer("ogre", 3, 0)) == "VM-2.50"
    gisant = combat(ana=homme("rouge"), bor=homme("bleu", 3, etats=[{"id": "inconscient"}]), cid=homme("bleu", 9))
    assert Deplacer("ana", 3, 0).closed(gisant) is None  # one steps over the fallen


# ---------------------------------------------------------------- buttons


def test_the_buttons_lead_to_the_nearest_adversary_and_away_from_him():
    scene = combat(ana=homme("rouge", 0, armes=(LAME,)), bor=homme("bleu", 7), cid=homme("bleu", -20))
    offertes = list(offers(scene, scene["ana"]))
    assert Charger("ana", "bor") in offertes
    assert Deplacer("ana", 4, 0) in offertes
    assert Deplacer("ana", -4, 0) in offertes
    assert Courir("ana") in offertes
    biais = combat(ana=homme("rouge", 1, 1), bor=homme("bleu", 8, 9))
    pas = [(a.x, a.y) for a in offers(biais, biais["ana"]) if isinstance(a, Deplacer)]
    assert pas == [(5, 5), (-3, -3)]
    scene = change(scene, "ana", etats=(Etat("a_terre"),))
    assert SeRelever("ana") in list(offers(scene, scene["ana"]))
    scene, _ = jouer(scene, Terminer("ana"))
    assert scene.turn() == ("bor",)
