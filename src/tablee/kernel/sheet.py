"""Sheets: any character of any game as sections of lines, so that one page can show them all."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal, TypeVar, TypeVarTuple

import msgspec

from .kept import once
from .refs import Who
from .tally import Terms, total
from .widgets import Plan, Widget

S = TypeVar("S")
Given = TypeVarTuple("Given")


class Growth(msgspec.Struct, frozen=True, gc=False):
    """How a figure grows: its rate in hundredths, and what is won of the next point, in hundredths."""

    rate: int
    part: int = 0


class Stat(msgspec.Struct, frozen=True, gc=False, tag="stat", omit_defaults=True):
    """A number and the sum behind it."""

    label: str
    terms: Terms
    growth: Growth | None = None

    @property
    def value(self) -> int:
        return total(self.terms)


class Pool(msgspec.Struct, frozen=True, gc=False, tag="pool", omit_defaults=True):
    """A number that is spent and comes back: `now` is left of `most`, which the `terms` explain; `label` is French.

    A game master sets it by hand where `at` says where the character keeps it, in files: a dotted path below him.
    What is kept there is what is left, or, if `lost`, what is gone of it; never less than `low` is left.
    """

    label: str
    now: int
    terms: Terms
    at: str = ""  # where the character keeps it, a dotted path below him; empty: it cannot be set by hand
    lost: bool = False  # what is kept there is what is gone of it
    low: int = 0  # the least it can be set to by hand

    @property
    def most(self) -> int:
        return total(self.terms)

    def kept(self, now: int) -> int:
        """What the character keeps when this much is to be left."""
        return self.most - now if self.lost else now


class Row(msgspec.Struct, frozen=True, gc=False, tag="row"):
    """Several numbers of one thing, side by side, each with the sum behind it; rows alike make a table."""

    label: str
    cells: tuple[Stat, ...]


class Boxes(msgspec.Struct, frozen=True, gc=False, tag="boxes"):
    """Boxes that are ticked one by one; the terms explain how many there are."""

    label: str
    ticked: int
    terms: Terms
    note: str = ""

    @property
    def most(self) -> int:
        return total(self.terms)


class Mark(msgspec.Struct, frozen=True, gc=False, tag="mark", omit_defaults=True):
    """A trait, a wound, a condition: a name, perhaps a value, and until when; or somebody it ties one to."""

    label: str
    value: int | None = None
    note: str = ""
    rule: str = ""
    who: Who = ""
    grave: bool = False  # of what has befallen somebody: it hurts
    until: str = ""  # when it ends, where the note says something else


class Text(msgspec.Struct, frozen=True, gc=False, tag="text"):
    label: str
    text: str


Line = Stat | Pool | Row | Boxes | Mark | Text


Kind = Literal[
    "",
    "vitals",  # what is spent and comes back, and stands at the head of the sheet
    "states",  # what has befallen somebody: conditions, wounds, effects
    "reference",  # looked up now and then, not in the heat of play: a page may keep it folded
]


class Section(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    title: str
    lines: tuple[Line, ...]
    kind: Kind = ""
    widget: Widget = ""  # how it is drawn, by whoever knows the widget
    plan: Plan | None = None  # and where its lines stand then


def lines(of: S, write: Callable[[S, *Given], Iterable[Line]], *given: *Given) -> tuple[Line, ...]:
    """What a section says of a frozen thing by these values alone: written once, and kept with it."""
    return once(of, _written, write, *given)


def _written(of: S, write: Callable[[S, *Given], Iterable[Line]], *given: *Given) -> tuple[Line, ...]:
    return tuple(write(of, *given))


class Sheet(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    who: str
    name: str
    sections: tuple[Section, ...]
    phrase: str = ""  # who that is, in a few words
    badge: str = ""  # how far he has come: a rank, a level
    motto: str = ""  # in his own words

    def line(self, label: str) -> Line:
        """The line with this label."""
        for section in self.sections:
            for line in section.lines:
                if line.label == label:
                    return line
        raise KeyError(label)

    def pool(self, at: str) -> Pool | None:
        """The pool that is kept there."""
        lines = (line for section in self.sections for line in section.lines)
        return next((line for line in lines if at and isinstance(line, Pool) and line.at == at), None)
