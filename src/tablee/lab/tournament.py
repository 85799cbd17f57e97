"""Everything of a kind against everything: a ranking, how sure it is, and what is dominated.

Both halves of a pairing begin as often. An entry is dominated by another that surely beats it, and does at least as
well against everybody else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

import msgspec

from tablee.kernel.content import ContentError
from tablee.kernel.contest import Contest
from tablee.kernel.game import Game, game
from tablee.kernel.scene import Scene, in_files, person_type
from tablee.kernel.sentence import Said, Typed

from .fight import fights
from .interval import wilson
from .job import opening
from .picture import shares
from .report import Report, frame
from .workers import Here, Task, Workers

SIDES = "A", "B"
LIMIT = 600  # actions: whoever cannot hurt the other is not waited for


class Standing(msgspec.Struct, frozen=True):
    """How one entry has done against all others."""

    id: str
    name: str
    n: int
    points: float  # a win counts one, what had no winner a half
    dominated_by: tuple[str, ...] = ()

    @property
    def rate(self) -> float:
        return self.points / self.n if self.n else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(round(self.points), self.n)


class Tournament(msgspec.Struct, frozen=True):
    """The best first; `results` are shares of the points by pairing."""

    kind: str
    standings: tuple[Standing, ...]
    results: dict[str, dict[str, float]]

    def rows(self) -> list[dict[str, Any]]:
        return [
            {
                "id": each.id,
                "name": each.name,
                "n": each.n,
                "rate": each.rate,
                "low": each.interval[0],
                "high": each.interval[1],
                "dominated_by": list(each.dominated_by),
            }
            for each in self.standings
        ]

    def to_json(self) -> dict[str, Any]:
        return {"kind": self.kind, "ranking": self.rows()}

    def to_frame(self) -> Any:
        """A row an entry, as a table of polars or pandas."""
        return frame(self.rows(), ("dominated_by",))

    def _repr_svg_(self) -> str:
        """The ranking, for a notebook."""
        return shares((each.name, each.rate, each.interval) for each in self.standings)


def kinds(game: Game) -> dict[str, Contest]:
    """What can be fought out in a game: its own contests, and everybody who can be called into a scene."""
    called = {key: _called(key, people) for key, people in game.cast.items()}
    return {**game.contests, **called}


def _called(key: str, people: Any) -> Contest:
    names = {id: str(p.get("fiche", {}).get("nom", id)) for id, p in people.items()}
    return Contest(names, lambda id: {key: id})


def contest(game: Game, kind: str) -> Contest:
    known = kinds(game)
    if kind not in known:
        there = tuple(map(Typed, known))
        raise ContentError("", Said("genre inconnu « {} » ; il y a : {}", (Typed(kind), there)))
    return known[kind]


def tournament(
    game: Game,
    kind: str,
    n: int = 20,
    seed: int = 0,
    workers: Workers | None = None,
    told: Callable[[int], None] | None = None,
) -> Tournament:
    """n fights of each pairing."""
    entries = contest(game, kind).entries
    pairings: dict[tuple[str, str], float] = {}
    for (a, b), points in (workers or Here()).do(_tasks(game.id, kind, tuple(entries), n, seed)):
        pairings[a, b], pairings[b, a] = points / n, 1 - points / n
        if told is not None:
            told(n)
    results = {a: {b: pairings[a, b] for b in entries if b != a} for a in entries}
    standings = [
        Standing(a, entries[a], n * len(row), n * sum(row.values()), dominated_by(a, results, n))
        for a, row in results.items()
    ]
    return Tournament(kind, tuple(sorted(standings, key=lambda s: (-s.rate, s.id))), results)


def dominated_by(a: str, results: dict[str, dict[str, float]], n: int) -> tuple[str, ...]:
    """Those that surely beat it and do at least as well against everybody else."""
    return tuple(
        b
        for b, lost in results[a].items()
        if wilson(round((1 - lost) * n), n)[0] > 0.5
        and all(results[b][c] >= results[a][c] for c in results if c not in (a, b))
    )


def _tasks(id: str, kind: str, entries: tuple[str, ...], n: int, seed: int) -> Iterator[Task[tuple[str, str], float]]:
    return (((a, b), pairing, (id, kind, a, b, n, seed)) for a, b in combinations(entries, 2))


def pairing(id: str, kind: str, a: str, b: str, n: int, seed: int) -> float:
    """The points of the first against the second: what a worker does.

    The luck is of this pairing alone: with the same in all of them, one lucky fight would count against everybody.
    """
    played, luck, half = game(id), f"{seed}:{a}:{b}", n - n // 2
    first, second = SIDES
    there = _fought(played, duel(played, kind, a, b), 0, half, luck)
    back = _fought(played, duel(played, kind, b, a), half, n - half, luck)
    return _points(there, first) + _points(back, second)


def _fought(played: Game, scene: Scene, start: int, n: int, luck: str) -> Report:
    way = opening(played, scene)
    return fights(played, scene, n, luck, played.tactic(), start=start, limit=LIMIT, opening=way)


def _points(report: Report, side: str) -> float:
    return report.wins.get(side, 0) + (report.draws + report.unfinished) / 2


def duel(game: Game, kind: str, a: str, b: str) -> Scene:
    """The two of them, each on a side of its own, the first named first, nothing begun yet."""
    fighter = contest(game, kind).fighter
    side, people = in_files(person_type(game.scene), "side"), in_files(game.scene, "people")
    both = {name.lower(): {**fighter(id), side: name} for name, id in zip(SIDES, (a, b), strict=True)}
    return game.read_scene({people: both}, ())
