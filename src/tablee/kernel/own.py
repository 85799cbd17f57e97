"""A table's own content: entries of the catalogues that its game master has written, kept in the scene.

A game declares what may be written as a struct: a field for each kind, by id, of the very type its catalogue is read
into; its scene has a field `own` of that type, and its draft too if characters are made with them.

    class Maison(Own, frozen=True):
        arme: dict[str, Arme] = {}

    class Scene(scene.Scene, frozen=True):
        own: Maison = msgspec.field(name="maison", default=Maison())

Rules see them through the scene alone. What belongs to somebody goes with him: whatever his file names by its id, and
whatever that names in turn, he carries (`carry`), so that rules which look at somebody alone find it, and he can go to
another table. Whoever reads a scene gives each his own anew: an entry that is changed is changed for all who have it.
"""

from __future__ import annotations

import re
import typing
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from functools import cache
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from . import paths
from .content import convert
from .faults import Faults
from .scene import Scene, in_files
from .sentence import Said, Typed

Plain = dict[str, Any]  # a table of a file
Row = msgspec.Struct
T = TypeVar("T")
Mine = TypeVar("Mine", bound="Own")
Judge = Callable[[Any, str], Faults]  # an entry, and where it stands

FIT_ID = re.compile(r"[a-z0-9_]{1,60}")
MOST = 200  # entries of a table
FIELD = "own"  # of a scene, and of a draft


class Own(msgspec.Struct, frozen=True, dict=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a table has written: a game adds a field for each kind, `dict[str, Row]`, which is called as in files."""

    def name(self, id: str) -> str:
        """What an entry of any kind is called; nothing if there is none of this id."""
        for kind in self.__struct_fields__:
            entry = getattr(self, kind).get(id)
            if entry is not None:
                return name_of(entry)
        return ""


def with_own(book: Mapping[str, T], own: Mapping[str, T]) -> Mapping[str, T]:
    """A catalogue of the book and what the table has written beside it."""
    return {**book, **own} if own else book


# ---------------------------------------------------------------- what a game has


@cache
def own_type(struct: type[msgspec.Struct]) -> type[Own] | None:
    """What a table may write itself, as the type of its scenes or drafts says; None: nothing."""
    if FIELD not in struct.__struct_fields__:
        return None
    found: type[Own] = typing.get_type_hints(struct)[FIELD]
    return found


@cache
def kinds(own: type[Own]) -> dict[str, type[Row]]:
    """Each kind of entry, as files call it, and what an entry of it is."""
    hints = typing.get_type_hints(own)
    return {kind: typing.get_args(hints[kind])[1] for kind in own.__struct_fields__}


def key_of(struct: type[msgspec.Struct]) -> str:
    """What files call it."""
    return in_files(struct, FIELD)


def plain(own: Own | None) -> Plain:
    """As plain data, by kind and by id."""
    return msgspec.to_builtins(own, str_keys=True) if own is not None else {}


def of(scene: Scene) -> Plain:
    """What is written in a scene, as plain data."""
    return plain(getattr(scene, FIELD, None))


def name_of(entry: Any) -> str:
    """What an entry is called: by its own name, or by that of the sheet it has."""
    for at in ("nom", "name", "label"):
        if isinstance(found := getattr(entry, at, None), str):
            return found
    return name_of(sheet) if (sheet := getattr(entry, "fiche", None)) is not None else ""


# ---------------------------------------------------------------- as it is written


def as_written(given: Any, type: type[Own]) -> Any:
    """What stands in a file, entries that keep an id with that of their key; what is no table is for types to judge.

    An entry may say its id itself: then it must be the same.
    """
    if not isinstance(given, dict) or not all(isinstance(there, dict) for there in given.values()):
        return given
    keeping = {kind for kind, row in kinds(type).items() if "id" in row.__struct_fields__}
    return {
        kind: {id: {"id": id, **one} if kind in keeping and isinstance(one, dict) else one for id, one in there.items()}
        for kind, there in given.items()
        if there
    }


def read(given: Any, type: type[Own], name: str | Said) -> Own:
    """Plain data to what a table has written, or ContentError."""
    return convert(as_written(given, type), type, name)


def read_dressed(given: Any, nothing: Mine, name: str, kind: str, dress: Callable[[Any, Mine, str], Any]) -> Mine:
    """The same with people among it: those of this kind are dressed with all the rest that is written."""
    type = nothing.__class__
    whole = as_written(given, type) if given != {} else {}
    if not isinstance(whole, dict) or not isinstance(whole.get(kind), dict):
        return convert(whole, type, name) if whole != {} else nothing
    rest = convert({key: there for key, there in whole.items() if key != kind}, type, name)
    people = {id: dress(one, rest, f"{name}.{kind}.{id}") for id, one in whole[kind].items()}
    return convert({**whole, kind: people}, type, name)


# ---------------------------------------------------------------- who has what


def texts(data: Any) -> Iterator[str]:
    """Every text in plain data, keys of tables too."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for key, value in data.items():
            yield from texts(key)
            yield from texts(value)
    elif isinstance(data, list | tuple):
        for each in data:
            yield from texts(each)


def named(own: Plain, *given: Any) -> Plain:
    """The entries that these data name by their ids, and those that are named by them in turn."""
    if not own:
        return {}
    wanted, found = set(texts(given)), dict[tuple[str, str], Any]()
    while True:
        new = {
            (kind, id): one
            for kind, there in own.items()
            for id, one in there.items()
            if id in wanted and (kind, id) not in found
        }
        if not new:
            break
        found |= new
        wanted.update(texts(list(new.values())))
    return {
        kind: kept for kind, there in own.items() if (kept := {id: there[id] for id in there if (kind, id) in found})
    }


def merged(under: Plain, over: Plain) -> Plain:
    """Both in one; an entry that is in both is the second's."""
    return {kind: {**under.get(kind, {}), **over.get(kind, {})} for kind in {**under, **over}}


def taken(mine: Mine, there: Own, *ids: str) -> Mine:
    """What somebody carries, and of what there is these entries with whatever they name."""
    if not any(id in getattr(there, kind) for kind in there.__struct_fields__ for id in ids):
        return mine
    found = named(plain(there), ids)
    more = {
        kind: {**getattr(mine, kind), **{id: getattr(there, kind)[id] for id in entries}}
        for kind, entries in found.items()
        if kind in mine.__struct_fields__
    }
    return replace(mine, **more) if more else mine


def carry(person: Plain, own: Plain, at: str, kinds: Iterable[str]) -> Plain:
    """Somebody with what is his of this at a path of his file, and nothing that he does not name; of these kinds."""
    had = paths.get(person, at)
    there = merged(had if isinstance(had, dict) else {}, {kind: own[kind] for kind in kinds if kind in own})
    if not there:
        return person
    try:
        his = named(there, paths.put(person, at, None))
        found: Plain = paths.put(person, at, his) if his else paths.cut(person, at)
    except paths.NoPath:  # no table where there must be one: for types to judge
        return person
    return found


# ---------------------------------------------------------------- judged


def faults(own: Own, name: str, book: Mapping[str, Container[str]], judges: Mapping[str, Judge]) -> Faults:
    """What does not hold of what a table has written: an id that is none, or is the book's; then what the game says."""
    count = sum(len(getattr(own, kind)) for kind in own.__struct_fields__)
    if count > MOST:
        yield name, Said("{} au plus, pas {}", (MOST, count))
    for kind in own.__struct_fields__:
        for id, entry in getattr(own, kind).items():
            here = f"{name}.{kind}.{id}"
            if not FIT_ID.fullmatch(id):
                yield here, Said("un nom de clé a de petites lettres sans accent, des chiffres et « _ », 60 au plus")
            if getattr(entry, "id", id) != id:
                yield f"{here}.id", Said("le même nom que la clé, pas « {} »", (Typed(entry.id),))
            if id in book.get(kind, ()):
                yield here, Said("« {} » est déjà dans le catalogue du livre", (Typed(id),))
            if kind in judges:
                yield from judges[kind](entry, here)
