"""Encounters and the map: who meets whom, where, and what of it lies in the fog."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from itertools import chain, count, islice
from typing import Any

from msgspec.structs import replace

from tablee.kernel import refs
from tablee.kernel.event import Event
from tablee.kernel.ground import Cell, cell_at, place_of
from tablee.kernel.opening import openings
from tablee.kernel.words import LANGUAGES

from . import making, pictures, scenes
from .commands import (
    Arrange,
    Bring,
    ClearMap,
    EndEncounter,
    Fog,
    JoinEncounter,
    LayMap,
    LayPicture,
    LeaveEncounter,
    Put,
    StartEncounter,
)
from .hidden import unseen
from .moment import After, Moment
from .people import PEOPLE, added
from .playing import begin
from .refusal import Refused
from .state import CLEAR, FOG, Board, Encounter, Place, Play, Told, hiding

DRAWN = range(20, 100)  # numbers in the names of hidden people

# ---------------------------------------------------------------- encounters


def start(m: Moment, command: StartEncounter) -> After:
    """A ready scene comes into the campaign, or characters take sides; an opening action then begins it.

    Whoever takes no part is away until the end: the rules would count him among those present.
    """
    if m.play.encounter is not None:
        raise Refused("encounter_on")
    if not command.ready and not command.sides:
        raise Refused("no_start")
    other, title, guests = None, command.title, tuple[str, ...]()
    if command.ready:
        other, found = scenes.ready(m.game, command.ready, m.play.options)
        title, guests = title or found, tuple(other.people)
    sides = sides_of(m, other or m.scene, command.sides)
    prepared = scenes.plain(other) if other is not None else None
    scene, away, waiting = scenes.meeting(m.game, m.scene, m.play.options, m.play.away, sides, prepared)
    if other is not None:
        scene = scenes.beside(m.game, scene, m.play.options, [who for who in sides if who not in guests])
        scene = scenes.with_same(scene, m.scene, other)
    else:
        hidden = [who for who, veil in m.play.veils.items() if veil.presence]
        scene = scenes.apart(m.game, scene, m.play.options, hidden)
    encounter = Encounter(m.seq, title, guests, bool(scene.turn()), waiting)
    backdrop = None if command.ready else m.play.backdrop
    play = replace(m.play, scene=scene, away=away, encounter=encounter, backdrop=backdrop)
    return begun(m, play, command.hidden, command.begin, command.opening)


def begun(m: Moment, play: Play, hidden: bool, begins: bool, opening: dict[str, Any] | None = None) -> After:
    """The encounter of this play begins; who came for it is hidden if that is wanted, and somebody has the turn."""
    if len(m.game.people(play.scene)) + len(play.away) > PEOPLE:
        raise Refused("too_many", what="characters", most=PEOPLE)
    title, guests = (play.encounter.title, play.encounter.guests) if play.encounter is not None else ("", ())
    ids = untold(m, guests) if hidden else {}
    if hidden:
        play = unseen_guests(play, ids)
    told = Event("table.encounter", facts=(("title", title),)) if title else Event("table.encounter_untitled")
    started = m.after(told, play=play)
    there = dataclasses.replace(m, state=started.state)
    ways = openings(m.game, play.scene)[:1] if begins else []
    first = there.eyes.action(opening) if opening is not None else next(iter(ways), None)
    if first is None:
        return started
    opened = begin(there, refs.rewritten(first, lambda who: ids.get(who, who)))
    return dataclasses.replace(opened, told=(*started.told, *opened.told))


def sides_of(m: Moment, scene: Any, given: Mapping[str, Iterable[str]]) -> dict[str, str]:
    """By character the side he is on, as the scene calls it."""
    taken = {side: called(m, scene, side) for side in given}
    return {who: taken[side] for side, there in given.items() for who in there}


def untold(m: Moment, guests: Iterable[str]) -> dict[str, str]:
    """Other ids for those of a ready scene: anybody may have read theirs."""
    taken = {*m.desk.names, *m.scene.people, *m.play.away}
    return {who: scenes.free_id(who, taken, m.rng, untold=True) for who in guests}


def unseen_guests(play: Play, ids: Mapping[str, str]) -> Play:
    """An encounter that begins, those who came for it hidden and under other ids."""
    scene, guests = scenes.renamed(play.scene, ids), tuple(ids.values())
    encounter = replace(play.encounter, guests=guests) if play.encounter is not None else None
    board = play.board
    if board is not None:
        board = replace(board, places={ids.get(who, who): at for who, at in board.places.items()})
    return replace(play, scene=scene, encounter=encounter, board=board, veils=hiding(play.veils, guests))


def join(m: Moment, command: JoinEncounter) -> After:
    """Somebody comes in on a side; the game's own rules give him his place in the order."""
    if m.play.encounter is None:
        raise Refused("no_encounter")
    m.present(command.who)
    side = called(m, m.scene, command.side)
    coming = {who: there for who, there in m.play.away.items() if who == command.who}
    scene = scenes.put_in(m.game, m.scene, m.play.options, scenes.arriving(coming))
    scene = scenes.with_side(m.game, scene, m.play.options, command.who, side)
    scene = scenes.beside(m.game, scene, m.play.options, coming)
    away = {who: there for who, there in m.play.away.items() if who != command.who}
    event = Event("table.joined_side", command.who, facts=(("side", side),))
    return m.after(event, play=replace(m.play, scene=scene, away=away))


def on_side(m: Moment, command: JoinEncounter) -> After:
    """Somebody who has come while nothing is under way is on a side already."""
    side = called(m, m.scene, command.side)
    scene = scenes.with_side(m.game, m.scene, m.play.options, command.who, side)
    scene = scenes.beside(m.game, scene, m.play.options, (command.who,))
    event = Event("table.joined_side", command.who, facts=(("side", side),))
    return m.after(event, play=replace(m.play, scene=scene))


def called(m: Moment, scene: Any, name: str) -> str:
    """The side of a scene that bears this name in one of the languages; else a new one of this name."""
    same = (side for side in scene.sides() if any(m.game.words.tr(side, lang) == name for lang in LANGUAGES))
    return next(same, name)


def bring(m: Moment, command: Bring) -> After:
    """People called from the catalogue or made on the spot, each under a name of his own."""
    told = tuple[Told, ...]()
    who_comes = making.one(m.game, m.member.lang, command.key, command.id, command.wish, m.play)
    named = command.name.strip() or making.called(m.game, m.member.lang, who_comes)
    for name in names(m, named, command.count, command.hidden):
        come = added(m, making.so_called(m.game, who_comes, name), hidden=command.hidden)
        (who,) = come.state.desk.names.keys() - m.desk.names.keys()
        m, told = dataclasses.replace(m, state=come.state), (*told, *come.told)
        if command.side:
            joined = (join if m.play.encounter is not None else on_side)(m, JoinEncounter(who, command.side))
            m, told = dataclasses.replace(m, state=joined.state), (*told, *joined.told)
    return After(m.state, told)


def names(m: Moment, name: str, n: int, hidden: bool, besides: Iterable[str] = ()) -> list[str]:
    """Names for several of a kind that nobody has, nor any of those besides; with numbers, unless there is only one.

    Nobody's tells of somebody hidden: the numbers of hidden ones are drawn, and none is left out for them.
    """
    others = (*m.game.people(m.scene), *m.play.away)
    unknown = unseen(m.game, m.state) if not hidden else ()
    taken = {m.desk.names[who] for who in others if who not in unknown} | set(besides)
    if n == 1 and name not in taken:
        return [name]
    numbers: Iterable[int] = count(1)
    if hidden:
        numbers = chain(m.rng.sample(DRAWN, len(DRAWN)), count(DRAWN.stop))
    return list(islice((numbered for i in numbers if (numbered := f"{name} {i}") not in taken), n))


def leave(m: Moment, command: LeaveEncounter) -> After:
    """Somebody goes away until the end, unless something under way depends on him."""
    if m.play.encounter is None:
        raise Refused("no_encounter")
    scenes.person(m.game, m.scene, command.who)
    scene, gone = scenes.without(m.game, m.scene, m.play.options, [command.who])
    there = {who: scenes.plain(p) for who, p in m.scene.people.items() if who in gone}
    play = replace(m.play, scene=scene, away={**m.play.away, **there})
    return m.after(Event("table.left_side", command.who), play=play)


def end(m: Moment, command: EndEncounter) -> After:
    """Nothing is under way any more; those who were away are back; guests whom nobody plays leave, unless kept."""
    encounter, options = m.play.encounter, m.play.options
    if encounter is None:
        raise Refused("no_encounter")
    scene = scenes.calm(m.game, m.scene, options)
    leaving = [] if command.keep else scenes.unattached(scene, encounter.guests, m.desk.owners)
    back = {who: there for who, there in m.play.away.items() if who not in leaving}
    scene = scenes.parted(m.game, scene, options, leaving, back, encounter.waiting)
    backdrop = m.play.backdrop if m.play.board is not None else None  # else it lay under a map that goes with the fight
    play = replace(m.play, scene=scene, away={}, encounter=None, backdrop=backdrop)
    return m.after(Event("table.encounter_end", facts=(("since", encounter.since),)), play=play)


# ---------------------------------------------------------------- the map


def lay_map(m: Moment, command: LayMap) -> After:
    fog = (FOG * command.width,) * command.height if command.fog else ()
    places = m.play.board.places if m.play.board is not None else {}
    laid = Board(command.grid, command.width, command.height, fog)
    laid = replace(laid, places={who: at for who, at in places.items() if laid.holds((at.x, at.y))})
    return m.after(Event("table.map"), play=replace(m.play, board=laid))


def lay_picture(m: Moment, command: LayPicture) -> After:
    """Under the map that is there, by whatever rules; players see of it what no fog lies on."""
    under = m.play.backdrop
    if command.backdrop is None:
        if under is None:
            raise Refused("no_picture")
        return m.after(Event("table.picture_gone"), play=replace(m.play, backdrop=None))
    pictures.there(m.desk, [command.backdrop.picture])
    shown = under is None or under.picture != command.backdrop.picture
    return m.after(Event("table.picture"), play=replace(m.play, backdrop=command.backdrop), reveals=shown)


def clear_map(m: Moment, command: ClearMap) -> After:
    board(m)
    return m.after(Event("table.map_cleared"), play=replace(m.play, board=None, backdrop=None), reveals=True)


def put(m: Moment, command: Put) -> After:
    """Where the game's own scene has places, its rules move people; the game master may always set somebody down."""
    event = Event("table.put", command.who, facts=(("x", command.x), ("y", command.y)))
    scenes.person(m.game, m.scene, command.who)
    if scenes.place(m.scene, command.who) is not None:
        if not m.member.gm and m.scene.turn():
            raise Refused("moves")
        scene = scenes.set_down(m.game, m.scene, m.play.options, command.who, (command.x, command.y))
        return m.after(event, play=replace(m.play, scene=scene))
    laid = board(m)
    _inside(laid, (command.x, command.y))
    laid = replace(laid, places={**laid.places, command.who: Place(command.x, command.y)})
    return m.after(event, play=replace(m.play, board=laid))


def arrange(m: Moment, command: Arrange) -> After:
    """Each side on its part of the map, in the game's own places or on the board; whoever rides stays as he is."""
    if m.play.encounter is None:
        raise Refused("no_encounter")
    if m.scene.turn():
        raise Refused("begun")
    scene = scenes.arranged(m.game, m.scene, m.play.options)
    laid, board = dict[str, Place](), m.play.board
    if board is not None:
        cells = [cell_at(board.grid, column, row) for row in range(board.height) for column in range(board.width)]
        sides = [[who for who in there if scenes.place(scene, who) is None] for there in scene.sides().values()]
        for who, cell in scenes.parted_on(board.grid, cells, [side for side in sides if side]):
            laid[who] = Place(*cell)
        board = replace(board, places={**board.places, **laid})
    return m.after(Event("table.arranged"), play=replace(m.play, scene=scene, board=board))


def fog(m: Moment, command: Fog) -> After:
    laid = board(m)
    rows = [list(row) for row in laid.fog] or [[CLEAR] * laid.width for _ in range(laid.height)]
    for cell in command.cells:
        _inside(laid, cell)
        column, row = place_of(laid.grid, cell)
        rows[row][column] = FOG if command.dark else CLEAR
    laid = replace(laid, fog=tuple("".join(row) for row in rows))
    return m.after(Event("table.fog"), play=replace(m.play, board=laid), reveals=not command.dark)


def board(m: Moment) -> Board:
    if m.play.board is None:
        raise Refused("no_map")
    return m.play.board


def _inside(laid: Board, cell: Cell) -> None:
    if not laid.holds(cell):
        raise Refused("off_map", width=laid.width, height=laid.height)
