"""What the game master may rule upon: every single value of a character, by its label."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from tablee.kernel.action import literals
from tablee.kernel.sheet import Pool, Sheet
from tablee.kernel.voice import Voice

from .seen import SeenValue

SINGLE = (bool, int, float, str)


def values(voice: Voice, person: Any, sheet: Sheet) -> Iterator[SeenValue]:
    """The pools of the sheet, which are set by what is left of them; then all that the character keeps."""
    pools = [line for section in sheet.sections for line in section.lines if isinstance(line, Pool) and line.at]
    for pool in pools:
        yield SeenValue(pool.at, voice.tr(pool.label), pool.now, str(pool.now), pool=True)
    kept = {pool.at for pool in pools}
    for path, value, choices in below("", person):
        if path not in kept and path != "id":
            known = tuple((each, voice.plainly(each) or "—") for each in choices)
            yield SeenValue(path, voice.place_of(path), value, voice.anything(value), known)


def below(path: str, thing: Any, choices: tuple[str, ...] = ()) -> Iterator[tuple[str, Any, tuple[str, ...]]]:
    """Every single value below this, with its path and, where there are only some, what it may be."""
    if isinstance(thing, SINGLE):
        yield path, thing, choices
        return
    dot = f"{path}." if path else ""
    if isinstance(thing, msgspec.Struct):
        for field in msgspec.structs.fields(thing):
            choices = words_of(field.type)
            yield from below(f"{dot}{field.encode_name}", getattr(thing, field.name), choices)
    elif isinstance(thing, dict):
        for key, each in thing.items():
            if "." not in str(key):
                yield from below(f"{dot}{key}", each)
    elif isinstance(thing, tuple | list):
        for n, each in enumerate(thing):
            yield from below(f"{dot}{n}", each)


def words_of(type: Any) -> tuple[str, ...]:
    """The words a field may hold, where the game has a list of them."""
    values = literals(type)
    return values if all(isinstance(value, str) for value in values) else ()
