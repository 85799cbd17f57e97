"""Pictures that somebody sends: looked at before they are opened, and encoded anew. What is kept is our own WebP, of
which nothing but the pixels comes from the device: no file name, no place, no camera, no text, no second frame."""

from __future__ import annotations

import hashlib
import warnings
from io import BytesIO

import msgspec
from PIL import Image, ImageDraw, ImageOps

from .refusal import Refused
from .state import CLEAR, Backdrop, Grid

SENT = 8_000_000  # bytes
PIXELS = 20_000_000  # of one picture, known from its head before any of them is made
KINDS = ("PNG", "JPEG", "WEBP")
LARGE = 2048  # pixels across the longer side, at most
SMALL = 256  # across a face
KEPT = 2_000_000  # bytes of the large one, at most
QUALITIES = (82, 65, 45, 25)


class Encoded(msgspec.Struct, frozen=True):
    """A picture as it is kept: whole, and a square of its middle for faces; `digest` is of both."""

    width: int
    height: int
    large: bytes
    small: bytes
    digest: str


def encode(data: bytes) -> Encoded:
    """A picture sent from a device as it is kept, or Refused with the reason. It takes a while: not for the loop."""
    if len(data) > SENT:
        raise Refused("picture_bytes", most=SENT // 1_000_000)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Pillow warns of sizes that are judged here
            with Image.open(BytesIO(data), formats=KINDS) as opened:
                _measure(opened)
                pixels = _pixels(opened)
    except Refused:
        raise
    except Image.DecompressionBombError:
        raise _too_many() from None
    except Exception:  # the bytes may be anybody's, and a decoder may fail at them in any way
        raise Refused("picture_kind") from None
    pixels, large = _webp(pixels)
    side = min(SMALL, *pixels.size)
    _, small = _webp(ImageOps.fit(pixels, (side, side), Image.Resampling.LANCZOS))
    return Encoded(*pixels.size, large, small, hashlib.sha256(large + small).hexdigest())


def sound(large: bytes, small: bytes) -> bool:
    """Whether these are two pictures as they are kept here, and nothing besides: they came in from a file."""
    return all(_is_ours(data, most) for data, most in ((large, LARGE), (small, SMALL)))


def _is_ours(data: bytes, most: int) -> bool:
    try:
        with Image.open(BytesIO(data), formats=("WEBP",)) as opened:
            fits = len(data) <= KEPT and max(opened.size) <= most and getattr(opened, "n_frames", 1) == 1
            if fits:
                opened.load()
            return fits and not {"exif", "xmp", "icc_profile"} & opened.info.keys()
    except Exception:  # as above
        return False


def clear_of_fog(large: bytes, under: Backdrop, grid: Grid, fog: tuple[str, ...]) -> bytes:
    """What lies under the clear cells of a map, and nothing else: the rest is in no pixel of it."""
    with Image.open(BytesIO(large), formats=("WEBP",)) as opened:
        shown = opened.convert("RGBA")
    cell = shown.width / under.width  # pixels
    mask = Image.new("1", shown.size)
    draw = ImageDraw.Draw(mask)
    for row, cells in enumerate(fog):
        for column, state in enumerate(cells):
            if state == CLEAR:
                corners = [((x - under.x) * cell, (y - under.y) * cell) for x, y in outline(grid, column, row)]
                draw.polygon(corners, fill=1)
    bare = Image.new("RGBA", shown.size)
    bare.paste(shown, mask=mask)
    return _webp(bare)[1]


def outline(grid: Grid, column: int, row: int) -> list[tuple[float, float]]:
    """The corners of a cell of a map, where a cell is 1 wide; hexagons stand on a point."""
    if grid == "square":
        return [(column + x, row + y) for x, y in ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))]
    side = 3**-0.5
    x, y = column + row % 2 / 2, row * side * 1.5
    across = ((0, -side), (0.5, -side / 2), (0.5, side / 2), (0, side), (-0.5, side / 2), (-0.5, -side / 2))
    return [(x + dx, y + dy) for dx, dy in across]


def _measure(opened: Image.Image) -> None:
    """By its head alone: nothing is unpacked yet."""
    if opened.width * opened.height > PIXELS:
        raise _too_many()


def _too_many() -> Refused:
    return Refused("picture_pixels", most=PIXELS // 1_000_000)


def _pixels(opened: Image.Image) -> Image.Image:
    """What it shows, upright, no larger than is kept, and nothing that came with it."""
    opened.load()
    clear = opened.mode in ("RGBA", "LA", "PA") or "transparency" in opened.info
    shown = ImageOps.exif_transpose(opened).convert("RGBA" if clear else "RGB")
    shown.thumbnail((LARGE, LARGE), Image.Resampling.LANCZOS)
    bare = Image.new(shown.mode, shown.size)
    bare.paste(shown)
    return bare


def _webp(pixels: Image.Image) -> tuple[Image.Image, bytes]:
    """As good as fits, and of what; noise that fits at no quality is made smaller."""
    for quality in QUALITIES:
        file = BytesIO()
        pixels.save(file, "WEBP", quality=quality, method=4)
        if file.tell() <= KEPT:
            return pixels, file.getvalue()
    return _webp(pixels.resize((max(1, pixels.width // 2), max(1, pixels.height // 2))))
