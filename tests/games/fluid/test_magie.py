"""Chapter 5: what a spell demands, its test and its price, what comes of it."""

import pytest
from msgspec.structs import replace

from tablee.games.fluid.book.c3_tests.tests import Tester
from tablee.games.fluid.book.c5_magie.grimoire import Liberer, Memoriser, Vampiriser
from tablee.games.fluid.book.c5_magie.incantation import Incanter
from tablee.games.fluid.book.c5_magie.magie import MAGIE, Resister, desavantages, preparation
from tablee.games.fluid.book.c5_magie.sortileges import refermer
from tablee.games.fluid.model.catalogue import SORTS
from tablee.games.fluid.model.people import Sort, SortActif
from tablee.games.fluid.model.tables import duree
from tablee.kernel.odds import odds
from tablee.kernel.oracle import ALL, GM
from tablee.kernel.tally import total

from .jeu import dit, exact, jouer, proches, rows, scene
from .magicien import TRAIT, ecrit, face_a, mage, pesent, seul, somme, souffle

# ---------------------------------------------------------------- who casts, and with what


@pytest.mark.rule("FLU-2.3")
@pytest.mark.parametrize(
    "action",
    [
        Incanter("bor", sort="ecorce"),
        Incanter("bor", sort="ecorce", caracs=("INT",)),
        Memoriser("bor", sort="ecorce"),
        Liberer("bor", sort="ecorce"),
        Vampiriser("bor", cible="alys"),
    ],
)
def test_without_magie_nobody_does_magic(action):
    gens = scene(alys=mage(), bor={"fiche": {"INT": 7}, "memoire": [{"id": "ecorce", "nom": "Écorce"}]})
    assert action.closed(gens).rule == "FLU-2.3"
    assert action.closed(gens.put(replace(gens["bor"], fiche=replace(gens["bor"].fiche, MAG=1)))) is None


@pytest.mark.rule("FLU-5.8")
def test_magie_is_tested_unless_the_mj_names_another():
    gens = seul(fiche={"MAG": 4, "INT": 7})
    _, oracle = jouer(gens, souffle(), 5)
    assert somme(dit(oracle)) == {"Magie": 4, "Dé": 5}
    _, oracle = jouer(gens, souffle(caracs=("INT",), duree=0), 5)
    assert somme(dit(oracle)) == {"Intelligence": 7, "Dé": 5}


# ---------------------------------------------------------------- what it demands


@pytest.mark.rule("FLU-5.1")
def test_complexities_are_those_of_the_book():
    assert [c.desavantages for c in MAGIE.complexite] == [r["desavantages"] for r in rows("FLU-5.1")]
    for n, row in enumerate(rows("FLU-5.1")):
        assert somme_des(Sort("x", "X", complexite=n)) == {"Complexité": row["desavantages"], "Portée": 0, "Aire": 0}


def somme_des(sort):
    return {nom: n for nom, n, _ in desavantages(sort)}


@pytest.mark.rule("FLU-5.3")
def test_ranges_and_areas_are_those_of_the_book():
    assert [(p.desavantages, p.max) for p in MAGIE.portee] == [(r["desavantages"], r["max_m"]) for r in rows("FLU-5.3")]
    for n, row in enumerate(rows("FLU-5.3")):
        assert somme_des(Sort("x", "X", portee=n))["Portée"] == row["desavantages"]
        assert somme_des(Sort("x", "X", aire=n))["Aire"] == row["desavantages"]
        assert MAGIE.aire[n].nom == row["aire"]


@pytest.mark.rule("FLU-5.3")
@pytest.mark.parametrize(("portee", "loin"), [(0, 1), (1, 10), (2, 20), (3, 50), (4, 100), (5, 200), (6, 500)])
def test_a_range_reaches_its_bound_and_no_further(portee, loin):
    sort = souffle(portee=portee, effet="degats", offensif=True, cibles=("bor",))
    assert sort.closed(face_a({"x": loin})) is None
    assert sort.closed(face_a({"x": loin + 1})).rule == "FLU-5.3"


@pytest.mark.rule("FLU-5.3")
@pytest.mark.parametrize(("aire", "nombre", "ouvert"), [(0, 1, True), (0, 2, False), (1, 5, True), (2, 5, True)])
def test_an_area_holds_so_many_people(aire, nombre, ouvert):
    gens = face_a({}, {}, {}, {}, {})
    cibles = ("bor", "cyd", "dan", "eve", "fil")[:nombre]
    closed = souffle(aire=aire, effet="desavantages", offensif=True, cibles=cibles).closed(gens)
    assert (closed is None) is ouvert
    assert ouvert or (closed.rule, closed.facts) == ("FLU-5.3", (2, 1))


@pytest.mark.rule("FLU-5.4")
def test_the_demands_add_up_and_weigh_on_the_test():
    assert total(desavantages(Sort("x", "X"))) == 0
    assert total(desavantages(Sort("x", "X", 5, 6, 6))) == 17
    _, oracle = jouer(seul(), souffle(complexite=2, portee=3, aire=1), 7, 8, 8, 8, 8, 8, 8)
    assert pesent(oracle) == {"Complexité": -2, "Portée": -3, "Aire": -1}
    assert dit(oracle)["des"] == -6


@pytest.mark.rule("FLU-5.1", "FLU-5.3")
@pytest.mark.parametrize(
    ("champ", "valeur", "regle"),
    [
        ("complexite", -1, "FLU-5.1"),
        ("complexite", 6, "FLU-5.1"),
        ("portee", 7, "FLU-5.3"),
        ("portee", -1, "FLU-5.3"),
        ("aire", 7, "FLU-5.3"),
        ("aire", -1, "FLU-5.3"),
        ("sort", "inconnu", "FLU-5.1"),
    ],
)
def test_a_spell_stays_within_the_tables(champ, valeur, regle):
    assert souffle(**{champ: valeur}).closed(seul()).rule == regle


@pytest.mark.rule("FLU-5.2")
def test_traits_of_the_mage_cancel_the_demands_one_for_one():
    gens = seul(fiche={"traits": [TRAIT, {"nom": "Feu", "valeur": 3}]})
    apres, oracle = jouer(gens, souffle(complexite=5, portee=4, traits=("Machine de guerre", "Feu")), 7, 8, 8)
    assert dit(oracle)["net"] == 5 + (3 - 1) - 9
    assert apres["alys"].res == 10 - 1  # the second Trait of FLU-3.21


# ---------------------------------------------------------------- time


@pytest.mark.rule("FLU-5.5")
def test_the_demands_give_the_step_of_preparation():
    alys = seul()["alys"]
    for c in range(6):
        for p in range(7):
            for a in range(7):
                cran = total(preparation(alys, Sort("x", "X", c, p, a)))
                assert cran == (1 if c + p + a == 0 else 12 if c + p + a > 12 else c + p + a)
    assert [duree(n).duree for n in (1, 4, 6, 12)] == ["1 round", "15 minutes", "5 heures", "1 an"]


@pytest.mark.rule("FLU-5.5")
@pytest.mark.parametrize(("complexite", "secondes"), [(0, 6), (1, 6), (2, 30), (3, 180), (4, 900), (5, 3600)])
def test_the_preparation_takes_its_time(complexite, secondes):
    apres, oracle = jouer(seul(), souffle(complexite=complexite), 3, *[5] * complexite)
    assert apres.clock == secondes
    assert dit(oracle, "preparation")["duree"] == duree(max(1, complexite)).duree


@pytest.mark.rule("FLU-5.6")
@pytest.mark.parametrize(("temps", "crans", "secondes"), [(1, -3, 6), (3, -1, 180), (4, 0, 900), (6, 2, 18000)])
def test_haste_costs_and_slowness_helps(temps, crans, secondes):
    des = [7, *[8] * abs(crans - 4)]
    apres, oracle = jouer(seul(), souffle(complexite=4, temps=temps), *des)
    assert pesent(oracle).get("Temps de préparation", 0) == crans
    assert dit(oracle)["net"] == crans - 4
    assert apres.clock == secondes


@pytest.mark.rule("FLU-5.6")
@pytest.mark.parametrize("temps", [-1, 13])
def test_there_are_twelve_steps(temps):
    assert souffle(temps=temps).closed(seul()).rule == "FLU-3.25"


@pytest.mark.rule("FLU-3.27", "FLU-5.5")
def test_with_the_option_the_rank_shifts_the_preparation():
    apres, oracle = jouer(seul("delai_variable"), souffle(complexite=4, circonstances=4), 6)
    assert dit(oracle)["rang"] == "Réussite marginale"
    assert somme(dit(oracle, "preparation")) == {"Cran du sort": 4, "Réussite marginale": 1}
    assert apres.clock == duree(5).secondes


def test_other_spells_end_while_one_is_prepared():
    actif = SortActif("x_1", "alys", Sort("x", "Élan", effet="avantages"), ("alys",), 3, 1, 6)
    gens = replace(seul(), sorts=(actif,))
    assert pesent(jouer(gens, souffle(complexite=1), 7, 8)[1]) == {"Complexité": -1}
    assert pesent(jouer(replace(gens, sorts=(replace(actif, fin=7),)), souffle(complexite=1), 7, 8, 8)[1])["Élan"] == 3
    assert odds(souffle(complexite=1), gens, "total").mean() < odds(souffle(), gens, "total").mean()


def test_a_mage_who_falls_while_preparing_loses_the_spell():
    gens = seul(hemorragie=8, res_perdue=10, traits=[{"nom": "Plaie", "valeur": 6, "origine": "blessure"}])
    apres, oracle = jouer(gens, souffle(complexite=1), 1, 4, 5, 5, 5, 5, 5, 5, 5, 9)
    assert apres["alys"].etat == "mort"
    assert [e.what for e in oracle.events if e.what in ("sort_perdu", "test", "sort")] == ["sort_perdu"]


@pytest.mark.rule("FLU-5.5", "FLU-4.58")
@pytest.mark.parametrize(("complexite", "res"), [(5, 6), (6, 6), (7, 10)])
def test_a_preparation_of_whole_days_has_nights_to_sleep_in(complexite, res):
    demandes = {"complexite": min(complexite, 5), "aire": max(0, complexite - 5), "circonstances": complexite}
    apres, _ = jouer(seul(res_perdue=4), souffle(**demandes), 7)  # 1 hour, 5 hours, a day
    assert apres["alys"].res == res


@pytest.mark.rule("FLU-3.27", "FLU-5.5")
def test_with_the_option_too_the_spell_is_lost_with_the_one_who_prepared_it():
    gens = seul("delai_variable", hemorragie=3, res_perdue=10)
    sort = souffle(complexite=2, circonstances=2, effet="armure", duree=1)
    apres, oracle = jouer(gens, sort, 7, 1, 5, 5, 5, 5)  # 12, then 5 - 1 - 5 in the first round
    assert (apres["alys"].etat, apres.sorts, apres["alys"].reussis) == ("mort", (), ())
    assert [e.what for e in oracle.events if e.what in ("sort_perdu", "sort_agit")] == ["sort_perdu"]


SAIGNE = {"hemorragie": 4, "res_perdue": 10, "traits": [{"nom": "Plaie", "valeur": 6, "origine": "blessure"}]}


def test_what_was_spent_to_survive_cannot_be_engaged_any_more():
    gens, sort = seul(**SAIGNE), souffle(complexite=1, depenses=(("CON", 3),))
    apres, oracle = jouer(gens, sort, 4, 8, 8, 8, 8, reponses={"flu.apres_jet": "CON1"})
    assert (apres["alys"].etat, apres["alys"].pertes) == ("inconscient", {"CON": 2})
    apres, oracle = jouer(gens, sort, 9, 9, 9, 9, 9, reponses={"flu.apres_jet": "CON1"})
    assert (apres["alys"].etat, apres["alys"].pertes) == ("actif", {"CON": 2})
    assert [e.what for e in oracle.events if e.what in ("sort_perdu", "test", "sort")] == ["sort_perdu"]


def test_a_target_lost_in_the_meantime_is_left_alone():
    gens = face_a(SAIGNE, {})
    sort = souffle(complexite=1, aire=1, temps=1, effet="degats", offensif=True, cibles=("bor", "cyd"), circonstances=3)
    apres, oracle = jouer(gens, sort, 1, 8, 8, 8, 8, 9, 8, 2)
    assert (apres["bor"].etat, apres["cyd"].res) == ("mort", 10 - 6)
    assert [e.target for e in oracle.events if e.what == "touche"] == ["cyd"]
    seule = souffle(complexite=1, temps=1, effet="soin", cibles=("bor",), circonstances=1)
    apres, oracle = jouer(gens, seule, 1, 8, 8, 8, 8, 9, 8)
    assert "soin_magique" not in [e.what for e in oracle.events]  # nor is it for the mage instead


# ---------------------------------------------------------------- the price

RANGS = {  # by rank: the dice that give it from 5, and what is paid of 4 RES and 3 INT
    "Échec critique": ((1, 4), 4, 3),
    "Échec majoré": ((1, 2), 4, 3),
    "Échec": ((3,), 0, 0),
    "Échec marginal": ((5,), 4, 3),
    "Réussite marginale": ((6,), 5, 3),
    "Réussite": ((8,), 4, 3),
    "Réussite majorée": ((10, 3), 4, 3),
    "Réussite critique": ((10, 7), 2, 1),
}
ENGAGE = {"res": 4, "depenses": (("INT", 3),), "circonstances": -7}  # as many Désavantages: the die alone decides


@pytest.mark.rule("FLU-5.9", "FLU-5.7")
@pytest.mark.parametrize("nom", RANGS)
def test_what_each_rank_costs(nom):
    des, res, intelligence = RANGS[nom]
    apres, oracle = jouer(seul(), souffle(**ENGAGE), *des)
    assert dit(oracle)["rang"] == nom
    assert dit(oracle, "sort")["cout"] == res + intelligence == total(dit(oracle, "sort").terms)
    dechirure = 1 if nom == "Échec critique" else 0
    assert apres["alys"].res == 10 - res - dechirure
    assert apres["alys"].pertes == ({"INT": intelligence} if intelligence else {})


@pytest.mark.rule("FLU-5.9")
def test_every_rank_of_the_book_has_its_line():
    assert [r["rang"] for r in rows("FLU-5.9")] == list(RANGS)
    prix = {"E": ("tout", 0), "0": ("rien", 0), "E + 1": ("tout", 1), "moitié de E": ("moitie", 0)}
    assert [(r.paye, r.plus) for r in MAGIE.resultat] == [prix[r["cout_res"]] for r in rows("FLU-5.9")]


@pytest.mark.rule("FLU-5.7")
def test_each_point_engaged_is_an_avantage():
    _, oracle = jouer(seul(), souffle(complexite=5, aire=6, res=4, depenses=(("INT", 2), ("INT", 1))), 7, *[8] * 4)
    assert dit(oracle)["net"] == -11 + 4 + 3


@pytest.mark.rule("FLU-5.7")
@pytest.mark.parametrize(
    ("e", "ouvert"), [({"res": 10}, True), ({"res": 11}, False), ({"depenses": (("VOL", 5),)}, False)]
)
def test_only_what_one_has_is_engaged(e, ouvert):
    assert (souffle(**e).closed(seul()) is None) is ouvert


@pytest.mark.rule("FLU-5.9")
def test_halves_are_rounded_down_pool_by_pool():
    deux_fois = {"res": 3, "depenses": (("INT", 1), ("INT", 2)), "circonstances": -6}
    apres, _ = jouer(seul(), souffle(**deux_fois), 10, 7)
    assert (apres["alys"].res, apres["alys"].pertes) == (10 - 1, {"INT": 1})


@pytest.mark.rule("FLU-5.9")
def test_the_tiring_success_takes_no_res_that_is_not_there():
    apres, oracle = jouer(seul(), souffle(res=10, circonstances=-10), 6)
    assert dit(oracle)["rang"] == "Réussite marginale"
    assert apres["alys"].res == 0
    assert dit(oracle, "sort")["cout"] == 10


@pytest.mark.rule("FLU-3.6", "FLU-5.9")
@pytest.mark.parametrize(("des", "paye"), [((1, 9), 0), ((5,), 0), ((6,), 4), ((10, 9), 4)])
def test_with_binary_results_there_are_two_prices(des, paye):
    apres, oracle = jouer(seul("resultats_binaires"), souffle(res=4, circonstances=-4), *des)
    assert apres["alys"].res == 10 - paye
    assert "dechirure" not in [e.what for e in oracle.events]


@pytest.mark.rule("FLU-5.9")
@pytest.mark.parametrize(("complexite", "points"), [(0, 1), (3, 3)])
def test_a_critical_failure_tears_at_the_mage(complexite, points):
    armee = seul(armure="mailles")
    action = souffle(complexite=complexite, circonstances=complexite + armee["alys"].armure.score)
    apres, oracle = jouer(armee, action, 1, 9)
    assert dit(oracle, "dechirure")["points"] == points == total(dit(oracle, "dechirure").terms)
    assert apres["alys"].res == 10 - points


@pytest.mark.rule("FLU-5.9")
@pytest.mark.parametrize("nom", [n for n in RANGS if n.startswith("Échec")])
def test_a_failure_has_no_effect_and_teaches_nothing(nom):
    action = souffle(effet="armure", duree=1, circonstances=0)
    apres, oracle = jouer(seul(), action, *RANGS[nom][0])
    assert apres.sorts == ()
    assert apres["alys"].reussis == ()
    assert "sort_agit" not in [e.what for e in oracle.events]
    assert dit(oracle, "sort")["issue"] == MAGIE.resultat[list(RANGS).index(nom)].dit


# ---------------------------------------------------------------- intensity and duration


@pytest.mark.rule("FLU-5.10")
@pytest.mark.parametrize(("effet", "premier"), [("autre", 4), ("armure", 2), ("avantages", 2), ("desavantages", 2)])
def test_the_mage_splits_all_of_his_margin(effet, premier):
    _, oracle = jouer(seul(), souffle(effet=effet), 9)
    question = next(q for q in oracle.asked if q.key == "flu.duree_du_sort")
    assert question.options[0].id == premier
    assert sorted(o.id for o in question.options) == [0, 1, 2, 3, 4]
    for option in question.options:
        assert sum(n for _, n in option.cost) == 4
        assert option.label == (duree(option.id).duree if option.id else "instantané")


@pytest.mark.rule("FLU-5.10")
@pytest.mark.parametrize("d", [1, 2, 3, 4])
def test_points_of_duration_are_steps_of_time(d):
    apres, oracle = jouer(seul(), souffle(effet="armure"), 9, reponses=["garder", d])
    (actif,) = apres.sorts
    assert (actif.intensite, actif.rang) == (4 - d, d)
    assert actif.fin == 6 + duree(d).secondes  # its preparation took a round
    assert somme(dit(oracle, "sort_agit")) == {"Marge de réussite": 4, "Durée": -d}
    assert apres.avancer(duree(d).secondes - 1).sorts == (actif,)
    assert apres.avancer(duree(d).secondes).sorts == ()


@pytest.mark.rule("FLU-5.10")
def test_the_duration_takes_no_more_than_the_margin():
    apres, _ = jouer(seul(), souffle(effet="armure", duree=9), 9)
    assert [(s.rang, s.intensite) for s in apres.sorts] == [(4, 0)]


@pytest.mark.rule("FLU-5.10")
def test_the_same_spell_may_be_at_work_twice():
    une, _ = jouer(seul(), souffle(effet="armure", duree=3), 9)
    deux, _ = jouer(une, souffle(effet="armure", duree=3), 9)
    assert len({s.id for s in deux.sorts}) == 2
    assert deux.sorts[0] == une.sorts[0]


@pytest.mark.rule("FLU-5.10")
def test_without_duration_nothing_stays():
    apres, oracle = jouer(seul(), souffle(effet="armure", duree=0), 9)
    assert apres.sorts == ()
    assert dit(oracle, "sort_agit")["duree"] == "instantané"


@pytest.mark.rule("FLU-5.10")
def test_no_duration_is_longer_than_the_table():
    apres, oracle = jouer(seul(), souffle(), 10, 9)
    question = next(q for q in oracle.asked if q.key == "flu.duree_du_sort")
    assert max(o.id for o in question.options) == 12 < 14
    (actif,) = apres.sorts
    assert (actif.rang, actif.intensite) == (12, 2)


@pytest.mark.rule("FLU-5.10")
def test_what_a_point_of_intensity_is_worth():
    gens = face_a({"camp": "rouge"}, fiche={"MAG": 8})  # Bor lets her
    armure, _ = jouer(gens, souffle(effet="armure", duree=3), 9)
    frappe = souffle(effet="degats", offensif=False, cibles=("bor",))
    assert jouer(gens, frappe, 9)[0]["bor"].res == 10 - 7
    protege, _ = jouer(gens, souffle(effet="armure", cibles=("bor",), duree=3), 9)
    apres, oracle = jouer(protege, frappe, 9)
    assert apres["bor"].res == 10 - 7 + 4
    assert somme(dit(oracle, "touche")) == {"Intensité": 7, "Souffle": -4}
    assert armure.sorts[0].cibles == ("alys",)
    for effet, signe in (("avantages", 1), ("desavantages", -1)):
        sous, _ = jouer(gens, souffle(effet=effet, cibles=("bor",), duree=3), 9)
        _, oracle = jouer(sous, Tester("bor", ("FOR",)), 5, 5, 5, 5, 5)
        assert pesent(oracle) == {"Souffle": signe * 4}


@pytest.mark.rule("FLU-5.11", "FLU-5.10")
def test_damage_is_resisted_unless_the_target_is_willing():
    gens = face_a({})
    apres, oracle = jouer(gens, souffle(effet="degats", cibles=("bor",)), 9, 8)  # 14 against 13
    assert apres["bor"].res == 10 - 1
    assert dit(oracle, "sort_subi")["ecart"] == 1
    impose = souffle(effet="degats", offensif=False, cibles=("bor",))
    assert impose.closed(gens).rule == "FLU-5.11"
    assert impose.closed(face_a({"camp": "rouge"})) is None
    change = Incanter("alys", sort="main_tiede", effet="degats", cibles=("bor",), temps=1, portee=0)
    assert change.sort_lance(gens).offensif
    assert not replace(change, effet="soin").sort_lance(gens).offensif


@pytest.mark.rule("FLU-5.10")
def test_healing_closes_the_worst_wounds_then_gives_res_back():
    plaies = [
        {"nom": "Genou", "valeur": 1, "origine": "blessure"},
        {"nom": "Hanche", "valeur": 3, "origine": "blessure"},
        {"nom": "Frousse", "valeur": 2, "origine": "psychique"},
    ]
    gens = face_a({"traits": plaies, "res_perdue": 10, "etat": "inconscient", "reveil": 10**9})
    peu, _ = jouer(gens, Incanter("alys", sort="main_tiede", temps=4, cibles=("bor",)), 7)
    assert [(t.nom, t.valeur) for t in peu["bor"].traits] == [("Genou", 1), ("Hanche", 1), ("Frousse", 2)]
    assert peu["bor"].res == 0
    mieux, oracle = jouer(gens, Incanter("alys", sort="main_tiede", temps=4, cibles=("bor",)), 10, 3)
    assert [t.nom for t in mieux["bor"].traits] == ["Frousse"]
    assert mieux["bor"].res == 4
    assert (dit(oracle, "soin_magique")["blessures"], dit(oracle, "soin_magique")["res"]) == (4, 4)
    assert "flu.duree_du_sort" not in [q.key for q in oracle.asked]
    presque = face_a({"res_perdue": 1})
    assert jouer(presque, Incanter("alys", sort="main_tiede", temps=4, cibles=("bor",)), 9)[0]["bor"].res == 10


@pytest.mark.rule("FLU-5.10")
@pytest.mark.parametrize(("points", "saigne"), [(3, 2), (4, 0)])
def test_who_has_no_wound_left_does_not_bleed(points, saigne):
    plaie = {"nom": "Genou", "valeur": 4, "origine": "blessure"}
    p, reste = refermer(seul(traits=[plaie], hemorragie=2)["alys"], points)
    assert (p.hemorragie, reste) == (saigne, 0)
    assert refermer(p, 9)[1] == 9 - (4 - points)


@pytest.mark.rule("FLU-5.10")
@pytest.mark.parametrize(
    ("e", "regle"),
    [
        ({"duree": 13}, "FLU-5.10"),
        ({"duree": -1}, "FLU-5.10"),
        ({"duree": 1, "effet": "soin"}, "FLU-5.10"),
        ({"temps_normal": 3}, "FLU-5.5"),
    ],
)
def test_durations_that_cannot_be(e, regle):
    assert souffle(**e).closed(seul()).rule == regle


# ---------------------------------------------------------------- offensive spells

NUAGE = {"effet": "degats", "offensif": True, "aire": 1, "circonstances": 1}


@pytest.mark.rule("FLU-5.11")
def test_each_target_takes_what_it_misses_the_mage_by():
    gens = face_a({}, {}, {})
    apres, oracle = jouer(gens, souffle(**NUAGE, cibles=("bor", "cyd", "dan")), 8, 7, 8, 9)
    assert [apres[q].res for q in ("bor", "cyd", "dan")] == [9, 10, 10]
    assert [e.what for e in oracle.events if e.what.startswith("sort_")] == ["sort_subi", "sort_evite", "sort_evite"]
    assert somme(dit(oracle, "sort_subi")) == {"Total du mage": 13, "Total de la cible": -12}
    assert "flu.duree_du_sort" not in [q.key for q in oracle.asked]


@pytest.mark.rule("FLU-5.11")
@pytest.mark.parametrize(("sans_armure", "res"), [(False, 10 - 4), (True, 10 - 6)])
def test_the_mj_says_whether_armour_counts(sans_armure, res):
    gens = face_a({"armure": "mailles"})
    assert gens["bor"].armure.score == 2
    apres, _ = jouer(gens, souffle(**NUAGE, cibles=("bor",), sans_armure=sans_armure), 8, 2)
    assert apres["bor"].res == res  # no equipment hampers a dodge: 13 against 7


@pytest.mark.rule("FLU-5.11")
def test_a_spell_that_fails_catches_nobody():
    apres, oracle = jouer(face_a({}), souffle(**NUAGE, cibles=("bor",)), 5)
    assert apres["bor"].res == 10
    assert [e.who for e in oracle.events if e.what == "jet"] == []


@pytest.mark.rule("FLU-4.12", "FLU-5.11")
@pytest.mark.parametrize("p", [{"sans_defense": True}, {"etat": "inconscient", "reveil": 10**6}])
def test_the_helpless_roll_nothing_and_count_as_ten(p):
    apres, oracle = jouer(face_a(p), souffle(**NUAGE, cibles=("bor",)), 9)
    assert apres["bor"].res == 10 - 4
    assert somme(dit(oracle, "sort_subi")) == {"Total du mage": 14, "Sans défense": -10}


@pytest.mark.rule("FLU-5.11")
def test_a_target_resists_with_what_it_has():
    plaie = {"nom": "Plaie", "valeur": 2, "origine": "blessure"}
    gens = face_a({"fiche": {"VOL": 3, "traits": [{"nom": "Têtu", "valeur": 1}]}, "traits": [plaie]})
    trouble = {"effet": "desavantages", "offensif": True, "cibles": ("bor",), "duree": 2}
    _, oracle = jouer(gens, souffle(**trouble), 9, 7, 6, 6)
    assert (dit(oracle, "annonce").terms[0][0], dit(oracle, "annonce")["net"]) == ("Agilité", -2)
    tetu = Resister("bor", traits=("Têtu",), res=1)
    apres, oracle = jouer(gens, souffle(**trouble, resiste="VOL", resistances=(tetu,)), 9, 4, 5, 6)
    assert (dit(oracle, "annonce").terms[0][:2], dit(oracle, "annonce")["net"]) == (("Volonté", 3), 2)
    assert apres["bor"].res == gens["bor"].res - 1
    assert [s.cibles for s in apres.sorts] == [("bor",)]


@pytest.mark.rule("FLU-3.30", "FLU-5.11")
def test_a_target_may_still_invest_after_its_roll():
    apres, oracle = jouer(face_a({}), souffle(**NUAGE, cibles=("bor",)), 8, 7, reponses=["garder", "RES1"])
    assert apres["bor"].res == 10 - 2
    assert dit(oracle, "sort_evite").target == "bor"
    assert (oracle.asked[1].see("total"), oracle.asked[1].see("vise")) == (12, 13)
    _, oracle = jouer(face_a({}), souffle(**NUAGE, cibles=("bor",)), 8, 8)
    assert [q.who for q in oracle.asked] == ["alys"]  # 13 against 13: nothing left to invest for


@pytest.mark.rule("FLU-5.11")
def test_a_secret_total_is_not_shown_to_the_targets():
    for de in (6, 9):
        gens, sort = face_a({}), souffle(**NUAGE, cibles=("bor",), secret=True)
        _, oracle = jouer(gens, sort, de, 9)
        assert [(q.who, q.see("vise")) for q in oracle.asked] == [("bor", None)]


@pytest.mark.rule("FLU-5.11", "FLU-5.10")
def test_a_secret_total_is_told_to_the_mj_alone():
    for effet in ("degats", "desavantages"):
        sort = souffle(effet=effet, offensif=True, cibles=("bor", "cyd"), aire=1, circonstances=1, duree=0)
        for secret, audience in ((True, GM), (False, ALL)):
            _, oracle = jouer(face_a({}, {}), replace(sort, secret=secret), 9, 5, 9)
            vus = {e.what: e.audience for e in oracle.events if e.what in ("sort_agit", "sort_subi", "sort_evite")}
            attendus = ("sort_agit", "sort_subi", "sort_evite") if effet != "degats" else ("sort_subi", "sort_evite")
            assert vus == dict.fromkeys(attendus, audience)


@pytest.mark.rule("FLU-5.10", "FLU-4.51")
@pytest.mark.parametrize(("points", "saigne"), [(1, 3), (2, 3), (3, 0)])
def test_the_bleeding_of_a_sbire_takes_as_much_healing_as_it_is_grave(points, saigne):
    sbire = face_a({"fiche": {"sbire": "facile"}, "res_perdue": 10, "hemorragie": 3})["bor"]
    p, reste = refermer(sbire, points)
    assert (p.hemorragie, reste) == (saigne, points)


@pytest.mark.rule("FLU-5.10", "FLU-5.11")
def test_a_lasting_offensive_spell_takes_hold_of_those_who_fail():
    gens = face_a({}, {})
    sort = souffle(**{**NUAGE, "effet": "desavantages"}, cibles=("bor", "cyd"), duree=1)
    apres, _ = jouer(gens, sort, 9, 8, 9)
    assert [(s.cibles, s.intensite) for s in apres.sorts] == [(("bor",), 3)]
    assert jouer(gens, sort, 9, 9, 9)[0].sorts == ()


@pytest.mark.rule("FLU-5.11")
@pytest.mark.parametrize(
    "e",
    [
        {"cibles": ()},
        {"cibles": ("alys",)},
        {"cibles": ("bor",), "resistances": (Resister("cyd"),)},
        {"cibles": ("bor",), "resistances": (Resister("bor"), Resister("bor"))},
        {"cibles": ("bor",), "offensif": False, "resistances": (Resister("bor"),)},
    ],
)
def test_who_may_be_attacked_and_who_resists(e):
    assert souffle(**{**NUAGE, **e}).closed(face_a({}, {})).rule == "FLU-5.11"


@pytest.mark.rule("FLU-4.19", "FLU-5.11")
def test_help_given_to_a_target_serves_to_resist():
    aides = [{"de": "cyd", "trait": "Chant", "valeur": 2}, {"de": "cyd", "trait": "Lyre", "valeur": 2, "points": 1}]
    apres, oracle = jouer(face_a({"aides": aides}, {}), souffle(**NUAGE, cibles=("bor",)), 8, 9, 2, 2, 2, 2)
    assert dit(oracle, "annonce")["net"] == 2 + (2 - 1) + 1
    assert (apres["bor"].res, apres["bor"].aides) == (10 - 1, ())


def test_a_resistance_is_judged_like_any_test():
    sort = souffle(**NUAGE, cibles=("bor",), resistances=(Resister("bor", res=11),))
    assert sort.closed(face_a({})).rule == "FLU-3.29"
    assert sort.closed(face_a({"sans_defense": True})) is None  # he rolls nothing anyway


@pytest.mark.parametrize("etat", ["mort", "hors_jeu"])
def test_nothing_is_cast_upon_the_lost(etat):
    assert souffle(effet="soin", cibles=("bor",)).closed(face_a({"etat": etat})) is not None


# ---------------------------------------------------------------- the odds


def test_the_odds_of_a_spell_are_those_of_its_test():
    gens = seul()
    for des in range(5):
        sort = odds(souffle(complexite=des), gens, "reussite")
        proches(exact(sort), exact(odds(Tester("alys", ("MAG",), circonstances=-des), gens, "reussite")))


def test_the_odds_of_damage_are_what_is_told():
    gens = face_a({"armure": "cuir", "res_perdue": 0}, {})
    for cibles, aire in ((("bor",), 0), (("bor", "cyd"), 1)):
        sort = souffle(effet="degats", offensif=True, cibles=cibles, aire=aire)
        vite = odds(sort, gens, "degats")
        assert vite.lost < 1e-12
        if len(cibles) == 1:
            lent = odds(sort, gens, sort.looks["degats"], tail=10**7)
            proches(exact(vite), exact(lent), 1e-3)
            seule = vite
        else:
            assert vite.mean() < seule.mean()  # one more Désavantage, and only the first target is looked at


# ---------------------------------------------------------------- the sample spells


def test_the_sample_spells_cover_the_tables():
    assert len(SORTS) == 12
    assert {s.complexite for s in SORTS.values()} == set(range(6))
    assert len({s.portee for s in SORTS.values()}) >= 4
    assert len({s.aire for s in SORTS.values()}) >= 2
    assert {s.effet for s in SORTS.values()} == {"degats", "soin", "armure", "avantages", "desavantages", "autre"}
    for id, s in SORTS.items():
        assert id == s.id
        assert id.isascii() and id.isidentifier()
        assert (s.nom, s.dit) != ("", "") and s.niveau == s.crans == 0


@pytest.mark.parametrize("id", SORTS)
def test_every_sample_spell_can_be_cast_by_id_and_by_name(id):
    sort = SORTS[id]
    cibles = ("bor",) if sort.offensif else ()
    for nom in (id, sort.nom):
        action = Incanter("alys", sort=nom, cibles=cibles, temps=1, points=50, res=10)
        apres, oracle = jouer(
            face_a({"fiche": {"AGI": 30}}, fiche={"MAG": 30}), action, 9, *([9] if sort.offensif else [])
        )
        assert dit(oracle, "sort")["sort"] == sort.nom
        assert apres["alys"].reussis == (id,)


@pytest.mark.rule("FLU-5.3")
def test_a_changed_spell_is_another_spell():
    gens = seul(grimoire=[ecrit(complexite=3)])
    plus_loin = Incanter("alys", sort="souffle", portee=1)
    _, oracle = jouer(gens, plus_loin, 7, *[8] * 4)
    assert pesent(oracle) == {"Complexité": -3, "Portée": -1}
    assert dit(oracle, "preparation")["duree"] == "15 minutes"  # not the written one, hence not shortened
    garde, _ = jouer(seul(grimoire=[ecrit(niveau=3)]), Memoriser("alys", sort="souffle", portee=1))
    assert [s.niveau for s in garde["alys"].memoire] == [0]


@pytest.mark.rule("FLU-5.5", "FLU-5.6")
def test_the_preparation_shows_the_malus_and_the_step_as_two_sums():
    """Hurrying a spell of 6 takes 1 round; its Désavantages are still 6."""
    _, oracle = jouer(
        face_a({}), Incanter("alys", sort="", complexite=5, portee=0, temps=1, points=50), 9, reponses=("garder", "non")
    )
    hate = dit(oracle, "preparation")
    assert (hate["total"], sum(n for _, n, _ in hate["poids"]), hate["cran"]) == (5, 5, 1)
    assert somme(hate) == {"Cran du sort": 5, "Crans gagnés ou ajoutés": -4}
    _, oracle = jouer(face_a({}), Incanter("alys", points=50), 9, reponses=("garder",))
    simple = dit(oracle, "preparation")
    assert (simple["total"], simple["cran"], somme(simple)) == (0, 1, {"Cran du sort": 1})
