"""Rounds, turns, initiative, movement, and the order in which a fight goes on."""

import pytest

from reading import read
from tablee.games.fluid.book.c4_combat import melee, places
from tablee.games.fluid.book.c4_combat.combat import Annoncer, ordre
from tablee.games.fluid.book.c4_combat.deplacements import Charger, Deplacer, Rompre
from tablee.games.fluid.book.c4_combat.distance import Tirer
from tablee.games.fluid.book.c4_combat.places import allure, marche_restante
from tablee.games.fluid.book.c4_combat.tour import Aider, Attendre, Cesser, Combattre, Degainer, Ramasser, SeRelever
from tablee.games.fluid.desk.read import read_scene
from tablee.games.fluid.model.people import Condition
from tablee.kernel.live import Scripted
from tablee.kernel.tally import total

from .bataille import (
    ARC,
    CUIR,
    DAGUE,
    ECU,
    EPEE,
    MAILLES,
    PLATES,
    TARGE,
    annonce,
    change,
    combat,
    dits,
    duel,
    echange,
    frappe,
    homme,
    pare,
    pesent,
    rassembler,
)
from .jeu import jouer

# ---------------------------------------------------------------- rounds and turns


@pytest.mark.rule("FLU-4.1")
def test_a_round_lasts_six_seconds_and_the_next_begins_by_itself():
    scene = combat(ana=homme("rouge"), bor=homme("bleu", 50))
    assert (scene.round(), scene.encounter.file, scene.clock) == (1, ("ana", "bor"), 0)
    scene, _ = jouer(scene, Attendre("ana"))
    assert (scene.round(), scene.clock) == (1, 0)
    scene, oracle = jouer(scene, Attendre("bor"))
    assert (scene.round(), scene.encounter.file, scene.clock) == (2, ("ana", "bor"), 6)
    assert dits(oracle, "round")[0]["round"] == 2


@pytest.mark.rule("FLU-4.1")
def test_a_turn_holds_a_move_and_one_action():
    scene = combat(ana=homme("rouge"), bor=homme("bleu", 5), cid=homme("bleu", 30))
    scene, _ = jouer(scene, Deplacer("ana", 2, 0))
    assert scene.turn()[0] == "ana"
    scene, _ = jouer(scene, frappe("ana", "bor"))
    assert frappe("ana", "bor").closed(scene).rule == "FLU-4.1"
    assert scene["ana"].x == 4


@pytest.mark.rule("FLU-4.1")
@pytest.mark.parametrize(
    "action",
    [
        frappe("bor", "ana"),
        Attendre("bor"),
        Deplacer("bor", 2, 0),
        Charger("bor", "ana"),
        Rompre("bor"),
        Degainer("bor", ("dague",)),
        Ramasser("bor", "dague"),
        SeRelever("bor"),
        Aider("bor", "cid", res=1),
    ],
)
def test_nobody_acts_out_of_turn(action):
    scene = combat(
        "manoeuvres",
        ana=homme("rouge"),
        bor=homme("bleu", 5, armes=[EPEE, DAGUE], a_terre=True),
        cid=homme("bleu", 6),
    )
    closed = action.closed(scene)
    assert closed.rule == "FLU-4.1"
    assert "Ana" in read(scene, closed)


@pytest.mark.rule("FLU-4.1")
def test_a_fight_needs_two_camps_and_ends_with_one():
    assert Combattre("ana").closed(rassembler(ana=homme("rouge"), bor=homme("rouge"))).rule == "FLU-4.1"
    assert Combattre("ana").closed(rassembler(ana=homme("rouge"), bor=homme("bleu", etat="mort"))).rule == "FLU-4.1"
    scene = duel(bor={"sbire": "facile", "res_fixee": 3})
    assert Combattre("ana").closed(scene).rule == "FLU-4.1"
    scene, oracle = echange(scene, frappe("ana", "bor"), frappe("bor", "ana"), des=(9, 4, 4, 4))
    assert scene.encounter is None
    assert dits(oracle, "fin_combat")[0]["camps"] == ("rouge",)


@pytest.mark.rule("FLU-4.1")
def test_a_bystander_takes_no_turn_and_does_not_keep_the_fight_going():
    scene = combat(ana=homme("rouge"), bor=homme("bleu", 1, sbire="facile", res_fixee=1), oma=homme("", 2))
    assert scene.encounter.file == ("ana", "bor")
    scene, oracle = echange(scene, frappe("ana", "bor"), frappe("bor", "ana"), des=(9, 4, 4, 4))
    assert scene.encounter is None
    assert dits(oracle, "fin_combat")[0]["camps"] == ("rouge",)


def test_a_bystander_who_is_attacked_defends_himself_and_hurts_nobody():
    scene = combat(ana=homme("rouge"), bor=homme("bleu", 40), oma=homme("", 1))
    scene, _ = jouer(scene, frappe("ana", "oma"))
    scene, oracle = jouer(scene, Attendre("bor"), 3, 9)
    assert annonce(oracle, "oma")["manoeuvre"] == "recul"
    assert scene["ana"].res == scene["oma"].res == 10
    assert [e.who for e in dits(oracle, "defense")] == ["oma"]


@pytest.mark.rule("FLU-4.12")
@pytest.mark.parametrize(
    "action",
    [
        frappe("ana", "bor"),
        Deplacer("ana", 1, 0),
        Charger("ana", "bor"),
        Degainer("ana", ("epee",)),
        SeRelever("ana"),
        Aider("ana", "cid", res=1),
    ],
)
def test_one_who_is_tied_up_does_nothing_but_wait(action):
    scene = combat(
        "manoeuvres",
        ana=homme("rouge", FOR=9, armes=[EPEE], sans_defense=True, a_terre=True),
        bor=homme("bleu", 4),
        cid=homme("rouge", 9),
    )
    assert action.closed(scene).rule == "FLU-4.12"
    assert Attendre("ana").closed(scene) is None


# ---------------------------------------------------------------- initiative


@pytest.mark.rule("FLU-4.2", "FLU-4.37")
@pytest.mark.parametrize(
    ("porte", "ini"),
    [
        ({}, 10),
        ({"armes": [EPEE]}, 8),
        ({"armes": [EPEE, DAGUE]}, 8),  # only what is in hand
        ({"armes": [EPEE, DAGUE], "en_main": ["epee", "dague"]}, 7),  # ruling: both weapons held
        ({"armes": [EPEE], "en_main": []}, 10),
        ({"armes": [EPEE], "armure": MAILLES}, 6),
        ({"armes": [EPEE], "armure": MAILLES, "bouclier": ECU}, 4),
        ({"armure": PLATES, "bouclier": TARGE}, 6),
    ],
)
def test_initiative_is_ini_less_weapon_armour_and_shield(porte, ini):
    p = duel(ana=porte)["ana"]
    assert places.ini(p) == total(melee.initiative(p)) == ini


@pytest.mark.rule("FLU-4.2")
def test_initiative_never_goes_below_zero():
    p = duel(ana={"FOR": 1, "AGI": 1, "armes": [EPEE], "armure": PLATES})["ana"]
    assert places.ini(p) == allure(p) == 0


@pytest.mark.rule("FLU-4.2")
def test_the_quickest_act_first_then_the_more_agile():
    scene = combat(
        lent=homme("rouge", 0, FOR=4, AGI=4),
        egal=homme("bleu", 40, FOR=5, AGI=5),
        agile=homme("rouge", 80, FOR=3, AGI=7),
        vif=homme("bleu", 120, FOR=9, AGI=3),
        charge=homme("rouge", 160, FOR=9, AGI=6, armes=[EPEE], armure=PLATES),  # 15 - 5, less agile than `agile`
    )
    assert scene.encounter.file == ("vif", "agile", "charge", "egal", "lent")
    assert ordre(scene, ("lent", "egal", "vif")) == ("vif", "egal", "lent")


@pytest.mark.rule("FLU-4.3")
def test_a_group_announces_in_order_of_initiative_and_rolls_once_all_have():
    scene = combat(
        "defense_renforcee",
        ana=homme("rouge", 0, FOR=6),
        bor=homme("bleu", 1, FOR=4),
        cid=homme("bleu", 1, FOR=5),
    )
    scene, _ = jouer(scene, frappe("ana", "bor"))
    scene, _ = jouer(scene, frappe("cid", "ana"))
    assert (scene.encounter.phase, scene.encounter.file) == ("annonces", ("bor",))
    scene, oracle = jouer(scene, frappe("bor", "ana"), 5, 5, 5, 5, 5)
    assert scene.round() == 2
    assert scene.encounter.file == ("ana", "cid", "bor")  # all in contact now: they announce by INI
    assert [e.who for e in dits(oracle, "jet")] == ["ana", "cid", "bor"]
    scene, oracle = jouer(scene, frappe("ana", "bor"))
    assert not oracle.events  # nothing is rolled before everybody has announced
    scene, _ = jouer(scene, frappe("cid", "ana"))
    scene, _ = jouer(scene, pare("bor"), 5, 5, 5)
    assert scene.round() == 3


@pytest.mark.rule("FLU-4.3")
def test_groups_fight_one_after_the_other_and_each_only_among_themselves():
    scene = combat(
        ana=homme("rouge", 0), bor=homme("bleu", 1), cid=homme("rouge", 100, FOR=4), dag=homme("bleu", 101, FOR=4)
    )
    scene, _ = jouer(scene, frappe("ana", "bor"))
    scene, _ = jouer(scene, frappe("cid", "dag"))
    assert scene.encounter.file == ("bor",)
    scene, oracle = jouer(scene, frappe("bor", "ana"), 8, 4)
    assert {e.who for e in dits(oracle, "jet")} == {"ana", "bor"}
    assert (scene.round(), scene.encounter.file) == (1, ("dag",))
    scene, oracle = jouer(scene, frappe("dag", "cid"), 3, 9)
    assert {e.who for e in dits(oracle, "jet")} == {"cid", "dag"}
    assert (scene["bor"].res, scene["cid"].res, scene.round()) == (6, 4, 2)


@pytest.mark.rule("FLU-4.3", "FLU-4.6")
def test_groups_that_meet_are_one_group():
    scene = combat(
        "manoeuvres",
        ana=homme("rouge", 0, FOR=9),
        bor=homme("bleu", -1),
        cid=homme("rouge", 2, FOR=8),
        dag=homme("bleu", 3),
        eli=homme("bleu", 1, FOR=7),
    )
    scene, _ = jouer(scene, frappe("ana", "bor"))
    scene, _ = jouer(scene, frappe("cid", "dag"))
    scene, _ = jouer(scene, Annoncer("eli", manoeuvre="simultanee", cibles=("ana", "cid"), parts=(2, 3)))
    assert [sorted(g) for g in scene.encounter.groupes] == [["ana", "bor", "cid", "dag", "eli"]]
    assert scene.encounter.file == ("bor", "dag")
    scene, _ = jouer(scene, frappe("bor", "ana"))
    scene, oracle = jouer(scene, frappe("dag", "cid"), *[5] * 10)
    assert sorted(e.who for e in dits(oracle, "jet")) == ["ana", "bor", "cid", "dag", "eli", "eli"]


# ---------------------------------------------------------------- moving


@pytest.mark.rule("FLU-4.4")
def test_a_movement_covers_ini_squares_in_several_moves():
    scene = combat(ana=homme("rouge", armes=[EPEE]), bor=homme("bleu", 60, FOR=2))
    assert Deplacer("ana", 9, 0).closed(scene).rule == "FLU-4.4"
    scene, _ = jouer(scene, Deplacer("ana", 5, 5))  # diagonals count one
    assert marche_restante(scene.encounter, scene["ana"]) == 3
    assert Deplacer("ana", 9, 5).closed(scene).rule == "FLU-4.4"
    scene, _ = jouer(scene, Deplacer("ana", 8, 5))
    assert Deplacer("ana", 8, 6).closed(scene).rule == "FLU-4.4"
    scene, _ = jouer(scene, Attendre("ana"))
    scene, _ = jouer(scene, Attendre("bor"))
    assert marche_restante(scene.encounter, scene["ana"]) == 8


@pytest.mark.rule("FLU-4.4")
@pytest.mark.parametrize(("x", "rule"), [(11, None), (12, "FLU-4.4")])
def test_one_must_be_able_to_walk_up_to_the_adversary(x, rule):
    scene = combat(ana=homme("rouge"), bor=homme("bleu", x))
    closed = frappe("ana", "bor").closed(scene)
    assert (closed.rule if closed else None) == rule
    if closed is None:
        scene, _ = jouer(scene, frappe("ana", "bor"))
        assert (scene["ana"].x, marche_restante(scene.encounter, scene["ana"])) == (10, 0)


@pytest.mark.rule("FLU-4.4", "FLU-4.23")
def test_a_lamed_fighter_walks_less_far():
    scene = combat(ana=homme("rouge"), bor=homme("bleu", 60))
    scene = change(scene, "ana", conditions=(Condition("Pied blessé", 9, mouvement=3),))
    assert Deplacer("ana", 7, 0).closed(scene) is None
    assert Deplacer("ana", 8, 0).closed(scene).rule == "FLU-4.4"
    assert Deplacer("ana", 14, 0, double=True).closed(scene) is None
    assert Deplacer("ana", 15, 0, double=True).closed(scene).rule == "FLU-4.5"


@pytest.mark.rule("FLU-4.5")
def test_a_double_move_goes_twice_as_far_and_no_further():
    scene = combat(ana=homme("rouge"), bor=homme("bleu", 60))
    assert Deplacer("ana", 21, 0, double=True).closed(scene).rule == "FLU-4.5"
    scene, oracle = jouer(scene, Deplacer("ana", 15, 0, double=True))
    assert dits(oracle, "deplacement")[0].rule == "FLU-4.5"
    assert Deplacer("ana", 16, 0).closed(scene).rule == "FLU-4.4"
    assert Deplacer("ana", 21, 0, double=True).closed(scene).rule == "FLU-4.5"
    scene, _ = jouer(scene, Deplacer("ana", 20, 0, double=True))
    assert Deplacer("ana", 19, 0, double=True).closed(scene).rule == "FLU-4.5"
    assert scene.encounter.elan == {"ana": -1}  # the price is paid once


@pytest.mark.rule("FLU-4.5")
def test_a_double_move_costs_a_desavantage_on_the_next_action_only():
    scene = combat(ana=homme("rouge"), bor=homme("bleu", 20))
    scene, _ = jouer(scene, Deplacer("ana", 19, 0, double=True))
    scene, oracle = echange(scene, frappe("ana", "bor"), frappe("bor", "ana"), des=(6, 6, 6))
    assert pesent(oracle, "ana") == {"Double déplacement": -1}
    assert pesent(oracle, "bor") == {}
    scene, oracle = echange(scene, frappe("ana", "bor"), frappe("bor", "ana"), des=(6, 6))
    assert pesent(oracle, "ana") == {}


@pytest.mark.rule("FLU-4.5")
def test_within_the_plain_movement_the_double_costs_nothing():
    scene = combat(ana=homme("rouge"), bor=homme("bleu", 11))
    scene, _ = jouer(scene, Deplacer("ana", 10, 0, double=True))
    scene, oracle = echange(scene, frappe("ana", "bor"), frappe("bor", "ana"), des=(6, 6))
    assert pesent(oracle, "ana") == {}


def test_in_contact_nobody_walks_away_without_breaking_off():
    scene, _ = jouer(duel("manoeuvres"), frappe("ana", "bor"))
    assert Deplacer("bor", 5, 0).closed(scene).rule == "FLU-4.28"


# ---------------------------------------------------------------- engaged before one's turn, targets that are gone


@pytest.mark.rule("FLU-4.6")
def test_one_who_is_engaged_before_his_turn_announces_with_his_group():
    scene = combat(ana=homme("rouge", FOR=6), bor=homme("bleu", 5), cid=homme("rouge", 30, FOR=4))
    scene, _ = jouer(scene, frappe("ana", "bor"))
    assert scene.encounter.file == ("cid",) or scene.turn()[0] == "cid"
    scene, _ = jouer(scene, Attendre("cid"))
    assert (scene.encounter.phase, scene.encounter.file) == ("annonces", ("bor",))
    assert Attendre("bor").closed(scene).rule == "FLU-4.6"


def test_one_whose_attacker_has_fallen_before_his_turn_has_it_after_all():
    scene = combat(
        ana=homme("rouge", FOR=9), bor=homme("bleu", 5, FOR=4), cid=homme("bleu", 30, FOR=8), dag=homme("rouge", 60)
    )
    scene, _ = jouer(scene, frappe("ana", "bor"))
    scene = change(scene, "ana", etat="mort")  # as an arrow might
    scene, _ = jouer(scene, Attendre("cid"))
    scene, _ = jouer(scene, Attendre("dag"))
    assert (scene.encounter.phase, scene.encounter.file) == ("approche", ("bor",))
    assert Deplacer("bor", 6, 0).closed(scene) is None


def test_one_whose_target_has_fallen_announces_again():
    scene = combat(
        ana=homme("rouge", FOR=9),
        bor=homme("bleu", 1, FOR=6),
        cid=homme("bleu", 1, FOR=5),
        dag=homme("bleu", 60, FOR=4),
    )
    scene, _ = jouer(scene, frappe("ana", "bor"))
    scene, _ = jouer(scene, frappe("cid", "ana"))
    scene = change(scene, "bor", etat="mort")
    scene, oracle = jouer(scene, Attendre("dag"))
    assert not dits(oracle, "jet")
    assert (scene.encounter.phase, scene.encounter.file) == ("annonces", ("ana",))
    scene, _ = jouer(scene, frappe("ana", "cid"), 4, 8)
    assert scene["cid"].res == 6


@pytest.mark.rule("FLU-4.51")
def test_one_whose_adversary_bleeds_to_death_is_free_again():
    scene = combat(ana=homme("rouge"), bor=homme("bleu", 1, hemorragie=3), cid=homme("bleu", 40, FOR=4))
    scene, _ = jouer(scene, frappe("ana", "bor"))
    scene, _ = jouer(scene, Attendre("cid"))
    scene, _ = jouer(scene, frappe("bor", "ana"), 5, 5, 1, 2, 2, 2, 9)  # a tie, then the survival test: -10 + 5
    assert scene["bor"].etat == "mort"
    assert scene.encounter.contacts == ()
    assert scene.encounter.file == ("ana", "cid")
    assert Deplacer("ana", 3, 0).closed(scene) is None


@pytest.mark.rule("FLU-3.29")
def test_one_who_was_hurt_after_he_announced_spends_no_more_than_he_has():
    scene = combat(
        ana=homme("rouge", FOR=9, traits={"Rixe": 3, "Ruse": 2, "Rage": 2}),
        bor=homme("bleu", 1),
        cid=homme("bleu", 60, FOR=4),
    )
    scene, _ = jouer(scene, frappe("ana", "bor", traits=("Rixe", "Ruse", "Rage"), res=5))
    scene = change(scene, "ana", res_perdue=8)  # 2 left where 7 were promised
    scene, _ = jouer(scene, Attendre("cid"))
    scene, oracle = jouer(scene, frappe("bor", "ana"), 5, 5, 5, 5, 5, 5)
    assert pesent(oracle, "ana") == {"Rixe": 3, "Ruse": 1, "Rage": 0}
    assert scene["ana"].res == 0


# ---------------------------------------------------------------- waking and leaving


@pytest.mark.rule("FLU-4.28")
@pytest.mark.parametrize(("reponses", "fini"), [((), False), (("non",), False), (("oui",), True)])
def test_once_apart_a_fight_may_be_left_at_that_if_the_others_agree(reponses, fini):
    scene = combat(ana=homme("rouge", adrenaline=True), bor=homme("bleu", 40), cid=homme("bleu", 41, FOR=4))
    assert Cesser("bor").closed(scene).rule == "FLU-4.1"
    apres, oracle = jouer(scene, Cesser("ana"), reponses=reponses)
    assert [(q.who, q.key) for q in oracle.asked] == [("bor", "flu.cesser")]
    assert (apres.encounter is None) == fini == (not dits(oracle, "refus_de_cesser"))
    assert fini or apres.encounter.file == scene.encounter.file
    assert apres["ana"].adrenaline != fini


@pytest.mark.rule("FLU-4.28")
def test_hand_to_hand_one_does_not_simply_stop():
    scene, _ = jouer(duel(), frappe("ana", "bor"))
    assert Cesser("bor").closed(scene).rule == "FLU-4.28"
    assert Cesser("ana").closed(rassembler(ana=homme("rouge"))).rule == "FLU-4.1"


@pytest.mark.rule("FLU-4.51", "FLU-4.1")
def test_a_fight_that_ends_with_the_last_drop_of_blood_begins_no_other_round():
    scene = combat(ana=homme("rouge"), bor=homme("bleu", 40, hemorragie=3))
    scene, _ = jouer(scene, Attendre("ana"))
    scene, oracle = jouer(scene, Attendre("bor"), 1, 9, 9, 9, 9)
    assert scene.encounter is None
    assert not dits(oracle, "round")


@pytest.mark.rule("FLU-4.52")
def test_one_who_wakes_joins_the_next_round():
    scene = combat(
        ana=homme("rouge"), bor=homme("bleu", 40), cid=homme("bleu", 50, etat="inconscient", reveil=6, FOR=4)
    )
    assert scene.encounter.file == ("ana", "bor")
    scene, _ = jouer(scene, Attendre("ana"))
    scene, _ = jouer(scene, Attendre("bor"))
    assert scene.encounter.file == ("ana", "bor", "cid")


@pytest.mark.rule("FLU-4.29")
def test_a_bow_is_not_swung_hand_to_hand():
    scene = duel(ana={"FOR": 9, "armes": [ARC], "traits": {"Arc": 3, "Combat à mains nues": 1}}, bor={"armure": CUIR})
    assert frappe("ana", "bor", arme="arc").closed(scene).rule == "FLU-4.29"
    scene, oracle = echange(scene, frappe("ana", "bor"), frappe("bor", "ana"), des=(8, 8, 4))
    assert pesent(oracle, "ana") == {"Combat à mains nues": 1}
    assert {nom: n for nom, n, _ in dits(oracle, "touche")[0].terms} == {
        "Écart des totaux": 4,
        "Mains nues": 0,
        "Cuir": -1,
    }


@pytest.mark.rule("FLU-4.4")
def test_what_is_left_of_the_movement_can_be_walked_after_the_action() -> None:
    gens = {
        "archer": {"camp": "a", "armes": ["arc_court"], "fiche": {"AGI": 7}},
        "brute": {"camp": "b", "x": 40},
        "autre": {"camp": "b", "x": 45},
    }
    scene = Combattre("archer").resolve(read_scene({"personnages": gens}, ()), Scripted())
    assert scene.turn()[0] == "archer"
    scene = Deplacer("archer", 2, 0).resolve(scene, Scripted())
    scene = Tirer("archer", cible="brute").resolve(scene, Scripted([5] * 40))
    assert scene.turn()[0] != "archer"
    reste = places.ini(scene["archer"]) - 2
    closed = Deplacer("archer", 2 + reste + 1, 0).closed(scene)
    assert closed is not None and closed.rule == "FLU-4.4"
    assert Deplacer("archer", 2 + reste, 0).closed(scene) is None
    assert Deplacer("autre", 44, 0).closed(scene) is not None  # whose turn is still to come waits for it
    apres = Deplacer("archer", 2 + reste, 0).resolve(scene, Scripted())
    assert apres["archer"].x == 2 + reste and apres.encounter.file == scene.encounter.file
