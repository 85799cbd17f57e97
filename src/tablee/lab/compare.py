"""Two scenes with the same luck: what a difference is worth, and how sure that is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from math import sqrt
from typing import Any

import msgspec

from .fight import fight
from .interval import Z95
from .job import Job, opened
from .many import NeverEnds, blocks
from .pairing import Paired
from .picture import shares
from .report import Report, frame
from .workers import Here, Task, Workers


class Pairs(msgspec.Struct, omit_defaults=True):
    """Fights number i of two scenes, with the same luck: who of both has won which."""

    n: int = 0
    both: int = 0
    only_a: int = 0
    only_b: int = 0

    def __add__(self, other: Pairs) -> Pairs:
        return Pairs(self.n + other.n, self.both + other.both, self.only_a + other.only_a, self.only_b + other.only_b)

    @property
    def difference(self) -> float:
        """By how much the second wins more often."""
        return (self.only_b - self.only_a) / self.n if self.n else 0.0

    def interval(self, z: float = Z95) -> tuple[float, float]:
        """Where the true difference lies, 95 times in 100: Agresti and Min, half a pair added to each of the four."""
        n, a, b = self.n + 2, self.only_a + 0.5, self.only_b + 0.5
        middle = (b - a) / n
        half = z * sqrt(max(0.0, a + b - (b - a) ** 2 / n)) / n
        return max(-1.0, middle - half), min(1.0, middle + half)

    @property
    def gain(self) -> float:
        """How many times as many fights it would take without pairing, for an interval as narrow."""
        a, b = (self.both + self.only_a) / self.n, (self.both + self.only_b) / self.n
        alone = a * (1 - a) + b * (1 - b)
        paired = (self.only_a + self.only_b) / self.n - self.difference**2
        return alone / paired if paired else float("inf") if alone else 1.0


class Comparison(msgspec.Struct, frozen=True):
    """What came of it for one side."""

    side: str
    pairs: Pairs
    a: Report
    b: Report

    @property
    def difference(self) -> float:
        return self.pairs.difference

    @property
    def interval(self) -> tuple[float, float]:
        return self.pairs.interval()

    @property
    def spared(self) -> int:
        """How many fights (of both scenes together) pairing has spared."""
        return round(2 * self.pairs.n * (min(self.pairs.gain, 1e6) - 1))

    def to_json(self) -> dict[str, Any]:
        return {
            "side": self.side,
            "n": self.pairs.n,
            "a": self.a.rate(self.side),
            "b": self.b.rate(self.side),
            "difference": self.difference,
            "interval": list(self.interval),
            "gain": min(self.pairs.gain, 1e6),
            "spared": self.spared,
        }

    def to_frame(self) -> Any:
        """A row for each of the two, as a table of polars or pandas."""
        rows = [("a", self.a), ("b", self.b)]
        return frame([{"scene": name, "n": report.n, "rate": report.rate(self.side)} for name, report in rows])

    def _repr_svg_(self) -> str:
        """The shares of both, and the difference, for a notebook."""
        low, high = self.interval
        both = (("a", self.a), ("b", self.b))
        rows = [(f"{self.side}, {name}", each.rate(self.side), each.interval(self.side)) for name, each in both]
        return shares(rows, f"b − a = {self.difference:+.1%} ({low:+.1%} – {high:+.1%})")


Part = tuple[Pairs, Report, Report]


def compare_jobs(
    a: Job,
    b: Job,
    side: str,
    n: int,
    workers: Workers | None = None,
    told: Callable[[Pairs], None] | None = None,
) -> Comparison:
    """n fights of each, number i of both with the same luck; NeverEnds if not one of the first comes to an end."""
    pairs, ours, theirs = Pairs(), Report(), Report()
    with closing((workers or Here()).do(_tasks(a, b, side, n))) as results:
        for start, (some, first, second) in results:
            if start == 0 and first.unfinished == first.n and second.unfinished == second.n:
                raise NeverEnds
            pairs, ours, theirs = pairs + some, ours + first, theirs + second
            if told is not None:
                told(pairs)
    return Comparison(side, pairs, ours, theirs)


def _tasks(a: Job, b: Job, side: str, n: int) -> Iterator[Task[int, Part]]:
    return ((start, fought_twice, (a, b, side, start, size)) for start, size in blocks(n))


def fought_twice(a: Job, b: Job, side: str, start: int, n: int) -> Part:
    """Some of the pairs: what a worker does."""
    pairs, reports = Pairs(), (Report(), Report())
    for i in range(start, start + n):
        won = [_won(job, i, report) == side for job, report in zip((a, b), reports, strict=True)]
        pairs += Pairs(1, all(won), won == [True, False], won == [False, True])
    return pairs, *reports


def _won(job: Job, i: int, report: Report) -> str | None:
    game, scene, tactic, opening = opened(job)
    result = fight(game, scene, tactic, f"{job.seed}:{i}", job.limit, dice=Paired, opening=opening)
    report.count(result)
    return result.winner
