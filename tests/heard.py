"""Random fights of installed games and their scenario files, looked at by all checks and tests of a process once."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tablee.check import Subject
from tablee.check.heard import Heard, fought, resolved
from tablee.kernel.content import ContentError
from tablee.kernel.game import Game, games
from tablee.kernel.live import Scripted
from tablee.kernel.scenario import demo, read

SEEDS = 4  # fights of each ready scene
SCENARIOS = Path(__file__).parent / "scenarios"


def scripted(game: Game) -> Iterator[Heard]:
    """Every step of the game's scenario files."""
    for path in sorted((SCENARIOS / game.id).glob("*.toml")):
        try:
            scenario = read(path)
        except ContentError:  # another test says what is wrong with it
            continue
        scene = scenario.start()
        for step in scenario.step:
            action = game.action(step.do)
            if action.closed(scene) is not None:
                continue
            heard = resolved(action, scene, Scripted(step.dice, step.answers))
            yield heard
            scene = heard.after


@cache
def subject(id: str) -> Subject:
    """A game under examination."""
    return Subject(games()[id], SEEDS, scripted(games()[id]))


def all_heard(id: str) -> tuple[Heard, ...]:
    """Fights of all ready scenes of a game, and its scenario files."""
    return subject(id).heard


def fight(game: Game, name: str, seed: int, actions: int = 60) -> Iterator[Heard]:
    """One fight of a ready scene."""
    return fought(game, name, demo(game.id, name), seed, actions)
