"""What of a book its author may want to know: the chances of its tests, the odds it prints, what a point is worth.

Names are French, with their English in the words of the game; figures are worked out when somebody asks for them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec


class Curves(msgspec.Struct, frozen=True):
    """The exact chance of a test over a value: one line for each of some circumstances."""

    rule: str
    title: str
    over: str  # what the value is called
    values: tuple[int, ...]
    lines: Mapping[str, Callable[[int], float]]


class Printed(msgspec.Struct, frozen=True):
    """A figure that the book prints, as it prints it, and what it is by its own rules."""

    rule: str
    what: str
    printed: str  # its last digit says how exact it means to be
    exact: Callable[[], float]
    chance: bool = True  # in per cent; else a plain figure, as a mean

    @property
    def unit(self) -> float:
        """What one of its last digit is worth."""
        return 10.0 ** -len(self.printed.partition(".")[2])


class Growth(msgspec.Struct, frozen=True):
    """What may be raised of the fighter of a contest, by its path below him; he then meets himself as he was."""

    contest: str
    entry: str
    paths: tuple[str, ...]
    by: int = 1


class Study(msgspec.Struct, frozen=True):
    """All of it; what a game leaves out is not studied."""

    tests: tuple[Curves, ...] = ()
    printed: tuple[Printed, ...] = ()
    growth: Growth | None = None
