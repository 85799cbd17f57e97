"""key=value words to an action: every value read by the type its action gives it, every fault named."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any

import msgspec
from msgspec import inspect

from tablee.kernel.action import Action, tag
from tablee.kernel.game import Game
from tablee.kernel.scene import Scene

from .errors import Refused, refuse
from .texts import say

TRUE = ("oui", "vrai", "yes", "true")
FALSE = ("non", "faux", "no", "false")


def split(pairs: Iterable[str]) -> dict[str, str]:
    """Words of the form key=value."""
    found: dict[str, str] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key:
            raise refuse("error.pair", pair=pair)
        if key in found:
            raise refuse("error.pair_twice", key=key)
        found[key] = value
    return found


def kind_of(game: Game, name: str) -> type[Action]:
    """The action with this name."""
    known = {tag(kind): kind for kind in game.kinds}
    if name not in known:
        raise refuse("error.action", game=game.title, action=name, known=", ".join(sorted(map(tag, game.actions))))
    return known[name]


def build(game: Game, kind: type[Action], given: Mapping[str, str], scene: Scene) -> Action:
    """The action with these parameters; whoever has the turn acts when nobody is named."""
    fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    for key in given:
        if key not in fields:
            raise refuse("error.key", action=tag(kind), key=key, known=", ".join(fields))
    values = {key: convert(key, text, fields[key].type) for key, text in given.items()}
    if "actor" not in values:
        values["actor"] = actor(game, kind, scene)
    missing = [key for key, field in fields.items() if field.required and key not in values]
    if missing:
        sentence = say("error.missing", action=tag(kind), missing=", ".join(missing), known=", ".join(fields))
        raise Refused(sentence + example(game, kind, scene, values["actor"]))
    return kind(**{fields[key].name: value for key, value in values.items()})


def edit(action: Action, given: Mapping[str, str]) -> Action:
    """The same action with some parameters changed."""
    fields = {field.encode_name: field for field in msgspec.structs.fields(action)}
    for key in given:
        if key not in fields:
            raise refuse("error.key", action=tag(action), key=key, known=", ".join(fields))
    changes = {fields[key].name: convert(key, text, fields[key].type) for key, text in given.items()}
    return msgspec.structs.replace(action, **changes)


def actor(game: Game, kind: type[Action], scene: Scene) -> str:
    """Who has the turn, else the first who may do such a thing, else simply the first: he will be told why not."""
    there = scene.turn() or game.people(scene)
    if not there:
        raise refuse("error.nobody", action=tag(kind))
    if not scene.turn():
        for who in there:
            if any(isinstance(action, kind) and closed is None for action, closed in game.legal(scene, who)):
                return who
    return there[0]


def example(game: Game, kind: type[Action], scene: Scene, who: str) -> str:
    """An open action of this kind, as it would be typed."""
    for action, closed in game.legal(scene, who):
        if isinstance(action, kind) and closed is None:
            return say("error.example", example=" ".join([tag(action), *spelled(action)]))
    return ""


def spelled(action: Action) -> list[str]:
    """The parameters of an action as key=value words."""
    plain = {key: value for key, value in msgspec.to_builtins(action).items() if key not in ("do", "actor")}
    return [f"{key}={_spell(value)}" for key, value in plain.items()]


def _spell(value: Any) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


# ---------------------------------------------------------------- values


def convert(key: str, text: str, type: Any) -> Any:
    """A typed word as a value of this type."""
    for reading in readings(text):
        try:
            return msgspec.convert(reading, type)
        except msgspec.ValidationError:
            continue
    raise refuse("error.value", key=key, expected=expected(inspect.type_info(type)), value=text)


def readings(text: str) -> Iterator[Any]:
    """What a typed word may mean: JSON, else text, a yes or no, a list."""
    with suppress(msgspec.DecodeError):
        yield msgspec.json.decode(text)
    yield text
    if text.lower() in TRUE + FALSE:
        yield text.lower() in TRUE
    parts = [part.strip() for part in text.split(",") if part.strip()]
    yield parts
    with suppress(ValueError):
        yield [int(part) for part in parts]


def expected(type: inspect.Type) -> str:
    """What a type asks for, in words."""
    match type:
        case inspect.IntType() | inspect.FloatType():
            return _bounded(type)
        case inspect.StrType():
            return say("type.str")
        case inspect.BoolType():
            return say("type.bool")
        case inspect.NoneType():
            return say("type.none")
        case inspect.LiteralType():
            return say("type.literal", values=", ".join(str(value) or say("type.empty") for value in type.values))
        case inspect.EnumType():
            return say("type.literal", values=", ".join(str(member.value) for member in type.cls))
        case inspect.UnionType():
            return say("type.or").join(map(expected, type.types))
        case inspect.ListType() | inspect.VarTupleType() | inspect.SetType():
            return say("type.list_of", item=expected(type.item_type))
        case inspect.TupleType():
            return say("type.list")
        case _:
            return say("type.table")


def _bounded(type: inspect.IntType | inspect.FloatType) -> str:
    name = say("type.int" if isinstance(type, inspect.IntType) else "type.float")
    if type.ge is None and type.le is None:
        return name
    if type.le is None:
        return say("type.from", type=name, low=type.ge)
    if type.ge is None:
        return say("type.to", type=name, high=type.le)
    return say("type.between", type=name, low=type.ge, high=type.le)
