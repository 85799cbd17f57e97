"""What the actions of a game are made of, so that any client can offer their options: parameters, choices, looks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

import msgspec
from litestar import Response
from msgspec import inspect

from tablee.kernel.action import Action, literals, tag
from tablee.kernel.game import Game
from tablee.kernel.reference import title
from tablee.kernel.voice import defaults
from tablee.table.games import game_of
from tablee.table.state import Lang

from .handlers import Asking, GameId, Here, look

Kind = Literal["yes_no", "number", "choice", "text", "texts", "amounts", "other"]


class FormChoice(msgspec.Struct, frozen=True):
    id: str
    text: str


class FormField(msgspec.Struct, frozen=True):
    """A parameter. `amounts`: a number for each of several, as the action has them. `other`: too much for a form, to be
    left as the list of actions has it."""

    name: str
    text: str
    kind: Kind
    default: Any = None  # none: it must be chosen
    choices: tuple[FormChoice, ...] = ()  # of a choice; or what a text may be, where the game says it


class ActionForm(msgspec.Struct, frozen=True):
    """A kind of action: its name, its parameters but the actor, and what one may want to know of its outcome."""

    do: str
    text: str
    fields: tuple[FormField, ...]
    looks: tuple[FormChoice, ...]


class IntentForm(msgspec.Struct, frozen=True):
    """What one wants by some actions: the group their buttons stand in."""

    id: str
    name: str
    icon: str  # an id the page may have a picture for
    gist: str


class MakerForm(msgspec.Struct, frozen=True):
    """What a game master says of somebody who is made on the spot."""

    fields: tuple[FormField, ...]


@look("/games/{game:str}/actions")
def action_forms(request: Asking, server: Here, game: GameId) -> Response[tuple[ActionForm, ...]]:
    """Every kind of action of a game, with its parameters and looks."""
    played = game_of(game)
    return server.ready.answer(
        request, lambda lang: tuple(form(played, kind, lang) for kind in played.kinds), "actions", game
    )


@look("/games/{game:str}/intents")
def intent_forms(request: Asking, server: Here, game: GameId) -> Response[tuple[IntentForm, ...]]:
    """The groups the actions of a game stand in, in their order."""
    played = game_of(game)
    return server.ready.answer(request, lambda lang: tuple(intents(played, lang)), "intents", game)


@look("/games/{game:str}/maker")
def maker_form(request: Asking, server: Here, game: GameId) -> Response[MakerForm]:
    """What somebody made on the spot may be, the weightiest choice first; no fields: this game makes nobody so."""
    played = game_of(game)
    return server.ready.answer(request, lambda lang: made_of(played, lang), "maker", game)


ROUTES = [action_forms, intent_forms, maker_form]


def intents(game: Game, lang: Lang) -> Iterator[IntentForm]:
    for id, intent in game.words.intents.items():
        yield IntentForm(id, intent.say(lang), intent.icon or id, intent.gist.say(lang) if intent.gist else "")


def made_of(game: Game, lang: Lang) -> MakerForm:
    maker = game.maker
    return MakerForm(fields(game, maker.words, maker.wish, maker.wish.offers, lang) if maker is not None else ())


def fields(
    game: Game, do: str, kind: Any, offers: Mapping[str, Mapping[str, str]], lang: Lang
) -> tuple[FormField, ...]:
    """The parameters of an action, or the fields of a wish."""
    types = {each.name: each.type for each in msgspec.structs.fields(kind)}
    return tuple(
        field(game, do, name, types[name], value, offers.get(name, {}), lang)
        for name, value in defaults(kind)
        if name != "actor"
    )


def form(game: Game, kind: type[Action], lang: Lang) -> ActionForm:
    return ActionForm(
        tag(kind),
        title(game, kind, lang),
        fields(game, tag(kind), kind, kind.offers, lang),
        tuple(FormChoice(each, named(game, each, lang)) for each in kind.looks),
    )


def field(game: Game, do: str, name: str, type: Any, default: Any, offers: Mapping[str, str], lang: Lang) -> FormField:
    phrase = game.words.parameter(do, name)
    text = phrase.say(lang) if phrase is not None else game.words.tr(name, lang)
    found = kind_of(inspect.type_info(type))
    there = {str(each): offers.get(str(each), str(each)) for each in literals(type)} or offers
    choices = tuple(FormChoice(each, game.words.tr(said, lang)) for each, said in there.items())
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
        case inspect.VarTupleType(item_type=inspect.TupleType(item_types=(inspect.StrType(), inspect.IntType()))):
            return "amounts"
    return "other"


def named(game: Game, look: str, lang: Lang) -> str:
    phrase = game.words.look.get(look)
    return phrase.say(lang) if phrase is not None else look.replace("_", " ")
