"""Vide coming back: sleep and meditation."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Someone

from ...model.jets import UsageVide
from ...model.people import hors_d_etat, non_acquise
from ...model.scene import Scene, inconnu
from ...model.tables import HEURE, MINUTE
from ..c5_tests.essai import hors_bornes, sans_vide
from ..c5_tests.figures import circonstances
from ..c5_tests.tests import Tente, tester
from ..c7_fatigue.fatigue import dans_le_coma, mort_ou_parti
from ..c7_fatigue.repos import laisser_passer, reposer
from .guerir import points_vus

ND_DE_MEDITATION = 12


# ---------------------------------------------------------------- Vide coming back


@rule("YY-5.20")
class Dormir(Action, frozen=True, tag="dormir"):
    """A good night's sleep for everybody named: 1 point de vide, and no fatigue left."""

    avec: tuple[Who, ...] = ()

    asks: ClassVar[bool] = True

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor, *self.avec)
        if absent is not None:
            return absent
        if scene.encounter is not None:
            return Closed("YY-5.20", "On ne dort pas au milieu d'un combat")
        return mort_ou_parti(scene[self.actor]) or dans_le_coma(scene[self.actor])

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        for who in dict.fromkeys((self.actor, *self.avec)):
            scene = dormir(scene, oracle, who, 1)
        return laisser_passer(scene, oracle, 8 * HEURE)


@rule("YY-5.20")
def dormir(scene: Scene, oracle: Oracle, who: str, nuits: int) -> Scene:
    """Some nights of sleep; a coma is none."""
    if scene[who].vie != "actif" or scene[who].coma:
        return scene
    scene = reposer(scene, oracle, who, 8 * 60 * nuits)
    return retrouver_le_vide(scene, oracle, who, nuits, "YY-5.20")


@rule("YY-5.20")
def retrouver_le_vide(scene: Scene, oracle: Oracle, who: str, points: int, regle: str) -> Scene:
    """Points de vide regained, not above the rank of Vide."""
    p = scene[who]
    rendus = min(points, p.vide_perdu)
    if rendus <= 0:
        return scene
    oracle.tell(Event("vide_retrouve", who, "", regle, (("Points de vide", rendus, regle),), (("points", rendus),)))
    return scene.put(replace(p, vide_perdu=p.vide_perdu - rendus))


@rule("YY-16.9", "YY-16.10")
def points_de_meditation(marge: int, minutes: int | None) -> int:
    """The margin; disturbed in the first hour nothing, later one point and one for each full ten minutes beyond."""
    if minutes is None:
        return marge
    return 0 if minutes < 60 else min(marge, 1 + (minutes - 60) // 10)


@rule("YY-16.9")
def duree_de_meditation(points: int) -> int:
    """Seconds: an hour, and ten minutes for each point beyond the first."""
    return HEURE + 10 * MINUTE * max(0, points - 1)


@rule("YY-16.9", "YY-16.10", "YY-16.11")
class Mediter(Action, frozen=True, tag="mediter"):
    """Meditate in a calm place; `interrompu`: the minutes after which one is disturbed."""

    interrompu: int | None = None
    vide: UsageVide = ""
    risquer: bool = False
    mod: int = 0

    looks = {
        "reussite": lambda b, a, ev: any(e.what == "vide_retrouve" for e in ev),
        "points": points_vus("vide_retrouve"),
    }

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor)
        if absent is not None:
            return absent
        if scene.encounter is not None:
            return Closed("YY-16.9", "Il faut un lieu calme et sûr")
        if self.interrompu is not None and not 0 <= self.interrompu <= 24 * 60:
            return Closed("YY-16.10", "De 0 à {} minutes, pas {}", (24 * 60, self.interrompu))
        p = scene[self.actor]
        return (
            hors_d_etat(p)
            or non_acquise(p, "meditation")
            or (None if p.vide_perdu else Closed("YY-16.9", "{} a déjà tous ses points de vide", (Someone(p.id),)))
            or sans_vide(p, 1 if self.vide else 0)
            or hors_bornes(self.mod)
        )

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        if self.interrompu is not None and self.interrompu < 60:
            oracle.tell(Event("derange", self.actor, "", "YY-16.10", (), (("minutes", self.interrompu),)))
            return laisser_passer(scene, oracle, self.interrompu * MINUTE)
        plus = circonstances(self.mod)
        scene, r = tester(
            scene, oracle, self.actor, Tente("meditation", ND_DE_MEDITATION, plus, self.vide, self.risquer)
        )
        if r.desastre:
            scene = perdre_le_fil(scene, oracle, self.actor)
        voulus = min(r.marge if r.reussi else 0, scene[self.actor].vide_perdu)
        points = min(voulus, points_de_meditation(voulus, self.interrompu))
        scene = retrouver_le_vide(scene, oracle, self.actor, points, "YY-16.9")
        temps = duree_de_meditation(voulus)
        if self.interrompu is not None:
            temps = min(temps, self.interrompu * MINUTE)
        return laisser_passer(scene, oracle, temps)


@rule("YY-16.11")
def perdre_le_fil(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """A désastre in meditation costs 1 point de vide, if there is one."""
    p = scene[who]
    if not p.vide:
        return scene
    oracle.tell(Event("vide_perdu", who, "", "YY-16.11", (("Désastre", -1, "YY-16.11"),)))
    return scene.put(replace(p, vide_perdu=p.vide_perdu + 1))
