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
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any

import msgspec

from .refs import NOBODY
from .tally import Terms


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
    """A fact that is somebody: said by the name the reader knows."""

    who: str


class Typed(msgspec.Struct, frozen=True, gc=False, tag_field="is", tag="typed"):
    """A fact that somebody wrote: told back as it is, in any language."""

    text: str


class Said(msgspec.Struct, frozen=True, gc=False, tag_field="is", tag="said"):
    """A sentence that is put together only when somebody reads it: a French pattern and what stands in its slots."""

    text: str
    facts: tuple[Any, ...] = ()

    def __str__(self) -> str:
        return PLAIN.text(self)


# ---------------------------------------------------------------- phrases, taken apart once


class Slot(msgspec.Struct, frozen=True, gc=False):
    """The place of a fact, with the word before it that may lose its vowel: « de », « d' »."""

    fact: str
    form: str = ""  # "+d": with its sign
    full: str = ""
    elided: str = ""


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
            out += [before[: elide.start()], Slot(fact, form, elide[0], elide[1] + "'")]
    out.append(phrase[at:])
    return tuple([part for part in out if part != ""])


def slots(phrase: str) -> frozenset[str]:
    """The facts a phrase tells."""
    return frozenset(part.fact for part in parsed(phrase, False) if isinstance(part, Slot))


# ---------------------------------------------------------------- one reader

YES_NO = {"fr": ("oui", "non"), "en": ("yes", "no")}


def same(text: str) -> str:
    return text


class Speaker:
    """One reader: his language, what he may call everybody, and who is not there for him."""

    def __init__(
        self,
        lang: str = "fr",
        names: Mapping[str, tuple[str, str]] | None = None,  # real id -> the id and the name this reader knows
        tr: Callable[[str], str] = same,
        kinds: Mapping[str, str] | None = None,
        concealed: frozenset[str] = frozenset(),
    ) -> None:
        self.lang, self.french = lang, lang == "fr"
        self.names, self.tr, self.kinds, self.concealed = names or {}, tr, kinds or {}, concealed

    # ------------------------------------------------------------ patterns with facts

    def said(self, said: Any) -> Pieces:
        """A pattern with its facts (`Said`, or a reason) as pieces; a reason's rule stands behind it."""
        facts = said.facts
        out: list[Piece] = []
        for part in parsed(self.tr(said.text), self.french):
            if isinstance(part, str):
                out.append(part)
            else:
                self.put(out, part, facts[int(part.fact)] if int(part.fact) < len(facts) else "")
        rule = getattr(said, "rule", "")
        return joined([*out, RuleId(rule)] if rule else out)

    def text(self, said: Any) -> str:
        return text(self.said(said))

    def put(self, out: list[Piece], slot: Slot, fact: Any) -> None:
        """One fact in its slot: somebody, another pattern, what was typed, a row of these, a figure or a label."""
        if isinstance(fact, Someone):
            self.people(out, slot, (fact.who,))
            return
        if isinstance(fact, Typed):
            pieces: Iterable[Piece] = (fact.text,)
        elif isinstance(fact, Said):
            pieces = self.said(fact)
        elif isinstance(fact, tuple | list) and all(isinstance(each, Someone) for each in fact):
            self.people(out, slot, [each.who for each in fact])
            return
        elif isinstance(fact, tuple | list):
            pieces = []
            for i, each in enumerate(fact):
                if i:
                    pieces.append(", ")
                self.put(pieces, Slot(""), each)
        else:
            pieces = (self.value(fact, slot.form),)
        self.elide(out, slot, pieces)

    def people(self, out: list[Piece], slot: Slot, who: Iterable[str]) -> None:
        """Names in a row, without those who are not there for this reader."""
        there = [self.name(each) for each in who if each not in self.concealed]
        row: list[Piece] = []
        for i, name in enumerate(there):
            row += [", ", name] if i else [name]
        self.elide(out, slot, row)

    def name(self, who: str) -> Name:
        known = self.names.get(who)
        return Name(*known) if known is not None else Name(who, who.removeprefix(NOBODY))

    def elide(self, out: list[Piece], slot: Slot, pieces: Iterable[Piece]) -> None:
        """« d'Alix », not « de Alix »."""
        pieces = list(pieces)
        if slot.full:
            first = pieces[0] if pieces else ""
            begins = first if isinstance(first, str) else "" if isinstance(first, RuleId) else first.text
            out.append(slot.elided if VOWEL.match(begins) else slot.full)
        out += pieces

    def value(self, value: Any, form: str = "") -> str:
        """A figure, a yes or no, or a label in the reader's language."""
        if isinstance(value, bool):
            return YES_NO[self.lang][not value]
        if isinstance(value, str):
            return self.tr(value) if value else "…"
        return format(value, form) if form else str(value)


PLAIN = Speaker()  # French, everybody by his id


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
