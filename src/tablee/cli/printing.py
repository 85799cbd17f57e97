"""`tablee print`: a character, everybody of a scene, or rules, as a PDF."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from tablee.kernel.game import Game
from tablee.paper import laid, press

from .catalogue import search
from .errors import refuse
from .files import Stage, read_stage, write
from .terminal import out
from .texts import lang, say
from .wording import voice_of

Kind = Literal["auto", "sheets", "blocks"]


def printed(ref: str, kind: Kind, to: Path | None) -> None:
    """Whoever is in a file or a ready scene: one has his sheet, several have a block each, unless told otherwise."""
    stage = read_stage(ref)
    people = stage.game.people(stage.scene)
    template: press.Template = "blocks" if kind == "blocks" or (kind == "auto" and len(people) > 1) else "sheet"
    keep(press.pdf(template, pages(stage)), to or Path(f"{Path(ref).stem}.pdf"))


def pages(stage: Stage) -> dict[str, object]:
    game, scene = stage.game, stage.scene
    voice = voice_of(game, scene)
    shown = [voice.sheet(game.sheet(scene, who)) for who in game.people(scene)]
    return laid.page(shown, f"{game.title} · {stage.title}", lang())


def print_rules(game: Game, words: str, to: Path | None) -> None:
    """The rules with these words, as cards."""
    found = search(game, words)
    if not found:
        raise refuse("rules.none", game=game.title, words=words)
    keep(press.pdf("rules", laid.cards(found, game.title, lang())), to or Path(f"{game.id}.pdf"))


def keep(made: bytes, to: Path) -> None:
    write(to, made)
    out.print(say("print.done", path=to), soft_wrap=True)
