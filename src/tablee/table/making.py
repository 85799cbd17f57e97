"""Who can be called into a campaign: people of the catalogues, and people made on the spot; and how they would be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from tablee.kernel.content import ContentError
from tablee.kernel.game import Game
from tablee.kernel.making import Maker
from tablee.kernel.sentence import Typed
from tablee.kernel.sheet import Sheet

from . import scenes
from .refusal import Refused, closed_now
from .rights import may
from .state import Lang
from .texts import say
from .visibility import Eyes

Plain = dict[str, Any]


class SeenWish(msgspec.Struct, frozen=True, gc=False):
    """Somebody who could come: the wish as far as it can be, what may be chosen, his sheet or why there is none."""

    wish: dict[str, Any]
    left: dict[str, tuple[str, ...]]
    sheet: Sheet | None
    why: str = ""
    rule: str = ""


def maker_of(game: Game) -> Maker:
    if game.maker is None:
        raise Refused("no_maker", game=Typed(game.title))
    return game.maker


def one(game: Game, lang: Lang, key: str, id: str, wish: Mapping[str, Any] | None) -> Plain:
    """Somebody as plain data: named in a catalogue, or made whole from a wish."""
    if wish is not None:
        maker = maker_of(game)
        try:
            wanted = maker.read(wish)
        except ContentError as error:
            raise Refused("fault", why=error.said) from None
        if why := maker.closed(wanted):
            raise closed_now(why)
        return maker.make(wanted)
    there = game.cast.get(key, {})
    if id not in there:
        known = tuple(map(Typed, there)) or Typed(say("nothing", lang))
        raise Refused("no_cast", kind=Typed(key), id=Typed(id), there=known)
    return {key: id, "id": id, "fiche": {"nom": there[id]["fiche"]["nom"]}}


def called(game: Game, lang: Lang, one: Plain) -> str:
    """What somebody is called in his sheet, in the language of who calls him."""
    return game.words.tr(str(one["fiche"]["nom"]), lang)


def so_called(one: Plain, name: str) -> Plain:
    """The same under another name."""
    return {**one, "fiche": {**one["fiche"], "nom": name}}


def preview(eyes: Eyes, key: str, id: str, wish: Mapping[str, Any] | None, chosen: str, name: str) -> SeenWish:
    """How somebody would be who is called so; what was chosen last stands, and what comes after it gives way."""
    may(eyes.member, "preview")
    if wish is None:
        return SeenWish({}, {}, sheet(eyes, one(eyes.game, eyes.member.lang, key, id, None), name))
    maker = maker_of(eyes.game)
    try:
        wanted = maker.settled(maker.read(wish), chosen)
    except ContentError as error:
        raise Refused("fault", why=error.said) from None
    settled, left = msgspec.to_builtins(wanted), maker.left(wanted)
    if why := maker.closed(wanted):
        return SeenWish(settled, left, None, eyes.voice.reason(why), why.rule)
    return SeenWish(settled, left, sheet(eyes, maker.make(wanted), name))


def sheet(eyes: Eyes, one: Plain, name: str) -> Sheet:
    """The sheet of somebody who is not there yet."""
    who = str(one["id"])
    while who in eyes.desk.names:  # somebody else is called so by now
        who += "_"
    alone = scenes.gathered(
        eyes.game, [{**so_called(one, name.strip() or called(eyes.game, eyes.member.lang, one)), "id": who}]
    )
    return eyes.voice.sheet(eyes.game.sheet(alone, who))
