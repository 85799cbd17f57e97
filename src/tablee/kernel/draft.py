"""Drafts: creating a character as plain data that can be reviewed at any moment and finished when it holds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from .oracle import Closed
from .sheet import Sheet


class Waiver(msgspec.Struct, frozen=True):
    """A deliberate exception to one rule, with the reason for it."""

    rule: str
    note: str


class Draft(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What has been chosen so far. A game adds its own fields, each with a default."""

    waivers: tuple[Waiver, ...] = ()


class Budget(msgspec.Struct, frozen=True):
    label: str
    spent: int
    most: int
    rule: str

    @property
    def left(self) -> int:
        return self.most - self.spent


class Problem(msgspec.Struct, frozen=True):
    """What does not hold yet, in which step, and the note if it is meant to be so."""

    step: str
    why: Closed
    waived: str = ""


class Review(msgspec.Struct, frozen=True):
    budgets: tuple[Budget, ...]
    problems: tuple[Problem, ...]
    preview: Sheet | None

    @property
    def open_problems(self) -> tuple[Problem, ...]:
        return tuple(p for p in self.problems if not p.waived)


class Unfinished(Exception):
    """A draft that may not be finished yet: its problems, each with its rule."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__(" ; ".join(str(p.why) for p in problems))
        self.problems = problems


class Field(msgspec.Struct, frozen=True):
    """One thing to fill in, described so that any page or terminal can ask for it."""

    name: str  # the draft's field
    kind: Literal["text", "yes_no", "points", "entries", "choice", "choices"]
    label: str
    help: str = ""
    keys: tuple[tuple[str, str], ...] = ()  # points: what they are spread over; choices: what there is (id, label)
    low: int = 0
    high: int = 0


class Step(msgspec.Struct, frozen=True):
    id: str
    title: str
    fields: tuple[Field, ...]
    rules: tuple[str, ...] = ()


@dataclass(frozen=True)
class Creation:
    """How a game makes characters."""

    draft: type[Draft]
    steps: tuple[Step, ...]
    problems: Callable[[Any], list[Problem]]
    budgets: Callable[[Any], tuple[Budget, ...]]
    preview: Callable[[Any], Sheet | None]
    build: Callable[[Any], Any]  # the character; called only on a draft without open problems
    random: Callable[[int], Draft]

    def review(self, draft: Draft) -> Review:
        """Budgets, problems and a preview of the sheet; never raises on a draft of the right type."""
        notes = {w.rule: w.note for w in draft.waivers if w.note.strip()}
        problems = tuple(msgspec.structs.replace(p, waived=notes.get(p.why.rule, "")) for p in self.problems(draft))
        return Review(self.budgets(draft), problems, self.preview(draft))

    def finish(self, draft: Draft) -> Any:
        """The character, or Unfinished with every problem that is not a deliberate exception."""
        wrong = self.review(draft).open_problems
        if wrong:
            raise Unfinished(wrong)
        return self.build(draft)
