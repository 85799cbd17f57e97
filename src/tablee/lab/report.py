"""Many fights, counted."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any, TypeVar

import msgspec

from tablee.kernel.distribution import Distribution

from .interval import wilson
from .picture import shares

DRAW, UNFINISHED = "", None
K = TypeVar("K", bound=Hashable)


class Result(msgspec.Struct, frozen=True):
    """How one fight ended."""

    winner: str | None  # a side; DRAW when nobody stands, UNFINISHED when it was given up
    rounds: int
    actions: int
    fallen: dict[str, int]  # by side
    down: tuple[str, ...] = ()  # who fell
    spent: dict[str, dict[str, int]] = {}  # by side, what it cost in the game's own pools, where that was asked for


class Report(msgspec.Struct, omit_defaults=True):
    """The fights of one scene, counted. Two reports on different fights of it can be added, in any order."""

    n: int = 0
    wins: dict[str, int] = {}
    draws: int = 0
    unfinished: int = 0
    rounds: dict[int, int] = {}  # how many rounds -> how often
    fallen: dict[str, dict[int, int]] = {}  # side -> how many fell -> how often
    actions: int = 0
    down: dict[str, int] = {}  # who -> how often he fell
    spent: dict[str, dict[str, int]] = {}  # side -> pool -> in all

    def count(self, result: Result) -> None:
        self.n += 1
        self.actions += result.actions
        _count(self.rounds, result.rounds)
        for side, fell in result.fallen.items():
            _count(self.fallen.setdefault(side, {}), fell)
        for who in result.down:
            _count(self.down, who)
        for side, pools in result.spent.items():
            for pool, points in pools.items():
                _count(self.spent.setdefault(side, {}), pool, points)
        if result.winner is UNFINISHED:
            self.unfinished += 1
        elif result.winner == DRAW:
            self.draws += 1
        else:
            _count(self.wins, result.winner)

    def __add__(self, other: Report) -> Report:
        return Report(
            self.n + other.n,
            _merged(self.wins, other.wins),
            self.draws + other.draws,
            self.unfinished + other.unfinished,
            _merged(self.rounds, other.rounds),
            _nested(self.fallen, other.fallen),
            self.actions + other.actions,
            _merged(self.down, other.down),
            _nested(self.spent, other.spent),
        )

    @property
    def sides(self) -> tuple[str, ...]:
        return tuple(self.fallen)

    def rate(self, side: str) -> float:
        """The share of the fights this side has won."""
        return self.wins.get(side, 0) / self.n if self.n else 0.0

    def interval(self, side: str) -> tuple[float, float]:
        """Where the true win rate lies, 95 times in 100."""
        return wilson(self.wins.get(side, 0), self.n)

    def width(self) -> float:
        """How wide the widest of these intervals is."""
        bounds = [self.interval(side) for side in self.sides]
        return max((high - low for low, high in bounds), default=1.0)

    def lengths(self) -> Distribution:
        """How many rounds the fights took."""
        return Distribution(dict(self.rounds), self.n)

    def losses(self, side: str) -> Distribution:
        """How many of this side fell."""
        return Distribution(dict(self.fallen[side]), self.n)

    def falls(self) -> list[tuple[str, float]]:
        """Who fell in which share of the fights, most often first."""
        return sorted(((who, n / self.n) for who, n in self.down.items()), key=lambda row: (-row[1], row[0]))

    def cost(self, side: str) -> dict[str, float]:
        """What a fight cost this side on average, by pool."""
        return {pool: points / self.n for pool, points in sorted(self.spent.get(side, {}).items()) if points}

    def to_json(self) -> dict[str, Any]:
        """Plain data, without the time it took: the same seed gives the same text."""
        rounds = self.lengths() if self.n else None
        return {
            "n": self.n,
            "sides": {side: self._side(side) for side in self.sides},
            "draws": self.draws,
            "unfinished": self.unfinished,
            "rounds": {"mean": rounds.mean(), "quantiles": list(rounds.quantiles())} if rounds else None,
            "actions": self.actions,
        }

    def _side(self, side: str) -> dict[str, Any]:
        cost = self.cost(side)
        return {
            "wins": self.wins.get(side, 0),
            "rate": self.rate(side),
            "interval": list(self.interval(side)),
            "fallen": self.losses(side).mean(),
            **({"cost": cost} if cost else {}),
        }

    def to_frame(self) -> Any:
        """A row a side, as a table of polars or pandas, whichever is installed."""
        return frame([{"side": side, **self._side(side)} for side in self.sides], ("interval", "cost"))

    def _repr_svg_(self) -> str:
        """The shares of the wins, for a notebook."""
        return shares((side, self.rate(side), self.interval(side)) for side in self.sides)


def frame(rows: list[dict[str, Any]], apart: tuple[str, ...] = ()) -> Any:
    """Rows as a table of polars or, without it, of pandas; what is no single value stays out of it."""
    plain = [{key: value for key, value in row.items() if key not in apart} for row in rows]
    library = next((name for name in ("polars", "pandas") if find_spec(name) is not None), None)
    if library is None:
        raise ImportError("a table takes polars or pandas: pip install polars")
    return import_module(library).DataFrame(plain)


def _count(counts: dict[K, int], key: K, by: int = 1) -> None:
    counts[key] = counts.get(key, 0) + by


def _merged(one: Mapping[K, int], other: Mapping[K, int]) -> dict[K, int]:
    """Both counts in one, smallest key first: the order does not tell how the work was cut."""
    both = dict(one)
    for key, n in other.items():
        _count(both, key, n)
    return dict(sorted(both.items(), key=lambda row: (isinstance(row[0], str), row[0])))


def _nested(one: Mapping[str, Mapping[K, int]], other: Mapping[str, Mapping[K, int]]) -> dict[str, dict[K, int]]:
    """The same of counts by side, the sides in the order of their scene."""
    return {side: _merged(one.get(side, {}), other.get(side, {})) for side in dict.fromkeys((*one, *other))}
