"""Scenes where nothing is under way yet: which action would begin the encounter."""

from __future__ import annotations

from tablee.kernel.action import Action, Scene, open_actions, tag
from tablee.kernel.game import Game
from tablee.kernel.simulated import Simulated
from tablee.lab.fights import left


def openings(game: Game, scene: Scene) -> list[Action]:
    """One action of each kind that gives somebody the turn; each open one is simply tried."""
    if scene.turn():
        return []
    for who in (*scene.standing(), *game.people(scene)):
        found: dict[str, Action] = {}
        for action in open_actions(game.legal(scene, who)):
            if tag(action) not in found and action.resolve(scene, Simulated(0)).turn():
                found[tag(action)] = action
        if found:
            return list(found.values())
    return []


def opening(game: Game, scene: Scene) -> Action | None:
    """The one way to begin a scene where two sides stand ready; None if there is none, or a choice."""
    found = openings(game, scene) if len(left(scene)) > 1 else []
    return found[0] if len(found) == 1 else None
