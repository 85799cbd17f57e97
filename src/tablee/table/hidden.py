"""What is hidden at a moment, whoever looks: people veiled or in the fog, secret rolls, and what others are told.

What happens in secret is settled when it happens (`told`): the log keeps the event for those who may know it, beside a
shadow that tells the others no more than they saw. Revealing somebody later reveals no past.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from tablee.kernel.event import Event, Rolled
from tablee.kernel.game import Game
from tablee.kernel.ground import Cell
from tablee.kernel.oracle import ALL, GM, READERS

from . import scenes
from .state import State, Told, Veil
from .texts import EVENTS

OPEN = Veil()


def members_only(*ids: str) -> str:
    """The audience of these members and nobody else."""
    return ",".join(f"@{id}" for id in ids)


def sight(game: Game, state: State) -> frozenset[Cell] | None:
    """The cells that the characters of the players see between them, where the rules have a fog; None: all."""
    return game.sight(state.play.scene, frozenset(state.desk.owners))


def stands(game: Game, state: State, who: str) -> Cell | None:
    """Where somebody is, by the game's own scene or on the board."""
    board = state.play.board
    own = scenes.place(state.play.scene, who)
    if own is not None or board is None or who not in board.places:
        return own
    return board.places[who].x, board.places[who].y


def dark(game: Game, state: State, seen: frozenset[Cell] | None, who: str) -> bool:
    """Whether somebody stands in the fog: the board's, or the one the rules know, where companions do not hide."""
    where, board = stands(game, state, who), state.play.board
    if where is None:
        return False
    if seen is not None and where not in seen and who not in state.desk.owners:
        return True
    return board is not None and board.dark(where)


def unseen(game: Game, state: State) -> frozenset[str]:
    """Who is hidden from all who do not play him, beasts with their masters. Everybody who looks asks for it."""
    kept = state.__dict__
    if "unseen" not in kept:
        kept["unseen"] = _unseen(game, state)
    found: frozenset[str] = kept["unseen"]
    return found


def _unseen(game: Game, state: State) -> frozenset[str]:
    veils, seen = state.play.veils, sight(game, state)
    found = frozenset(
        [who for who, veil in veils.items() if veil.presence]
        + [who for who in game.people(state.play.scene) if dark(game, state, seen, who)]
    )
    return found | scenes.led(state.play.scene, found) if found else found


def reveals(game: Game, before: State, after: State) -> bool:
    """Whether somebody who was hidden no longer is."""
    there = {*game.people(after.play.scene), *after.play.away}
    return bool((unseen(game, before) - unseen(game, after)) & there)


def secretive(game: Game, state: State) -> frozenset[str]:
    """Whose rolls are hidden from all who do not play him."""
    return unseen(game, state).union(who for who, veil in state.play.veils.items() if veil.rolls)


def told(game: Game, state: State, events: Iterable[Event]) -> tuple[Told, ...]:
    """Events as they go into the log: what is secret at this moment stays so, whatever is revealed later."""
    hidden, secret = unseen(game, state), secretive(game, state)
    heard = (_for_readers(state, event) if event.audience == READERS else event for event in events)
    return tuple(_told(game, event, hidden, hidden if event.what in EVENTS.event else secret) for event in heard)


def readers(state: State, about: str) -> str:
    """Who is told of a figure of somebody: all who may read it on his sheet."""
    veil = state.play.veils.get(about, OPEN)
    shown = veil.sheet is False or about in state.desk.owners
    return ALL if not about or (shown and not veil.name and not veil.secret) else about


def _for_readers(state: State, event: Event) -> Event:
    return replace(event, audience=readers(state, event.who))


def _told(game: Game, event: Event, hidden: frozenset[str], secret: frozenset[str]) -> Told:
    parties = secret & {event.who, event.target, *(die.who for die in event.dice)}
    if not parties:
        return _among_others(game, event, hidden)
    event = replace(event, dice=tuple(_in_secret(die, secret) for die in event.dice))
    if event.audience != ALL:  # the rules have said who is to know
        return Told(event)
    whole = replace(event, audience=next(iter(parties)) if len(parties) == 1 else GM)
    if event.who in hidden and (not event.target or event.target in hidden):
        return Told(whole)  # nobody saw anything
    open_dice = () if event.who in secret else tuple(die for die in event.dice if die.who not in secret)
    return Told(whole, replace(_shadow(event), dice=open_dice))


def _among_others(game: Game, event: Event, hidden: frozenset[str]) -> Told:
    """An event that is no secret, and yet may count somebody hidden among others: an order, who is left standing."""
    words = EVENTS if event.what in EVENTS.event else game.words
    rows = {fact: value for fact, value in event.facts if words.kind_of(event.what, fact) == "who"}
    listed = hidden & {who for value in rows.values() for who in listed_in(value)}
    if event.audience != ALL or not listed:
        return Told(event)
    left = tuple((fact, without(value, hidden) if fact in rows else value) for fact, value in event.facts)
    return Told(replace(event, audience=",".join((GM, *sorted(listed)))), replace(event, facts=left))


def listed_in(value: Any) -> tuple[str, ...]:
    """Who stands in a row of people; named alone, nobody does."""
    return tuple(map(_whose, value)) if isinstance(value, tuple | list) else ()


def without(value: Any, gone: frozenset[str]) -> Any:
    """A row of people without these, and without their figures."""
    return tuple(each for each in value if _whose(each) not in gone) if isinstance(value, tuple | list) else value


def _whose(each: Any) -> str:
    return each if isinstance(each, str) else str(each[0])


def _in_secret(die: Rolled, secret: frozenset[str]) -> Rolled:
    return replace(die, audience=die.who) if die.who in secret and die.audience == ALL else die


def looking_back(game: Game, then: State, now: State) -> State:
    """An earlier state to be looked at now: what was hidden then or is hidden now stays hidden."""
    veils = dict(then.play.veils)
    for who in {*now.play.veils, *unseen(game, now)}:
        old, new = veils.get(who, OPEN), now.play.veils.get(who, OPEN)
        veils[who] = Veil(
            old.presence or new.presence or who in unseen(game, now),
            old.name or new.name,
            old.rolls or new.rolls,
            old.sheet if new.sheet is None else new.sheet or old.sheet is True,
            new.known_as,
        )
    held = tuple(each for each in then.play.handouts if each in now.play.handouts)
    shared = tuple(each for each in then.play.shared if each in now.play.shared)
    return replace(now, play=replace(then.play, veils=veils, handouts=held, shared=shared))


def _shadow(event: Event) -> Event:
    """That something happened, and between whom."""
    what = "table.secret_on" if event.target else "table.secret"
    return Event(what, event.who, event.target)
