"""The campaign as one member knows it. All that he is shown, offered or refused is worked out from this, never from the
whole and then cut: so two campaigns that differ only in what he may not know look the same to him.

Whoever is hidden from him has never been, nor whoever goes with that one: they are struck where types name them. When
it is the turn of nobody he knows, or an action under way is nobody's he knows, the game master makes a pause.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from contextlib import suppress
from typing import Any, NamedTuple

from msgspec.structs import replace

from tablee.kernel import own, refs
from tablee.kernel.content import ContentError
from tablee.kernel.game import Game
from tablee.kernel.odds import remember
from tablee.kernel.scene import Scene

from . import scenes
from .hidden import unseen
from .refusal import Refused
from .state import AskedTest, Board, Member, Pending, Play, State

MOST = 200  # campaigns remembered as somebody knows them


class Known(NamedTuple):
    """A campaign as somebody knows it, who is in it that he does not know of, and what of the table's own book."""

    state: State
    hidden: frozenset[str] = frozenset()
    unread: frozenset[str] = frozenset()  # « kind.id »


KNOWN: dict[Hashable, tuple[State, Known]] = {}


def known(game: Game, state: State, member: Member) -> Known:
    """The campaign as this member knows it, once for all who know the same; the game master knows all."""
    if member.gm:
        return Known(state)
    hidden = unseen(game, state) - _own(state, member)
    if not hidden and not unshared(state.play):
        return Known(state)
    key = id(state), hidden
    there, found = KNOWN.get(key, (None, None))
    if there is not state or found is None:
        found = unaware(game, state, hidden)
        remember(KNOWN, key, (state, found), MOST)
    return found


def _own(state: State, member: Member) -> frozenset[str]:
    """Whom he plays, and their masters: he knows whom his own serve."""
    found = frozenset(who for who, by in state.desk.owners.items() if by == member.id)
    people = state.play.scene.people
    while masters := {getattr(people[who], "owner", "") for who in found if who in people} - found - {""}:
        found |= masters
    return found


def unaware(game: Game, state: State, hidden: frozenset[str]) -> Known:
    """The campaign as it is for whoever knows nothing of these people."""
    play = state.play
    scene, hidden = _scene(game, play, hidden) if hidden else (play.scene, hidden)
    away = {who: _away(game, there, hidden) for who, there in play.away.items() if who not in hidden}
    scene, unread = read_by_players(play, scene, away.values())
    encounter = play.encounter
    if encounter is not None:
        guests = tuple(who for who in encounter.guests if who not in hidden)
        encounter = replace(encounter, guests=guests)
    unknown = play.open is not None and _unknown(play.open, hidden)
    turn = play.scene.turn()
    waits = unknown or (bool(turn) and hidden.issuperset(turn))
    seen = replace(
        play,
        scene=scene,
        away={who: there for who, there in away.items() if there is not None},
        encounter=encounter,
        open=None if unknown else play.open,
        tests=tuple(test for test in (_test(game, each, hidden) for each in play.tests) if test.who),
        board=_board(play.board, hidden),
        pause="on" if waits else play.pause,
    )
    return Known(replace(state, play=seen), hidden | {who for who, there in away.items() if there is None}, unread)


def unshared(play: Play) -> bool:
    """Whether the table's own book has entries of which players know nothing unless they see somebody with them."""
    return any(f"{kind}.{id}" not in play.shared for kind, there in own.of(play.scene).items() for id in there)


def read_by_players(play: Play, scene: Scene, away: Iterable[Any]) -> tuple[Scene, frozenset[str]]:
    """The scene with what players know of the table's own book, and what they do not, « kind.id »: they know what is
    shared with them and what somebody has who is there for them."""
    book = own.of(scene)
    if not book:
        return scene, frozenset()
    shared = {
        kind: {id: one for id, one in there.items() if f"{kind}.{id}" in play.shared} for kind, there in book.items()
    }
    people = [*scenes.plain(scene)[scenes.people_path(scene)].values(), *(p for p in away if p is not None)]
    theirs = [{key: value for key, value in person.items() if key != "id"} for person in people]
    known = own.merged(shared, own.named(book, shared, theirs))
    unread = frozenset(f"{kind}.{id}" for kind, there in book.items() for id in there if id not in known.get(kind, {}))
    if not unread:
        return scene, unread
    whole: Any = scene
    kept = {
        kind: {id: one for id, one in getattr(whole.own, kind).items() if id in known.get(kind, {})}
        for kind in whole.own.__struct_fields__
    }
    return replace(whole, own=replace(whole.own, **kept)), unread


def _scene(game: Game, play: Play, hidden: frozenset[str]) -> tuple[Scene, frozenset[str]]:
    """The scene without them and whoever goes with them, and all those. The rules put it in order, unless they cannot
    go on in it: a fight against nobody is none to begin, and may be one to be in."""
    scene: Any = refs.unheard(play.scene, hidden)
    gone = hidden | (play.scene.people.keys() - scene.people.keys())
    if gone != hidden:
        return _scene(game, play, gone)
    with suppress(Refused):
        return scenes.with_same(scenes.judged(game, scenes.plain(scene), play.options), play.scene), gone
    return scene, gone


def _away(game: Game, there: dict[str, Any], hidden: frozenset[str]) -> dict[str, Any] | None:
    person = scenes.as_person(game, there)
    after = refs.unheard(person, hidden)
    return there if after is person else None if after is None else scenes.plain(after)


def _unknown(pending: Pending, hidden: frozenset[str]) -> bool:
    """Whether an action under way is nobody's one knows, and asks nobody one knows."""
    asked = {q.who for q in pending.questions} | ({pending.throw.who} if pending.throw is not None else set())
    return pending.action.get("actor") in hidden and asked <= hidden


def _test(game: Game, test: AskedTest, hidden: frozenset[str]) -> AskedTest:
    """What is asked of those one knows, whoever else it speaks of left out."""
    asked = tuple(who for who in test.who if who not in hidden)
    if not asked:
        return replace(test, who=())
    try:
        action = game.action({**test.action, "actor": asked[0]})
    except ContentError:  # it was begun under other rules
        return replace(test, who=asked)
    left = scenes.plain(refs.rewritten(action, lambda who: "" if who in hidden else who))
    return replace(test, who=asked, action={key: left[key] for key in test.action if key in left})


def _board(board: Board | None, hidden: frozenset[str]) -> Board | None:
    if board is None or hidden.isdisjoint(board.places):
        return board
    return replace(board, places={who: at for who, at in board.places.items() if who not in hidden})
