"""What a command is applied to, and what comes of it."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from msgspec.structs import replace

from tablee.kernel.event import Event
from tablee.kernel.game import Game
from tablee.kernel.kept import cached_property
from tablee.kernel.live import Entry
from tablee.kernel.sentence import Id

from .commands import Command
from .hidden import told
from .refusal import Refused
from .state import Aside, Desk, Member, Play, State, Told
from .visibility import Eyes

Past = Callable[[dict[str, Any], int], tuple[Entry, ...]]


def no_past(action: dict[str, Any], act: int) -> tuple[Entry, ...]:
    return ()


@dataclass(frozen=True)
class Moment:
    """A state, a member who gives a command, the number its entry will have, and the chance it is given."""

    game: Game
    state: State
    member: Member
    members: Mapping[str, Member]
    seq: int
    rng: random.Random = field(default_factory=random.SystemRandom)
    past: Past = no_past  # how an action went before it was taken back: its dice are not rolled again

    @property
    def play(self) -> Play:
        return self.state.play

    @property
    def desk(self) -> Desk:
        return self.state.desk

    @property
    def scene(self) -> Any:
        return self.state.play.scene

    def present(self, who: str) -> None:
        """Refused unless somebody of this id is in the campaign, in the encounter or not."""
        if who not in self.play.away and who not in self.game.people(self.scene):
            raise Refused("no_one", who=Id(who))

    @cached_property
    def eyes(self) -> Eyes:
        return Eyes(self.game, self.state, self.member)

    @property
    def as_known(self) -> Moment:
        """The same as far as the member knows; to see what he would be told, nothing of it is kept."""
        known = self.eyes.state
        if known is self.state:
            return self
        return dataclasses.replace(self, state=known, rng=random.Random(0), past=no_past)

    # ------------------------------------------------------------ what comes of it

    def after(self, *events: Event, play: Play | None = None, desk: Desk | None = None, **more: Any) -> After:
        """The state with this play and this desk, and these events as they may be told in it."""
        state = self.state
        if play is not None or desk is not None:  # or nothing has changed, and nothing is stored again
            state = replace(state, play=play or self.play, desk=desk or self.desk)
        return After(state, told(self.game, state, events), **more)


@dataclass(frozen=True)
class After:
    state: State
    told: tuple[Told, ...] = ()
    transcript: tuple[Entry, ...] = ()
    act: int | None = None  # the entry that began the action this belongs to
    reveals: bool = False  # something hidden is known now
    command: Command | None = None  # the command as it is to be remembered, if otherwise than it was given
    stored: bytes | None = None  # the state as it is to be stored, where not all of it is understood
    aside: tuple[Aside, ...] = ()  # and what is not
