"""`tablee new` and `tablee sheet`: characters made step by step, from a draft or at random, and shown."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec
from rich.console import RenderableType
from rich.text import Text

from tablee.kernel import content
from tablee.kernel import game as kernel_game
from tablee.kernel.draft import Draft, Problem, Unfinished
from tablee.kernel.game import Game
from tablee.kernel.sheet import Sheet
from tablee.table.character import CharacterFile

from . import render
from .errors import Refused, refuse
from .files import gathered, pretty, read_character, read_data, write
from .guide import Guide
from .terminal import Read, complain, out, read
from .texts import lang, say
from .wording import voice_of


def new(
    game: Game,
    at_random: bool,
    seed: int | None,
    start: str | None,
    options: tuple[str, ...],
    draft: Path | None,
    to: Path | None,
) -> None:
    """Make a character in one of the four ways; written whole, or shown."""
    ways = [way for way, taken in (("--random", at_random), ("--from", start), ("--draft", draft)) if taken]
    if len(ways) > 1:
        raise refuse("error.together", a=ways[0], b=ways[1])
    if seed is not None and not at_random:
        raise refuse("error.needs", a="--seed", b="--random")
    game.check_switches(options, "--option")
    if at_random:
        chosen = game.creation.at_random(random.SystemRandom().randrange(10**9) if seed is None else seed, options)
    elif start is not None:
        chosen = started(game, start, options)
    elif draft is not None:
        chosen = read_draft(game, draft)
    else:
        chosen = guided(game, read, options)
    made = msgspec.to_builtins(finish(game, chosen), str_keys=True)
    file = CharacterFile(game.id, game.version, made, chosen.waivers)
    if to is not None:
        keep(file, to)
        return
    preview = game.creation.review(chosen).preview
    out.print(drawn(game, preview if preview is not None else sheet_of(game, made), explain=False))
    if not ways:
        ask_where(file, read)


def keep(file: CharacterFile, to: Path) -> None:
    write(to, pretty(file))
    out.print(Text(say("new.written", path=to)))


def ask_where(file: CharacterFile, read: Read) -> None:
    """A character made by hand is not lost for want of --out."""
    while line := read(f"{say('new.where')} > "):
        try:
            keep(file, Path(line))
            return
        except Refused as refused:
            complain(refused.sentences[0])
    complain(say("new.not_written"))


def read_draft(game: Game, path: Path) -> Draft:
    return content.convert(read_data(path), game.creation.draft, str(path))


def started(game: Game, start: str, options: tuple[str, ...]) -> Draft:
    if start not in game.creation.starts:
        there = ", ".join(game.creation.starts) or say("nobody")
        raise refuse("new.no_start", start=start, game=game.title, there=there)
    return game.creation.begin(options, start)


def guided(game: Game, read: Read, options: tuple[str, ...]) -> Draft:
    chosen = Guide(game, read, options).run()
    if chosen is None:
        raise refuse("new.given_up")
    return chosen


def finish(game: Game, draft: Draft) -> Any:
    """The character, or a sentence for each problem."""
    try:
        return game.creation.finish(draft)
    except Unfinished as error:
        raise Refused(*(sentence(game, problem) for problem in error.problems)) from None


def sentence(game: Game, problem: Problem) -> str:
    return game.words.speaker(lang()).text(problem.why)


# ---------------------------------------------------------------- sheets


def show_sheet(path: Path, explain: bool) -> None:
    """A character file as a sheet."""
    file = read_character(path)
    game = kernel_game.game(file.game)
    out.print(drawn(game, sheet_of(game, file.character, str(path)), explain))
    for waiver in file.waivers:
        out.print(Text(say("sheet.waiver", rule=waiver.rule, note=waiver.note), "soft"))
    if file.rules_version != game.version:
        out.print(Text(say("sheet.made_with", then=file.rules_version, now=game.version), "soft"))


def sheet_of(game: Game, character: dict[str, Any], name: str = "") -> Sheet:
    """The sheet of somebody in a scene of his own."""
    scene = gathered(game, character, name)
    return game.sheet(scene, game.people(scene)[0])


def drawn(game: Game, shown: Sheet, explain: bool) -> RenderableType:
    return render.sheet(shown, voice_of(game), explain)
