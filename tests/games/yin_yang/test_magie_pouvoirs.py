"""Chapter 14: what each power of the runes does."""

import pytest
from msgspec.structs import replace

from tablee.games.yin_yang.book.c7_fatigue.repos import Attendre
from tablee.games.yin_yang.book.c8_lancement import Lancer
from tablee.games.yin_yang.book.c8_sortileges.magie import Accumuler, Maintenir
from tablee.games.yin_yang.book.c8_sortileges.sortileges import LacherSort
from tablee.games.yin_yang.book.c10_attaque.attaquer import Attaquer
from tablee.games.yin_yang.book.c10_combat import Combattre
from tablee.games.yin_yang.book.c14_qi import Revenir
from tablee.games.yin_yang.model.catalogue import COMPETENCES
from tablee.games.yin_yang.model.people import Effet
from tablee.games.yin_yang.model.runes import GABARITS, POUVOIRS, RUNES
from tablee.games.yin_yang.model.tables import ATTRIBUTS, TAILLES

from .magiciens import RANGS, cible, combat, de, dit, dits, faire, mage, refus, scene, somme


def armee(runes=9, nd=8, **plus):
    """A magician with many runes of every kind at hand, gathered for the hardest powers."""
    return {**mage(**plus), "runes": dict.fromkeys(RUNES, runes), "runes_nd": nd}


def face(**bo):
    return scene(lin=armee(), bo=cible(**bo))


def lancer(s, pouvoir, *dice, who="bo", nombre=2, **plus):
    """Cast with whatever roll makes it succeed: +30 where none is given."""
    action = Lancer("lin", pouvoir=pouvoir, nombre=nombre, cibles=(who,), mod=30, **plus)
    return faire(s, action, *dice)


# ---------------------------------------------------------------- the catalogue


@pytest.mark.rule("YY-14.12")
def test_the_twenty_one_powers_are_those_of_the_book():
    lignes = RANGS["YY-14.12"]
    assert len(lignes) == len(POUVOIRS) == 21
    for pouvoir, ligne in zip(POUVOIRS.values(), lignes, strict=True):
        assert RUNES[pouvoir.rune].nom == ligne["rune"]
        if ligne["nd"] == "ND16 fixe":
            assert (pouvoir.nd_fixe, pouvoir.rang) == (16, 5)
        else:
            assert (pouvoir.nd, pouvoir.nd_fixe) == (ligne["nd"], 0)
        vaut = ligne["par_point"]
        if "exactement 4" in vaut or "4 °C" in vaut:
            assert pouvoir.par_point == 4
        assert (pouvoir.effet == "degats") == ("points de dégâts" in vaut or vaut == "1 point de dégâts")
        assert bool(pouvoir.attributs) == ("rang d'attribut" in vaut)
        assert pouvoir.membre == ("membre" in vaut)


def test_runes_sizes_and_attributes_are_all_there():
    assert {r.competence for r in RUNES.values()} <= set(COMPETENCES)
    assert set(GABARITS) == set(TAILLES)
    assert {a for p in POUVOIRS.values() for a in p.attributs} == set(ATTRIBUTS)


# ---------------------------------------------------------------- damage


@pytest.mark.rule("YY-14.12", "YY-8.15")
@pytest.mark.parametrize(
    ("pouvoir", "points"), [("air", 9), ("terre", 9), ("eau", 9), ("feu", 9), ("irradier", 36), ("aneantir", 36)]
)
def test_damage_is_1_or_4_for_each_point_of_force_on_the_torso(pouvoir, points):
    s, _ = lancer(face(), pouvoir)
    assert s["bo"].blessures == {"torse": points}


@pytest.mark.rule("YY-14.12", "YY-10.34")
def test_armour_and_shield_take_their_part_of_it():
    tenue = {"armures": ["plastron_de_cuir"], "bouclier": "ecu"}
    s = face(equipement=tenue)
    p = s["bo"]
    rang = p.equipement.rangs["torse"] + p.equipement.bouclier.rang
    s, _ = lancer(s, "feu", nombre=4)
    assert s["bo"].blessures == {"torse": 19 - rang}


@pytest.mark.rule("YY-14.12")
def test_everybody_named_in_the_area_is_hit():
    s = scene(lin=armee(), bo=cible(), yu=cible(x=5))
    s, _ = faire(s, Lancer("lin", pouvoir="feu", nombre=2, aire=2, cibles=("bo", "yu"), mod=30))
    assert s["bo"].blessures == s["yu"].blessures == {"torse": 8}


@pytest.mark.rule("YY-14.12")
def test_degenerating_names_a_limb_the_others_do_not():
    s, _ = lancer(face(), "degenerer", nombre=1, membre="bras_gauche")
    assert s["bo"].blessures == {"bras_gauche": 16}
    assert refus(face(), Lancer("lin", pouvoir="degenerer", cibles=("bo",), membre="queue")) == "YY-14.12"
    assert refus(face(), Lancer("lin", pouvoir="aneantir", cibles=("bo",), membre="tete")) == "YY-14.12"


# ---------------------------------------------------------------- regenerating


@pytest.mark.rule("YY-14.13", "YY-14.12")
@pytest.mark.parametrize(("manque", "reste"), [(20, 4), (16, 0), (10, 6), (0, 16)])
def test_regenerating_gives_exactly_4_a_point_and_the_excess_wounds(manque, reste):
    s = face(blessures={"bras_droit": manque} if manque else {})
    s, events = lancer(s, "regenerer", nombre=1, membre="bras_droit")  # force 4: 16 PV
    assert s["bo"].blessures.get("bras_droit", 0) == reste
    assert bool(dits(events, "exces_de_soin")) == (manque < 16)
    if 0 < manque < 16:
        assert somme(dit(events, "exces_de_soin")) == {"Régénérer": 16, "PV manquants": -manque}


@pytest.mark.rule("YY-14.13")
def test_the_excess_goes_through_armour():
    s, _ = lancer(face(equipement={"armures": ["plastron_de_cuir"]}), "regenerer", nombre=1)
    assert s["bo"].blessures == {"torse": 16}


# ---------------------------------------------------------------- what lasts


@pytest.mark.rule("YY-14.12")
@pytest.mark.parametrize(
    ("pouvoir", "attribut"),
    [
        ("attributs_d_air", "reflexes"),
        ("attributs_de_terre", "constitution"),
        ("attributs_d_eau", "force"),
        ("attributs_de_feu", "agilite"),
    ],
)
def test_an_attribute_rises_by_1_for_each_full_5_points_while_it_lasts(pouvoir, attribut):
    s, _ = lancer(face(), pouvoir, nombre=3, partage=((attribut, 2),))  # force 14: 2 ranks
    assert s["bo"].rang(attribut) == 8
    s, _ = faire(s, LacherSort("lin", "sort_1"))
    assert s["bo"].rang(attribut) == 6


@pytest.mark.rule("YY-14.12")
def test_ranks_are_shared_between_the_two_attributes_none_above_9():
    s, _ = lancer(face(), "attributs_d_eau", nombre=4, partage=(("force", 1), ("perception", 2)))  # force 19: 3
    assert (s["bo"].rang("force"), s["bo"].rang("perception")) == (7, 8)
    s, _ = lancer(face(), "attributs_d_eau", nombre=9)  # force 44: 8 ranks
    assert s["bo"].rang("force") == 9 and s["bo"].f.resistance == 9
    assert s["bo"].rang("eau") == 7  # what rests on it follows


@pytest.mark.rule("YY-14.12")
def test_attributes_refuse_what_force_does_not_give():
    def hausse(nombre=3, **plus):
        return refus(face(), Lancer("lin", pouvoir="attributs_d_eau", nombre=nombre, cibles=("bo",), **plus))

    assert hausse(1) == "YY-14.12"  # force 4
    assert hausse(partage=(("force", 3),)) == "YY-14.12"
    assert hausse(partage=(("agilite", 1),)) == "YY-14.12"
    assert hausse(partage=(("force", 1), ("force", 1))) == "YY-14.12"
    assert hausse(reduire=True) == "YY-14.12"  # it raises only
    assert hausse() is None
    assert refus(face(), Lancer("lin", pouvoir="feu", nombre=3, cibles=("bo",), partage=(("force", 1),))) == "YY-14.12"


@pytest.mark.rule("YY-14.12")
def test_protection_is_raised_or_lowered_by_1_a_point():
    s, _ = lancer(face(), "protection", nombre=1)  # 4
    s = s.put(replace(s["lin"], runes_nd=8))
    s, _ = faire(s, Lancer("lin", pouvoir="feu", nombre=2, cibles=("bo",), mod=30))
    assert s["bo"].blessures == {"torse": 5}
    armure = {"armures": ["plastron_de_cuir"]}
    s, _ = lancer(face(equipement=armure), "protection", nombre=2, reduire=True)
    s, _ = faire(s, Lancer("lin", pouvoir="feu", nombre=2, cibles=("bo",), mod=30))
    assert s["bo"].blessures == {"torse": 9}  # nothing left of the armour, and no less than nothing


@pytest.mark.rule("YY-14.12")
def test_weight_changes_by_the_rank_of_the_rune_in_kilograms():
    s, _ = lancer(face(equipement={"armures": ["plastron_de_cuir"]}), "poids", nombre=2)
    assert s["bo"].effets == (Effet("Poids modulé", "poids", 45, "YY-14.12", lie="sort_1"),)  # rank 5, force 9
    assert s["bo"].encombrement == 2  # beyond 8 kg for each of 6 ranks, within 12
    leger, events = lancer(face(), "poids", nombre=3, reduire=True)
    assert leger["bo"].effets[0].mod == -70 and dit(events, "vole").who == "bo"  # rank 5, force 14: a man's weight
    _, events = lancer(face(equipement={"armes": ["epee_longue"]}), "poids", nombre=3, reduire=True)
    assert not dits(events, "vole")


@pytest.mark.rule("YY-14.12")
def test_shape_and_temperature_are_told_with_their_figures():
    _, events = lancer(face(), "forme")
    assert dit(events, "sort_pese")["mod"] == "+9"
    froid = Lancer("lin", pouvoir="temperature", nombre=2, x=3, y=0, reduire=True, mod=30)
    _, events = faire(face(), froid)
    assert (dit(events, "temperature")["degres"], dit(events, "temperature")["volume"]) == ("-36", 4)


@pytest.mark.rule("YY-14.12", "YY-10.33")
@pytest.mark.parametrize(("nombre", "aire", "noir"), [(1, 2, 3), (1, 1, 4), (2, 1, 6)])
def test_darkness_blinds_by_1_a_point_6_at_most(nombre, aire, noir):
    s, events = lancer(face(), "tenebres", nombre=nombre, aire=aire)
    assert [(e.sur, e.mod) for e in s["bo"].effets] == [("vue", -noir)]
    assert dit(events, "clarte")["volume"] == 4 * aire


@pytest.mark.rule("YY-14.12")
def test_light_takes_darkness_away_but_not_sand():
    s, _ = lancer(face(), "tenebres", nombre=2)
    s, _ = faire(s, Lancer("lin", pouvoir="lumiere", nombre=1, cibles=("bo",), mod=30))
    assert sum(e.mod for e in s["bo"].effets if e.sur == "vue") == -6 + 4
    sable = face(effets=[{"nom": "Aveuglé", "sur": "vue", "mod": -6, "rule": "YY-11.7"}])
    s, _ = lancer(sable, "lumiere")
    assert [e.nom for e in s["bo"].effets] == ["Aveuglé"]


@pytest.mark.rule("YY-14.12")
def test_powers_over_creatures_need_one_and_work_one_way_unless_the_book_says_both():
    for pouvoir in POUVOIRS.values():
        seul = Lancer("lin", pouvoir=pouvoir.id, nombre=2, x=2, y=0)
        assert refus(face(), seul) == ("YY-14.12" if pouvoir.sur == "creature" else None), pouvoir.id
        inverse = Lancer("lin", pouvoir=pouvoir.id, nombre=2, cibles=("bo",), reduire=True)
        assert refus(face(), inverse) == (None if pouvoir.deux_sens else "YY-14.12"), pouvoir.id


# ---------------------------------------------------------------- space


@pytest.mark.rule("YY-14.17")
@pytest.mark.parametrize(("rang", "km"), [(1, 40), (3, 360), (5, 1000)])
def test_space_bends_by_the_square_of_the_rank_times_10_km_a_point(rang, km):
    s = scene(lin={**armee(), **mage(runes=rang), "runes": {"espace": 1}}, bo=cible())
    _, events = lancer(s, "espace", nombre=1, reduire=True)  # force 4
    assert dit(events, "espace_contracte")["km"] == km


@pytest.mark.rule("YY-14.17")
def test_contracted_one_is_there_at_once_and_stays_there():
    novice = scene(lin={**armee(), **mage(runes=1), "runes": {"espace": 1}}, bo=cible())  # 40 km
    s, _ = lancer(novice, "espace", who="lin", nombre=1, reduire=True, x=40_000, y=0)
    assert s["lin"].x == 40_000 and not s.sorts
    trop, _ = lancer(novice, "espace", who="lin", nombre=1, reduire=True, x=40_001, y=0)
    assert trop["lin"].x == 0
    assert refus(face(), Lancer("lin", pouvoir="espace", cibles=("lin",), x=100_001, y=0)) == "YY-8.12"


@pytest.mark.rule("YY-14.17")
def test_dilated_one_is_far_away_while_it_lasts():
    s, _ = lancer(face(), "espace", nombre=1, x=5000, y=0)
    assert s["bo"].x == 5000
    s, _ = faire(s, Maintenir("lin", mod=30))
    assert s["bo"].x == 5000
    s, _ = faire(s, LacherSort("lin", "sort_1"))
    assert s["bo"].x == 3


# ---------------------------------------------------------------- time


def en_combat(**plus):
    """Lin, the slower, declares first; Bo waits."""
    bo = cible(x=50)
    bo["fiche"]["reflexes"] = 7
    return combat(scene(lin=armee(**plus), bo=bo))


@pytest.mark.rule("YY-14.18")
def test_dilated_time_gives_turns_the_others_do_not_have():
    s, _ = faire(en_combat(), Lancer("lin", pouvoir="temps", nombre=1, aire=3, cibles=("lin",), mod=30))
    s, events = faire(s, Attendre("bo"))
    assert dit(events, "temps_dilate")["tours"] == 2 and not s.sorts
    horloge = s.clock
    for reste in (1, 0):
        assert s.turn() == ("lin",) and s["lin"].temps == reste and s.encounter.hors_du_temps
        s, _ = faire(s, Accumuler("lin", runes=(("feu", 1),), mod=30))
    assert s.encounter.file == ("lin", "bo") and s.clock == horloge  # no time has gone by for the others
    assert s["lin"].runes["feu"] == 11


@pytest.mark.rule("YY-14.18")
def test_contracted_time_makes_one_miss_as_many_turns():
    s, _ = faire(en_combat(), Lancer("lin", pouvoir="temps", nombre=1, aire=3, cibles=("bo",), reduire=True, mod=30))
    s, events = faire(s, Attendre("bo"))
    assert dit(events, "temps_contracte")["tours"] == 2
    for _ in range(2):
        assert s.encounter.file == ("lin",)
        s, _ = faire(s, Accumuler("lin", runes=(("feu", 1),), mod=30))
    assert set(s.encounter.file) == {"lin", "bo"} and s["bo"].temps == 0


@pytest.mark.rule("YY-14.18")
def test_time_never_gives_ubiquity():
    s = en_combat(temps=2)
    assert refus(s, Lancer("lin", pouvoir="temps", nombre=1, cibles=("lin",))) == "YY-14.18"
    assert refus(s, Lancer("lin", pouvoir="temps", nombre=1, cibles=("bo",))) is None
    jade = {"materiel": ["objet_de_transfert"]}
    fige = Lancer("lin", pouvoir="temps", nombre=1, cibles=("bo",), methode="reserve", reserve=1)
    assert refus(en_combat(equipement=jade), fige) == "YY-14.18"


@pytest.mark.rule("YY-14.18")
def test_the_plane_of_time_opens_at_rank_5_against_16():
    faible = {**armee(), **mage(runes=4), "runes": {"temps": 2}}
    porte = Lancer("lin", pouvoir="plan_du_temps", nombre=1, cibles=("lin",))
    assert refus(scene(lin=faible, bo=cible()), porte) == "YY-14.18"
    rate, events = faire(face(), porte, *de(4))
    assert dit(events, "magie")["nd"] == 16 and rate["lin"].vie == "actif"
    s, _ = faire(face(), porte, *de(5))
    assert (s["lin"].vie, s["lin"].plan) == ("parti", "temps") and not s["lin"].conscient
    s, _ = faire(s, Revenir("lin"))
    assert (s["lin"].vie, s["lin"].plan) == ("actif", "")
    assert refus(s, Revenir("lin")) == "YY-14.18"


# ---------------------------------------------------------------- in a fight


@pytest.mark.rule("YY-14.12", "YY-8.19")
def test_a_spell_cast_in_a_fight_comes_with_its_initiative():
    bo = cible(x=2)
    bo["fiche"]["reflexes"] = 2
    s, _ = faire(scene(lin=armee(), bo=bo), Combattre("lin"))
    s, _ = faire(s, Attaquer("bo", cible="lin"))
    s, events = faire(s, Lancer("lin", pouvoir="aneantir", nombre=3, cibles=("bo",)), *de(1), *de(9))
    assert s["bo"].vie == "mort" and not dits(events, "touche")  # 56 points before his blow came
