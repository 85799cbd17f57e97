"""Who can be called into a campaign: people of the catalogues, and people made on the spot; and how they would be."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec

from tablee.kernel import own, paths
from tablee.kernel.catalogue import readable
from tablee.kernel.content import ContentError
from tablee.kernel.game import Game
from tablee.kernel.making import Maker
from tablee.kernel.scene import Person, person_type
from tablee.kernel.sentence import Typed
from tablee.kernel.sheet import Sheet

from . import scenes
from .refusal import Refused, closed_now
from .rights import may
from .state import Lang, Play
from .texts import say
from .visibility import Eyes

Plain = dict[str, Any]
NAMES = ("fiche.nom", "nom", "name")  # where games keep what somebody is called, unless they say it is elsewhere


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


def one(game: Game, lang: Lang, key: str, id: str, wish: Mapping[str, Any] | None, play: Play | None = None) -> Plain:
    """Somebody as plain data: named in a catalogue or in the table's own book, or made whole from a wish."""
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
    book = own.of(play.scene).get(key, {}) if play is not None and key in game.cast else {}
    if play is not None and id in book:
        return of_the_book(game, play, key, id)
    if id not in there:
        known = tuple(map(Typed, (*there, *book))) or Typed(say("nothing", lang))
        raise Refused("no_cast", kind=Typed(key), id=Typed(id), there=known)
    return so_called(game, {key: id, "id": id}, _text_at(there[id], name_at(game)) or readable(id).capitalize())


def of_the_book(game: Game, play: Play, key: str, id: str) -> Plain:
    """Somebody whom the table has written itself, whole and with what he carries, called as his entry is."""
    path, kept = scenes.people_path(play.scene), own.key_of(game.scene)
    book: Any = getattr(play.scene, own.FIELD)
    alone = {path: {id: {key: id}}, kept: own.plain(book)}
    found: Plain = scenes.plain(scenes.judged(game, alone, play.options).people[id])
    return so_called(game, {**found, "id": id}, own.name_of(getattr(book, key)[id]) or readable(id).capitalize())


def called(game: Game, lang: Lang, one: Plain) -> str:
    """What somebody is called in his file, in the language of who calls him; else what his id reads as."""
    return game.words.tr(_text_at(one, name_at(game)) or readable(str(one.get("id", ""))).capitalize(), lang)


def so_called(game: Game, one: Plain, name: str) -> Plain:
    """The same under another name, where the game keeps names in files."""
    at = name_at(game)
    return paths.put(one, at, name) if at else one


def name_at(game: Game) -> str:
    """Where the people of a game keep their name, in files; empty: nowhere that one may write to."""
    return _name_at(person_type(game.scene))


@cache
def _name_at(person: type[Person]) -> str:
    return person.name_at or next((at for at in NAMES if _has(person, at.split("."))), "")


def _has(kind: Any, keys: list[str]) -> bool:
    """Whether what is of this type keeps something there, in files."""
    fields = msgspec.structs.fields(kind) if isinstance(kind, type) and issubclass(kind, msgspec.Struct) else ()
    below = next((field.type for field in fields if field.encode_name == keys[0]), None)
    return below is not None and (len(keys) == 1 or _has(below, keys[1:]))


def _text_at(data: Any, path: str) -> str:
    for key in path.split("."):
        data = data.get(key) if isinstance(data, dict) else None
    return data if isinstance(data, str) else ""


def preview(eyes: Eyes, key: str, id: str, wish: Mapping[str, Any] | None, chosen: str, name: str) -> SeenWish:
    """How somebody would be who is called so; what was chosen last stands, and what comes after it gives way."""
    may(eyes.member, "preview")
    if wish is None:
        return SeenWish({}, {}, sheet(eyes, one(eyes.game, eyes.member.lang, key, id, None, eyes.play), name))
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
    named = name.strip() or called(eyes.game, eyes.member.lang, one)
    alone = scenes.gathered(eyes.game, [{**so_called(eyes.game, one, named), "id": who}])
    return eyes.voice.sheet(eyes.game.sheet(alone, who))
