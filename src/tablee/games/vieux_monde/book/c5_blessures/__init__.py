"""Chapter 5: damage, critical wounds, death."""

from __future__ import annotations

from collections.abc import Iterator

from tablee.kernel.action import Action

from ...model.people import Personnage
from ...model.scene import Scene
from . import mort

SECTIONS = (mort,)

SWITCHES = mort.SWITCHES
ACTIONS = tuple([action for section in SECTIONS for action in section.ACTIONS])


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """What every section offers."""
    for section in SECTIONS:
        yield from section.offers(scene, p)
