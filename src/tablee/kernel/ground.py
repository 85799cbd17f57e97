"""The map as the rules know it: which cells there are, what they are made of, and which of them somebody sees."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

Cell = tuple[int, int]


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


def place_of(grid: str, cell: Cell) -> Cell:
    """The column and the row of a cell, as one counts them on a map: of hexagons, odd rows lie half a cell right."""
    x, y = cell
    return (x + (y - y % 2) // 2, y) if grid == "hex" else cell


def cell_at(grid: str, column: int, row: int) -> Cell:
    """The cell at this column and row."""
    return (column - (row - row % 2) // 2, row) if grid == "hex" else (column, row)


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
