"""Scenes kept for later: prepared by the game master while another is played, opened by one command.

They lie on the desk, for him alone; undo passes over preparing, and takes an opening or a handout back. What was put
into the players' hands is copied into the play: what becomes of the kept scene afterwards changes nothing of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, NamedTuple

from msgspec.structs import replace

from tablee.kernel.event import Event
from tablee.kernel.game import Game
from tablee.kernel.ground import Cell
from tablee.kernel.scene import in_files, person_type
from tablee.kernel.sentence import Typed

from . import making, pictures, scenes
from .commands import DropScene, KeepScene, OpenScene, ShowHandout
from .encounters import begun, names, sides_of
from .moment import After, Moment
from .people import TITLE, without
from .refusal import Refused
from .state import CLEAR, FOG, Board, Encounter, Handout, Kept, Place, Play

SCENES = 100  # kept at once
COMING = 60  # people who come with one
WIDEST = 100  # cells of a map
NOWHERE = " "  # where a map that is drawn has no cell


class Prepared(NamedTuple):
    """A kept scene made ready: its data as in files, and where those who come with it are to stand."""

    data: dict[str, Any]
    places: dict[str, Cell]


# ---------------------------------------------------------------- preparing


def keep(m: Moment, command: KeepScene) -> After:
    """Kept as it is, if it could be opened. Nobody is told of it."""
    kept, there = command.scene, m.desk.scenes
    if kept.id and kept.id not in there:
        raise Refused("no_kept")
    if not kept.id and len(there) >= SCENES:
        raise Refused("too_many", what="scenes", most=SCENES)
    title = kept.title.strip()
    if not title or not title.isprintable():
        raise Refused("title", most=TITLE)
    handouts = tuple(
        each if each.id else replace(each, id=f"h{m.seq}.{n}") for n, each in enumerate(kept.handouts, start=1)
    )
    if len({each.id for each in handouts}) < len(handouts):
        raise Refused("no_kept")
    _fits(kept.board)
    pictures.there(m.desk, pictures.of_scene(kept))
    _drawable(m.game, kept)
    old = there[kept.id].people if kept.id else {}
    people = {who: old[who] for who in kept.people if who in old}
    kept = replace(kept, id=kept.id or f"s{m.seq}", title=title, handouts=handouts, people=people)
    if command.now:
        kept = _as_it_stands(m, kept)
    prepared = _prepared(m, kept)
    if prepared.data[scenes.people_path(m.scene)]:
        scenes.judged(m.game, prepared.data, m.play.options)
    return m.after(desk=replace(m.desk, scenes={**there, kept.id: kept}))


def _drawable(game: Game, kept: Kept) -> None:
    """Refused unless its map is drawn in signs of the game."""
    if not kept.drawn:
        return
    if game.drawing is None:
        raise Refused("no_drawing")
    unknown = {*"".join(kept.drawn)} - {*game.drawing.signs.values(), NOWHERE}
    if unknown or not "".join(kept.drawn).strip():
        raise Refused("drawing", signs=Typed(" ".join(sorted(game.drawing.signs.values()))))


def _as_it_stands(m: Moment, kept: Kept) -> Kept:
    """The same with what is played now: its ground, who came for it as they are, and where everybody stands."""
    if m.play.encounter is None:
        raise Refused("no_encounter")
    data, path, scene = scenes.plain(m.scene), scenes.people_path(m.scene), m.scene
    here = [in_files(type(scene), field) for field in type(scene).here]
    own = [who for who in m.game.people(scene) if who not in m.play.encounter.guests]
    sides = {side: tuple(who for who in there if who in own) for side, there in scene.sides().items()}
    places = {who: cell for who in own if (cell := scenes.place(scene, who)) is not None}
    return replace(
        kept,
        ready="",
        drawn=(),
        cast=(),
        ground={key: data[key] for key in here if key in data and key != path},
        board=m.play.board,
        backdrop=m.play.backdrop,
        people={who: data[path][who] for who in m.play.encounter.guests if who in data[path]},
        sides={side: there for side, there in sides.items() if side and there},
        places=places,
    )


def drop(m: Moment, command: DropScene) -> After:
    kept(m, command.scene)
    return m.after(desk=replace(m.desk, scenes=without(m.desk.scenes, command.scene)))


def kept(m: Moment, id: str) -> Kept:
    if id not in m.desk.scenes:
        raise Refused("no_kept")
    return m.desk.scenes[id]


def _fits(board: Board | None) -> None:
    """Refused unless the map is one that can be laid."""
    if board is None:
        return
    rows = {(len(row), *(set(row) - {FOG, CLEAR})) for row in board.fog}
    shaped = not board.fog or (len(board.fog) == board.height and rows == {(board.width,)})
    if not (1 <= board.width <= WIDEST and 1 <= board.height <= WIDEST and shaped):
        raise Refused("off_map", width=WIDEST, height=WIDEST)


# ---------------------------------------------------------------- opening


def open_scene(m: Moment, command: OpenScene) -> After:
    """As a ready scene comes in: with those of the campaign who take part and are still there, each in his place."""
    if m.play.encounter is not None:
        raise Refused("encounter_on")
    there, options = kept(m, command.scene), m.play.options
    data, places = _anew(m, _prepared(m, there))
    guests = tuple(data[scenes.people_path(m.scene)])
    other = scenes.judged(m.game, data, options) if guests else None
    present = {*m.game.people(m.scene), *m.play.away, *guests}
    own = {side: tuple(who for who in people if who in present) for side, people in there.sides.items()}
    sides = sides_of(m, other or m.scene, {side: people for side, people in own.items() if people})
    if not guests and not sides:
        raise Refused("no_start")
    scene, away, waiting = scenes.meeting(m.game, m.scene, options, m.play.away, sides, data)
    scene, board = _placed(m, scene, there.board or m.play.board, {**places, **there.places})
    settled = {*places, *there.places, *_ready(m, there), *there.people}
    if there.ready or there.people:
        scene = scenes.beside(m.game, scene, options, [who for who in (*sides, *guests) if who not in settled])
    else:
        scene = scenes.apart(m.game, scene, options)
    scene = scenes.with_same(scene, m.scene)
    encounter = Encounter(m.seq, there.title, guests, bool(scene.turn()), waiting, there.id)
    laid = there.backdrop or (None if there.board or there.ready or there.ground or there.drawn else m.play.backdrop)
    play = replace(m.play, scene=scene, away=away, encounter=encounter, board=board, backdrop=laid)
    return begun(m, play, there.hidden, there.begin)


def _ready(m: Moment, there: Kept) -> Mapping[str, Any]:
    return scenes.ready(m.game, there.ready, m.play.options)[0].people if there.ready else {}


def _prepared(m: Moment, there: Kept) -> Prepared:
    """Everything that comes with a kept scene, as plain data; Refused if something of it cannot be had."""
    path = scenes.people_path(m.scene)
    ready = scenes.plain(scenes.ready(m.game, there.ready, m.play.options)[0]) if there.ready else {}
    if path in there.ground:
        raise Refused("path", path=path)
    people, places = {**ready.get(path, {}), **there.people}, dict[str, Cell]()
    called = list[str]()
    if sum(each.count for each in there.cast) > COMING:
        raise Refused("too_many", what="characters", most=COMING)
    side = in_files(person_type(m.game.scene), "side")
    taken = {*m.desk.names, *m.scene.people, *m.play.away, *people}
    for row in there.cast:
        one = making.one(m.game, m.member.lang, row.key, row.id, row.wish, m.play)
        named = row.name.strip() or making.called(m.game, m.member.lang, one)
        for n, name in enumerate(names(m, named, row.count, there.hidden, called)):
            data = making.so_called(m.game, one, name)
            who, person = scenes.newcomer(
                m.game, data, m.play.options, lambda id: scenes.free_id(id, taken, m.rng, there.hidden)
            )
            people[who] = {**person, side: row.side}
            taken.add(who)
            called.append(name)
            if n < len(row.at):
                places[who] = row.at[n]
    drawn = m.game.drawing.laid(there.drawn) if m.game.drawing is not None and there.drawn else {}
    data = {**ready, **there.ground, **drawn}
    return Prepared({**data, **scenes.with_book(data, m.scene), path: people}, places)


def _anew(m: Moment, prepared: Prepared) -> Prepared:
    """The same under other ids, where somebody of the campaign has one of these by now."""
    path = scenes.people_path(m.scene)
    present = {*m.scene.people, *m.play.away}
    guests = prepared.data[path]
    if present.isdisjoint(guests):
        return prepared
    ids = {who: scenes.free_id(who, {*present, *guests}, m.rng) for who in guests if who in present}
    data = scenes.plain(scenes.renamed(scenes.judged(m.game, prepared.data, m.play.options), ids))
    return Prepared(data, {ids.get(who, who): cell for who, cell in prepared.places.items()})


def _placed(m: Moment, scene: Any, board: Board | None, places: Mapping[str, Cell]) -> tuple[Any, Board | None]:
    """Everybody where he was put, in the game's own scene or on the plain map; a place the game refuses is left."""
    laid = dict(board.places) if board is not None else {}
    for who, cell in places.items():
        if who not in scene.people:
            continue
        if scenes.place(scene, who) is not None:
            with suppress(Refused):
                scene = scenes.set_down(m.game, scene, m.play.options, who, cell)
        elif board is not None and board.holds(cell):
            laid[who] = Place(*cell)
    here = {who: at for who, at in laid.items() if who in scene.people or who in m.play.away}
    return scene, replace(board, places=here) if board is not None else None


# ---------------------------------------------------------------- handouts


def show(m: Moment, command: ShowHandout) -> After:
    """Everybody has it from now on, or nobody any more."""
    others = tuple(each for each in m.play.handouts if each.id != command.handout)
    if not command.on:
        gone = next((each for each in m.play.handouts if each.id == command.handout), None)
        if gone is None:
            raise Refused("no_handout")
        return m.after(_told("table.handout_back", gone), play=replace(m.play, handouts=others), reveals=True)
    found = next((each for each in kept(m, command.scene).handouts if each.id == command.handout), None)
    if found is None:
        raise Refused("no_handout")
    play: Play = replace(m.play, handouts=(*others, found))
    return m.after(_told("table.handout", found), play=play, reveals=True)


def _told(what: str, handout: Handout) -> Event:
    return Event(what if handout.title else f"{what}_untitled", facts=(("handout", handout.title),))
