"""What a game brings for the page to wear: colours, a picture, a paragraph. Read from a file of its package.

`content/theme.toml`; a game without one looks plain and works. Drawings are paths and nothing else, so that whoever
installs a game lets nobody write into the page.

    accent = ["#1c5d6b", "#7cc4d1"]                  # by day and by night, readable on the page's own paper
    picture = ["M6 40c7-6 12-6 18 0", "m48 6-25 25"]  # paths within 64 by 64, drawn as lines
    about = { fr = "…", en = "…" }

    outlines = ["M46 0A46 …Z", "M0-48L48 …Z"]        # of emblems, ours and theirs, within 52 of the origin
    fields = ["M0-60H60V60H0Z"]                       # how the field of an emblem may be divided
    ornament = "M0 5q3.5-5 7 0"                       # within 56 by 10, beside headings
    texture = { width = 80, height = 24, path = "M0 12q10-12 20 0" }
    corner = 12                                       # how round what is framed is, in pixels
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from .content import read_file
from .words import Phrase

FILE = "content/theme.toml"  # in the package of a game

Drawn = Annotated[str, Meta(pattern=r"^[MmLlHhVvCcSsQqTtAaZz0-9 .,+\-\n]{1,4000}$")]  # the data of a path
Colour = Annotated[str, Meta(pattern="^#[0-9a-fA-F]{6}$")]


class Texture(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tile."""

    width: Annotated[int, Meta(ge=4, le=400)]
    height: Annotated[int, Meta(ge=4, le=400)]
    path: Drawn


class Theme(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    accent: tuple[Colour, Colour]
    picture: tuple[Drawn, ...]
    about: Phrase
    outlines: tuple[Drawn, Drawn] = ("M46 0A46 46 0 1 1-46 0A46 46 0 1 1 46 0Z", "M0-48L48 0L0 48L-48 0Z")
    fields: Annotated[tuple[Drawn, ...], Meta(min_length=1)] = ("M0-60H60V60H0Z", "M-60 0H60V60H-60Z")
    ornament: Drawn = "M0 5H56"
    texture: Texture = Texture(40, 40, "M0 20H40")
    corner: Annotated[int, Meta(ge=0, le=40)] = 8


def theme_of(folder: Path | None) -> Theme | None:
    """The theme of the game whose package lies there, or None; ContentError if its file is wrong."""
    path = folder / FILE if folder is not None else None
    return read_file(path, Theme) if path is not None and path.is_file() else None
