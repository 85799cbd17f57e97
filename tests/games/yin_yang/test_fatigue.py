"""Chapters 7 and 9: fatigue, what actions cost, rest, breath, loads."""

import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tablee.games.yin_yang.book.c5_tests.figures import penalites
from tablee.games.yin_yang.book.c7_fatigue import offers
from tablee.games.yin_yang.book.c7_fatigue.fatigue import cout_de_l_action, perdre_de_la_fatigue
from tablee.games.yin_yang.book.c7_fatigue.repos import (
    Attendre,
    SeReposer,
    SortirDuComa,
    minute_de_repos,
    reprendre_son_souffle,
)
from tablee.games.yin_yang.book.c7_fatigue.souffle import (
    Respirer,
    RetenirSonSouffle,
    perte_de_souffle,
    tour_sans_souffle,
)
from tablee.games.yin_yang.book.c9_charge import Encombrer
from tablee.games.yin_yang.book.c10_attaque.attaquer import Attaquer, Defendre
from tablee.games.yin_yang.book.c10_tours.tour import clore
from tablee.games.yin_yang.book.c12_equipement import Acheter, Vendre
from tablee.games.yin_yang.book.c15_mouvements import SeDeplacer
from tablee.games.yin_yang.model.combat import Clef
from tablee.games.yin_yang.model.people import Apnee
from tablee.games.yin_yang.model.tables import CASES_DE_FATIGUE, CHARGES
from tablee.kernel.live import Scripted
from tablee.kernel.odds import odds
from tablee.kernel.tally import total

from .essais import ZEROS, de, dit, dits, engager, jouer, refus, rows, scene, tient, tour

MOYEN = {"constitution": 4, "volonte": 4, "force": 4}  # Endurance 4: boxes of 8
AUTRE = {"camp": "b", "x": 50}


def perdre(ici, points, subie=False):
    oracle = Scripted()
    return perdre_de_la_fatigue(ici, oracle, "jok", points, subie=subie), [e.what for e in oracle.events]


# ---------------------------------------------------------------- the table


@pytest.mark.rule("YY-7.1", "YY-3.5")
@pytest.mark.parametrize(
    ("perdus", "penalite"),
    [(0, 0), (1, 0), (8, 0), (9, 1), (16, 1), (17, 2), (24, 2), (25, 3), (32, 3), (33, 4), (40, 4), (99, 4)],
)
def test_the_box_reached_sets_the_penalty(perdus, penalite):
    assert scene(jok={**MOYEN, "fatigue": perdus})["jok"].lassitude == penalite


@pytest.mark.rule("YY-7.1")
def test_the_table_of_fatigue_is_the_ledgers():
    table = rows("YY-7.1")
    assert len(table) == CASES_DE_FATIGUE == 5
    for r in table:
        for endurance in (1, 3, 5):
            jok = scene(jok={"constitution": endurance, "volonte": endurance, "fatigue": 2 * endurance * r["case"]})
            assert -jok["jok"].lassitude == r["penalite"]


@pytest.mark.rule("YY-7.2", "YY-7.3")
def test_unconscious_in_the_last_box_and_in_a_coma_beyond_it_from_outside_only():
    ici = scene(jok=MOYEN)
    assert perdre(ici, 32)[0]["jok"].conscient
    apres, dits_ = perdre(ici, 33)
    assert not apres["jok"].conscient and dits_ == ["fatigue", "evanoui"]
    apres, dits_ = perdre(ici, 41)
    assert not apres["jok"].coma and dits_ == ["fatigue", "evanoui"]  # one's own doing
    assert not perdre(ici, 40, subie=True)[0]["jok"].coma
    apres, dits_ = perdre(ici, 41, subie=True)
    assert apres["jok"].coma and dits_ == ["fatigue", "coma"]
    assert refus(apres, Attendre("jok")) == "YY-7.3"
    assert refus(perdre(ici, 33)[0], Attendre("jok")) == "YY-7.2"


@pytest.mark.rule("YY-7.3")
def test_one_wakes_as_soon_as_the_last_box_is_left():
    ici = scene(jok={**MOYEN, "fatigue": 33})
    apres, oracle = jouer(ici, SeReposer("jok", 1))
    assert apres["jok"].conscient and dit(oracle, "reveil").who == "jok"


@pytest.mark.rule("YY-7.3")
def test_in_a_coma_the_mj_decides_when_recovery_starts():
    ici = scene(jok={**MOYEN, "fatigue": 41, "coma": True}, bor={"fatigue": 3})
    assert refus(ici, SeReposer("jok")) == "YY-7.3"
    apres, _ = jouer(ici, SeReposer("bor", 60, avec=("jok",)))
    assert (apres["jok"].fatigue, apres["bor"].fatigue) == (41, 0)
    assert SortirDuComa("jok") in offers(ici, ici["jok"])
    apres, _ = jouer(apres, SortirDuComa("jok"))
    assert not apres["jok"].coma and not apres["jok"].conscient
    apres, oracle = jouer(apres, SeReposer("jok", 9))
    assert apres["jok"].conscient and dits(oracle, "reveil")
    assert refus(apres, SortirDuComa("jok")) == "YY-7.3"


# ---------------------------------------------------------------- costs


@pytest.mark.rule("YY-7.4", "YY-7.5", "YY-9.1")
@pytest.mark.parametrize(
    ("propre", "masse", "torse", "cout"),
    [
        (0, 0, 0, 1),
        (2, 0, 0, 2),
        (2, 16, 0, 2),
        (2, 17, 0, 3),
        (2, 33, 0, 4),
        (2, 49, 0, 6),
        (1, 17, 9, 4),
        (1, 0, 4, 1),
    ],
)
def test_an_action_costs_its_own_and_what_load_and_wound_add(propre, masse, torse, cout):
    sac = {"materiel": [{"id": "s", "nom": "Sac", "poids": float(masse)}]}
    jok = scene(jok={**MOYEN, "equipement": sac, "blessures": {"torse": torse} if torse else {}})["jok"]
    assert total(cout_de_l_action(jok, propre)) == cout


@pytest.mark.rule("YY-7.4", "YY-10.9", "YY-10.11")
def test_an_attack_costs_2_and_a_defence_1_for_each_opponent():
    ici = engager(
        scene(jok={**MOYEN, "camp": "a", "arts_martiaux": 2}, bor={"camp": "b", "x": 1}, cyd={"camp": "b", "y": 1})
    )
    apres, _ = tour(ici, Attaquer("jok", cible="bor", risquer=True), *ZEROS)
    assert apres["jok"].fatigue == 2
    apres, _ = tour(ici, Defendre("jok", contre=("bor", "cyd")))
    assert apres["jok"].fatigue == 2


# ---------------------------------------------------------------- rest in a fight


def las(fatigue=5, **plus):
    return engager(scene(jok={**MOYEN, "camp": "a", "fatigue": fatigue, **plus}, bor=AUTRE))


@pytest.mark.rule("YY-7.6")
@pytest.mark.parametrize(("jet", "reste"), [(4, 4), (3, 5)])
def test_an_idle_turn_gives_1_back_on_a_test_against_8(jet, reste):
    apres, _ = tour(las(), Attendre("jok"), *de(jet))  # Constitution 4
    assert apres["jok"].fatigue == reste


@pytest.mark.rule("YY-7.6")
def test_fatigue_counts_in_the_nd_and_wounds_twice():
    ici = las(17, blessures={"torse": 5})  # 2 and 1
    for jet, reste in ((8, 16), (7, 17)):  # 4 - 1 + y/Y against 8 + 2 + 1
        apres, oracle = tour(ici, Attendre("jok"), *de(jet))
        assert apres["jok"].fatigue == reste
        assert dit(oracle, "essai")["contre"] == "contre ND 11" and dit(oracle, "essai")["score"] == 3


@pytest.mark.rule("YY-7.7")
def test_each_further_idle_turn_adds_1_up_to_the_constitution():
    ici = las(8, constitution=3, volonte=5)
    scores = []
    for _ in range(6):
        ici, oracle = tour(ici, Attendre("jok"), *de(1))
        scores.append(dit(oracle, "essai")["score"])
    assert scores == [3, 4, 5, 6, 6, 6]


@pytest.mark.rule("YY-7.7")
def test_idle_turns_count_even_before_one_is_tired_and_acting_resets_them():
    ici = las(0, course=2)
    ici, _ = tour(ici, Attendre("jok"))
    ici, _ = tour(ici, Attendre("jok"))
    assert ici["jok"].repos == 2
    ici = ici.put(replace(ici["jok"], fatigue=4))
    ici, oracle = tour(ici, Attendre("jok"), *de(1))
    assert dit(oracle, "essai")["score"] == 4 + 2
    ici, _ = tour(ici, SeDeplacer("jok", -1, 0))
    assert ici["jok"].repos == 0
    ici, oracle = tour(ici, Attendre("jok"), *de(1))
    assert dit(oracle, "essai")["score"] == 4


@pytest.mark.rule("YY-7.6", "YY-7.3")
def test_who_lies_unconscious_does_not_act_and_may_come_round_in_the_fight():
    ici = engager(
        scene(
            jok={**MOYEN, "camp": "a", "fatigue": 33},
            bor=AUTRE,
            cyd={"camp": "a", "x": 90},
            mor={**MOYEN, "camp": "a", "fatigue": 41, "coma": True},
        )
    )
    assert "jok" not in ici.encounter.file
    apres, oracle = tour(ici, Attendre("bor"), *de(8))  # 4 + 8 against 8 + 4
    assert apres["jok"].conscient and dit(oracle, "reveil").who == "jok" and "jok" in apres.encounter.file
    apres, _ = tour(ici, Attendre("bor"), *de(7))
    assert not apres["jok"].conscient and apres["mor"].fatigue == 41


@pytest.mark.rule("YY-7.6")
def test_getting_up_is_no_rest():
    ici = las(5, occupe="se relever")
    apres, _ = tour(ici, Attendre("jok"))
    assert (apres["jok"].fatigue, apres["jok"].repos, apres["jok"].occupe) == (6, 0, "")


# ---------------------------------------------------------------- rest out of fights


@pytest.mark.rule("YY-7.8")
def test_a_minute_gives_endurance_less_the_penalty_looked_at_anew_each_time():
    ici = scene(jok={**MOYEN, "fatigue": 26})  # 26: 4 - 3; 25: 4 - 3; 24: 4 - 2 ...
    suite = []
    for minutes in range(1, 6):
        suite.append(jouer(ici, SeReposer("jok", minutes))[0]["jok"].fatigue)
    assert suite == [25, 24, 22, 20, 18]
    apres, _ = jouer(ici, SeReposer("jok", 30))
    assert (apres["jok"].fatigue, apres.clock) == (0, 1800)


@pytest.mark.rule("YY-7.8")
def test_at_least_1_point_a_minute_comes_back():
    faible = scene(jok={"constitution": 2, "volonte": 2, "fatigue": 20})["jok"]
    assert faible.lassitude == 4 and total(minute_de_repos(faible)) == 1


@pytest.mark.rule("YY-7.8")
def test_what_rest_refuses():
    ici = scene(jok={"camp": "a", "fatigue": 3}, bor=AUTRE, mor={"vie": "mort"})
    assert refus(ici, SeReposer("jok", 0)) == refus(ici, SeReposer("jok", 1441)) == "YY-7.8"
    assert refus(ici, SeReposer("mor")) == "YY-6.4"
    assert refus(ici, SeReposer("jok", avec=("x",))) == "YY-5.1"
    assert refus(engager(ici), SeReposer("jok")) == "YY-7.8"
    assert SeReposer("jok") in offers(ici, ici["jok"])


# ---------------------------------------------------------------- breath


@pytest.mark.rule("YY-7.9", "YY-7.10")
def test_the_two_series_of_the_book():
    intense, calme = Apnee(intense=True), Apnee()
    assert [total(perte_de_souffle(n, intense)) for n in range(5)] == [1, 2, 4, 8, 16]
    assert [total(perte_de_souffle(n, calme)) for n in range(6)] == [1, 2, 3, 4, 5, 6]
    for n in range(1, 6):
        assert sum(total(perte_de_souffle(k, intense)) for k in range(n)) == 2**n - 1
        assert sum(total(perte_de_souffle(k, calme)) for k in range(n)) == n * (n + 1) // 2


@pytest.mark.rule("YY-7.9", "YY-7.10", "YY-7.3")
@pytest.mark.parametrize(("intense", "tours", "fatigue"), [(True, 4, 15), (False, 4, 10), (False, 6, 21)])
def test_turns_without_breath_add_up_and_go_on_until_it_is_drawn(intense, tours, fatigue):
    ici = scene(jok={"constitution": 9, "volonte": 9})
    apres, _ = jouer(ici, RetenirSonSouffle("jok", tours, intense))
    assert (apres["jok"].fatigue, apres.clock) == (fatigue, 6 * tours)
    encore, _ = jouer(apres, RetenirSonSouffle("jok", 1, intense))
    assert encore["jok"].fatigue == fatigue + (2**tours if intense else tours + 1)
    respire, _ = jouer(apres, Respirer("jok"))
    apres, _ = jouer(respire, RetenirSonSouffle("jok", 1, intense))
    assert apres["jok"].fatigue == fatigue + 1
    assert refus(respire, Respirer("jok")) == "YY-7.9"


@pytest.mark.rule("YY-7.9", "YY-7.3")
def test_without_air_one_faints_and_falls_into_a_coma():
    apres, oracle = jouer(scene(jok=MOYEN), RetenirSonSouffle("jok", 20, True))
    assert apres["jok"].coma and apres["jok"].fatigue == 63  # 1 + 2 + 4 + 8 + 16 + 32, and no more
    assert [e.what for e in oracle.events if e.what in ("evanoui", "coma")] == ["coma"]
    assert refus(apres, RetenirSonSouffle("jok")) == "YY-7.3"


@pytest.mark.rule("YY-7.9")
def test_in_a_fight_breath_runs_out_turn_after_turn():
    ici = las(0, course=2)
    assert refus(ici, RetenirSonSouffle("jok", 2, True)) == "YY-7.9"
    ici, _ = jouer(ici, RetenirSonSouffle("jok", intense=True))
    assert ici["jok"].fatigue == 0
    assert refus(ici, RetenirSonSouffle("jok", intense=True)) == "YY-7.9"
    for fatigue in (1, 3, 7):
        ici, _ = courir(ici)
        assert ici["jok"].fatigue - ici["jok"].souffle == fatigue  # beside the 1 of each turn
    ici, _ = jouer(ici, Respirer("jok"))
    assert (ici["jok"].souffle, ici["jok"].apnee) == (0, None)
    avant = ici["jok"].fatigue
    ici, _ = courir(ici)
    assert ici["jok"].fatigue == avant + 1


def courir(ici):
    """A turn in which jok goes nowhere, for 1 point of fatigue."""
    return tour(ici, SeDeplacer("jok", 1, 0, nd=60), *de(1))


@pytest.mark.rule("YY-7.11")
def test_the_mj_may_change_the_loss():
    ici = scene(jok=MOYEN)
    assert jouer(ici, RetenirSonSouffle("jok", 3, True, mod=2))[0]["jok"].fatigue == 1 + 2 + 4 + 6
    assert jouer(ici, RetenirSonSouffle("jok", 3, True, mod=-2))[0]["jok"].fatigue == 2
    assert refus(ici, RetenirSonSouffle("jok", mod=21)) == refus(ici, RetenirSonSouffle("jok", mod=-21)) == "YY-7.11"
    assert refus(ici, RetenirSonSouffle("jok", 21)) == refus(ici, RetenirSonSouffle("jok", 0)) == "YY-7.9"


@pytest.mark.rule("YY-7.9", "YY-11.10")
def test_who_is_choked_loses_breath_once_a_turn_and_cannot_draw_it():
    ici = engager(
        scene(jok={**MOYEN, "camp": "a", "apnee": {"intense": True}, "souffle": 1}, bor={"camp": "b", "x": 1})
    )
    clef = Clef("bor", "jok", "étouffement", 1)
    tenu = replace(ici, encounter=replace(ici.encounter, clefs=(clef,), luttes=(("bor", "jok"),)))
    assert refus(tenu, Respirer("jok")) == "YY-11.10"
    assert tour_sans_souffle(tenu, Scripted(), "jok") == tenu  # the hold itself counts it
    assert tour_sans_souffle(ici, Scripted(), "jok")["jok"].fatigue == 2
    autre = replace(tenu, encounter=replace(ici.encounter, clefs=(Clef("bor", "jok", "immobilisation", 1),)))
    assert tour_sans_souffle(autre, Scripted(), "jok")["jok"].fatigue == 2
    assert refus(autre, Respirer("jok")) is None
    libre = ici.put(replace(ici["jok"], apnee=None))
    assert tour_sans_souffle(libre, Scripted(), "jok")["jok"].souffle == 0


@pytest.mark.rule("YY-7.9", "YY-7.3")
def test_the_dead_and_those_in_a_coma_lose_no_more_breath():
    ici = engager(scene(jok={**MOYEN, "camp": "a", "apnee": {}}, bor=AUTRE))
    for etat in ({"vie": "mort"}, {"coma": True, "fatigue": 41}):
        perdu = ici.put(replace(ici["jok"], **etat))
        assert tour_sans_souffle(perdu, Scripted(), "jok") == perdu


@pytest.mark.rule("YY-7.1")
def test_nothing_lost_is_not_told():
    ici = scene(jok=MOYEN)
    assert perdre(ici, 0) == (ici, [])


@pytest.mark.rule("YY-7.9")
def test_a_rest_begins_with_a_breath():
    ici, _ = jouer(scene(jok=MOYEN), RetenirSonSouffle("jok", 2))
    ici, _ = jouer(ici, SeReposer("jok", 1))
    assert (ici["jok"].souffle, ici["jok"].apnee) == (0, None)


# ---------------------------------------------------------------- loads


@pytest.mark.rule("YY-3.4", "YY-9.2", "YY-9.1")
@pytest.mark.parametrize(
    ("kg", "penalite"), [(0, 0), (16, 0), (16.1, 1), (32, 1), (32.5, 2), (48, 2), (48.5, 4), (144, 4)]
)
def test_the_mass_carried_sets_the_penalty(kg, penalite):
    sac = {"materiel": [{"id": "a", "nom": "A", "poids": kg / 2}, {"id": "b", "nom": "B", "poids": kg / 2}]}
    assert scene(jok={"force": 4, "equipement": sac})["jok"].encombrement == penalite


@pytest.mark.rule("YY-3.4")
def test_the_levels_of_load_are_the_ledgers():
    table = [(r["kg_par_rang"], r["penalite"]) for r in rows("YY-3.4")]
    assert [(c.kg, c.penalite) for c in CHARGES] == table


@pytest.mark.rule("YY-9.2")
def test_weapons_armour_shield_and_gear_all_weigh():
    tenue = {
        "armes": [{"id": "e", "nom": "E", "groupe": "epees", "poids": 2.0}],
        "armures": [{"id": "a", "nom": "A", "membre": "torse", "rang": 3, "poids": 9.0}],
        "bouclier": {"id": "b", "nom": "B", "rang": 2, "poids": 4.0},
        "materiel": [{"id": "m", "nom": "M", "poids": 1.5}],
    }
    jok = scene(jok={"force": 4, "equipement": tenue})["jok"]
    assert (jok.equipement.masse, jok.encombrement) == (16.5, 1)


@pytest.mark.rule("YY-3.4", "YY-9.2")
def test_beyond_36_kilograms_a_rank_nothing_more_is_taken():
    charge = {"materiel": [{"id": "pierre", "nom": "Pierre", "poids": 143.9}], "sous": 1000}
    ici = scene(jok={"force": 4, "joueur": True, "equipement": charge})
    assert refus(ici, Acheter("jok", "corde", prix=0)) == "YY-3.4"
    ici, _ = jouer(ici, Vendre("jok", "pierre", prix=0))
    assert refus(ici, Acheter("jok", "corde", prix=0)) is None


@pytest.mark.rule("YY-9.3")
def test_volume_may_hamper_when_the_mj_says_so():
    ici = scene(jok={"course": 2})
    ici, _ = jouer(ici, Encombrer("jok", 2))
    assert [total(penalites(ici["jok"], c)) for c in ("course", "force")] == [-2, -2]
    ici, _ = jouer(ici, Encombrer("jok", 1))
    assert total(penalites(ici["jok"], "force")) == -1
    ici, _ = jouer(ici, Encombrer("jok", 0))
    assert penalites(ici["jok"], "force") == ()
    assert refus(ici, Encombrer("jok", 0)) == refus(ici, Encombrer("jok", 5)) == "YY-9.3"


# ---------------------------------------------------------------- whatever happens

NOMBRES = st.integers(-(10**6), 10**6) | st.integers(-2, 22)
QUI = st.sampled_from(["jok", "bor", "x"])
ACTIONS = st.one_of(
    st.builds(SeReposer, QUI, NOMBRES, st.lists(QUI, max_size=2).map(tuple)),
    st.builds(SortirDuComa, QUI),
    st.builds(RetenirSonSouffle, QUI, NOMBRES, st.booleans(), NOMBRES),
    st.builds(Respirer, QUI),
    st.builds(Encombrer, QUI, NOMBRES),
    st.builds(Attendre, QUI),
)


@pytest.mark.rule("YY-7.1", "YY-7.6", "YY-7.8", "YY-7.9")
@given(st.lists(ACTIONS, min_size=1, max_size=8), st.booleans(), st.integers(0, 10**6))
def test_rest_and_breath_never_raise_and_what_is_open_resolves(actions, combat, seed):
    rng = random.Random(seed)
    ici = scene(
        jok={
            "camp": "a",
            "constitution": rng.randint(1, 9),
            "volonte": rng.randint(1, 9),
            "fatigue": rng.randint(0, 12),
        },
        bor={"camp": "b", "fatigue": rng.randint(0, 30), "blessures": {"torse": rng.randint(1, 12)}},
    )
    if combat and all(p.conscient for p in ici.people.values()):
        ici = engager(ici)
    for action in actions:
        if action.closed(ici) is not None:
            assert str(action.closed(ici))
            continue
        ici, _ = tient(ici, action, rng.randrange(10**6))


@pytest.mark.rule("YY-7.6")
def test_the_odds_of_getting_ones_breath_back():
    rendu = odds(lambda oracle: reprendre_son_souffle(las(), oracle, "jok")["jok"].fatigue)
    assert rendu.p(4, exact=True) == Fraction(51, 100)  # 4 and a roll of 4 or more


@pytest.mark.rule("YY-7.9")
def test_the_end_of_a_fight_is_no_breath_of_air():
    for apnee, souffle in ((None, 0), ({"intense": True}, 3)):
        jok = {**MOYEN, "camp": "a", "souffle": 3, "apnee": apnee}
        apres = clore(engager(scene(jok=jok, bor=AUTRE)), Scripted())
        assert apres["jok"].souffle == souffle
