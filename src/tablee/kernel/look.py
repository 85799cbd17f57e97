"""What one sees of somebody: the figure of his emblem, how he is in a word, and what has visibly befallen him.

A game says all of it in one `Look`. The table sends of it what a member may know: the calling to those who may read the
sheet, to the others what anybody sees.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from .content import read

Figure = Literal[  # what can stand on an emblem; none: initials do
    "", "anchor", "axe", "beast", "book", "bow", "claw", "coin", "cross", "crown", "dagger", "dragon", "drop",
    "eye", "fist", "flame", "flask", "gear", "grain", "gun", "hammer", "horn", "horse", "key", "leaf",
    "lightning", "mask", "moon", "note", "pack", "scales", "shield", "skull", "snake", "spear", "speech",
    "spider", "spiral", "staff", "star", "stone", "swarm", "sword", "tower", "wing",
]  # fmt: skip
Health = Literal["", "unhurt", "hurt", "badly", "down", "dead"]
BADLY = 3  # whoever has a third left, or less

Figures = dict[str, dict[str, Figure]]  # by table, by id


class Emblems(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file in which a game keeps the figures of its callings, its creatures and its weapons."""

    figure: Figures
    origin: str = ""


def emblems_of(package: str) -> Figures:
    return read(package, "content/emblems.toml", Emblems).figure


class Look(msgspec.Struct, frozen=True, gc=False):
    calling: Figure = ""  # his class, career or caste: for those who may read his sheet
    seen: Figure = ""  # the kind of creature, or what is in hand: anybody sees it
    health: Health = ""
    marks: tuple[tuple[str, int], ...] = ()  # conditions that show, each with its level; 0: it has none


def by_standing(scene: Any, who: str) -> Look:
    """The plainest look: whether somebody is down."""
    return Look(health="" if scene[who].up else "down")


def of_pool(now: int, most: int) -> Health:
    """How somebody is who has this much left."""
    return "unhurt" if now >= most else "badly" if BADLY * now <= most else "hurt"
