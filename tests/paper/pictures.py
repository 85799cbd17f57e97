"""The first page of a sheet of every game as a picture for the README; `python tests/paper/pictures.py` writes them."""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image

from tablee.cli.files import demo
from tablee.cli.printing import pages
from tablee.kernel.game import games
from tablee.paper import press

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
DPI = 64
GREYS = 16  # ink on paper needs no more, and a page is a fifth as large


def picture(game: str) -> bytes:
    """Whoever stands first in the demonstration of a game, on paper."""
    given = pages(demo(games()[game]))
    page = press.pictures("sheet", given | {"sheets": given["sheets"][:1]}, DPI)[0]
    drawn, made = Image.open(io.BytesIO(page)).convert("L").quantize(GREYS), io.BytesIO()
    drawn.save(made, "PNG", optimize=True)
    return made.getvalue()


def place(game: str) -> Path:
    return FOLDER / f"paper-{game}.png"


if __name__ == "__main__":
    for game in games():
        place(game).write_bytes(picture(game))
