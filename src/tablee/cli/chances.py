"""The chances of an action: exact where that is quick enough, else by many draws and marked ≈."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, inf
from time import monotonic
from typing import Any

from tablee.kernel import foresight
from tablee.kernel.action import Action
from tablee.kernel.distribution import Distribution
from tablee.kernel.event import Event
from tablee.kernel.game import Game, Tactic
from tablee.kernel.odds import TAIL, TooMany, odds
from tablee.kernel.oracle import Policy, first
from tablee.kernel.simulated import Simulated
from tablee.kernel.tally import Terms
from tablee.kernel.typography import as_figure
from tablee.kernel.voice import Voice

from .errors import refuse
from .texts import say

DRAWS = 20_000  # in place of an exact figure
LEAST = 100  # however slow they are
ALIKE = 8  # draws in which a term must be the same to be none of the dice


@dataclass(frozen=True)
class Chances:
    """How an action may end, seen through one look."""

    look: str
    distribution: Distribution
    draws: int = 0  # 0: exact

    @property
    def exact(self) -> bool:
        return not self.draws

    @property
    def yes(self) -> float | None:
        """The chance that it succeeds, when the look is a yes or no."""
        d = self.distribution
        if not all(isinstance(value, bool) for value in d.ways):
            return None
        p = d.p(True)
        return 1.0 if p and p + d.lost >= 1 else p

    @property
    def numeric(self) -> bool:
        ways = self.distribution.ways
        return bool(ways) and all(isinstance(v, (int, float)) and not isinstance(v, bool) for v in ways)

    def condensed(self, most: int = 16) -> tuple[Distribution, Callable[[Any], str]] | None:
        """Whole numbers too many for a chart, a few to a bar and the ends together: numbered bars and their names."""
        d = self.distribution
        if not self.numeric or len(d) <= most or not all(isinstance(v, int) for v in d.ways):
            return None
        low, high = d.quantile(0.01), d.quantile(0.99)
        width = ceil((high - low + 1) / (most - 1))
        lowest, highest = low // width, high // width  # bars begin at multiples: none holds both gains and losses

        def name(bar: int) -> str:
            begin, end = bar * width, bar * width + width - 1
            if bar == lowest:
                return say("odds.below", n=end)
            if bar == highest:
                return say("odds.above", n=begin)
            return as_figure(begin) if begin == end else say("odds.to", low=begin, high=end)

        return d.map(lambda value: min(max(value // width, lowest), highest)), name


class Heard(Simulated):
    """Rolls at once, and keeps the events of the present draw to look at."""

    def __init__(self, seed: int | str, policy: Policy) -> None:
        self.events: list[Event] = []
        super().__init__(seed, policy, self.events)


def chances(
    action: Action,
    scene: Any,
    look: str,
    policy: Policy = first,
    tail: int = TAIL,
    limit: int = 500_000,
    draws: int = DRAWS,
    seconds: float = inf,
) -> Chances:
    """Exact if it takes no more than `limit` branches, else simulated, for so many draws or seconds."""
    try:
        return Chances(look, odds(action, scene, look, policy=policy, tail=tail, limit=limit))
    except TooMany:
        return simulated(action, scene, look, policy, draws, seconds)


def simulated(
    action: Action, scene: Any, look: str, policy: Policy, draws: int = DRAWS, seconds: float = inf
) -> Chances:
    oracle, see = Heard(0, policy), action.seen(scene, look)
    ways: Counter[Any] = Counter()
    end, drawn = monotonic() + seconds, 0
    while drawn < draws and (drawn < LEAST or monotonic() < end):
        oracle.events.clear()
        ways[see(oracle)] += 1
        drawn += 1
    return Chances(look, Distribution(dict(ways), drawn), drawn)


def rolled_with(action: Action, scene: Any, policy: Policy, voice: Voice) -> dict[str, Terms]:
    """The sums behind the actor's own roll, without what the dice put into them.

    They are what is the same in his first sums of several draws.
    """
    oracle = Heard(0, policy)
    drawn = [_first_sums(action, scene, oracle, voice) for _ in range(ALIKE)]
    same = {
        sum: tuple([term for term in terms if all(term in other.get(sum, ()) for other in drawn)])
        for sum, terms in drawn[0].items()
    }
    return {sum: terms for sum, terms in same.items() if terms}


def _first_sums(action: Action, scene: Any, oracle: Heard, voice: Voice) -> dict[str, Terms]:
    oracle.events.clear()
    action.resolve(scene, oracle)
    found = (dict(voice.sums(event)) for event in oracle.events if event.who == action.actor)
    return next((sums for sums in found if sums), {})


def tactic(game: Game, name: str | None) -> tuple[str, Tactic]:
    """The tactic with this name; the game's first when none is named."""
    if not game.tactics:
        raise refuse("error.no_tactic", game=game.title)
    name = next(iter(game.tactics)) if name is None else name
    known = dict.fromkeys((*game.tactics, foresight.NAME))
    if name not in known:
        raise refuse("error.tactic", game=game.title, tactic=name, known=", ".join(known))
    return name, game.tactic(name)
