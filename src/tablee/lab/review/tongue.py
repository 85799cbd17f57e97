"""Who the report is written for: a language, the words of the game, figures as they are written there."""

from __future__ import annotations

import re
from typing import Any

from tablee.kernel import figures
from tablee.kernel.about import summary
from tablee.kernel.game import Game
from tablee.kernel.words import LANGUAGES

from .texts import TEXTS

NO_BREAK = "\u00a0"
BEFORE = re.compile(r"(?<=«) | (?=[:;!?»%])")


class Tongue:
    def __init__(self, game: Game, lang: str) -> None:
        self.game, self.lang = game, lang
        self._at = LANGUAGES.index(lang)
        self._scenes = {ready.id: ready for ready in summary(game).ready}

    def say(self, key: str, /, **facts: Any) -> str:
        return self._set(TEXTS[key][self._at].format(**facts))

    def some(self, key: str, n: int, /, **facts: Any) -> str:
        """A text that counts: « one|several ». French says one of nothing, English none in the plural."""
        one, several = TEXTS[key][self._at].split("|")
        single = n == 1 or (n == 0 and self.lang == "fr")
        return self._set((one if single else several).format(n=self.number(n), **facts))

    def _set(self, text: str) -> str:
        """French keeps its high punctuation on the line of the word before it."""
        text = text.replace("'", "’")
        return BEFORE.sub(NO_BREAK, text) if self.lang == "fr" else text

    def tr(self, text: str) -> str:
        return self._set(self.game.words.tr(text, self.lang))

    # ---------------------------------------------------------------- figures

    def number(self, value: float, digits: int = 0) -> str:
        return figures.number(value, self.lang, digits)

    def percent(self, share: float, digits: int = 1) -> str:
        return self._set(figures.percent(share, self.lang, digits))

    def between(self, bounds: tuple[float, float]) -> str:
        return self.say("between", low=self.percent(bounds[0]), high=self.percent(bounds[1]))

    def points(self, share: float) -> str:
        """A difference of two shares, with its sign."""
        return ("+" if share >= 0 else "−") + self.number(abs(share) * 100, 1)

    def points_between(self, bounds: tuple[float, float]) -> str:
        return self.say("between", low=self.points(bounds[0]), high=self.points(bounds[1]))

    def figure(self, value: float, chance: bool, digits: int = 1) -> str:
        """A figure of the book: a chance is in per cent already."""
        return self.percent(value / 100, digits) if chance else self.number(value, digits)

    # ---------------------------------------------------------------- names

    def listed(self, names: list[str], most: int = 6) -> str:
        """Names in a row; of many the first, and how many more there are."""
        shown = names if len(names) <= most + 1 else [*names[:most], self.some("others", len(names) - most)]
        if len(shown) < 2:
            return "".join(shown)
        return self.say("and", first=", ".join(shown[:-1]), last=shown[-1])

    def rule(self, id: str) -> str:
        rule = self.game.ledger.rules.get(id)
        return self._set(f"{id} {rule.title}") if rule is not None else id

    def explained(self, id: str) -> str:
        """What a rule says."""
        rule = self.game.ledger.rules.get(id)
        return "" if rule is None else self._set(rule.dit or rule.says) if self.lang == "fr" else rule.says

    def kind(self, kind: str) -> str:
        """What the entries of a tournament are called."""
        phrase = self.game.words.catalogue.get(kind)
        name = phrase.say(self.lang) if phrase is not None else self.game.words.label(kind, self.lang)
        return name[:1].upper() + name[1:]

    def path(self, path: str) -> str:
        return self.game.words.label(path.rpartition(".")[2], self.lang)

    def scene(self, id: str) -> str:
        ready = self._scenes.get(id)
        return self._set(ready.title.say(self.lang)) if ready is not None else id
