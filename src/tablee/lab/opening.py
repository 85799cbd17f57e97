"""Scenes where nothing is under way yet: the action that begins the encounter."""

from __future__ import annotations

from tablee.kernel.action import Action
from tablee.kernel.game import Game
from tablee.kernel.opening import openings
from tablee.kernel.scene import Scene

from .fight import left


def opening(game: Game, scene: Scene) -> Action | None:
    """The one way to begin a scene where two sides stand ready; None if there is none, or a choice."""
    found = openings(game, scene) if len(left(scene)) > 1 else []
    return found[0] if len(found) == 1 else None
