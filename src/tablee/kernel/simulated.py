"""Oracles for the lab: dice from a seeded generator, answers from a tactic."""

from __future__ import annotations

import random
from bisect import bisect
from collections.abc import Callable
from itertools import accumulate
from typing import Any

from .distribution import Distribution
from .event import Event
from .odds import odds
from .oracle import ALL, Dice, Option, Oracle, Policy, Question, Sub, first


def _unheard(event: Event) -> None:
    """Nobody is listening."""


class Simulated:
    """Rolls at once and keeps nothing, unless it is given a list for the events."""

    def __init__(self, seed: int | str, policy: Policy = first, events: list[Event] | None = None) -> None:
        self.random = random.Random(seed).random
        self.sub: Sub | None = None
        self.ask = policy
        self.events = events if events is not None else []
        self.deaf = events is None
        self.tell: Callable[[Event], None] = _unheard if events is None else events.append

    def of(self, who: str, audience: str = ALL) -> Oracle:
        return self

    def d(self, sides: int, why: str = "") -> int:
        return int(self.random() * sides) + 1

    def pool(self, n: int, sides: int, why: str = "", keep: int = 0) -> tuple[int, ...]:
        rnd = self.random
        faces = sorted([int(rnd() * sides) + 1 for _ in range(n)], reverse=True)
        return tuple(faces if not keep else faces[:keep] if keep > 0 else faces[keep:])

    def total(self, n: int, sides: int, why: str = "") -> int:
        rnd = self.random
        return sum([int(rnd() * sides) for _ in range(n)]) + n

    def together(self, *dice: Dice) -> tuple[tuple[int, ...], ...]:
        rnd = self.random
        thrown: list[tuple[int, ...]] = []
        for d in dice:
            if d.n == 1:
                thrown.append((int(rnd() * d.sides) + 1,))
            else:
                thrown.append(self.pool(d.n, d.sides, d.why, d.keep))
        return tuple(thrown)

    def ask_all(self, questions: tuple[Question, ...]) -> tuple[Option, ...]:
        return tuple(map(self.ask, questions))


class Sampled(Simulated):
    """Chance functions marked `table` are drawn from their exact table, with one random number."""

    tables_only = True  # `sub` has no use for the others: they are simply called

    def __init__(self, seed: int | str, policy: Policy = first, events: list[Event] | None = None) -> None:
        super().__init__(seed, policy, events)
        self.sub = self._draw

    def _draw(self, fn: Any, args: tuple[Any, ...]) -> Any:
        try:
            values, cumulated = TABLES[fn][args]
        except KeyError:
            values, cumulated = TABLES.setdefault(fn, {})[args] = _table(fn, args)
        return values[bisect(cumulated, self.random())]


TABLES: dict[Any, dict[Any, tuple[list[Any], list[float]]]] = {}  # by function, then by its figures


def _table(fn: Callable[..., Any], args: tuple[Any, ...]) -> tuple[list[Any], list[float]]:
    found = odds(fn, *args)
    if found.asked:
        raise TypeError(f"{fn.__name__} asks: it cannot be drawn from a table")
    kept = sum(found.ways.values())  # what was lost in the tails is spread over the rest: the last figure is 1.0
    return list(found.ways), [w / kept for w in accumulate(found.ways.values())]


def estimate(what: Any, *args: Any, n: int = 20_000, seed: int | str = 0, policy: Policy = first) -> Distribution:
    """The odds by n draws, where there are too many branches to walk them all. Called like `odds`."""
    oracle = Simulated(seed, policy, [])
    run = (lambda o: what(o, *args)) if callable(what) else what.seen(*args)
    ways: dict[Any, int] = {}
    for _ in range(n):
        oracle.events.clear()
        value = run(oracle)
        ways[value] = ways.get(value, 0) + 1
    return Distribution(ways, n)
