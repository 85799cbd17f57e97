"""What helps somebody who has never seen a game to make a character: what a step is for, cards for what can be chosen,
spreads of points and archetypes. Its sentences stand in a game's `content/guide.toml`, in both languages:

    [step.carriere]                 # by step: two sentences, what it is for
    fr = "Ce qu'il faisait avant. Elle ouvre ses Compétences."
    en = "What he did before. It opens his skills."

    [card.carriere.fantassin]       # by field and by choice: what it is like to play
    fr = "Vous tenez la ligne." ; en = "You hold the line." ; tags = ["Frapper"]

Figures, strengths and reasons are better worked out from the rules: see `Creation.cards` in `draft.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Any

import msgspec
from msgspec.structs import replace

from .content import read
from .oracle import Closed
from .sentence import Said
from .sheet import Line
from .words import Phrase

FILE = "content/guide.toml"
MANY = 7  # names that one still reads as a list: beyond, each wants its sentence
BEST = 5  # of a strength


class Strength(msgspec.Struct, frozen=True, gc=False):
    """What something is good at, from 1 to 5."""

    label: str
    value: int


class Card(msgspec.Struct, frozen=True, omit_defaults=True):
    """One of the things a field offers, for somebody who does not know it. All of it is French."""

    says: str = ""  # one sentence: what it is like to play
    strengths: tuple[Strength, ...] = ()  # four at most
    figures: tuple[Line, ...] = ()  # what the rules make of it
    tags: tuple[str, ...] = ()  # what it may be looked for by
    fits: int = 0  # how well it goes with what was chosen before; 0: that says nothing of it
    why: Said | None = None  # and why
    closed: Closed | None = None  # what is missing for it, as things stand


class Spread(msgspec.Struct, frozen=True):
    """Points of a field as somebody might place them: what it is called, and what it is good for."""

    label: str
    note: str
    points: Mapping[str, int]


class Remark(msgspec.Struct, frozen=True):
    """What is legal and yet hollow, and the step that would mend it. It never stands in the way."""

    step: str
    why: Closed


# ---------------------------------------------------------------- as it is written


class CardText(Phrase, frozen=True, forbid_unknown_fields=True):
    tags: tuple[str, ...] = ()


class SpreadText(Phrase, frozen=True, forbid_unknown_fields=True):
    note: Phrase
    points: dict[str, int]


class StartText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An archetype; one the game has already may be given tags alone."""

    fr: str = ""
    en: str = ""
    note: Phrase = Phrase("", "")
    tags: tuple[str, ...] = ()
    draft: dict[str, Any] = {}


class Guide(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game's `content/guide.toml`. Every part may be left out."""

    origin: str = "tablee"
    step: dict[str, Phrase] = {}
    card: dict[str, dict[str, CardText]] = {}  # by field, by what it offers
    same: dict[str, str] = {}  # fields that offer the same as another: its cards are theirs
    bare: tuple[str, ...] = ()  # fields whose things say all by their names and figures: weapons, languages
    spread: dict[str, tuple[SpreadText, ...]] = {}  # by field
    start: dict[str, StartText] = {}
    tag: dict[str, str] = {}  # what is said beside these, in English, by the French

    def text(self, field: str, key: str) -> CardText | None:
        """What is written of a choice."""
        return self.card.get(self.same.get(field, field), {}).get(key)

    def over(self, field: str, key: str, card: Card) -> Card:
        """A card that was worked out, with what is written of it."""
        text = self.text(field, key)
        return card if text is None else replace(card, says=text.fr, tags=(*card.tags, *text.tags))

    def spreads(self, field: str) -> tuple[Spread, ...]:
        return tuple(Spread(s.fr, s.note.fr, s.points) for s in self.spread.get(field, ()))

    @property
    def english(self) -> dict[str, str]:
        """Its sentences, as `Words.en` keeps them."""
        return {fr: en for fr, en in self._both() if fr} | self.tag

    def _both(self) -> Iterator[tuple[str, str]]:
        for step in self.step.values():
            yield step.fr, step.en
        for cards in self.card.values():
            yield from ((card.fr, card.en) for card in cards.values())
        for spreads in self.spread.values():
            for spread in spreads:
                yield spread.fr, spread.en
                yield spread.note.fr, spread.note.en
        for start in self.start.values():
            yield start.fr, start.en
            yield start.note.fr, start.note.en


def guide_of(package: str) -> Guide:
    """What a game says to those who do not know it, or ContentError; nothing where it has no such file."""
    return read(package, FILE, Guide) if files(package).joinpath(FILE).is_file() else Guide()
