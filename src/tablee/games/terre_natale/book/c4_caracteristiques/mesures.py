"""Looking before one leaps: how far it is, and whose zone is the larger."""

from __future__ import annotations

from collections.abc import Iterator

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import Who
from tablee.kernel.tally import total

from ...model.caracteristiques import Mode, Plan
from ...model.people import Personnage
from ...model.scene import Scene
from ..c0_tests.actions import absent, hors_bornes
from .portees import arme_en_main, comparaison, plage, plages, portee, zone_active, zone_passive


@rule("TN-4.65", "TN-4.66", "TN-4.67", "TN-4.68")
class Mesurer(Action, frozen=True, tag="mesurer"):
    """The band a distance lies in for a throw, a shot or words, and what it costs."""

    distance: int
    mode: Mode = "tir"

    rank = 85

    def closed(self, scene: Scene) -> Closed | None:
        found = absent(scene, self.actor) or hors_bornes("TN-4.68", "Distance", self.distance, 0, 9999)
        if found is not None or self.mode == "mots":
            return found
        arme = arme_en_main(scene[self.actor])
        if arme is None:
            return Closed("TN-4.66", "Aucune arme en main")
        if self.mode == "tir" and arme.sorte.usage != "tir":
            return Closed("TN-4.66", "{} ne tire pas", (arme.sorte.nom,))
        if total(portee(self.mode, arme)) <= 0:
            return Closed("TN-4.65", "{} : aucune portée", (arme.sorte.nom,))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        terms = portee(self.mode, arme_en_main(scene[self.actor]))
        bandes = plages(self.mode, total(terms))
        la = plage(self.mode, total(terms), self.distance)
        facts = (
            ("portee", total(terms)),
            ("distance", self.distance),
            ("plage", la.nom if la is not None else "hors de portée"),
            ("desavantages", la.desavantages if la is not None else 0),
            ("bornes", tuple([a for _, _, a in bandes])),
        )
        oracle.tell(Event("portee", self.actor, "", "TN-4.68", terms, facts))
        return scene


@rule("TN-4.70", "TN-4.71", "TN-4.72")
class ComparerLesZones(Action, frozen=True, tag="comparer_les_zones"):
    """What an action d'opportunité against somebody would suffer."""

    cible: Who
    plan: Plan = "physique"

    rank = 86

    def closed(self, scene: Scene) -> Closed | None:
        found = absent(scene, self.actor) or absent(scene, self.cible)
        return found or (Closed("TN-4.70", "Il faut quelqu'un d'autre") if self.cible == self.actor else None)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        active = zone_active(scene[self.actor], self.plan, scene.options)
        passive = zone_passive(scene[self.cible], self.plan, scene.options)
        gene = comparaison(total(active), total(passive))
        facts = (
            ("zone", "de contrôle" if self.plan == "physique" else "d'influence"),
            ("active", total(active)),
            ("zones_passives", passive),
            ("passive", total(passive)),
            ("desavantages", -gene[1] if gene is not None else 0),
        )
        oracle.tell(Event("zones", self.actor, self.cible, "TN-4.70", active, facts))
        return scene


ACTIONS = (Mesurer, ComparerLesZones)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    yield Mesurer(p.id, 10, "mots")
    if p.equipement.armes:
        yield Mesurer(p.id, 10, "tir" if p.equipement.armes[0].sorte.usage == "tir" else "lancer")
    for other in scene.people:
        if other != p.id:
            yield ComparerLesZones(p.id, other)
