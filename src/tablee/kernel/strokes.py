"""What was done, of all that is told at once: a blow with what led to it and what came of it.

An action may tell of many things: in some games everybody's blows of a moment are told together. Each blow is a
`Stroke`, with the event to be read first, those that say what came of it, and those that explain it. All of it is
found by who did something to whom and by what an event weighs, so that it holds for any game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from .event import Event
from .words import HEAVY, WEIGHTS, Weight

MOST_THEN = 2  # sentences beside the headline


class Change(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What somebody lost or won, to be read down a column: « −9 PB »."""

    amount: int
    unit: str = ""


class Rank(NamedTuple):
    """How an event stands among those told with it: the greatest is the headline."""

    stands: bool  # it may be one; else only if there is no other
    weight: int
    rather: bool  # than others that weigh the same
    target: bool
    place: int


class Stroke(NamedTuple):
    """Something that was done: places in the row of events."""

    head: int  # the one to read first
    then: tuple[int, ...]  # what came of it, as heavy or heavier
    lines: tuple[int, ...]  # the rest, which explains it
    weight: Weight

    @property
    def places(self) -> tuple[int, ...]:
        return tuple(sorted((self.head, *self.then, *self.lines)))


def strokes(events: Sequence[Event], ranks: Sequence[Rank]) -> tuple[Stroke, ...]:
    """The strokes of what was told at once, in order; what belongs to none of several is one more, the last."""
    opening = [place for place, rank in enumerate(ranks) if _opens(events[place], rank)]
    begun: list[list[int]] = []
    for place in opening:
        if begun and _parties(events[begun[-1][0]]) == _parties(events[place]):
            begun[-1].append(place)
        else:
            begun.append([place])
    if len(begun) < 2:
        return (_stroke(range(len(events)), opening, ranks),) if events else ()
    rest: list[int] = []
    for place in range(len(events)):
        if place not in opening:
            (_belongs(events, begun, place, ranks[place]) or rest).append(place)
    found = [_stroke(sorted(each), [p for p in each if p in opening], ranks) for each in begun]
    return (*found, _stroke(rest, (), ranks)) if rest else tuple(found)


def _opens(event: Event, rank: Rank) -> bool:
    """Whether something is done to somebody else, and comes to something, or is said to come to nothing."""
    if not event.who or not event.target or event.who == event.target:
        return False
    return rank.stands and (_weight(rank) in HEAVY or (rank.rather and _weight(rank) == "miss"))


def _parties(event: Event) -> tuple[str, str]:
    return event.who, event.target


def _belongs(events: Sequence[Event], begun: list[list[int]], place: int, rank: Rank) -> list[int] | None:
    """The stroke an event explains: what is heavy came of one before it, what is light led to one after it."""
    who = {events[place].who, events[place].target} - {""}
    before = [each for each in begun if each[0] < place]
    after = [each for each in begun if each[0] > place]
    if _weight(rank) in HEAVY:
        hit = [each for each in reversed(before) if events[each[0]].target in who]
        return next(iter([*hit, *before[-1:], *after[:1]]), None)
    near = [*after, *reversed(before)]
    led = [each for each in near if events[each[0]].who in who]
    met = [each for each in near if events[each[0]].target in who]
    return next(iter([*led, *met]), None)


def _stroke(places: Sequence[int], opening: Sequence[int], ranks: Sequence[Rank]) -> Stroke:
    head = max(opening or places, key=lambda place: ranks[place])
    heavy = [p for p in places if p != head and ranks[p].stands and _weight(ranks[p]) in HEAVY[:-1]]
    then = sorted(sorted(heavy, key=lambda place: ranks[place], reverse=True)[:MOST_THEN])
    telling = [ranks[place] for place in (head, *then)]
    weight = WEIGHTS[-max(rank.weight for rank in telling)]
    return Stroke(head, tuple(then), tuple([p for p in places if p != head and p not in then]), weight)


def _weight(rank: Rank) -> Weight:
    return WEIGHTS[-rank.weight]
