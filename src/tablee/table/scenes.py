"""Changing a scene from outside the rules: people come and go, sides are taken, the game master rules.

A scene is edited as plain data and given back to the game, whose `read_scene` judges it: nothing here knows one game.
What it relies on is the shape all games share: one table of people by id, each with `camp` and perhaps `x` and `y`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import chain, count
from typing import Any

import msgspec
from msgspec.structs import FieldInfo, fields, replace

from tablee.kernel import content
from tablee.kernel.action import Scene
from tablee.kernel.content import ContentError
from tablee.kernel.game import Game
from tablee.kernel.oracle import ALL, GM
from tablee.kernel.scenario import Scenario

from .refusal import Refused

SIDE = "camp"  # the field of a character that says on which side he is
FIT_ID = re.compile(r"[\w-]{1,60}")


def plain(scene: Any) -> dict[str, Any]:
    data: dict[str, Any] = msgspec.to_builtins(scene, str_keys=True)
    return data


def judged(game: Game, data: dict[str, Any], options: tuple[str, ...]) -> Scene:
    """Plain data back to a scene; Refused with the game's own sentence if it does not hold."""
    try:
        return game.read_scene(data, options)
    except ContentError as error:
        raise Refused("fault", why=str(error)) from None
    except msgspec.ValidationError as error:
        raise Refused("fault", why=content.sentence(str(error))) from None


def gathered(game: Game, characters: list[dict[str, Any]]) -> Scene:
    """Characters alone in a scene, nothing under way."""
    if game.gather is None:
        raise Refused("no_gather", game=game.title)
    try:
        return game.gather(characters)
    except ContentError as error:
        raise Refused("fault", why=str(error)) from None
    except msgspec.ValidationError as error:
        raise Refused("fault", why=content.sentence(str(error))) from None


def people_field(game: Game, scene: Scene) -> str:
    """The field of a scene that holds its people by id."""
    people = set(game.people(scene))
    for field in scene.__struct_fields__:
        held = getattr(scene, field)
        if isinstance(held, dict) and held.keys() == people:
            return field
    raise TypeError(f"{game.id}: no field of the scene holds its people")


def person(game: Game, scene: Scene, who: str) -> Any:
    if who not in game.people(scene):
        raise Refused("no_one", who=who)
    return getattr(scene, people_field(game, scene))[who]


def place(game: Game, scene: Scene, who: str) -> tuple[int, int] | None:
    """Where the game itself says that somebody stands."""
    stands = person(game, scene, who)
    return (stands.x, stands.y) if hasattr(stands, "x") and hasattr(stands, "y") else None


# ---------------------------------------------------------------- people come and go


def add(
    game: Game, scene: Scene, options: tuple[str, ...], character: dict[str, Any], taken: Iterable[str] = ()
) -> tuple[Scene, str]:
    """The scene with one more character, and his id: another one if his own is taken, now or by somebody who left."""
    alone = gathered(game, [character])
    (who,) = game.people(alone)
    free = free_id(who, {*taken, *game.people(scene)})
    if free != who:
        alone = gathered(game, [{**character, "id": free}])
        if game.people(alone) != (free,):
            raise Refused("already_here", who=alone.name(who))
    if not game.people(scene):
        return judged(game, plain(alone), options), free
    field = people_field(game, alone)
    data = plain(scene)
    return judged(game, {**data, field: {**data[field], free: plain(alone)[field][free]}}, options), free


def free_id(who: str, taken: Iterable[str]) -> str:
    """This id, or with a number behind it if it is taken; Refused if it is fit for nobody."""
    if not FIT_ID.fullmatch(who) or who in (ALL, GM):
        raise Refused("id", who=who)
    known = set(taken)
    return next(id for id in chain([who], (f"{who}_{n}" for n in count(2))) if id not in known)


def swap(game: Game, scene: Scene, options: tuple[str, ...], who: str, character: dict[str, Any]) -> Scene:
    """The scene with another character in the place of this one, under the same id and on the same side."""
    alone = gathered(game, [{**character, "id": who}])
    field = people_field(game, alone)
    (made,) = plain(alone)[field].values()
    data = plain(scene)
    kept = {key: data[field][who][key] for key in (SIDE, "x", "y") if key in data[field][who]}
    return judged(game, {**data, field: {**data[field], who: {**made, **kept}}}, options)


def without(game: Game, scene: Scene, options: tuple[str, ...], leaving: Iterable[str]) -> Scene:
    """The scene without these people, struck from every list; Refused if something still depends on them."""
    gone = frozenset(leaving)
    if gone >= set(game.people(scene)):
        return gathered(game, [])
    return judged(game, _struck(plain(scene), gone), options) if gone else scene


def _struck(data: Any, gone: frozenset[str]) -> Any:
    if isinstance(data, dict):
        return {key: _struck(value, gone) for key, value in data.items() if key not in gone}
    if isinstance(data, list):
        return [_struck(value, gone) for value in data if not (isinstance(value, str) and value in gone)]
    return data


# ---------------------------------------------------------------- rulings, sides, switches


def edited(game: Game, scene: Scene, options: tuple[str, ...], values: Mapping[str, Any]) -> Scene:
    """The scene with these values at these dotted paths, if the game accepts it."""
    data = plain(scene)
    for path, value in values.items():
        data = _put(data, path.split("."), value, path)
    return judged(game, data, options)


def _put(data: Any, keys: list[str], value: Any, path: str) -> Any:
    if not keys:
        return value
    key, rest = keys[0], keys[1:]
    if isinstance(data, dict) and (key in data or not rest):
        return {**data, key: _put(data.get(key), rest, value, path)}
    if isinstance(data, list) and key.isdecimal() and int(key[:6]) < len(data):
        at = int(key)
        return [*data[:at], _put(data[at], rest, value, path), *data[at + 1 :]]
    if isinstance(data, dict):  # a part of which all is as by default is not written
        return {**data, key: _put({}, rest, value, path)}
    raise Refused("path", path=path)


def value_at(scene: Any, path: str) -> Any:
    """What stands at a dotted path, defaults included; Refused if there is nothing."""
    here = scene
    for key in path.split("."):
        if isinstance(here, msgspec.Struct) and key in here.__struct_fields__:
            here = getattr(here, key)
        elif isinstance(here, dict) and key in here:
            here = here[key]
        elif isinstance(here, tuple | list) and key.isdecimal() and int(key[:6]) < len(here):
            here = here[int(key)]
        else:
            raise Refused("path", path=path)
    return msgspec.to_builtins(here, str_keys=True)


def with_sides(game: Game, scene: Scene, options: tuple[str, ...], sides: Mapping[str, str]) -> Scene:
    """Everybody named on his side; the empty side is none."""
    if not sides:
        return scene
    for who in sides:
        if not hasattr(person(game, scene, who), SIDE):
            raise Refused("no_sides")
    field = people_field(game, scene)
    return edited(game, scene, options, {f"{field}.{who}.{SIDE}": side for who, side in sides.items()})


def switched(game: Game, scene: Scene, on: tuple[str, ...]) -> Scene:
    """The scene under these switches."""
    try:
        game.check_switches(on)
    except ContentError as error:
        raise Refused("fault", why=str(error)) from None
    return judged(game, plain(scene), on) if game.people(scene) else scene


# ---------------------------------------------------------------- encounters


def ready(game: Game, name: str, options: tuple[str, ...]) -> tuple[Scene, str]:
    """A ready scene of the game under the campaign's switches, and its title."""
    if name not in game.demos:
        raise Refused("no_ready", name=name, known=", ".join(game.demos))
    scenario = content.parse(game.demos[name], Scenario, name)
    return judged(game, scenario.scene, options), scenario.title or name


def joined(game: Game, scene: Scene, options: tuple[str, ...], other: Scene) -> Scene:
    """Both scenes in one: the people of both, and what is under way in the other."""
    if not game.people(scene):
        return other
    for who in game.people(other):
        if who in game.people(scene):
            raise Refused("already_here", who=scene.name(who))
    field, data, more = people_field(game, other), plain(scene), plain(other)
    return judged(game, {**data, **more, field: {**data[field], **more[field]}}, options)


def calm(game: Game, scene: Scene, options: tuple[str, ...]) -> Scene:
    """The scene after the encounter: without the one part of it that gives somebody the turn."""
    if not scene.turn():
        return scene
    for field in fields(scene):
        if field.required:
            continue
        quiet = replace(scene, **{field.name: _default(field)})
        if not quiet.turn():
            return judged(game, plain(quiet), options)
    raise Refused("encounter_end")


def _default(field: FieldInfo) -> Any:
    return field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()
