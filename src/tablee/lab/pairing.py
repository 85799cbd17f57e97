"""The same luck twice: dice that stay with whoever throws them when something else in the fight is changed.

Two fights of one seed throw the same dice only until the first difference; after it everybody's dice are others. Here
each turn begins its own row of dice, named by the round, by who acts and by how often he has acted in it, and a table
of chances is drawn from in the order of its values: the same luck is as good a result in both. So what differs between
two scenes is what was changed, and far fewer fights show it.
"""

from __future__ import annotations

import random
from bisect import bisect
from collections import Counter
from collections.abc import Callable
from itertools import accumulate
from typing import Any

from tablee.kernel.event import Event
from tablee.kernel.odds import odds
from tablee.kernel.oracle import Policy, first
from tablee.kernel.simulated import Sampled

Table = tuple[list[Any], list[float]]


class Paired(Sampled):
    """Dice by round and person, tables by value."""

    def __init__(self, seed: int | str, policy: Policy = first, events: list[Event] | None = None) -> None:
        super().__init__(seed, policy, events)
        self._seed = seed
        self._acted: Counter[tuple[int, str]] = Counter()

    def begin(self, round: int, who: str) -> None:
        """The dice of somebody's turn."""
        turn = round, who
        self._acted[turn] += 1
        self.random = random.Random(f"{self._seed}:{round}:{who}:{self._acted[turn]}").random

    def _draw(self, fn: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        try:
            values, cumulated = TABLES[fn, args]
        except KeyError:
            values, cumulated = TABLES[fn, args] = _table(fn, args)
        return values[bisect(cumulated, self.random())]


TABLES: dict[tuple[Any, Any], Table] = {}


def _table(fn: Callable[..., Any], args: tuple[Any, ...]) -> Table:
    found = odds(fn, *args)
    values = found.values()
    kept = sum(found.ways.values())
    return values, [ways / kept for ways in accumulate(found.ways[value] for value in values)]
