"""Conditions as the game master gives and lifts them by a word: the level is their charges."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from tablee.kernel.tools import Conditions

from ..model.conditions import AFFECTIONS, Condition
from ..model.people import Personnage
from ..model.scene import Scene

CHARGES = 99


def subies(p: Personnage) -> Mapping[str, int]:
    """Of one that was contracted several times, the most charges."""
    return {id: max(1, *(c.charges for c in p.conditions if c.id == id)) for id in {c.id: 0 for c in p.conditions}}


def donner(scene: Scene, who: str, id: str, charges: int) -> Scene:
    autres = lever(scene, who, id)[who]
    subie = Condition(id, charges, initiales=charges)
    return scene.put(replace(autres, conditions=(*autres.conditions, subie)))


def lever(scene: Scene, who: str, id: str) -> Scene:
    p = scene[who]
    return scene.put(replace(p, conditions=tuple([c for c in p.conditions if c.id != id])))


CONDITIONS = Conditions(
    names={id: sorte.nom for id, sorte in AFFECTIONS.items()},
    held=subies,
    put=donner,
    lift=lever,
    levels=dict.fromkeys(AFFECTIONS, CHARGES),
)
