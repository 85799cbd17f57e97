"""`tablee play`: which table to sit at."""

from __future__ import annotations

import random

from rich.text import Text

from tablee.kernel.about import listing
from tablee.kernel.game import game
from tablee.kernel.oracle import first
from tablee.lab.opening import opening

from . import chances
from .errors import refuse
from .files import Stage, demo, read_stage
from .menu import Menu
from .session import Session
from .table import Table
from .terminal import out, read


def play(file: str | None, seed: int | None, named: str | None) -> None:
    stage = read_stage(file) if file is not None else demonstration()
    laid = table(stage, seed, named)
    if stage.note:
        out.print(Text(stage.note, "soft"))
    laid.run(opening(stage.game, stage.scene))


def demonstration() -> Stage:
    """The first scene of the first complete game that has one."""
    for about in listing().games:
        if about.complete and about.ready:
            return demo(game(about.id))
    raise refuse("play.no_game")


def table(stage: Stage, seed: int | None, named: str | None) -> Table:
    """A table where nothing has happened yet. A tactic that is named answers in the chances shown, too."""
    played = stage.game
    tactic = chances.tactic(played, named)[1] if named is not None or played.tactics else None
    menu = Menu(tactic.answer, named) if named is not None and tactic is not None else Menu(first)
    rng = None if seed is None else random.Random(seed)
    return Table(Session(played, stage.scene, tactic, rng), stage.title, tactic, menu, read)
