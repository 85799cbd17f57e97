"""Doing nothing for a turn, to get one's breath back, to wait, or because one has to."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle

from .fatigue import PAS_DE_REPOS, fatiguer
from .state import Personnage
from .tables import TOUR
from .tours import Declaration, ecouler, pas_a_lui

if TYPE_CHECKING:
    from .scene import Scene


@rule("YY-7.6")
class Attendre(Declaration, frozen=True, tag="attendre"):
    """Do nothing this turn; whoever has to get up or to calm down does so."""

    releve: ClassVar[bool] = True

    @property
    def repos(self) -> bool:
        return True

    def closed(self, scene: Scene) -> Closed | None:
        p = scene.people.get(self.actor)
        if p is not None and p.occupe:
            scene = scene.put(replace(p, occupe=""))
        return pas_a_lui(scene, self.actor)

    def executer(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene[self.actor]
        if p.occupe or p.a_terre:
            scene = se_reprendre(scene, oracle, p)
        else:
            oracle.tell(Event("attend", p.id, "", "YY-7.6"))
        return ecouler(scene, oracle, TOUR) if scene.encounter is None else scene


@rule("YY-7.4", "YY-15.5", "YY-15.10", "YY-16.5", "YY-16.14")
def se_reprendre(scene: Scene, oracle: Oracle, p: Personnage) -> Scene:
    """A turn spent getting up, securing one's holds or calming down: it is no rest, and in a fight it costs 1."""
    oracle.tell(Event("se_reprend", p.id, "", "YY-10.6", (), (("quoi", p.occupe or "se relever"),)))
    if scene.encounter is None:
        return scene.put(replace(p, occupe=""))
    return fatiguer(scene.put(replace(p, occupe="", repos=PAS_DE_REPOS)), oracle, p.id, 1)
