"""Rules of magic that meet: raw magic and spells, places, reserves, permanence with Qì and Vide."""

import pytest
from msgspec.structs import replace

from tablee.games.yin_yang.book.c7_fatigue.repos import SeReposer
from tablee.games.yin_yang.book.c8_lancement import Lancer
from tablee.games.yin_yang.book.c8_lancement import offers as boutons
from tablee.games.yin_yang.book.c8_sortileges.brute import Repandre
from tablee.games.yin_yang.book.c8_sortileges.figures import force_sur, runes_restantes
from tablee.games.yin_yang.book.c8_sortileges.magie import Accumuler, Maintenir
from tablee.games.yin_yang.book.c14_enchantement import Activer, Infuser, Perenniser, offers
from tablee.games.yin_yang.book.c16_soins.qi import QiInsuffler
from tablee.kernel.tally import total

from .magiciens import cible, de, dit, dits, faire, mage, refus, scene
from .test_magie_qi import attendre, forgeron, lier, orfevre
from .test_magie_sorts import BRASIER, MARE, lance, perdus

# ---------------------------------------------------------------- raw magic


@pytest.mark.rule("YY-8.7", "YY-8.8")
def test_raw_magic_spread_where_a_spell_is_weakens_it_once():
    s, _ = lance(scene(lin=mage(), bo=cible(), yu=mage(x=2)))  # 2 runes, 5 points of area, 5 of force on bo
    s, _ = faire(s, Repandre("yu", rune="feu", nombre=1, cibles=("bo",)))
    sort = s.sorts["sort_1"]
    assert total(runes_restantes(s, sort)) == 1 and force_sur(s, sort, s["bo"]) == 1
    trop_petit = replace(sort, aire=6)  # 5 points of raw area do not cover 6: bo alone resists
    assert total(runes_restantes(s, trop_petit)) == 2 and force_sur(s, trop_petit, s["bo"]) == 1


@pytest.mark.rule("YY-8.7", "YY-8.8")
def test_raw_magic_weakens_a_spell_of_a_place_with_nobody_in_it():
    s = scene(lin=mage(), bo=cible(x=50), yu=mage(x=2))
    s, _ = faire(s, Lancer("lin", pouvoir="temperature", nombre=2, aire=5, x=3, y=0, mod=20))
    assert force_sur(s, s.sorts["sort_1"], None) == 5
    s, _ = faire(s, Repandre("yu", rune="feu", nombre=1, x=3, y=0))
    assert force_sur(s, s.sorts["sort_1"], None) == 1
    ailleurs, _ = faire(replace(s, sorts={"sort_1": s.sorts["sort_1"]}), Repandre("yu", rune="feu", nombre=1, x=9, y=0))
    assert force_sur(ailleurs, ailleurs.sorts["sort_1"], None) == 5


@pytest.mark.rule("YY-8.7", "YY-8.8")
def test_spread_over_one_spell_it_weighs_on_the_others_cast_there():
    s = scene(lin=mage(), bo=cible(), yu=mage(x=2))
    s, _ = faire(s, Lancer("lin", pouvoir="temperature", nombre=2, aire=5, x=3, y=0, mod=20))
    s, _ = faire(s, Repandre("yu", rune="feu", nombre=2, sort="sort_1"))
    chaud, events = faire(s, replace(BRASIER, mod=20))
    assert perdus(chaud) == 0 and dits(events, "sort_sans_effet")
    froid, _ = faire(s, Lancer("lin", pouvoir="eau", nombre=1, aire=1, cibles=("bo",), mod=20))
    assert perdus(froid) == 14  # the same zone is open to water: 2 runes more, 3 in all, less 1 of area


# ---------------------------------------------------------------- places


@pytest.mark.rule("YY-8.2", "YY-8.14")
def test_a_maintained_spell_on_a_place_takes_whoever_stands_there():
    s = scene(lin=mage(), bo=cible(), yu=cible(x=9))
    s, _ = faire(s, Lancer("lin", pouvoir="feu", nombre=1, x=3, y=0))  # 4 points of force
    assert (perdus(s), perdus(s, "yu")) == (4, 0)
    s = s.put(replace(s["bo"], x=20), replace(s["yu"], x=3))
    s, _ = faire(s, Maintenir("lin"))
    assert (perdus(s), perdus(s, "yu")) == (4, 4)


# ---------------------------------------------------------------- on reserve


@pytest.mark.rule("YY-8.3")
def test_a_reserve_of_three_acts_in_three_turns():
    jade = {"materiel": ["objet_de_transfert"]}
    s, _ = lance(scene(lin=mage(equipement=jade), bo=cible()), replace(MARE, reserve=3, mod=20))
    pertes = [perdus(s)]
    while s.sorts:
        s, _ = faire(s, Accumuler("lin", runes=(("air", 1),)))
        pertes.append(perdus(s))
    assert pertes == [
        5,
        5,
        10,
        15,
    ]  # at its casting, not again when that turn ends, then in each of the two that follow


@pytest.mark.rule("YY-8.4")
def test_a_small_thing_of_ones_own_may_hold_a_spell_if_it_is_named():
    papier = {"materiel": [{"id": "parchemin", "nom": "Parchemin"}], "armes": ["couteau"]}
    s = scene(lin=mage(equipement=papier), bo=cible())
    assert refus(s, MARE) == "YY-8.4" and refus(s, replace(MARE, objet="couteau")) == "YY-8.4"
    s, _ = lance(s, replace(MARE, objet="parchemin"))
    assert s.sorts["sort_1"].objet == "parchemin"
    s, events = faire(s, SeReposer("bo", minutes=1))
    assert not s["lin"].equipement.materiel and dit(events, "objet_detruit").rule == "YY-8.4"


# ---------------------------------------------------------------- permanence


@pytest.mark.rule("YY-5.17", "YY-5.19", "YY-14.14")
def test_a_point_de_vide_may_go_into_the_test_of_permanence():
    quatre = lier(nombre=4)
    rate, _ = faire(orfevre(), quatre, *de(1))  # 13 and 1 against 12: 2, and 4 runes
    assert not rate.enchantements
    s, _ = faire(orfevre(), replace(quatre, permanence="bonus"), *de(1))  # 6
    assert s.enchantements and s["lin"].vide_perdu == 1
    s, _ = faire(orfevre(), replace(quatre, permanence="relance"), *de(1), *de(3))  # too small a margin is a failure
    assert s.enchantements and s["lin"].vide_perdu == 1


@pytest.mark.rule("YY-5.17", "YY-14.14")
def test_vide_for_permanence_is_refused_where_there_is_no_such_test_or_none_left():
    assert refus(orfevre(), Lancer("lin", pouvoir="feu", nombre=2, cibles=("bo",), permanence="bonus")) == "YY-8.2"
    assert refus(orfevre(vide_perdu=8), replace(lier(), permanence="bonus")) == "YY-5.17"
    assert refus(orfevre(vide_perdu=7), replace(lier(), permanence="bonus", vide="bonus")) == "YY-5.17"
    s, _ = faire(forgeron(infusion=2), QiInsuffler("lin", objet="epee_longue", points=2), *de(7))
    s, _ = faire(s, Perenniser("lin", "epee_longue", vide="bonus"), *de(1))
    assert s.enchantements and s["lin"].vide_perdu == 3


@pytest.mark.rule("YY-14.14", "YY-14.15")
def test_the_qi_in_an_object_counts_in_its_enchantment():
    s, _ = faire(orfevre(), QiInsuffler("lin", objet="bague", points=1), *de(6))  # 17 against 16
    s = s.put(replace(s["lin"], runes={"terre": 5}, runes_nd=8, incante=s.clock))
    rate, _ = faire(s, lier(), *de(1))  # 2 runes and 1 point de vide: a margin of 3 is needed
    assert not rate.enchantements
    s, events = faire(s, lier(), *de(2))
    e = s.enchantements["bague"]
    assert (e.vide, e.sort.runes, e.runes) == (1, 2, 3) and dit(events, "permanence")["runes"] == 3
    assert [(i.arme, i.points) for i in s["lin"].insufflations] == [("bague", 1)] and s["lin"].effets
    s = attendre(s, 3600)
    assert s["lin"].insufflations and s["lin"].effets  # both last


@pytest.mark.rule("YY-14.16", "YY-14.7")
def test_what_harms_asks_whom_when_it_is_activated():
    s, _ = faire(orfevre(), lier(toujours=False, pouvoir="feu"), *de(5))
    assert refus(s, Activer("lin", "bague")) == "YY-14.16"
    assert [a for a in offers(s, s["lin"]) if isinstance(a, Activer)] == [Activer("lin", "bague", ("bo",))]
    s, _ = faire(s, Activer("lin", "bague", ("lin",)))  # one may want it
    assert perdus(s, "lin") == 9 and perdus(s) == 0


@pytest.mark.rule("YY-14.16")
def test_what_harms_and_is_always_active_strikes_those_named_not_its_maker():
    assert refus(orfevre(), replace(lier(pouvoir="feu"), cibles=())) == "YY-14.16"
    s, _ = faire(orfevre(), replace(lier(pouvoir="feu"), cibles=("bo",)), *de(5))
    assert perdus(s) == 9 and perdus(s, "lin") == 0
    s = attendre(s, 6)
    assert perdus(s) == 18 and perdus(s, "lin") == 0


@pytest.mark.rule("YY-14.16")
def test_a_power_for_later_has_no_target_yet():
    assert refus(orfevre(), replace(lier(toujours=False), cibles=("lin",))) == "YY-14.16"
    s, _ = faire(orfevre(), lier(toujours=False), *de(5))
    assert not s.sorts and s.enchantements["bague"].sort.cibles == ()
    avec = orfevre()
    assert any(not a.toujours and not a.cibles for a in boutons(avec, avec["lin"]) if isinstance(a, Lancer))
    membre, _ = faire(orfevre(), replace(lier(toujours=False, pouvoir="regenerer"), membre="aile_droite"), *de(5))
    assert refus(membre, Activer("lin", "bague")) == "YY-14.12"


@pytest.mark.rule("YY-5.17", "YY-5.19", "YY-14.7", "YY-14.10")
def test_a_point_de_vide_may_help_to_infuse_and_to_activate():
    s, _ = faire(forgeron(), Infuser("lin", "epee_longue", points=2, vide="bonus"), *de(3))  # 11, 4 and 3 against 16
    assert s["lin"].equipement.armes[0].infusion == 2 and s["lin"].vide_perdu == 3
    assert refus(forgeron(), Infuser("lin", "epee_longue", points=8, vide="bonus")) == "YY-5.17"
    s, _ = faire(orfevre(), lier(toujours=False), *de(5))
    assert refus(s, Activer("lin", "bague", vide="bonus")) == "YY-5.17"
    s, _ = faire(s, Activer("lin", "bague", nd=16, vide="bonus"), *de(1))  # 11, 4 and 1
    assert s.sorts and s["lin"].vide_perdu == 1
