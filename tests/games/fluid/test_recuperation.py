"""Recovery: nights, breaks, medicine, emergencies, and the time that goes by."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tablee.games.fluid.book.c4_combat.blessures import blesser
from tablee.games.fluid.book.c4_combat.combat import Annoncer
from tablee.games.fluid.book.c4_combat.deplacements import Deplacer
from tablee.games.fluid.book.c4_combat.recuperation import (
    Dormir,
    PasserTemps,
    Secourir,
    Soigner,
    Souffler,
    Survivre,
    laisser_passer,
    offers,
)
from tablee.games.fluid.book.c4_combat.tour import Attendre, Combattre
from tablee.games.fluid.desk.read import read_scene
from tablee.games.fluid.model.people import CARACS, HEURE, JOUR, Condition, Poursuite, Sort, SortActif, Trait
from tablee.games.fluid.model.tables import RANGS
from tablee.kernel.live import Scripted
from tablee.kernel.odds import odds

from .jeu import dit, jouer, rows, scene
from .tenue import tient, variantes


def trait(nom, valeur, origine="blessure", **plus):
    return {"nom": nom, "valeur": valeur, "negatif": True, "origine": origine, **plus}


def seul(*options, **p):
    """One character, all caractéristiques at 5."""
    return scene(*options, jok={"fiche": {}, **p})


def a_deux(*options, soigneur=(), **patient):
    return scene(*options, ilya={"fiche": {}, **dict(soigneur)}, jok={"fiche": {}, **patient})


def traits(s, who="jok"):
    return {t.nom: t.valeur for t in s[who].traits}


# ---------------------------------------------------------------- a night


@pytest.mark.rule("FLU-4.57", "FLU-4.58", "FLU-4.70")
def test_a_night_gives_back_all_res_san_and_aur():
    s, oracle = jouer(seul(res_perdue=10, san_perdue=7, aur_perdue=3), Dormir("jok"))
    assert (s["jok"].res, s["jok"].san, s["jok"].aur) == (10, 10, 10)
    assert dit(oracle, "repos").terms == (
        ("RES rendue", 10, "FLU-4.58"),
        ("SAN rendue", 7, "FLU-4.57"),
        ("AUR rendue", 3, "FLU-4.70"),
    )


@pytest.mark.rule("FLU-4.58")
def test_with_simplified_damage_a_night_brings_res_up_from_below_zero():
    s, _ = jouer(seul("degats_simplifies", res_perdue=12, traits=[trait("Blessure", 2)]), Dormir("jok"))
    assert s["jok"].res == 10
    assert traits(s) == {"Blessure": 1}


@pytest.mark.rule("FLU-4.58", "FLU-4.59", "FLU-4.61")
@pytest.mark.parametrize("heure", [0, 1, 6 * HEURE, JOUR - 1, 3 * JOUR + 5])
def test_a_night_ends_with_the_next_dawn_and_the_daily_limits_begin_again(heure):
    s = replace(seul(pauses=5, soigne=True), clock=heure)
    s, _ = jouer(s, Dormir("jok"))
    assert s.clock == (heure // JOUR + 1) * JOUR
    assert (s["jok"].pauses, s["jok"].soigne) == (0, False)


@pytest.mark.rule("FLU-4.58")
def test_only_those_who_sleep_have_their_pools_back_but_a_day_is_a_day_for_all():
    s = scene(
        jok={"fiche": {}, "res_perdue": 4},
        ilya={"fiche": {}, "res_perdue": 4},
        veilleur={"fiche": {}, "res_perdue": 4, "soigne": True, "traits": [trait("Entaille", 2)]},
        mort={"fiche": {}, "res_perdue": 4, "etat": "mort", "traits": [trait("Entaille", 9)]},
    )
    s, oracle = jouer(s, Dormir("jok", ("ilya",)))
    assert [s[q].res_perdue for q in ("jok", "ilya", "veilleur", "mort")] == [0, 0, 4, 4]
    assert traits(s, "veilleur") == {"Entaille": 1}
    assert not s["veilleur"].soigne
    assert traits(s, "mort") == {"Entaille": 9}
    assert dit(oracle, "nuit")["dormeurs"] == ("jok", "ilya")


@pytest.mark.rule("FLU-4.58")
@pytest.mark.parametrize(
    ("choix", "reste"),
    [
        ("Plaie", {"Plaie": 3, "Effroi": 2, "FOR": 2}),
        ("Effroi", {"Plaie": 4, "Effroi": 1, "FOR": 2}),
        ("FOR", {"Plaie": 4, "Effroi": 2, "FOR": 1}),
    ],
)
def test_a_day_gives_one_point_in_all_where_the_player_says(choix, reste):
    s = seul(traits=[trait("Effroi", 2, "psychique"), trait("Plaie", 4)], pertes={"FOR": 2})
    s, oracle = jouer(s, Dormir("jok"), reponses=[choix])
    assert {**traits(s), **s["jok"].pertes} == reste
    (question,) = oracle.asked
    assert (question.key, question.who, question.open()) == ("flu.guerir", "jok", ("Plaie", "Effroi", "FOR"))
    assert dit(oracle, "guerison")["points"] == 1


@pytest.mark.rule("FLU-4.58")
def test_where_nobody_answers_the_worst_wound_heals():
    s, _ = jouer(seul(traits=[trait("Petite", 1), trait("Grande", 5)]), Dormir("jok"))
    assert traits(s) == {"Petite": 1, "Grande": 4}


@pytest.mark.rule("FLU-4.58")
def test_what_is_down_to_nothing_is_gone_and_no_question_is_asked_without_a_choice():
    s, oracle = jouer(seul(traits=[trait("Éraflure", 1)]), Dormir("jok"))
    assert s["jok"].traits == ()
    assert oracle.asked == []
    s, oracle = jouer(seul(pertes={"CON": 1}), Dormir("jok"))
    assert s["jok"].pertes == {}
    assert s["jok"].carac("CON") == 5


@pytest.mark.rule("FLU-3.31", "FLU-4.58")
def test_a_trait_taken_on_to_succeed_heals_like_a_wound_and_a_chosen_one_does_not():
    s = seul(traits=[trait("Contrecoup", 3, "effort"), trait("Maudit", 3, "temporaire", fin=9 * JOUR)])
    s, _ = jouer(s, Dormir("jok"))
    assert traits(s) == {"Contrecoup": 2, "Maudit": 3}


@pytest.mark.rule("FLU-4.58")
def test_nobody_sleeps_in_a_fight_or_a_chase():
    s = scene(jok={"fiche": {}, "camp": "a"}, orc={"fiche": {}, "camp": "b"}, mort={"fiche": {}, "etat": "mort"})
    assert Dormir("jok").closed(s) is None
    assert Dormir("jok", ("mort",)).closed(s).rule == "FLU-4.50"
    assert Dormir("mort").closed(s).rule == "FLU-4.50"
    assert Dormir("jok", ("jok",)).closed(s).rule == "FLU-4.58"
    assert Dormir("jok", ("orc", "orc")).closed(s).rule == "FLU-4.58"
    assert Dormir("jok", ("qui",)).closed(s).rule == "FLU-3.1"
    assert Dormir("jok").closed(jouer(s, Combattre("jok"))[0]).rule == "FLU-4.1"
    fuite = replace(s, poursuite=Poursuite("jok", "orc", 10, 50))
    assert Dormir("jok").closed(fuite).rule == "FLU-4.67"


# ---------------------------------------------------------------- short breaks


@pytest.mark.rule("FLU-4.59")
@pytest.mark.parametrize(("points", "secondes"), [(1, 900), (2, 3600)])
def test_a_short_break_gives_one_or_two_res(points, secondes):
    s, oracle = jouer(seul(res_perdue=6), Souffler("jok", points))
    assert s["jok"].res_perdue == 6 - points
    assert s["jok"].pauses == points
    assert s.clock == secondes
    assert dit(oracle, "souffle")["points"] == points
    assert Souffler("jok", 3).closed(s).rule == "FLU-4.59"
    assert Souffler("jok", 0).closed(s).rule == "FLU-4.59"


@pytest.mark.rule("FLU-4.59")
def test_breaks_give_back_no_more_than_con_in_a_day():
    s = scene(jok={"fiche": {"CON": 3}, "res_perdue": 8})
    for reste in (6, 5):  # 2, then the 1 that is left of 3
        s, _ = jouer(s, Souffler("jok", 2))
        assert s["jok"].res_perdue == reste
    assert Souffler("jok", 1).closed(s).rule == "FLU-4.59"
    s, _ = jouer(replace(s, people={"jok": replace(s["jok"], res_perdue=5)}), Dormir("jok"))
    s = s.put(replace(s["jok"], res_perdue=5))
    assert jouer(s, Souffler("jok", 2))[0]["jok"].res_perdue == 3


@pytest.mark.rule("FLU-4.59")
def test_the_limit_is_the_score_of_con_even_when_points_of_it_were_spent():
    s = seul(res_perdue=8, pauses=4, pertes={"CON": 3})
    assert jouer(s, Souffler("jok", 2))[0]["jok"].pauses == 5


@pytest.mark.rule("FLU-4.59")
def test_companions_rest_too_and_nobody_gains_beyond_his_res():
    s = scene(
        jok={"fiche": {}, "res_perdue": 2}, ilya={"fiche": {}, "res_perdue": 1}, ben={"fiche": {}, "res_perdue": 5}
    )
    s, _ = jouer(s, Souffler("jok", 2, ("ilya",)))
    assert [s[q].res_perdue for q in ("jok", "ilya", "ben")] == [0, 0, 5]
    assert s["ilya"].pauses == 1
    assert Souffler("jok").closed(s).rule == "FLU-4.59"


def en_defense(*options, **jok):
    """Two fighters hand to hand who both only defend themselves."""
    s = scene(
        "defense_renforcee", *options, jok={"fiche": {}, "camp": "a", **jok}, orc={"fiche": {}, "camp": "b", "x": 1}
    )
    s, _ = jouer(s, Combattre("jok"))
    s, _ = jouer(s, Annoncer("jok", cible="orc"))
    s, _ = jouer(s, Annoncer("orc", manoeuvre="parade"), 5, 5)
    return s


@pytest.mark.rule("FLU-4.27.2", "FLU-4.59")
@pytest.mark.parametrize(
    ("options", "pauses", "rendus"), [(("pause",), 0, 1), (("pause",), 4, 1), (("pause",), 5, 0), ((), 0, 0)]
)
def test_when_all_only_defend_the_fight_pauses_and_each_may_get_one_res_back(options, pauses, rendus):
    s = en_defense(*options, res_perdue=3, pauses=pauses)
    s, _ = jouer(s, Annoncer("jok", manoeuvre="esquive"))
    s, oracle = jouer(s, Annoncer("orc", manoeuvre="parade"))
    assert dit(oracle, "pause").rule == "FLU-4.27.2"
    assert s["jok"].res_perdue == 3 - rendus
    assert s["jok"].pauses == pauses + rendus
    assert not any(e.what == "touche" for e in oracle.events)


@pytest.mark.rule("FLU-4.27.2")
def test_no_pause_while_one_of_them_attacks():
    s = en_defense("pause", res_perdue=3)
    s, _ = jouer(s, Annoncer("jok", manoeuvre="parade"))
    s, oracle = jouer(s, Annoncer("orc", cible="jok"), 5, 5)
    assert not any(e.what == "pause" for e in oracle.events)
    assert s["jok"].res_perdue == 3


# ---------------------------------------------------------------- medicine

AVEC_MEDECINE = {"fiche": {"INT": 5, "CONN": 4, "traits": [{"nom": "Médecine", "valeur": 1}]}}


@pytest.mark.rule("FLU-4.60")
@pytest.mark.parametrize(("rang", "face"), [("Réussite marginale", 6), ("Réussite", 7), ("Réussite", 9)])
def test_the_rank_of_the_test_says_how_many_points_are_healed(rang, face):
    points = next(r["points"] for r in rows("FLU-4.60") if r["rang"] == rang)
    s, oracle = jouer(a_deux(traits=[trait("Plaie", 9)]), Soigner("ilya", patient="jok"), face)
    assert traits(s) == {"Plaie": 9 - points}
    assert dit(oracle, "soin")["points"] == points


@pytest.mark.rule("FLU-4.60")
def test_the_table_of_healing_is_the_ledgers():
    assert {r.nom: r.soin for r in RANGS if r.soin} == {r["rang"]: r["points"] for r in rows("FLU-4.60")}
    s, _ = jouer(a_deux(traits=[trait("Plaie", 9)]), Soigner("ilya", patient="jok"), 10, 3)  # 18, majorée
    assert traits(s) == {"Plaie": 6}
    s, _ = jouer(a_deux(traits=[trait("Plaie", 9)]), Soigner("ilya", patient="jok"), 10, 6)  # 21, critique
    assert traits(s) == {"Plaie": 5}


@pytest.mark.rule("FLU-4.60", "FLU-4.61")
def test_a_failure_heals_nothing_and_still_was_the_test_of_the_day():
    s, oracle = jouer(a_deux(traits=[trait("Plaie", 9)]), Soigner("ilya", patient="jok"), 5)
    assert traits(s) == {"Plaie": 9}
    assert dit(oracle, "soin_rate").target == "jok"
    assert Soigner("ilya", patient="jok").closed(s).rule == "FLU-4.61"


@pytest.mark.rule("FLU-4.60")
def test_the_points_may_be_spread_over_several_wounds_and_only_over_wounds():
    maux = [trait("Effroi", 5, "psychique"), trait("Bras", 2), trait("Jambe", 5)]
    s = a_deux(traits=maux, pertes={"FOR": 2})
    apres, oracle = jouer(s, Soigner("ilya", patient="jok"), 10, 3, reponses=["garder", 1])
    assert traits(apres) == {"Bras": 1, "Jambe": 3, "Effroi": 5}
    assert apres["jok"].pertes == {"FOR": 2}
    question = oracle.asked[-1]
    assert (question.key, question.who, question.open()) == ("flu.guerir_combien", "ilya", (2, 1, 0))
    tout, _ = jouer(s, Soigner("ilya", patient="jok"), 10, 3)
    assert traits(tout) == {"Jambe": 4, "Effroi": 5}  # first the first, to nothing


@pytest.mark.rule("FLU-4.60")
def test_one_point_goes_to_one_wound_and_never_more_than_there_is():
    s = a_deux(traits=[trait("Bras", 2), trait("Jambe", 5)])
    apres, _ = jouer(s, Soigner("ilya", patient="jok"), 6, reponses=["garder", "Jambe"])
    assert traits(apres) == {"Bras": 2, "Jambe": 4}
    apres, oracle = jouer(a_deux(traits=[trait("Bras", 1)]), Soigner("ilya", patient="jok"), 9)
    assert traits(apres) == {}
    assert dit(oracle, "soin")["points"] == 1


@pytest.mark.rule("FLU-4.60")
def test_medicine_is_int_or_conn_with_the_trait_of_that_name():
    s = a_deux(soigneur=AVEC_MEDECINE, traits=[trait("Plaie", 9)])
    _, oracle = jouer(s, Soigner("ilya", patient="jok"), 6, 3)
    assert dit(oracle).terms[0] == ("Intelligence", 5, "FLU-3.1")
    assert dit(oracle)["avantages"] == (("Médecine", 1, "FLU-3.20"),)
    _, oracle = jouer(s, Soigner("ilya", ("CONN",), patient="jok"), 6, 3)
    assert dit(oracle).terms[0] == ("Connaissances", 4, "FLU-3.1")
    assert Soigner("ilya", ("INT", "CONN"), patient="jok").closed(s) is None
    for c in CARACS:
        assert (Soigner("ilya", (c,), patient="jok").closed(s) is None) == (c in ("INT", "CONN"))


@pytest.mark.rule("FLU-4.61")
def test_the_place_helps_or_hinders_and_the_patient_has_one_test_a_day():
    s = scene(ilya={"fiche": {}}, roos={"fiche": {}}, jok={"fiche": {}, "traits": [trait("Plaie", 9)]})
    s, oracle = jouer(s, Soigner("ilya", patient="jok", circonstances=2), 3, 6, 4)
    assert dit(oracle)["net"] == 2
    assert Soigner("roos", patient="jok").closed(s).rule == "FLU-4.61"
    s, _ = jouer(s, Dormir("jok"))
    assert Soigner("roos", patient="jok").closed(s) is None


@pytest.mark.rule("FLU-4.61")
def test_one_healer_may_tend_several_patients():
    s = scene(
        ilya={"fiche": {}},
        ben={"fiche": {}, "traits": [trait("Plaie", 3)]},
        jok={"fiche": {}, "traits": [trait("Plaie", 3)]},
    )
    s, _ = jouer(s, Soigner("ilya", patient="jok"), 6)
    s, _ = jouer(s, Soigner("ilya", patient="ben"), 6)
    assert traits(s) == traits(s, "ben") == {"Plaie": 2}


@pytest.mark.rule("FLU-4.60")
def test_care_needs_a_wound_and_a_living_patient():
    assert Soigner("ilya", patient="jok").closed(a_deux()).rule == "FLU-4.60"
    assert Soigner("ilya", patient="jok").closed(a_deux(traits=[trait("Plaie", 1)], etat="mort")).rule == "FLU-4.50"
    assert Soigner("ilya").closed(a_deux()).rule == "FLU-3.1"
    assert Soigner("jok", patient="jok").closed(a_deux(traits=[trait("Plaie", 1)])) is None


# ---------------------------------------------------------------- emergencies


@pytest.mark.rule("FLU-4.54")
@pytest.mark.parametrize(("rounds", "net"), [(0, -2), (1, -3), (2, -4)])
def test_the_gravity_of_the_bleeding_weighs_on_whoever_stops_it(rounds, net):
    s = a_deux(res_perdue=10, traits=[trait("Plaie", 5)])
    oracle = Scripted((1, 9, 9, 3, 7, 7, 7))  # seven points: two Désavantages, an Échec majoré, VOL holds
    s = blesser(s, oracle, "jok", 7)
    for n in range(rounds):  # and so it goes on
        s, oracle = jouer(s, Survivre("jok"), 1, *[9] * (3 + n), 3, *[7] * (4 + n))
    assert dit(oracle, "survie")["issue"] == "hémorragie"
    s, oracle = jouer(s, Secourir("ilya", patient="jok"), *[6] * (1 - net))
    assert dit(oracle)["avantages"] == (("Gravité de la blessure", net, "FLU-4.54"),)
    assert s["jok"].hemorragie == 0
    assert dit(oracle, "sang_arrete").target == "jok"


@pytest.mark.rule("FLU-4.54")
def test_a_failed_attempt_leaves_the_bleeding_as_it_is():
    s, oracle = jouer(a_deux(hemorragie=2), Secourir("ilya", patient="jok"), 5, 6)
    assert s["jok"].hemorragie == 2
    assert dit(oracle, "secours_rate").target == "jok"


@pytest.mark.rule("FLU-4.54", "FLU-4.52")
def test_an_unconscious_patient_is_brought_round_at_once():
    s = a_deux(etat="inconscient", survie=2, reveil=2 * HEURE)
    s, oracle = jouer(s, Secourir("ilya", patient="jok"), 6, 6, 6)
    assert dit(oracle)["net"] == -2
    assert (s["jok"].etat, s["jok"].reveil, s["jok"].survie) == ("actif", None, 0)


@pytest.mark.rule("FLU-4.54", "FLU-4.52")
def test_medicine_never_ends_a_coma_but_stops_the_bleeding_of_one():
    coma = a_deux(etat="coma", survie=2, reveil=2 * JOUR)
    assert Secourir("ilya", patient="jok").closed(coma).rule == "FLU-4.52"
    saigne = a_deux(etat="coma", survie=2, reveil=2 * JOUR, hemorragie=3)
    s, _ = jouer(saigne, Secourir("ilya", patient="jok"), 6, 6, 6)
    assert (s["jok"].etat, s["jok"].reveil, s["jok"].hemorragie) == ("coma", 2 * JOUR, 0)


@pytest.mark.rule("FLU-4.54")
def test_bleeding_comes_before_waking():
    s = a_deux(etat="inconscient", survie=1, reveil=HEURE, hemorragie=2)
    s, _ = jouer(s, Secourir("ilya", patient="jok"), 6, 6)
    assert (s["jok"].etat, s["jok"].hemorragie) == ("inconscient", 0)
    s, oracle = jouer(s, Secourir("ilya", patient="jok"), 6, 6)
    assert dit(oracle)["net"] == -1
    assert s["jok"].etat == "actif"


@pytest.mark.rule("FLU-4.54", "FLU-4.61")
def test_emergencies_do_not_count_as_the_care_of_the_day():
    s = a_deux(hemorragie=1, soigne=True, traits=[trait("Plaie", 6)])
    s, _ = jouer(s, Secourir("ilya", patient="jok"), 6)
    assert s["jok"].soigne
    s, _ = jouer(a_deux(hemorragie=1, traits=[trait("Plaie", 6)]), Secourir("ilya", patient="jok"), 6)
    assert Soigner("ilya", patient="jok").closed(s) is None


@pytest.mark.rule("FLU-4.54")
def test_there_must_be_an_emergency_and_one_may_stop_ones_own_blood():
    assert Secourir("ilya", patient="jok").closed(a_deux()).rule == "FLU-4.54"
    assert Secourir("jok", patient="jok").closed(a_deux(hemorragie=1)) is None
    assert Secourir("jok", patient="jok").closed(a_deux(hemorragie=1, etat="coma", reveil=JOUR)).rule == "FLU-4.52"


def au_combat(**jok):
    s = scene(
        ilya={"fiche": {"AGI": 6}, "camp": "a"},
        jok={"fiche": {}, "camp": "a", **jok},
        orc={"fiche": {"FOR": 1}, "camp": "b", "x": 30},
    )
    return jouer(s, Combattre("ilya"))[0]


@pytest.mark.rule("FLU-4.54", "FLU-4.61")
def test_in_a_fight_help_takes_the_turn_and_is_given_within_a_step():
    s = au_combat(hemorragie=1)
    assert s.turn()[0] == "ilya"
    assert Secourir("jok", patient="jok").closed(s).rule == "FLU-4.1"
    assert Secourir("ilya", patient="jok").closed(au_combat(hemorragie=1, x=2)).rule == "FLU-4.61"
    apres, _ = jouer(s, Secourir("ilya", patient="jok"), 6)
    assert apres.turn()[0] == "jok"
    assert apres["jok"].hemorragie == 0


@pytest.mark.rule("FLU-4.61")
def test_nobody_is_tended_with_an_enemy_in_contact():
    s = scene(
        ilya={"fiche": {}, "camp": "a"},
        jok={"fiche": {}, "camp": "a", "hemorragie": 1},
        orc={"fiche": {"FOR": 9}, "camp": "b", "x": 1},
    )
    s, _ = jouer(s, Combattre("ilya"))
    s, _ = jouer(s, Annoncer("orc", cible="ilya"))
    while s.turn()[0] != "ilya":
        s, _ = jouer(s, Annoncer(s.turn()[0], cible="orc"))
    assert Secourir("ilya", patient="jok").closed(s).rule == "FLU-4.61"


@pytest.mark.rule("FLU-4.12")
def test_one_who_is_tied_up_tends_nobody():
    s = a_deux(soigneur={"sans_defense": True}, hemorragie=1, traits=[trait("Plaie", 2)])
    assert Secourir("ilya", patient="jok").closed(s).rule == "FLU-4.12"
    assert Soigner("ilya", patient="jok").closed(s).rule == "FLU-4.12"


@pytest.mark.rule("FLU-4.5")
@pytest.mark.parametrize("soin", [Soigner, Secourir])
def test_a_double_move_weighs_on_the_care_that_follows_and_on_nothing_after_it(soin):
    s = scene(
        ilya={"fiche": {"AGI": 6}, "camp": "a", "x": 16},
        jok={"fiche": {}, "camp": "a", "traits": [trait("Plaie", 2)], "etat": "inconscient", "reveil": HEURE},
        orc={"fiche": {"FOR": 1}, "camp": "b", "x": 30},
    )
    s, _ = jouer(s, Combattre("ilya"))
    s, _ = jouer(s, Deplacer("ilya", 1, 0, double=True))
    apres, oracle = jouer(s, soin("ilya", patient="jok"), 6, 6)
    assert dit(oracle)["avantages"] == (("Double déplacement", -1, "FLU-4.5"),)
    assert "ilya" not in apres.encounter.elan


@pytest.mark.rule("FLU-3.22", "FLU-2.11")
def test_medicine_does_not_come_in_where_another_use_was_named():
    medecin = {"fiche": {"traits": [{"nom": "Médecine", "valeur": 3}, {"nom": "Herbes", "valeur": 2}]}}
    s = a_deux(soigneur=medecin, traits=[trait("Plaie", 4)])
    for quoi, attendu in (
        ({"eloignes": (("Médecine", 1),)}, (("Médecine", 1, "FLU-3.20"),)),
        ({"eloignes": (("Herbes", 1),)}, (("Herbes", 1, "FLU-3.20"),)),
        ({"contre": ("Médecine",)}, (("Médecine", -3, "FLU-3.37"),)),
    ):
        apres, oracle = jouer(s, Soigner("ilya", patient="jok", **quoi), *[6] * (1 + abs(attendu[0][1])))
        assert dit(oracle)["avantages"] == attendu
        assert apres["ilya"].res == 10


@pytest.mark.rule("FLU-4.58", "FLU-4.59", "FLU-4.61")
def test_dawn_comes_in_the_middle_of_a_fight_too():
    s = scene(
        ilya={"fiche": {}, "camp": "a", "pauses": 2, "soigne": True, "res_perdue": 4, "traits": [trait("Plaie", 2)]},
        orc={"fiche": {"FOR": 1}, "camp": "b", "x": 30},
    )
    s, _ = jouer(replace(s, clock=JOUR - 6), Combattre("ilya"))
    s, _ = jouer(s, Attendre("ilya"))
    s, oracle = jouer(s, Attendre("orc"))
    assert (s.round(), s.clock) == (2, JOUR)
    assert (s["ilya"].pauses, s["ilya"].soigne, s["ilya"].res_perdue, traits(s, "ilya")) == (0, False, 4, {"Plaie": 1})
    assert dit(oracle, "guerison")["points"] == 1


@pytest.mark.rule("FLU-4.54", "FLU-4.60")
def test_the_odds_of_medicine_are_those_of_its_test():
    s = au_combat(hemorragie=2)
    # 11 with INT 5 under one Désavantage: both dice at 6 or more, or a ten on the base die, but no one on it
    assert odds(Secourir("ilya", patient="jok"), s).p(True) == pytest.approx(0.4 * 0.5 + 0.1, abs=1e-9)
    soin = odds(Soigner("ilya", patient="jok"), a_deux(traits=[trait("Plaie", 9)]), "points")
    assert soin.p(0) == pytest.approx(0.5, abs=1e-9)
    assert soin.p(1) == pytest.approx(0.1, abs=1e-9)


# ---------------------------------------------------------------- time


@pytest.mark.rule("FLU-3.25")
@pytest.mark.parametrize("cran", range(1, 13))
def test_time_goes_by_in_steps_of_the_table(cran):
    s, _ = jouer(seul(), PasserTemps("jok", cran, 2))
    assert s.clock == 2 * rows("FLU-3.25")[cran - 1]["secondes"]


@pytest.mark.rule("FLU-3.25")
@pytest.mark.parametrize(("cran", "fois"), [(0, 1), (13, 1), (5, 0), (5, 101)])
def test_time_off_the_table_is_refused(cran, fois):
    assert PasserTemps("jok", cran, fois).closed(seul()).rule == "FLU-3.25"


@pytest.mark.rule("FLU-2.15", "FLU-4.52", "FLU-5.10")
def test_what_is_due_ends_and_is_told():
    sort = SortActif("s", "jok", Sort("lueur", "Lueur"), ("jok",), 1, 4, 900)
    long = SortActif("t", "jok", Sort("nuit", "Nuit"), ("jok",), 1, 6, 18000)
    s = a_deux(
        soigneur={"etat": "inconscient", "reveil": HEURE, "survie": 1},
        traits=[trait("Moral", 1, "temporaire", fin=900), trait("Entorse", 1, "temporaire", fin=7200)],
    )
    s, oracle = jouer(replace(s, sorts=(sort, long)), PasserTemps("jok", 5))
    assert s["ilya"].etat == "actif"
    assert traits(s) == {"Entorse": 1}
    assert s.sorts == (long,)
    assert [(e.what, e.who) for e in oracle.events[1:]] == [
        ("reveil", "ilya"),
        ("trait_passe", "jok"),
        ("sort_passe", "jok"),
    ]


@pytest.mark.rule("FLU-4.52", "FLU-4.58")
def test_natural_healing_goes_on_in_a_coma_and_rest_with_it():
    s = a_deux(etat="coma", reveil=2 * JOUR, survie=2, res_perdue=10, traits=[trait("Plaie", 6)])
    s, _ = jouer(s, Dormir("ilya"))
    assert (s["jok"].etat, s["jok"].res, traits(s)) == ("coma", 10, {"Plaie": 5})
    s, oracle = jouer(s, Dormir("ilya"))
    assert (s["jok"].etat, traits(s)) == ("actif", {"Plaie": 4})
    assert dit(oracle, "reveil").who == "jok"


@pytest.mark.rule("FLU-4.58")
@pytest.mark.parametrize("reveil", [JOUR - HEURE, JOUR + HEURE])
def test_a_faint_is_no_nights_rest(reveil):
    s = replace(a_deux(etat="inconscient", reveil=reveil, survie=1, res_perdue=9), clock=JOUR - 2 * HEURE)
    s, _ = jouer(s, PasserTemps("ilya", 6))
    assert (s["jok"].etat, s["jok"].res_perdue) == ("actif", 9)


@pytest.mark.rule("FLU-4.58", "FLU-4.52")
def test_a_coma_is_rest_at_the_dawns_it_lasts_through():
    s = replace(a_deux(etat="coma", reveil=JOUR - HEURE, survie=1, res_perdue=9), clock=JOUR - 2 * HEURE)
    assert jouer(s, PasserTemps("ilya", 6))[0]["jok"].res_perdue == 9
    s = s.put(replace(s["jok"], reveil=JOUR + HEURE))
    assert jouer(s, PasserTemps("ilya", 6))[0]["jok"].res_perdue == 0


@pytest.mark.rule("FLU-4.58")
def test_several_days_give_as_many_points_spread_as_one_likes():
    s = seul(traits=[trait("Bras", 4), trait("Jambe", 2)], pertes={"VOL": 1}, res_perdue=5)
    apres, oracle = jouer(s, PasserTemps("jok", 8), reponses=[1, 1])  # three days: 1, 1, and the rest
    assert {**traits(apres), **apres["jok"].pertes} == {"Bras": 3, "Jambe": 1}
    assert [q.open() for q in oracle.asked] == [(3, 2, 1, 0), (2, 1)]
    assert apres["jok"].res_perdue == 0
    apres, oracle = jouer(s, PasserTemps("jok", 9))  # a week heals seven points, all there are
    assert (apres["jok"].traits, apres["jok"].pertes, oracle.asked) == ((), {}, [])


@pytest.mark.rule("FLU-4.58")
def test_an_hour_across_dawn_is_a_new_day_without_a_nights_rest():
    s = replace(seul(res_perdue=5, pauses=5, traits=[trait("Plaie", 3)]), clock=JOUR - HEURE)
    s, _ = jouer(s, PasserTemps("jok", 5))
    assert (s["jok"].res_perdue, s["jok"].pauses, traits(s)) == (5, 0, {"Plaie": 2})
    s, _ = jouer(s, PasserTemps("jok", 6, 4))  # twenty hours
    assert (s["jok"].res_perdue, traits(s)) == (5, {"Plaie": 2})
    s, _ = jouer(s, PasserTemps("jok", 5, 24))
    assert (s["jok"].res_perdue, traits(s)) == (0, {"Plaie": 1})


@pytest.mark.rule("FLU-4.51")
def test_a_bleeding_victim_makes_a_harder_test_each_round_until_it_ends():
    # CON 2: 2 + 3 is an Échec majoré, VOL 5 + 8 holds; then 2 + 9 under two Désavantages, and VOL holds again
    s, oracle = jouer(seul(hemorragie=1, pertes={"CON": 3}), PasserTemps("jok", 4), 3, 3, 8, 8, 9, 9, 9, 6, 6, 6)
    survies = [e for e in oracle.events if e.what == "survie"]
    assert [(e["issue"], e["n"]) for e in survies] == [("hémorragie", 1), ("actif", 2)]
    assert (s["jok"].hemorragie, s["jok"].etat, s.clock) == (0, "actif", 900)


@pytest.mark.rule("FLU-4.51", "FLU-4.52")
def test_one_who_bleeds_to_death_while_time_goes_by_heals_no_more():
    s = seul(hemorragie=1, res_perdue=10, traits=[trait("Plaie", 8)])
    s, oracle = jouer(s, PasserTemps("jok", 7), 1, 5, 9)  # 5 - 1 - 9
    assert dit(oracle, "survie")["issue"] == "mort"
    assert (s["jok"].etat, traits(s), s["jok"].res_perdue) == ("mort", {"Plaie": 8}, 10)
    assert s.clock == JOUR


@pytest.mark.rule("FLU-4.51", "FLU-4.52")
def test_a_coma_that_begins_while_time_goes_by_is_slept_off_in_it():
    s = seul(hemorragie=1, traits=[trait("Plaie", 8)])
    s, oracle = jouer(s, PasserTemps("jok", 8), 3, 3)  # 8: a plain failure, one day of coma
    assert [e.what for e in oracle.events if e.what in ("survie", "reveil")] == ["survie", "reveil"]
    assert s["jok"].etat == "actif"


@pytest.mark.rule("FLU-4.39", "FLU-4.18")
def test_what_hampers_for_rounds_wears_off_with_the_time():
    s = seul()
    s = s.put(replace(s["jok"], conditions=(Condition("Étourdi", 6, 1), Condition("Aveuglé", 5, 2)), cedes=("Épée",)))
    s, _ = jouer(s, PasserTemps("jok", 2))  # five rounds
    assert s["jok"].conditions == (Condition("Étourdi", 1, 1),)
    assert s["jok"].cedes == ()


@pytest.mark.rule("FLU-4.51")
def test_a_survival_test_by_itself_is_one_round():
    s, oracle = jouer(seul(hemorragie=2), Survivre("jok"), 7, 7, 9)  # 5 + 7
    assert s.clock == 6
    assert dit(oracle, "saigne")["n"] == 2
    assert dit(oracle, "survie")["n"] == 2
    assert Survivre("jok").closed(seul()).rule == "FLU-4.51"
    assert Survivre("jok").closed(seul(etat="mort", hemorragie=1)).rule == "FLU-4.50"
    assert Survivre("jok").closed(au_combat(hemorragie=1)).rule == "FLU-4.1"
    assert Survivre("jok").closed(seul(hemorragie=1, etat="coma", reveil=JOUR)) is None


@pytest.mark.rule("FLU-4.51")
def test_the_odds_of_bleeding_are_those_of_ones_own_test():
    s = scene(ben={"fiche": {}, "hemorragie": 1}, jok={"fiche": {}, "hemorragie": 9})
    seulement = odds(Survivre("jok"), seul(hemorragie=9), "survit")
    assert odds(Survivre("jok"), s, "survit").p(True) == pytest.approx(seulement.p(True), abs=1e-9)
    assert odds(Survivre("ben"), s, "survit").p(True) > seulement.p(True) > 0
    assert set(odds(Survivre("jok"), s, "issue").ways) >= {"mort", "hémorragie", "coma", "inconscient", "actif"}


@pytest.mark.rule("FLU-4.51")
def test_time_that_is_too_short_for_a_round_lets_nobody_bleed():
    oracle = Scripted()
    s = laisser_passer(seul(hemorragie=1), oracle, 5)
    assert (s.clock, s["jok"].hemorragie, oracle.events) == (5, 1, [])


# ---------------------------------------------------------------- buttons, and what must always hold


@pytest.mark.rule("FLU-4.54", "FLU-4.58", "FLU-4.60")
def test_the_buttons_of_recovery():
    s = scene(
        ilya={"fiche": {}, "camp": "a"},
        jok={"fiche": {}, "camp": "a", "hemorragie": 1, "traits": [trait("Plaie", 6)]},
        orc={"fiche": {}, "camp": "b", "etat": "mort", "traits": [trait("Plaie", 6)]},
    )
    boutons = list(offers(s, s["ilya"]))
    assert boutons[:2] == [Secourir("ilya", patient="jok"), Soigner("ilya", patient="jok")]
    assert Dormir("ilya", ("jok",)) in boutons
    assert sum(isinstance(b, PasserTemps) for b in boutons) == 4
    assert Survivre("jok") in list(offers(s, s["jok"]))
    combat = au_combat(hemorragie=1)
    assert list(offers(combat, combat["ilya"])) == [Secourir("ilya", patient="jok")]


GENS = ("jok", "ilya", "mort", "qui")
PLAIES = st.lists(st.tuples(st.sampled_from(["blessure", "psychique", "effort"]), st.integers(1, 8)), max_size=3)


@given(
    genre=st.sampled_from([Dormir, Souffler, PasserTemps, Survivre, Soigner, Secourir]),
    quoi=variantes(
        actor=st.sampled_from(GENS),
        patient=st.sampled_from(GENS),
        avec=st.lists(st.sampled_from(GENS), max_size=2).map(tuple),
        gain=st.integers(-1, 3),
        cran=st.integers(0, 13),
        fois=st.integers(0, 101),
        caracs=st.lists(st.sampled_from([*CARACS, "MAG"]), max_size=2).map(tuple),
        traits=st.lists(st.sampled_from(["Médecine", "Rien"]), max_size=2).map(tuple),
        circonstances=st.integers(-60, 60),
        res=st.integers(-1, 11),
        secret=st.booleans(),
    ),
    plaies=PLAIES,
    pertes=st.dictionaries(st.sampled_from(CARACS), st.integers(1, 4), max_size=2),
    etat=st.sampled_from(["actif", "coma", "inconscient"]),
    hemorragie=st.integers(0, 4),
    pools=st.tuples(st.integers(0, 10), st.integers(0, 10), st.integers(0, 5)),
    horloge=st.integers(0, 2 * JOUR),
    seed=st.integers(0, 10**6),
)
@pytest.mark.rule("FLU-4.51", "FLU-4.54", "FLU-4.58", "FLU-4.59", "FLU-4.60", "FLU-4.61")
def test_whatever_is_done_to_recover_leaves_a_sound_scene(
    genre, quoi, plaies, pertes, etat, hemorragie, pools, horloge, seed
):
    reveil = None if etat == "actif" else horloge + HEURE
    s = scene(
        ilya={**AVEC_MEDECINE, "res_perdue": 3},
        jok={
            "fiche": {},
            "res_perdue": pools[0],
            "san_perdue": pools[1],
            "pauses": pools[2],
            "pertes": pertes,
            "etat": etat,
            "reveil": reveil,
            "hemorragie": hemorragie,
            "traits": [trait(f"Mal {i}", n, origine) for i, (origine, n) in enumerate(plaies)],
        },
        mort={"fiche": {}, "etat": "mort", "traits": [trait("Plaie", 20)]},
    )
    s = replace(s, clock=horloge)
    defauts = {"actor": "ilya", "patient": "jok", "cran": 6, **quoi}
    action = genre(**{k: v for k, v in defauts.items() if k in genre.__struct_fields__})
    apres = tient(s, action, seed)
    if apres is not None:
        maux = [sum(t.valeur for t in x["jok"].traits) + sum(x["jok"].pertes.values()) for x in (s, apres)]
        assert apres.clock >= s.clock
        assert apres["mort"] == s["mort"]
        jours = apres.clock // JOUR - s.clock // JOUR
        if genre in (Dormir, PasserTemps) and apres["jok"].etat != "mort" and not hemorragie:
            assert maux[1] == max(0, maux[0] - jours)
        assert all(isinstance(t, Trait) for t in apres["jok"].traits)


@pytest.mark.rule("FLU-4.49")
def test_a_part_destroyed_for_good_never_heals_below_one() -> None:
    perte = {"nom": "Perte à l'œil", "valeur": 2, "negatif": True, "origine": "blessure", "definitif": True}
    depart = read_scene({"personnages": {"alys": {"traits": [perte]}, "mire": {}}}, ())
    apres = depart
    for jour in (1, 2, 3):
        apres = Dormir("alys").resolve(apres, Scripted())
        assert [t.valeur for t in apres["alys"].traits] == [1], f"day {jour}"
    closed = Soigner("mire", ("INT",), patient="alys").closed(apres)
    assert closed is not None and closed.rule == "FLU-4.60"


@pytest.mark.rule("FLU-4.49")
def test_more_than_ten_points_at_once_are_marked_for_good_and_ten_are_not() -> None:
    for points, perdu in ((10, False), (11, True)):
        blessee = blesser(
            read_scene({"personnages": {"alys": {"res_perdue": 10}}}, ()), Scripted([9] * 20), "alys", points
        )
        assert blessee["alys"].traits[0].definitif is perdu
