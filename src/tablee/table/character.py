"""The file of one character: written by the table and by `tablee new`, read by both.

What the present rules cannot read of a character is set aside, with a sentence for each part, and the rest comes in:
one bad field never costs the whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from tablee.kernel.draft import Waiver
from tablee.kernel.game import Game
from tablee.kernel.sentence import At, Said, Speaker, Typed

from . import scenes
from .refusal import Refused

VERSION = 1
LARGEST = 60_000  # bytes: a command must hold it
SET_ASIDE = 30  # parts; with more of them it is not this game's character
TRIES = 10_000  # how often the rules are asked, at most
PARTS = 2_000_000  # parts they are shown in all of these tries: of something large they are asked less often

Path = tuple[str | int, ...]
Fault = Callable[[Any], Refused | None]


class CharacterFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A finished character."""

    game: str
    rules_version: str  # of the game, as it was when this was written
    character: dict[str, Any]
    waivers: tuple[Waiver, ...] = ()
    version: int = VERSION  # of this format


@dataclass(frozen=True)
class SetAside:
    """A part that could not be read: where it stood, what stood there, and why not."""

    path: str
    value: Any
    why: Refused

    def say(self, speaker: Speaker) -> str:
        return speaker.text(Said("{} : {}", (At(self.path), Typed(self.why.say(speaker)))))


def read_character(data: bytes) -> CharacterFile:
    """The file, or Refused; whether the game can read who is in it is another matter, see `readable`."""
    if len(data) > LARGEST:
        raise Refused("file_large", most=LARGEST)
    try:
        version = msgspec.json.decode(data, type=dict[str, Any]).get("version", VERSION)
        if version != VERSION:
            raise Refused("file_version", version=version, known=VERSION)
        return msgspec.json.decode(data, type=CharacterFile)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Refused("file_kind") from None


def readable(game: Game, character: dict[str, Any]) -> tuple[dict[str, Any], tuple[SetAside, ...]]:
    """The character without what the present rules cannot read, and that; Refused if nothing would be left of him."""

    def fault(data: Any) -> Refused | None:
        try:
            scenes.judged(game, scenes.plain(scenes.gathered(game, [data])), ())
        except Refused as refused:
            return refused
        return None

    return mended(character, fault)


def mended(data: Any, fault: Fault) -> tuple[Any, tuple[SetAside, ...]]:
    """Take away, one at a time and the smallest first, the parts that are at fault."""
    aside, tries = list[SetAside](), iter(range(min(TRIES, PARTS // size(data))))
    while (why := fault(data)) is not None:
        path = _culprit(data, why, fault, tries) if len(aside) < SET_ASIDE else None
        if path is None:
            raise why
        aside.append(SetAside(".".join(map(str, path)), _at(data, path), why))
        data = _without(data, path)
    return data, tuple(aside)


def size(data: Any) -> int:
    """How many parts this has, itself included."""
    found, level = 1, [data]
    while level:
        held = (each.values() if isinstance(each, dict) else each for each in level if isinstance(each, dict | list))
        level = [each for there in held for each in there]
        found += len(level)
    return found


def _culprit(data: Any, why: Refused, fault: Fault, tries: Iterator[int]) -> Path | None:
    """The first part without which this is wrong no longer, and is not missed itself."""
    for _, path in zip(tries, _parts(data), strict=False):
        left = fault(_without(data, path))
        if left is None or (str(left) != str(why) and f"« {path[-1]} »" not in str(left)):
            return path
    return None


def _parts(data: Any, above: Path = ()) -> Iterator[Path]:
    """The way to every part, the innermost first."""
    pairs = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list | tuple) else ()
    for key, value in pairs:
        yield from _parts(value, (*above, key))
        yield (*above, key)


def _at(data: Any, path: Path) -> Any:
    for key in path:
        data = data[key]
    return data


def _without(data: Any, path: Path) -> Any:
    key, rest = path[0], path[1:]
    if isinstance(data, dict):
        return {k: _without(v, rest) if k == key else v for k, v in data.items() if rest or k != key}
    return [_without(v, rest) if n == key else v for n, v in enumerate(data) if rest or n != key]
