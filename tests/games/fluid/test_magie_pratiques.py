"""Chapter 5: prolonging, memory, help, theft, the book of spells; and magic in a fight."""

import pytest
from msgspec.structs import replace

from tablee.games.fluid.book.c4_combat.combat import Annoncer
from tablee.games.fluid.book.c4_combat.deplacements import Deplacer
from tablee.games.fluid.book.c4_combat.recuperation import PasserTemps
from tablee.games.fluid.book.c4_combat.tour import Aider, Attendre
from tablee.games.fluid.book.c5_magie.grimoire import Inscrire, Liberer, Memoriser, Prolonger, Vampiriser, offers
from tablee.games.fluid.book.c5_magie.incantation import Incanter
from tablee.games.fluid.book.c5_magie.magie import Resister
from tablee.games.fluid.model.catalogue import SORTS
from tablee.games.fluid.model.people import Sort, SortActif
from tablee.games.fluid.model.tables import duree
from tablee.kernel.live import Scripted
from tablee.kernel.odds import odds
from tablee.kernel.oracle import ALL, GM

from .bataille import combat, homme
from .jeu import dit, jouer, scene
from .magicien import ecrit, face_a, mage, pesent, seul, somme, souffle

# ---------------------------------------------------------------- prolonging


def a_l_oeuvre(rang=3, fin=1000, **p):
    """Alys with a spell at work."""
    return replace(seul(**p), sorts=(SortActif("x_1", "alys", Sort("x", "Automate"), (), 0, rang, fin),))


@pytest.mark.rule("FLU-5.12")
@pytest.mark.parametrize(("points", "secondes"), [(1, 900), (2, 3600), (3, 18000)])
def test_points_spent_at_once_climb_the_ladder(points, secondes):
    apres, oracle = jouer(a_l_oeuvre(), Prolonger("alys", "x_1", res=points))
    assert apres.sorts[0].fin == 1000 + secondes
    assert apres["alys"].res == 10 - points
    assert somme(dit(oracle, "prolonge")) == {"Durée initiale": 3, "Points dépensés": points}
    assert dit(oracle, "prolonge")["duree"] == duree(3 + points).duree


@pytest.mark.rule("FLU-5.12")
def test_the_first_duration_stays_the_base():
    un, _ = jouer(a_l_oeuvre(), Prolonger("alys", "x_1", res=1))
    deux, _ = jouer(un, Prolonger("alys", "x_1", depenses=(("INT", 1),)))
    assert deux.sorts[0].fin == 1000 + 900 + 900
    assert (deux["alys"].res, deux["alys"].pertes) == (9, {"INT": 1})


@pytest.mark.rule("FLU-5.12")
@pytest.mark.parametrize(
    ("action", "regle"),
    [
        (Prolonger("alys", "x_1"), "FLU-5.12"),
        (Prolonger("alys", "x_2", res=1), "FLU-5.12"),
        (Prolonger("alys", "x_1", res=11), "FLU-3.29"),
        (Prolonger("alys", "x_1", depenses=(("INT", 5),)), "FLU-3.29"),
        (Prolonger("alys", "x_1", res=-1), "FLU-3.29"),
    ],
)
def test_what_cannot_be_prolonged(action, regle):
    assert action.closed(a_l_oeuvre()).rule == regle
    assert Prolonger("alys", "x_1", res=9).closed(a_l_oeuvre()) is None


@pytest.mark.rule("FLU-5.12", "FLU-3.25")
@pytest.mark.parametrize(("rang", "points"), [(12, 1), (3, 10)])
def test_nothing_is_prolonged_by_more_than_a_year_at_once(rang, points):
    apres, oracle = jouer(a_l_oeuvre(rang), Prolonger("alys", "x_1", res=points))
    assert apres.sorts[0].fin == 1000 + duree(12).secondes
    assert apres["alys"].res == 10 - points
    assert dit(oracle, "prolonge")["duree"] == "1 an"
    assert sum(somme(dit(oracle, "prolonge")).values()) == 12


@pytest.mark.rule("FLU-5.12")
def test_nobody_prolongs_the_spell_of_another_nor_one_that_is_over():
    gens = replace(face_a(mage()), sorts=a_l_oeuvre().sorts)
    assert Prolonger("bor", "x_1", res=1).closed(gens).rule == "FLU-5.12"
    assert Prolonger("alys", "x_1", res=1).closed(gens) is None
    assert Prolonger("alys", "x_1", res=1).closed(gens.avancer(1000)).rule == "FLU-5.12"


@pytest.mark.rule("FLU-5.12")
@pytest.mark.parametrize(
    ("reponses", "fin", "res", "posees"),
    [
        ((), None, 10, 1),  # nobody goes on with it
        ((1,), None, 9, 2),  # 15 minutes more: over again before the hour is
        ((1, 1), None, 8, 3),
        ((2,), 1000 + 3600, 8, 1),  # an hour more, and it outlasts the hour that goes by
    ],
)
def test_as_time_goes_by_the_mage_is_asked_when_his_spell_ends(reponses, fin, res, posees):
    heure = PasserTemps("alys", 5)  # an hour
    oracle = Scripted((), {"alys:flu.prolonger": reponses})
    apres = heure.resolve(a_l_oeuvre(), oracle)
    assert [s.fin for s in apres.sorts] == ([fin] if fin else [])
    assert apres["alys"].res == res
    assert [q.key for q in oracle.asked] == ["flu.prolonger"] * posees


@pytest.mark.rule("FLU-5.12")
def test_nobody_is_asked_who_cannot_go_on_or_whose_spell_lasts():
    for ici in (a_l_oeuvre(fin=10_000), a_l_oeuvre(res_perdue=10), a_l_oeuvre(etat="coma")):
        oracle = Scripted()
        PasserTemps("alys", 5).resolve(ici, oracle)
        assert oracle.asked == []


# ---------------------------------------------------------------- memory


@pytest.mark.rule("FLU-5.13")
def test_the_time_is_spent_beforehand_and_the_dice_fall_at_the_release():
    gens, oracle = jouer(face_a({"x": 40}), Memoriser("alys", sort="grele_de_braises"))
    assert gens.clock == duree(6).secondes
    assert [s.id for s in gens["alys"].memoire] == ["grele_de_braises"]
    assert (dit(oracle, "memorise")["gardes"], dit(oracle, "memorise")["possibles"]) == (1, 5)
    apres, oracle = jouer(gens, Liberer("alys", sort="grele_de_braises", cibles=("bor",), res=4), 7, 8, 8, 3)
    assert apres.clock == gens.clock
    assert pesent(oracle) == {"Complexité": -2, "Portée": -3, "Aire": -1, "RES dépensée": 4}
    assert apres["alys"].res == 10 - 4
    assert apres["bor"].res == 10 - (12 - 8)
    assert apres["alys"].memoire == ()


@pytest.mark.rule("FLU-5.13")
def test_a_released_spell_is_gone_even_when_it_fails():
    gens = seul(memoire=[ecrit(), {"id": "y", "nom": "Y"}, ecrit()])
    apres, oracle = jouer(gens, Liberer("alys", sort="Souffle ancien"), 3)
    assert dit(oracle)["rang"] == "Échec"
    assert [s.id for s in apres["alys"].memoire] == ["y", "souffle"]


@pytest.mark.rule("FLU-5.13")
def test_no_more_spells_than_intelligence():
    plein = [ecrit()] * 3
    gens = seul(fiche={"INT": 3}, memoire=plein)
    assert Memoriser("alys", sort="ecorce").closed(gens).rule == "FLU-5.13"
    assert Memoriser("alys", sort="ecorce").closed(seul(fiche={"INT": 4}, memoire=plein)) is None
    assert Memoriser("alys", sort="ecorce").closed(seul(fiche={"INT": 4}, memoire=plein, pertes={"INT": 2})) is None
    assert Liberer("alys", sort="ecorce").closed(gens).rule == "FLU-5.13"
    assert Liberer("alys", sort="souffle", temps=1).closed(gens).rule == "FLU-5.13"


@pytest.mark.rule("FLU-5.6", "FLU-5.13")
def test_haste_in_preparing_is_paid_at_the_release():
    gens, _ = jouer(seul(), Memoriser("alys", nom="Abri", complexite=3, effet="armure", temps=1))
    assert gens.clock == 6
    apres, oracle = jouer(gens, Liberer("alys", sort="Abri", duree=1), 7, *[8] * 5)
    assert pesent(oracle) == {"Complexité": -3, "Temps de préparation": -2}
    assert [s.sort.nom for s in apres.sorts] == ["Abri"]


def test_the_odds_of_a_release_are_those_of_its_test():
    gens = seul(memoire=[ecrit(complexite=2, crans=-1)])
    assert odds(Liberer("alys", sort="souffle"), gens) == odds(souffle(complexite=3), seul())


# ---------------------------------------------------------------- help


@pytest.mark.rule("FLU-5.14")
def test_a_mage_is_helped_like_anybody():
    gens = scene(alys=mage(), bor=mage(fiche={"traits": [{"nom": "Chant", "valeur": 3}]}))
    gens, _ = jouer(gens, Aider("bor", "alys", trait="Chant", res=2))
    assert gens["bor"].res == 10 - 2
    apres, oracle = jouer(gens, souffle(complexite=5), 7)
    assert dit(oracle)["net"] == -5 + 3 + 2
    assert (apres["alys"].aides, apres["alys"].res) == ((), 10)


@pytest.mark.rule("FLU-5.14")
def test_a_lent_trait_is_one_trait_more():
    gens = scene(
        alys=mage(fiche={"traits": [{"nom": "Feu", "valeur": 2}]}),
        bor=mage(fiche={"traits": [{"nom": "Chant", "valeur": 3}]}),
    )
    gens, _ = jouer(gens, Aider("bor", "alys", trait="Chant"))
    apres, oracle = jouer(gens, souffle(complexite=4, traits=("Feu",)), 7)
    assert dit(oracle)["net"] == -4 + 2 + (3 - 1)
    assert apres["alys"].res == 10 - 1


# ---------------------------------------------------------------- theft


@pytest.mark.rule("FLU-5.15")
@pytest.mark.parametrize(("des", "vole"), [((8, 5), 3), ((5, 5), 0), ((4, 9), 0), ((10, 9, 2), 10)])
def test_the_difference_of_will_is_stolen_up_to_what_there_is(des, vole):
    apres, oracle = jouer(face_a({}), Vampiriser("alys", cible="bor"), *des)
    assert (apres["bor"].res, apres["alys"].vole, apres["alys"].res) == (10 - vole, vole, 10)
    assert dit(oracle, "vampirise")["points"] == vole == sum(somme(dit(oracle, "vampirise")).values())
    assert apres["bor"].traits == ()


@pytest.mark.rule("FLU-5.15")
def test_both_roll_volonte_with_what_they_have():
    plaie = {"nom": "Plaie", "valeur": 3, "origine": "blessure"}
    gens = face_a({"fiche": {"VOL": 6, "traits": [{"nom": "Têtu", "valeur": 2}]}, "traits": [plaie]}, fiche={"VOL": 7})
    _, oracle = jouer(gens, Vampiriser("alys", cible="bor", resistance=Resister("bor", traits=("Têtu",))), 6, 2, 2, 3)
    assert {e.who: (somme(e), e["net"]) for e in oracle.events if e.what == "annonce"} == {
        "alys": ({"Volonté": 7}, 0),
        "bor": ({"Volonté": 6}, 2),
    }
    assert dit(oracle, "vampirise")["points"] == 13 - 9


@pytest.mark.rule("FLU-5.15")
def test_stolen_points_go_into_the_next_spell_first_even_above_the_score():
    gens = seul(vole=4)
    assert gens["alys"].res == 10
    assert souffle(res=14).closed(gens) is None
    assert souffle(res=15).closed(gens).rule == "FLU-3.29"
    peu, oracle = jouer(gens, souffle(res=3, circonstances=-3), 8)
    assert (peu["alys"].res, peu["alys"].vole) == (10, 1)
    assert dit(oracle, "sort")["cout"] == 3
    tout, _ = jouer(gens, souffle(res=6, circonstances=-6), 8)
    assert (tout["alys"].res, tout["alys"].vole) == (8, 0)


@pytest.mark.rule("FLU-5.15", "FLU-5.9")
def test_what_the_rank_spares_stays_stolen():
    rate, _ = jouer(seul(vole=4, res_perdue=3), souffle(res=6, circonstances=-6), 3)
    assert (rate["alys"].res, rate["alys"].vole) == (7, 4)
    fatigue, _ = jouer(seul(vole=4, res_perdue=3), souffle(res=4, circonstances=-4), 6)
    assert (fatigue["alys"].res, fatigue["alys"].vole) == (6, 0)


@pytest.mark.rule("FLU-5.15")
def test_stolen_points_serve_spells_and_nothing_else():
    gens = seul(vole=4, res_perdue=10)
    assert Vampiriser("alys", cible="alys", res=1).closed(gens) is not None
    assert souffle(res=4).closed(gens) is None
    assert Aider("alys", "bor", res=1).closed(face_a({"camp": "rouge"}, vole=4, res_perdue=10)).rule == "FLU-3.29"
    actif = replace(gens, sorts=a_l_oeuvre().sorts)
    apres, _ = jouer(actif, Prolonger("alys", "x_1", res=3))
    assert (apres["alys"].res, apres["alys"].vole) == (0, 1)


@pytest.mark.rule("FLU-5.15", "FLU-4.55")
def test_below_zero_stolen_points_serve_all_the_same():
    gens = seul("degats_simplifies", res_perdue=12, vole=3)
    assert souffle(res=4).closed(gens).rule == "FLU-3.29"
    tout, _ = jouer(gens, souffle(res=3, circonstances=-3), 8)
    assert (tout["alys"].res, tout["alys"].vole) == (-2, 0)
    peu, _ = jouer(gens, souffle(res=2, circonstances=-2), 8)
    assert (peu["alys"].res, peu["alys"].vole) == (-2, 1)
    fatigue, _ = jouer(gens, souffle(res=2, circonstances=-2), 6)  # and 1 for a Réussite marginale
    assert (fatigue["alys"].res, fatigue["alys"].vole) == (-2, 0)


@pytest.mark.rule("FLU-5.15")
def test_a_secret_theft_shows_its_totals_to_the_mj_alone():
    _, oracle = jouer(face_a({}), Vampiriser("alys", cible="bor", secret=True), 8, 5)
    assert dit(oracle, "vampirise").audience == GM
    assert dit(jouer(face_a({}), Vampiriser("alys", cible="bor"), 8, 5)[1], "vampirise").audience == ALL


@pytest.mark.rule("FLU-4.66", "FLU-5.15")
def test_a_sbire_emptied_of_its_res_is_out():
    gens = face_a({"fiche": {"sbire": "facile", "res_fixee": 2}})
    apres, _ = jouer(gens, Vampiriser("alys", cible="bor"), 9, 3, 4, 5)
    assert (apres["bor"].etat, apres["alys"].vole) == ("hors_jeu", 2)


@pytest.mark.rule("FLU-5.15")
@pytest.mark.parametrize(
    "action",
    [
        Vampiriser("alys", cible="alys"),
        Vampiriser("alys", ("CHA",), cible="bor"),
        Vampiriser("alys", cible="cyd"),
        Vampiriser("alys", cible="bor", resistance=Resister("cyd")),
    ],
)
def test_theft_refused(action):
    assert action.closed(face_a({}, {"res_perdue": 10})).rule == "FLU-5.15"


# ---------------------------------------------------------------- the book


@pytest.mark.rule("FLU-5.16")
def test_only_a_spell_once_cast_with_success_is_written():
    gens = seul()
    assert Inscrire("alys", sort="ecorce").closed(gens).rule == "FLU-5.16"
    rate, _ = jouer(gens, Incanter("alys", sort="ecorce", temps=4), 3)
    assert Inscrire("alys", sort="ecorce").closed(rate).rule == "FLU-5.16"
    reussi, _ = jouer(gens, Incanter("alys", sort="ecorce", temps=4), 8)
    apres, oracle = jouer(reussi, Inscrire("alys", sort="ecorce"))
    assert apres["alys"].grimoire == (SORTS["ecorce"],)
    assert dit(oracle, "inscrit")["niveau"] == 0
    assert Inscrire("alys", sort="ecorce").closed(apres).rule == "FLU-5.17"


@pytest.mark.rule("FLU-5.16")
def test_a_spell_of_ones_own_is_written_as_it_was_cast():
    nuage = {"nom": "Poussière brûlante", "complexite": 2, "portee": 3, "aire": 1}
    gens, _ = jouer(seul(), Incanter("alys", **nuage, circonstances=6), 8)
    assert Inscrire("alys", **{**nuage, "aire": 2}).closed(gens).rule == "FLU-5.16"
    apres, _ = jouer(gens, Inscrire("alys", **nuage))
    (sort,) = apres["alys"].grimoire
    assert (sort.nom, sort.complexite, sort.portee, sort.aire, sort.niveau) == ("Poussière brûlante", 2, 3, 1, 0)
    _, oracle = jouer(apres, Incanter("alys", sort="Poussière brûlante"), 7, *[8] * 6)
    assert dit(oracle, "preparation")["duree"] == "1 round"


@pytest.mark.rule("FLU-5.16")
@pytest.mark.parametrize(
    ("intelligence", "pertes", "secondes"),
    [(1, {}, 3600), (3, {}, 180), (4, {}, 30), (5, {}, 6), (7, {}, 6), (4, {"INT": 3}, 30)],  # the full score
)
def test_following_the_text_saves_a_step_for_each_point_of_int(intelligence, pertes, secondes):
    gens = seul(fiche={"INT": intelligence}, pertes=pertes, grimoire=[ecrit(complexite=5, aire=1)])
    apres, oracle = jouer(gens, Incanter("alys", sort="souffle"), 7, *[8] * 6)
    assert apres.clock == secondes
    assert pesent(oracle) == {"Complexité": -5, "Aire": -1}  # no Désavantage for the time saved


@pytest.mark.rule("FLU-5.16", "FLU-5.6")
def test_haste_counts_from_the_shortened_time():
    gens = seul(fiche={"INT": 2}, grimoire=[ecrit(complexite=5)])
    _, oracle = jouer(gens, Incanter("alys", sort="souffle", temps=1), 7, *[8] * 7)
    assert pesent(oracle) == {"Complexité": -5, "Temps de préparation": -2}
    assert somme(dit(oracle, "preparation")) == {
        "Cran du sort": 5,
        "Sort écrit": -2,
        "Crans gagnés ou ajoutés": -2,
    }


@pytest.mark.rule("FLU-5.16", "FLU-5.6")
def test_no_text_saves_more_than_there_is():
    gens = seul(fiche={"INT": 7}, grimoire=[ecrit(complexite=5, aire=1)])
    _, oracle = jouer(gens, Incanter("alys", sort="souffle", temps=3), 7, *[8] * 4)
    assert pesent(oracle)["Temps de préparation"] == 3 - 1


@pytest.mark.rule("FLU-5.17")
@pytest.mark.parametrize(("niveau", "net"), [(0, -4), (1, -3), (3, -1)])
def test_a_written_spell_helps_its_casting_by_its_level(niveau, net):
    gens = seul(grimoire=[ecrit(complexite=4, niveau=niveau)])
    apres, oracle = jouer(gens, Incanter("alys", sort="souffle"), 7, *[8] * -net)
    assert dit(oracle)["net"] == net
    assert apres["alys"].res == 10


@pytest.mark.rule("FLU-5.17", "FLU-3.21")
def test_written_spells_combine_as_traits_do():
    autre = Sort("braise", "Braise", niveau=2)
    gens = seul(grimoire=[ecrit(complexite=4, niveau=3), autre], fiche={"traits": [{"nom": "Feu", "valeur": 4}]})
    tous = Incanter("alys", sort="souffle", traits=("Souffle ancien", "Braise", "Feu"))
    apres, oracle = jouer(gens, tous, 7, 8, 8)
    assert dit(oracle)["net"] == -4 + 3 + (2 - 1) + (4 - 2)
    assert apres["alys"].res == 10 - 2


@pytest.mark.rule("FLU-3.21", "FLU-5.17")
def test_a_written_spell_is_one_trait_whatever_it_is_called():
    gens = seul(grimoire=[ecrit(complexite=4, niveau=3)])
    deux = Incanter("alys", sort="Souffle ancien", traits=("Souffle ancien", "souffle"))
    assert deux.closed(gens).rule == "FLU-3.21"
    assert replace(deux, traits=("souffle",)).closed(gens) is None


@pytest.mark.rule("FLU-4.18", "FLU-5.17")
@pytest.mark.parametrize("nom", ["Souffle ancien", "souffle"])
def test_a_written_spell_that_was_lent_is_cast_without_its_own_help(nom):
    gens = scene("delai_variable", alys=mage(grimoire=[ecrit(complexite=4, niveau=3)]), bor=mage())
    gens, _ = jouer(gens, Aider("alys", "bor", trait=nom))
    _, oracle = jouer(gens, Incanter("alys", sort="souffle"), 7, 8, 8, 8, 8)  # rolled before time goes by
    assert pesent(oracle) == {"Complexité": -4}
    for nomme in ("Souffle ancien", "souffle"):
        assert Incanter("alys", sort="souffle", traits=(nomme,)).closed(gens).rule == "FLU-4.18"


@pytest.mark.rule("FLU-3.22", "FLU-2.11")
def test_a_written_spell_does_not_help_itself_where_it_counts_against():
    gens = seul(grimoire=[ecrit(complexite=1, niveau=3)])
    _, oracle = jouer(gens, Incanter("alys", sort="souffle", contre=("Souffle ancien",)), 7, 8, 8, 8, 8)
    assert pesent(oracle) == {"Complexité": -1, "Souffle ancien": -3}


@pytest.mark.rule("FLU-5.17")
def test_a_name_is_one_trait_only():
    gens = seul(reussis=["ecorce"], fiche={"traits": [{"nom": "Écorce", "valeur": 2}]})
    assert Inscrire("alys", sort="ecorce").closed(gens).rule == "FLU-5.17"
    autrement = seul(reussis=["ecorce"], fiche={"traits": [{"nom": "ecorce", "valeur": 2}]})
    assert Inscrire("alys", sort="ecorce").closed(autrement).rule == "FLU-5.17"


# ---------------------------------------------------------------- in a fight


def melee(*options, mage_en=0, bor_en=3, AGI=6, **p):
    """A mage, quicker than Bor, some steps away from him; Cyd stands by her."""
    alys = homme("rouge", mage_en, AGI=AGI, **p)
    alys["fiche"]["MAG"] = 5
    return combat(*options, alys=alys, cyd=homme("rouge", 40), bor=homme("bleu", bor_en, AGI=5), dan=homme("bleu", 40))


DARD = Incanter("alys", sort="dard_de_givre", cibles=("bor",), temps=1, circonstances=5)


@pytest.mark.rule("FLU-5.5")
def test_a_spell_of_one_round_takes_the_turn():
    gens = melee()
    assert gens.turn()[0] == "alys"
    apres, _ = jouer(gens, DARD, 8, 4)
    assert apres["bor"].res == 10 - (13 - 9)
    assert apres.turn()[0] != "alys"
    assert apres.clock == 0  # the rounds of the fight count the time
    assert DARD.closed(apres).rule == "FLU-4.1"


@pytest.mark.rule("FLU-5.5", "FLU-5.6")
def test_a_longer_preparation_is_refused_in_a_fight():
    long = replace(DARD, temps=0)
    assert (long.closed(melee()).rule, long.closed(melee()).facts) == ("FLU-5.5", ("3 minutes",))
    assert DARD.closed(melee()) is None
    assert Memoriser("alys", sort="ecorce").closed(melee()).rule == "FLU-5.5"
    assert Memoriser("alys", sort="ecorce", temps=1).closed(melee()) is None
    assert Inscrire("alys", sort="ecorce").closed(melee(reussis=["ecorce"])).rule == "FLU-5.16"


@pytest.mark.rule("FLU-5.13")
def test_releasing_takes_one_action_however_long_it_took():
    gens = melee(memoire=[replace(SORTS["lance_d_ombre"])])
    apres, _ = jouer(gens, Liberer("alys", sort="lance_d_ombre", cibles=("bor",), circonstances=6), 8, 4)
    assert apres["bor"].res == 10 - 4
    assert apres.turn()[0] != "alys"


def test_a_mage_attacked_after_her_spell_only_defends():
    apres, _ = jouer(melee(), DARD, 8, 4)
    assert apres.turn()[0] == "cyd"
    apres, _ = jouer(apres, Attendre("cyd"))
    assert apres.turn()[0] == "bor"
    apres, _ = jouer(apres, Annoncer("bor", cible="alys"))
    assert apres.turn()[0] == "dan"
    res = apres["bor"].res
    apres, oracle = jouer(apres, Attendre("dan"), 9, 2)
    assert apres["bor"].res == res  # she had the better of it, and did not strike
    assert dit(oracle, "defense").who == "alys"


def test_a_mage_hand_to_hand_faces_the_exchange_after_her_spell():
    gens = melee(bor_en=1, AGI=4)
    gens, _ = jouer(gens, Attendre("cyd"))
    gens, _ = jouer(gens, Annoncer("bor", cible="alys"))
    gens, _ = jouer(gens, Attendre("dan"))
    assert (gens.encounter.phase, gens.encounter.file) == ("annonces", ("alys",))
    apres, oracle = jouer(gens, DARD, 8, 4, 9, 5)
    assert apres["bor"].res == 10 - 4
    assert apres["alys"].res == 10 - (14 - 9)
    assert dit(oracle, "round")["round"] == 2


def test_the_spell_that_fells_the_last_foe_ends_the_fight():
    alys = homme("rouge", AGI=6)
    alys["fiche"]["MAG"] = 5
    gens = combat(alys=alys, bor=homme("bleu", 3, sbire="facile", res_fixee=2))
    apres, _ = jouer(gens, DARD, 8, 4, 5, 6)
    assert apres["bor"].etat == "hors_jeu"
    assert apres.encounter is None


@pytest.mark.rule("FLU-4.5")
def test_a_double_move_weighs_on_the_spell_and_is_then_forgotten():
    gens, _ = jouer(melee(), Deplacer("alys", x=-14, y=0, double=True))
    loin = replace(DARD, portee=2)
    apres, oracle = jouer(gens, loin, 8, 8, 8, 4)
    assert pesent(oracle)["Double déplacement"] == -1
    assert "alys" not in apres.encounter.elan


@pytest.mark.rule("FLU-4.5")
def test_a_double_move_weighs_on_a_theft_and_is_then_forgotten():
    gens, _ = jouer(melee(), Deplacer("alys", x=-14, y=0, double=True))
    apres, oracle = jouer(gens, Vampiriser("alys", cible="bor"), 8, 8, 4)
    premier = next(e for e in oracle.events if e.what == "annonce")
    assert premier["avantages"] == (("Double déplacement", -1, "FLU-4.5"),)
    assert "alys" not in apres.encounter.elan


def test_magic_is_no_extra_action():
    gens = melee("plusieurs_actions")
    relances = replace(gens, encounter=replace(gens.encounter, phase="relances", file=("alys",)))
    assert DARD.closed(relances).rule == "FLU-5.5"
    assert Vampiriser("alys", cible="bor").closed(relances).rule == "FLU-5.5"


def test_the_odds_in_a_fight_stop_at_the_spell():
    alys = homme("rouge", AGI=4)
    alys["fiche"]["MAG"] = 5
    gens = combat(alys=alys, bor=homme("bleu", 1))
    gens, _ = jouer(gens, Annoncer("bor", cible="alys"))
    assert gens.encounter.phase == "annonces"
    vol = Vampiriser("alys", cible="bor")
    assert 0.4 < odds(vol, gens, tail=10**9).p(True) < 0.5  # a tie steals nothing
    assert odds(vol, gens, "points", tail=10**9).p(lambda n: n > 10) == 0


# ---------------------------------------------------------------- buttons


def test_only_mages_have_buttons_of_magic():
    gens = face_a({"x": 5}, {"camp": "rouge"}, vole=1, reussis=["ecorce"], memoire=[ecrit()])
    assert list(offers(gens, gens["bor"])) == []
    actions = list(offers(replace(gens, sorts=a_l_oeuvre().sorts), gens["alys"]))
    assert {type(a) for a in actions} == {Incanter, Memoriser, Liberer, Prolonger, Inscrire, Vampiriser}
    assert {a.sort for a in actions if isinstance(a, Incanter)} == {s.nom for s in SORTS.values()}
    assert Incanter("alys", sort="Grêle de braises", cibles=("bor",)) in actions
    assert Incanter("alys", sort="Élan partagé", cibles=("alys", "cyd")) in actions
    assert Vampiriser("alys", cible="cyd") not in actions
    assert all(a.closed(replace(gens, sorts=a_l_oeuvre().sorts)) is None for a in actions if a.actor == "alys")


def test_buttons_in_a_fight_are_hurried():
    gens = melee(reussis=["ecorce"], grimoire=[ecrit(complexite=3, niveau=1)])
    actions = list(offers(gens, gens["alys"]))
    assert not [a for a in actions if isinstance(a, (Memoriser, Inscrire))]
    lancers = {a.sort: a.temps for a in actions if isinstance(a, Incanter)}
    assert (lancers["Dard de givre"], lancers["Gifle de vent"], lancers["Souffle ancien"]) == (1, 0, 0)
    assert [a.cibles for a in actions if isinstance(a, Incanter) and a.sort == "Dard de givre"] == [("bor",), ("dan",)]
