"""Chapter 3, actions that end the tour without an attack, and bonus actions that are not techniques."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle

from .state import Unite
from .tours import PAS_DE_COMBAT, changer_initiative, finir_le_tour, pas_a_elle

if TYPE_CHECKING:
    from .scene import Scene

ATTENTE = 5


@rule("FD-3.35")
class Attendre(Action, frozen=True, tag="attendre"):
    """End the tour; 5 more of initiative from the next manche on."""

    def closed(self, scene: Scene) -> Closed | None:
        return PAS_DE_COMBAT if scene.combat is None else pas_a_elle(scene, self.actor, en_selle=True)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        oracle.tell(Event("attend", self.actor, "", "FD-3.35"))
        return finir_le_tour(changer_initiative(scene, oracle, self.actor, ATTENTE, "FD-3.35"), oracle, self.actor)


def candidats(scene: Scene, u: Unite) -> Iterator[Action]:
    if scene.combat is not None:
        yield Attendre(u.id)


ACTIONS: tuple[type[Action], ...] = (Attendre,)
