"""Chapter 3, tours and manches: initiative, equality, durations in own tours, what is lost and what comes twice."""

from __future__ import annotations

import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tablee.games.fragments import game
from tablee.games.fragments.book.c2_systeme.figures import carac
from tablee.games.fragments.book.c3_combat.actions import Attendre, Delai, Repos, Reprise
from tablee.games.fragments.book.c3_combat.agir import recharger
from tablee.games.fragments.book.c3_combat.tours import (
    PATIENCE,
    Cesser,
    Combattre,
    apres_bonus,
    apres_rapide,
    changer_initiative,
    combattants,
    finir_le_tour,
    suite,
    tour_supplementaire,
)
from tablee.games.fragments.book.c3_combat.vie import affecter, pour_un_temps
from tablee.games.fragments.book.c4_attaque.attaque import Attaquer
from tablee.games.fragments.book.c6_equipement.equiper import Equiper
from tablee.games.fragments.book.c9_emplois.techniques import UtiliserTechnique
from tablee.games.fragments.model.langage import Effet, bonus
from tablee.games.fragments.model.people import Actif, MalActif, Survie
from tablee.games.fragments.model.scene import Combat, Scene, Tour, Zone
from tablee.kernel.action import open_actions
from tablee.kernel.live import Scripted
from tablee.kernel.oracle import Question, first
from tablee.kernel.simulated import Simulated
from tablee.kernel.tally import total

from .champ import combat, jouer, qui, refus, scene

# ---------------------------------------------------------------- initiative


@pytest.mark.rule("FD-3.45", "FD-3.46")
def test_initiative_is_d10_agility_and_every_bonus():
    s = scene(a=qui(init=1, AGI=4, INIT=6, armes=()), b=qui("b", x=3, AGI=3, INIT=2))
    j = jouer(s, Combattre("a"), des=(10, 1))
    assert [e["valeur"] for e in j.tous("initiative")] == [20, 6]
    assert j.tous("initiative", "a")[0].terms[:2] == (("d10", 10, "FD-3.45"), ("Agilité", 4, "FD-3.46"))
    assert all(total(e.terms) == e["valeur"] for e in j.tous("initiative"))
    assert j.scene.encounter.file == ("a", "b")


@pytest.mark.rule("FD-3.48")
def test_effective_initiative_is_never_below_1_and_counts_from_there():
    s = combat(a=qui(init=3), b=qui("b", init=9, x=4))
    s = changer_initiative(s, Scripted(), "a", -7, "FD-3.48")
    assert s.initiative("a") == 1
    assert changer_initiative(s, Scripted(), "a", 2, "FD-3.48").initiative("a") == 3
    j = jouer(scene(a=qui(INIT=-20), b=qui("b", x=4)), Combattre("a"), des=(1, 1))
    assert j.scene.initiative("a") == 1
    assert total(j.tous("initiative", "a")[0].terms) == 1


@pytest.mark.rule("FD-3.45", "FD-2.12")
def test_tours_go_down_by_initiative_and_then_a_new_manche_begins():
    s = combat(a=qui(init=7), b=qui("b", init=12, x=4), c=qui(init=3, x=8))
    ordre = []
    for _ in range(6):
        (who,) = s.turn()
        ordre.append((s.round(), who))
        s = jouer(s, Attendre(who)).scene
        s = changer_initiative(s, Scripted(), who, -5, "FD-3.48")
    assert ordre == [(1, "b"), (1, "a"), (1, "c"), (2, "b"), (2, "a"), (2, "c")]


@pytest.mark.rule("FD-3.1")
def test_a_manche_lasts_ten_seconds_whatever_the_number_of_tours():
    s = combat(a=qui(init=30), b=qui("b", init=2, x=4))
    s = jouer(s, Attendre("a"), Attendre("a"), Attendre("b"), reponses=("oui",)).scene
    assert (s.round(), s.clock) == (2, 10)
    assert jouer(s, Cesser("a")).scene.clock == 20


@pytest.mark.rule("FD-3.47")
def test_equal_players_play_at_the_same_time_in_the_order_they_like():
    s = combat(a=qui(init=8, joueur=True), b=qui(init=8, x=2, joueur=True), c=qui("z", init=8, x=5))
    assert s.turn() == ("a", "b")
    s = jouer(s, Attendre("b")).scene
    assert s.turn() == ("a",)
    assert jouer(s, Attendre("a")).scene.turn() == ("c",)


@pytest.mark.rule("FD-3.47")
def test_an_enemy_always_acts_after_a_player_of_the_same_initiative():
    s = combat(z=qui("z", init=8, x=5), a=qui(init=8, joueur=True))
    assert s.turn() == ("a",)
    s = combat(z=qui("z", init=8, x=5), y=qui("y", init=8, x=7), a=qui(init=7, joueur=True))
    assert s.turn() == ("z", "y")  # enemies of one initiative, whatever their side: the game master orders them


@pytest.mark.rule("FD-3.46", "FD-6.10")
def test_too_heavy_a_weapon_takes_5_of_initiative_as_long_as_it_is_borne():
    lourde = {"chose": "arme", "id": "enclume", "nom": "Enclume", "type": "Angle", "degats": "IMP", "poids": 9}
    s = combat(a=qui(init=20, CON=8, equipement={"actif": [lourde], "en_main": []}), b=qui("b", x=5))
    assert s.initiative("a") == 20
    s = jouer(s, Equiper("a", ("enclume",))).scene
    assert s.initiative("a") == 15
    s = jouer(s, Attendre("a")).scene
    assert s.initiative("a") == 20  # and not 10: counted once
    s = scene(a=qui(init=20, CON=8, equipement={"actif": [lourde]}), b=qui("b", x=5))
    e = jouer(s, Combattre("a"), des=(1, 1)).tous("initiative", "a")[0]
    assert ("Poids", -5, "FD-6.10") in e.terms and e["valeur"] == 15


@pytest.mark.rule("FD-3.46")
def test_a_passing_change_of_agility_is_counted_from_the_next_manche_and_given_back():
    s = combat(a=qui(init=10), b=qui("b", init=5, x=5))
    s = affecter(s, Scripted(), "b", "hate")  # AGI +3, two tours
    assert s.initiative("b") == 5
    s = jouer(s, Repos("a"), Attendre("b")).scene
    assert s.initiative("b") == 5 + 3 + 5
    assert s.turn() == ("b",)
    s = jouer(s, Attendre("b"), Attendre("a")).scene  # its second tour: the state is over
    assert s.initiative("b") == 5 + 5 + 5


# ---------------------------------------------------------------- durations


def actif(s: Scene, who: str) -> bool:
    return any(a.nom == "Gardien" for a in s[who].effets)


def gardien(s: Scene, who: str, tours: int = 3) -> Scene:
    return pour_un_temps(s, who, Actif("Gardien", bonus("DEF", 4), "FD-9.4", tours, cle="g"))


@pytest.mark.rule("FD-2.13")
def test_an_effect_of_3_tours_is_active_at_the_very_tours_of_the_first_table():
    s = combat(cuirasse=qui(init=12), autre=qui("b", init=11, x=5))
    s = apres_bonus(gardien(s, "cuirasse"), Scripted(), "cuirasse")
    vu = []
    for _ in range(9):
        (who,) = s.turn()
        vu.append((s.round(), 12 if who == "cuirasse" else 11, actif(s, "cuirasse")))
        s = finir_le_tour(s, Scripted(), who)
    oui = [(1, 12), (1, 11), (2, 12), (2, 11), (3, 12), (3, 11), (4, 12)]
    assert vu == [*((*m, True) for m in oui), (4, 11, False), (5, 12, False)]


@pytest.mark.rule("FD-2.14", "FD-9.20")
def test_an_extra_tour_uses_up_a_tour_of_the_effect_as_in_the_second_table():
    s = combat(cuirasse=qui(init=12), danseur=qui(init=7, x=1), autre=qui("b", init=6, x=5))
    s = finir_le_tour(gardien(s, "cuirasse"), Scripted(), "cuirasse")
    vu, danse = [], False
    for _ in range(10):
        (who, *_) = s.turn()
        vu.append((s.round(), s.initiative(who), who, actif(s, "cuirasse")))
        if who == "danseur" and s.round() == 2 and not danse:
            s, danse = tour_supplementaire(s, Scripted(), "cuirasse", "danseur", "FD-9.20"), True
        s = finir_le_tour(s, Scripted(), who)
    ordre = [(m, n, active) for m, n, who, active in vu if who == "cuirasse"]
    assert ordre == [(2, 12, True), (2, 7, True), (3, 7, True), (4, 7, False)]
    assert (3, 6, "autre", False) in vu


@pytest.mark.rule("FD-2.13")
def test_an_effect_put_on_another_is_counted_on_the_tours_of_its_bearer():
    s = combat(a=qui(init=12), b=qui("b", init=11, x=5))
    s = gardien(s, "b", 1)  # during the tour of a: the next tour of b is the first and the last
    s = finir_le_tour(s, Scripted(), "a")
    assert s.turn() == ("b",) and actif(s, "b")
    assert not actif(finir_le_tour(s, Scripted(), "b"), "b")


@pytest.mark.rule("FD-2.13")
def test_states_and_afflictions_end_with_their_last_tour():
    s = combat(a=qui(init=12), b=qui("b", init=11, x=5))
    s = affecter(affecter(s, Scripted(), "b", "expose"), Scripted(), "b", "gel", 1)
    s = finir_le_tour(s, Scripted(), "a")
    oracle = Scripted()
    s = finir_le_tour(s, oracle, "b")
    assert s["b"].affliction is None and s["b"].a("expose")
    assert [e["mal"] for e in oracle.events if e.what == "fin_du_mal"] == ["Gel"]
    s = finir_le_tour(finir_le_tour(s, Scripted(), "a"), Scripted(), "b")
    assert not s["b"].a("expose")


@pytest.mark.rule("FD-6.33")
def test_recharge_counts_the_own_tours_that_follow():
    s = combat(a=qui(init=12), b=qui("b", init=11, x=5))
    s = s.put(recharger(s, s["a"], "talisman", 1))
    libres = []
    for _ in range(3):
        libres.append((s.round(), s["a"].recharge("talisman") == 0))
        s = finir_le_tour(finir_le_tour(s, Scripted(), "a"), Scripted(), "b")
    assert libres == [(1, False), (2, False), (3, True)] and s["a"].recharges == ()


@pytest.mark.rule("FD-9.15", "FD-2.13")
def test_a_zone_lasts_tours_of_whoever_laid_it_and_leaves_whole_ground():
    s = combat(a=qui(init=12), b=qui("b", init=11, x=5))
    s = replace(s, zones=(Zone(((2, 0),), "ronces", "a", 2),), degats=(((2, 0), 5), ((3, 0), 1)))
    s = finir_le_tour(finir_le_tour(s, Scripted(), "a"), Scripted(), "b")
    assert s.terrain((2, 0)).id == "ronces"
    s = finir_le_tour(s, Scripted(), "a")
    assert s.terrain((2, 0)).id == "plaine" and s.degats == (((3, 0), 1),)


# ---------------------------------------------------------------- the beginning of a tour


@pytest.mark.rule("FD-3.56")
def test_two_jt_at_each_tour_but_the_first_and_never_more_than_six():
    s = combat(a=qui(init=12, jt=1), b=qui("b", init=2, x=5))
    assert s["a"].jt == 6  # as the fight begins
    s = s.put(replace(s["a"], jt=1))
    s = jouer(s, Attendre("a"), Attendre("b"), reponses=("non",)).scene
    assert s["a"].jt == 3
    s = jouer(s.put(replace(s["a"], jt=5)), Attendre("a"), Attendre("b"), reponses=("non",)).scene
    assert s["a"].jt == 6


@pytest.mark.rule("FD-6.10")
def test_borne_down_by_ten_one_plays_one_tour_out_of_two_and_the_lost_ones_count():
    enclume = {"chose": "arme", "id": "enclume", "nom": "Enclume", "type": "Angle", "degats": "IMP", "poids": 18}
    s = combat(a=qui(init=20, CON=8, equipement={"actif": [enclume]}), b=qui("b", init=5, x=5))
    assert s.turn() == ("a",)  # the first tour is played
    s = s.put(replace(recharger(s, s["a"], "k", 1), jt=0))
    s = gardien(s, "a", 1)
    oracle = Scripted()
    s = finir_le_tour(s, oracle, "a")
    s = finir_le_tour(s, oracle, "b")
    assert [e["cause"] for e in oracle.events if e.what == "tour_perdu"] == ["Poids"]
    assert s.round() == 2 and s.turn() == ("b",)
    assert s["a"].jt == 2 and s["a"].recharge("k") == 0 and not actif(s, "a")
    s = finir_le_tour(s, Scripted(), "b")
    assert (s.round(), s.turn()) == (3, ("a",))


@pytest.mark.rule("FD-6.10")
def test_at_nine_too_many_every_tour_is_played():
    masse = {"chose": "arme", "id": "m", "nom": "Masse", "type": "Angle", "degats": "IMP", "poids": 17}
    s = combat(a=qui(init=20, CON=8, equipement={"actif": [masse]}), b=qui("b", init=5, x=5))
    for manche in (1, 2, 3):
        assert (s.round(), s.turn()) == (manche, ("a",))
        s = finir_le_tour(finir_le_tour(s, Scripted(), "a"), Scripted(), "b")


@pytest.mark.rule("FD-2.13", "FD-9.11")
def test_a_sleeper_loses_the_tour_which_counts_and_ends_as_the_others():
    s = combat(a=qui(init=12), b=qui("b", init=5, x=5))
    s = affecter(s, Scripted(), "b", "sommeil")
    s = s.put(s["b"].avec(Actif("Épine", Effet("degats", "", 3, quand="fin"), "FD-9.1")))
    oracle = Scripted()
    s = finir_le_tour(s, oracle, "a")
    assert [e["cause"] for e in oracle.events if e.what == "tour_perdu"] == ["Sommeil"]
    assert s["b"].affliction is None and s["b"].perdus == 3
    assert (s.round(), s.turn()) == (2, ("a",))


def test_a_fight_where_nobody_will_ever_act_again_is_over():
    s = combat(a=qui(init=12), b=qui("b", init=5, x=5))
    for who in ("a", "b"):
        s = s.put(replace(s[who], etats=(MalActif("inconscient"),)))
    s = finir_le_tour(s, Scripted(), "a")
    assert s.encounter is None and s.clock == 10 * (PATIENCE + 1)


# ---------------------------------------------------------------- survival


@pytest.mark.rule("FD-3.7")
def test_a_fallen_unit_has_one_tour_a_manche_at_its_initiative():
    s = combat(a=qui(init=12), b=qui("b", init=11, x=5), c=qui(init=9, x=1))
    s = tour_supplementaire(s, Scripted(), "c", "a", "FD-9.20")  # two tours to come, then it falls
    s = s.put(replace(s["c"], perdus=20, survie=Survie(2000, "Légère")))
    oracle = Scripted()
    s = finir_le_tour(s, oracle, "a")
    assert [e["reste"] for e in oracle.events if e.what == "survie"] == [19]
    for _ in range(3):
        s = finir_le_tour(s, oracle, s.turn()[0])
    quand = [(e.what, e["reste"] if e.what == "survie" else 0) for e in oracle.events if e.what in ("survie", "manche")]
    assert quand == [("survie", 19), ("manche", 0), ("survie", 18), ("manche", 0), ("survie", 17)]


@pytest.mark.rule("FD-3.7", "FD-9.20")
def test_neither_dance_nor_resume_gives_a_fallen_unit_a_tour():
    s = combat(a=qui(init=12), b=qui("b", init=11, x=5), c=qui(init=30, x=1))
    s = s.put(replace(s["c"], perdus=20, survie=Survie(2000, "Légère")))
    s = suite(s, Scripted())
    avant = s.encounter.file
    assert tour_supplementaire(s, Scripted(), "c", "a", "FD-9.20").encounter.file == avant
    assert refus(s, Reprise("c")) == "FD-3.3"


@pytest.mark.rule("FD-3.7")
def test_whoever_falls_in_the_own_tour_has_had_it():
    s = combat(a=qui(init=30), b=qui("b", init=11, x=5), c=qui(init=9, x=1))
    s = jouer(s, Reprise("a")).scene  # 20, to come
    s = s.put(replace(s["a"], perdus=20, survie=Survie(2000, "Grave")))
    oracle = Scripted()
    s = suite(s, oracle)
    assert s.turn() == ("b",)
    assert not [e for e in oracle.events if e.what == "survie"]


# ---------------------------------------------------------------- Reprise, and other second tours


@pytest.mark.rule("FD-3.23", "FD-3.21")
def test_resume_costs_ten_of_initiative_for_good_and_gives_a_tour_at_what_is_left():
    s = combat(a=qui(init=20), b=qui("b", init=15, x=5))
    j = jouer(s, Attendre("a"), Attendre("b"), reponses=("oui", "non"))
    assert j.scene.turn() == ("a",) and j.scene.round() == 1
    assert j.scene.initiative("a") == 20 + 5 - 10
    assert j.un("reprise")["prix"] == 10
    s = jouer(j.scene, Attendre("a")).scene
    assert s.round() == 2 and s.initiative("a") == 20


@pytest.mark.rule("FD-3.23")
@pytest.mark.parametrize(("niveau", "prix"), [(1, 10), (30, 10), (32, 10), (33, 11), (60, 20)])
def test_resume_costs_a_third_of_the_level_where_that_is_more(niveau, prix):
    s = combat(a=qui(init=40, niveau=niveau), b=qui("b", init=1, x=5))
    assert jouer(s, Reprise("a")).scene.initiative("a") == 40 - prix


@pytest.mark.rule("FD-3.23")
def test_resume_must_be_paid_in_full_and_once_a_manche():
    s = combat(a=qui(init=10), b=qui("b", init=1, x=5))
    assert refus(s, Reprise("a")) == "FD-3.23"
    j = jouer(combat(a=qui(init=11), b=qui("b", init=1, x=5)), Reprise("a"))
    assert j.scene.initiative("a") == 1
    s = combat(a=qui(init=50), b=qui("b", init=1, x=5))
    s = jouer(s, Reprise("a")).scene
    assert refus(s, Reprise("a")) == "FD-3.23"
    j = jouer(s, Repos("a"))  # no question as the tour ends: it has been used
    assert j.oracle.asked == [] and j.scene.turn() == ("a",)
    j = jouer(j.scene, Repos("a"))
    assert j.oracle.asked == [] and j.scene.turn() == ("b",)
    j = jouer(j.scene, Attendre("b"))
    assert refus(j.scene, Reprise("a")) == ""  # another manche


@pytest.mark.rule("FD-3.23", "FD-3.19")
def test_resume_as_a_bonus_action_leaves_the_tour_going_on():
    s = combat(a=qui(init=30), b=qui("b", init=15, x=1))
    s = jouer(s, Reprise("a")).scene
    assert s.turn() == ("a",) and refus(s, Attaquer("a", "b")) == ""
    assert jouer(s, Repos("a"), Repos("a")).scene.turn() == ("b",)


@pytest.mark.rule("FD-4.23", "FD-3.23")
def test_two_refreshments_never_meet_in_one_tour():
    s = combat(a=qui(init=40), b=qui("b", init=1, x=5))
    apres = jouer(s, Reprise("a")).scene
    assert apres.encounter.tours["a"].rafraichi
    deja = replace(s, encounter=replace(s.encounter, tours={"a": Tour(rafraichi=True)}))
    assert refus(deja, Reprise("a")) == "FD-4.23"
    assert jouer(deja, Repos("a")).oracle.asked == []
    gagne = jouer(deja, Repos("a"), Attendre("b")).scene
    assert refus(gagne, Reprise("a")) == ""  # in another tour it is free again


@pytest.mark.rule("FD-4.23")
def test_resume_and_the_chain_technique_never_meet_in_one_tour_but_may_follow_in_the_tour_gained():
    s = combat(a=qui(init=40, techniques=["enchainement"]), b=qui("b", init=1, x=5))
    enchainer = UtiliserTechnique("a", "enchainement")
    assert refus(jouer(s, Reprise("a")).scene, enchainer) == "FD-4.23"
    j = jouer(s, enchainer)
    assert refus(j.scene, Reprise("a")) == "FD-4.23"
    j = jouer(j.scene, Repos("a"))
    assert j.oracle.asked == [] and j.scene.turn() == ("a",) and j.scene.round() == 1
    assert refus(j.scene, Reprise("a")) == ""


@pytest.mark.rule("FD-3.25")
def test_somebody_rescued_may_wait_and_nothing_else_of_these():
    s = combat(
        a=qui(init=40, passager_de="cavalier"),
        cavalier=qui(init=9, monture="cheval"),
        cheval={"bete": "cheval", "camp": "a", "cavalier": "cavalier"},
        b=qui("b", init=1, x=5),
    )
    for action in (Repos("a"), Delai("a", 3), Reprise("a"), Equiper("a", ("x",))):
        assert refus(s, action) == "FD-3.25"
    j = jouer(s, Attendre("a"))
    assert j.oracle.asked == [] and j.scene.turn() == ("cavalier",)


@pytest.mark.rule("FD-9.20", "FD-2.14")
def test_a_danced_ally_plays_again_at_the_initiative_of_the_dancer_and_keeps_it():
    s = combat(rapide=qui(init=12), danseur=qui(init=7, x=1), b=qui("b", init=2, x=5))
    s = finir_le_tour(s, Scripted(), "rapide")
    s = tour_supplementaire(s, Scripted(), "rapide", "danseur", "FD-9.20")
    s = finir_le_tour(s, Scripted(), "danseur")
    assert s.turn() == ("rapide",) and s.initiative("rapide") == 7
    s = finir_le_tour(s, Scripted(), "rapide")
    assert s.turn() == ("b",)
    s = finir_le_tour(s, Scripted(), "b")
    assert set(s.turn()) == {"rapide", "danseur"}  # both at 7 from now on


# ---------------------------------------------------------------- kinds of actions


@pytest.mark.rule("FD-3.19", "FD-3.22")
def test_a_bonus_action_does_not_end_the_tour_and_ends_moving():
    s = combat(a=qui(init=12), b=qui("b", init=5, x=5))
    for _ in range(4):
        s = apres_bonus(s, Scripted(), "a")
        assert s.turn() == ("a",) and s.encounter.tours["a"].agi


@pytest.mark.rule("FD-3.26")
def test_the_second_quick_action_ends_the_tour():
    s = combat(a=qui(init=12), b=qui("b", init=5, x=5))
    s = apres_rapide(s, Scripted(), "a")
    assert s.turn() == ("a",)
    assert apres_rapide(s, Scripted(), "a").turn() == ("b",)


@pytest.mark.rule("FD-2.12")
def test_one_acts_in_the_own_tour_only():
    s = combat(a=qui(init=12), b=qui("b", init=5, x=5))
    assert refus(s, Attendre("b")) == "FD-2.12"
    assert refus(s, Attendre("nobody")) == "FD-2.12"
    assert refus(scene(a=qui(), b=qui("b", x=5)), Attendre("a")) == "FD-2.12"
    assert refus(s, Combattre("a")) == "FD-2.12"
    assert refus(scene(a=qui(), c=qui(x=1)), Combattre("a")) == "FD-2.12"


@pytest.mark.rule("FD-2.12", "FD-2.13")
def test_the_end_of_a_fight_ends_all_that_was_counted_in_tours():
    s = combat(a=qui(init=12), b=qui("b", init=5, x=5))
    s = gardien(affecter(s, Scripted(), "a", "expose"), "a")
    s = s.put(replace(recharger(s, s["a"], "k", 2), esquive=True, repos=True, passe_le_prochain=True))
    s = replace(s, zones=(Zone(((1, 1),), "brasier", "a", 2), Zone(((2, 2),), "decombres")))
    s = jouer(s, Cesser("a")).scene
    u = s["a"]
    assert s.encounter is None and s.turn() == ()
    assert (u.effets, u.etats, u.recharges, u.esquive, u.repos, u.passe_le_prochain) == (
        (),
        (),
        (),
        False,
        False,
        False,
    )
    assert [z.terrain for z in s.zones] == ["decombres"]


# ---------------------------------------------------------------- what always holds


def coherent(s: Scene) -> None:
    """What must hold of any fight at any moment."""
    assert msgspec.json.decode(msgspec.json.encode(s), type=Scene) == s
    assert all(0 <= u.jt <= 6 for u in s.people.values())
    assert all(0 <= u.pv <= u.pv_max and 0 <= u.ep <= u.pv_max for u in s.people.values())
    debout = [u.case for u in s.people.values() if u.conscient and not u.passager_de and not u.cavalier]
    assert len(set(debout)) == len(debout)
    combat_ = s.encounter
    if combat_ is None:
        return
    assert all(n >= 1 for n in combat_.initiatives.values())
    assert set(combat_.tours) == set(combat_.file[: len(combat_.tours)]) and combat_.tours
    assert all(s[id].conscient for id in combat_.tours)
    attendent = [id for id in combat_.file[len(combat_.tours) :] if id not in combat_.passes]
    assert [combat_.initiatives[id] for id in attendent] == sorted(
        (combat_.initiatives[id] for id in attendent), reverse=True
    )


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.booleans())
def test_any_sequence_of_open_actions_keeps_the_fight_coherent_and_gives_everybody_a_tour(graine, brouillard):
    tire = random.Random(graine)

    def au_hasard(question: Question):
        ouvertes = question.open()
        return question.pick(tire.choice(ouvertes)) or first(question)

    events: list = []
    oracle = Simulated(graine, au_hasard, events)
    s = scene(
        carte=("..f...h.", ".#....B.", "...m....", "..~.x...", "........"),
        brouillard=brouillard,
        a=qui(init=12, joueur=True, x=0, y=0, CON=4, FOR=9, niveau=20),
        b=qui(init=12, joueur=True, x=1, y=0, FOR=9),
        c=qui("z", init=14, x=3, y=2, CON=5, FOR=7),
        d=qui("z", init=4, x=4, y=0, PV=6, mineur=True),
    )
    s = Combattre("a").resolve(s, oracle)
    coherent(s)
    presents = set(combattants(s))
    for _ in range(40):
        if s.encounter is None:
            break
        who = tire.choice(s.turn())
        ouvertes = [a for a in open_actions(game.legal(s, who)) if not isinstance(a, Cesser)]
        assert ouvertes, who
        s = tire.choice(ouvertes).resolve(s, oracle)
        coherent(s)
    if s.encounter is not None and s.encounter.manche > 1:
        marques = [i for i, e in enumerate(events) if e.what == "manche"]
        eus = {e.who for e in events[marques[0] : marques[1]] if e.what in ("tour", "survie", "tombe", "meurt")}
        assert presents <= eus


@given(
    st.dictionaries(st.sampled_from("abcd"), st.integers(-30, 60)),
    st.lists(st.tuples(st.sampled_from("abcd"), st.integers(-40, 40)), max_size=8),
)
def test_changes_of_initiative_never_lose_or_double_anybody(debut, changes):
    s = combat(a=qui(init=9), b=qui(init=9, x=1), c=qui("z", init=9, x=5), d=qui("z", init=3, x=6))
    for who, n in [*debut.items(), *changes]:
        s = changer_initiative(s, Scripted(), who, n, "FD-3.48")
        assert sorted(s.encounter.file) == ["a", "b", "c", "d"]
        coherent(s)
    vus = []
    while s.round() == 1:
        vus.append(s.turn()[0])
        s = finir_le_tour(s, Scripted(), s.turn()[0])
    assert sorted(vus) == ["a", "b", "c", "d"]
    assert isinstance(s.encounter, Combat) and carac(s, s["a"], "AGI") == 0


def test_a_delay_is_counted_once_in_the_order():
    s = combat(a=qui(init=9), b=qui("b", init=5, x=5))
    s = jouer(s, Delai("a", 2)).scene
    assert s.turn() == ("b",) and s.encounter.file == ("b", "a")
