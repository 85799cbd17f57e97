"""What a game says, in the language of one member: actions, events, questions, sheets."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, cached_property
from string import Formatter
from typing import Any

import msgspec
from msgspec.structs import replace

from tablee.kernel.action import Action, tag
from tablee.kernel.event import Event
from tablee.kernel.game import Game
from tablee.kernel.ground import on_the_map
from tablee.kernel.oracle import Amount, Closed, Option, Question, Throw
from tablee.kernel.scene import Scene
from tablee.kernel.sentence import Said, Speaker
from tablee.kernel.sheet import Line, Mark, Pool, Sheet, Stat, Text
from tablee.kernel.tally import Terms

from .texts import EVENTS, say

RULINGS = ("table.ruling", "table.ruling_on")
ROUND = "Round"  # a game may call it otherwise
ELIDED = re.compile(r"\b(?:de|que) \{", re.IGNORECASE)  # a phrase with a word that loses its vowel before another
VOWEL = re.compile(r"[aeiouàâäéèêëîïôöùûüœæ]|y(?![aeiouàâäéèêëîïôöùûüœæ])", re.IGNORECASE)


class Voice:
    """Ids become names, keys become phrases. `names` are those the member may know."""

    def __init__(
        self,
        game: Game,
        lang: str,
        names: Mapping[str, str],
        scene: Scene | None = None,
        board: str = "square",
        speaker: Speaker | None = None,
    ) -> None:
        self.game, self.words, self.lang, self.scene, self.board = game, game.words | EVENTS, lang, scene, board
        self.names = {who: self.tr(name) for who, name in names.items()}
        self.speaker = speaker or game.words.speaker(lang, self.names)

    @cached_property
    def grid(self) -> str:
        """The grid places are told on: the one of the rules, else the board's."""
        ground = self.game.ground(self.scene) if self.scene is not None else None
        return ground.grid if ground is not None else self.board

    def on_the_map(self, facts: dict[str, Any]) -> dict[str, Any]:
        """Facts with the column and the row of a cell in place of its coordinates."""
        return on_the_map(self.grid, facts) if "x" in facts and "y" in facts else facts

    def tr(self, text: str) -> str:
        return self.words.tr(text, self.lang)

    def closed(self, why: Closed) -> str:
        return self.speaker.text(why)

    def event(self, event: Event) -> str:
        facts = self.on_the_map(dict(event.facts))
        if event.what in RULINGS:
            facts = self.ruled(event.who, facts)
        text = self.words.event_text(replace(event, facts=tuple(facts.items())), self.names, self.lang)
        phrase = self.words.event.get(event.what)
        return self.elided(phrase.fr, text) if phrase is not None else text

    def elided(self, phrase: str, text: str) -> str:
        """A French sentence made of this phrase: « d'Alix », not « de Alix ». What people typed is left as it is."""
        if self.lang != "fr" or self._vowels is None or not ELIDED.search(phrase):
            return text
        return self._vowels.sub(lambda found: f"{found[1]}'", text)

    @cached_property
    def _vowels(self) -> re.Pattern[str] | None:
        """A « de » or « que » before a name that begins with a vowel."""
        names = "|".join(re.escape(name) for name in set(self.names.values()) if VOWEL.match(name))
        return re.compile(rf"\b(d|qu|D|Qu)e (?=(?:{names})(?!\w))") if names else None

    def sums(self, event: Event) -> Event:
        """The event with what its sums are made of to read."""
        facts = tuple((key, self.terms(value) if is_terms(value) else value) for key, value in event.facts)
        return replace(event, terms=self.terms(event.terms), facts=facts)

    def throw(self, throw: Throw) -> Throw:
        return replace(throw, dice=tuple(replace(dice, why=self.tr(dice.why)) for dice in throw.dice))

    def ruled(self, who: str, facts: dict[str, Any]) -> dict[str, Any]:
        """The facts of a ruling: where the value is kept, below whom it is about, and the values, as one reads them."""
        path = f".{facts['path']}".rpartition(f".{who}.")[2] if who else facts["path"]
        read = {key: self.value(facts[key]) for key in ("before", "after")}
        return {**facts, "path": self.words.place(path.removeprefix("."), self.lang, self.names), **read}

    # ------------------------------------------------------------ actions

    def action(self, action: Action, **instead: str) -> str:
        """What an action does, with the parameters its phrase does not tell behind it."""
        phrase = self.words.action.get(action.key())
        text = phrase.say(self.lang) if phrase is not None else tag(action)
        facts = chosen(action)
        told = {name for _, name, _, _ in Formatter().parse(text) if name}
        where = self.on_the_map({key: getattr(action, key, "") for key in told})
        shown = {key: self.value(value) or "…" for key, value in (where | instead).items()}
        said = {key for key, value in facts.items() if f"{tag(action)}.{value}" == action.key()}
        rest = [self.parameter(key, value) for key, value in facts.items() if key not in told | said | {"actor"}]
        return " · ".join(filter(None, [self.elided(text, text.format(**shown)), *rest]))

    def anywhere(self, action: Action) -> str:
        """The same with its place left open, as {x} and {y}."""
        return self.action(action, x="{x}", y="{y}")

    def parameter(self, key: str, value: Any) -> str:
        phrase = self.words.field.get(key)
        label = phrase.say(self.lang) if phrase is not None else self.tr(key)
        if value is True:
            return label
        if all(isinstance(name, str) for name in (value if isinstance(value, tuple) else (value,))):
            return self.value(value)
        return f"{label} {self.value(value)}"

    def value(self, value: Any) -> str:
        """Anything a game may say, as a reader would say it."""
        if isinstance(value, bool):
            return say("yes" if value else "no", self.lang)
        if value is None:
            return say("nothing", self.lang)
        if isinstance(value, str):
            named = self.names.get(value)
            return named if named is not None else self.tr(self.scene.name(value) if self.scene is not None else value)
        if isinstance(value, Mapping):
            return ", ".join(f"{self.value(k)} {self.value(v)}" for k, v in value.items())
        if isinstance(value, tuple | list):
            return ", ".join(map(self.value, value))
        if isinstance(value, Action):
            return f"{self.names.get(value.actor, value.actor)} ({self.action(value)})"
        if isinstance(value, msgspec.Struct):
            return self.value(msgspec.to_builtins(value))
        return str(value)

    # ------------------------------------------------------------ questions

    def question(self, question: Question) -> str:
        text = self.words.question_text(question, self.names, self.lang)
        phrase = self.words.question.get(question.key)
        return self.elided(phrase.fr, text) if phrase is not None else text

    def options(self, question: Question) -> tuple[Option, ...] | Amount:
        """The options with labels to read."""
        if isinstance(question.options, Amount):
            return replace(question.options, label=self.tr(question.options.label))
        return tuple(
            replace(o, label=self.speaker.option(o), closed=o.closed and self.reason(o.closed))
            for o in question.options
        )

    def reason(self, why: Closed) -> Closed:
        """A reason as one reads it, without its rule."""
        return Closed(why.rule, self.speaker.text(Said(why.text, why.facts)))

    # ------------------------------------------------------------ sheets

    def sheet(self, sheet: Sheet) -> Sheet:
        return replace(
            sheet,
            name=self.names.get(sheet.who, sheet.name),
            sections=tuple(
                replace(s, title=self.tr(s.title), lines=tuple(map(self.line, s.lines))) for s in sheet.sections
            ),
        )

    def line(self, line: Line) -> Line:
        label = self.tr(line.label)
        match line:
            case Stat() | Pool():
                return replace(line, label=label, terms=self.terms(line.terms))
            case Mark():
                return replace(line, label=label, note=self.tr(line.note))
            case Text():
                return replace(line, label=label, text=self.tr(line.text))

    def terms(self, terms: Terms) -> Terms:
        return tuple((self.tr(label), amount, rule) for label, amount, rule in terms)


def is_terms(value: Any) -> bool:
    """Whether a fact is a sum of its own."""
    return isinstance(value, tuple | list) and bool(value) and all(is_term(each) for each in value)


def is_term(value: Any) -> bool:
    return isinstance(value, tuple | list) and list(map(type, value)) == [str, int, str]


def chosen(action: Action) -> dict[str, Any]:
    """The parameters of an action that are not left at their defaults."""
    found = {}
    for name, default in defaults(type(action)):
        value = getattr(action, name)
        if value != default:
            found[name] = value
    return found


@cache
def defaults(kind: type[Action]) -> tuple[tuple[str, Any], ...]:
    """The parameters of a kind of action, each with its default. Asking msgspec is slow, and a menu asks often."""
    return tuple(
        (field.name, field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory())
        for field in msgspec.structs.fields(kind)
    )
