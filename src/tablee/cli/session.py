"""A table in play, without the terminal: scenes and undo, the action under way, what it waits for.

Dice that are known are never rolled again: neither when an action is left at a question and chosen once more, nor when
it is undone and done again, as long as everything before it is the same.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from tablee.kernel.action import Action, open_actions
from tablee.kernel.event import Event
from tablee.kernel.game import Game, Tactic
from tablee.kernel.live import Entry, given
from tablee.kernel.oracle import Closed
from tablee.kernel.orders import Orders
from tablee.kernel.run import Run, answered, run, thrown
from tablee.kernel.scene import Scene
from tablee.kernel.snapshot import Snapshots
from tablee.kernel.tools import offered
from tablee.lab.fight import left

from .errors import ClosedNow


@dataclass(frozen=True)
class Turn:
    """An action that was played, and what came of it."""

    action: Action
    events: tuple[Event, ...]
    transcript: tuple[Entry, ...]


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
        self.pending: Run | None = None
        self.auto = False  # the tactic answers what is pending
        self.pasts = [b""]  # pasts[i] tells the way that led to scene i from any other
        self.kept: dict[tuple[bytes, bytes], Run] = {}  # by past and action: left at a question, or undone
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

    def tools(self) -> list[Action]:
        """What a game master does to whoever is looked at, by his word."""
        return list(offered(self.game, self.scene, self.actor)) if self.actor is not None else []

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
        self.auto = auto
        self._run(self.kept.get(self._key(action), Run(action)))

    def let_tactic(self, tactic: Tactic) -> None:
        """The tactic takes this turn: it chooses, and answers whatever is asked."""
        self.tactic = tactic
        if self.actor is not None:
            self.choose(tactic.act(self.scene, self.actor), auto=True)

    def answer(self, id: str | int) -> None:
        """Answer the question that waits; ValueError with a sentence if that is no answer to it."""
        waiting = self._waiting()
        self._go_on(answered(waiting, waiting.picked.index(None), id, "player"))

    def throw(self, faces: Sequence[int]) -> None:
        """Type in the dice that are waited for, in order; ValueError with a sentence if they cannot fall so."""
        self._go_on(thrown(self._waiting(), faces))

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

    def _run(self, so_far: Run) -> None:
        """As far as it goes: it is done, or pending."""
        ordered = Orders(usual=self.game.orders).given
        now = run(self.scene, so_far, self.rng, self.by_hand, ordered)
        while self.auto and self.tactic is not None and now.questions:
            missing = [at for at, id in enumerate(now.picked) if id is None]
            for at, question in [(at, now.questions[at]) for at in missing]:
                now = answered(now, at, self.tactic.answer(question).id, "tactic")
            now = run(self.scene, now, self.rng, self.by_hand, ordered)
        if now.wanted:
            self.pending = now
        else:
            self._finish(Turn(now.action, now.events, now.transcript), now.scene)

    def _go_on(self, now: Run) -> None:
        """Once nothing is missing any more."""
        if now.wanted:
            self.pending = now
        else:
            self._run(now)

    def _finish(self, turn: Turn, after: Scene) -> None:
        key = self._key(turn.action)
        self.kept[key] = Run(turn.action, past=turn.transcript)
        self.scenes.cut(self.at + 1)
        del self.turns[self.at :], self.pasts[self.at + 1 :]
        self.pasts.append(_digest(*key, given(turn.transcript)))
        self.turns.append(turn)
        self.scenes.add(after)
        self.at += 1
        self.scene, self.pending, self.chosen_actor = after, None, None

    def _waiting(self) -> Run:
        if self.pending is None:
            raise ValueError("nothing is waited for")
        return self.pending

    def _key(self, action: Action) -> tuple[bytes, bytes]:
        return self.pasts[self.at], msgspec.json.encode(action)
