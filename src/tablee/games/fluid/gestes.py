"""Tests that take one's turn in a fight: the thing itself, then the next one's turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tablee.kernel.action import Look
from tablee.kernel.oracle import Oracle

from .combat import fin_de_tour
from .tests import Essai

if TYPE_CHECKING:
    from .scene import Scene


class Geste(Essai, frozen=True):
    """A test that uses up the turn. Its odds look at the thing itself, not at what the others do next."""

    def faire(self, scene: Scene, oracle: Oracle) -> Scene:
        """The scene after the thing itself."""
        raise TypeError(f"{type(self).__name__} does not say what it does")

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        return fin_de_tour(self.faire(scene, oracle), oracle, self.actor)

    def seen(self, scene: Scene, look: str | Look | None = None) -> Any:
        if look is None:
            look = next(iter(self.looks))
        see = self.looks[look] if isinstance(look, str) else look
        return lambda oracle: see(scene, self.faire(scene, oracle), oracle.events)
