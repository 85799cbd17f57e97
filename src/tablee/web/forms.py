"""What the actions of a game are made of, so that any client can offer their options: parameters, choices, looks."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import inspect

from tablee.kernel.action import Action, tag
from tablee.kernel.game import Game
from tablee.table.state import Lang
from tablee.table.voice import defaults

from .compendium import known
from .handlers import Asking, GameId, look
from .refusals import language

Kind = Literal["yes_no", "number", "choice", "text", "texts", "other"]


class FormChoice(msgspec.Struct, frozen=True):
    id: str
    text: str


class FormField(msgspec.Struct, frozen=True):
    """A parameter. `other`: too much for a form, to be left as the list of actions has it."""

    name: str
    text: str
    kind: Kind
    default: Any = None  # none: it must be chosen
    choices: tuple[FormChoice, ...] = ()


class ActionForm(msgspec.Struct, frozen=True):
    """A kind of action: its parameters but the actor, and what one may want to know of its outcome."""

    do: str
    fields: tuple[FormField, ...]
    looks: tuple[FormChoice, ...]


@look("/games/{game:str}/actions")
def action_forms(request: Asking, game: GameId) -> tuple[ActionForm, ...]:
    """Every kind of action of a game, with its parameters and looks."""
    played = known(game)
    return tuple(form(played, kind, language(request)) for kind in played.actions)


ROUTES = [action_forms]


def form(game: Game, kind: type[Action], lang: Lang) -> ActionForm:
    types = {each.name: inspect.type_info(each.type) for each in msgspec.structs.fields(kind)}
    fields = tuple(field(game, name, types[name], value, lang) for name, value in defaults(kind) if name != "actor")
    return ActionForm(tag(kind), fields, tuple(FormChoice(each, named(game, each, lang)) for each in kind.looks))


def field(game: Game, name: str, type: inspect.Type, default: Any, lang: Lang) -> FormField:
    phrase = game.words.field.get(name)
    text = phrase.say(lang) if phrase is not None else game.words.tr(name, lang)
    found, choices = kind_of(type), tuple[FormChoice, ...]()
    if isinstance(type, inspect.LiteralType):
        choices = tuple(FormChoice(str(value), game.words.tr(str(value), lang)) for value in type.values)
    plain = None if default is msgspec.NODEFAULT else msgspec.to_builtins(default, str_keys=True)
    return FormField(name, text.replace("_", " "), found, plain, choices)


def kind_of(type: inspect.Type) -> Kind:
    match type:
        case inspect.BoolType():
            return "yes_no"
        case inspect.IntType():
            return "number"
        case inspect.LiteralType(values=values) if all(isinstance(value, str) for value in values):
            return "choice"
        case inspect.StrType():
            return "text"
        case inspect.VarTupleType(item_type=inspect.StrType()):
            return "texts"
    return "other"


def named(game: Game, look: str, lang: Lang) -> str:
    phrase = game.words.look.get(look)
    return phrase.say(lang) if phrase is not None else look.replace("_", " ")
