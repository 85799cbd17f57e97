"""`tablee report`: a book looked at for its author, as a page with pictures, a short text and their figures."""

from __future__ import annotations

from pathlib import Path

import msgspec
from rich.text import Text

from tablee.kernel.game import Game
from tablee.lab.review import Survey, notes, page, survey
from tablee.lab.review.plots import can_draw
from tablee.lab.review.survey import how_many

from . import files
from .bar import bar
from .errors import judged_by, refuse
from .fighting import asked, chosen, hands, judged
from .options import Wish
from .terminal import out
from .texts import lang, say

FIGHTS = 400  # for each question


def report(game: Game, folder: Path, wish: Wish, known: Path | None) -> None:
    n = asked(wish, FIGHTS)
    if not can_draw():
        raise refuse("report.no_plots")
    if folder.exists() and not folder.is_dir():
        raise refuse("report.no_folder", path=folder)
    found = read(game, known) if known is not None else surveyed(game, n, chosen(wish.seed), wish)
    written = {
        f"{game.id}.html": page(found, game, lang()),
        f"{game.id}.md": notes(found, game, lang()),
        f"{game.id}.json": msgspec.json.format(msgspec.json.encode(found), indent=1).decode() + "\n",
    }
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in written.items():
        files.write(folder / name, text.encode())
    out.print(Text(say("report.done", path=folder / f"{game.id}.html")))


def surveyed(game: Game, n: int, seed: int, wish: Wish) -> Survey:
    with judged_by(game), judged(), hands(wish) as workers, bar(how_many(game, n)) as fought:
        return survey(game, n, seed, workers, fought.more)


def read(game: Game, known: Path) -> Survey:
    """The figures of an earlier report, to be written down again."""
    try:
        found = msgspec.json.decode(known.read_bytes(), type=Survey)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise refuse("report.unread", path=known) from None
    if found.game != game.id:
        raise refuse("error.other_game", name=known, found=found.game, wanted=game.id)
    return found
