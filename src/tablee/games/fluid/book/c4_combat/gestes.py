"""Tests that take one's turn in a fight: the thing itself, then the next one's turn."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from tablee.kernel.action import Look
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Oracle

from ...model.scene import Scene
from ..c3_tests.tests import Epreuve
from .combat import fin_de_tour


@rule("FLU-4.5")
def double_deplacement(scene: Scene, who: str) -> list[tuple[str, int, str]]:
    """In a fight, a double move weighs on the action that follows it."""
    elan = scene.encounter.elan.get(who, 0) if scene.encounter is not None else 0
    return [("Double déplacement", elan, "FLU-4.5")] if elan < 0 else []


def sans_elan(scene: Scene, who: str) -> Scene:
    """Once he has acted, neither a charge nor a double move counts any more."""
    combat = scene.encounter
    if combat is None or who not in combat.elan:
        return scene
    return replace(scene, encounter=replace(combat, elan={q: n for q, n in combat.elan.items() if q != who}))


class Geste(Epreuve, frozen=True):
    """A test that uses up the turn. Its odds look at the thing itself, not at what the others do next."""

    def propres(self, scene: Scene) -> list[tuple[str, int, str]]:
        return double_deplacement(scene, self.actor)

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
