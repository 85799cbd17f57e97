"""Words: what players read. French is written first; English stands beside it; ids never change with the language."""

from __future__ import annotations

from typing import Any

import msgspec

from .content import parse, texts
from .event import Event
from .oracle import Closed, Option, Question

LANGUAGES = ("fr", "en")
TREE = "│├└─ "  # what a drawn tree puts before a name
YES_NO = {"fr": ("oui", "non"), "en": ("yes", "no")}


class Phrase(msgspec.Struct, frozen=True):
    fr: str
    en: str

    def say(self, lang: str) -> str:
        return self.en if lang == "en" else self.fr


class Words(msgspec.Struct, frozen=True):
    """The phrases of a game: by key for events, questions, actions and switches; by the French for all the rest."""

    event: dict[str, Phrase] = {}
    question: dict[str, Phrase] = {}
    action: dict[str, Phrase] = {}
    field: dict[str, Phrase] = {}  # the parameters of actions
    look: dict[str, Phrase] = {}
    switch: dict[str, Phrase] = {}
    en: dict[str, str] = {}  # labels, reasons, options: French -> English
    fr: dict[str, str] = {}  # ids that players read: as French writes them

    def __or__(self, other: Words) -> Words:
        """Both sets of phrases; a game may keep its words chapter by chapter."""
        return Words(*({**getattr(self, f), **getattr(other, f)} for f in self.__struct_fields__))

    def tr(self, text: str, lang: str) -> str:
        """A French label or sentence pattern in this language, a numbered or branching name too; else it stays."""
        if lang != "en":
            return self.fr.get(text, text)
        known = self.en.get(text)
        if known is not None:
            return known
        branch = text[: len(text) - len(text.lstrip(TREE))]
        if branch:
            return branch + self.tr(text[len(branch) :], lang)
        name, _, number = text.rpartition(" ")
        return f"{self.en[name]} {number}" if number.isdecimal() and name in self.en else text

    def closed(self, why: Closed, lang: str) -> str:
        facts = [self.tr(f, lang) if isinstance(f, str) else f for f in why.facts]
        return f"{self.tr(why.text, lang).format(*facts)} ({why.rule})"

    def event_text(self, event: Event, names: dict[str, str], lang: str) -> str:
        """The event as one sentence, the names in place of the ids."""
        phrase = self.event.get(event.what)
        if phrase is None:
            return event.what
        facts = {key: self._fact(value, names, lang) for key, value in event.facts}
        facts["who"] = names.get(event.who, event.who)
        facts["target"] = names.get(event.target, event.target)
        return phrase.say(lang).format(**facts)

    def question_text(self, question: Question, names: dict[str, str], lang: str) -> str:
        phrase = self.question.get(question.key)
        facts = {key: self._fact(value, names, lang) for key, value in question.shown}
        return phrase.say(lang).format(who=names.get(question.who, question.who), **facts) if phrase else question.key

    def option_text(self, option: Option, lang: str) -> str:
        text = self.tr(option.label, lang) or str(option.id)
        cost = ", ".join(f"{n} {self.tr(pool, lang)}" for pool, n in option.cost)
        return f"{text} ({cost})" if cost else text

    def _fact(self, value: Any, names: dict[str, str], lang: str) -> Any:
        if isinstance(value, bool):
            return YES_NO[lang][not value]
        if isinstance(value, str):
            return names.get(value) or self.tr(value, lang)
        if isinstance(value, (tuple, list)):
            return ", ".join(str(self._fact(v, names, lang)) for v in value)
        return value


def words_of(package: str) -> Words:
    """The words of a game, kept chapter by chapter in `content/words`."""
    words = Words()
    for name, text in texts(package, "content/words").items():
        words = words | parse(text, Words, f"{name}.toml")
    return words
