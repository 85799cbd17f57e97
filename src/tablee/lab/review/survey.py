"""The figures of a report: plain data, the same for the same seed whoever works them out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from math import ceil

import msgspec

from tablee.kernel.game import Game, game
from tablee.kernel.scenario import demo
from tablee.kernel.study import Growth

from ..compare import Pairs, compare_jobs
from ..coverage import coverage
from ..edit import edited
from ..job import Unfit, job
from ..many import NeverEnds, fight_many
from ..report import Report
from ..tournament import Standing, duel, tournament
from ..workers import Here, Processes, Workers

WALKS = 60  # through the ready scenes, at least

Told = Callable[[int], None]  # how many fights have just been fought


class Line(msgspec.Struct, frozen=True):
    name: str
    chances: tuple[float, ...]


class Curve(msgspec.Struct, frozen=True):
    """The chances of a test."""

    rule: str
    title: str
    over: str
    values: tuple[int, ...]
    lines: tuple[Line, ...]


class Odd(msgspec.Struct, frozen=True):
    """A printed figure beside the exact one, both in the unit it is printed in."""

    rule: str
    what: str
    printed: str
    exact: float
    unit: float
    chance: bool

    @property
    def off(self) -> float:
        """By how much the book is off."""
        return float(self.printed) - self.exact

    @property
    def holds(self) -> bool:
        """Whether it is right as far as its last digit goes."""
        return abs(self.off) <= self.unit / 2 + 1e-9


class Ranking(msgspec.Struct, frozen=True):
    """A tournament: how many fights each pairing had, and the best first."""

    kind: str
    n: int
    standings: tuple[Standing, ...]


class Raise(msgspec.Struct, frozen=True):
    """What a little more of something was worth to a fighter who met himself without it."""

    path: str
    pairs: Pairs


class Fought(msgspec.Struct, frozen=True):
    """A ready scene and its fights; none where it cannot be fought."""

    id: str
    report: Report | None = None


class Used(msgspec.Struct, frozen=True):
    """What of a book was used in so many walks, and what never was."""

    walks: int
    rules: dict[str, tuple[int, int]]  # by chapter: used, of how many
    actions: int
    things: int
    never_rules: tuple[str, ...]
    never_actions: tuple[str, ...]
    never_things: tuple[tuple[str, str], ...]


class Survey(msgspec.Struct, frozen=True):
    """All of it."""

    game: str
    version: str
    n: int
    seed: int
    tests: tuple[Curve, ...] = ()
    printed: tuple[Odd, ...] = ()
    rankings: tuple[Ranking, ...] = ()
    raises: tuple[Raise, ...] = ()
    scenes: tuple[Fought, ...] = ()
    used: Used | None = None


def survey(played: Game, n: int, seed: int, workers: Workers | None = None, told: Told | None = None) -> Survey:
    """n fights for each question; told how many have been fought since it was last told."""
    hands, tell = workers or Here(), told or (lambda fights: None)
    return Survey(
        played.id,
        played.version,
        n,
        seed,
        tests=tuple(curves(played)),
        printed=tuple(odds_printed(played)),
        rankings=tuple(rankings(played, n, seed, hands, tell)),
        raises=tuple(raises(played, n, seed, hands, tell)),
        scenes=tuple(fought(played, name, n, seed, hands, tell) for name in played.demos if played.tactics),
        used=used(played, n, seed),
    )


def how_many(played: Game, n: int) -> int:
    """All the fights a survey takes."""
    ranked = sum(
        _each(len(c.entries), n) * len(c.entries) * (len(c.entries) - 1) // 2 for c in played.contests.values()
    )
    raised = len(played.study.growth.paths) if played.study.growth else 0
    return ranked + n * raised + n * len(played.demos)


# ---------------------------------------------------------------- exact


def curves(played: Game) -> Iterator[Curve]:
    for test in played.study.tests:
        lines = tuple(Line(name, tuple(map(chance, test.values))) for name, chance in test.lines.items())
        yield Curve(test.rule, test.title, test.over, test.values, lines)


def odds_printed(played: Game) -> Iterator[Odd]:
    for each in played.study.printed:
        exact = each.exact() * (100 if each.chance else 1)
        yield Odd(each.rule, each.what, each.printed, exact, each.unit, each.chance)


# ---------------------------------------------------------------- fought


def rankings(played: Game, n: int, seed: int, workers: Workers, told: Told) -> Iterator[Ranking]:
    """Every catalogue the game lets fight; each entry fights at least n fights."""
    for kind, contest in played.contests.items():
        if len(contest.entries) > 1:
            each = _each(len(contest.entries), n)
            yield Ranking(kind, each, tournament(played, kind, each, seed, workers, told).standings)


def _each(entries: int, n: int) -> int:
    """How many fights of a pairing: as many of them begun by the one as by the other."""
    return 2 * ceil(n / 2 / max(1, entries - 1)) if entries > 1 else 0


def raises(played: Game, n: int, seed: int, workers: Workers, told: Told) -> Iterator[Raise]:
    growth = played.study.growth
    if growth is None:
        return
    plain = duel(played, growth.contest, growth.entry, growth.entry)
    first = next(iter(plain.sides()))
    a = job(played, plain, next(iter(played.tactics)), seed)
    for path in growth.paths:
        better = edited(played, plain, raised(growth, plain.sides()[first][0], path))
        b = job(played, better, a.tactic, seed)
        yield Raise(path, compare_jobs(a, b, first, n, workers, Since(told).pairs).pairs)


def raised(growth: Growth, who: str, path: str) -> str:
    """The change, as `tablee compare --set` takes it."""
    return f"people.{who}.{path}=+{growth.by}"


def fought(played: Game, name: str, n: int, seed: int, workers: Workers, told: Told) -> Fought:
    try:
        work = job(played, demo(played.id, name), next(iter(played.tactics)), seed)
        return Fought(name, fight_many(work, n, workers, told=Since(told).report))
    except (Unfit, NeverEnds):
        told(n)
        return Fought(name)


class Since:
    """Tells how many more there are, of counts that grow."""

    def __init__(self, told: Told) -> None:
        self._told, self._last = told, 0

    def _now(self, n: int) -> None:
        self._told(n - self._last)
        self._last = n

    def report(self, report: Report) -> None:
        self._now(report.n)

    def pairs(self, pairs: Pairs) -> None:
        self._now(pairs.n)


# ---------------------------------------------------------------- used


def used(played: Game, n: int, seed: int) -> Used | None:
    """By a process of its own: what this one has worked out and kept would not be called again."""
    if not played.demos or not played.tactics:
        return None
    with Processes(1) as apart:
        ((_, found),) = apart.do([(0, walked, (played.id, max(WALKS, n // 2), seed))])
    return found


def walked(id: str, walks: int, seed: int) -> Used:
    found = coverage(game(id), walks, seed)
    rules, actions, things = found.never()
    there, never = Counter(map(chapter, found.rules)), Counter(map(chapter, rules))
    return Used(
        walks,
        {each: (there[each] - never[each], there[each]) for each in there},
        len(found.actions),
        sum(map(len, found.things.values())),
        tuple(rules),
        tuple(actions),
        tuple(things),
    )


def chapter(rule: str) -> str:
    """« FLU-3.14.2 » is of FLU-3."""
    return rule.partition(".")[0]
