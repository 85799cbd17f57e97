"""Drafts: creating a character as plain data that can be reviewed at any moment and finished when it holds."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import msgspec

from .content import convert
from .ledger import plain
from .oracle import ALL, GM, Closed
from .sentence import Typed
from .sheet import Sheet


class Waiver(msgspec.Struct, frozen=True, omit_defaults=True):
    """A deliberate exception, with the reason for it: to one rule, or only to what it is about."""

    rule: str
    note: str
    about: str = ""  # the key of a problem, or one of the names in it: that problem alone is excused

    def excuses(self, problem: Problem) -> bool:
        """Whether this problem is meant to be so; without a note nothing is."""
        meant = not self.about or self.about == problem.key or self.about in problem.names
        return bool(self.note.strip()) and self.rule == problem.why.rule and meant


class Draft(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What has been chosen so far. A game adds its own fields, each with a default."""

    waivers: tuple[Waiver, ...] = ()
    options: tuple[str, ...] = ()  # the switches of the campaign it is made for


class Start(msgspec.Struct, frozen=True):
    """A draft to begin with, nearly done: what it is called, and what it is in a sentence."""

    label: str
    note: str
    draft: Draft


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

    @property
    def names(self) -> tuple[str, ...]:
        """What it speaks of, figures left out."""
        return tuple(f if isinstance(f, str) else f.text for f in self.why.facts if isinstance(f, str | Typed))

    @property
    def key(self) -> str:
        """What tells it from the other problems of its rule, whatever the figures are."""
        return " · ".join((self.why.text, *self.names))

    def waiver(self, note: str) -> Waiver:
        """A deliberate exception to this problem alone."""
        return Waiver(self.why.rule, note, self.key)


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


Closures = Iterator[Closed]

TRIES = 200  # for a draft at random that holds under the options of a campaign
IDLE = "Rien à remplir ici."  # the help of a field that is idle


class Column(msgspec.Struct, frozen=True):
    """A part of an entry: what the draft calls it, and how it is asked for."""

    name: str
    label: str
    kind: Literal["text", "number", "choice"] = "text"
    keys: tuple[tuple[str, str], ...] = ()  # choice: what there is (id, label); an empty id: nothing


class Field(msgspec.Struct, frozen=True):
    """One thing to fill in, described so that any page or terminal can ask for it.

    `name` is the draft's field, whose type follows from `kind`: a text for `text` and `choice`, a yes or no for
    `yes_no`, a whole number for `points` without `keys` and a table of them by key with `keys`, a list of ids for
    `choices`, a list of names, of pairs or of structs of the `columns`, or a table, for `entries`. `label` and `help`
    are French; `low` and `high` (0: none) bound each figure. `notes` and `groups` tell of the keys, by their ids;
    `idle`: nobody is asked for it now.
    """

    name: str  # the draft's field
    kind: Literal["text", "yes_no", "points", "entries", "choice", "choices"]
    label: str
    help: str = ""
    keys: tuple[tuple[str, str], ...] = ()  # points: what they are spread over; choices: what there is (id, label)
    low: int = 0
    high: int = 0
    columns: tuple[Column, ...] = ()  # entries: what each is made of, the first names it; none: a name alone
    notes: dict[str, str] = {}  # what is to be known of some of the keys before one chooses, by their ids
    groups: dict[str, str] = {}  # the headings some of the keys stand under
    idle: bool = False  # earlier choices leave nothing to fill in here: nobody is asked for it


class Step(msgspec.Struct, frozen=True):
    id: str
    title: str
    fields: tuple[Field, ...]
    rules: tuple[str, ...] = ()


def as_written(draft: Any, field: Field) -> Field:
    """A field that is asked for in the same way whatever was chosen before."""
    return field


@dataclass(frozen=True)
class Creation:
    """How a game makes characters. All of it is called with any half-finished draft of the type `draft`, and none
    raises.

    - `draft`: what is chosen, a struct of which each field has a default; one called `nom` names who is being made.
    - `steps`: what is asked for, in order: `Field.name` is a field of the draft.
    - `problems(draft)`: all that does not hold yet, each with the id of its step; an empty list: it can be finished.
    - `budgets(draft)`: what is spent of what there is. `preview(draft)`: the sheet as far as it is, or None.
    - `build(draft)`: the character, a struct that `Game.gather` reads back from plain data, with an `id`; only called
      when no problem is open.
    - `random(seed)`: a draft without problems, the same for the same seed.
    - `asked(draft, field)`: the field with only what is open after what was chosen so far.
    - `starts`: drafts to begin with, by id.
    """

    draft: type[Draft]
    steps: tuple[Step, ...]
    problems: Callable[[Any], list[Problem]]
    budgets: Callable[[Any], tuple[Budget, ...]]
    preview: Callable[[Any], Sheet | None]
    build: Callable[[Any], Any]  # the character; called only on a draft without open problems
    random: Callable[[int], Draft]
    asked: Callable[[Any, Field], Field] = as_written  # a field with only what is open after what was chosen so far
    starts: Mapping[str, Start] = field(default_factory=dict)  # drafts that are ready to be begun with

    def begin(self, options: tuple[str, ...] = (), start: str = "") -> Draft:
        """A draft from nothing, or from one that is ready."""
        draft = self.starts[start].draft if start else self.draft()
        return msgspec.structs.replace(draft, options=options)

    def at_random(self, seed: int, options: tuple[str, ...] = ()) -> Draft:
        """A draft that holds; under some options not every one does, and another is drawn."""
        for n in range(TRIES):
            draft = msgspec.structs.replace(self.random(seed + n), options=options)
            if not options or not self.review(draft).open_problems:
                break
        return draft

    def read(self, data: Mapping[str, Any], options: tuple[str, ...] = ()) -> Draft:
        """A draft that was written down, under the options there are now; ContentError if it is none."""
        return convert({**data, "options": options}, self.draft, "brouillon")

    def review(self, draft: Draft) -> Review:
        """Budgets, problems and a preview of the sheet; never raises on a draft of the right type."""
        problems = tuple(_waived(p, draft.waivers) for p in self.problems(draft))
        return Review(self.budgets(draft), problems, self.preview(draft))

    def finish(self, draft: Draft) -> Any:
        """The character, or Unfinished with every problem that is not a deliberate exception."""
        wrong = self.review(draft).open_problems
        if wrong:
            raise Unfinished(wrong)
        return self.build(draft)


def _waived(problem: Problem, waivers: tuple[Waiver, ...]) -> Problem:
    """The problem with the note that excuses it, the last one written if there are several."""
    notes = [w.note for w in waivers if w.excuses(problem)]
    return msgspec.structs.replace(problem, waived=notes[-1]) if notes else problem


# ---------------------------------------------------------------- what every game asks of a draft


def id_of(name: str) -> str:
    """A name as an id: « Aliénor la Cendre » gives alienor_la_cendre; not one that means somebody else at the table."""
    id = "_".join(re.findall("[a-z0-9]+", plain(name))) or "personnage"
    return f"{id}_" if id in (ALL, GM) else id


def misnamed(name: str, longest: int, rule: str) -> Closures:
    """Why somebody cannot be called so: there is no name, or it is too long."""
    if not name.strip():
        yield Closed(rule, "Il manque un nom")
    elif len(name.strip()) > longest:
        yield Closed(rule, "Un nom a {} caractères au plus, pas {}", (longest, len(name.strip())))


def spread(
    rnd: random.Random, points: int, most: Mapping[str, int], wanted: Mapping[str, int], given: Mapping[str, int]
) -> dict[str, int]:
    """So many points in all, one after the other: some names draw more of them than others, none gets too many."""
    placed = dict(given)
    for _ in range(points - sum(given.values())):
        open_ones = [name for name in placed if placed[name] < most[name]]
        placed[rnd.choices(open_ones, [wanted[name] for name in open_ones])[0]] += 1
    return placed
