"""What is wrong with a game: a sentence for its author, where it is written, and how it is mended."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from .texts import TEXTS

if TYPE_CHECKING:
    from .subject import Subject


class Fault(msgspec.Struct, frozen=True):
    """One thing that is wrong. Its sentences stand in `texts.py` under its key."""

    key: str
    facts: tuple[tuple[str, str], ...] = ()
    where: str = ""  # « brisants/book/duel.py:41 », where that can be said

    def what(self, lang: str = "fr") -> str:
        """What is wrong."""
        return TEXTS[self.key][lang].what.format_map(dict(self.facts))

    def mend(self, lang: str = "fr") -> str:
        """How it is mended."""
        return TEXTS[self.key][lang].mend.format_map(dict(self.facts))

    def __str__(self) -> str:
        return " ".join(filter(None, (f"{self.where}:" if self.where else "", f"{self.what('en')}.", self.mend("en"))))


def fault(key: str, where: str = "", /, **facts: object) -> Fault:
    """One thing that is wrong, with what its sentence names."""
    return Fault(key, tuple((name, str(value)) for name, value in facts.items()), where)


class Check(NamedTuple):
    """Something every game is asked."""

    id: str
    fr: str
    en: str
    of: Callable[[Subject], Iterable[Fault]]

    def title(self, lang: str) -> str:
        return self.en if lang == "en" else self.fr


def check(id: str, fr: str, en: str) -> Callable[[Callable[[Subject], Iterator[Fault]]], Check]:
    """Make a check of a function that gives all it finds wrong with a game."""
    return lambda of: Check(id, fr, en, of)
