"""Events: small facts for the log, each with who may see it."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from .oracle import ALL, GM, Question
from .tally import Terms

ACHIEVED = "reussi"  # the fact by which any game says whether what was tried came off: a page marks it ✓ or ✗


class Rolled(msgspec.Struct, frozen=True, gc=False):
    """Dice as they fell, for the log."""

    who: str
    why: str
    sides: int
    faces: tuple[int, ...]
    audience: str = ALL
    by: str = ""  # "hand": typed in by a player with real dice


class Event(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One fact: who did what to whom, the sum behind it, what came of it."""

    what: str
    who: str = ""
    target: str = ""
    rule: str = ""
    terms: Terms = ()
    facts: tuple[tuple[str, Any], ...] = ()
    audience: str = ALL
    dice: tuple[Rolled, ...] = ()

    def __getitem__(self, name: str) -> Any:
        for key, value in self.facts:
            if key == name:
                return value
        raise KeyError(name)

    @property
    def achieved(self) -> bool | None:
        """Whether what was tried came off; None if the event tells of no such thing."""
        return next((value for key, value in self.facts if key == ACHIEVED and isinstance(value, bool)), None)


class Viewer(msgspec.Struct, frozen=True):
    """Somebody looking: the game master, or a player with characters, or a spectator without any."""

    characters: frozenset[str] = frozenset()
    gm: bool = False

    def sees(self, audience: str) -> bool:
        """An audience is everybody, the game master, or one character's player (and the game master)."""
        return self.gm or audience == ALL or (audience != GM and audience in self.characters)


def may_read(viewer: Viewer, question: Question) -> bool:
    """Whether a viewer may read a question; the others learn at most that somebody is awaited."""
    return viewer.sees(question.who if question.audience == "who" else question.audience)


def seen_by(viewer: Viewer, event: Event) -> Event | None:
    """The event as this viewer may see it: whole, without the dice hidden from him, or not at all."""
    if not viewer.sees(event.audience):
        return None
    dice = tuple(d for d in event.dice if viewer.sees(d.audience))
    return event if len(dice) == len(event.dice) else replace(event, dice=dice)
