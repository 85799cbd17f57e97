"""Fights by the thousand, shared out in blocks. However they are shared out, the report is the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing

from .job import BLOCK, Job, fought
from .report import Report
from .workers import Here, Task, Workers

MOST = 1_000_000  # fights, where only the width of the interval says when it is enough

Done = dict[int, Report]  # reports of whole blocks, by the number of their first fight
Told = Callable[[Report], None]  # the report so far, as often as it has grown


class NeverEnds(Exception):
    """Not one of the first fights came to an end."""


def fight_many(
    job: Job,
    n: int = MOST,
    workers: Workers | None = None,
    until: float = 0.0,
    done: Done | None = None,
    told: Told | None = None,
) -> Report:
    """n fights, or as many as it takes for every interval to be no wider than `until`.

    Only the report of the first fights without a gap counts: whoever was quicker does not change where it stops.
    `done` are blocks that were fought before, and is filled with those fought now: broken off, nothing is lost.
    """
    known = done if done is not None else {}
    total = Report()
    with closing((workers or Here()).do(_tasks(job, n, known))) as results:
        for start, size in blocks(n):
            while not _whole(known, start, size):
                at, report = next(results)
                known[at] = report
            total += known[start]
            if told is not None:
                told(total)
            if total.unfinished == total.n:
                raise NeverEnds
            if until and total.width() <= until:
                break
    return total


def blocks(n: int) -> Iterator[tuple[int, int]]:
    """Where each block of n fights begins, and how many fights are in it."""
    return ((start, min(BLOCK, n - start)) for start in range(0, n, BLOCK))


def _whole(known: Done, start: int, size: int) -> bool:
    return start in known and known[start].n == size


def _tasks(job: Job, n: int, known: Done) -> Iterator[Task[int, Report]]:
    return ((start, fought, (job, start, size)) for start, size in blocks(n) if not _whole(known, start, size))
