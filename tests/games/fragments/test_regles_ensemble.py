"""Rules that meet, as a table would settle them: each figure is worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tablee.games.fragments.book.c2_systeme.figures import chiffre, mouvement
from tablee.games.fragments.book.c2_systeme.jets import Tester
from tablee.games.fragments.book.c3_combat.corps_a_corps import Bousculer
from tablee.games.fragments.book.c3_combat.vie import mourir
from tablee.games.fragments.book.c4_attaque.attaque import Attaquer, Epargner, botte
from tablee.games.fragments.book.c5_aventure.dangers import termes_chute
from tablee.games.fragments.book.c6_equipement.montures import AcheterMonture, Descendre
from tablee.games.fragments.model.catalogue import ARMES, OBJETS, Puissance
from tablee.games.fragments.model.langage import Effet
from tablee.games.fragments.model.people import Fiche, Unite
from tablee.games.fragments.model.scene import Scene, Zone
from tablee.kernel.live import Scripted
from tablee.kernel.tally import total

from .bretteurs import Joue, arme, combat, qui, refus, scene


def cheval(**kw: Any) -> Unite:
    points = {"PV": 30, "CON": 20, "MOV": 8, "AGI": 5}
    return Unite("cheval", Fiche("Cheval", points=points), side="A", bete="cheval", **kw)


def monte(**kw: Any) -> Scene:
    """Ana rides; Bob stands beside them."""
    ana = qui("ana", "A", arme(), MOV=6, CON=3, monture="cheval", **kw)
    return combat(qui("bob", "B", arme(), x=1, FOR=10), ana).put(cheval(cavalier="ana"))


# ---------------------------------------------------------------- weapons that say how they strike


@pytest.mark.rule("FD-6.15", "FD-4.18", "FD-4.19")
def test_a_weapon_of_fire_may_strike_with_force() -> None:
    braise = arme(degats="FEU", pui=Puissance(0, 0, 4))
    for calcul, force in (("", 9), ("magique", 9), ("physique", 5)):
        lame = replace(braise, calcul=calcul)
        joue = Joue(combat(qui("ana", "A", lame, FOR=5, MAG=9), qui("bob", "B", x=1)), Attaquer("ana", "bob"), 50)
        assert joue.le("degats").terms[0][1] == force, calcul
        assert botte(lame).magique is (calcul != "physique")


@pytest.mark.rule("FD-6.25", "FD-6.15")
def test_arrows_are_elemental_by_their_damage_however_they_strike() -> None:
    arc = replace(arme(type="Arc", degats="OBS", portee=(1, 3)), calcul="physique")
    s = combat(qui("ana", "A", arc, jt=0), qui("bob", "B", x=2))
    assert refus(s, Attaquer("ana", "bob", fleches=2)) == "FD-3.56"
    assert refus(s, Attaquer("ana", "bob")) is None  # the first arrow costs nothing


# ---------------------------------------------------------------- weight, exhaustion, wounds, falls


@pytest.mark.rule("FD-6.10", "FD-3.36")
def test_to_spare_somebody_with_a_weapon_too_heavy_costs_a_jt_too() -> None:
    s = combat(qui("ana", "A", arme(poids=12), CON=5, jt=0), qui("bob", "B", x=1))
    assert refus(s, Epargner("ana", "bob")) == refus(s, Attaquer("ana", "bob")) == "FD-3.56"


@pytest.mark.rule("FD-5.9", "FD-3.10")
@pytest.mark.parametrize(("epuisement", "sequelles", "cases"), [(2, 0, 4), (2, 1, 3), (2, 2, 3), (4, 3, 2), (5, 1, 1)])
def test_flat_maluses_come_before_the_half_which_is_rounded_up(epuisement: int, sequelles: int, cases: int) -> None:
    s = scene(qui("ana", "A", MOV=7, epuisement=epuisement, sequelles=sequelles))
    assert mouvement(s, s["ana"]) == cases


@pytest.mark.rule("FD-5.12", "FD-4.4", "FD-4.3")
@pytest.mark.parametrize(("fait", "points"), [("bonus", 7), ("vulnerable", 15), ("resiste", 3)])
def test_a_fall_is_doubled_or_halved_as_a_whole_and_rounded_once(fait: Any, points: int) -> None:
    sensible = (Effet(fait, "IMP", 0),) if fait != "bonus" else ()
    s = scene(qui("ana", "A", CON=6, passifs=sensible))
    assert total(termes_chute(s, s["ana"], 5, 6)) == points  # 6 + 5 x 6 / 20 = 7.5


# ---------------------------------------------------------------- zones, riders, stones, charges


@pytest.mark.rule("FD-9.15", "FD-3.6")
def test_a_zone_counted_in_somebodys_tours_ends_with_his_death() -> None:
    s = combat(qui("ana", "A"), qui("bob", "B", x=3))
    poses = (
        Zone(((1, 0),), "brasier", "bob", 3),
        Zone(((2, 0),), "brasier", "bob"),
        Zone(((5, 0),), "brasier", "ana", 2),
    )
    apres = mourir(replace(s, zones=poses), Scripted(), "bob")
    assert apres.zones == poses[1:]


@pytest.mark.rule("FD-3.30", "FD-6.35")
def test_a_rider_is_as_hard_to_push_as_what_carries_him() -> None:
    s = monte()
    assert chiffre(s, s["ana"], "CON") == 3
    assert refus(s, Bousculer("bob", "ana")) == "FD-3.30"  # 10 of FOR against the 20 of the horse
    assert (
        refus(s.put(replace(s["ana"], monture=""), replace(s["cheval"], cavalier="", x=4)), Bousculer("bob", "ana"))
        is None
    )


@pytest.mark.rule("FD-3.24", "FD-3.25")
def test_getting_off_costs_the_rider_half_of_the_mounts_mov_and_a_passenger_half_of_his_own() -> None:
    s = combat(
        qui("ana", "A", MOV=6, monture="cheval"), qui("cyr", "A", MOV=5, passager_de="ana"), qui("bob", "B", x=5)
    )
    s = s.put(cheval(cavalier="ana"))
    assert Joue(s, Descendre("ana", 1, 0)).le("descend")["cases"] == (8 - 2) // 2  # with a passenger: MOV -2
    derriere = combat(s["cyr"], s["ana"], s["bob"]).put(s["cheval"])
    assert Joue(derriere, Descendre("cyr", 1, 0)).le("descend")["cases"] == 5 // 2


@pytest.mark.rule("FD-3.18")
def test_a_spent_stone_leaves_its_place() -> None:
    pierre = replace(OBJETS["pierre_de_resurrection"], usages=1)
    s = combat(qui("ana", "A", arme(pui=Puissance(0, 0, 99))), qui("bob", "B", pierre, x=1))
    joue = Joue(s, Attaquer("ana", "bob"), 50)
    assert joue["bob"].pv == joue["bob"].pv_max
    assert joue["bob"].equipement.actif == ()


@pytest.mark.rule("FD-3.50", "FD-3.52")
def test_a_critical_failure_that_a_charge_has_bettered_gives_none_back() -> None:
    s = scene(qui("ana", "A", joueur=True, charges=1, CHA=0))
    mieux = Joue(s, Tester("ana", "FOR", charges=1), 99, 40, 100)
    assert mieux["ana"].charges == 0
    pire = Joue(s, Tester("ana", "FOR", charges=1), 99, 98, 100)
    assert pire["ana"].charges == 1


@pytest.mark.rule("FD-6.39", "FD-2.4", "FD-2.8")
def test_a_word_there_is_not_is_answered_with_those_there_are() -> None:
    s = scene(qui("ana", "A", joueur=True))
    for action, dit in (
        (AcheterMonture("ana", "ane"), "Griffon"),
        (Tester("ana", "ABC"), "Agilité"),
        (Tester("ana", "FOR", "rude"), "Brutale"),
    ):
        ferme = action.closed(s)
        assert ferme is not None and dit in str(ferme)


@pytest.mark.rule("FD-9.5", "FD-3.48")
def test_the_restless_lance_quickens_once_however_often_one_dodges() -> None:
    s = combat(qui("bob", "B", arme(pre=0), x=1), qui("ana", "A", ARMES["lance_sans_repos"]), qui("cyr", "B", x=5))
    assert chiffre(s, s["ana"], "INIT") == 0
    une = Joue(s, Attaquer("bob", "ana"), 50).scene
    assert chiffre(une, une["ana"], "INIT") == 2
    encore = combat(une["bob"], une["ana"], une["cyr"])
    deux = Joue(encore, Attaquer("bob", "ana"), 50).scene
    assert chiffre(deux, deux["ana"], "INIT") == 2
