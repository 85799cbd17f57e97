"""Pictures for tests: small files of every colour."""

from __future__ import annotations

from functools import cache
from io import BytesIO

from PIL import Image

Colour = tuple[int, int, int]


@cache
def picture(colour: Colour = (200, 30, 30), size: tuple[int, int] = (8, 8), kind: str = "PNG") -> bytes:
    """A file as a device sends it."""
    held = BytesIO()
    Image.new("RGB", size, colour).save(held, kind)
    return held.getvalue()


def numbered(n: int) -> bytes:
    """A picture unlike those of other numbers, each a few steps of colour from the next."""
    return picture(((n * 37) % 256, (n * 101) % 256, (n * 53) % 256))


def shades(data: bytes) -> Image.Image:
    found = Image.open(BytesIO(data)).convert("RGBA")
    found.load()
    return found
