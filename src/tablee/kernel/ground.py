"""The map as the rules know it: which cells there are, what they are made of, and which of them somebody sees."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from math import atan2, pi, sqrt
from typing import Any, Literal, NamedTuple

import msgspec

from .action import Action

Cell = tuple[int, int]
HEX_ROW = sqrt(3) / 2  # from one row of hexagons to the next, in cells


class Plot(msgspec.Struct, frozen=True, gc=False):
    """One cell; what it is made of is an id of the game, which its words name."""

    x: int
    y: int
    kind: str


class Ground(msgspec.Struct, frozen=True):
    """All cells of a map. Hexagons are given in axial coordinates: x to the east, y to the south-east."""

    grid: Literal["hex", "square"]
    plots: tuple[Plot, ...] = ()  # none: open ground without an edge
    signs: dict[str, str] = {}  # the letter that stands for a kind where a map is written
    barred: tuple[str, ...] = ()  # kinds on which nobody can stand


class Drawing(NamedTuple):
    """How a map of one's own is drawn where the rules have maps: rows of signs, a space where no cell is."""

    grid: Literal["hex", "square"]
    signs: Mapping[str, str]  # of each kind of ground that can be drawn
    laid: Callable[[tuple[str, ...]], dict[str, Any]]  # what a scene as plain data keeps of such rows


class Way(NamedTuple):
    """A move somebody may make now: the action, with any place in it, and what each cell it leads to costs."""

    action: Action  # its `x` and `y` say where
    cells: Mapping[Cell, int]


class Figure(NamedTuple):
    """How somebody stands on a map: how many cells across, and which way he looks."""

    size: int = 1  # a cell and those around it, within half of this
    facing: int | None = None  # degrees from the east, clockwise; None: the rules do not ask


class Zone(NamedTuple):
    """Cells where something lasts that is not the ground itself; its name is a text of the game's words."""

    name: Any
    cells: frozenset[Cell]


def place_of(grid: str, cell: Cell) -> Cell:
    """The column and the row of a cell, as one counts them on a map: of hexagons, odd rows lie half a cell right."""
    x, y = cell
    return (x + (y - y % 2) // 2, y) if grid == "hex" else cell


def cell_at(grid: str, column: int, row: int) -> Cell:
    """The cell at this column and row."""
    return (column - (row - row % 2) // 2, row) if grid == "hex" else (column, row)


def steps(grid: str, here: Cell, there: Cell) -> int:
    """How many cells away, diagonals counting one on squares."""
    x, y = there[0] - here[0], there[1] - here[1]
    return max(abs(x), abs(y), abs(x + y)) if grid == "hex" else max(abs(x), abs(y))


WINDS = ("n", "ne", "e", "se", "s", "sw", "w", "nw")  # clockwise from the north


def wind(grid: str, here: Cell, there: Cell) -> str:
    """Which of the eight winds leads best from one cell to another."""
    x, y = there[0] - here[0], there[1] - here[1]
    east, south = (x + y / 2, y * HEX_ROW) if grid == "hex" else (x, y)
    return WINDS[round(atan2(east, -south) / (pi / 4)) % 8]


def square(middle: Cell, far: int) -> Iterator[Cell]:
    """The squares up to so many steps away, diagonals counting one, without the middle."""
    for y in range(-far, far + 1):
        for x in range(-far, far + 1):
            if x or y:
                yield middle[0] + x, middle[1] + y


def on_the_map(grid: str, facts: dict[str, Any]) -> dict[str, Any]:
    """Facts with the column and the row of a cell in place of its coordinates."""
    x, y = facts.get("x"), facts.get("y")
    if not isinstance(x, int) or not isinstance(y, int):
        return facts
    column, row = place_of(grid, (x, y))
    return {**facts, "x": column, "y": row}


def stands(scene: Any, who: str) -> Cell | None:
    """Where the game itself says that somebody is."""
    for field in scene.__struct_fields__:
        held = getattr(scene, field)
        person: Any = held.get(who) if isinstance(held, dict) else None
        if hasattr(person, "x") and hasattr(person, "y"):
            return person.x, person.y
    return None


def no_ground(scene: Any) -> Ground | None:
    """Most games play without a map."""
    return None


def all_seen(scene: Any, people: frozenset[str]) -> frozenset[Cell] | None:
    """The cells these people see between them; None: everything."""
    return None


def plain_figure(scene: Any, who: str) -> Figure:
    """Most people fill a cell and look everywhere."""
    return Figure()


def no_area(scene: Any, action: Action) -> Iterable[Cell]:
    """Most actions strike nobody but whom they name."""
    return ()


def no_zones(scene: Any) -> Iterable[Zone]:
    """Most scenes have none beside their ground."""
    return ()


def no_way(scene: Any, who: str) -> Iterable[Way]:
    """Most rules do not say how far somebody comes."""
    return ()
