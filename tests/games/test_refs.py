"""The contract of scenes, and references: what names somebody is marked as such, and nothing else is."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tablee.kernel import refs
from tablee.kernel.action import open_actions
from tablee.kernel.game import Game, game, installed
from tablee.kernel.opening import openings
from tablee.kernel.scenario import demo
from tablee.kernel.scene import Scene, faults_of
from tablee.kernel.simulated import Simulated

GAMES = sorted(installed())
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


def ready() -> list[tuple[str, str]]:
    return [(id, name) for id in GAMES for name in game(id).demos]


@pytest.mark.parametrize("id", GAMES)
def test_a_game_keeps_the_contract_of_scenes(id: str) -> None:
    assert list(faults_of(game(id).scene)) == []


@pytest.mark.parametrize(("id", "name"), ready())
def test_whoever_is_named_is_marked(id: str, name: str) -> None:
    """Everybody gets another id by the types alone; no old id is left by itself in the scene or in any action."""
    played = game(id)
    for scene in states(played, name):
        people = frozenset(scene.people)
        renamed = refs.rewritten(scene, "zz_{}".format)
        data = msgspec.to_builtins(renamed, str_keys=True)
        assert people.isdisjoint(texts(data))
        back = refs.rewritten(renamed, lambda who: who.removeprefix("zz_"))
        assert msgspec.json.encode(back) == msgspec.json.encode(scene)
        for who in scene.turn()[:1]:
            for action in open_actions(played.legal(scene, who)):
                called = refs.rewritten(action, "zz_{}".format)
                assert people.isdisjoint(texts(msgspec.to_builtins(called, str_keys=True))), action


@pytest.mark.parametrize(("id", "name"), ready())
def test_a_scene_that_loses_nobody_stays_the_same_object(id: str, name: str) -> None:
    for scene in states(game(id), name)[:3]:
        assert refs.rewritten(scene, lambda who: who) is scene
