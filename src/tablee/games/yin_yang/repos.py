"""Doing nothing for a turn, to get one's breath back, to wait, or because one has to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle

from .tours import Declaration, pas_a_lui

if TYPE_CHECKING:
    from .scene import Scene


@rule("YY-7.6")
class Attendre(Declaration, frozen=True, tag="attendre"):
    """Do nothing this turn; whoever has to get up or to calm down does so."""

    @property
    def repos(self) -> bool:
        return True

    def closed(self, scene: Scene) -> Closed | None:
        p = scene.personnages.get(self.actor)
        if p is not None and p.occupe:
            scene = scene.put(replace(p, occupe=""))
        return pas_a_lui(scene, self.actor)

    def executer(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene[self.actor]
        if p.occupe:
            oracle.tell(Event("se_reprend", p.id, "", "YY-10.6", (), (("quoi", p.occupe),)))
            return scene.put(replace(p, occupe="", a_terre=False))
        oracle.tell(Event("attend", p.id, "", "YY-7.6"))
        return scene
