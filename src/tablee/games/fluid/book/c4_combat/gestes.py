"""Tests that take one's turn in a fight: the thing itself, then the next one's turn."""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec.structs import replace

from tablee.kernel.action import Look
from tablee.kernel.oracle import Oracle

from ...model.scene import Scene
from ..c3_tests.tests import Epreuve
from .combat import fin_de_tour


def sans_elan(scene: Scene, who: str) -> Scene:
    """Once he has acted, neither a charge nor a double move counts any more."""
    combat = scene.encounter
    if combat is None or who not in combat.elan:
        return scene
    return replace(scene, encounter=replace(combat, elan={q: n for q, n in combat.elan.items() if q != who}))


class Geste(Epreuve, frozen=True):
    """A test that uses up the turn. Its odds look at the thing itself, not at what the others do next."""

    aussi: ClassVar[tuple[str, ...]] = ("action",)

    def faire(self, scene: Scene, oracle: Oracle) -> Scene:
        """The scene after the thing itself."""
        raise TypeError(f"{type(self).__name__} does not say what it does")

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        return fin_de_tour(sans_elan(self.faire(scene, oracle), self.actor), oracle, self.actor)

    def seen(self, scene: Scene, look: str | Look | None = None) -> Any:
        if look is None:
            look = next(iter(self.looks))
        see = self.looks[look] if isinstance(look, str) else look
        return lambda oracle: see(scene, self.faire(scene, oracle), oracle.events)
