"""Where rules of Fluid meet, and where the book leaves a choice: what was decided, and who decides."""

import pytest

from tablee.games.fluid.book.c4_combat.blessures import blesser, survivre
from tablee.games.fluid.book.c4_combat.degats import Coup, frapper
from tablee.games.fluid.book.c4_combat.deplacements import Rompre
from tablee.games.fluid.book.c4_combat.distance import Tirer
from tablee.games.fluid.book.c4_combat.places import allure
from tablee.games.fluid.book.c4_combat.recuperation import Dormir, Secourir, Soigner
from tablee.games.fluid.book.c4_combat.tour import Attendre, Combattre
from tablee.games.fluid.book.c5_magie.incantation import Incanter
from tablee.kernel.tally import total

from .bataille import DAGUE, ECU, EPEE, MAILLES, annonce, avec, dits, duel, echange, frappe, homme, pesent
from .jeu import dit, jouer, scene

ARCHER = {"fiche": {"AGI": 5, "INT": 5, "PER": 5}, "camp": "a", "armes": ["arc_court"]}


def tir(cible=None, options=("defense_renforcee",), x=15, combat=True, **autres):
    """An archer with a short bow, and his target 15 m away, who has the turn before him."""
    gens = scene(*options, archer=ARCHER, cible={"camp": "b", "x": x, "fiche": {}, **(cible or {})}, **autres)
    return jouer(gens, Combattre("archer"))[0] if combat else gens


def au_tour_de(s, who):
    while s.turn()[0] != who:
        s, _ = jouer(s, Attendre(s.turn()[0]))
    return s


# ---------------------------------------------------------------- meeting a shot


@pytest.mark.rule("FLU-4.27", "FLU-4.31", "FLU-4.37")
@pytest.mark.parametrize(
    ("cible", "reponse", "terme"),
    [
        ({"fiche": {"AGI": 7}}, "esquiver_renforce", ("Esquive : moitié de l'Agilité", 3, "FLU-4.27")),
        ({"bouclier": ECU, "armes": [EPEE]}, "parer_renforce", ("Parade", 2, "FLU-4.27")),
        ({"armes": [DAGUE]}, "parer_renforce", ("Parade", 1, "FLU-4.27")),
    ],
)
def test_a_round_given_to_the_defence_helps_against_a_shot(cible, reponse, terme):
    gens = tir({"armure": None, **cible}, combat=False)
    _, oracle = jouer(gens, Tirer("archer", cible="cible"), 6, 6, 3, reponses={"flu.defense_tir": reponse})
    assert annonce(oracle, "cible").terms[-1] == terme
    _, oracle = jouer(gens, Tirer("archer", cible="cible"), 6, 6, 3)
    assert len(annonce(oracle, "cible").terms) == 1  # a plain dodge adds nothing


@pytest.mark.rule("FLU-4.27", "FLU-4.31")
def test_whoever_has_played_his_round_has_none_to_give():
    gens = au_tour_de(tir(), "archer")  # the target waited
    _, oracle = jouer(gens, Tirer("archer", cible="cible"), 6, 6, 3)
    (question,) = (q for q in oracle.asked if q.key == "flu.defense_tir")
    assert "esquiver_renforce" not in question.open()
    fermee = next(o for o in question.options if o.id == "esquiver_renforce")
    assert fermee.closed is not None and fermee.closed.rule == "FLU-4.27"


@pytest.mark.rule("FLU-4.27", "FLU-4.31")
def test_whoever_gives_his_round_does_nothing_else_in_it():
    gens = tir(cible={"fiche": {"AGI": 1, "FOR": 1}})  # slower than the archer
    assert gens.turn()[0] == "archer"
    apres, _ = jouer(gens, Tirer("archer", cible="cible"), 6, 6, 3, reponses={"flu.defense_tir": "esquiver_renforce"})
    assert (apres.round(), apres.turn()[0]) == (2, "archer")
    apres, _ = jouer(gens, Tirer("archer", cible="cible"), 6, 6, 3)
    assert (apres.round(), apres.turn()[0]) == (1, "cible")


@pytest.mark.rule("FLU-4.27", "FLU-4.31")
def test_hand_to_hand_the_round_given_is_the_announcement():
    autre = {"camp": "a", "x": 14, "fiche": {"AGI": 9}}
    gens = tir(cible={"fiche": {"AGI": 1, "FOR": 1, "CON": 9, "VOL": 9}}, autre=autre)
    gens, _ = jouer(gens, frappe("autre", "cible"))
    gens = au_tour_de(gens, "archer")
    _, oracle = jouer(
        gens, Tirer("archer", cible="cible"), 6, 6, 3, 2, 2, reponses={"flu.defense_tir": "esquiver_renforce"}
    )
    assert [e["manoeuvre"] for e in dits(oracle, "annonce") if e.who == "cible"] == ["défense contre un tir", "esquive"]


@pytest.mark.rule("FLU-4.13", "FLU-4.31")
def test_where_the_table_does_not_play_it_nobody_is_offered_it():
    _, oracle = jouer(tir(options=(), combat=False), Tirer("archer", cible="cible"), 6, 6, 3)
    assert [o.id for o in oracle.asked[0].options] == ["esquiver", "parer", "rien"]


@pytest.mark.rule("FLU-3.11", "FLU-3.34", "FLU-4.31")
@pytest.mark.parametrize(("points", "des", "net"), [(0, (6, 6, 3, 4, 5), 2), (1, (6, 6, 3, 4), 1), (2, (6, 6, 3), 0)])
def test_the_avantages_of_one_who_dodges_are_dice_or_points(points, des, net):
    gens = tir({"fiche": {"traits": [{"nom": "Esquive", "valeur": 2}]}}, combat=False)
    _, oracle = jouer(gens, Tirer("archer", cible="cible"), *des, reponses={"flu.points_ou_des": points})
    defense = annonce(oracle, "cible")
    assert (defense["des"], total(defense.terms)) == (net, 5 + points)


@pytest.mark.rule("FLU-3.34", "FLU-4.31")
def test_wounds_weigh_on_a_dodge_as_points_if_he_likes():
    plaie = {"nom": "Jambe", "valeur": 2, "negatif": True, "origine": "blessure"}
    gens = tir({"traits": [plaie]}, combat=False)
    _, oracle = jouer(gens, Tirer("archer", cible="cible"), 6, 6, 3, reponses={"flu.points_ou_des": 2})
    assert (annonce(oracle, "cible")["des"], total(annonce(oracle, "cible").terms)) == (0, 3)


# ---------------------------------------------------------------- survival


@pytest.mark.rule("FLU-3.34", "FLU-4.50")
@pytest.mark.parametrize(
    ("points", "des"),
    [((0,), (7, 8, 9)), ((1, 0), (7, 8, 9, 9, 9)), ((2,), (7,))],  # 12, then 11, which asks for VOL, then 10
)
def test_the_desavantages_of_a_survival_test_are_dice_or_points(points, des):
    gens = duel(bor={"res_perdue": 10})
    reponses = {"flu.en_points": [*points]}
    _, oracle = avec(gens, lambda s, o: survivre(s, o, s["bor"], 2), des=des, reponses=reponses)
    jet = dits(oracle, "jet_survie")[0]
    assert (jet["total"], jet["des"]) == (12 - points[0], points[0] - 2)
    assert jet["total"] == total(jet.terms)
    assert (("Désavantages en points", -points[0], "FLU-3.34") in jet.terms) == bool(points[0])


@pytest.mark.rule("FLU-4.45", "FLU-4.48", "FLU-4.49")
def test_a_blow_split_over_two_places_is_judged_place_by_place():
    """12 points beyond RES, 7 and 5: nothing is lost, and the test has 2 Désavantages of the graver one."""
    gens = duel("localisation", bor={"res_perdue": 18, "CON": 9, "VOL": 9})
    reponses = {"flu.deux_endroits": 5, "flu.en_points": 0}
    apres, oracle = avec(gens, blesser, "bor", 12, des=(10, 1, 3, 9, 9, 9), reponses=reponses)
    plaies = apres["bor"].blessures()
    assert [t.valeur for t in plaies] == [7, 5] and not any(t.definitif for t in plaies)
    assert dits(oracle, "survie")[0]["n"] == 2


@pytest.mark.rule("FLU-4.51", "FLU-4.54")
def test_the_first_healer_has_the_desavantages_of_the_wound_the_next_those_of_the_last_test():
    gens = duel(ana={"INT": 9}, bor={"hemorragie": 3})  # the wound had 2
    _, oracle = jouer(gens, Secourir("ana", patient="bor"), 9, 9, 9)
    assert {n: v for n, v, _ in dit(oracle)["avantages"]}["Gravité de la blessure"] == -2
    gens = duel(ana={"INT": 9}, bor={"hemorragie": 4})  # one more survival test since
    _, oracle = jouer(gens, Secourir("ana", patient="bor"), 9, 9, 9, 9)
    assert {n: v for n, v, _ in dit(oracle)["avantages"]}["Gravité de la blessure"] == -3


# ---------------------------------------------------------------- a fight


@pytest.mark.rule("FLU-4.25", "FLU-4.26")
def test_a_new_round_repeats_nothing():
    gens = duel("plusieurs_actions", ana={"armes": [EPEE]}, bor={"armes": [EPEE]})
    gens, _ = echange(gens, frappe("ana", "bor"), frappe("bor", "ana"), des=(5, 5))
    gens, oracle = echange(gens, frappe("ana", "bor"), frappe("bor", "ana"), des=(5, 5, 5, 5, 5))
    assert pesent(oracle, "ana") == {"Action supplémentaire": -1, "Action répétée": -1}
    assert pesent(oracle, "bor") == {"Action répétée": -1}
    while gens.round() == 1:
        gens, _ = jouer(gens, Attendre(gens.turn()[0]))
    gens, oracle = echange(gens, frappe("ana", "bor"), frappe("bor", "ana"), des=(5, 5))
    assert pesent(oracle, "ana") == pesent(oracle, "bor") == {}


@pytest.mark.rule("FLU-4.10", "FLU-4.34")
def test_several_who_beat_one_each_strike_their_own_blow():
    """Ana 5 + 9 and Cyd 5 + 7 against Bor 5 + 2: margins 7 and 5, weapons 2 and 1, mail 2 off each."""
    qui = {
        "ana": homme("rouge", 0, armes=[EPEE]),
        "cyd": homme("rouge", 2, armes=[DAGUE]),
        "bor": homme("bleu", 1, armure=MAILLES),
    }
    gens = jouer(scene(**qui), Combattre("ana"))[0]
    annonces = {w: frappe(w, "bor" if w != "bor" else "ana") for w in qui}
    des = {"ana": (9, 1), "cyd": (7, 1), "bor": (2,)}
    while len(gens.encounter.annonces) < 2:
        gens, _ = jouer(gens, annonces[gens.turn()[0]])
    ordre = [*gens.encounter.annonces, gens.turn()[0]]
    gens, oracle = jouer(gens, annonces[gens.turn()[0]], *[f for w in ordre for f in des[w]])
    assert {e.who: e["points"] for e in dits(oracle, "touche")} == {"ana": 7 + 2 - 2, "cyd": 5 + 1 - 2}


@pytest.mark.rule("FLU-4.28", "FLU-4.41")
def test_equipment_hampers_no_breaking_off():
    gens = duel("rompre", ana={"armes": [EPEE], "armure": MAILLES}, bor={"AGI": 9})
    gens, _ = jouer(gens, frappe("bor", "ana"))
    apres, oracle = jouer(gens, Rompre("ana"), 6)
    assert dit(oracle)["net"] == 0 and dits(oracle, "rupture")
    assert allure(apres["ana"]) == 10 - 2 - 2


@pytest.mark.rule("FLU-4.55", "FLU-4.58")
def test_a_night_brings_res_back_from_below_zero():
    gens = scene(
        "degats_simplifies",
        bor={
            "fiche": {},
            "res_perdue": 12,
            "traits": [{"nom": "Blessure", "valeur": 2, "negatif": True, "origine": "blessure"}],
        },
    )
    apres, _ = jouer(gens, Dormir("bor"))
    assert apres["bor"].res == 10
    assert [t.valeur for t in apres["bor"].traits] == [1]


# ---------------------------------------------------------------- a lamed foot

CROC = {"nom": "Croc", "valeur": 2, "botte": "estropier"}


def estropie(**options):
    gens = duel("bottes", ana={"bottes": [CROC], "INT": 9})
    coup = Coup("ana", "bor", (), botte="Croc")
    return avec(gens, frapper, coup)[0]


@pytest.mark.rule("FLU-4.23", "FLU-4.58")
def test_a_lamed_foot_heals_a_point_a_day():
    gens = estropie()
    assert allure(gens["bor"]) == 10 - 2
    gens = avec(gens, frapper, Coup("ana", "bor", (), botte="Croc"))[0]
    assert allure(gens["bor"]) == 10 - 4 and len(gens["bor"].conditions) == 1
    gens = gens.calm()
    for reste in (3, 2, 1, 0):
        gens, oracle = jouer(gens, Dormir("bor"))
        assert allure(gens["bor"]) == 10 - reste
        assert dit(oracle, "guerison").terms == (("Pied blessé", 1, "FLU-4.58"),)
    assert gens["bor"].conditions == ()


@pytest.mark.rule("FLU-4.23", "FLU-4.60")
def test_care_heals_a_lamed_foot():
    gens = estropie().calm()
    soin = Soigner("ana", patient="bor")
    apres, oracle = jouer(gens, soin, 9)  # 18: Réussite majorée or better
    assert allure(apres["bor"]) > 8 and dit(oracle, "soin").terms[0][0] == "Pied blessé"


# ---------------------------------------------------------------- magic

MAGE = {"MAG": 5, "traits": [{"nom": "Feu", "valeur": 2}, {"nom": "Vent", "valeur": 2}]}


@pytest.mark.rule("FLU-3.21", "FLU-5.9")
@pytest.mark.parametrize(("face", "cout"), [(2, 0), (5, 2), (9, 2)])
def test_the_res_of_several_traits_is_due_whatever_becomes_of_the_spell(face, cout):
    """Two Traits cost 1 RES; the 2 engaged come back with an Échec alone. 2 + 1 + 2 - 2: 3 dice more."""
    sort = Incanter("alys", sort="", complexite=2, traits=("Feu", "Vent"), res=2)
    apres, oracle = jouer(scene(alys={"fiche": MAGE}), sort, face, 2, 2, 2)
    assert (dit(oracle)["net"], dit(oracle, "sort")["cout"]) == (3, cout)
    assert apres["alys"].res_perdue == 1 + cout


@pytest.mark.rule("FLU-3.21", "FLU-5.5", "FLU-5.9")
def test_too_little_res_when_the_spell_is_ready_loses_it():
    saigne = {"hemorragie": 3, "res_perdue": 6}
    gens = scene(alys={"fiche": {**MAGE, "CON": 5, "VOL": 5}, **saigne})
    sort = Incanter("alys", sort="", complexite=1, res=3, traits=("Feu", "Vent"))
    assert sort.closed(gens) is None  # 4 RES left: 3 engaged, 1 for the second Trait
    apres, oracle = jouer(gens, sort, 9, 9, 9, 9, reponses={"flu.apres_jet": ["RES1", "garder"], "flu.en_points": 0})
    assert [e.what for e in oracle.events if e.what in ("sort_perdu", "test", "sort")] == ["sort_perdu"]
    assert apres["alys"].res == 2  # the 2 spent to live, nothing for the spell
