"""An action from its first die to its end, for the table and the terminal alike: a pure function of what is known.

It is run on its transcript; where it must wait it stops, and is run again from its start once the answer is in. Dice
that are known are never rolled again: neither after an answer, nor when an action was taken back and is taken once
more, as long as everything before them is the same. How a run is kept and undone is the caller's.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from .action import Action
from .event import Event, Rolled
from .live import Awaiting, Diverged, Entry, Given, Live, Ordered, answers, in_a_row, typed, unordered
from .oracle import Question, Throw


class Run(msgspec.Struct, frozen=True):
    """How far an action has come: done once `scene` is there; until then it waits for what is `wanted`."""

    action: Action
    transcript: tuple[Entry, ...] = ()
    past: tuple[Entry, ...] = ()  # how it went before it was taken back
    wanted: tuple[Question | Throw, ...] = ()  # questions asked at once, or one throw of real dice
    picked: tuple[str | int | None, ...] = ()  # for each thing wanted the answer that is in, None while it is missing
    by: tuple[str, ...] = ()  # and who gave it
    events: tuple[Event, ...] = ()  # all that was told so far
    dice: tuple[Rolled, ...] = ()  # thrown since the last event
    scene: Any = None  # after it

    @property
    def questions(self) -> tuple[Question, ...]:
        """What it waits for, if that is answers."""
        return tuple(each for each in self.wanted if isinstance(each, Question))

    @property
    def throw(self) -> Throw | None:
        """What it waits for, if that is dice."""
        return next((each for each in self.wanted if isinstance(each, Throw)), None)

    @property
    def next(self) -> Question | Throw:
        """The first of the things wanted that is still missing."""
        return self.wanted[self.picked.index(None)]


def run(
    scene: Any, so_far: Run, rng: random.Random, by_hand: Collection[str] = (), ordered: Ordered = unordered
) -> Run:
    """As far as it goes from this scene. Diverged if its transcript is one of other rules.

    Of those who are asked together, whoever has ordered his answer is not waited for.
    """
    live = Live(so_far.transcript, rng, by_hand, ordered, so_far.past)
    wanted: tuple[Question | Throw, ...] = ()
    given: tuple[Given | None, ...] = ()
    after = None
    try:
        after = so_far.action.after(scene, live)
        if live.unread:
            raise Diverged(f"never asked for now: {live.unread[0].asked!r}")
    except Awaiting as stop:
        wanted, given = stop.wanted, stop.given
    return replace(
        so_far,
        transcript=tuple(live.transcript),
        wanted=wanted,
        picked=tuple(None if each is None else each[0].id for each in given),
        by=tuple("" if each is None else each[1] for each in given),
        events=tuple(live.events),
        dice=tuple(live.dice),
        scene=after,
    )


def answered(waiting: Run, at: int, id: str | int, by: str = "") -> Run:
    """With one answer more; ValueError with a sentence if it is none. Once all are in, nothing is wanted: run it."""
    given = answers((waiting.questions[at],), (id,)).got
    picked = (*waiting.picked[:at], *given, *waiting.picked[at + 1 :])
    each = (*waiting.by[:at], by, *waiting.by[at + 1 :])
    ids = [id for id in picked if id is not None]
    if len(ids) < len(picked):
        return replace(waiting, picked=picked, by=each)
    return _with(waiting, answers(waiting.questions, ids, in_a_row(each)))


def thrown(waiting: Run, faces: Sequence[int]) -> Run:
    """With real dice typed in, in the order they are asked for; ValueError with a sentence if they cannot fall so."""
    assert waiting.throw is not None
    return _with(waiting, typed(waiting.throw, grouped(waiting.throw, faces)))


def _with(waiting: Run, entry: Entry) -> Run:
    return replace(waiting, transcript=(*waiting.transcript, entry), wanted=(), picked=(), by=())


def grouped(throw: Throw, faces: Sequence[int]) -> list[Sequence[int]]:
    """Faces in one row, cut into the kinds of dice of a throw; those too many lie with the last."""
    groups, cut = list[Sequence[int]](), 0
    for dice in throw.dice[:-1]:
        groups.append(faces[cut : cut + dice.n])
        cut += dice.n
    return [*groups, faces[cut:]]
