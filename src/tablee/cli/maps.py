"""The map in the terminal: cells by their signs, people by two letters, a column and a row to say a cell by."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rich.console import Group
from rich.text import Text

from tablee.kernel.ground import Cell, cell_at, place_of, stands
from tablee.kernel.voice import Voice

from . import render
from .session import Session
from .terminal import out
from .texts import say
from .wording import names

WIDTHS = (4, 3, 2)  # letters for a cell, the most there is room for
EDGE = 4  # letters for the number of a row
MARGIN = 2  # cells around everybody, where the ground has no edge
FOG, OPEN = "░", "."

Seen = dict[Cell, tuple[str, str]]  # who is seen on a cell: two letters, and their style


def codes(names: Mapping[str, str]) -> dict[str, str]:
    """Two letters for everybody, no two alike: « Is » for Isaure, « P2 » for the second Pillard."""
    found: dict[str, str] = {}
    for who, name in names.items():
        found[who] = next(code for code in _tries(name) if code not in found.values())
    return found


def _tries(name: str) -> Iterator[str]:
    letters = [letter for letter in name if letter.isalnum()] or ["?"]
    initial, number = letters[0].upper(), name.split()[-1] if name.split() else ""
    if number.isdecimal() and len(number) == 1:
        yield initial + number
    yield from (initial + letter.lower() for letter in letters[1:])
    yield from (f"{initial}{n}" for n in range(1, 10))
    yield from (f"{n:02}" for n in range(10_000))


def drawn(session: Session, voice: Voice, aims: frozenset[Cell] = frozenset()) -> Group | None:
    """The ground with everybody whom the side of the one who acts can see; the cells one may aim at in brackets.
    None where the rules have no ground."""
    ground = voice.ground
    if ground is None:
        return None
    seen = session.game.sight(session.scene, frozenset(companions(session)))
    people, kinds = present(session, voice, seen), {(plot.x, plot.y): plot.kind for plot in ground.plots}
    cells = kinds or dict.fromkeys(open_ground(ground.grid, people.keys() | aims), "")
    places = {place_of(ground.grid, cell): cell for cell in cells}
    columns, rows = ({place[axis] for place in places} for axis in (0, 1))
    if not places:
        return None
    span = range(min(columns), max(columns) + 1)
    wide = next((w for w in WIDTHS if EDGE + w * len(span) + w // 2 <= out.width), WIDTHS[-1])
    lines = [header(span, wide)]
    for row in range(min(rows), max(rows) + 1):
        line = Text.assemble((f"{row:>{EDGE - 1}} ", "soft"))
        line.append(" " * (wide // 2) if ground.grid == "hex" and row % 2 else "")
        for column in span:
            cell = places.get((column, row))
            line.append(" " * wide) if cell is None else line.append_text(
                cell_text(cell, ground.signs.get(cells[cell], OPEN), people, seen, cell in aims, wide)
            )
        lines.append(line)
    legend = {sign: voice.tr(kind) for kind, sign in ground.signs.items() if kind in kinds.values()}
    said = [f"{sign} {name}" for sign, name in legend.items()]
    said += [f"{FOG} {say('map.fog')}"] if seen is not None else []
    said += [say("map.aim")] if aims else []
    return Group(*lines, render.indent(Text(" · ".join(said), "soft"), EDGE))


def header(span: range, wide: int) -> Text:
    """The numbers of the columns; every other one where there is little room."""
    shown = [f"{column:>2}" if wide > 2 or not column % 2 else "  " for column in span]
    return Text(" " * EDGE + "".join(f"{each:<{wide}}" for each in shown), "soft")


def cell_text(cell: Cell, sign: str, people: Seen, seen: frozenset[Cell] | None, aim: bool, wide: int) -> Text:
    """« f », « (f) », « Is »: what is on a cell, as wide as cells are here."""
    hidden = seen is not None and cell not in seen
    inside, style = people.get(cell, (FOG if hidden else sign, "soft" if sign == OPEN or hidden else ""))
    open, close = ("(", ")") if aim else (" ", " ")
    open = open if wide - len(inside) > 1 else ""
    return Text.assemble((open, "good"), (inside, style), (f"{close:<{wide}}"[: wide - len(open + inside)], "good"))


def companions(session: Session) -> tuple[str, ...]:
    """Who shares what the one who acts can see."""
    sides = session.scene.sides().values()
    return next((side for side in sides if session.actor in side), (session.actor,) if session.actor else ())


def present(session: Session, voice: Voice, seen: frozenset[Cell] | None) -> Seen:
    """Who is seen where: one for each cell, who acts first, those on the ground last and in small letters."""
    from .screen import seats

    letters, ours, standing = codes(names(voice)), companions(session), session.scene.standing()
    found: Seen = {}
    ranked = sorted(seats(session), key=lambda seat: (seat[0] != session.actor, seat[0] not in standing))
    for who, _, style in ranked:
        cell = stands(session.scene, who)
        if cell is None or cell in found or (seen is not None and cell not in seen and who not in ours):
            continue
        code = letters[who] if who in standing else letters[who].lower()
        found[cell] = (code, f"{style} reverse" if who == session.actor else style)
    return found


def open_ground(grid: str, cells: frozenset[Cell] | set[Cell]) -> Iterator[Cell]:
    """The cells around these, where the ground has no edge."""
    places = [place_of(grid, cell) for cell in cells]
    if places:
        columns, rows = ([place[axis] for place in places] for axis in (0, 1))
        for row in range(min(rows) - MARGIN, max(rows) + MARGIN + 1):
            for column in range(min(columns) - MARGIN, max(columns) + MARGIN + 1):
                yield cell_at(grid, column, row)
