"""Chapter 14: feeling and veiling Qì, infused and enchanted objects."""

import pytest
from msgspec.structs import replace

from tablee.games.yin_yang.book.c8_lancement import Lancer
from tablee.games.yin_yang.book.c8_sortileges.magie import Accumuler
from tablee.games.yin_yang.book.c10_tours.temps import ecouler
from tablee.games.yin_yang.book.c14_enchantement import AN, Activer, Infuser, Perenniser, artisanats, offers
from tablee.games.yin_yang.book.c14_qi import Entraver, SentirLeQi, VoilerLeQi
from tablee.games.yin_yang.book.c14_qi import offers as boutons_du_qi
from tablee.games.yin_yang.book.c16_soins.qi import QiInsuffler
from tablee.kernel.live import Scripted
from tablee.kernel.oracle import GM

from .magiciens import DESASTRE, cible, combat, de, dit, dits, faire, fiche, mage, refus, scene

# ---------------------------------------------------------------- feeling


def sensible(rang=4, **autres):
    return scene(lin={"fiche": fiche(sens_du_qi=rang), "camp": "sages"}, **autres)


def sentis(events):
    return [e.target for e in events if e.what in ("qi_senti", "incantation_sentie")]


@pytest.mark.rule("YY-14.1")
@pytest.mark.parametrize("rang", [1, 4])
def test_qi_is_felt_3_metres_a_rank_around(rang):
    s = sensible(rang, bo=cible(x=3 * rang), yu=cible(x=-3 * rang - 1), mo=cible(x=0) | {"y": -3 * rang})
    _, events = faire(s, SentirLeQi("lin"))
    assert sentis(events) == ["bo", "mo"]
    assert all(e.audience == "lin" for e in events)
    _, events = faire(sensible(rang, bo=cible(x=50)), SentirLeQi("lin"))
    assert dit(events, "rien_senti")["metres"] == 3 * rang


@pytest.mark.rule("YY-14.1")
def test_feeling_needs_the_skill():
    assert refus(scene(lin={"fiche": fiche()}), SentirLeQi("lin")) == "YY-4.2"


@pytest.mark.rule("YY-14.2")
@pytest.mark.parametrize(("lu", "senti"), [(5, False), (6, True)])
def test_a_veiled_qi_is_felt_by_a_test_against_its_veil(lu, senti):
    s = sensible(4, bo=cible(voile=16))  # 4 and Vide 8
    _, events = faire(s, SentirLeQi("lin", mod=-2), *de(lu))
    assert bool(sentis(events)) == senti
    assert all(e.audience == GM for e in events if e.what in ("essai", "jet", "test"))


@pytest.mark.rule("YY-14.3")
def test_spells_enchanted_objects_and_gathering_are_felt():
    s = scene(lin=mage(), bo=cible(x=3), yu=mage(x=5, runes=5))
    s, _ = faire(s, Lancer("lin", pouvoir="feu", nombre=1, cibles=("bo",)))
    s, _ = faire(s, Accumuler("yu", runes=(("air", 2),)))
    loin = replace(s, people={**s.people, "mo": replace(s["bo"], id="mo", x=4)})
    loin = loin.put(replace(loin["mo"], fiche=replace(loin["mo"].fiche, competences={"sens_du_qi": 5})))
    _, events = faire(loin, SentirLeQi("mo"))
    assert {(e.what, e.target) for e in events if e.target} == {
        ("qi_senti", "lin"),
        ("qi_senti", "bo"),
        ("incantation_sentie", "yu"),
    }
    assert dit(events, "magie_sentie")["quoi"] == "Créer ou contrôler le feu"


# ---------------------------------------------------------------- veiling


@pytest.mark.rule("YY-14.4")
def test_the_total_of_the_test_is_the_quality_of_the_veil():
    s, events = faire(scene(), VoilerLeQi("lin"), *de(7))
    assert s["lin"].voile == 18 and dit(events, "qi_voile").audience == "lin"
    s, _ = faire(s, VoilerLeQi("lin", lever=True))
    assert s["lin"].voile is None
    assert refus(s, VoilerLeQi("lin", lever=True)) == "YY-14.4"


@pytest.mark.rule("YY-14.4")
def test_a_disaster_veils_nothing_and_magic_lifts_the_veil():
    s, _ = faire(scene(), VoilerLeQi("lin"), *DESASTRE)
    assert s["lin"].voile is None
    s, _ = faire(scene(), VoilerLeQi("lin"), *de(7))
    s, _ = faire(s, Accumuler("lin", runes=(("feu", 1),)))
    assert s["lin"].voile is None


@pytest.mark.rule("YY-14.4", "YY-7.4")
def test_in_a_fight_it_is_declared_and_costs_1():
    s = combat(scene(lin=mage(x=40), bo=cible()))
    autre = "bo" if s.turn() == ("lin",) else "lin"
    voile = {"lin": VoilerLeQi("lin"), "bo": SentirLeQi("bo")}
    s = s.put(replace(s["bo"], fiche=replace(s["bo"].fiche, competences={"sens_du_qi": 1})))
    s, _ = faire(s, voile[s.turn()[0]])
    s, _ = faire(s, voile[autre], *de(5))
    assert s["lin"].voile == 16 and s["lin"].fatigue == s["bo"].fatigue == 1


# ---------------------------------------------------------------- bonds


@pytest.mark.rule("YY-8.16")
def test_bonds_and_gags_are_put_on_those_who_do_not_resist():
    s, events = faire(scene(lin=mage(x=2), bo=cible()), Entraver("bo", "lin", "baillonne"))
    assert s["lin"].gene == ("baillonne",) and dit(events, "entrave")["comment"] == "bâillonné"
    assert refus(s, Entraver("bo", "lin", "baillonne")) == "YY-8.16"
    assert Entraver("bo", "lin", "baillonne", oter=True) in boutons_du_qi(s, s["bo"])
    assert refus(s, Entraver("lin", "lin", "baillonne", oter=True)) == "YY-8.16"
    s, _ = faire(s, Entraver("bo", "lin", "baillonne", oter=True))
    assert s["lin"].gene == ()
    assert refus(combat(s), Entraver("bo", "lin")) == "YY-8.16"
    assert refus(scene(), Entraver("bo", "lin", "ligote", oter=True)) == "YY-8.16"
    assert refus(scene(lin=mage(x=9), bo=cible()), Entraver("bo", "lin")) == "YY-8.16"


# ---------------------------------------------------------------- infusing

EPEE = {"id": "epee_longue", "nom": "Épée longue", "groupe": "epees", "degats": 20}


def forgeron(**epee):
    f = fiche(artisanat_fabrication_d_armes=5, rune_de_permanence=5, controle_du_qi=5, sens_du_qi=5)
    return scene(lin={"fiche": f, "equipement": {"armes": [{**EPEE, **epee}]}})


@pytest.mark.rule("YY-8.5", "YY-14.10")
@pytest.mark.parametrize(("points", "lu", "rang"), [(3, 7, 2), (1, 9, 1), (3, 5, 0), (4, 3, 0)])
def test_points_de_vide_go_into_an_object_that_is_made_as_far_as_the_margin(points, lu, rang):
    s, _ = faire(forgeron(), Infuser("lin", "epee_longue", points=points), *de(lu))  # 11 against 16
    assert s["lin"].equipement.armes[0].infusion == rang
    assert s["lin"].vide_perdu == points and s.clock == 86400


@pytest.mark.rule("YY-8.5")
def test_an_object_is_infused_once_by_the_craft_that_makes_it():
    assert refus(forgeron(infusion=1), Infuser("lin", "epee_longue")) == "YY-14.10"
    assert refus(forgeron(), Infuser("lin", "dague")) == "YY-14.10"
    assert refus(forgeron(), Infuser("lin", "epee_longue", artisanat="artisanat_poterie")) == "YY-16.2"
    assert refus(forgeron(), Infuser("lin", "epee_longue", points=9)) == "YY-5.17"
    assert refus(forgeron(), Infuser("lin", "epee_longue", points=0)) == "YY-14.11"
    assert refus(forgeron(groupe="arcs", portee=20), Infuser("lin", "epee_longue")) == "YY-4.2"
    s = forgeron()
    assert Infuser("lin", "epee_longue") in offers(s, s["lin"])
    assert artisanats(s["lin"].equipement.armes[0]) == ("artisanat_fabrication_d_armes",)


# ---------------------------------------------------------------- permanence

BAGUE = {"id": "bague", "nom": "Bague", "infusion": 1}


def orfevre(infusion=1, **plus):
    runes = {"feu": 5, "terre": 5, "energie_positive": 5}
    bague = {"materiel": [{**BAGUE, "infusion": infusion}, {"id": "caillou", "nom": "Caillou"}]}
    return scene(lin={**mage(equipement=bague, **plus), "runes": runes, "runes_nd": 8}, bo=cible())


def lier(objet="bague", nombre=2, toujours=True, pouvoir="protection"):
    return Lancer(
        "lin",
        pouvoir=pouvoir,
        nombre=nombre,
        cibles=("lin",) if toujours else (),
        methode="permanent",
        objet=objet,
        toujours=toujours,
        mod=20,
    )


@pytest.mark.rule("YY-8.5", "YY-14.14")
def test_only_an_object_infused_at_its_making_takes_the_rune():
    assert refus(orfevre(), lier()) is None
    assert refus(orfevre(), lier("caillou")) == "YY-8.5"
    assert refus(orfevre(), lier("lampe")) == "YY-8.5"
    assert refus(orfevre(), replace(lier(), reserve=1)) == "YY-8.5"
    s = orfevre()
    sans = {k: n for k, n in s["lin"].fiche.competences.items() if k != "rune_de_permanence"}
    assert refus(s.put(replace(s["lin"], fiche=replace(s["lin"].fiche, competences=sans))), lier()) == "YY-4.2"


@pytest.mark.rule("YY-14.14")
@pytest.mark.parametrize(("nombre", "lu", "tient"), [(2, 1, True), (3, 1, False), (3, 2, True), (5, 4, True)])
def test_the_margin_against_12_must_reach_the_runes_bound(nombre, lu, tient):
    s, events = faire(orfevre(), lier(nombre=nombre), *de(lu))  # 5 and Vide 8: 13 and the roll
    assert ("bague" in s.enchantements) == tient == dit(events, "permanence")["reussi"]
    assert s["lin"].runes.get("terre", 0) == 5 - nombre  # spent all the same


@pytest.mark.rule("YY-14.15")
@pytest.mark.parametrize("infusion", [1, 3])
def test_resistance_is_20_a_rank_of_infusion(infusion):
    s, _ = faire(orfevre(infusion), lier(), *de(5))
    assert s.enchantements["bague"].resistance == 20 * infusion


def attendre(s, secondes):
    return ecouler(s, Scripted(), secondes)


@pytest.mark.rule("YY-14.15", "YY-14.16")
def test_each_year_takes_as_many_points_as_runes_and_at_0_the_object_is_gone():
    s, _ = faire(orfevre(), lier(nombre=4), *de(5))
    assert s["lin"].effets[0].mod == 19
    un_an = attendre(s, AN)
    assert un_an.enchantements["bague"].resistance == 16
    assert attendre(un_an, AN - 1).enchantements["bague"].resistance == 16
    assert attendre(un_an, AN).enchantements["bague"].resistance == 12
    fini = attendre(s, 5 * AN)
    assert not fini.enchantements and not fini.sorts and not fini["lin"].effets
    assert [m.id for m in fini["lin"].equipement.materiel] == ["caillou"]
    assert attendre(s, 5 * AN - 1).enchantements["bague"].resistance == 4


@pytest.mark.rule("YY-14.16")
def test_always_active_it_works_on_whoever_carries_it():
    s, _ = faire(orfevre(), lier(), *de(5))
    assert s["lin"].effets and refus(s, Activer("lin", "bague")) == "YY-14.16"
    bague = s["lin"].equipement.materiel[0]
    s = s.put(
        replace(s["lin"], equipement=replace(s["lin"].equipement, materiel=())),
        replace(s["bo"], equipement=replace(s["bo"].equipement, materiel=(bague,))),
    )
    s = attendre(s, 6)
    assert not s["lin"].effets and s["bo"].effets[0].mod == 9


@pytest.mark.rule("YY-14.7", "YY-14.15", "YY-14.16")
def test_activated_it_works_for_ten_turns_and_wears():
    s, _ = faire(orfevre(), lier(toujours=False), *de(5))
    assert not s["lin"].effets and Activer("lin", "bague") in offers(s, s["lin"])
    s, _ = faire(s, Activer("lin", "bague"))  # no test
    assert s["lin"].effets[0].mod == 9 and s.enchantements["bague"].resistance == 18
    assert refus(s, Activer("lin", "bague")) == "YY-14.16"
    assert attendre(s, 54).sorts
    s = attendre(s, 60)
    assert not s.sorts and not s["lin"].effets and refus(s, Activer("lin", "bague")) is None


@pytest.mark.rule("YY-14.7")
def test_activating_needs_control_of_qi_and_a_test_only_if_the_mj_says_so():
    s, _ = faire(orfevre(), lier(toujours=False), *de(5))
    rate, events = faire(s, Activer("lin", "bague", nd=16), *de(4))
    assert not dits(events, "objet_active") and not rate.sorts
    reussi, _ = faire(s, Activer("lin", "bague", nd=16), *de(5))
    assert reussi.sorts
    assert refus(s, Activer("lin", "caillou")) == "YY-14.7"
    assert refus(s, Activer("bo", "bague")) == "YY-14.7"
    muet = s.put(replace(s["lin"], fiche=replace(s["lin"].fiche, competences={})))
    assert refus(muet, Activer("lin", "bague")) == "YY-4.2"


@pytest.mark.rule("YY-14.7", "YY-8.12")
def test_what_is_activated_may_be_aimed_at_others_within_range_and_volume():
    s, _ = faire(orfevre(), lier(toujours=False, pouvoir="feu"), *de(5))
    s, _ = faire(s, Activer("lin", "bague", cibles=("bo",)))
    assert s["bo"].blessures == {"torse": 9}
    loin = s.put(replace(s["bo"], x=101))
    loin = replace(loin, sorts={})
    assert refus(loin, Activer("lin", "bague", cibles=("bo",))) == "YY-8.12"
    assert refus(replace(s, sorts={}), Activer("lin", "bague", cibles=("bo", "lin"))) == "YY-8.14"


@pytest.mark.rule("YY-14.14", "YY-14.16")
def test_the_qi_of_a_weapon_is_made_permanent_too():
    s = forgeron(infusion=2)
    assert refus(s, Perenniser("lin", "epee_longue")) == "YY-14.14"
    s, _ = faire(s, QiInsuffler("lin", objet="epee_longue", points=2), *de(7))  # 11 against 16: 2
    rate, _ = faire(s, Perenniser("lin", "epee_longue"), 10, 10)
    assert not rate.enchantements
    s, _ = faire(s, Perenniser("lin", "epee_longue"), *de(1))  # 13 and 1 against 12: 2
    assert s.enchantements["epee_longue"].vide == 2
    s = attendre(s, 3600)
    assert [(i.arme, i.points) for i in s["lin"].insufflations] == [("epee_longue", 2)]
    epee = s["lin"].equipement
    autre = replace(s["lin"], id="bo", equipement=epee, insufflations=())
    s = s.put(replace(s["lin"], equipement=replace(epee, armes=())), autre)
    s = attendre(s, 6)
    assert not s["lin"].insufflations and s["bo"].insufflations[0].points == 2
    s = s.put(replace(s["bo"], equipement=replace(epee, armes=())))
    assert not attendre(s, 6).enchantements  # lost with the object
