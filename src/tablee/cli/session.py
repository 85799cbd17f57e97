"""A table in play, without the terminal: scenes and undo, the action under way, what it waits for.

An action is run on its transcript; when it must wait it stops, and is run again once the answer is in. Dice that are
known are never rolled again: neither after an answer, nor when an action is left at a question and chosen once more,
nor when it is undone and done again, as long as everything before it is the same.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Any

import msgspec

from tablee.kernel.action import Action, open_actions
from tablee.kernel.event import Event, Rolled
from tablee.kernel.game import Game, Tactic
from tablee.kernel.live import Awaiting, Entry, Live, answers, typed
from tablee.kernel.oracle import Closed, Question, Throw
from tablee.kernel.scene import Scene
from tablee.kernel.snapshot import Snapshots
from tablee.lab.fights import left

from .errors import ClosedNow

DICE = ("server", "hand")  # by whom an entry that holds dice was given


@dataclass(frozen=True)
class Turn:
    """An action that was played, and what came of it."""

    action: Action
    events: tuple[Event, ...]
    transcript: tuple[Entry, ...]


@dataclass
class Pending:
    """An action under way."""

    action: Action
    auto: bool  # the tactic answers
    transcript: list[Entry] = field(default_factory=list)
    past: list[Entry] = field(default_factory=list)  # how it went before it was undone
    wanted: tuple[Question | Throw, ...] = ()
    picked: list[str | int] = field(default_factory=list)  # answers to the first of the questions wanted
    events: list[Event] = field(default_factory=list)
    dice: list[Rolled] = field(default_factory=list)  # thrown since the last event

    @property
    def next(self) -> Question | Throw:
        """What is waited for now."""
        return self.wanted[len(self.picked)]

    def recall(self) -> None:
        """Take over the dice of the past, for as long as the answers are those of the past."""
        n = len(self.transcript)
        if _known(self.past[:n]) == _known(self.transcript):
            self.transcript += takewhile(lambda entry: entry.by in DICE, self.past[n:])


def _known(transcript: Sequence[Entry]) -> list[tuple[str, Any]]:
    return [(entry.asked, entry.got) for entry in transcript]


def _digest(*parts: bytes) -> bytes:
    return hashlib.blake2b(b"\0".join(parts), digest_size=16).digest()


class Session:
    """Choose, answer, type dice, cancel, undo, redo. Never prints, never reads."""

    def __init__(self, game: Game, scene: Scene, tactic: Tactic | None, rng: random.Random | None = None) -> None:
        self.game, self.tactic = game, tactic
        self.rng = rng or random.SystemRandom()
        self.by_hand: set[str] = set()
        self.first, self.scene, self.at = scene, scene, 0
        self.scenes = Snapshots(game.scene)
        self.scenes.add(scene)
        self.turns: list[Turn] = []  # turns[i] led from scene i to scene i + 1
        self.pending: Pending | None = None
        self.pasts = [b""]  # pasts[i] tells the way that led to scene i from any other
        self.kept: dict[tuple[bytes, bytes], Pending] = {}  # by past and action: left at a question, or undone
        self.chosen_actor: str | None = None

    # ------------------------------------------------------------ looking

    @property
    def actor(self) -> str | None:
        """Whose actions are offered: who was picked, else who has the turn, else the first who stands there."""
        if self.chosen_actor is not None:
            return self.chosen_actor
        people, standing = self.game.people(self.scene), self.scene.standing()
        there = self.scene.turn() or [who for who in people if who in standing] or people
        return there[0] if there else None

    def legal(self) -> list[tuple[Action, Closed | None]]:
        return list(self.game.legal(self.scene, self.actor)) if self.actor is not None else []

    def open(self) -> list[Action]:
        return open_actions(iter(self.legal()))

    @property
    def last(self) -> Turn | None:
        return self.turns[self.at - 1] if self.at else None

    @property
    def told(self) -> Turn | None:
        """The last turn in which something happened; else the last one."""
        return next((turn for turn in reversed(self.turns[: self.at]) if turn.events), self.last)

    @property
    def over(self) -> bool:
        """Whether there was a fight and it is decided."""
        return len(self.scene.sides()) > 1 and len(left(self.scene)) <= 1

    # ------------------------------------------------------------ playing

    def choose(self, action: Action, auto: bool = False) -> None:
        """Begin an action; it ends at once, or waits in `pending`. ClosedNow if it is not open."""
        closed = action.closed(self.scene)
        if closed is not None:
            raise ClosedNow(closed)
        self.cancel()
        kept = self.kept.get(self._key(action))
        self.pending = (
            Pending(action, auto) if kept is None else replace(kept, auto=auto, transcript=[*kept.transcript])
        )
        self._run(self.pending)

    def let_tactic(self, tactic: Tactic) -> None:
        """The tactic takes this turn: it chooses, and answers whatever is asked."""
        self.tactic = tactic
        if self.actor is not None:
            self.choose(tactic.act(self.scene, self.actor), auto=True)

    def answer(self, id: str | int) -> None:
        """Answer the question that waits; ValueError with a sentence if that is no answer to it."""
        pending, question = self._waiting()
        assert isinstance(question, Question)
        answers((question,), (id,))
        pending.picked.append(id)
        if len(pending.picked) == len(pending.wanted):
            asked = [q for q in pending.wanted if isinstance(q, Question)]
            pending.transcript.append(answers(asked, pending.picked, "player"))
            self._run(pending)

    def throw(self, faces: Sequence[int]) -> None:
        """Type in the dice that are waited for, in order; ValueError with a sentence if they cannot fall so."""
        pending, wanted = self._waiting()
        assert isinstance(wanted, Throw)
        left_over, groups = list(faces), []
        for dice in wanted.dice:
            groups.append(left_over[: dice.n])
            left_over = left_over[dice.n :]
        pending.transcript.append(typed(wanted, [*groups[:-1], [*groups[-1], *left_over]]))
        self._run(pending)

    def cancel(self) -> None:
        """Back to the menu; what was rolled and answered stays with that action on this scene."""
        if self.pending is not None:
            self.kept[self._key(self.pending.action)] = self.pending
            self.pending = None

    # ------------------------------------------------------------ undo and redo

    def undo(self) -> bool:
        """One scene back; False when there is none."""
        return self._move(-1)

    def redo(self) -> bool:
        return self._move(1)

    def _move(self, by: int) -> bool:
        if not 0 <= self.at + by < len(self.scenes):
            return False
        self.at += by
        self.scene, self.pending, self.chosen_actor = self.scenes.get(self.at), None, None
        return True

    # ------------------------------------------------------------ running

    def _run(self, pending: Pending) -> None:
        """Run the action on its transcript as far as it goes."""
        while True:
            pending.recall()
            live = Live(pending.transcript, self.rng, self.by_hand)
            try:
                after = pending.action.resolve(self.scene, live)
            except Awaiting as stop:
                pending.transcript, pending.events, pending.dice = live.transcript, live.events, live.dice
                pending.wanted, pending.picked = stop.wanted, []
                asked = [q for q in stop.wanted if isinstance(q, Question)]
                if not (pending.auto and asked and self.tactic):
                    return
                policy = self.tactic.answer
                pending.transcript.append(answers(asked, [policy(q).id for q in asked], "tactic"))
            else:
                self._finish(Turn(pending.action, tuple(live.events), tuple(live.transcript)), after)
                return

    def _finish(self, turn: Turn, after: Scene) -> None:
        key = self._key(turn.action)
        self.kept[key] = Pending(turn.action, False, past=list(turn.transcript))
        self.scenes.cut(self.at + 1)
        del self.turns[self.at :], self.pasts[self.at + 1 :]
        self.pasts.append(_digest(*key, msgspec.json.encode(_known(turn.transcript))))
        self.turns.append(turn)
        self.scenes.add(after)
        self.at += 1
        self.scene, self.pending, self.chosen_actor = after, None, None

    def _waiting(self) -> tuple[Pending, Question | Throw]:
        if self.pending is None:
            raise ValueError("nothing is waited for")
        return self.pending, self.pending.next

    def _key(self, action: Action) -> tuple[bytes, bytes]:
        return self.pasts[self.at], msgspec.json.encode(action)
