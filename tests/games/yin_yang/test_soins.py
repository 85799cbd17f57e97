"""Chapters 14 and 16: first aid, care, meditation, and the Qì that heals, gives breath and fills things."""

import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tablee.games.yin_yang.book.c7_fatigue.repos import Attendre, SeReposer
from tablee.games.yin_yang.book.c10_attaque.attaquer import Attaquer
from tablee.games.yin_yang.book.c10_combat import Combattre
from tablee.games.yin_yang.book.c16_soins import offers
from tablee.games.yin_yang.book.c16_soins.medecine import PremiersSoins, Soigner
from tablee.games.yin_yang.book.c16_soins.qi import QiInsuffler, QiSoigner, QiSouffler, convertis, tenue_de_l_objet
from tablee.games.yin_yang.book.c16_soins.vide import Dormir, Mediter, duree_de_meditation, points_de_meditation
from tablee.kernel.odds import odds
from tablee.kernel.tally import total

from .essais import ZEROS, de, dit, dits, engager, exact, jouer, refus, scene, tient, tour

MEDECIN = {"intelligence": 5, "medecine": 4}
BLESSE = {"constitution": 4, "blessures": {"torse": 6, "tete": 3}, "recentes": {"torse": 4, "tete": 3}}

# ---------------------------------------------------------------- first aid


@pytest.mark.rule("YY-16.7")
@pytest.mark.parametrize(("jet", "torse", "tete"), [(1, 5, 3), (3, 3, 3), (5, 2, 2), (9, 2, 0)])
def test_first_aid_gives_the_margin_back_up_to_the_wounds_of_this_fight(jet, torse, tete):
    ici = scene(doc=MEDECIN, jok=BLESSE)  # ND 8 + 1, score 9
    apres, oracle = jouer(ici, PremiersSoins("doc", "jok"), *de(jet))
    assert dit(oracle, "essai")["contre"] == "contre ND 9"
    assert apres["jok"].blessures == {m: n for m, n in (("torse", torse), ("tete", tete)) if n}
    assert refus(apres, PremiersSoins("doc", "jok")) == "YY-16.7"


@pytest.mark.rule("YY-16.7")
def test_the_healer_says_which_limbs_come_first():
    ici = scene(doc=MEDECIN, jok=BLESSE)
    apres, _ = jouer(ici, PremiersSoins("doc", "jok", ("tete",)), *de(5))
    assert apres["jok"].blessures == {"torse": 4}
    assert refus(ici, PremiersSoins("doc", "jok", ("queue",))) == "YY-6.1"
    assert refus(ici, PremiersSoins("doc", "jok", ("tete", "tete"))) == "YY-6.1"


@pytest.mark.rule("YY-16.7")
def test_wounds_of_earlier_fights_are_not_healed_so():
    vieux = {"constitution": 4, "blessures": {"torse": 6}}
    ici = scene(doc=MEDECIN, jok=vieux)
    assert refus(ici, PremiersSoins("doc", "jok")) == "YY-16.7"
    frais = scene(doc={**MEDECIN, "camp": "a"}, jok={**BLESSE, "camp": "b"})
    assert refus(frais, PremiersSoins("doc", "jok")) is None
    combat, _ = jouer(frais, Combattre("doc"))  # another fight: what was fresh is old
    assert combat["jok"].recentes == {}
    assert refus(combat, PremiersSoins("doc", "jok")) == "YY-16.7"
    tard, _ = jouer(frais, SeReposer("doc", 60))
    assert refus(tard, PremiersSoins("doc", "jok")) == "YY-16.7"
    tot, _ = jouer(frais, SeReposer("doc", 59))
    assert refus(tot, PremiersSoins("doc", "jok")) is None


@pytest.mark.rule("YY-16.7")
def test_a_fight_leaves_wounds_that_first_aid_can_treat():
    ici = scene(
        doc={**MEDECIN, "camp": "a", "x": 90},
        jok={"camp": "a", "constitution": 6, "blessures": {"torse": 2}},
        loup={"creature": "loup", "camp": "b", "x": 1},
    )
    ici, _ = tour(engager(ici), Attaquer("loup", cible="jok", risquer=True), *de(9))
    perdus = ici["jok"].recentes["torse"]
    assert perdus > 0 and ici["jok"].blessures["torse"] == perdus + 2


@pytest.mark.rule("YY-16.7")
def test_first_aid_takes_the_skill_and_the_end_of_the_fight():
    ici = scene(doc={"camp": "a"}, jok={**BLESSE, "camp": "b"})
    assert refus(ici, PremiersSoins("doc", "jok")) == "YY-4.2"
    assert refus(scene(doc=MEDECIN, jok={**BLESSE, "vie": "mort"}), PremiersSoins("doc", "jok")) == "YY-6.4"
    apres, oracle = jouer(scene(doc=MEDECIN, jok=BLESSE), PremiersSoins("doc", "jok"), *ZEROS)
    assert dits(oracle, "soigne") == [] and apres["jok"].recentes == {}


# ---------------------------------------------------------------- care


@pytest.mark.rule("YY-16.8")
def test_each_day_of_care_gives_the_rank_of_medecine():
    ici = scene(
        doc=MEDECIN, jok={"constitution": 4, "vide_perdu": 3, "fatigue": 5, "blessures": {"torse": 9, "tete": 2}}
    )
    apres, _ = jouer(ici, Soigner("doc", "jok"))
    assert (apres["jok"].blessures, apres.clock) == ({"torse": 5, "tete": 2}, 86400)
    apres, _ = jouer(ici, Soigner("doc", "jok", 2, ("tete",)))
    assert apres["jok"].blessures == {"torse": 3}
    assert (apres["jok"].vide_perdu, apres["jok"].fatigue) == (1, 0)  # two nights
    apres, _ = jouer(ici, Soigner("doc", "jok", 30))
    assert apres["jok"].blessures == {}
    assert refus(apres, Soigner("doc", "jok")) == "YY-16.8"
    assert refus(ici, Soigner("doc", "jok", 0)) == refus(ici, Soigner("doc", "jok", 366)) == "YY-16.8"


@pytest.mark.rule("YY-16.8", "YY-6.3")
def test_who_was_out_of_action_comes_round_when_healed_enough():
    ici = scene(doc=MEDECIN, jok={"constitution": 4, "blessures": {"torse": 22}})
    assert not ici["jok"].conscient
    apres, oracle = jouer(ici, Soigner("doc", "jok"))
    assert apres["jok"].conscient and dit(oracle, "reveil").who == "jok"


@pytest.mark.rule("YY-6.4")
def test_a_destroyed_limb_is_lost():
    perdu = {"constitution": 4, "blessures": {"bras_droit": 17, "torse": 2}}
    ici = scene(doc={**MEDECIN, "controle_du_qi": 2}, jok=perdu)
    apres, _ = jouer(ici, Soigner("doc", "jok", 30))
    assert (apres["jok"].blessures, apres["jok"].blessure) == ({"bras_droit": 17}, 3)
    assert refus(apres, Soigner("doc", "jok")) == "YY-16.8"
    assert refus(apres, QiSoigner("doc", cible="jok")) == "YY-14.8"


# ---------------------------------------------------------------- meditation

SAGE = {"meditation": 4, "vide_perdu": 6}  # Vide 8


@pytest.mark.rule("YY-16.9")
@pytest.mark.parametrize(("jet", "reste", "minutes"), [(1, 5, 60), (3, 3, 80), (6, 0, 110), (8, 0, 110)])
def test_meditation_gives_the_margin_and_takes_time_for_each_point(jet, reste, minutes):
    apres, _ = jouer(scene(jok=SAGE), Mediter("jok"), *de(jet))  # 12 against 12
    assert (apres["jok"].vide_perdu, apres.clock) == (reste, 60 * minutes)


@pytest.mark.rule("YY-16.9")
def test_a_failed_meditation_takes_an_hour_and_gives_nothing():
    ici = scene(jok={"meditation": 2, "vide_perdu": 6})
    apres, _ = jouer(ici, Mediter("jok"), *de(1))
    assert (apres["jok"].vide_perdu, apres.clock) == (6, 3600)
    apres, _ = jouer(ici, Mediter("jok"), *de(2))  # a margin of 0
    assert (apres["jok"].vide_perdu, apres.clock) == (6, 3600)


@pytest.mark.rule("YY-16.10")
@pytest.mark.parametrize(
    ("minutes", "points"), [(0, 0), (59, 0), (60, 1), (69, 1), (70, 2), (89, 3), (110, 5), (111, 5), (600, 5)]
)
def test_an_interruption_keeps_the_full_slices_only(minutes, points):
    assert points_de_meditation(5, minutes) == min(5, points)
    dice = de(5) if minutes >= 60 else ()
    apres, _ = jouer(scene(jok=SAGE), Mediter("jok", minutes), *dice)
    assert apres["jok"].vide_perdu == 6 - points
    assert apres.clock == 60 * min(minutes, duree_de_meditation(5) // 60)  # a slice begun is time gone by all the same


@pytest.mark.rule("YY-16.11")
def test_a_desastre_costs_a_point_and_never_below_zero():
    apres, oracle = jouer(scene(jok={**SAGE, "vide_perdu": 2}), Mediter("jok"), *ZEROS)
    assert (apres["jok"].vide_perdu, apres.clock) == (3, 3600) and dits(oracle, "vide_perdu")
    apres, oracle = jouer(scene(jok={**SAGE, "vide_perdu": 8}), Mediter("jok"), *ZEROS)
    assert (apres["jok"].vide_perdu, apres["jok"].vide) == (8, 0) and not dits(oracle, "vide_perdu")


@pytest.mark.rule("YY-16.9")
def test_what_meditation_refuses():
    assert refus(scene(jok={}), Mediter("jok")) == "YY-4.2"
    assert refus(scene(jok=SAGE), Mediter("jok", -1)) == refus(scene(jok=SAGE), Mediter("jok", 1441)) == "YY-16.10"
    combat = engager(scene(jok={**SAGE, "camp": "a"}, bor={"camp": "b"}))
    assert refus(combat, Mediter("jok")) == "YY-16.9"
    assert refus(combat, Dormir("jok")) == "YY-5.20"
    plein = scene(jok={**SAGE, "vide_perdu": 0})
    assert Mediter("jok") in offers(plein, plein["jok"])  # shown, with the reason
    assert refus(plein, Mediter("jok")) == "YY-16.9"
    assert refus(scene(jok={**SAGE, "vide_perdu": 8}), Mediter("jok", vide="bonus")) == "YY-5.17"


@pytest.mark.rule("YY-16.9")
def test_the_odds_of_meditation():
    points = exact(odds(Mediter("jok"), scene(jok=SAGE), "points"))
    assert points[0] == Fraction(1, 100)
    assert points[1] == Fraction(18, 100) and points[5] == Fraction(10 + 9, 100)  # an exploit has given 1 already
    assert points[6] == Fraction(8 + 6 + 4 + 2, 100) and max(points) == 6


# ---------------------------------------------------------------- Qì


def adepte(**plus):
    """A score of 12 in Contrôle du Qì; Vide 6."""
    return {**dict.fromkeys(("volonte", "constitution", "force", "agilite"), 6), "controle_du_qi": 6, **plus}


@pytest.mark.rule("YY-14.8", "YY-14.11")
@pytest.mark.parametrize(("points", "jet", "rendus"), [(1, 4, 6), (3, 4, 18), (3, 2, 12), (3, 1, 6)])
def test_qi_heals_ones_own_constitution_for_each_point_converted(points, jet, rendus):
    ici = scene(jok=adepte(blessures={"torse": 6, "tete": 6, "bras_droit": 6}))
    apres, oracle = jouer(ici, QiSoigner("jok", points), *de(jet))  # 12 against 12
    assert dit(oracle, "essai")["contre"] == "contre ND 12"
    assert sum(apres["jok"].blessures.values()) == 18 - rendus
    assert apres["jok"].vide_perdu == points  # lost whatever happens


@pytest.mark.rule("YY-14.8")
def test_another_is_healed_by_touch_at_16_with_his_own_constitution():
    ici = scene(
        jok=adepte(), bor={"constitution": 4, "blessures": {"torse": 20}}, loin={"x": 2, "blessures": {"torse": 1}}
    )
    apres, oracle = jouer(ici, QiSoigner("jok", 2, cible="bor"), *de(6))  # 18 against 16
    assert dit(oracle, "essai")["contre"] == "contre ND 16"
    assert apres["bor"].blessures == {"torse": 20 - 2 * 4}
    assert refus(ici, QiSoigner("jok", cible="loin")) == "YY-14.8"
    assert refus(ici, QiSoigner("jok")) == "YY-14.8"  # not hurt


@pytest.mark.rule("YY-14.8")
def test_the_mj_raises_the_nd_and_never_lowers_it():
    ici = scene(jok=adepte(blessures={"torse": 5}), bor={"blessures": {"torse": 5}})
    assert refus(ici, QiSoigner("jok", nd=11)) == "YY-14.8"
    assert refus(ici, QiSoigner("jok", nd=12)) is None
    assert refus(ici, QiSoigner("jok", nd=15, cible="bor")) == "YY-14.8"
    apres, oracle = jouer(ici, QiSoigner("jok", nd=20), *de(8))
    assert dit(oracle, "essai")["contre"] == "contre ND 20" and apres["jok"].blessures == {"torse": 5}


@pytest.mark.rule("YY-14.8")
def test_the_excess_of_healing_is_lost_and_limbs_share_it():
    ici = scene(jok=adepte(blessures={"torse": 4, "tete": 7}))
    apres, _ = jouer(ici, QiSoigner("jok", 1, membres=("torse",)), *de(9))
    assert apres["jok"].blessures == {"tete": 5}
    apres, _ = jouer(ici, QiSoigner("jok", 3), *de(9))
    assert apres["jok"].blessures == {}


@pytest.mark.rule("YY-14.9", "YY-14.11")
def test_qi_gives_endurance_in_fatigue_for_each_point():
    ici = scene(jok=adepte(fatigue=11))
    apres, _ = jouer(ici, QiSouffler("jok", 1), *de(5))
    assert apres["jok"].fatigue == 11 - 6
    apres, _ = jouer(ici, QiSouffler("jok", 3), *de(5))
    assert apres["jok"].fatigue == 0
    assert refus(scene(jok=adepte()), QiSouffler("jok")) == "YY-14.9"


@pytest.mark.rule("YY-14.11")
def test_points_announced_are_lost_and_converted_up_to_the_margin():
    assert [convertis(3, True, m) for m in (0, 1, 3, 5)] == [0, 1, 3, 3]
    assert convertis(3, False, -1) == 0
    ici = scene(jok=adepte(fatigue=11))
    apres, _ = jouer(ici, QiSouffler("jok", 2, nd=16), *de(3))
    assert (apres["jok"].fatigue, apres["jok"].vide_perdu) == (11, 2)
    apres, oracle = jouer(ici, QiSouffler("jok", 2, nd=16), *de(4))  # a margin of 0
    assert (apres["jok"].fatigue, apres["jok"].vide_perdu) == (11, 2) and dit(oracle, "qi")["points"] == 0
    assert refus(ici, QiSouffler("jok", 0)) == "YY-14.11"
    assert refus(ici, QiSouffler("jok", 7)) == "YY-5.17"  # Vide 6
    assert refus(ici, QiSouffler("jok", 6, vide="bonus")) == "YY-5.17"
    apres, _ = jouer(ici, QiSouffler("jok", 2, vide="bonus"))  # 16 against 12, no roll: 2 of 2
    assert (apres["jok"].fatigue, apres["jok"].vide_perdu) == (0, 3)


@pytest.mark.rule("YY-14.10")
@pytest.mark.parametrize(
    ("points", "infusion", "tient"),
    [
        (2, 2, (10, False)),
        (1, 4, (10, False)),
        (3, 2, (10, True)),
        (5, 2, (3, True)),
        (4, 0, (2, True)),
        (14, 0, (1, True)),
    ],
)
def test_how_long_an_object_holds_the_qi(points, infusion, tient):
    assert tenue_de_l_objet(points, infusion) == tient


def porteur(infusion, **plus):
    lame = {"id": "lame", "nom": "Lame", "groupe": "epees", "degats": 12, "infusion": infusion}
    sac = {"id": "sac", "nom": "Sac", "infusion": 1}
    return scene(jok=adepte(epees=4, equipement={"armes": [lame], "materiel": [sac]}, **plus))


@pytest.mark.rule("YY-14.10", "YY-14.11")
def test_an_infused_weapon_keeps_the_qi_for_ten_turns():
    ici, oracle = jouer(porteur(2), QiInsuffler("jok", 2, objet="lame"), *de(9))  # 21 against 16
    (qi,) = ici["jok"].insufflations
    assert (qi.points, qi.fin, qi.fletrit) == (2, 60, False)
    assert dit(oracle, "essai")["contre"] == "contre ND 16"
    assert dit(oracle, "insuffle")["suite"] == "le Qì se dissipera"
    assert refus(ici, QiInsuffler("jok", objet="lame")) == "YY-14.10"
    ici, oracle = jouer(ici, SeReposer("jok", 1))
    assert ici["jok"].insufflations == () and dits(oracle, "qi_dissipe")
    assert [a.id for a in ici["jok"].equipement.armes] == ["lame"]


@pytest.mark.rule("YY-14.10")
def test_what_was_not_infused_for_it_withers():
    ici, _ = jouer(porteur(0), QiInsuffler("jok", 3, objet="lame"), *de(9))
    (qi,) = ici["jok"].insufflations
    assert (qi.points, qi.fin, qi.fletrit) == (3, 3 * 6, True)
    for _ in range(2):
        ici, oracle = jouer(ici, Attendre("jok"))
    assert ici["jok"].equipement.armes == () and dits(oracle, "objet_fletri")


@pytest.mark.rule("YY-14.10")
def test_anything_carried_may_be_filled_and_nothing_else():
    ici, _ = jouer(porteur(0), QiInsuffler("jok", 1, objet="sac"), *de(9))
    assert ici["jok"].insufflations[0].arme == "sac"
    assert refus(ici, QiInsuffler("jok", objet="lune")) == "YY-14.10"
    ici, _ = jouer(porteur(0), QiInsuffler("jok", 1, objet="sac"), *de(3))
    assert ici["jok"].insufflations == () and ici["jok"].vide_perdu == 1


@pytest.mark.rule("YY-14.10")
def test_qi_in_a_weapon_adds_to_its_rolls():
    gens = {"jok": adepte(epees=4, camp="a", equipement={"armes": ["epee_longue"]}), "bor": {"camp": "b", "x": 1}}
    scores = []
    for qi in ([], [{"arme": "epee_longue", "points": 2, "fin": 600}]):
        ici = engager(scene(**{**gens, "jok": {**gens["jok"], "insufflations": qi}}))
        _, oracle = tour(ici, Attaquer("jok", cible="bor", risquer=True), *de(5))
        scores.append(next(e["score"] for e in dits(oracle, "essai") if e.who == "jok"))
    assert scores[1] == scores[0] + 2


@pytest.mark.rule("YY-14.8", "YY-10.10", "YY-5.3", "YY-7.4")
def test_in_a_fight_qi_is_an_action_and_the_weakest_skill_counts():
    gens = {
        "jok": adepte(camp="a", arts_martiaux=2, blessures={"torse": 6}, equipement={"armes": []}),
        "bor": {"camp": "b", "x": 1},
    }
    ici, oracle = tour(engager(scene(**gens)), QiSoigner("jok"), *de(5))  # Arts martiaux 8 + 5 against 12
    assert (dit(oracle, "essai")["competence"], dit(oracle, "essai")["score"]) == ("Arts martiaux", 8)
    assert ici["jok"].fatigue == 1 and ici["jok"].blessures == {}
    loin = {**gens, "bor": {"camp": "b", "x": 9}}
    _, oracle = tour(engager(scene(**loin)), QiSoigner("jok"), *de(5))
    assert dit(oracle, "essai")["competence"] == "Contrôle du Qì"


@pytest.mark.rule("YY-14.8")
def test_in_a_fight_one_who_has_moved_or_died_is_no_longer_healed():
    gens = {"jok": adepte(camp="a"), "bor": {**BLESSE, "camp": "a"}, "cyd": {"camp": "b", "x": 40}}
    ici = engager(scene(**gens))
    soin = QiSoigner("jok", cible="bor")
    assert soin.empechee(ici) is None
    assert soin.empechee(ici.put(replace(ici["bor"], x=5))).rule == "YY-14.8"
    assert soin.empechee(ici.put(replace(ici["bor"], vie="mort"))).rule == "YY-6.4"


@pytest.mark.rule("YY-14.8", "YY-14.9")
def test_qi_is_offered_where_it_helps():
    ici = scene(jok=adepte(fatigue=3, medecine=2), bor={**BLESSE}, loin={**BLESSE, "x": 5})
    offres = list(offers(ici, ici["jok"]))
    assert QiSouffler("jok") in offres and QiSoigner("jok", cible="bor") in offres
    assert QiSoigner("jok", cible="loin") not in offres
    assert PremiersSoins("jok", "loin") in offres and Soigner("jok", "bor") in offres and Dormir("jok") in offres
    assert all(a.closed(ici) is None for a in offres)
    vide = scene(jok=adepte(fatigue=3, vide_perdu=6), bor=BLESSE)
    assert not any(isinstance(a, (QiSouffler, QiSoigner, QiInsuffler)) for a in offers(vide, vide["jok"]))
    ignorant = scene(jok={"fatigue": 3}, bor=BLESSE)
    assert [type(a) for a in offers(ignorant, ignorant["jok"])] == [Dormir]


@pytest.mark.rule("YY-14.8", "YY-14.11")
def test_the_odds_of_healing_by_qi():
    ici = scene(jok=adepte(blessures={"torse": 6, "tete": 6, "bras_droit": 6}))
    points = exact(odds(QiSoigner("jok", 2), ici, "points"))
    assert points == {0: Fraction(1, 100), 6: Fraction(18, 100), 12: Fraction(81, 100)}
    assert odds(QiSoigner("jok", 2), ici).p(True, exact=True) == Fraction(99, 100)


# ---------------------------------------------------------------- whatever happens

QUI = st.sampled_from(["jok", "bor", "mor", "x"])
NOMBRES = st.integers(-(10**6), 10**6) | st.integers(-1, 20)
PETITS = st.integers(-1, 9) | NOMBRES
USAGE = st.sampled_from(["", "bonus", "relance"])
MEMBRES = st.lists(st.sampled_from(["tete", "torse", "bras_droit", "queue"]), max_size=2).map(tuple)
OUI = st.booleans()
MODS = st.just(0) | NOMBRES
ACTIONS = st.one_of(
    st.builds(PremiersSoins, QUI, QUI, MEMBRES, USAGE, OUI, MODS),
    st.builds(Soigner, QUI, QUI, PETITS, MEMBRES),
    st.builds(Dormir, QUI, st.lists(QUI, max_size=2).map(tuple)),
    st.builds(Mediter, QUI, st.none() | NOMBRES, USAGE, OUI, MODS),
    st.builds(QiSoigner, QUI, PETITS, MODS, USAGE, OUI, MODS, QUI | st.just(""), MEMBRES),
    st.builds(QiSouffler, QUI, PETITS, MODS, USAGE, OUI, MODS),
    st.builds(QiInsuffler, QUI, PETITS, MODS, USAGE, OUI, MODS, st.sampled_from(["lame", "sac", ""])),
)


@pytest.mark.rule("YY-16.7", "YY-16.9", "YY-14.11")
@given(st.lists(ACTIONS, min_size=1, max_size=8), OUI, st.integers(0, 10**6))
def test_care_and_qi_never_raise_and_what_is_open_resolves(actions, combat, seed):
    rng = random.Random(seed)
    ici = porteur(rng.randint(0, 3), camp="a", medecine=2, meditation=2, fatigue=rng.randint(0, 20))
    autres = scene(
        bor={
            **BLESSE,
            "camp": "b",
            "medecine": 3,
            "blessures": {"torse": rng.randint(4, 20), "bras_droit": 17, "tete": 3},
        },
        mor={"vie": rng.choice(("mort", "actif")), "blessures": {"torse": 3}},
    )
    ici = ici.put(*autres.people.values(), replace(ici["jok"], blessures={"torse": rng.randint(1, 9)}))
    if combat:
        ici = engager(ici)
    for action in actions:
        if action.closed(ici) is not None:
            assert str(action.closed(ici))
            continue
        ici, live = tient(ici, action, rng.randrange(10**6))
        for e in dits(live, "soigne"):
            assert total(e.terms) == e["points"] > 0
