"""Scenes where nothing is under way yet: which actions would begin the encounter."""

from __future__ import annotations

from .action import Action, open_actions, tag
from .game import Game
from .scene import Scene
from .simulated import Simulated


def openings(game: Game, scene: Scene) -> list[Action]:
    """One action of each kind that gives somebody the turn; each open one is simply tried."""
    if scene.turn():
        return []
    for who in (*scene.standing(), *game.people(scene)):
        found: dict[str, Action] = {}
        for action in open_actions(game.legal(scene, who)):
            if tag(action) not in found and action.after(scene, Simulated(0)).turn():
                found[tag(action)] = action
        if found:
            return list(found.values())
    return []
