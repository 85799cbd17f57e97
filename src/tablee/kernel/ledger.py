"""The ledger: every rule of a book with its id, and what in the code and the tests stands for it."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from .content import parse, texts
from .kept import cached_property
from .typography import as_typed, typeset

F = TypeVar("F", bound=Callable[..., Any] | type)

IMPLEMENTED: dict[str, list[str]] = {}  # rule id -> where it is written


def rule(*ids: str) -> Callable[[F], F]:
    """Tie a function or a struct to the rules it states. Costs nothing when it is called."""

    def tie(thing: F) -> F:
        for id in ids:
            IMPLEMENTED.setdefault(id, []).append(f"{thing.__module__}.{thing.__qualname__}")
        return thing

    return tie


class Rule(msgspec.Struct, frozen=True, dict=True):
    id: str
    title: str
    kind: str  # mechanic, derived, table, catalog, procedure, option, guidance, see
    says: str  # what must hold, in English, testable
    dit: str = ""  # the same for players, in French
    lines: tuple[int, ...] = ()
    ambiguity: str = ""  # what the book leaves open, and our ruling
    rows: tuple[dict[str, Any], ...] = ()
    default: bool | None = None
    see: str | tuple[str, ...] = ()

    @cached_property
    def searched(self) -> str:
        """All a French reader may look for, plain."""
        cells = (str(cell) for row in self.rows for pair in row.items() for cell in pair)
        return plain(" ".join([self.id, self.title, self.dit, *cells]))

    @cached_property
    def searched_in_english(self) -> str:
        return plain(f"{self.id} {self.title} {self.says}")

    def read_in(self, lang: str) -> tuple[str, str]:
        """What it says to a reader of this language, and what the book leaves open: the French text states the ruling
        itself, the English has it apart."""
        french = lang == "fr" and bool(self.dit)
        text, unclear = (self.dit, "") if french else (self.says, self.ambiguity)
        return typeset(text), typeset(unclear)

    @property
    def heading(self) -> str:
        """Its title, to read."""
        return typeset(self.title)

    @property
    def table(self) -> tuple[dict[str, Any], ...]:
        """Its rows, to read: numbers stay numbers."""
        return tuple({key: _cell(value) for key, value in row.items()} for row in self.rows)

    @property
    def needs_code(self) -> bool:
        return self.kind not in ("guidance", "see")


class Example(msgspec.Struct, frozen=True):
    id: str
    rules: tuple[str, ...]
    given: str
    expect: str
    consistent: bool
    lines: tuple[int, ...] = ()
    dice: tuple[int, ...] = ()
    note: str = ""


class Undefined(msgspec.Struct, frozen=True):
    """What the book names and does not define, and what we provide in its place."""

    name: str
    provide: str
    lines: tuple[int, ...] = ()


class Ledger(msgspec.Struct, frozen=True):
    rules: dict[str, Rule]
    examples: dict[str, Example]
    undefined: tuple[Undefined, ...] = ()

    def search(self, words: str) -> list[Rule]:
        """The rules that hold all these words (id, title, text or table), blind to accents and case."""
        wanted = [plain(word) for word in words.split()]
        exact = self.rules.get(words.strip().upper())
        if exact is not None:
            return [exact]
        return [r for r in self.rules.values() if all(w in r.searched for w in wanted)]


class LedgerFile(msgspec.Struct, frozen=True):
    """A ledger as it is written."""

    rule: list[Rule] = []
    example: list[Example] = []
    undefined: list[Undefined] = []
    system: dict[str, Any] = {}

    def __or__(self, other: LedgerFile) -> LedgerFile:
        """Both files: a game may keep its ledger chapter by chapter."""
        rules, examples = self.rule + other.rule, self.example + other.example
        return LedgerFile(rules, examples, self.undefined + other.undefined, {**self.system, **other.system})

    def ledger(self) -> Ledger:
        return Ledger({r.id: r for r in self.rule}, {e.id: e for e in self.example}, tuple(self.undefined))


def ledger_of(package: str) -> Ledger:
    """The ledger of a game that keeps it chapter by chapter in `content/ledger`."""
    whole = LedgerFile()
    for name, text in texts(package, "content/ledger").items():
        whole = whole | parse(text, LedgerFile, f"{name}.toml")
    return whole.ledger()


def _cell(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_cell(each) for each in value]
    if isinstance(value, dict):
        return {key: _cell(each) for key, each in value.items()}
    return typeset(value) if isinstance(value, str) else value


def plain(text: str) -> str:
    """Without accents, ligatures or capitals and as one types it, for searching."""
    text = as_typed(text.casefold()).replace("œ", "oe").replace("æ", "ae")
    return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))
