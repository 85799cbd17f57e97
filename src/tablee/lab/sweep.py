"""One or two values of a scene over a range: a curve, or a heat map."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any

import msgspec

from tablee.kernel.content import ContentError
from tablee.kernel.game import Game
from tablee.kernel.scene import Scene
from tablee.kernel.sentence import Said, Typed

from .edit import plain_value, with_value
from .job import job
from .many import fight_many
from .picture import heat, shares
from .report import Report, frame
from .workers import Workers

WIDEST = 200  # values of one range


class Axis(msgspec.Struct, frozen=True):
    """A value of the scene, and what it is to be in turn."""

    path: str
    values: tuple[Any, ...]


class Sweep(msgspec.Struct, frozen=True):
    """A report at each point, in the order of the first axis, then of the second."""

    side: str
    axes: tuple[Axis, ...]
    reports: tuple[Report, ...]

    def points(self) -> Iterator[tuple[tuple[Any, ...], Report]]:
        return zip(product(*(axis.values for axis in self.axes)), self.reports, strict=True)

    def to_json(self) -> dict[str, Any]:
        return {"side": self.side, "points": list(self.rows())}

    def rows(self) -> Iterator[dict[str, Any]]:
        for at, report in self.points():
            low, high = report.interval(self.side)
            where = {axis.path: value for axis, value in zip(self.axes, at, strict=True)}
            yield {**where, "n": report.n, "rate": report.rate(self.side), "low": low, "high": high}

    def to_frame(self) -> Any:
        """A row a point, as a table of polars or pandas."""
        return frame(list(self.rows()))

    def _repr_html_(self) -> str:
        """A curve or a heat map, for a notebook."""
        if len(self.axes) != 2:
            points = ((", ".join(map(str, at)), report) for at, report in self.points())
            return shares((name, report.rate(self.side), report.interval(self.side)) for name, report in points)
        down, across = self.axes
        rates, width = [report.rate(self.side) for report in self.reports], len(across.values)
        lines = ((str(value), rates[at * width : (at + 1) * width]) for at, value in enumerate(down.values))
        return heat(f"{down.path} ↓ {across.path} →", [str(value) for value in across.values], lines)


def axis(over: str) -> Axis:
    """PATH=1..10 or PATH=a,b,c."""
    path, equals, text = over.partition("=")
    if not equals or not path or not text:
        raise ContentError("", Said("« {} » : on attend CHEMIN=1..10 ou CHEMIN=a,b,c", (Typed(over),)))
    low, dots, high = text.partition("..")
    if not dots:
        return Axis(path, tuple(plain_value(word) for word in text.split(",")))
    try:
        first, last = int(low), int(high)
    except ValueError:
        raise ContentError(path, Said("« {} » : deux entiers sont attendus", (Typed(text),))) from None
    if not 0 <= last - first < WIDEST:
        raise ContentError(path, Said("« {} » : de 1 à {} valeurs", (Typed(text), WIDEST)))
    return Axis(path, tuple(range(first, last + 1)))


def sweep_scene(
    game: Game,
    scene: Scene,
    axes: Sequence[Axis],
    side: str,
    n: int,
    seed: int,
    tactic: str,
    workers: Workers | None = None,
    told: Callable[[int], None] | None = None,
) -> Sweep:
    """n fights at each point. All points are judged before the first fight."""
    jobs = [job(game, scene_at(game, scene, axes, at), tactic, seed) for at in product(*(a.values for a in axes))]
    reports = []
    for each in jobs:
        reports.append(fight_many(each, n, workers))
        if told is not None:
            told(n)
    return Sweep(side, tuple(axes), tuple(reports))


def scene_at(game: Game, scene: Scene, axes: Sequence[Axis], values: Sequence[Any]) -> Scene:
    for axis, value in zip(axes, values, strict=True):
        scene = with_value(game, scene, axis.path, value)
    return scene
