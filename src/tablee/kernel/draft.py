"""Drafts: creating a character as plain data that can be reviewed at any moment and finished when it holds."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, Literal

import msgspec

from .content import convert
from .ledger import plain
from .oracle import ALL, GM, Closed, Todo
from .own import FIELD, Own, kinds, own_type
from .sentence import Typed
from .sheet import Sheet
from .teaching import FILE as GUIDE
from .teaching import Card, Guide, Remark, Spread


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
    """A draft to begin with, nearly done: what it is called, what it is in a sentence, what it may be looked for by."""

    label: str
    note: str
    draft: Draft
    tags: tuple[str, ...] = ()


class Budget(msgspec.Struct, frozen=True):
    label: str
    spent: int
    most: int
    rule: str
    step: str = ""  # where it is spent
    kept: bool = False  # what is not spent is kept: nobody is told that some is left

    @property
    def left(self) -> int:
        return self.most - self.spent


class Problem(msgspec.Struct, frozen=True):
    """What does not hold yet, in which step, and the note if it is meant to be so."""

    step: str
    why: Closed
    waived: str = ""

    @property
    def todo(self) -> bool:
        """Whether it is only not done yet, rather than wrong."""
        return isinstance(self.why, Todo)

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
    remarks: tuple[Remark, ...] = ()  # what is legal and yet hollow

    @property
    def open_problems(self) -> tuple[Problem, ...]:
        return tuple(p for p in self.problems if not p.waived)


class Unfinished(Exception):
    """A draft that may not be finished yet: its problems, each with its rule."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__(" ; ".join(str(p.why) for p in problems))
        self.problems = problems


Closures = Iterator[Closed]

TRIED = 60  # things to choose one of: so many are tried to tell which are closed
TRIES = 200  # for a draft at random that holds under the options of a campaign
CANDIDATES = 6  # fillings of a step that hold, of which the best is suggested
UNTAUGHT = Guide()
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
    says: str = ""  # what it is for, in two sentences: as the game's guide has it


def as_written(draft: Any, field: Field) -> Field:
    """A field that is asked for in the same way whatever was chosen before."""
    return field


def no_cards(draft: Any, field: Field) -> Mapping[str, Card]:
    """Nothing that could be worked out."""
    return {}


def no_spreads(draft: Any, field: Field) -> tuple[Spread, ...]:
    """None but those of the guide."""
    return ()


def no_remarks(draft: Any) -> Iterable[Remark]:
    """Nothing but points that are left."""
    return ()


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
    - `starts`: drafts to begin with, by id; those of the `guide` come to them.
    - `guide`: sentences for those who do not know the game (`teaching.guide_of(package)`).
    - `cards(draft, field)`: of what a field offers, by id, what can be worked out: figures, strengths, what fits.
    - `spreads(draft, field)`: points as they might be placed, besides those of the guide.
    - `remarks(draft)`: what is legal and yet hollow; points unspent are told of in any game.
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
    guide: Guide = UNTAUGHT
    cards: Callable[[Any, Field], Mapping[str, Card]] = no_cards
    spreads: Callable[[Any, Field], tuple[Spread, ...]] = no_spreads
    remarks: Callable[[Any], Iterable[Remark]] = no_remarks

    def __post_init__(self) -> None:
        says = {id: phrase.fr for id, phrase in self.guide.step.items()}
        steps = tuple(msgspec.structs.replace(s, says=says.get(s.id, s.says)) for s in self.steps)
        object.__setattr__(self, "steps", steps)
        starts = {**self.starts, **{id: self._start(id) for id in self.guide.start}}
        object.__setattr__(self, "starts", starts)

    def _start(self, id: str) -> Start:
        """An archetype of the guide: a draft of its own, or what is said of one the game has."""
        text = self.guide.start[id]
        if id in self.starts:
            return msgspec.structs.replace(self.starts[id], tags=text.tags)
        draft = convert(text.draft, self.draft, f"{GUIDE} start.{id}.draft")
        return Start(text.fr, text.note.fr, draft, text.tags)

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

    def read(self, data: Mapping[str, Any], options: tuple[str, ...] = (), own: Own | None = None) -> Draft:
        """A draft that was written down, under the options there are now; ContentError if it is none.

        `own`: what its table has written beside the book, instead of whatever the draft says of it.
        """
        draft: Draft = convert({**data, "options": options}, self.draft, "brouillon")
        kept = own_type(self.draft)
        if own is None or kept is None:
            return draft
        there = {kind: getattr(own, kind) for kind in kinds(kept) if kind in own.__struct_fields__}
        return msgspec.structs.replace(draft, **{FIELD: own if isinstance(own, kept) else kept(**there)})

    def review(self, draft: Draft) -> Review:
        """Budgets, problems and a preview of the sheet; never raises on a draft of the right type."""
        problems = tuple(_waived(p, draft.waivers) for p in self.problems(draft))
        budgets = self.budgets(draft)
        remarks = (*_unspent(budgets, problems), *self.remarks(draft))
        return Review(budgets, problems, self.preview(draft), remarks)

    def finish(self, draft: Draft) -> Any:
        """The character, or Unfinished with every problem that is not a deliberate exception."""
        wrong = self.review(draft).open_problems
        if wrong:
            raise Unfinished(wrong)
        return self.build(draft)

    # ------------------------------------------------------------ for those who do not know the game

    def cards_of(self, draft: Draft, field: Field) -> dict[str, Card]:
        """By what a field offers, all that is known of it; what is closed beside it, with what is missing."""
        made = self.cards(draft, field)
        keys = dict.fromkeys((*(key for key, _ in field.keys), *made))
        cards = {key: self.guide.over(field.name, key, made.get(key, Card())) for key in keys}
        for key, why in self._closed(draft, field):
            if cards[key].closed is None:
                cards[key] = msgspec.structs.replace(cards[key], closed=why)
        for key, note in field.notes.items():
            if key in cards and not cards[key].says:
                cards[key] = msgspec.structs.replace(cards[key], says=note)
        return cards

    def _closed(self, draft: Draft, field: Field) -> Iterator[tuple[str, Closed]]:
        """What cannot be chosen of one thing among several, and what would be wrong: the draft is reviewed with it."""
        if field.kind != "choice" or len(field.keys) > TRIED:
            return
        step = next((s for s in self.steps if any(f.name == field.name for f in s.fields)), None)
        if step is None:
            return
        blank = self.draft()
        names = [f.name for f in step.fields]
        later = {name: getattr(blank, name) for name in names[names.index(field.name) :]}
        before = msgspec.structs.replace(draft, **later)
        known = {p.why for p in self.problems(before)}
        for key, _ in field.keys:
            problems = self.problems(msgspec.structs.replace(before, **{field.name: key}))
            wrong = (p.why for p in problems if p.step == step.id and not p.todo and p.why not in known)
            if (why := next(wrong, None)) is not None:
                yield key, why

    def spreads_of(self, draft: Draft, field: Field) -> tuple[Spread, ...]:
        """How points might be placed."""
        return (*self.guide.spreads(field.name), *self.spreads(draft, field)) if field.kind == "points" else ()

    def suggestion(self, draft: Draft, step: Step, seed: int) -> Draft:
        """The draft with a step filled in so that it holds, where that can be; the same for the same seed.

        Of several that hold, the one that goes best with what was chosen before.
        """
        rnd, best, weight = Random(seed), draft, (-TRIES, 0)
        wanted = CANDIDATES if self._choosy(draft, step) else 1
        held = 0
        for n in range(TRIES):
            told = self._filled(draft, step, seed + n, rnd if n < CANDIDATES else None)
            wrong = sum(p.step == step.id and not p.waived for p in self.review(told).problems)
            now = (-wrong, 0 if wrong else self._fitting(draft, told, step))
            if now > weight:
                best, weight = told, now
            held += not wrong
            if held == wanted:
                break
        return best

    def _filled(self, draft: Draft, step: Step, seed: int, rnd: Random | None) -> Draft:
        """A step as somebody drawn at random has it; points as they are recommended, as long as that holds."""
        drawn = self.random(seed)
        for each in step.fields:
            value, asked = getattr(drawn, each.name), self.asked(draft, each)
            spreads = self.spreads_of(draft, asked) if rnd is not None and not asked.idle else ()
            if rnd is not None and spreads:
                value = placed(self.draft, each.name, rnd.choice(spreads))
            draft = msgspec.structs.replace(draft, **{each.name: value})
        return draft

    def _choosy(self, draft: Draft, step: Step) -> bool:
        """Whether some of what a step offers goes better with the draft than the rest."""
        asked = (self.asked(draft, each) for each in step.fields if each.kind in ("choice", "choices"))
        return any(card.fits for each in asked for card in self.cards(draft, each).values())

    def _fitting(self, before: Draft, draft: Draft, step: Step) -> int:
        """How well what was chosen in a step goes with what had been chosen before it."""
        fits = 0
        for each in step.fields:
            if each.kind in ("choice", "choices"):
                value, cards = getattr(draft, each.name), self.cards(before, each)
                chosen = (value,) if each.kind == "choice" else value
                fits += sum(cards[key].fits for key in chosen if key in cards)
        return fits


def placed(draft: type[Draft], name: str, spread: Spread) -> Any:
    """A spread as the draft keeps the points of this field."""
    kind = next(f.type for f in msgspec.structs.fields(draft) if f.name == name)
    return convert(dict(spread.points), kind, name)


def _unspent(budgets: tuple[Budget, ...], problems: tuple[Problem, ...]) -> Iterator[Remark]:
    """What is left to spend, where that is no problem already."""
    told = {problem.step for problem in problems}
    for budget in budgets:
        if budget.step and not budget.kept and budget.left > 0 and budget.step not in told:
            yield Remark(budget.step, Closed(budget.rule, "{} : {} à dépenser", (budget.label, budget.left)))


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
        yield Todo(rule, "Il manque un nom")
    elif len(name.strip()) > longest:
        yield Closed(rule, "Un nom a {} caractères au plus, pas {}", (longest, len(name.strip())))


def counted(rule: str, text: str, wanted: int, found: int) -> Closed:
    """So many were wanted, so many are there: something to do if it is less, wrong if it is more."""
    return (Todo if found < wanted else Closed)(rule, text, (wanted, found))


def spread(
    rnd: Random, points: int, most: Mapping[str, int], wanted: Mapping[str, int], given: Mapping[str, int]
) -> dict[str, int]:
    """So many points in all, one after the other: some names draw more of them than others, none gets too many."""
    placed = dict(given)
    for _ in range(points - sum(given.values())):
        open_ones = [name for name in placed if placed[name] < most[name]]
        placed[rnd.choices(open_ones, [wanted[name] for name in open_ones])[0]] += 1
    return placed
