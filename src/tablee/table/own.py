"""The table's own book: what its game master writes beside the book of the game (`kernel/own.py`).

It lies in the scene: undo takes it back, exports and backups have it. Whatever is written is judged as a whole with the
scene it is for, by the game, before anything is kept. It is the game master's own: of it players know
what he shares and what somebody has whom they see.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from tablee.kernel import own
from tablee.kernel.content import ContentError, fault
from tablee.kernel.draft import Draft
from tablee.kernel.event import Event
from tablee.kernel.game import Game
from tablee.kernel.oracle import ALL, GM
from tablee.kernel.scene import Scene
from tablee.kernel.sentence import Said, Typed

from . import scenes
from .commands import DropOwn, WriteOwn
from .hidden import readers
from .moment import After, Moment
from .refusal import Refused
from .state import Play

Plain = own.Plain


class Fault(NamedTuple):
    """What does not hold of an entry: where, below its own name, and why; nothing of it could be told: no place."""

    kind: str
    id: str
    at: str
    why: Said


# ---------------------------------------------------------------- writing


def write(m: Moment, command: WriteOwn) -> After:
    """Entries of the table's own are written or changed; whoever has one that is changed has it anew."""
    before = own.of(m.scene)
    book = fitting(m.game, command.entries)
    for kind, id in keys(book):
        if not command.over and id in before.get(kind, {}):
            raise Refused("own_there", id=Typed(id))
    play = replace(m.play, **_with(m.game, m.play, own.merged(before, book)))
    now = own.of(play.scene)
    wanted = [each for each in keys(book) if each[1] in now.get(each[0], {})]
    named = {f"{kind}.{id}" for kind, id in wanted}
    if command.shared is not None:
        others = tuple(each for each in m.play.shared if each not in named)
        play = replace(play, shared=(*others, *sorted(named)) if command.shared else others)
    told = list(_written(m, play, "table.own_written", now, wanted))
    changed = _changed(before, now)
    for who, person in _people(m.game, play):
        his = own.named(changed, person)
        if his:
            facts = (("entry", _names(m.game, his)),)
            told.append(Event("table.own_changed", who, facts=facts, audience=readers(m.state, who)))
    return m.after(*told, play=play, reveals=bool({*play.shared} - {*m.play.shared}))


def drop(m: Moment, command: DropOwn) -> After:
    """An entry is taken out; refused while somebody has it, unless he is to keep it as it is."""
    before = own.of(m.scene)
    entry = before.get(command.kind, {}).get(command.id)
    if entry is None:
        raise Refused("no_own_entry", id=Typed(command.id))
    one = {command.kind: {command.id: entry}}
    if not command.anyway and (where := tuple(_having(m, one))):
        raise Refused("own_carried", entry=Typed(_names(m.game, one)), where=tuple(map(Typed, where)))
    left = {
        kind: {id: each for id, each in there.items() if (kind, id) != (command.kind, command.id)}
        for kind, there in before.items()
    }
    play = replace(m.play, **_with(m.game, m.play, left))
    play = replace(play, shared=tuple(each for each in play.shared if each != f"{command.kind}.{command.id}"))
    return m.after(*_written(m, m.play, "table.own_dropped", before, [(command.kind, command.id)]), play=play)


def fitting(game: Game, entries: Mapping[str, Any]) -> Plain:
    """Entries of kinds that this game has; Refused if there are others."""
    known = kinds(game)
    for kind in entries:
        if kind not in known:
            raise Refused("no_own_kind", kind=Typed(kind), known=tuple(map(Typed, known)))
    return {kind: dict(there) for kind, there in entries.items()}


def kinds(game: Game) -> Mapping[str, type[msgspec.Struct]]:
    """What a table may write in this game, by kind; Refused if there is nothing."""
    type = own.own_type(game.scene)
    if type is None:
        raise Refused("no_own", game=Typed(game.title))
    return own.kinds(type)


def keys(book: Plain) -> list[tuple[str, str]]:
    """Every entry by its kind and its id."""
    return [(kind, id) for kind, there in book.items() for id in there]


def why_not(game: Game, play: Play, entries: Mapping[str, Any]) -> Fault | None:
    """What does not hold of these entries beside what is written already; None: they could be kept."""
    book = own.merged(own.of(play.scene), fitting(game, entries))
    try:
        _read(game, play, book)
    except ContentError as error:
        return _placed(error.said, entries)
    except msgspec.ValidationError as error:
        return _placed(fault(str(error)), entries)
    return None


def _placed(said: Said, entries: Mapping[str, Any]) -> Fault:
    """A fault by the entry it is of."""
    text = str(said)
    for kind, id in keys(fitted(entries)):
        found = re.search(rf"(?<![\w]){re.escape(kind)}\.{re.escape(id)}((?:\.\w+|\[\d+\])*)", text)
        if found is not None:
            return Fault(kind, id, found[1].removeprefix("."), said)
    return Fault("", "", "", said)


def fitted(entries: Mapping[str, Any]) -> Plain:
    return {kind: there for kind, there in entries.items() if isinstance(there, dict)}


# ---------------------------------------------------------------- judged with the scene it is for


def _with(game: Game, play: Play, book: Plain) -> dict[str, Any]:
    """The scene and those who are away with this as the table's own book, each with what is his of it anew."""
    try:
        scene = _read(game, play, book)
        changed = _changed(own.of(play.scene), own.of(scene))
        renewed = _renewed(changed, own.of(scene))
        if changed and play.scene.people:
            data = scenes.plain(scene)
            path = scenes.people_path(scene)
            scene = game.read_scene({**data, path: renewed(data[path])}, play.options)
        away = {
            who: _alone(game, play, who, renewed(person), own.of(scene)) if own.named(changed, person) else person
            for who, person in play.away.items()
        }
    except ContentError as error:
        raise Refused("fault", why=error.said) from None
    except msgspec.ValidationError as error:
        raise Refused("fault", why=fault(str(error))) from None
    return {"scene": scene, "away": away}


def _read(game: Game, play: Play, book: Plain) -> Scene:
    """The scene with this as its book, as the game reads it; where nobody is there, somebody stands in."""
    data, path, key = scenes.plain(play.scene), scenes.people_path(play.scene), own.key_of(game.scene)
    if play.scene.people:
        return game.read_scene({**data, key: book}, play.options)
    made = scenes.plain(game.creation.finish(game.creation.at_random(1)))
    someone = scenes.plain(scenes.gathered(game, [made]))[path]
    read = game.read_scene({**data, path: someone, key: book}, play.options)
    empty: Scene = replace(play.scene, **{own.FIELD: getattr(read, own.FIELD)})
    return empty


def _alone(game: Game, play: Play, who: str, person: Plain, book: Plain) -> Plain:
    """Somebody who is away, with what is his of a book."""
    alone = scenes.plain(scenes.gathered(game, [{**person, "id": who}]))
    read = game.read_scene({**alone, own.key_of(game.scene): book}, play.options)
    found: Plain = scenes.plain(read.people[who])
    return found


def _changed(before: Plain, now: Plain) -> Plain:
    """The entries that were written otherwise, as they were."""
    there = {
        kind: {id: each for id, each in old.items() if id in now.get(kind, {}) and now[kind][id] != each}
        for kind, old in before.items()
    }
    return {kind: found for kind, found in there.items() if found}


class _renewed:
    """Makes data in which an entry stands written out have it as it is now; a copy that became otherwise stays."""

    def __init__(self, old: Plain, now: Plain) -> None:
        self.pairs = [(old[kind][id], now[kind][id]) for kind, id in keys(old)]

    def __call__(self, data: Any) -> Any:
        if isinstance(data, dict):
            for old, new in self.pairs:
                if data == old:
                    return new
            return {key: self(value) for key, value in data.items()}
        return [self(each) for each in data] if isinstance(data, list | tuple) else data


# ---------------------------------------------------------------- who has what


def _people(game: Game, play: Play) -> Iterator[tuple[str, Plain]]:
    """Everybody of the campaign as plain data, without what he is called by."""
    here = scenes.plain(play.scene)[scenes.people_path(play.scene)]
    for who, person in (*((who, here[who]) for who in game.people(play.scene)), *play.away.items()):
        yield who, {key: value for key, value in person.items() if key != "id"}


def _having(m: Moment, one: Plain) -> Iterator[str]:
    """Who has an entry, and which kept scene calls it, by their names."""
    for who, person in _people(m.game, m.play):
        if own.named(one, person):
            yield m.desk.names.get(who, who)
    for kept in m.desk.scenes.values():
        if own.named(one, [each.id for each in kept.cast], kept.people):
            yield kept.title


def _names(game: Game, book: Plain) -> str:
    """What entries are called."""
    type = own.own_type(game.scene)
    read = own.read(book, type, "") if type is not None else None
    return ", ".join(own.name_of(getattr(read, kind)[id]) or id for kind, id in keys(book))


def _written(m: Moment, play: Play, what: str, book: Plain, wanted: Iterable[tuple[str, str]]) -> Iterator[Event]:
    """What is told of entries: to all of those they may read, to the game master of the others."""
    for audience, shared in ((ALL, True), (GM, False)):
        entries = [(kind, id) for kind, id in wanted if (f"{kind}.{id}" in play.shared) == shared]
        if entries:
            names = ", ".join(_names(m.game, {kind: {id: book[kind][id]}}) for kind, id in entries)
            yield Event(what, facts=(("entry", names),), audience=audience)


# ---------------------------------------------------------------- as players know it


def for_drafts(scene: Scene) -> own.Own | None:
    """What may be chosen in a draft."""
    found: own.Own | None = getattr(scene, own.FIELD, None)
    return found


def without_own(draft: Draft) -> Plain:
    """A draft as it is kept: what the table has written is not part of it."""
    data: Plain = msgspec.to_builtins(draft, str_keys=True)
    key = own.key_of(type(draft)) if own.own_type(type(draft)) is not None else ""
    return {name: value for name, value in data.items() if name != key}


def apart(scene: Scene, known: Scene, person: Plain, rng: random.Random) -> Plain:
    """A character somebody brings in, with other ids for what he has of his own where the table has written something
    under the same that his player does not know: he learns nothing of it."""
    unknown = set(keys(own.of(scene))) - set(keys(own.of(known)))
    renamed = {
        id: f"{id[:50]}_{''.join(rng.choices(scenes.LETTERS, k=6))}"
        for kind, id in sorted(unknown)
        if _has(person, kind, id)
    }
    found: Plain = _under(person, renamed) if renamed else person
    return found


def _has(data: Any, kind: str, id: str) -> bool:
    """Whether an entry of this kind and id stands somewhere in these data."""
    if isinstance(data, dict):
        there = data.get(kind)
        return (isinstance(there, dict) and id in there) or any(_has(each, kind, id) for each in data.values())
    return isinstance(data, list | tuple) and any(_has(each, kind, id) for each in data)


def _under(data: Any, ids: Mapping[str, str]) -> Any:
    if isinstance(data, dict):
        return {ids.get(key, key): _under(value, ids) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [_under(each, ids) for each in data]
    return ids.get(data, data) if isinstance(data, str) else data
