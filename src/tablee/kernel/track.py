"""The order of an encounter drawn on a scale: rounds as lanes, turns at their count, and what everybody has left.

A game in whose order figures count down gives `Game.track`; without one, the order is a line (`Game.order`).
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from .refs import Who

Shape = Literal["disc", "arch", "lozenge", "triangle", "square"]


class Token(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Something of which somebody has so many in a round: actions, mostly. `price`: what else it costs him.

    A few are drawn one by one, each with its letter; what is counted in steps (`many`) as one shape with its number.
    """

    letter: str
    label: str
    left: int
    spent: int = 0
    price: str = ""
    shape: Shape = "disc"
    many: bool = False


State = Literal["done", "now", "to_come"]


class Spot(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A turn at its count; None: nobody but its owner knows where it is."""

    who: Who
    at: int | None
    state: State = "to_come"
    lost_by: str = ""  # what would cost its owner this turn, if he paid for it before


class Lane(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A round, with the turns in it."""

    name: str
    number: int
    spots: tuple[Spot, ...]
    note: str = ""


class Track(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    lanes: tuple[Lane, ...]
    now: int  # the number of the lane that is being played
    tokens: dict[Who, tuple[Token, ...]] = {}  # what everybody has left, also to interrupt others with
    waits: dict[Who, str] = {}  # what somebody waits to do: a secret of his own


def no_track(scene: Any) -> Track | None:
    """The order is no more than a line."""
    return None
