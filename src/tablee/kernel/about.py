"""What is told of a game to whoever has not opened it: read from a file of its package, so that it need not be loaded.

`python -m tablee.games` writes the file; a game without one is loaded to be told of.
"""

from __future__ import annotations

from functools import cache

import msgspec

from . import content
from . import game as kernel_game
from .game import ANYBODYS, Game, Installed, NoGame, Switch
from .scenario import Scenario
from .words import LANGUAGES, Phrase

FILE = "about.json"  # in the package of a game


class SwitchText(msgspec.Struct, frozen=True, omit_defaults=True):
    """A switch of the campaign, and what the rule of the book behind it says."""

    id: str
    rule: str
    text: Phrase
    says: Phrase
    default: bool = False
    excludes: tuple[str, ...] = ()


class ReadyScene(msgspec.Struct, frozen=True):
    """A scene ready to play, and who meets there."""

    id: str
    title: Phrase
    note: Phrase
    sides: tuple[Phrase, ...]


class About(msgspec.Struct, frozen=True):
    id: str
    title: str
    credit: str
    complete: bool
    rules: int  # all of its ledger
    held: int  # those the code must hold to
    advice: int  # those only the reader can
    switches: tuple[SwitchText, ...]
    ready: tuple[ReadyScene, ...]
    version: str = "1"  # of its rules


class Listing(msgspec.Struct, frozen=True):
    """Every game that is installed, in the order of their titles, and why those that are missing cannot be had."""

    games: tuple[About, ...]
    faults: tuple[NoGame, ...]


def listing() -> Listing:
    found, faults = list[About](), list[NoGame]()
    for each in kernel_game.installed().values():
        try:
            found.append(about(each))
        except NoGame as fault:
            faults.append(fault)
    return Listing(tuple(sorted(found, key=lambda each: each.title)), tuple(faults))


@cache
def about(one: Installed) -> About:
    """What its file says; what the game itself says, where there is none that can be read."""
    folder = one.folder
    try:
        told = msgspec.json.decode((folder / FILE).read_bytes(), type=About) if folder is not None else None
    except (OSError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        told = None
    return told if told is not None and told.id == one.id else summary(one.load())


def summary(game: Game) -> About:
    """What a game says of itself; NoGame if that cannot be read."""
    try:
        rules = game.ledger.rules.values()
        advice = sum(rule.kind == "guidance" for rule in rules)
        held = sum(rule.needs_code for rule in rules)
        switches = tuple(_switch(game, each) for each in game.switches)
        ready = tuple(_ready(game, name) for name in game.demos)
    except ANYBODYS as error:
        raise NoGame.because(game.id, error) from error
    counts = len(rules), held, advice
    return About(game.id, game.title, game.credit, game.complete, *counts, switches, ready, game.version)


def written(game: Game) -> bytes:
    """The file that tells of a game."""
    return msgspec.json.format(msgspec.json.encode(summary(game)), indent=1) + b"\n"


def _switch(game: Game, switch: Switch) -> SwitchText:
    rule = game.ledger.rules[switch.rule]
    text = game.words.switch.get(switch.id) or Phrase(switch.id, switch.id)
    says = Phrase(rule.dit or rule.says, rule.says)
    return SwitchText(switch.id, switch.rule, text, says, switch.default, switch.excludes)


def _ready(game: Game, name: str) -> ReadyScene:
    scenario = content.parse(game.demos[name], Scenario, name)
    sides = tuple(_both(game, side) for side in scenario.start(name).sides())
    return ReadyScene(name, _both(game, scenario.title or name), _both(game, scenario.note), sides)


def _both(game: Game, text: str) -> Phrase:
    return Phrase(*(game.words.tr(text, lang) for lang in LANGUAGES))
