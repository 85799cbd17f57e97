"""« Let the machine play this one »: what it does for a character of the game master's, and whether it is its turn.

It plays as a good game master would, who does not use what he alone knows: of those who are hidden at the table the
character knows its own side. What it does is a command like any other, in the log, refused if it is not open; it can be
taken back, and then the machine waits until something else is done.
"""

from __future__ import annotations

import random
from typing import NamedTuple

import msgspec

from tablee.kernel import foresight
from tablee.kernel.action import Action
from tablee.kernel.game import Game
from tablee.kernel.run import Run, run

from . import commands as c
from .hidden import unseen
from .known import unaware
from .log import Log
from .state import State

LOOKED = 50  # entries through which the last that was done is looked for
TAKEN_BACK = ("undo", "redo")
DOING = frozenset(c.tag(kind) for kind in c.COMMANDS if not kind.aside) | {c.tag(c.LetPlay)}


class Move(NamedTuple):
    """Somebody the machine plays is awaited: at a state, to act or to answer one of the questions."""

    stands: int
    who: str
    question: int | None = None


def due(log: Log) -> Move | None:
    """What the machine has to do now."""
    now, play = log.now, log.now.state.play
    own = {who for who in now.state.desk.machine if not now.state.desk.owners.get(who)}
    if not own or now.held or play.paused:
        return None
    move = _awaited(now.state, own, now.stands)
    return move if move is not None and not _taken_back(log) else None


def _awaited(state: State, own: set[str], stands: int) -> Move | None:
    pending = state.play.open
    if pending is None:
        turn = state.play.scene.turn()[:1]
        return Move(stands, turn[0]) if turn and turn[0] in own else None
    for n, (question, picked) in enumerate(zip(pending.questions, pending.picked, strict=False)):
        if picked is None and question.who in own:
            return Move(stands, question.who, n)
    return None


def _taken_back(log: Log) -> bool:
    """Whether the last that was done is that something was undone: then the game master has the word."""
    kinds = (each.entry.kind for each in reversed(log.page(None, None, LOOKED)))
    return next((kind for kind in kinds if kind in DOING or kind in TAKEN_BACK), "") in TAKEN_BACK


# ---------------------------------------------------------------- what it does


def chosen(game: Game, state: State, move: Move, seconds: float) -> c.Command | None:
    """The command it gives; None: it finds nothing that is open, and leaves it to the game master."""
    pending = state.play.open
    if move.question is not None and pending is not None:
        asked = run(state.play.scene, Run(game.action(pending.action), pending.transcript), random.Random(0)).questions
        option = game.tactic().answer(asked[move.question])
        return c.Answer(option.id, move.question, pending.asked)
    action = act(game, state, move.who, seconds)
    return None if action is None else c.Act(msgspec.to_builtins(action, str_keys=True))


def act(game: Game, state: State, who: str, seconds: float) -> Action | None:
    """By looking ahead in the scene as the character knows it; as the plain tactic would, where that is not open."""
    scene = state.play.scene
    side = scene.people[who].side
    foreign = frozenset(each for each in unseen(game, state) if each in scene.people and scene[each].side != side)
    known = unaware(game, state, foreign).state.play.scene if foreign else scene
    if known.turn()[:1] != (who,):
        return None
    plain = game.tactic()
    ways = foresight.foreseeing(game, plain, seconds), plain.act
    found = (way(known, who) for way in ways)
    return next((each for each in found if each.closed(known) is None and each.closed(scene) is None), None)
