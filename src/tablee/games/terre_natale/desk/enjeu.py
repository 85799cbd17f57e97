"""What a scene is worth to a side, for whoever looks ahead: who is left to fight, and how a debate stands."""

from __future__ import annotations

from tablee.kernel import foresight

from ..model.joute import Cause
from ..model.scene import Scene

CAUSE = 4.0  # a cause that is nearly won counts for as many people


def enjeu(scene: Scene, side: str) -> float:
    """As everywhere; where a cause is debated, what credit it has as well."""
    e = scene.encounter
    cause = e.cause if e is not None else None
    return foresight.value(scene, side) + (CAUSE * credit(cause, side) if cause is not None else 0.0)


def credit(cause: Cause, side: str) -> float:
    """How near a side is to winning a debate, from -1 to 1."""
    most = cause.seuils.victoire if cause.credibilite > 0 else cause.seuils.defaite
    part = max(-1.0, min(1.0, cause.credibilite / most))
    return part if side == cause.pour else -part
