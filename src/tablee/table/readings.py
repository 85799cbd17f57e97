"""What is read in a state, worked out once for all who read the same in it.

After most entries most sheets say what they said before, and while an action waits for an answer nothing has happened
yet: what was read in the state before is kept as far as it holds.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from .state import PlayOf, State

T = TypeVar("T")

WAITING = "open", "tests", "requests"  # what only waits
HAPPENS = tuple(name for name in PlayOf.__struct_fields__ if name not in WAITING)


class Readings:
    """Of one state, by keys that say who reads the same. What depends on an action that waits has no place here."""

    def __init__(self, state: State, before: Readings | None = None) -> None:
        self.state = state
        self._read: dict[Hashable, Any] = {}
        self._past: dict[Hashable, Any] = {}
        if before is not None and nothing_happened(before.state, state):
            self._read, self._past = before._read, before._past
        elif before is not None:
            self._past = before._read

    def once(self, key: Hashable, work: Callable[[], T]) -> T:
        if key not in self._read:
            self._read[key] = work()
        found: T = self._read[key]
        return found

    def before(self, key: Hashable) -> Any:
        """What was read there in the state before; None if nothing was."""
        return self._past.get(key)

    def again(self, key: Hashable, of: Any, work: Callable[[], T]) -> T:
        """The same of what is made of `of` alone: what was made of an equal one in the state before is kept."""

        def made() -> tuple[Any, T]:
            past: tuple[Any, T] | None = self._past.get(key)
            return past if past is not None and past[0] == of else (of, work())

        return self.once(key, made)[1]


def nothing_happened(before: State, after: State) -> bool:
    """Whether two states differ at most in what the table waits for."""
    return before.desk is after.desk and all(getattr(before.play, f) is getattr(after.play, f) for f in HAPPENS)
