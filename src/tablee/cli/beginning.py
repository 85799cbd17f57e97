"""`tablee new-game`: a game of one's own begins."""

from __future__ import annotations

from pathlib import Path

from rich.text import Text

from tablee.starting import make

from .terminal import out
from .texts import say


def new_game(name: str, where: Path) -> None:
    folder = make(name, where)
    out.print(Text(say("new_game.made", name=name, folder=folder), "title"))
    steps = {
        f"pip install -e {folder}": say("new_game.install"),
        f"tablee check {name}": say("new_game.check"),
        f"tablee play {name}/demo": say("new_game.play"),
        f"pytest {folder}": say("new_game.test"),
    }
    for command, why in steps.items():
        out.print(Text.assemble("  ", (command, "key"), f"  {why}"), soft_wrap=True)
