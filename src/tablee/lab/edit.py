"""Changes to a scene, as words: « people.alix.fiche.FOR=+1 »."""

from __future__ import annotations

from typing import Any

import msgspec

from tablee.kernel import content, paths, refs
from tablee.kernel import scene as scene_names
from tablee.kernel.content import ContentError
from tablee.kernel.game import Game
from tablee.kernel.scene import Scene
from tablee.kernel.sentence import Said, Typed

CONTRACT = ("people", "encounter", "clock")  # may be named as in every game, whatever its files call them


def edited(game: Game, scene: Scene, change: str) -> Scene:
    """The scene with one value changed: PATH=VALUE, +N or -N onto a number; ContentError if the game refuses it."""
    path, equals, word = change.partition("=")
    if not equals or not path:
        raise ContentError("", Said("« {} » : on attend CHEMIN=VALEUR", (Typed(change),)))
    return with_value(game, scene, path, value_of(scene, path, word))


def with_value(game: Game, scene: Scene, path: str, value: Any) -> Scene:
    """The scene with this value at this path, judged by the game."""
    where, data = in_files(scene, path), msgspec.to_builtins(scene)
    standing_at(scene, path)
    try:
        return game.read_scene(paths.put(data, where, value), game.switched_on(scene))
    except msgspec.ValidationError as error:
        raise ContentError(path, content.fault(str(error))) from None


def value_of(scene: Scene, path: str, word: str) -> Any:
    """What a word means at this path: a number is added if it has a sign, a text may stay without quotes."""
    now = standing_at(scene, path)
    if isinstance(now, bool) or not isinstance(now, int | float):
        return plain_value(word)
    try:
        by = type(now)(word) if isinstance(now, int) else float(word)
    except ValueError:
        raise ContentError(path, Said("un nombre est attendu, pas « {} »", (Typed(word),))) from None
    return now + by if word.startswith(("+", "-")) else by


def plain_value(word: str) -> Any:
    """As JSON where it is JSON, else the text itself."""
    try:
        return msgspec.json.decode(word)
    except msgspec.DecodeError:
        return word


def standing_at(scene: Scene, path: str) -> Any:
    """What is there now, defaults included; ContentError names the first part of the path that is not there."""
    keys = in_files(scene, path).split(".")
    for n in range(1, len(keys) + 1):
        place = refs.at(scene, ".".join(keys[:n]))
        if place is None:
            if n == len(keys) and isinstance(_at(scene, keys[:-1]), dict):
                return 0  # a table may come to have it: a skill nobody has learnt yet
            there = tuple(map(Typed, _keys(_at(scene, keys[: n - 1]))))
            missing = Typed(".".join(keys[:n]))
            raise ContentError(path, Said("« {} » n'existe pas ; il y a : {}", (missing, there)))
    return place.value if place is not None else None


def in_files(scene: Scene, path: str) -> str:
    """The path as files of this game name it."""
    head, dot, rest = path.partition(".")
    if head in CONTRACT:
        head = scene_names.in_files(type(scene), head)
    return f"{head}{dot}{rest}"


def _at(scene: Scene, keys: list[str]) -> Any:
    place = refs.at(scene, ".".join(keys)) if keys else None
    return place.value if place is not None else scene


def _keys(thing: Any) -> tuple[str, ...]:
    if isinstance(thing, msgspec.Struct):
        return thing.__struct_encode_fields__
    if isinstance(thing, dict):
        return tuple(map(str, thing))
    return tuple(map(str, range(len(thing)))) if isinstance(thing, tuple | list) else ()
