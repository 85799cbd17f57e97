"""Doing nothing for a turn, to get one's breath back or to wait."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle

from .tours import Declaration, pas_a_lui

if TYPE_CHECKING:
    from .scene import Scene


@rule("YY-7.6")
class Attendre(Declaration, frozen=True, tag="attendre"):
    """Do nothing this turn."""

    def closed(self, scene: Scene) -> Closed | None:
        return pas_a_lui(scene, self.actor)

    def executer(self, scene: Scene, oracle: Oracle) -> Scene:
        oracle.tell(Event("attend", self.actor, "", "YY-7.6"))
        return scene
