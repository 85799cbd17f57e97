"""What the rules make of a campaign: the figures on its sheets, the actions and options there are.

Taken while a campaign is played under some rules, and taken again of the same state under others, they tell what these
would change, though the others are not installed any more.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from sqlalchemy import Connection, select

from tablee.kernel.action import tag
from tablee.kernel.game import Game
from tablee.kernel.sheet import Mark, Pool, Sheet, Stat
from tablee.kernel.voice import Voice

from . import models, scenes
from .seen import SeenChanges, SeenFigure
from .state import State


class Figures(msgspec.Struct, frozen=True):
    rules: str  # the version of the game
    sheets: dict[str, dict[str, int]]  # by character, each figure by where it stands
    actions: tuple[str, ...]
    options: tuple[str, ...]


def figures(game: Game, state: State) -> Figures:
    """As these rules have it."""
    sheets = {who: dict(_of(game.sheet(state.play.scene, who))) for who in game.people(state.play.scene)}
    for who, there in state.play.away.items():
        sheets[who] = dict(_of(game.sheet(scenes.gathered(game, [there]), who)))
    actions = tuple(sorted(map(tag, game.actions)))
    return Figures(game.version, sheets, actions, tuple(switch.id for switch in game.switches))


def figures_of(connection: Connection, campaign: str) -> tuple[int, Figures] | None:
    """Those that were kept of a campaign, and of which entry."""
    row = connection.execute(select(models.figures).where(models.figures.c.campaign == campaign)).one_or_none()
    return None if row is None else (row.seq, msgspec.json.decode(row.figures, type=Figures))


def _of(sheet: Sheet) -> Iterator[tuple[str, int]]:
    """Every figure of a sheet, by its section and its label."""
    for section in sheet.sections:
        for line in section.lines:
            if isinstance(line, Stat):
                yield f"{section.title} / {line.label}", line.value
            elif isinstance(line, Pool):
                yield f"{section.title} / {line.label}", line.most
            elif isinstance(line, Mark) and line.value is not None:
                yield f"{section.title} / {line.label}", line.value


def changes(voice: Voice, then: Figures, now: Figures) -> SeenChanges:
    """What is otherwise under the rules of now, in the words of a reader."""

    def said(where: str) -> str:
        return " / ".join(map(voice.tr, where.split(" / ")))

    def option(id: str) -> str:
        known = voice.game.words.switch.get(id)
        return known.say(voice.lang) if known is not None else id

    differing = [
        SeenFigure(who, voice.called(who), said(where), sheet.get(where), now.sheets[who].get(where))
        for who, sheet in then.sheets.items()
        if who in now.sheets
        for where in dict.fromkeys((*sheet, *now.sheets[who]))
        if sheet.get(where) != now.sheets[who].get(where)
    ]
    return SeenChanges(
        tuple(differing),
        tuple(each for each in then.actions if each not in now.actions),
        tuple(each for each in now.actions if each not in then.actions),
        tuple(option(each) for each in then.options if each not in now.options),
        tuple(option(each) for each in now.options if each not in then.options),
    )
