"""Sentences as pieces: text, names, sums, dice, rules. What each is stays known up to the page and the terminal.

    [event.touche]
    fr = "{who} touche {target} : {points} PB"      # taken apart once
    [kind]                                          # what a fact is, by its name: the same in all phrases of a game
    points = "sum"                                  # opens into the event's own terms
    arme = "label"                                  # French, said in the reader's language
    cible = "who"

A `Speaker` is one reader: his language, and what he may call everybody. Whoever he may not know has another name in
that table; nothing else has to be hidden in a sentence, and nothing is looked for in finished ones. Refusals, faults
and reasons are `Said`: a French pattern with facts, whose English is found by the same pattern.

    Said("de {} à {}, pas {}", (1, 30, n))          # a text among the facts is a label, in the reader's language
    Said("{} n'est pas là", (Someone(p.id),))       # never p.nom
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING, Any

import msgspec

from .english import ENGLISH
from .plural import agreed
from .refs import NOBODY
from .system import in_french
from .tally import Terms
from .typography import APOSTROPHE, as_figure, typeset

if TYPE_CHECKING:
    from .oracle import Closed, Option


class Name(msgspec.Struct, frozen=True, gc=False, array_like=True, tag="n"):
    """Somebody: the id the reader knows him by, and what he is called."""

    who: str
    text: str


class Sum(msgspec.Struct, frozen=True, gc=False, array_like=True, tag="s"):
    """A figure that opens into its terms."""

    text: str
    terms: Terms


class Thrown(msgspec.Struct, frozen=True, gc=False, array_like=True, tag="d"):
    """What was thrown, with the dice as they fell: the sides and the faces of each kind."""

    text: str
    dice: tuple[tuple[int, tuple[int, ...]], ...]


class RuleId(msgspec.Struct, frozen=True, gc=False, array_like=True, tag="r"):
    """A rule: opens the compendium."""

    id: str


Piece = str | Name | Sum | Thrown | RuleId  # as JSON: "text", ["n", id, name], ["s", "5", terms], ["r", "VM-2.1"]
Pieces = tuple[Piece, ...]


def text(pieces: Iterable[Piece]) -> str:
    """For the terminal, search and screen readers."""
    return "".join([p if isinstance(p, str) else f" ({p.id})" if isinstance(p, RuleId) else p.text for p in pieces])


# ---------------------------------------------------------------- patterns with facts


class Someone(msgspec.Struct, frozen=True, gc=False, tag_field="is", tag="who"):
    """A fact that is somebody: said by the name the reader knows; whom nobody knows as he was typed."""

    who: str


class Id(msgspec.Struct, frozen=True, gc=False, tag_field="is", tag="id"):
    """Somebody as he stands in what is written by hand: by the id the reader knows."""

    who: str


class Typed(msgspec.Struct, frozen=True, gc=False, tag_field="is", tag="typed"):
    """A fact that somebody wrote: told back as it is, in any language."""

    text: str


class At(msgspec.Struct, frozen=True, gc=False, tag_field="is", tag="at"):
    """Where something is written: a file, or keys below each other (« scene.personnages.jok »)."""

    path: str


class Foreign(msgspec.Struct, frozen=True, gc=False, tag_field="is", tag="foreign"):
    """What the system or a reader of files says: it comes to us as finished English."""

    text: str


class Said(msgspec.Struct, frozen=True, gc=False, tag_field="is", tag="said"):
    """A sentence that is put together only when somebody reads it: a French pattern and what stands in its slots."""

    text: str
    facts: tuple[Fact, ...] = ()

    def __str__(self) -> str:
        return PLAIN.text(self)


One = bool | int | float | str | Someone | Id | Typed | At | Foreign | Said | None
Fact = One | tuple[One, ...]


def chain(pattern: str, facts: Iterable[Fact]) -> Fact:
    """As many as there are in the two slots of a pattern: « {} ou {} » makes « a ou b ou c »."""
    first, *others = facts
    return Said(pattern, (first, chain(pattern, others))) if others else first


# ---------------------------------------------------------------- phrases, taken apart once


class Slot(msgspec.Struct, frozen=True, gc=False):
    """The place of a fact, with the word before it that may lose its vowel: « de », « d »."""

    fact: str
    form: str = ""  # "+d": with its sign
    full: str = ""
    elided: str = ""


BARE = Slot("")
SLOT = re.compile(r"\{(\w*)(?::([^}]*))?\}")
ELIDES = re.compile(r"\b([dD]|[qQ]u|[jJ]usqu|[lL]orsqu|[pP]uisqu)e $")
VOWEL = re.compile(r"[aeiouàâäéèêëîïôöùûüœæ]|y(?![aeiouàâäéèêëîïôöùûüœæ])", re.IGNORECASE)


@cache
def parsed(phrase: str, french: bool) -> tuple[str | Slot, ...]:
    """« la charge », de, {who}, « fait long feu ». Slots without a name are numbered."""
    out: list[str | Slot] = []
    at = n = 0
    for found in SLOT.finditer(phrase):
        before, at = phrase[at : found.start()], found.end()
        fact, form = found[1] or str(n), found[2] or ""
        n += not found[1]
        elide = ELIDES.search(before) if french else None
        if elide is None:
            out += [before, Slot(fact, form)]
        else:
            out += [before[: elide.start()], Slot(fact, form, elide[0], elide[1])]
    out.append(phrase[at:])
    return tuple([part for part in out if part != ""])


def slots(phrase: str) -> frozenset[str]:
    """The facts a phrase tells."""
    return frozenset(part.fact for part in parsed(phrase, False) if isinstance(part, Slot))


# ---------------------------------------------------------------- one reader

NUMBERS = (int, float)  # a yes or no is none
YES_NO = {"fr": ("oui", "non"), "en": ("yes", "no")}


def of_the_kernel(text: str, lang: str) -> str:
    """What the kernel itself says, whatever the game."""
    return typeset(ENGLISH.get(text, text) if lang == "en" else text)


def as_it_stands(path: str) -> str:
    return path


class Speaker:
    """One reader: his language, what he may call everybody, and who is not there for him."""

    apostrophe = APOSTROPHE

    def __init__(
        self,
        lang: str = "fr",
        names: Mapping[str, tuple[str, str]] | None = None,  # real id -> the id and the name this reader knows
        tr: Callable[[str], str] | None = None,
        concealed: frozenset[str] = frozenset(),
        place: Callable[[str], str] = as_it_stands,  # as much of where something is written as this reader may know
    ) -> None:
        self.lang, self.french = lang, lang == "fr"
        self.names, self.concealed, self.place = names or {}, concealed, place
        self.tr = tr or partial(of_the_kernel, lang=lang)

    # ------------------------------------------------------------ patterns with facts

    def said(self, said: Said | Closed) -> Pieces:
        """A pattern with its facts as pieces; a reason's rule stands behind it."""
        facts = {str(i): fact for i, fact in enumerate(said.facts)}
        rule = getattr(said, "rule", "")
        return joined([*self.filled(self.tr(said.text), facts), *([RuleId(rule)] if rule else [])])

    def text(self, said: Said | Closed) -> str:
        return text(self.said(said))

    def option(self, option: Option) -> str:
        """What is on the button of an answer, with its price."""
        label = option.label
        said = (self.text(label) if isinstance(label, Said) else self.tr(label)) or str(option.id)
        cost = ", ".join(f"{n}{agreed(f' {self.tr(pool)}', n, self.french)}" for pool, n in option.cost)
        return f"{said} ({cost})" if cost else said

    def filled(self, pattern: str, facts: Mapping[str, Fact]) -> Pieces:
        """A pattern in the reader's language with these facts in its slots."""
        out: list[Piece] = []
        count: Fact = None  # the figure just said, if it is one
        for part in parsed(pattern, self.french):
            if isinstance(part, str):
                out.append(self.counting(part, count))
                count = None
            else:
                count = facts.get(part.fact, "")
                self.put(out, part, count)
        return joined(out)

    def counting(self, text: str, count: Any) -> str:
        """What follows a fact: of one thing, if it was a figure that is one."""
        return agreed(text, count, self.french) if type(count) in NUMBERS else text

    def put(self, out: list[Piece], slot: Slot, fact: Fact) -> None:
        """One fact in its slot: somebody, another pattern, what was typed, a row of these, a figure or a label."""
        match fact:
            case Someone():
                self.elide(out, slot, [self.name(fact.who)])
            case Id():
                out += [slot.full, self.name(fact.who).who.removeprefix(NOBODY)]
            case Typed():
                out += [slot.full, fact.text.removeprefix(NOBODY)]
            case At():
                out += [slot.full, self.place(fact.path)]
            case Foreign():
                out += [slot.full, in_french(fact.text) if self.french else fact.text]
            case Said():
                self.elide(out, slot, self.said(fact))
            case tuple() | list():
                self.row(out, slot, fact)
            case _:
                self.elide(out, slot, [self.value(fact, slot.form)])

    def row(self, out: list[Piece], slot: Slot, facts: Iterable[One]) -> None:
        """Facts in a row, without those who are not there for this reader."""
        there: list[Piece] = []
        for fact in facts:
            if not (isinstance(fact, Someone | Id) and fact.who in self.concealed):
                there.append(", ")
                self.put(there, BARE, fact)
        self.elide(out, slot, there[1:] or ["…"])

    def elide(self, out: list[Piece], slot: Slot, pieces: Sequence[Piece]) -> None:
        """« d'Alix », not « de Alix »; what was typed is left as it is."""
        if slot.full:
            first = pieces[0] if pieces else ""
            begins = first if isinstance(first, str) else "" if isinstance(first, RuleId) else first.text
            out.append(slot.elided + self.apostrophe if VOWEL.match(begins) else slot.full)
        out += pieces

    def name(self, who: str) -> Name:
        known = self.names.get(who)
        return Name(*known) if known is not None else Name(who, who.removeprefix(NOBODY))

    def value(self, value: bool | float | str | None, form: str = "") -> str:
        """A figure, a yes or no, or a label in the reader's language."""
        if isinstance(value, bool):
            return YES_NO[self.lang][not value]
        if isinstance(value, str):
            return self.tr(value.removeprefix(NOBODY)) if value else "…"
        return self.counted(value, form)

    def counted(self, value: float | None, form: str = "") -> str:
        return as_figure(value, form)


class Bare(Speaker):
    """No reader but a program, a test, a scenario file: sentences in French as they are written, not set."""

    apostrophe = "'"

    def __init__(self, names: Mapping[str, tuple[str, str]] | None = None) -> None:
        super().__init__("fr", names, as_it_stands)

    def counted(self, value: float | None, form: str = "") -> str:
        return format(value, form)


@cache
def plain(lang: str) -> Speaker:
    """Somebody of whom only the language is known: everybody by his id, and the kernel's own words."""
    return Speaker(lang)


PLAIN = Bare()


def joined(pieces: Iterable[Piece]) -> Pieces:
    """Texts that follow each other are one; empty ones are none."""
    out: list[Piece] = []
    for piece in pieces:
        last = out[-1] if out else None
        if isinstance(piece, str) and isinstance(last, str):
            out[-1] = last + piece
        elif piece != "":
            out.append(piece)
    return tuple(out)
