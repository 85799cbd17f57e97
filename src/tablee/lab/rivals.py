"""Two ways of playing against each other: each fight twice, so that both play both sides.

Where the sides are alike, a tactic that is no better than another wins half of all these fights, whichever side has
the better place or the first turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from tablee.kernel.action import Action
from tablee.kernel.game import Game, Tactic
from tablee.kernel.opening import openings
from tablee.kernel.oracle import Option, Question
from tablee.kernel.scenario import demo
from tablee.kernel.scene import Scene

from .fight import fight, fights, left
from .interval import wilson
from .job import Job, job, opened
from .workers import Here, Task, Workers

ALIKE = 0.2  # sides are alike if by the plain tactic none wins less often
TRIED = 200  # fights that show it
PAIR = 2  # pairs of fights that are fought in one piece


class Rivalry(msgspec.Struct, frozen=True):
    """How often a tactic has beaten another, each fight fought twice with the sides changed."""

    scene: str
    n: int = 0  # fights
    wins: int = 0
    losses: int = 0  # what is neither had no winner
    by_side: dict[str, int] = {}  # how often it has won playing each

    def __add__(self, other: Rivalry) -> Rivalry:
        sides = {side: self.by_side.get(side, 0) + n for side, n in other.by_side.items()}
        return Rivalry(
            self.scene, self.n + other.n, self.wins + other.wins, self.losses + other.losses, {**self.by_side, **sides}
        )

    @property
    def points(self) -> float:
        """A win counts one, what had no winner a half."""
        return (self.n + self.wins - self.losses) / 2

    @property
    def rate(self) -> float:
        return self.points / self.n if self.n else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true share lies, 95 times in 100 or more often: the two fights of a pair help each other out."""
        return wilson(round(self.points), self.n)


def ready(game: Game) -> Iterator[tuple[str, Scene]]:
    """The ready scenes of a game in which two sides can fight."""
    for name in game.demos:
        scene = demo(game.id, name)
        if len(left(scene)) == 2 and (scene.turn() or len(openings(game, scene)) == 1):
            yield name, scene


def alike(game: Game, scene: Scene, seed: int = 0) -> bool:
    """Whether both sides win often enough when both are played by the plain tactic."""
    work = job(game, scene, next(iter(game.tactics)), seed)
    _, start, plain, opening = opened(work)
    report = fights(game, start, TRIED, seed, plain, opening=opening)
    return min(report.rate(side) for side in left(scene)) >= ALIKE


def sided(scene: Scene, tactics: Mapping[str, Tactic]) -> Tactic:
    """Everybody plays, and answers, as his side does."""
    sides = {p.id: p.side for p in scene.people.values()}
    plain = next(iter(tactics.values()))

    def act(now: Any, who: str) -> Action:
        return tactics.get(now[who].side, plain).act(now, who)

    def answer(question: Question) -> Option:
        return tactics.get(sides.get(question.who, ""), plain).answer(question)

    return Tactic(act, answer)


def rivalry(
    game: Game,
    name: str,
    scene: Scene,
    tactics: tuple[str, str],
    n: int,
    seed: int = 0,
    workers: Workers | None = None,
) -> Rivalry:
    """n pairs of fights of the first tactic against the second."""
    work = job(game, scene, tactics[0], seed)
    parts = dict((workers or Here()).do(_tasks(work, tactics[1], n)))
    total = Rivalry(name)
    for start in sorted(parts):
        total += parts[start]
    return total


def _tasks(work: Job, other: str, n: int) -> Iterator[Task[int, Rivalry]]:
    return ((i, fought_both_ways, (work, other, i, min(PAIR, n - i))) for i in range(0, n, PAIR))


def fought_both_ways(work: Job, other: str, start: int, n: int) -> Rivalry:
    """Some of the pairs: what a worker does."""
    game, scene, mine, opening = opened(work)
    found = Rivalry("")
    for i in range(start, start + n):
        for side in left(scene):
            played = sided(scene, {each: mine if each == side else game.tactic(other) for each in left(scene)})
            winner = fight(game, scene, played, f"{work.seed}:{i}", work.limit, opening=opening).winner
            won = winner == side
            found += Rivalry("", 1, won, bool(winner) and not won, {side: int(won)})
    return found
