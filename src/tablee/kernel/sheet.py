"""Sheets: any character of any game as sections of lines, so that one page can show them all."""

from __future__ import annotations

import msgspec

from .tally import Terms, total


class Stat(msgspec.Struct, frozen=True, tag="stat"):
    """A number and the sum behind it."""

    label: str
    terms: Terms

    @property
    def value(self) -> int:
        return total(self.terms)


class Pool(msgspec.Struct, frozen=True, tag="pool"):
    """A number that is spent and comes back; the terms explain its maximum."""

    label: str
    now: int
    terms: Terms

    @property
    def most(self) -> int:
        return total(self.terms)


class Mark(msgspec.Struct, frozen=True, tag="mark"):
    """A trait, a wound, a condition: a name, perhaps a value, and until when."""

    label: str
    value: int | None = None
    note: str = ""
    rule: str = ""


class Text(msgspec.Struct, frozen=True, tag="text"):
    label: str
    text: str


Line = Stat | Pool | Mark | Text


class Section(msgspec.Struct, frozen=True):
    title: str
    lines: tuple[Line, ...]


class Sheet(msgspec.Struct, frozen=True):
    who: str
    name: str
    sections: tuple[Section, ...]

    def line(self, label: str) -> Line:
        """The line with this label."""
        for section in self.sections:
            for line in section.lines:
                if line.label == label:
                    return line
        raise KeyError(label)
