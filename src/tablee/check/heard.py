"""Random fights of a game, and what is told and asked in them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from tablee.kernel.action import Action, open_actions
from tablee.kernel.event import Event
from tablee.kernel.game import Game
from tablee.kernel.live import Live, Scripted
from tablee.kernel.oracle import Amount, Question
from tablee.lab.opening import opening


class Heard(NamedTuple):
    """One action: the scene before and after it, what was told, what was asked."""

    before: Any
    after: Any
    events: tuple[Event, ...]
    asked: tuple[Question, ...]
    people: frozenset[str]
    action: Action


class Random(Live):
    """Dice from a seed, and any open answer."""

    def __init__(self, rng: random.Random) -> None:
        super().__init__(rng=rng)
        self.asked: list[Question] = []

    def _answer(self, questions: tuple[Question, ...]) -> tuple[tuple[str | int, ...], str]:
        self.asked += questions
        return tuple(map(self._any, questions)), "anybody"

    def _any(self, question: Question) -> str | int:
        options = question.options
        if isinstance(options, Amount):
            return self.rng.randint(options.low, options.high)
        return self.rng.choice(question.open())


def resolved(action: Action, scene: Any, oracle: Random | Scripted) -> Heard:
    after = action.after(scene, oracle)
    people = frozenset((*scene.people, *after.people))
    return Heard(scene, after, tuple(oracle.events), tuple(oracle.asked), people, action)


def fought(game: Game, name: str, scene: Any, seed: int, actions: int = 60) -> Iterator[Heard]:
    """A ready scene, fought half by the game's tactic, half at random; then what one may do when it is over."""
    rng = random.Random(f"{game.id}/{name}/{seed}")
    tactic = next(iter(game.tactics.values()))
    first = opening(game, scene)
    if first is not None:
        heard = resolved(first, scene, Random(rng))
        yield heard
        scene = heard.after
    for _ in range(actions):
        turn = scene.turn() or game.people(scene)[:1]
        if not turn:
            return
        found = open_actions(game.legal(scene, rng.choice(turn)))
        if scene.turn() and (rng.random() < 0.5 or not found):
            action = tactic.act(scene, scene.turn()[0])
        elif found:
            action = rng.choice(found)
        else:
            return
        heard = resolved(action, scene, Random(rng))
        yield heard
        scene = heard.after
