"""Simulated fights: both sides played by a tactic, by the same rules as at the table.

Fight number i of a seed is always the same fight, whoever fights it: ranges fought apart merge into the same report.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from tablee.kernel.distribution import Distribution
from tablee.kernel.game import Game, Tactic
from tablee.kernel.scene import Scene
from tablee.kernel.simulated import Sampled

from .interval import wilson

LIMIT = 5_000  # actions; a fight that takes longer is given up and counted as such,
ROUNDS = 300  # and one that goes on for so many rounds, whatever is done in them
DRAW, UNFINISHED = "", None

Progress = Callable[[int], None]  # told how many fights have just been fought


@dataclass(frozen=True)
class Result:
    """How one fight ended."""

    winner: str | None  # a side; DRAW when nobody stands, UNFINISHED when it was given up
    rounds: int
    actions: int
    fallen: dict[str, int]  # by side


@dataclass
class Report:
    """Many fights, counted. Two reports on different fights of the same scene can be added."""

    n: int = 0
    wins: Counter[str] = field(default_factory=Counter)
    draws: int = 0
    unfinished: int = 0
    rounds: Counter[int] = field(default_factory=Counter)
    fallen: dict[str, Counter[int]] = field(default_factory=dict)  # side -> how many fell -> how often
    actions: int = 0
    seconds: float = field(default=0.0, compare=False)

    def count(self, result: Result) -> None:
        self.n += 1
        self.rounds[result.rounds] += 1
        self.actions += result.actions
        for side, fell in result.fallen.items():
            self.fallen.setdefault(side, Counter())[fell] += 1
        if result.winner is UNFINISHED:
            self.unfinished += 1
        elif result.winner == DRAW:
            self.draws += 1
        else:
            self.wins[result.winner] += 1

    def __add__(self, other: Report) -> Report:
        sides = [*self.fallen, *(side for side in other.fallen if side not in self.fallen)]
        return Report(
            self.n + other.n,
            self.wins + other.wins,
            self.draws + other.draws,
            self.unfinished + other.unfinished,
            self.rounds + other.rounds,
            {side: self.fallen.get(side, Counter()) + other.fallen.get(side, Counter()) for side in sides},
            self.actions + other.actions,
            self.seconds + other.seconds,
        )

    @property
    def sides(self) -> tuple[str, ...]:
        return tuple(self.fallen)

    def rate(self, side: str) -> float:
        """The share of the fights this side has won."""
        return self.wins[side] / self.n if self.n else 0.0

    def interval(self, side: str) -> tuple[float, float]:
        """Where the true win rate lies, 95 times in 100."""
        return wilson(self.wins[side], self.n)

    def lengths(self) -> Distribution:
        """How many rounds the fights took."""
        return Distribution(dict(self.rounds), self.n)

    def losses(self, side: str) -> Distribution:
        """How many of this side fell."""
        return Distribution(dict(self.fallen[side]), self.n)

    @property
    def pace(self) -> float:
        """Actions a second."""
        return self.actions / self.seconds if self.seconds else 0.0

    def to_json(self) -> dict[str, Any]:
        """Plain data, without the time it took: the same seed gives the same text."""
        rounds = self.lengths() if self.n else None
        return {
            "n": self.n,
            "sides": {
                side: {
                    "wins": self.wins[side],
                    "rate": self.rate(side),
                    "interval": list(self.interval(side)),
                    "fallen": self.losses(side).mean(),
                }
                for side in self.sides
            },
            "draws": self.draws,
            "unfinished": self.unfinished,
            "rounds": {"mean": rounds.mean(), "quantiles": list(rounds.quantiles())} if rounds else None,
            "actions": self.actions,
        }


def left(scene: Scene) -> list[str]:
    """The sides that still have somebody standing."""
    standing = frozenset(scene.standing())
    return [side for side, who in scene.sides().items() if not standing.isdisjoint(who)]


def fight(game: Game, scene: Any, tactic: Tactic, seed: int | str, limit: int = LIMIT) -> Result:
    """One fight to its end: turn after turn, what the tactic chooses is done."""
    oracle = Sampled(seed, tactic.answer)
    act, start, actions, rounds = tactic.act, scene, 0, scene.round()
    last = rounds + ROUNDS
    while len(left(scene)) > 1 and actions < limit and rounds < last:
        turn = scene.turn()
        if not turn:
            break
        scene = act(scene, turn[0]).resolve(scene, oracle)
        actions += 1
        rounds = scene.round() or rounds  # a game may end its encounter with the last blow
    return Result(_winner(scene), rounds, actions, _fallen(start, scene))


def _winner(scene: Scene) -> str | None:
    settled, sides = scene.settled(), left(scene)
    if settled is not None:
        return settled
    return UNFINISHED if len(sides) > 1 else sides[0] if sides else DRAW


def _fallen(before: Scene, after: Scene) -> dict[str, int]:
    """How many of each side stood before and do not stand after."""
    stood, standing = frozenset(before.standing()), frozenset(after.standing())
    return {side: sum(w in stood and w not in standing for w in who) for side, who in after.sides().items()}


def fights(
    game: Game,
    scene: Any,
    n: int,
    seed: int,
    tactic: Tactic,
    progress: Progress | None = None,
    start: int = 0,
    limit: int = LIMIT,
) -> Report:
    """The fights number start to start + n - 1 of this seed."""
    report, began = Report(), perf_counter()
    for i in range(start, start + n):
        report.count(fight(game, scene, tactic, f"{seed}:{i}", limit))
        if progress is not None:
            progress(1)
    report.seconds = perf_counter() - began
    return report
