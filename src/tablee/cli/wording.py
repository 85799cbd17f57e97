"""What a game says, in the language of the command: actions, events, questions, values."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cached_property
from string import Formatter
from typing import Any

import msgspec

from tablee.kernel.action import Action, tag
from tablee.kernel.event import Event
from tablee.kernel.game import Game
from tablee.kernel.ground import Ground, on_the_map
from tablee.kernel.oracle import Closed, Dice, Option, Question
from tablee.kernel.scene import Scene
from tablee.table.voice import chosen

from .texts import lang, number, say


class Voice:
    """A game, and perhaps a scene: ids become names, keys become phrases."""

    def __init__(self, game: Game, scene: Scene | None = None) -> None:
        self.game, self.words, self.scene = game, game.words, scene
        self.names = {who: self.tr(scene.name(who)) for who in game.people(scene)} if scene is not None else {}
        beasts = {who: self.tr(scene.name(who)) for who in scene.people} if scene is not None else {}
        self.speaker = self.words.speaker(lang(), beasts | self.names)

    @cached_property
    def ground(self) -> Ground | None:
        return self.game.ground(self.scene) if self.scene is not None else None

    def tr(self, text: str) -> str:
        return self.words.tr(text, lang())

    def name(self, who: str) -> str:
        return self.names.get(who, who)

    def kind(self, kind: str) -> str:
        """What an action is called."""
        phrase = self.words.action.get(kind)
        return phrase.say(lang()) if phrase else kind

    def short(self, kind: str) -> str:
        """The same without the places of its parameters."""
        return " ".join(re.sub(r"\{[^}]*\}", "", self.kind(kind)).split()).rstrip(" :,·")

    def action(self, action: Action) -> tuple[str, str]:
        """What an action does, and the parameters its phrase does not tell."""
        text, facts = self.kind(action.key()), chosen(action)
        told = {name for _, name, _, _ in Formatter().parse(text) if name}
        where = self.on_the_map({key: getattr(action, key, "") for key in told})
        shown = {key: self.value(value) or "…" for key, value in where.items()}
        said = {key for key, value in facts.items() if f"{tag(action)}.{value}" == action.key()}
        rest = [self.parameter(key, value) for key, value in facts.items() if key not in told | said | {"actor"}]
        return text.format(**shown), " · ".join(filter(None, rest))

    def anywhere(self, action: Action) -> str:
        """The same for any cell: « Go to … »."""
        text, rest = self.action(action)
        cell = self.on_the_map({key: getattr(action, key) for key in ("x", "y")})
        return " · ".join(filter(None, (re.sub(rf"\(?{cell['x']}, {cell['y']}\)?", "…", text), rest)))

    def on_the_map(self, facts: dict[str, Any]) -> dict[str, Any]:
        """Facts with the column and the row of a cell in place of its coordinates, where the rules have a map."""
        return facts if self.ground is None else on_the_map(self.ground.grid, facts)

    def plain_action(self, action: Action) -> str:
        text, rest = self.action(action)
        return f"{text} · {rest}" if rest else text

    def field(self, key: str) -> str:
        phrase = self.words.field.get(key)
        return phrase.say(lang()) if phrase else self.tr(key)

    def brief(self, label: str) -> str:
        """A label where there is little room, if the game has a shorter one under « field.LABEL.bref »; empty: it is
        not worth the room."""
        phrase = self.words.field.get(f"{label}.bref")
        return phrase.say(lang()) if phrase else self.tr(label)

    def round(self, n: int) -> str:
        """« Round 2 », or as the game calls it under « field.round »."""
        phrase = self.words.field.get("round")
        return f"{phrase.say(lang())} {n}" if phrase else say("play.round", n=n)

    def parameter(self, key: str, value: Any) -> str:
        if value is True:
            return self.field(key)
        if key == "target" and "target" not in self.words.field:
            return f"→ {self.value(value)}"
        names = value if isinstance(value, tuple) else (value,)
        if all(isinstance(name, str) for name in names):  # what has a name needs no label
            return self.value(value)
        return f"{self.field(key)} {self.value(value)}"

    def value(self, value: Any) -> str:
        """Anything a game may answer, as a reader would say it."""
        if isinstance(value, bool):
            return say("yes" if value else "no")
        if value is None:
            return say("nothing")
        if isinstance(value, str):
            named = self.scene.name(value) if self.scene is not None else value
            return self.tr(named)
        if isinstance(value, float):
            return number(value, 2)
        if isinstance(value, Mapping):
            return ", ".join(f"{self.value(k)} {self.value(v)}" for k, v in value.items())
        if isinstance(value, (tuple, list)):
            return ", ".join(self.row(each) for each in value)
        if isinstance(value, Action):
            return f"{self.name(value.actor)} ({self.plain_action(value)})"
        if isinstance(value, msgspec.Struct):
            return self.value(msgspec.to_builtins(value))
        return str(value)

    def row(self, value: Any) -> str:
        """One of several: « Ysaure 1 » for a pair."""
        return " ".join(map(self.value, value)) if isinstance(value, (tuple, list)) else self.value(value)

    def event(self, event: Event) -> str:
        facts = tuple(self.on_the_map(dict(event.facts)).items())
        return self.words.event_text(msgspec.structs.replace(event, facts=facts), self.names, lang())

    def question(self, question: Question) -> str:
        return self.words.question_text(question, self.names, lang())

    def option(self, option: Option) -> str:
        return self.speaker.option(option)

    def closed(self, why: Closed) -> str:
        return self.speaker.text(why)

    def dice(self, dice: Iterable[Dice]) -> str:
        """« 1d10 base + 2d10 avantages »."""
        return " + ".join(f"{each.n}d{each.sides} {self.tr(each.why)}".rstrip() for each in dice)

    def look(self, look: str) -> str:
        phrase = self.words.look.get(look)
        return phrase.say(lang()) if phrase else look

    def look_note(self, look: str) -> str:
        """How its values are to be read, where the game says so under « look.NAME.dit »; else nothing."""
        phrase = self.words.look.get(f"{look}.dit")
        return phrase.say(lang()) if phrase else ""
