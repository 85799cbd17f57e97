"""How a section of a sheet may be drawn. A plan says where the lines of its section stand, by their places among them:
the lines are all there is to read, and whoever knows no plan shows them one below the other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Literal, Protocol

import msgspec

from .look import Figure

Widget = Literal["", "figures", "rolls", "wheel", "body", "tree", "ladder", "cards", "table", "bag", "text"]
Part = Literal["", "head", "torso", "left_arm", "right_arm", "left_leg", "right_leg"]
At = int  # the place of a line in its section
PARTS: dict[str, Part] = {  # of a body that walks upright, as the games name them
    "tete": "head",
    "torse": "torso",
    "corps": "torso",
    "bras_gauche": "left_arm",
    "bras_droit": "right_arm",
    "jambe_gauche": "left_leg",
    "jambe_droite": "right_leg",
}


class Spoke(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    at: At
    parts: tuple[At, ...] = ()  # what it is made of
    figure: Figure = ""


class Wheel(msgspec.Struct, frozen=True, gc=False, tag="wheel"):
    """Three to eight figures around one."""

    hub: At
    spokes: tuple[Spoke, ...]


class Zone(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    at: At
    part: Part = ""
    range: str = ""  # the dice that strike it
    hurt: bool = False


class Body(msgspec.Struct, frozen=True, gc=False, tag="body"):
    zones: tuple[Zone, ...]


class Node(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    at: At
    depth: int = 0
    state: Literal["had", "open", "shut"] = "had"


class Tree(msgspec.Struct, frozen=True, gc=False, tag="tree"):
    nodes: tuple[Node, ...]


Stage = Literal["done", "here", "next", "far"]


class Rung(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    label: str
    note: str = ""
    state: Stage = "far"


def stage(rank: int, now: int) -> Stage:
    """How a rank stands to the present one."""
    return "done" if rank < now else "here" if rank == now else "next" if rank == now + 1 else "far"


class Ladder(msgspec.Struct, frozen=True, gc=False, tag="ladder"):
    """Ranks one after the other; what the next one wants, and what it gives."""

    rungs: tuple[Rung, ...]
    wants: tuple[At, ...] = ()
    gives: tuple[At, ...] = ()


class Card(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    at: At
    more: tuple[At, ...] = ()  # what else is said of it
    kind: str = ""
    pips: int = 0
    tone: Literal["", "passive", "against", "held"] = ""


class Cards(msgspec.Struct, frozen=True, gc=False, tag="cards"):
    cards: tuple[Card, ...]


class Rolls(msgspec.Struct, frozen=True, gc=False, tag="rolls"):
    """The action a line makes, and the parameter that says how hard it is: one choice for the whole list."""

    do: str
    by: str
    choices: tuple[tuple[str | int, str], ...]
    usual: str | int


Plan = Wheel | Body | Tree | Ladder | Cards | Rolls


class Named(Protocol):
    @property
    def label(self) -> str: ...


def grouped(lines: Sequence[Named], begins: Iterable[At]) -> tuple[tuple[At, tuple[At, ...]], ...]:
    """The lines that begin something, each with those that follow it."""
    edges = [*begins, len(lines)]
    return tuple((a, tuple(range(a + 1, b))) for a, b in pairwise(edges))


def branches(label: str) -> int:
    """How deep a label hangs that has its branches drawn before it."""
    return (len(label) - len(label.lstrip("│├└─ "))) // 3
