"""Chapters 15 and 16: running, climbing, riding, swimming, and what goes wrong on the way."""

import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tablee.games.yin_yang.book.c7_fatigue.repos import Attendre
from tablee.games.yin_yang.book.c15_mouvements import MOYENS, Descendre, Monter, SeDeplacer, en_metres, offers, portee
from tablee.games.yin_yang.model.tables import IMPOSSIBLE
from tablee.kernel.odds import odds

from .essais import PAIRES, ZEROS, compter, de, dit, dits, engager, exact, jouer, refus, scene, tient, tour

COUREUR = {"agilite": 5, "course": 4}
GRIMPEUR = {"force": 5, "perception": 5, "escalade": 4}
CAVALIER = {"agilite": 6, "equitation": 5, "monture": "cheval"}
NAGEUR = {"force": 5, "natation": 5}
CHEVAL = {"creature": "cheval"}


def aller(moyen="course", **plus):
    return SeDeplacer("jok", 100, 0, moyen, **plus)


def bouge(qui, action, *dice):
    """Metres covered and fatigue lost, out of fights."""
    apres, oracle = jouer(scene(jok=qui, cheval=CHEVAL), action, *dice)
    return dit(oracle, "parcours")["metres"], apres["jok"].fatigue


# ---------------------------------------------------------------- out of fights


@pytest.mark.rule("YY-15.3", "YY-15.4")
@pytest.mark.parametrize(
    ("jet", "metres", "fatigue"),
    [
        (2, 8, 2 * 2),  # the book's example: failed by 1
        (1, 7, 2 * 2),
        (3, 9, 2),  # just succeeded: all the ranks and a margin of 0
        (5, 11, 3),
        (19, 9 + 7, 4),
    ],
)
def test_running_covers_the_ranks_and_the_margin(jet, metres, fatigue):
    assert bouge(COUREUR, aller(nd=12), *de(jet)) == (metres, fatigue)


@pytest.mark.rule("YY-15.3", "YY-5.21")
def test_on_a_trivial_ground_no_roll_is_needed():
    assert bouge(COUREUR, aller()) == (9 + 9, 4)
    assert bouge(COUREUR, aller(risquer=True), *de(6)) == (9 + 9 + 6, 5)
    assert bouge(COUREUR, aller(nd=60), *de(1)) == (0, 0)


@pytest.mark.rule("YY-15.3")
def test_penalties_act_through_the_margin_only():
    las = {**COUREUR, "constitution": 4, "volonte": 4, "fatigue": 9}  # -1
    apres, oracle = jouer(scene(jok=las), aller(nd=12), *de(4))
    assert dit(oracle, "parcours")["metres"] == 9 + (8 + 4 - 12)
    assert apres["jok"].fatigue == 9 + 2


@pytest.mark.rule("YY-7.5", "YY-9.1")
def test_load_and_wounds_add_to_the_fatigue_of_a_move():
    lourd = {"materiel": [{"id": "sac", "nom": "Sac", "poids": 17.0}]}
    charge = {**COUREUR, "force": 4, "constitution": 4, "equipement": lourd, "blessures": {"torse": 9}}  # 1 and 2
    assert bouge(charge, aller(nd=9), *de(3)) == (9, 2 + 1 + 2)


@pytest.mark.rule("YY-15.8", "YY-15.9")
@pytest.mark.parametrize(("jet", "metres", "fatigue"), [(2, 4, 4), (1, 3.5, 4), (3, 4.5, 2), (4, 5, 2), (5, 5.5, 3)])
def test_climbing_covers_half_as_much(jet, metres, fatigue):
    assert bouge(GRIMPEUR, aller("escalade", nd=12), *de(jet)) == (metres, fatigue)


@pytest.mark.rule("YY-16.4", "YY-16.5")
@pytest.mark.parametrize(("jet", "metres", "fatigue"), [(1, 27, 4), (3, 33, 2), (4, 36, 2), (5, 39, 3)])
def test_riding_covers_three_times_as_much(jet, metres, fatigue):
    assert bouge(CAVALIER, aller("equitation", nd=14), *de(jet)) == (metres, fatigue)


@pytest.mark.rule("YY-16.12", "YY-16.13")
@pytest.mark.parametrize(("jet", "metres", "fatigue"), [(1, 4.5, 4), (2, 5, 2), (3, 5.5, 3)])
def test_swimming_covers_half_as_much_and_tires_by_half_the_strength(jet, metres, fatigue):
    assert bouge(NAGEUR, aller("natation", nd=12), *de(jet)) == (metres, fatigue)


@pytest.mark.rule("YY-16.12")
def test_half_metres_are_kept():
    assert [en_metres(n) for n in (0, 1, 2, 9)] == [0, 0.5, 1, 4.5]


@pytest.mark.rule("YY-10.14")
def test_one_ends_up_as_far_along_as_one_got_and_a_turn_has_gone_by():
    ici = scene(jok={**COUREUR, "x": 3, "y": 4})
    apres, _ = jouer(ici, SeDeplacer("jok", 3, 100, nd=12), *de(3))
    assert (apres["jok"].x, apres["jok"].y, apres.clock) == (3, 13, 6)
    apres, _ = jouer(ici, SeDeplacer("jok", 5, 4, nd=12), *de(3))
    assert (apres["jok"].x, apres["jok"].y) == (5, 4)
    apres, _ = jouer(scene(jok=CAVALIER, cheval=CHEVAL), aller("equitation", nd=14), *de(3))
    assert apres["jok"].x == apres["cheval"].x == 33


@pytest.mark.rule("YY-15.4")
def test_who_is_there_before_his_breath_is_out_has_run_no_farther():
    ici = scene(jok={**COUREUR, "x": 3, "y": 4})
    apres, oracle = jouer(ici, SeDeplacer("jok", 5, 4, nd=12), *de(3))
    assert (dit(oracle, "parcours")["metres"], apres["jok"].fatigue) == (2, 1)


# ---------------------------------------------------------------- in close combat


@pytest.mark.rule("YY-10.14")
def test_one_runs_up_to_somebody_or_away_from_him_wherever_he_stands():
    ici, _ = tour(melee(COUREUR, x=10), SeDeplacer("jok", vers="bor"))
    assert (ici["jok"].x, ici["jok"].y) == (9, 0)
    ici, oracle = tour(melee(COUREUR, x=2), SeDeplacer("jok", loin_de="bor"), *de(5))
    assert ici["jok"].x == -dit(oracle, "parcours")["metres"] == -7
    assert refus(melee(COUREUR), SeDeplacer("jok", vers="personne")) == "YY-5.1"
    assert refus(melee(COUREUR), SeDeplacer("jok", vers="jok")) == "YY-10.14"


@pytest.mark.rule("YY-10.14")
def test_in_a_fight_every_adversary_can_be_run_up_to_and_who_never_learnt_to_run_reads_why_not():
    loin = engager(scene(jok={**COUREUR, "camp": "a"}, bor={"camp": "b", "x": 10}, ana={"camp": "b", "x": 20}))
    assert [(a.vers, a.loin_de) for a in offers(loin, loin["jok"])] == [("bor", ""), ("ana", ""), ("", "bor")]
    ignorant = engager(scene(jok={"camp": "a"}, bor={"camp": "b", "x": 10}))
    assert [a.closed(ignorant).rule for a in offers(ignorant, ignorant["jok"])] == ["YY-4.2", "YY-4.2"]


def melee(qui, x=1):
    return engager(scene(jok={**qui, "camp": "a"}, cheval=CHEVAL, bor={"camp": "b", "x": x}))


@pytest.mark.rule("YY-15.2", "YY-15.4")
@pytest.mark.parametrize(("jet", "metres", "fatigue"), [(2, 5, 2), (3, 5, 1), (5, 7, 2)])
def test_in_close_combat_one_runs_agilite_and_the_margin_against_12(jet, metres, fatigue):
    ici, oracle = tour(melee(COUREUR), SeDeplacer("jok", -50, 0, nd=24), *de(jet))
    assert (dit(oracle, "parcours")["metres"], ici["jok"].fatigue) == (metres, fatigue)
    assert ici["jok"].x == -metres
    assert {regle for _, _, regle in dit(oracle, "parcours").terms} == {"YY-15.2"}
    assert "Au moins 1" not in [nom for nom, _, _ in dit(oracle, "fatigue").terms]


@pytest.mark.rule("YY-15.2")
def test_out_of_reach_of_all_the_ground_counts_even_in_a_fight():
    _, oracle = tour(melee(COUREUR, x=10), SeDeplacer("jok", -50, 0, nd=9), *de(4))
    assert dit(oracle, "parcours")["metres"] == 13


@pytest.mark.rule("YY-16.4")
def test_in_close_combat_a_rider_covers_three_times_agilite_and_margin():
    _, oracle = tour(melee(CAVALIER), aller("equitation"), *de(3))
    assert dit(oracle, "parcours")["metres"] == 3 * (6 + 2)
    assert {regle for _, _, regle in dit(oracle, "parcours").terms} == {"YY-16.4"}


@pytest.mark.rule("YY-16.12")
def test_in_close_combat_a_swimmer_covers_half_of_force_and_margin():
    _, oracle = tour(melee(NAGEUR), aller("natation"), *de(5))
    assert dit(oracle, "parcours")["metres"] == (5 + 3) / 2


@pytest.mark.rule("YY-15.8")
def test_a_climber_keeps_the_nd_of_his_wall_in_a_fight():
    _, oracle = tour(melee(GRIMPEUR), aller("escalade", nd=10), *de(2))
    assert dit(oracle, "parcours")["metres"] == (9 + 1) / 2


@pytest.mark.rule("YY-7.4")
def test_in_a_fight_going_nowhere_costs_1_all_the_same():
    ici, _ = tour(melee(COUREUR, x=10), SeDeplacer("jok", -50, 0, nd=40), *de(3))
    assert ici["jok"].fatigue == 1


# ---------------------------------------------------------------- désastres


@pytest.mark.rule("YY-15.5")
def test_a_runner_falls_loses_4_and_spends_the_next_turn_getting_up():
    ici, oracle = tour(melee(COUREUR), SeDeplacer("jok", -50, 0), *ZEROS)
    assert dits(oracle, "parcours") == []
    assert (ici["jok"].x, ici["jok"].fatigue, ici["jok"].occupe) == (0, 4, "se relever")
    while ici.encounter.file[0] != "jok":
        ici = Attendre(ici.encounter.file[0]).resolve(ici, None)
    assert refus(ici, SeDeplacer("jok", -50, 0)) == "YY-10.6"
    assert refus(ici, Attendre("jok")) is None
    ici, oracle = tour(ici, Attendre("jok"))
    assert dit(oracle, "se_reprend")["quoi"] == "se relever"
    assert (ici["jok"].occupe, ici["jok"].fatigue, ici["jok"].repos) == ("", 5, 0)  # no rest, and an action


@pytest.mark.rule("YY-15.5")
def test_out_of_fights_too_getting_up_comes_first():
    ici, _ = jouer(scene(jok=COUREUR), aller(nd=12), *ZEROS)
    assert refus(ici, aller(nd=12)) == "YY-10.6"
    ici, _ = jouer(ici, Attendre("jok"))
    assert (refus(ici, aller(nd=12)), ici.clock) == (None, 12)


@pytest.mark.rule("YY-15.10", "YY-6.6")
def test_a_climber_who_slips_may_hold_on_or_falls():
    mur = aller("escalade", nd=16, hauteur=10)
    ici = scene(jok={**GRIMPEUR, "reflexes": 5, "constitution": 6})
    apres, oracle = jouer(ici, mur, *ZEROS, *de(7))  # Réflexes 5 + 7 against 12
    assert (apres["jok"].occupe, apres["jok"].fatigue, apres["jok"].blessures) == ("assurer ses prises", 0, {})
    apres, oracle = jouer(ici, mur, *ZEROS, *de(6), *de(3))  # 11 against 12; Constitution 9 against 8
    assert (apres["jok"].occupe, apres["jok"].blessures) == ("", {"torse": 9})
    assert dit(oracle, "chute")["points"] == 9


@pytest.mark.rule("YY-16.5")
def test_a_rider_is_thrown_hurt_as_the_mj_says_and_takes_a_turn_to_remount():
    ici = scene(jok={**CAVALIER, "constitution": 6}, cheval=CHEVAL)
    apres, _ = jouer(ici, aller("equitation", nd=14, degats=7), *ZEROS, *de(4))
    jok = apres["jok"]
    assert (jok.monture, jok.fatigue, jok.occupe, jok.blessures) == ("", 4, "se relever", {"torse": 5})
    assert refus(apres, Monter("jok", "cheval")) == "YY-10.6"
    apres, _ = jouer(apres, Attendre("jok"))
    assert refus(apres, aller("equitation")) == "YY-16.4"
    horloge = apres.clock
    apres, _ = jouer(apres, Monter("jok", "cheval"))
    assert (apres["jok"].monture, apres.clock - horloge) == ("cheval", 6)
    sans = jouer(ici, aller("equitation", nd=14), *ZEROS)[0]
    assert sans["jok"].blessures == {}


@pytest.mark.rule("YY-16.14")
def test_a_swimmer_panics():
    apres, _ = jouer(scene(jok=NAGEUR), aller("natation", nd=12), *ZEROS)
    assert (apres["jok"].fatigue, apres["jok"].occupe, apres["jok"].x) == (4, "se calmer", 0)


# ---------------------------------------------------------------- what is refused


@pytest.mark.rule("YY-6.3")
@pytest.mark.parametrize(("perdus", "regle"), [(16, None), (17, "YY-6.3")])
def test_with_an_unusable_leg_one_neither_runs_nor_climbs(perdus, regle):
    boiteux = {**COUREUR, **GRIMPEUR, "natation": 1, "constitution": 4, "blessures": {"jambe_gauche": perdus}}
    ici = scene(jok=boiteux)
    assert refus(ici, aller()) == refus(ici, aller("escalade")) == regle
    assert refus(ici, aller("natation")) is None


@pytest.mark.rule("YY-10.14", "YY-16.4", "YY-5.21")
def test_the_parameters_of_a_move_are_judged():
    ici = scene(jok={**COUREUR, "escalade": 2})
    assert refus(ici, aller("natation")) == "YY-4.2"
    assert refus(ici, aller("equitation")) == "YY-16.4"
    assert refus(ici, aller(nd=IMPOSSIBLE)) == "YY-5.21"
    assert refus(ici, aller(nd=61)) == "YY-5.23"
    assert refus(ici, aller("escalade", hauteur=-1)) == "YY-6.6"
    assert refus(ici, aller(degats=999)) == "YY-16.5"
    assert refus(ici, aller(mod=-31)) == "YY-5.1"
    assert refus(ici, SeDeplacer("jok", 10**9, 0)) == "YY-10.14"
    assert refus(scene(jok={**COUREUR, "vide_perdu": 8}), aller(vide="bonus")) == "YY-5.17"
    assert refus(scene(jok={**CAVALIER, "course": 2}, cheval=CHEVAL), aller()) == "YY-16.4"


@pytest.mark.rule("YY-16.5")
def test_what_can_be_ridden():
    gens = {"jok": {"equitation": 2}, "bor": {"equitation": 2}, "cheval": CHEVAL, "loup": {"creature": "loup"}}
    ici = scene(**gens)
    assert [a.monture for a in offers(ici, ici["jok"]) if isinstance(a, Monter)] == ["cheval"]
    assert refus(ici, Monter("jok", "bor")) == refus(ici, Monter("jok", "loup")) == "YY-16.5"
    assert refus(scene(jok={}, cheval=CHEVAL), Monter("jok", "cheval")) == "YY-4.2"
    assert refus(scene(jok={"equitation": 2}, cheval={**CHEVAL, "x": 4}), Monter("jok", "cheval")) == "YY-16.5"
    ici, _ = jouer(ici, Monter("jok", "cheval"))
    assert refus(ici, Monter("bor", "cheval")) == refus(ici, Monter("jok", "cheval")) == "YY-16.5"
    ici, _ = jouer(ici, Descendre("jok"))
    assert refus(ici, Descendre("jok")) == "YY-16.4"
    assert refus(ici, Monter("bor", "cheval")) is None


@pytest.mark.rule("YY-16.5", "YY-7.4")
def test_in_a_fight_mounting_takes_the_turn_and_costs_1():
    ici = engager(scene(jok={"equitation": 2, "camp": "a"}, cheval={**CHEVAL, "x": 2}, bor={"camp": "b", "x": 9}))
    ici, _ = tour(ici, Monter("jok", "cheval"))
    assert (ici["jok"].monture, ici["jok"].x, ici["jok"].fatigue) == ("cheval", 2, 1)


@pytest.mark.rule("YY-15.10")
def test_a_climber_who_slips_near_the_ground_gets_off_lightly():
    apres, oracle = jouer(scene(jok=GRIMPEUR), aller("escalade", nd=20), *ZEROS, *de(1))
    assert apres["jok"].blessures == {} and dits(oracle, "chute") == []


@pytest.mark.rule("YY-10.17", "YY-11.21")
def test_at_grips_or_on_the_ground_one_goes_nowhere():
    ici = melee(COUREUR)
    while ici.encounter.file[0] != "jok":
        ici = Attendre(ici.encounter.file[0]).resolve(ici, None)
    assert refus(ici, aller()) is None
    prises = replace(ici, encounter=replace(ici.encounter, luttes=(("jok", "bor"),)))
    assert refus(prises, aller()) == "YY-10.17"
    d_autres = replace(ici, encounter=replace(ici.encounter, luttes=(("bor", "cheval"),)))
    assert refus(d_autres, aller()) is None
    assert refus(ici.put(replace(ici["jok"], a_terre=True)), aller()) == "YY-11.21"


# ---------------------------------------------------------------- odds, and whatever happens


@pytest.mark.rule("YY-15.3")
def test_the_odds_of_a_run_are_those_of_the_hundred_pairs():
    ici = scene(jok=COUREUR)
    attendu = compter((0 if d else max(0, 9 + 9 + n - 12), Fraction(1, 100)) for n, _, d in PAIRES)
    assert exact(odds(aller(nd=12), ici, "metres")) == attendu
    assert odds(aller(nd=12), ici).p(True, exact=True) == Fraction(65, 100)


NOMBRES = st.integers(-(10**6), 10**6) | st.integers(-3, 30)
QUI = st.sampled_from(["jok", "bor", "cheval", "x"])
ACTIONS = st.one_of(
    st.builds(
        SeDeplacer,
        QUI,
        NOMBRES,
        NOMBRES,
        st.sampled_from(sorted(MOYENS)),
        NOMBRES,
        st.sampled_from(["", "bonus", "relance"]),
        st.booleans(),
        NOMBRES,
        NOMBRES,
        NOMBRES,
    ),
    st.builds(Monter, QUI, QUI),
    st.builds(Descendre, QUI),
    st.builds(Attendre, QUI),
)


@pytest.mark.rule("YY-10.14", "YY-15.5", "YY-16.14")
@given(st.lists(ACTIONS, min_size=1, max_size=6), st.booleans(), st.integers(0, 10**6))
def test_moves_never_raise_and_what_is_open_resolves(actions, combat, seed):
    rng = random.Random(seed)
    tout = {"course": 3, "escalade": 2, "equitation": 2, "natation": 1}
    ici = scene(
        jok={**tout, "camp": "a", "blessures": rng.choice(({}, {}, {"jambe_gauche": 17}))},
        bor={**tout, "camp": "b", "x": rng.randint(0, 6)},
        cheval=CHEVAL,
    )
    if combat:
        ici = engager(ici)
    for action in actions:
        if action.closed(ici) is not None:
            assert str(action.closed(ici))
            continue
        ici, _ = tient(ici, action, rng.randrange(10**6))


@pytest.mark.rule("YY-10.14", "YY-15.5")
def test_moves_are_offered_in_peace_and_in_fights():
    ici = scene(jok={**COUREUR, "natation": 1})
    assert [a.moyen for a in offers(ici, ici["jok"])] == ["course", "natation"]
    monte = scene(jok={**CAVALIER, "course": 2}, cheval=CHEVAL)
    assert [getattr(a, "moyen", a) for a in offers(monte, monte["jok"])] == [Descendre("jok"), "equitation"]
    tombe, _ = jouer(ici, aller(nd=12), *ZEROS)
    assert next(offers(tombe, tombe["jok"])) == Attendre("jok")
    combat = melee(COUREUR, x=10)
    assert [(a.vers, a.loin_de) for a in offers(combat, combat["jok"])] == [("bor", ""), ("", "bor")]
    assert [a.loin_de for a in offers(melee(COUREUR), melee(COUREUR)["jok"])] == ["bor"]


@pytest.mark.rule("YY-15.2", "YY-15.3")
def test_a_map_shows_the_places_one_surely_gets_to():
    """Agilité in close combat, the ranks elsewhere; not on somebody, and only who is to declare."""
    (pres,) = portee(melee(COUREUR), "jok")
    assert pres.cells[0, 5] == 5 and (0, 6) not in pres.cells and (1, 0) not in pres.cells
    (libre,) = portee(melee(COUREUR, x=10), "jok")
    assert libre.cells[0, 9] == 9 and (0, 10) not in libre.cells
    for case in list(libre.cells)[::7]:
        ici, _ = tour(melee(COUREUR, x=10), replace(libre.action, x=case[0], y=case[1]))
        assert (ici["jok"].x, ici["jok"].y) == case
    assert not list(portee(scene(jok=COUREUR), "jok")) and not list(portee(melee({}), "jok"))
