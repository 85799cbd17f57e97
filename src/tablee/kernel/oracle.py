"""Chance and choice, handed in: what a rule may ask of the world, and nothing more."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, Protocol, TypeVar, cast, overload

import msgspec
from msgspec import UNSET, UnsetType

from .sentence import PLAIN, Fact, Said, Typed, chain

if TYPE_CHECKING:
    from .event import Event

P = ParamSpec("P")
T = TypeVar("T")

ALL = "all"  # everybody at the table
GM = "mj"  # the game master alone
READERS = "fiche:"  # those who may read the sheet of whom it is about


class Closed(msgspec.Struct, frozen=True, gc=False):
    """Why something is not open now. The sentence is put together only when somebody reads it."""

    rule: str
    text: str
    facts: tuple[Fact, ...] = ()

    def __str__(self) -> str:
        return PLAIN.text(self)

    @property
    def said(self) -> Said:
        """As a part of another sentence, the rule behind it if there is one."""
        why = Said(self.text, self.facts)
        return Said("{} ({})", (why, Typed(self.rule))) if self.rule else why


class Todo(Closed, frozen=True, gc=False):
    """Why something is not done yet: nobody was wrong, there is more to choose."""


class Option(msgspec.Struct, frozen=True, gc=False):
    """One answer to a question. The price on the button is the price paid."""

    id: str | int
    label: str | Said = ""  # a pattern where it names somebody
    cost: tuple[tuple[str, int], ...] = ()
    closed: Closed | None = None


class Amount(msgspec.Struct, frozen=True):
    """A whole number to choose, where a list of options would be too long."""

    low: int
    high: int
    label: str = "{}"

    def option(self, n: int) -> Option:
        return Option(n, self.label.format(n))


class Try(msgspec.Struct, frozen=True, gc=False):
    """A chance that stands behind a question, by name: worked out only if somebody reads it."""

    name: str  # "chance:parer": of an answer, or "blesse": of the question
    chance: Callable[..., Any]  # a chance function, and its figures
    figures: tuple[Any, ...]


class Question(msgspec.Struct, frozen=True, gc=False):
    who: str  # a character; the table knows whose
    key: str  # "flu.apres_jet": tactics, translations and statistics hang on it
    rule: str
    options: tuple[Option, ...] | Amount  # the FIRST (the lowest) is what happens when nobody answers
    shown: tuple[tuple[str, Any], ...] = ()  # all the asked may know; a tactic sees nothing else
    seconds: int | None = None  # a hint, the table decides
    audience: str = "who"  # who may read it; the others see at most that somebody is awaited
    group: str | UnsetType = UNSET  # what all who are asked at one moment are asked about: one panel for them
    tries: tuple[Try, ...] | UnsetType = UNSET  # known where it is asked; neither kept nor sent

    @property
    def kept(self) -> Question:
        """As plain data can hold it."""
        return msgspec.structs.replace(self, tries=UNSET) if self.tries else self

    def see(self, name: str) -> Any:
        """One of the facts shown with the question."""
        return dict(self.shown)[name]

    def open(self) -> tuple[str | int, ...]:
        """The ids that may be answered."""
        if isinstance(self.options, Amount):
            return tuple(range(self.options.low, self.options.high + 1))
        return tuple(o.id for o in self.options if o.closed is None)

    def pick(self, id: str | int) -> Option | None:
        """The open option with this id, if there is one. Typed answers may give a number as text."""
        if isinstance(self.options, Amount):
            try:
                n = int(id)
            except ValueError:
                return None
            return self.options.option(n) if self.options.low <= n <= self.options.high else None
        return next((o for o in self.options if o.closed is None and str(o.id) == str(id)), None)


def first(question: Question) -> Option:
    """The plainest tactic: what happens when nobody answers."""
    options = question.options
    return options.option(options.low) if isinstance(options, Amount) else options[0]


class Dice(msgspec.Struct, frozen=True):
    """Some like dice of one throw."""

    n: int
    sides: int
    why: str = ""
    keep: int = 0  # 2: the two highest, -2: the two lowest, 0: all

    def __str__(self) -> str:
        return f"{self.n}d{self.sides} {self.why}".rstrip()

    @property
    def said(self) -> Said:
        kind = Typed(f"{self.n}d{self.sides}")
        return Said("{} {}", (kind, self.why)) if self.why else Said("{}", (kind,))

    def face(self, marked: int) -> int | None:
        """What a real die shows: its ten is marked 0 on ten sides, and its hundred 00 on a hundred; None: no face."""
        if marked == 0 and self.sides in (10, 100):
            return self.sides
        return marked if 1 <= marked <= self.sides else None

    def kept(self, faces: tuple[int, ...]) -> tuple[int, ...]:
        """These faces, in descending order, without those that are not kept."""
        keep = self.keep
        return faces if not keep else faces[:keep] if keep > 0 else faces[keep:]


class Throw(msgspec.Struct, frozen=True):
    """Dice that a player with real ones is to type in, all thrown together."""

    who: str
    dice: tuple[Dice, ...]

    def __str__(self) -> str:
        return " + ".join(map(str, self.dice))

    @property
    def said(self) -> Fact:
        return chain("{} + {}", (dice.said for dice in self.dice))


Policy = Callable[[Question], Option]
Sub = Callable[[Callable[..., Any], tuple[Any, ...]], Any]


class Oracle(Protocol):
    """What every rule is given. Pools come back in descending order, whoever rolls them."""

    @property
    def sub(self) -> Sub | None:
        """How a chance function is drawn in one piece; None: it is simply called."""

    @property
    def deaf(self) -> bool:
        """True where what is told reaches nobody: in a chance function drawn in one piece, in fights nobody watches."""

    def of(self, who: str, audience: str = ALL) -> Oracle:
        """The same oracle, the dice in this hand, seen by these."""

    def d(self, sides: int, why: str = "") -> int: ...

    def pool(self, n: int, sides: int, why: str = "", keep: int = 0) -> tuple[int, ...]: ...

    def total(self, n: int, sides: int, why: str = "") -> int:
        """When only the sum matters."""

    def together(self, *dice: Dice) -> tuple[tuple[int, ...], ...]:
        """Different dice thrown at once: one prompt for a player with real dice."""

    def ask(self, question: Question) -> Option: ...

    def ask_all(self, questions: tuple[Question, ...]) -> tuple[Option, ...]:
        """Simultaneous and blind: nobody sees an answer before all are in."""

    def tell(self, event: Event) -> None: ...


Chance = Callable[Concatenate[Oracle, P], T]


@overload
def chance(fn: Chance[P, T]) -> Chance[P, T]: ...
@overload
def chance(*, table: bool) -> Callable[[Chance[P, T]], Chance[P, T]]: ...
def chance(fn: Chance[P, T] | None = None, *, table: bool = False) -> Any:
    """Mark fn(oracle, *figures) as drawn in one piece by the odds: small hashable arguments, small hashable result.

    Live it is an ordinary call. `table` adds that few different arguments occur and that it asks nobody anything, so
    that a simulation may draw it from its exact table. An oracle whose `sub` is for such functions alone says so with
    `tables_only`; the others are then called as they are live.
    """
    if fn is None:
        return lambda fn: _drawn(fn, table)
    return _drawn(fn, table)


def _drawn(fn: Chance[P, T], table: bool) -> Chance[P, T]:
    plain: Any = fn
    plain.table = table

    @wraps(fn)
    def call(oracle: Any, *args: Any) -> Any:
        sub = oracle.sub
        if sub is None or (not table and getattr(oracle, "tables_only", False)):
            return plain(oracle, *args)
        return sub(plain, args)

    cast(Any, call).plain = plain
    return cast(Chance[P, T], call)
