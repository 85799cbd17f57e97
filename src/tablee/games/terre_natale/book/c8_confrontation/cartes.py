"""The map one is on: the game master lays a ready one, or takes it away."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ground import Cell, steps
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.sentence import Typed

from ...model.cartes import CARTES
from ...model.people import Personnage
from ...model.scene import Scene
from ..c0_tests.actions import absent
from .situations import prises

AUCUNE = "aucune"
NOMS = {AUCUNE: "Aucune : un sol nu, sans bord", **{id: carte.nom for id, carte in CARTES.items()}}


@rule("TN-4.63", "TN-8.368")
class DresserCarte(Action, frozen=True, tag="dresser_carte"):
    """Lay a ready map with all that stands on it: whoever would be off it or in a wall moves beside."""

    carte: str = AUCUNE

    master: ClassVar[bool] = True
    choose: ClassVar[bool] = True
    rank: ClassVar[int] = 97
    offers: ClassVar[dict[str, dict[str, str]]] = {"carte": NOMS}

    def closed(self, scene: Scene) -> Closed | None:
        if self.carte not in NOMS:
            facts = Typed(self.carte), tuple(NOMS.values())
            return Closed("TN-8.368", "Carte inconnue : « {} » ; on peut dresser : {}", facts)
        if self.carte == (scene.carte or AUCUNE):
            return Closed("TN-8.368", "C'est déjà la carte de la scène")
        return absent(scene, self.actor)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        plan = CARTES.get(self.carte)
        oracle.tell(Event("carte_dressee", rule="TN-8.368", facts=(("carte", NOMS[self.carte]),)))
        if plan is None:
            return replace(scene, carte="", obstacles=())
        scene = replace(scene, carte=self.carte, obstacles=plan.obstacles)
        for p in scene.people.values():
            x, y = ou_tenir(scene, p)
            scene = scene.put(replace(p, x=x, y=y))
        return scene


def ou_tenir(scene: Scene, p: Personnage) -> Cell:
    """The square somebody is on, or the nearest free one of the map."""
    ici = p.x, p.y
    if scene.praticable(ici):
        return ici
    libres = [x for x in CARTES[scene.carte].ouvertes - prises(scene, p.id) if scene.praticable(x)]
    return min(libres, key=lambda case: (steps("square", ici, case), case), default=ici)


ACTIONS = (DresserCarte,)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    yield DresserCarte(p.id, next(id for id in (*CARTES, AUCUNE) if id != (scene.carte or AUCUNE)))
