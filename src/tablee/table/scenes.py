"""Changing a scene from outside the rules: people come and go, sides are taken, the game master rules.

Nothing here knows one game: it relies on the contract of scenes (`kernel/scene.py`), finds who is named where by types
(`kernel/refs.py`), and has the game's `read_scene` judge whatever it has changed. Paths are those of files.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Collection, Container, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import count
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from tablee.kernel import content, own, paths, refs
from tablee.kernel.content import ContentError
from tablee.kernel.game import Game
from tablee.kernel.ground import Cell, cell_at, place_of, square, steps
from tablee.kernel.odds import remember
from tablee.kernel.oracle import ALL, GM
from tablee.kernel.scenario import Scenario
from tablee.kernel.scene import Person, Scene, in_files, person_type
from tablee.kernel.sentence import At, Id, Someone, Typed

from .refusal import Refused

R = TypeVar("R", bound=msgspec.Struct)
People = dict[str, Any]  # somebody as plain data
PLACE = ("x", "y")
NEAR = 3  # cells from his side at which a newcomer is still with it
APART = 8  # cells between two sides that meet on open ground
FIT_ID = re.compile(r"[\w-]{1,60}")
READY: dict[Hashable, tuple[str, tuple[Scene, str]]] = {}  # ready scenes, each with the text it was read from
MOST = 50  # of them
LETTERS = "bcdfghjkmnpqrstvwxz23456789"  # of ids that are drawn: they spell no word


def plain(thing: Any) -> Any:
    """As it stands in files."""
    return msgspec.to_builtins(thing, str_keys=True)


def judged(game: Game, data: dict[str, Any], options: tuple[str, ...]) -> Scene:
    """Plain data back to a scene; Refused with the game's own sentence if it does not hold."""
    try:
        return game.read_scene(data, options)
    except ContentError as error:
        raise Refused("fault", why=error.said) from None
    except msgspec.ValidationError as error:
        raise Refused("fault", why=content.fault(str(error))) from None


def with_same(scene: Scene, *before: Scene) -> Scene:
    """The scene with those who are in it as they were in one of these: the very same, with all that was worked out of
    them. Whoever was given as plain data is somebody new, of whom nothing is known yet."""
    known = {who: p for each in before for who, p in each.people.items()}
    same = {who: known[who] for who, p in scene.people.items() if who in known and p is not known[who] == p}
    return replace(scene, people={**scene.people, **same}) if same else scene


def gathered(game: Game, characters: list[dict[str, Any]]) -> Scene:
    """Characters alone in a scene, nothing under way."""
    if game.gather is None:
        raise Refused("no_gather", game=Typed(game.title))
    try:
        return game.gather(characters)
    except ContentError as error:
        raise Refused("fault", why=error.said) from None
    except msgspec.ValidationError as error:
        raise Refused("fault", why=content.fault(str(error))) from None


def people_path(scene: Scene) -> str:
    """Where a scene keeps its people, in files."""
    return in_files(type(scene), "people")


def below(scene: Scene, who: str, path: str) -> str:
    """The path of something below somebody."""
    return f"{people_path(scene)}.{who}.{path}"


def path_of(scene: Scene, who: str, field: str) -> str:
    """The path of a field of somebody."""
    return below(scene, who, in_files(person_type(type(scene)), field))


def person(game: Game, scene: Scene, who: str) -> Any:
    if who not in game.people(scene):
        raise Refused("no_one", who=Id(who))
    return scene.people[who]


def as_person(game: Game, data: People) -> Person:
    """Somebody given as plain data."""
    return msgspec.convert(data, person_type(game.scene))


def place(scene: Scene, who: str) -> Cell | None:
    """Where the game itself says that somebody stands."""
    stands = scene.people.get(who)
    return (stands.x, stands.y) if stands is not None and hasattr(stands, "x") and hasattr(stands, "y") else None


# ---------------------------------------------------------------- people come and go


def newcomer(
    game: Game, character: People, options: tuple[str, ...], id_for: Callable[[str], str]
) -> tuple[str, People]:
    """A character to come into the campaign, and his id."""
    alone = gathered(game, [character])
    if len(game.people(alone)) != 1:
        raise Refused("not_one")
    (who,) = game.people(alone)
    free = id_for(who)
    return free, remade(game, free, character, options)


def free_id(who: str, taken: Container[str], rng: random.Random, untold: bool = False) -> str:
    """This id if it is free, else one that nobody could guess; Refused if it is fit for nobody.

    An id tells nothing of others: there is no number in it. `untold`: not this one, or whoever asks for it later would
    learn from getting another that it is taken.
    """
    if not FIT_ID.fullmatch(who) or who in (ALL, GM):
        raise Refused("id", who=Typed(who))
    if not untold and who not in taken:
        return who
    drawn = (f"{who[:50]}_{''.join(rng.choices(LETTERS, k=6))}" for _ in count())
    return next(id for id in drawn if id not in taken)


def renamed(there: R, ids: Mapping[str, str]) -> R:
    """A scene, or somebody of it, with other ids for these people, and for what is called by theirs."""

    def made_of(id: str) -> str:
        who, *rest = id.split(":", 1)
        return ":".join((ids.get(who, who), *rest))

    found: R = refs.rewritten(refs.rewritten(there, lambda who: ids.get(who, who)), made_of, "of")
    return found


def swap(game: Game, scene: Scene, options: tuple[str, ...], who: str, character: People) -> Scene:
    """The scene with another character in the place of this one, under the same id and on the same side."""
    old, side = plain(scene.people[who]), in_files(person_type(type(scene)), "side")
    kept = {key: old[key] for key in (side, *PLACE) if key in old}
    return put_in(game, scene, options, {who: {**remade(game, who, character, options), **kept}})


def remade(game: Game, who: str, character: People, options: tuple[str, ...]) -> People:
    """A character as the plain data of somebody with this id, if the game accepts him."""
    alone = judged(game, plain(gathered(game, [{**character, "id": who}])), options)
    if who not in alone.people:
        raise Refused("id", who=Typed(who))
    made: People = plain(alone.people[who])
    return made


def without(game: Game, scene: Scene, options: tuple[str, ...], leaving: Iterable[str]) -> tuple[Scene, frozenset[str]]:
    """The scene without these people and whoever goes with them; and all who went.

    They are struck wherever they are named; Refused if something under way depends on one of them.
    """
    gone = frozenset(leaving)
    if not gone:
        return scene, gone
    after, gone = _struck(scene, gone)
    return (judged(game, plain(after), options) if after.people else after), gone  # no game judges an empty scene


def _struck(scene: Scene, gone: frozenset[str]) -> tuple[Scene, frozenset[str]]:
    try:
        return refs.without(scene, gone)
    except refs.StillNeeded as needed:
        raise Refused("still_needed", who=Someone(needed.who)) from None


def forgotten(game: Game, away: Mapping[str, People], gone: Iterable[str]) -> dict[str, People]:
    """Those who are away, as plain data, with nobody of these named any more; whoever goes with one of these goes."""
    gone = frozenset(gone)
    left = {who: p for who, p in away.items() if who not in gone}
    if not gone:
        return left
    found = {}
    for who, p in left.items():
        after = refs.rewritten(as_person(game, p), lambda id: None if id in gone else id)
        if isinstance(after, Person):
            found[who] = plain(after)
    return found if found.keys() == left.keys() else forgotten(game, found, gone | (left.keys() - found.keys()))


def put_in(game: Game, scene: Scene, options: tuple[str, ...], people: Mapping[str, People]) -> Scene:
    """The scene with these people, given as plain data by id."""
    if not people:
        return scene
    if scene == gathered(game, []):
        return judged(game, plain(gathered(game, list(people.values()))), options)
    data, path = plain(scene), people_path(scene)
    return judged(game, {**data, path: {**data[path], **people}}, options)


# ---------------------------------------------------------------- rulings, sides, switches


def edited(game: Game, scene: Scene, options: tuple[str, ...], values: Mapping[str, Any]) -> Scene:
    """The scene with these values at these dotted paths, if the game accepts it."""
    data = plain(scene)
    for path, value in values.items():
        data = with_value(data, path, value)
    return judged(game, data, options)


def with_value(data: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """Plain data with this value at a dotted path; a part of which all is as by default need not be written yet."""
    try:
        changed: dict[str, Any] = paths.put(data, path, value)
    except paths.NoPath:
        raise Refused("path", path=At(path)) from None
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


def at(scene: Scene, path: str) -> refs.Place:
    """What stands at a dotted path, defaults included; Refused if there is nothing."""
    found = refs.at(scene, path)
    if found is None:
        raise Refused("path", path=At(path))
    return found


def with_side(game: Game, scene: Scene, options: tuple[str, ...], who: str, side: str) -> Scene:
    return edited(game, scene, options, {path_of(scene, who, "side"): side})


def switched(game: Game, scene: Scene, on: tuple[str, ...]) -> Scene:
    """The scene under these switches."""
    try:
        game.check_switches(on)
    except ContentError as error:
        raise Refused("fault", why=error.said) from None
    return judged(game, plain(scene), on) if game.people(scene) else scene


# ---------------------------------------------------------------- encounters


def ready(game: Game, name: str, options: tuple[str, ...]) -> tuple[Scene, str]:
    """A ready scene of the game under the campaign's switches, and its title."""
    if name not in game.demos:
        raise Refused("no_ready", name=Typed(name), known=tuple(map(Typed, game.demos)))
    key = game.id, name, options
    there, found = READY.get(key, ("", None))
    if there is not game.demos[name] or found is None:
        scenario = content.parse(game.demos[name], Scenario, name)
        found = judged(game, scenario.scene, options), scenario.title or name
        remember(READY, key, (game.demos[name], found), MOST)
    return found


def arriving(people: Mapping[str, People]) -> dict[str, People]:
    """Those who come from elsewhere: where they stood there means nothing here."""
    return {who: {key: value for key, value in p.items() if key not in PLACE} for who, p in people.items()}


def beside(game: Game, scene: Scene, options: tuple[str, ...], coming: Iterable[str]) -> Scene:
    """Those who come from elsewhere stand by their side: on the nearest free cell that the game accepts."""
    coming = list(coming)
    for n, who in enumerate(coming):
        side = next((there for there in scene.sides().values() if who in there), ())
        near = next((place(scene, other) for other in side if other not in coming[n:]), None)
        if near is not None and place(scene, who) is not None:
            scene = _beside(game, scene, options, who, near)
    return scene


def apart(game: Game, scene: Scene, options: tuple[str, ...], last: Collection[str] = ()) -> Scene:
    """Those who stand in a heap, since nobody gave them a place, come by their side, the sides apart; some take a place
    when all the others have one."""
    where = {who: cell for who in game.people(scene) if (cell := place(scene, who)) is not None}
    crowd = Counter(where.values())

    for n, side in enumerate(scene.sides().values()):
        for who in [
            each
            for each in sorted(side, key=lambda each: each in last)
            if each in where and crowd[where[each]] > 1 and not _tied(scene, where, each)
        ]:
            scene = _beside(game, scene, options, who, (NEAR + 1 + n * APART, NEAR + 1))
    return scene


def _tied(scene: Scene, where: Mapping[str, Cell], who: str) -> bool:
    """Whether he stands on one cell with somebody he belongs to: a rider and his mount."""
    there = [other for other in where if other != who and where[other] == where[who]]
    own = refs.named(scene.people[who])
    return any(other in own or who in refs.named(scene.people[other]) for other in there)


def arranged(game: Game, scene: Scene, options: tuple[str, ...]) -> Scene:
    """Everybody who has a place in the rules' own scene on the part of the map that is his side's."""
    ground, sides = game.ground(scene), [*scene.sides().values()]
    plots = [(p.x, p.y) for p in ground.plots if p.kind not in ground.barred] if ground is not None else []
    grid = ground.grid if ground is not None else "square"
    open_cells = plots or [cell_at(grid, x, y) for y in range(2 * NEAR + 2) for x in range(APART * (len(sides) + 1))]
    where = {who: cell for who in game.people(scene) if (cell := place(scene, who)) is not None}
    loose = [[who for who in side if who in where and not _tied(scene, where, who)] for side in sides]
    taken = {cell for who, cell in where.items() if all(who not in side for side in loose)}
    for who, cell in parted_on(grid, [cell for cell in open_cells if cell not in taken], loose):
        with suppress(Refused):
            scene = set_down(game, scene, options, who, cell)
    return scene


def parted_on(grid: str, cells: Collection[Cell], sides: Sequence[Sequence[str]]) -> Iterator[tuple[str, Cell]]:
    """A cell for everybody: the first side at the left of these, the last at the right, each around its middle."""
    if not cells:
        return
    columns = [place_of(grid, cell)[0] for cell in cells]
    rows = [place_of(grid, cell)[1] for cell in cells]
    left, wide, middle = min(columns), max(columns) - min(columns), (min(rows) + max(rows)) // 2
    free = set(cells)
    for n, side in enumerate(sides):
        near = cell_at(grid, left + round(wide * (n + 0.2) / max(1, len(sides) - 0.6)), middle)
        for who in side:
            cell = min(free, key=lambda cell: (steps(grid, near, cell), cell), default=None)
            if cell is None:
                return
            free.discard(cell)
            yield who, cell


def _beside(game: Game, scene: Scene, options: tuple[str, ...], who: str, near: Cell) -> Scene:
    ground = game.ground(scene)
    grid = ground.grid if ground is not None else "square"
    known = {(p.x, p.y) for p in ground.plots if p.kind not in ground.barred} if ground is not None else set[Cell]()
    taken = {place(scene, other) for other in game.people(scene) if other != who}
    for cell in sorted(square(near, NEAR), key=lambda cell: steps(grid, near, cell)):
        if cell not in taken and (not known or cell in known):
            with suppress(Refused):
                return set_down(game, scene, options, who, cell)
    return scene


def set_down(game: Game, scene: Scene, options: tuple[str, ...], who: str, cell: Cell) -> Scene:
    """The scene with somebody on this cell, if the game accepts it."""
    there = {path_of(scene, who, axis): at for axis, at in zip(PLACE, cell, strict=True)}
    return edited(game, scene, options, there)


def meeting(
    game: Game,
    scene: Scene,
    options: tuple[str, ...],
    away: Mapping[str, People],
    sides: Mapping[str, str],
    other: Mapping[str, Any] | None,
) -> tuple[Scene, dict[str, People], dict[str, Any]]:
    """Those who have a side, and a scene that was prepared, as plain data, if there is one, together.

    And all the others, as plain data, with what in the scene depends on them: it waits for the end as they do.
    """
    guests = other[people_path(scene)] if other is not None else {}
    for who in sides:
        if who not in scene.people and who not in away and who not in guests:
            raise Refused("no_one", who=Id(who))
    for who in guests:
        if who in scene.people or who in away:
            raise Refused("already_here", who=Someone(who))
    if other is not None:
        scene = scene.calm()  # whatever was under way is over
    staying, leaving = refs.without(scene, frozenset(scene.people) - frozenset(sides) - led(scene, sides), ending=True)
    data, path = plain(staying), people_path(scene)
    waiting = _depending(scene, leaving)
    coming = {who: p for who, p in away.items() if who in sides}
    absent = {who: p for who, p in away.items() if who not in sides}
    absent |= {who: plain(scene.people[who]) for who in scene.people if who in leaving}
    own = {**data[path], **forgotten(game, coming, absent)}
    people = {**(arriving(own) if guests else own), **guests}
    side = in_files(person_type(type(scene)), "side")
    on_sides = {who: {**people[who], side: there} for who, there in sides.items()}
    if other is not None:
        elsewhere = {in_files(type(scene), field) for field in type(scene).here}
        book = with_book(other, scene)
        data = {**{key: value for key, value in data.items() if key not in elsewhere}, **other, **book}
    composed = {**data, path: {**people, **on_sides}}
    return judged(game, composed, options), absent, waiting


def with_book(data: Mapping[str, Any], scene: Scene) -> dict[str, Any]:
    """What such data have of the table's own book with what a scene has of it, which counts more; nothing: none has."""
    if own.own_type(type(scene)) is None:
        return {}
    key = own.key_of(type(scene))
    there = data.get(key, {})
    book = own.merged(there if isinstance(there, dict) else {}, own.of(scene))
    return {key: book} if book else {}


def _depending(scene: Scene, gone: frozenset[str]) -> dict[str, Any]:
    """Lines of the scene's lists and tables that go with these people, by field, as plain data."""

    def goes(line: Any) -> bool:
        return isinstance(line, msgspec.Struct) and not isinstance(refs.rewritten(line, refs.Ending(gone)), type(line))

    found: dict[str, Any] = {}
    for field in scene.__struct_fields__:
        lines = getattr(scene, field)
        if isinstance(lines, tuple):
            found[in_files(type(scene), field)] = [plain(line) for line in lines if goes(line)]
        elif isinstance(lines, dict) and field != "people":
            found[in_files(type(scene), field)] = {key: plain(line) for key, line in lines.items() if goes(line)}
    return {key: lines for key, lines in found.items() if lines}


def led(scene: Scene, masters: Iterable[str]) -> frozenset[str]:
    """The beasts of these people, and theirs: where they go, these go."""
    known = frozenset(masters)
    more = frozenset(id for id, p in scene.people.items() if getattr(p, "owner", "") in known) - known
    return more | led(scene, known | more) if more else more


def unattached(scene: Scene, guests: Iterable[str], owners: Iterable[str]) -> list[str]:
    """The guests that nobody plays and that follow nobody who is played."""
    kept = frozenset(owners) | led(scene, owners)
    return [who for who in guests if who not in kept]


def parted(
    game: Game,
    scene: Scene,
    options: tuple[str, ...],
    leaving: Iterable[str],
    back: Mapping[str, People],
    waiting: Mapping[str, Any],
) -> Scene:
    """The scene after an encounter: some have left it for good, those who were away are back with what is theirs."""
    left: Scene
    left, gone = refs.without(scene, frozenset(leaving), ending=True)
    data, path = plain(left), people_path(scene)
    people = {**data[path], **arriving(forgotten(game, back, gone))}
    if not people:
        return left
    after = judged(game, {**data, path: people}, options)
    for key, lines in waiting.items():
        for more in [[line] for line in lines] if isinstance(lines, list) else [{name: lines[name]} for name in lines]:
            with suppress(Refused):  # whoever it is of has gone for good
                after = judged(game, _with_lines(plain(after), key, more), options)
    return after


def _with_lines(data: dict[str, Any], key: str, more: Any) -> dict[str, Any]:
    there = data.get(key, type(more)())
    return {**data, key: [*there, *more] if isinstance(more, list) else {**more, **there}}


def calm(game: Game, scene: Scene, options: tuple[str, ...]) -> Scene:
    """The scene after the encounter: nobody has the turn."""
    quiet = scene.calm()
    if quiet.turn():
        raise Refused("encounter_end")
    return judged(game, plain(quiet), options) if quiet is not scene else scene
