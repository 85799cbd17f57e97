"""Refusals: why the table does not do what it was asked, as a sentence in the reader's language."""

from __future__ import annotations

from typing import Any

from tablee.kernel.oracle import Closed
from tablee.kernel.sentences import from_kernel
from tablee.kernel.words import Words

from .texts import say

THE_KERNEL_SAYS = ("fault", "command.wrong", "dice")  # their reason is a sentence of the kernel's


class Refused(Exception):
    """A sentence of the table's own, by its key; `rule` is the limit or the rule behind it.

    `echo`: its facts are what the member wrote himself, and are told back to him as he wrote them.
    """

    def __init__(self, key: str, *, rule: str = "", echo: bool = False, **facts: Any) -> None:
        super().__init__(key, facts)
        self.key, self.rule, self.echo, self.facts = key, rule, echo, facts

    def __str__(self) -> str:
        return self.say("fr")

    def say(self, lang: str) -> str:
        facts = dict(self.facts)
        if self.key in THE_KERNEL_SAYS:
            facts["why"] = from_kernel(facts["why"], lang)
        if "what" in facts:
            facts["what"] = say(f"what.{facts['what']}", lang)
        if "role" in facts:
            facts["role"] = say(f"role.{facts['role']}", lang)
        return say(f"no.{self.key}", lang, **facts)


class ClosedNow(Refused):
    """The game's own reason, with its rule."""

    def __init__(self, words: Words, why: Closed) -> None:
        super().__init__("closed", rule=why.rule)
        self.words, self.why = words, why

    def say(self, lang: str) -> str:
        return self.words.closed(self.why, lang)


class Written(Refused):
    """A sentence put together elsewhere: by the kernel about a file, or by the visibility filter."""

    def __init__(self, sentence: str, rule: str = "", key: str = "written") -> None:
        super().__init__(key, rule=rule)
        self.sentence = sentence

    def say(self, lang: str) -> str:
        return self.sentence
