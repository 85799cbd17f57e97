"""Time in a fight: initiative, ties, the fixed order, tours, the end of a Round and of a fight."""

import pytest
from msgspec.structs import replace

from reading import read
from tablee.games.vieux_monde.book.c2_coups.attaque import Attaquer
from tablee.games.vieux_monde.book.c2_coups.deplacements import Deplacer
from tablee.games.vieux_monde.book.c2_rounds.rounds import Cesser, Combattre, Patienter, Rejoindre, Terminer
from tablee.games.vieux_monde.desk.read import lire_scene
from tablee.games.vieux_monde.model.people import Effet, Etat

from .champ import change, combat, dits, homme, lieu, paires, termes, tour
from .essais import dit, jouer, refus

# ---------------------------------------------------------------- initiative


@pytest.mark.rule("VM-2.3")
@pytest.mark.parametrize(
    ("ini", "de", "valeur"),
    [(44, 24, 24), (32, 51, -17), (60, 1, 66), (30, 96, -57)],  # the book's example, the ruling on a negative DR
)
def test_initiative_is_ten_times_the_dr_and_the_bonus(ini, de, valeur):
    scene = lieu(ana=homme("rouge", INI=ini), bor=homme("bleu", INI=20, AGI=10))
    scene, oracle = jouer(scene, Combattre("ana"), de, 90)
    premier = dits(oracle, "initiative")[0]
    assert premier["valeur"] == scene.encounter.initiatives["ana"] == valeur
    assert sum(termes(premier).values()) == valeur


@pytest.mark.rule("VM-2.3")
def test_a_spell_on_the_value_of_initiative_counts():
    vif = Effet("Vivacité", "initiative", 6)
    scene = change(lieu(ana=homme("rouge"), bor=homme("bleu")), "ana", effets=(vif,))
    scene, _ = jouer(scene, Combattre("ana"), 31, 2)
    assert scene.encounter.initiatives == {"ana": 9, "bor": 33}


@pytest.mark.rule("VM-2.1", "VM-2.3")
def test_tours_go_from_the_highest_value_to_the_lowest():
    scene = lieu(ana=homme("rouge"), bor=homme("bleu"), cid=homme("bleu"), oma=homme(""))
    scene, _ = jouer(scene, Combattre("ana"), 50, 5, 25)
    assert scene.encounter.ordre == scene.encounter.file == ("bor", "cid", "ana")  # oma is of no camp
    assert (scene.turn(), scene.round()) == (("bor",), 1)


@pytest.mark.rule("VM-2.4")
def test_of_equal_values_the_higher_agilite_goes_first():
    scene = lieu(ana=homme("rouge", AGI=30), bor=homme("bleu", AGI=31))
    scene, oracle = jouer(scene, Combattre("ana"), 20, 20)
    assert scene.encounter.ordre == ("bor", "ana")
    assert not dits(oracle, "depart")


@pytest.mark.rule("VM-2.4")
def test_still_equal_an_opposed_test_of_agilite_decides_and_is_told():
    scene = lieu(ana=homme("rouge", AGI=40), bor=homme("bleu", AGI=40))
    scene, oracle = jouer(scene, Combattre("ana"), 20, 20, 5, 35)  # bor rolls first
    assert scene.encounter.ordre == ("bor", "ana")
    depart = dit(oracle, "depart")
    assert (depart.who, depart.target, depart.rule) == ("bor", "ana", "VM-2.4")
    essais = [e for e in dits(oracle, "essai") if e["competence"] == "Agilité"]
    assert {e.who for e in essais} == {"ana", "bor"}


@pytest.mark.rule("VM-2.4")
def test_an_agilite_lowered_by_a_wound_counts_as_it_stands():
    scene = lieu(ana=homme("rouge", AGI=40), bor=homme("bleu", AGI=35))
    scene = change(scene, "ana", effets=(Effet("Entaille", "AGI", -10, origine="critique"),))
    scene, _ = jouer(scene, Combattre("ana"), 20, 20)
    assert scene.encounter.ordre == ("bor", "ana")


@pytest.mark.rule("VM-2.5", "VM-2.2")
def test_the_order_is_the_same_in_the_next_round_and_nothing_is_rolled_again():
    scene = combat(ana=homme("rouge"), bor=homme("bleu", 5))
    scene, _ = jouer(scene, Terminer("ana"))
    scene, oracle = jouer(scene, Terminer("bor"))
    assert (scene.round(), scene.encounter.file, scene.encounter.ordre) == (2, ("ana", "bor"), ("ana", "bor"))
    assert dit(oracle, "round")["round"] == 2
    assert scene.clock == 6


@pytest.mark.rule("VM-2.5", "VM-2.3")
@pytest.mark.parametrize(
    ("de", "file", "ordre"),
    [
        (96, ("bor", "cid"), ("ana", "bor", "cid")),  # quicker than everybody still to play: next Round
        (5, ("bor", "cid"), ("cid", "ana", "bor")),
        (35, ("bor", "cid"), ("ana", "bor", "cid")),
    ],
)
def test_a_newcomer_finds_his_place_in_the_order(de, file, ordre):
    scene = combat(ana=homme("rouge"), bor=homme("bleu", 5))
    scene = tour(scene, initiatives={"ana": 20, "bor": 5}, file=("bor",))
    scene = scene.put(replace(scene["bor"], id="cid"))
    scene, _ = jouer(scene, Rejoindre("cid"), de)
    assert scene.encounter.ordre == ordre
    assert scene.encounter.file == (file if ordre[0] != "cid" else ("bor",))
    assert refus(scene, Rejoindre("cid")) == "VM-2.5"


def test_a_newcomer_between_two_who_are_still_to_play():
    scene = combat(ana=homme("rouge"), bor=homme("bleu", 5), dan=homme("bleu", 6))
    scene = tour(scene, initiatives={"ana": 50, "bor": 30, "dan": 2})
    scene = scene.put(replace(scene["bor"], id="cid"))
    scene, _ = jouer(scene, Rejoindre("cid"), 15)
    assert scene.encounter.file == scene.encounter.ordre == ("ana", "bor", "cid", "dan")


@pytest.mark.rule("VM-2.2")
def test_who_cannot_join_a_fight():
    scene = combat(ana=homme("rouge"), bor=homme("bleu", 5))
    scene = scene.put(replace(scene["bor"], id="cid", side=""), replace(scene["bor"], id="dan", vie="mort"))
    assert refus(scene, Rejoindre("cid")) == "VM-2.2"
    assert refus(scene, Rejoindre("dan")) == "VM-5.9"
    assert refus(replace(scene, encounter=None), Rejoindre("cid")) == "VM-2.1"


# ---------------------------------------------------------------- tours


@pytest.mark.rule("VM-2.1")
def test_a_tour_is_one_action_and_one_mouvement():
    scene = combat(ana=homme("rouge", 0), bor=homme("bleu", 3), cid=homme("bleu", 4))
    scene, _ = jouer(scene, Deplacer("ana", 2, 0))
    scene, _ = jouer(scene, Attaquer("ana", "bor"), 60, 30)
    assert refus(scene, Attaquer("ana", "bor")) == "VM-2.1"
    scene, _ = jouer(scene, Terminer("ana"))
    assert scene.turn() == ("bor",)
    assert not scene.encounter.action
    assert scene.encounter.marche == 0


@pytest.mark.rule("VM-2.1")
@pytest.mark.parametrize("action", [Attaquer("bor", "ana"), Terminer("bor"), Deplacer("bor", 3, 0), Cesser("bor")])
def test_nobody_acts_out_of_turn(action):
    scene = combat(ana=homme("rouge"), bor=homme("bleu", 1))
    assert refus(scene, action) == "VM-2.1"
    assert "Ana" in read(scene, action.closed(scene))


@pytest.mark.rule("VM-2.1", "VM-2.2")
def test_those_who_cannot_act_are_passed_over():
    scene = combat(
        ana=homme("rouge"),
        bor=homme("bleu", 5, etats=[{"id": "surpris"}]),
        cid=homme("bleu", 6, etats=[{"id": "inconscient"}]),
        dan=homme("bleu", 7),
    )
    scene, _ = jouer(scene, Terminer("ana"))
    assert scene.turn() == ("dan",)


@pytest.mark.rule("VM-2.1")
def test_the_tour_of_somebody_struck_down_in_it_can_be_ended():
    scene = combat(ana=homme("rouge", vie="mort"), bor=homme("bleu", 5), cid=homme("rouge", 9))
    scene, _ = jouer(scene, Terminer("ana"))
    assert scene.turn() == ("bor",)


@pytest.mark.rule("VM-2.2")
def test_the_surprised_lose_the_first_round_only():
    scene = lieu(ana=homme("rouge"), bor=homme("bleu", 5, etats=[{"id": "surpris"}]))
    scene, _ = jouer(scene, Combattre("ana"), 50, 2)
    assert scene.encounter.ordre == ("bor", "ana")
    assert scene.turn() == ("ana",)
    scene, _ = jouer(scene, Terminer("ana"))
    assert (scene.round(), scene.turn()) == (2, ("bor",))
    assert not scene["bor"].niveau("surpris")


# ---------------------------------------------------------------- the end of Rounds and fights


@pytest.mark.rule("VM-2.11")
def test_an_engagement_ends_after_a_full_round_without_attack():
    scene = combat(ana=homme("rouge"), bor=homme("bleu", 1))
    scene, _ = jouer(scene, Attaquer("ana", "bor"), 60, 30)
    scene, _ = jouer(scene, Terminer("ana"))
    scene, _ = jouer(scene, Terminer("bor"))
    assert paires(scene) == {frozenset(("ana", "bor"))}  # attacked in Round 1: still Engagés in Round 2
    scene, _ = jouer(scene, Terminer("ana"))
    scene, _ = jouer(scene, Terminer("bor"))
    assert scene.round() == 3
    assert paires(scene) == set()


@pytest.mark.rule("VM-2.10", "VM-2.11")
def test_a_new_attack_keeps_the_engagement_up_whoever_strikes():
    scene = combat(("ana", "bor"), ana=homme("rouge"), bor=homme("bleu", 1))
    scene, _ = jouer(scene, Terminer("ana"))
    scene, _ = jouer(scene, Terminer("bor"))
    assert paires(scene)
    scene, _ = jouer(scene, Terminer("ana"))
    scene, _ = jouer(scene, Attaquer("bor", "ana"), 60, 30)
    assert len(scene.encounter.engagements) == 1
    scene, _ = jouer(scene, Terminer("bor"))
    assert scene.round() == 3
    assert paires(scene) == {frozenset(("ana", "bor"))}


@pytest.mark.rule("VM-2.2")
def test_a_fight_needs_two_camps_and_is_over_with_one():
    assert refus(lieu(ana=homme("rouge"), bor=homme("rouge")), Combattre("ana")) == "VM-2.2"
    assert refus(lieu(ana=homme("rouge"), bor=homme("bleu", vie="parti")), Combattre("ana")) == "VM-2.2"
    scene = combat(ana=homme("rouge", avantages=3, jetons=1), bor=homme("bleu", etats=[{"id": "inconscient"}]))
    assert refus(scene, Combattre("ana")) == "VM-2.2"
    scene, oracle = jouer(scene, Terminer("ana"))
    assert scene.encounter is None
    assert dit(oracle, "fin_combat")["debout"] == ("rouge",)
    assert (scene["ana"].avantages, scene["ana"].jetons) == (0, 0)


@pytest.mark.rule("VM-2.2", "VM-4.2", "VM-4.10")
def test_what_lasts_for_a_fight_is_over_with_it():
    scene = combat(ana=homme("rouge"), bor=homme("bleu", vie="mort"))
    scene = change(scene, "ana", protege=True, stoique=True, brave=True, craintes=("bor",), etats=(Etat("surpris"),))
    scene, _ = jouer(scene, Terminer("ana"))
    ana = scene["ana"]
    assert (ana.protege, ana.stoique, ana.brave, ana.craintes, ana.etats) == (False, False, False, (), ())


@pytest.mark.rule("VM-2.2")
def test_a_fight_ends_when_every_other_camp_agrees():
    scene = combat(ana=homme("rouge", avantages=2), bor=homme("bleu", 3), cid=homme("vert", 6), dan=homme("bleu", 4))
    suite, oracle = jouer(scene, Cesser("ana"), reponses=("oui", "non"))
    assert [q.who for q in oracle.asked] == ["bor", "cid"]  # the quickest of each camp
    assert suite == scene
    assert dit(oracle, "refus_de_cesser").who == "cid"
    fin, _ = jouer(scene, Cesser("ana"), reponses=("oui", "oui"))
    assert fin.encounter is None
    assert fin["ana"].avantages == 0
    suite, _ = jouer(scene, Cesser("ana"))
    assert suite.encounter is not None  # nobody answers: the fight goes on


@pytest.mark.rule("VM-2.2", "VM-2.42")
def test_mounts_fight_for_their_rider_and_the_nervous_do_not_fight():
    scene = lieu(
        ana=homme("rouge", monture="roc"),
        roc=homme("", taille="Grande"),
        bor=homme("bleu", 5, monture="pie"),
        pie=homme("", 5, taille="Grande", traits=["nerveux"]),
    )
    scene, _ = jouer(scene, Combattre("ana"), 50, 40, 30)
    assert scene["roc"].side == "rouge"
    assert scene["pie"].side == "bleu"
    assert set(scene.encounter.ordre) == {"ana", "roc", "bor"}
    scene = change(scene, "bor", vie="mort")
    for _ in range(3):
        if scene.encounter is not None:
            scene, _ = jouer(scene, Terminer(scene.turn()[0]))
    assert scene.encounter is None  # a nervous mount alone does not keep the fight going


# ---------------------------------------------------------------- the clock


@pytest.mark.rule("VM-2.1")
def test_what_lasts_a_while_ends_with_the_clock_and_it_is_told():
    effets = (Effet("Élan", "attaque", 10, fin=6), Effet("Torpeur", "attaque", -10, fin=12), Effet("Don", "FOR", 5))
    scene = lieu(ana=homme("rouge"))
    scene = change(scene, "ana", effets=effets, etats=(Etat("assourdi", 1, 6),))
    scene, oracle = jouer(scene, Patienter("ana"))
    assert [e.nom for e in scene["ana"].effets] == ["Torpeur", "Don"]
    assert not scene["ana"].etats
    assert [e["effet"] for e in dits(oracle, "effet_fini")] == ["Élan"]
    scene, _ = jouer(scene, Patienter("ana", 2))
    assert scene.clock == 18
    assert [e.nom for e in scene["ana"].effets] == ["Don"]


@pytest.mark.rule("VM-2.1")
def test_time_is_let_go_by_outside_fights_and_not_for_ever():
    assert refus(combat(ana=homme("rouge"), bor=homme("bleu")), Patienter("ana")) == "VM-2.1"
    assert refus(lieu(ana=homme("rouge")), Patienter("ana", 0)) == "VM-2.1"
    assert refus(lieu(ana=homme("rouge")), Patienter("ana", 21)) == "VM-2.1"


@pytest.mark.rule("VM-2.2", "VM-2.3")
def test_a_fight_of_which_nothing_is_written_is_still_to_begin():
    ecrits = {"u": {"pret": "ulrike", "camp": "A"}, "g": {"creature": "gobelin", "camp": "B"}}
    assert lire_scene({"personnages": ecrits, "combat": {}}).encounter is None
    combat = lire_scene({"personnages": ecrits, "combat": {"ordre": ["g", "u"]}}).encounter
    assert combat is not None and combat.file == ("g", "u")
    combat = lire_scene({"personnages": ecrits, "combat": {"file": ["u"]}}).encounter
    assert combat is not None and combat.ordre == ("u",)


def test_those_without_a_name_of_their_own_are_told_apart():
    gobelin = {"creature": "gobelin", "camp": "B"}
    s = lire_scene({"personnages": {"a": gobelin, "b": gobelin, "c": {**gobelin, "fiche": {"nom": "Grik"}}}})
    assert [s.name(who) for who in "abc"] == ["Gobelin 1", "Gobelin 2", "Grik"]
    assert lire_scene({"personnages": {"a": gobelin}}).name("a") == "Gobelin"
