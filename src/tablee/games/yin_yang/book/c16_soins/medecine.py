"""First aid and care."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Someone

from ...model.jets import UsageVide
from ...model.people import hors_d_etat, non_acquise
from ...model.scene import Scene, inconnu
from ...model.tables import JOUR
from ..c5_tests.essai import hors_bornes, sans_vide
from ..c5_tests.figures import circonstances
from ..c5_tests.tests import Tente, tester
from ..c7_fatigue.fatigue import mort_ou_parti
from ..c7_fatigue.repos import laisser_passer
from .guerir import guerir, guerissables, membres_inconnus, partager, points_vus
from .vide import dormir

ND_DE_PREMIERS_SOINS = 8


@rule("YY-16.7")
class PremiersSoins(Action, frozen=True, tag="premiers_soins"):
    """Right after a fight: the margin in PV, never more than the wounds of that fight."""

    cible: Who
    membres: tuple[str, ...] = ()  # tended first, in this order
    vide: UsageVide = ""
    risquer: bool = False
    mod: int = 0

    looks = {"reussite": lambda b, a, ev: any(e.what == "soigne" for e in ev), "points": points_vus("soigne")}

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor, self.cible)
        if absent is not None:
            return absent
        p, q = scene[self.actor], scene[self.cible]
        if scene.encounter is not None:
            return Closed("YY-16.7", "Les premiers soins attendent la fin du combat")
        if not guerissables(q, q.recentes):
            return Closed(
                "YY-16.7", "{} n'a reçu aucune blessure dans ce combat, ou elle est déjà soignée", (Someone(q.id),)
            )
        return (
            hors_d_etat(p)
            or mort_ou_parti(q)
            or membres_inconnus(q, self.membres)
            or non_acquise(p, "medecine")
            or sans_vide(p, 1 if self.vide else 0)
            or hors_bornes(self.mod)
        )

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        nd = ND_DE_PREMIERS_SOINS + scene[self.cible].blessure
        plus = circonstances(self.mod)
        scene, r = tester(scene, oracle, self.actor, Tente("medecine", nd, plus, self.vide, self.risquer))
        q = scene[self.cible]
        if r.reussi and r.marge:
            rendus = partager(q, r.marge, q.recentes, self.membres)
            scene = guerir(scene, oracle, self.cible, rendus, "YY-16.7", self.actor)
        return scene.put(replace(scene[self.cible], recentes={}))


@rule("YY-16.8")
class Soigner(Action, frozen=True, tag="soigner"):
    """Days of rest and care: the physician's rank in PV each day; the nights are slept through."""

    cible: Who
    jours: int = 1
    membres: tuple[str, ...] = ()  # tended first, in this order

    asks: ClassVar[bool] = True

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor, self.cible)
        if absent is not None:
            return absent
        p, q = scene[self.actor], scene[self.cible]
        if scene.encounter is not None:
            return Closed("YY-16.8", "On ne garde pas le lit au milieu d'un combat")
        if not 1 <= self.jours <= 365:
            return Closed("YY-16.8", "De 1 à 365 jours, pas {}", (self.jours,))
        if not guerissables(q, q.blessures):
            return Closed("YY-16.8", "{} n'a rien qui se soigne", (Someone(q.id),))
        return hors_d_etat(p) or mort_ou_parti(q) or membres_inconnus(q, self.membres) or non_acquise(p, "medecine")

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        q = scene[self.cible]
        points = self.jours * scene[self.actor].competence("medecine")
        rendus = partager(q, points, q.blessures, self.membres)
        scene = guerir(scene, oracle, self.cible, rendus, "YY-16.8", self.actor)
        scene = dormir(scene, oracle, self.cible, self.jours)
        return laisser_passer(scene, oracle, self.jours * JOUR)
