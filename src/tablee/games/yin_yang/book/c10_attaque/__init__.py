"""Chapter 10, blows: hand to hand and from afar."""

from __future__ import annotations

from collections.abc import Iterator

from tablee.kernel.action import Action

from ...model.people import Personnage
from ...model.scene import Scene
from . import attaquer, tir

ACTIONS = (*attaquer.ACTIONS, *tir.ACTIONS)
PLACE = 1


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """Blows first, then shots."""
    yield from attaquer.offers(scene, p)
    yield from tir.offers(scene, p)
