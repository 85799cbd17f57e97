"""Refusals: why the table does not do what it was asked, as a sentence in the reader's language."""

from __future__ import annotations

from typing import Self

from tablee.kernel.oracle import Closed
from tablee.kernel.sentence import PLAIN, Fact, Speaker, Typed, text

from .texts import say

OURS = ("what", "role")  # facts that are texts of the table's own, by their keys


class Refused(Exception):
    """A sentence of the table's own, by its key, with its facts; `rule` is the limit or the rule behind it.

    Whoever it is told to is its reader: a member is told of nobody by a name he may not know.
    """

    def __init__(self, key: str, *, rule: str = "", **facts: Fact) -> None:
        super().__init__(key, facts)
        self.key, self.rule, self.facts = key, rule, facts
        self.reader: Speaker | None = None

    def __str__(self) -> str:
        return self.say(PLAIN)

    def to(self, reader: Speaker) -> Self:
        """The same, for this reader alone."""
        self.reader = reader
        return self

    def say(self, speaker: Speaker) -> str:
        reader = self.reader or speaker
        ours = {key: Typed(say(f"{key}.{fact}", reader.lang)) for key, fact in self.facts.items() if key in OURS}
        return text(reader.filled(self.pattern(reader.lang), {**self.facts, **ours}))

    def pattern(self, lang: str) -> str:
        return say(f"no.{self.key}", lang)


def closed_now(why: Closed) -> Refused:
    """The game's own reason, with its rule."""
    return Refused("closed", rule=why.rule, why=why.said)
