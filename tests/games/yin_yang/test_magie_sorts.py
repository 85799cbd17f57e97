"""Chapter 8: the life of a spell. Maintained, on reserve; resistances, raw magic, combined runes."""

import pytest
from msgspec.structs import replace

from tablee.games.yin_yang.book.c7_fatigue.repos import Attendre, SeReposer
from tablee.games.yin_yang.book.c8_lancement import Lancer, offers
from tablee.games.yin_yang.book.c8_sortileges.brute import Repandre
from tablee.games.yin_yang.book.c8_sortileges.figures import difference_de_potentiel, force_sur, runes_restantes
from tablee.games.yin_yang.book.c8_sortileges.magie import Accumuler, Maintenir
from tablee.games.yin_yang.book.c8_sortileges.sortileges import BriserObjet, LacherSort
from tablee.games.yin_yang.book.c10_attaque.attaquer import Attaquer
from tablee.games.yin_yang.book.c10_combat import Combattre
from tablee.games.yin_yang.model.runes import RUNES, Zone, combinaison
from tablee.kernel.tally import total

from .magiciens import RANGS, cible, combat, de, dit, dits, faire, fiche, mage, refus, scene, somme

BRASIER = Lancer("lin", pouvoir="feu", nombre=2, aire=5, cibles=("bo",))  # 5 points a turn
JADE = {"materiel": ["objet_de_transfert"]}
FORTIFIER = Lancer("lin", pouvoir="protection", nombre=1, cibles=("lin",))


def lance(s, sort=BRASIER, *dice):
    return faire(s, sort, *dice)


def perdus(s, who="bo"):
    return s[who].blessures.get("torse", 0)


# ---------------------------------------------------------------- maintained


@pytest.mark.rule("YY-8.2", "YY-8.17")
def test_a_maintained_spell_acts_each_turn_it_is_fed_and_feeding_costs_no_rune():
    s, _ = lance(scene())
    assert perdus(s) == 5
    s, _ = faire(s, Maintenir("lin"))
    assert perdus(s) == 10 and s["lin"].fatigue == 2
    s, _ = faire(s, Accumuler("lin", runes=(("air", 9),)))
    assert perdus(s) == 15 and s["lin"].runes == {"air": 3}  # and the margin still serves for something else
    s, _ = faire(s, Maintenir("lin", tours=3))
    assert perdus(s) == 30


@pytest.mark.rule("YY-8.2", "YY-8.17")
def test_a_success_with_no_margin_is_enough_and_a_failure_ends_it():
    s, _ = lance(scene())
    s, _ = faire(s, Maintenir("lin", mod=-5), *de(2))  # 8 against 8
    assert perdus(s) == 10 and s.sorts
    s, events = faire(s, Maintenir("lin", mod=-5), *de(1))
    assert perdus(s) == 10 and not s.sorts and dit(events, "sort_fini").rule == "YY-8.2"


@pytest.mark.rule("YY-8.2")
def test_time_spent_otherwise_ends_it():
    s, _ = lance(scene())
    s, events = faire(s, SeReposer("lin", minutes=1))
    assert not s.sorts and dit(events, "sort_fini")["pourquoi"] == "la concentration cesse"


@pytest.mark.rule("YY-8.2")
def test_in_a_fight_doing_something_else_ends_it_before_anything_happens():
    s, _ = faire(scene(), FORTIFIER, *de(6))  # 17 against 12
    assert s["lin"].effets
    s = combat(s)
    s, events = faire(faire(s, Attendre(s.turn()[0]))[0], Attendre("lin" if s.turn()[0] == "bo" else "bo"), *de(1))
    assert not s.sorts and not s["lin"].effets
    faits = [e.what for e in events]
    assert faits.index("sort_fini") < faits.index("attend")


@pytest.mark.rule("YY-8.2")
def test_in_a_fight_magic_of_any_kind_keeps_it():
    s, _ = lance(scene(lin=mage(), bo=cible(x=30)))
    s, _ = faire(s, Combattre("lin"))
    premier = s.turn()[0]
    tour = {"lin": Maintenir("lin"), "bo": Attendre("bo")}
    s, _ = faire(s, tour[premier])
    s, _ = faire(s, tour["bo" if premier == "lin" else "lin"], *de(5))  # 16 against 16
    assert s.sorts and perdus(s) == 10


@pytest.mark.rule("YY-8.2")
def test_a_magician_struck_down_feeds_nothing_any_more():
    rapide = cible(x=2)
    rapide["fiche"]["reflexes"] = 9
    s, _ = faire(scene(lin=mage(), bo=rapide, yu=mage(x=40)), FORTIFIER, *de(6))
    s = s.put(replace(s["lin"], fatigue=44))  # the last box begins beyond 48
    s = combat(s, Maintenir("lin"), Attendre("yu"))
    s, events = faire(s, Attaquer("bo", cible="lin"), *de(9), *de(1))
    assert not s["lin"].conscient and not s.sorts and not s["lin"].effets
    assert dit(events, "sort_fini")["pourquoi"] == "le magicien n'est plus en état"
    assert not dits(events, "magie")


@pytest.mark.rule("YY-8.2")
def test_a_coma_ends_it():
    s, _ = lance(scene())
    s = s.put(replace(s["lin"], coma=True))
    s, events = faire(s, SeReposer("bo", minutes=1))
    assert not s.sorts and dit(events, "sort_fini")["pourquoi"] == "le magicien n'est plus en état"


@pytest.mark.rule("YY-8.2")
def test_the_magician_lets_go_what_is_his_and_he_feeds():
    s, _ = lance(scene(lin=mage(), bo=cible(), yu=mage()))
    assert refus(s, LacherSort("yu", "sort_1")) == "YY-8.2"
    assert refus(s, LacherSort("lin", "sort_9")) == "YY-8.2"
    s, events = faire(s, LacherSort("lin", "sort_1"))
    assert not s.sorts and dit(events, "sort_fini").rule == "YY-8.2"


@pytest.mark.rule("YY-8.2", "YY-8.12")
def test_a_maintained_spell_leaves_alone_those_who_go_out_of_range():
    s, _ = lance(scene())
    loin = s.put(replace(s["bo"], x=101))
    assert perdus(faire(loin, Maintenir("lin"))[0]) == 5
    pres = s.put(replace(s["bo"], x=100))
    assert perdus(faire(pres, Maintenir("lin"))[0]) == 10


# ---------------------------------------------------------------- on reserve

MARE = replace(BRASIER, methode="reserve", reserve=1)  # 3 runes in all


@pytest.mark.rule("YY-8.3")
def test_a_reserve_feeds_the_spell_one_rune_a_turn_then_it_ends():
    s, _ = lance(scene(lin=mage(equipement=JADE), bo=cible()), MARE)
    assert perdus(s) == 5 and s.sorts["sort_1"].reserve == 0
    s, events = faire(s, Accumuler("lin", runes=(("air", 1),)))
    assert perdus(s) == 5 and not s.sorts and dit(events, "sort_fini")["pourquoi"] == "la réserve est épuisée"


@pytest.mark.rule("YY-8.3")
def test_the_reserve_is_accumulated_beyond_the_runes_of_the_power():
    s = scene(lin=mage(equipement=JADE), bo=cible())
    s, events = lance(s, replace(MARE, reserve=2))
    assert dit(events, "runes_manquantes")["runes"] == 1 and not s.sorts
    assert refus(s, replace(MARE, reserve=0)) == "YY-8.3"


@pytest.mark.rule("YY-8.3")
def test_nobody_controls_it_it_stays_where_it_is_and_takes_whoever_stands_there():
    s, _ = lance(scene(lin=mage(equipement=JADE), bo=cible(), yu=cible(x=40)), MARE)
    assert refus(s, LacherSort("lin", "sort_1")) == "YY-8.3"
    s = s.put(replace(s["bo"], x=20), replace(s["yu"], x=4), replace(s["lin"], coma=True))
    s = replace(s, sorts={"sort_1": replace(s.sorts["sort_1"], reserve=1)})  # as if cast with one rune more
    s, _ = faire(s, SeReposer("bo", minutes=1))
    assert perdus(s) == 5 and perdus(s, "yu") == 5 and not s.sorts


@pytest.mark.rule("YY-8.4")
def test_a_reserve_needs_a_transfer_object_that_goes_with_it():
    assert refus(scene(), MARE) == "YY-8.4"
    s, _ = lance(scene(lin=mage(equipement=JADE), bo=cible()), MARE)
    assert len(s["lin"].equipement.materiel) == 1
    assert refus(s, MARE) == "YY-8.4"  # it holds a spell already
    s, events = faire(s, SeReposer("bo", minutes=1))
    assert not s["lin"].equipement.materiel and dit(events, "objet_detruit").rule == "YY-8.4"


@pytest.mark.rule("YY-8.4")
def test_an_infused_object_outlives_its_reserve():
    bague = {"materiel": [{"id": "bague", "nom": "Bague", "infusion": 1}]}
    s, _ = lance(scene(lin=mage(equipement=bague), bo=cible()), replace(MARE, objet="bague"))
    s, events = faire(s, SeReposer("bo", minutes=1))
    assert not s.sorts and [m.id for m in s["lin"].equipement.materiel] == ["bague"]
    assert not dits(events, "objet_detruit")


@pytest.mark.rule("YY-8.3")
def test_breaking_the_object_ends_the_spell():
    s, _ = lance(scene(lin=mage(equipement=JADE), bo=cible(x=1)), MARE)
    assert refus(s, BriserObjet("bo", "sort_1")) == "YY-8.3"  # Lin does not let him
    assert refus(s, BriserObjet("lin", "sort_2")) == "YY-8.3"
    s, events = faire(s, BriserObjet("lin", "sort_1"))
    assert not s.sorts and not s["lin"].equipement.materiel and dit(events, "sort_fini").rule == "YY-8.3"


@pytest.mark.rule("YY-8.2")
def test_a_maintained_spell_has_neither_object_nor_reserve():
    s = scene(lin=mage(equipement=JADE), bo=cible())
    assert refus(s, replace(BRASIER, reserve=1)) == "YY-8.2"
    assert refus(s, replace(BRASIER, objet="objet_de_transfert")) == "YY-8.2"


# ---------------------------------------------------------------- difference of potential


@pytest.mark.rule("YY-8.6")
def test_the_complementary_pairs():
    paires = {frozenset((r.id, r.oppose)) for r in RUNES.values() if r.oppose}
    nommees = [("feu", "eau"), ("air", "terre"), ("energie_positive", "energie_negative")]
    assert paires == {frozenset(p) for p in nommees}


def face_a(**resistances):
    bo = cible()
    bo["fiche"] = {**bo["fiche"], "resistances": resistances}
    return scene(lin=mage(), bo=bo)


@pytest.mark.rule("YY-8.6")
@pytest.mark.parametrize(
    ("resistances", "pouvoir", "points"),
    [({"feu": 2}, "eau", 15), ({"feu": 1}, "feu", 1), ({"feu": 2}, "feu", 0), ({"air": 2}, "feu", 5), ({}, "eau", 5)],
)
def test_resistance_adds_runes_to_the_opposed_element_and_takes_them_from_its_own(resistances, pouvoir, points):
    s, events = lance(face_a(**resistances), replace(BRASIER, pouvoir=pouvoir))
    assert perdus(s) == points  # 5 a rune beside the 5 of the area, at least 1 while a rune is left
    assert bool(dits(events, "sort_sans_effet")) == (points == 0)


@pytest.mark.rule("YY-8.6")
def test_the_sum_shows_the_difference():
    _, events = lance(face_a(feu=2), replace(BRASIER, pouvoir="eau"))
    assert somme(dit(events, "coup")) == {"Créer ou contrôler l'eau": 5, "Différence de potentiel": 10}


@pytest.mark.rule("YY-8.6")
def test_zones_resist_too_and_only_within_their_bounds():
    s = replace(scene(), zones={"foyer": Zone("Foyer", x=3, rayon=2, resistances={"feu": 1})})
    assert difference_de_potentiel(s, s["bo"], ("eau",)) == 1
    assert difference_de_potentiel(s, s["bo"], ("feu",)) == -1
    assert difference_de_potentiel(s, s["lin"], ("feu",)) == 0


# ---------------------------------------------------------------- raw magic


@pytest.mark.rule("YY-8.7")
def test_raw_magic_makes_a_zone_resist_its_rune_and_fear_the_opposed_one():
    s, events = faire(scene(), Repandre("lin", rune="feu", nombre=2, cibles=("bo",)))
    assert dit(events, "magie_brute")["volume"] == 40 and not s["bo"].blessures
    assert difference_de_potentiel(s, s["bo"], ("feu",)) == -2
    assert difference_de_potentiel(s, s["bo"], ("eau",)) == 2
    assert difference_de_potentiel(s, s["bo"], ("air",)) == 0
    assert difference_de_potentiel(s, s["lin"], ("feu",)) == 0


@pytest.mark.rule("YY-8.7")
def test_raw_magic_lasts_one_turn_or_as_long_as_it_is_fed():
    bref, _ = faire(scene(), Repandre("lin", rune="feu", cibles=("bo",)))
    assert bref.sorts
    bref, _ = faire(bref, Accumuler("lin", runes=(("air", 1),)))
    assert bref.sorts  # the turn that follows
    bref, _ = faire(bref, Accumuler("lin", runes=(("air", 1),)))
    assert not bref.sorts
    nourri, _ = faire(scene(), Repandre("lin", rune="feu", cibles=("bo",), nourrir=True))
    nourri, _ = faire(nourri, Maintenir("lin", tours=5))
    assert nourri.sorts
    nourri, _ = faire(nourri, SeReposer("lin", minutes=1))
    assert not nourri.sorts


@pytest.mark.rule("YY-8.7")
def test_raw_magic_is_spread_somewhere_and_has_an_opposite():
    assert refus(scene(), Repandre("lin", rune="feu")) == "YY-8.7"
    assert refus(scene(), Repandre("lin", rune="espace", cibles=("bo",))) == "YY-8.7"
    assert refus(scene(), Repandre("lin", rune="feu", x=3, y=0)) is None
    assert refus(scene(), Repandre("lin", rune="feu", nombre=0, cibles=("bo",))) == "YY-8.7"


# ---------------------------------------------------------------- dispelling


def mur():
    """A wall of fire of 4 runes that Yu feeds, force 15, and Lin who would put it out."""
    s = scene(yu=mage(), lin=mage(), bo=cible())
    return faire(s, Lancer("yu", pouvoir="feu", nombre=3, aire=5, cibles=("bo",)))[0]


@pytest.mark.rule("YY-8.8", "YY-8.3")
def test_raw_runes_of_its_kind_take_as_many_off_a_spell():
    s = mur()
    sort = s.sorts["sort_1"]
    assert (total(runes_restantes(s, sort)), force_sur(s, sort, s["bo"])) == (3, 10)
    s, _ = faire(s, Repandre("lin", rune="feu", nombre=2, sort="sort_1"))
    assert (total(runes_restantes(s, sort)), force_sur(s, sort, s["bo"])) == (1, 1)
    eteint, _ = faire(mur(), Repandre("lin", rune="feu", nombre=3, sort="sort_1"))
    assert force_sur(eteint, sort, eteint["bo"]) == 0
    avant = perdus(eteint)
    encore, events = faire(eteint, Maintenir("yu"))
    assert perdus(encore) == avant and dit(events, "sort_sans_effet").target == "bo"


@pytest.mark.rule("YY-8.8")
def test_runes_of_the_opposed_kind_feed_it_and_others_have_no_hold():
    s, _ = faire(mur(), Repandre("lin", rune="eau", nombre=1, sort="sort_1"))
    assert total(runes_restantes(s, s.sorts["sort_1"])) == 4
    assert refus(mur(), Repandre("lin", rune="air", nombre=1, sort="sort_1")) == "YY-8.8"


@pytest.mark.rule("YY-8.8")
def test_raw_runes_must_cover_the_whole_area_and_be_within_range():
    s = scene(yu=mage(), lin=mage(), bo=cible())
    s, _ = faire(s, Lancer("yu", pouvoir="feu", nombre=2, aire=6, cibles=("bo",)))
    assert refus(s, Repandre("lin", rune="feu", nombre=1, sort="sort_1")) == "YY-8.8"  # 20 m³ of 24
    assert refus(s, Repandre("lin", rune="feu", nombre=2, sort="sort_1")) is None
    loin = s.put(replace(s["lin"], x=200))
    assert refus(loin, Repandre("lin", rune="feu", nombre=2, sort="sort_1")) == "YY-8.12"
    assert refus(s, Repandre("lin", rune="feu", nombre=2, sort="sort_4")) == "YY-8.8"


@pytest.mark.rule("YY-8.8")
def test_what_lasts_weakens_at_once_and_comes_back():
    s = scene(yu=mage(), lin=mage(), bo=cible())
    s, _ = faire(s, Lancer("yu", pouvoir="protection", nombre=2, cibles=("yu",)), *de(9))
    assert s["yu"].effets[0].mod == 9
    s, _ = faire(s, Repandre("lin", rune="terre", nombre=1, sort="sort_1"))
    assert s["yu"].effets[0].mod == 4
    s = replace(s, sorts={"sort_1": s.sorts["sort_1"]})
    s, _ = faire(s, Maintenir("yu"), *de(9))
    assert s["yu"].effets[0].mod == 9


# ---------------------------------------------------------------- combined runes

IDS = {
    "Feu": "feu",
    "Air": "air",
    "Terre": "terre",
    "Eau": "eau",
    "Energie positive": "energie_positive",
    "Energie négative": "energie_negative",
}


@pytest.mark.rule("YY-8.10")
@pytest.mark.parametrize("row", RANGS["YY-8.10"], ids=lambda r: r["resultat"])
def test_the_fifteen_combinations(row):
    a, b = IDS[row["a"]], IDS[row["b"]]
    assert combinaison(a, b) == combinaison(b, a) == row["resultat"]


@pytest.mark.rule("YY-8.9", "YY-8.10")
def test_nothing_else_combines():
    paires = [(a, b) for a in RUNES for b in RUNES if combinaison(a, b) is not None]
    assert len(paires) == 30
    s = scene()
    for a, b in (("feu", "feu"), ("espace", "feu"), ("feu", "temps")):
        assert refus(s, Lancer("lin", pouvoir=a, avec=b, nombre=2, cibles=("bo",))) == "YY-8.10"
    assert refus(s, Lancer("lin", pouvoir="feu", avec="bois", nombre=2, cibles=("bo",))) == "YY-8.1"


@pytest.mark.rule("YY-8.9")
def test_one_of_each_makes_two_of_the_combined_kind():
    s, _ = faire(scene(), Accumuler("lin", runes=(("feu", 1), ("terre", 1))))
    magma = Lancer("lin", pouvoir="feu", avec="terre", nombre=2, cibles=("bo",))
    s, events = faire(s, magma)
    assert s["lin"].runes == {} and perdus(s) == 9  # puissance 10, 1 for the area
    assert dit(events, "sort_lance")["runes"] == "Magma"
    assert refus(scene(), replace(magma, nombre=3)) == "YY-8.9"


@pytest.mark.rule("YY-8.10")
def test_a_combined_spell_uses_the_powers_of_either_at_the_lower_rank():
    faible = mage()
    faible["fiche"]["competences"]["rune_de_terre"] = 2
    s = scene(lin=faible, bo=cible())
    s, _ = faire(s, Accumuler("lin", runes=(("feu", 1), ("air", 1), ("terre", 1)), pouvoir="poids"), *de(9))
    leger = Lancer("lin", pouvoir="poids", avec="terre", nombre=2, cibles=("lin",), reduire=True)
    s, _ = faire(s, leger, *de(9))
    assert s.sorts["sort_1"].rang == 2 and s["lin"].effets[0].mod == -2 * 9
    assert refus(s, Lancer("lin", pouvoir="protection", avec="air", nombre=2, cibles=("lin",))) is None


@pytest.mark.rule("YY-8.6", "YY-8.9")
def test_both_kinds_of_a_combined_spell_meet_resistance():
    s = face_a(feu=2)
    assert difference_de_potentiel(s, s["bo"], ("feu", "terre")) == -2
    assert difference_de_potentiel(s, s["bo"], ("feu", "eau")) == 0


# ---------------------------------------------------------------- buttons


def test_buttons_offer_what_can_be_done_with_spells():
    s, _ = lance(scene(lin=mage(equipement=JADE), bo=mage(camp="loups", x=3)))
    assert LacherSort("lin", "sort_1") in offers(s, s["lin"])
    assert Maintenir("lin") in offers(s, s["lin"])
    assert Repandre("bo", rune="feu", nombre=2, sort="sort_1") in offers(s, s["bo"])
    profane = scene(lin={"fiche": fiche()})
    assert list(offers(profane, profane["lin"])) == []


def test_buttons_offer_objects_and_mixtures_when_there_is_what_it_takes():
    affaires = {"materiel": ["objet_de_transfert", {"id": "bague", "nom": "Bague", "infusion": 1}]}
    s = scene(lin={**mage(equipement=affaires), "runes": {"feu": 2, "terre": 3}, "runes_nd": 8}, bo=cible())
    offerts = list(offers(s, s["lin"]))
    garde = Lancer("lin", pouvoir="protection", nombre=3, cibles=("lin",))
    assert garde in offerts
    assert replace(garde, methode="reserve", nombre=2, reserve=1) in offerts
    assert replace(garde, methode="permanent", objet="bague") in offerts
    assert Lancer("lin", pouvoir="feu", avec="terre", nombre=4, cibles=("bo",)) in offerts
    assert Repandre("lin", rune="feu", nombre=2, cibles=("lin",)) in offerts
    assert all(a.closed(s) is None for a in offerts if isinstance(a, Lancer) and a.methode != "maintenu")
