"""Scenes on the way through a fight, and the texts in plain data: for tests of what names somebody."""

from __future__ import annotations

from typing import Any

from tablee.kernel.game import Game
from tablee.kernel.opening import openings
from tablee.kernel.scenario import demo
from tablee.kernel.scene import Scene
from tablee.kernel.simulated import Simulated

STEPS = 40  # actions of a fight that is looked at


def states(played: Game, name: str) -> list[Scene]:
    """A ready scene, and those its fight goes through."""
    scene = demo(played.id, name)
    tactic, chance, found = next(iter(played.tactics.values())), Simulated(7), [scene]
    for action in openings(played, scene)[:1]:
        found.append(scene := action.resolve(scene, chance))
    for _ in range(STEPS):
        if not scene.turn() or len({who for side in scene.sides().values() for who in side}) < 2:
            break
        found.append(scene := tactic.act(scene, scene.turn()[0]).resolve(scene, chance))
    return found


def texts(data: Any) -> list[str]:
    """Every text in plain data, keys included."""
    if isinstance(data, str):
        return [data]
    if isinstance(data, dict):
        return [text for key, value in data.items() for text in (key, *texts(value))]
    return [text for each in data for text in texts(each)] if isinstance(data, list | tuple) else []
