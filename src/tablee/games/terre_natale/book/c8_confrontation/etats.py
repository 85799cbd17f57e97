"""States up to death, and all that the end of a tour does to them, in its order."""

from __future__ import annotations

from collections.abc import Iterator

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle

from ...model.people import Personnage
from ...model.scene import Scene
from ..c0_tests.actions import absent, hors_bornes
from ..c4_caracteristiques.lesions import empirer
from ..c4_caracteristiques.repos import laisser_filer
from ..c4_caracteristiques.ressources import ETATS, est_mort
from .conditions import decharger, rompre, se_liberer
from .dangers import ecouler
from .tour import fin_de_tour

TOUR = 30  # seconds, outside a confrontation (TN-8.237)
AUTRES = {"blesse": "blessé", "traumatise": "traumatisé", "fatigue": "fatigué", "malade": "malade"}


@fin_de_tour.then("TN-8.434")
def finir_le_tour(scene: Scene, oracle: Oracle) -> Scene:
    """What hurts comes before what heals: continuous damage, the unstable, saves for freedom, charges."""
    for who in scene.people:
        scene = empirer(ecouler(scene, oracle, who), oracle, who, "tour")
    return se_remettre(scene, oracle)


def se_remettre(scene: Scene, oracle: Oracle) -> Scene:
    """The second half of it: whoever lives may free himself, and his conditions lose charges."""
    for who in scene.people:
        if not est_mort(scene, scene[who]):
            scene = se_liberer(scene, oracle, who)
            scene = decharger(scene, oracle, who, "ephemere", "TN-8.226")
    return scene


@rule("TN-8.237", "TN-8.226")
class LaisserCourir(Action, frozen=True, tag="laisser_courir"):
    """Outside a confrontation half a minute goes by as a tour would: ruptures, continuous damage, charges."""

    tours: int = 1

    master = True
    rank = 94

    def closed(self, scene: Scene) -> Closed | None:
        if scene.encounter is not None:
            return Closed("TN-8.237", "Pas pendant une confrontation")
        return absent(scene, self.actor) or hors_bornes("TN-8.237", "Tours", self.tours, 1, 20)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        for _ in range(self.tours):
            oracle.tell(Event("temps", "", "", "TN-8.237", (), (("secondes", TOUR),)))
            for who in scene.people:
                if not est_mort(scene, scene[who]):
                    scene = ecouler(rompre(scene, oracle, who), oracle, who)
            scene = se_remettre(laisser_filer(scene, TOUR), oracle)
        return scene


@rule("TN-8.326", "TN-8.327", "TN-8.328", "TN-8.329", "TN-8.330", "TN-8.331", "TN-8.332")
def etats_de(scene: Scene, p: Personnage) -> tuple[str, ...]:
    """All states somebody is in, as players call them: those of chapter 4, wounds, or none at all."""
    if est_mort(scene, p):
        return (ETATS["mort"][0],)
    noms = {etat: nom for etat, (nom, _) in ETATS.items()} | AUTRES
    found = tuple([noms[etat] for etat in p.etats])
    return ("indemne", *found) if p.indemne else found


@rule("TN-8.326", "TN-8.331")
class ConstaterEtat(Action, frozen=True, tag="constater_etat"):
    """See how somebody is."""

    rank = 97

    def closed(self, scene: Scene) -> Closed | None:
        return absent(scene, self.actor)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene[self.actor]
        conditions = tuple(dict.fromkeys([c.sorte.nom for c in p.conditions]))
        facts = ("etats", etats_de(scene, p)), ("conditions", conditions)
        oracle.tell(Event("etats", p.id, "", "TN-8.326", (), facts))
        return scene


ACTIONS = (LaisserCourir, ConstaterEtat)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    yield ConstaterEtat(p.id)
    if scene.encounter is None:
        yield LaisserCourir(p.id)
