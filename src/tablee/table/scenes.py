"""Changing a scene from outside the rules: people come and go, sides are taken, the game master rules.

A scene is edited as plain data and given back to the game, whose `read_scene` judges it: nothing here knows one game.
What it relies on is the shape all games share: one table of people by id, each with `camp` and perhaps `x` and `y`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import chain, count
from typing import Any

import msgspec
from msgspec.structs import FieldInfo, fields, replace

from tablee.kernel import content, refs
from tablee.kernel.content import ContentError
from tablee.kernel.game import Game
from tablee.kernel.ground import Cell, square, steps
from tablee.kernel.oracle import ALL, GM
from tablee.kernel.scenario import Scenario
from tablee.kernel.scene import Scene

from .refusal import Refused

People = dict[str, Any]  # somebody as plain data
PLACE = ("x", "y")
NEAR = 3  # cells from his side at which a newcomer is still with it
APART = 8  # cells between two sides that meet on open ground
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
    """The field of a scene that holds its people by id, their mounts and beasts among them."""
    return in_files(scene)[people_attr(game, scene)]


def in_files(struct: Any) -> dict[str, str]:
    """By the name of each field, the one it has in files."""
    return dict(zip(struct.__struct_fields__, struct.__struct_encode_fields__, strict=True))


def people_attr(game: Game, scene: Scene) -> str:
    people = set(game.people(scene))
    for field in scene.__struct_fields__:
        held = getattr(scene, field)
        if isinstance(held, dict) and held.keys() >= people:
            return field
    raise TypeError(f"{game.id}: no field of the scene holds its people")


def everyone(game: Game, scene: Scene) -> tuple[str, ...]:
    """The ids of all who are in a scene, beasts included."""
    return tuple(getattr(scene, people_attr(game, scene)))


def person(game: Game, scene: Scene, who: str) -> Any:
    if who not in game.people(scene):
        raise Refused("no_one", echo=True, who=who)
    return getattr(scene, people_attr(game, scene))[who]


def place(game: Game, scene: Scene, who: str) -> tuple[int, int] | None:
    """Where the game itself says that somebody stands."""
    stands = person(game, scene, who)
    return (stands.x, stands.y) if hasattr(stands, "x") and hasattr(stands, "y") else None


# ---------------------------------------------------------------- people come and go


def newcomer(game: Game, character: People, taken: Iterable[str], options: tuple[str, ...]) -> tuple[str, People]:
    """A character to come into the campaign, and his id: another one if his own is taken, be it by one who left."""
    alone = gathered(game, [character])
    if len(game.people(alone)) != 1:
        raise Refused("not_one")
    (who,) = game.people(alone)
    free = free_id(who, taken)
    return free, remade(game, free, character, options)


def free_id(who: str, taken: Iterable[str]) -> str:
    """This id, or with a number behind it if it is taken; Refused if it is fit for nobody."""
    if not FIT_ID.fullmatch(who) or who in (ALL, GM):
        raise Refused("id", who=who)
    known = set(taken)
    return next(id for id in chain([who], (f"{who}_{n}" for n in count(2))) if id not in known)


def swap(game: Game, scene: Scene, options: tuple[str, ...], who: str, character: dict[str, Any]) -> Scene:
    """The scene with another character in the place of this one, under the same id and on the same side."""
    old = plain(scene)[people_field(game, scene)][who]
    kept = {key: old[key] for key in (SIDE, *PLACE) if key in old}
    return put_in(game, scene, options, {who: {**remade(game, who, character, options), **kept}})


def remade(game: Game, who: str, character: People, options: tuple[str, ...]) -> People:
    """A character as the plain data of somebody with this id, if the game accepts him."""
    alone = judged(game, plain(gathered(game, [{**character, "id": who}])), options)
    made: dict[str, People] = plain(alone)[people_field(game, alone)]
    if who not in made:
        raise Refused("id", who=who)
    return made[who]


def without(game: Game, scene: Scene, options: tuple[str, ...], leaving: Iterable[str]) -> Scene:
    """The scene without these people and their beasts, struck from every list; Refused if something depends on them."""
    gone, data = frozenset(leaving), plain(scene)
    if not gone:
        return scene
    field = people_field(game, scene)
    if refs.walker(type(scene), "who") is not None:
        try:
            after, _ = refs.without(scene, gone)
        except refs.StillNeeded as needed:
            raise Refused("fault", why=str(needed)) from None
        return _whoever_is_left(game, plain(after), field, options)
    return _whoever_is_left(
        game, _struck(data, gone | followers(data[field], game.people(scene), gone)), field, options
    )


def _whoever_is_left(game: Game, data: People, field: str, options: tuple[str, ...]) -> Scene:
    if data[field]:
        return judged(game, data, options)
    nobody: Scene = msgspec.convert(data, game.scene)  # no game judges a scene without anybody
    return nobody


def followers(table: Mapping[str, People], people: Iterable[str], of: Iterable[str]) -> frozenset[str]:
    """Mounts and beasts, which are in the table and no people, that speak of these: where they go, it goes."""
    known, masters = frozenset(people), frozenset(of)
    return frozenset(id for id, beast in table.items() if id not in known and masters & set(strings(beast)))


def put_in(game: Game, scene: Scene, options: tuple[str, ...], people: Mapping[str, People]) -> Scene:
    """The scene with these people, given as plain data by id."""
    if not people:
        return scene
    if scene == gathered(game, []):
        return judged(game, plain(gathered(game, list(people.values()))), options)
    field, data = people_field(game, scene), plain(scene)
    return judged(game, {**data, field: {**data[field], **people}}, options)


def _struck(data: Any, gone: frozenset[str]) -> Any:
    if isinstance(data, dict):
        return {key: _struck(value, gone) for key, value in data.items() if key not in gone}
    if isinstance(data, list | tuple):
        return [_struck(value, gone) for value in data if not (isinstance(value, str) and value in gone)]
    return data


# ---------------------------------------------------------------- rulings, sides, switches


def edited(game: Game, scene: Scene, options: tuple[str, ...], values: Mapping[str, Any]) -> Scene:
    """The scene with these values at these dotted paths, if the game accepts it."""
    data = plain(scene)
    for path, value in values.items():
        data = with_value(data, path, value)
    return judged(game, data, options)


def path_of(game: Game, scene: Scene, who: str, below: str) -> str:
    """The path of something below somebody."""
    return f"{people_field(game, scene)}.{who}.{below}"


def with_value(data: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """Plain data with this value at a dotted path; a part of which all is as by default need not be written yet."""
    changed: dict[str, Any] = _put(data, path.split("."), value, path)
    return changed


def strings(data: Any) -> Iterator[str]:
    """Every text in plain data, keys included."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, list | tuple):
        for each in data:
            yield from strings(each)
    elif isinstance(data, dict):
        for key, value in data.items():
            yield key
            yield from strings(value)


def _put(data: Any, keys: list[str], value: Any, path: str) -> Any:
    if not keys:
        return value
    key, rest = keys[0], keys[1:]
    if isinstance(data, dict) and (key in data or not rest):
        return {**data, key: _put(data.get(key), rest, value, path)}
    if isinstance(data, list | tuple) and key.isdecimal() and int(key) < len(data):
        at = int(key)
        return [*data[:at], _put(data[at], rest, value, path), *data[at + 1 :]]
    if isinstance(data, dict):  # a part of which all is as by default is not written
        return {**data, key: _put({}, rest, value, path)}
    raise Refused("path", path=path)


def value_at(scene: Any, path: str) -> Any:
    """What stands at a dotted path, defaults included; Refused if there is nothing."""
    here = scene
    for key in path.split("."):
        if isinstance(here, msgspec.Struct) and key in here.__struct_encode_fields__:
            here = getattr(here, dict(zip(here.__struct_encode_fields__, here.__struct_fields__, strict=True))[key])
        elif isinstance(here, dict) and key in here:
            here = here[key]
        elif isinstance(here, tuple | list) and key.isdecimal() and int(key) < len(here):
            here = here[int(key)]
        else:
            raise Refused("path", path=path)
    return msgspec.to_builtins(here, str_keys=True)


def with_side(game: Game, scene: Scene, options: tuple[str, ...], who: str, side: str) -> Scene:
    return edited(game, scene, options, {path_of(game, scene, who, SIDE): side})


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


def arriving(people: Mapping[str, People]) -> dict[str, People]:
    """Those who come from elsewhere: where they stood there means nothing here."""
    return {who: {key: value for key, value in p.items() if key not in PLACE} for who, p in people.items()}


def beside(game: Game, scene: Scene, options: tuple[str, ...], coming: Iterable[str]) -> Scene:
    """Those who come from elsewhere stand by their side: on the nearest free cell that the game accepts."""
    coming = list(coming)
    for n, who in enumerate(coming):
        side = next((there for there in scene.sides().values() if who in there), ())
        near = next((place(game, scene, other) for other in side if other not in coming[n:]), None)
        if near is not None and place(game, scene, who) is not None:
            scene = _beside(game, scene, options, who, near)
    return scene


def apart(game: Game, scene: Scene, options: tuple[str, ...]) -> Scene:
    """Those who stand in a heap, since nobody gave them a place, come by their side, the sides apart."""
    table = plain(scene)[people_field(game, scene)]
    where = {who: cell for who in game.people(scene) if (cell := place(game, scene, who)) is not None}
    crowd = Counter(where.values())

    def tied(who: str) -> bool:  # a rider and his mount
        there = [other for other in where if other != who and where[other] == where[who]]
        return any(who in strings(table[other]) or other in strings(table[who]) for other in there)

    for n, side in enumerate(scene.sides().values()):
        for who in [each for each in side if each in where and crowd[where[each]] > 1 and not tied(each)]:
            scene = _beside(game, scene, options, who, (NEAR + 1 + n * APART, NEAR + 1))
    return scene


def _beside(game: Game, scene: Scene, options: tuple[str, ...], who: str, near: Cell) -> Scene:
    ground, at = game.ground(scene), path_of(game, scene, who, "")
    grid, known = (ground.grid, {(p.x, p.y) for p in ground.plots}) if ground is not None else ("square", set[Cell]())
    taken = {place(game, scene, other) for other in game.people(scene) if other != who}
    for x, y in sorted(square(near, NEAR), key=lambda cell: steps(grid, near, cell)):
        if (x, y) not in taken and (not known or (x, y) in known):
            with suppress(Refused):
                return edited(game, scene, options, {f"{at}x": x, f"{at}y": y})
    return scene


def meeting(
    game: Game,
    scene: Scene,
    options: tuple[str, ...],
    away: Mapping[str, People],
    sides: Mapping[str, str],
    other: Scene | None,
) -> tuple[Scene, dict[str, People]]:
    """Those who have a side, and a ready scene if there is one, together; and all the others, as plain data."""
    field, data = people_field(game, scene), plain(scene)
    own: dict[str, People] = {**data[field], **away}
    more = plain(other) if other is not None else {}
    guests: dict[str, People] = more.get(field, {})
    for who in sides:
        if who not in own and who not in guests:
            raise Refused("no_one", who=who)
    for who in guests:
        if who in own:
            raise Refused("already_here", who=scene.name(who))
    known = {*game.people(scene), *away}
    leaving = known - set(sides)
    leaving |= followers(own, known, leaving)
    staying = {who: p for who, p in own.items() if who not in leaving}
    people = {**(arriving(staying) if guests else staying), **guests}
    on_sides = {who: {**people[who], SIDE: side} for who, side in sides.items()}
    composed = {**_struck(data, frozenset(leaving)), **more, field: {**people, **on_sides}}
    return judged(game, composed, options), {who: p for who, p in own.items() if who in leaving}


def unattached(game: Game, scene: Scene, guests: Iterable[str], owners: Iterable[str]) -> list[str]:
    """The guests that nobody plays and that follow nobody who is played."""
    played = frozenset(owners)
    kept = played | followers(plain(scene)[people_field(game, scene)], game.people(scene), played)
    return [who for who in guests if who not in kept]


def parted(
    game: Game, scene: Scene, options: tuple[str, ...], leaving: Iterable[str], back: Mapping[str, People]
) -> Scene:
    """The scene after an encounter: some have left it for good, those who were away are back."""
    field, data = people_field(game, scene), _struck(plain(scene), frozenset(leaving))
    return _whoever_is_left(game, {**data, field: {**data[field], **arriving(back)}}, field, options)


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
