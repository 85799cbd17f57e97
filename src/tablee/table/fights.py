"""What a fight comes to: each round in a line, what everybody did, what was left of each side.

All of it is made of the log as one member reads it and of the sheets he may read, so it tells him nothing new: whoever
was hidden when he struck is in nobody's sum but the game master's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from tablee.kernel.sentence import Name
from tablee.kernel.sheet import Pool, Sheet
from tablee.kernel.strokes import Change

from .seen import (
    Emblem,
    Person,
    SeenDeeds,
    SeenEntry,
    SeenEvent,
    SeenFight,
    SeenForce,
    SeenForces,
    SeenHurt,
    SeenRound,
    SeenStroke,
)
from .visibility import Eyes

HURT = 4  # people a round's line names
STEPS = 150  # at which what is left of a side is worked out


class Blow(NamedTuple):
    """Something that was done, with all that is told of it."""

    entry: SeenEntry
    stroke: SeenStroke
    events: tuple[SeenEvent, ...]  # the one to read first, what came of it, the rest

    @property
    def head(self) -> SeenEvent:
        return self.events[0]


class Loss(NamedTuple):
    """What somebody lost or won, and by whom; by nobody: nobody else did it."""

    who: str
    by: str
    change: Change


def fight(since: int, entries: Sequence[SeenEntry], before: Eyes, after: Eyes) -> SeenFight:
    """The whole of an encounter; `before` and `after`: the same member as it began, and as it stands."""
    done, names = list(blows(entries)), dict(named(entries))
    times = [entry.at for entry in entries if entry.at]
    return SeenFight(
        since,
        next((entry.title for entry in entries if entry.title), ""),
        round((max(times) - min(times)) / 60) if times else 0,
        tuple(rounds(done, names)),
        tuple(deeds(done, names, spent(before, after), faces(before, after))),
        best(entries),
    )


def blows(entries: Sequence[SeenEntry]) -> Iterator[Blow]:
    """What was done, in order; what an action told while it waited for an answer leads to what came of it."""
    last = {entry.act: entry.seq for entry in entries if entry.act and entry.events}
    for entry in entries:
        for stroke in entry.strokes:
            places = (stroke.head, *stroke.outcome, *stroke.lines)
            blow = Blow(entry, stroke, tuple([entry.events[place] for place in places]))
            goes_on = last.get(entry.act, 0) > entry.seq
            if stroke.weight != "minor" and not (goes_on and (stroke.weight == "miss" or not blow.head.target)):
                yield blow


def named(entries: Iterable[SeenEntry]) -> Iterator[tuple[str, Name]]:
    """Everybody the log names, as this member knows him."""
    for entry in entries:
        yield from ((name.who, name) for stroke in entry.strokes for name in stroke.fell)
        for event in entry.events:
            yield from ((piece.who, piece) for piece in event.pieces if isinstance(piece, Name))


def losses(blow: Blow) -> Iterator[Loss]:
    for event in blow.events:
        if event.figure is not None:
            who = event.target or event.who
            by = event.who if event.who != who else blow.head.who if blow.head.target == who else ""
            yield Loss(who, by if by != who else "", event.figure)


# ---------------------------------------------------------------- rounds


def rounds(done: Iterable[Blow], names: Mapping[str, Name]) -> Iterator[SeenRound]:
    """Each round in which something was done, and what came of it."""
    by_round: dict[int, list[Blow]] = {}
    for blow in done:
        if blow.entry.round:
            by_round.setdefault(blow.entry.round, []).append(blow)
    for number, there in by_round.items():
        fell = dict.fromkeys(name for blow in there for name in blow.stroke.fell)
        missed = sum(blow.stroke.weight == "miss" for blow in there)
        yield SeenRound(number, there[0].entry.when, len(there), missed, tuple(fell), tuple(hurt(there, names)))


def hurt(there: Iterable[Blow], names: Mapping[str, Name]) -> list[SeenHurt]:
    """Who lost how much of what, the most first."""
    lost = Counter[tuple[str, str]]()
    for blow in there:
        for loss in losses(blow):
            if loss.change.amount < 0 and loss.who in names:
                lost[loss.who, loss.change.unit] -= loss.change.amount
    return [SeenHurt(names[who], Change(-amount, unit)) for (who, unit), amount in lost.most_common(HURT)]


# ---------------------------------------------------------------- who did what


class Account:
    """What is added up for somebody."""

    def __init__(self) -> None:
        self.dealt, self.taken, self.healed = Counter[str](), Counter[str](), Counter[str]()
        self.hits = self.tries = 0
        self.felled: dict[Name, None] = {}
        self.fell = False


def faces(before: Eyes, after: Eyes) -> dict[str, Person]:
    """Who was there as it began or is there still: whoever came for it is gone with its end."""
    return {person.id: person for eyes in (after, before) for person in map(eyes.person, eyes.here)}


def deeds(
    done: Iterable[Blow],
    names: Mapping[str, Name],
    cost: Mapping[str, tuple[Change, ...]],
    there: Mapping[str, Person],
) -> list[SeenDeeds]:
    """What everybody did who is told of: those whom somebody plays first, then the others of their side."""
    found: dict[str, Account] = {}
    for blow in done:
        _enter(found, blow)
    rows = [
        SeenDeeds(
            names[who],
            changes(each.dealt),
            changes(each.taken),
            changes(each.healed),
            each.hits,
            each.tries,
            tuple(each.felled),
            each.fell,
            cost.get(who, ()),
            replace(there[who].emblem, state="") if who in there else Emblem(),
        )
        for who, each in found.items()
        if who in names
    ]
    return sorted(rows, key=lambda row: (row.who.who not in there or not there[row.who.who].owner, row.emblem.foe))


def _enter(found: dict[str, Account], blow: Blow) -> None:
    def of(who: str) -> Account:
        return found.setdefault(who, Account())

    head, gain = blow.head, blow.stroke.figure is not None and blow.stroke.figure.amount > 0
    if head.who and head.target and head.who != head.target and not gain:
        of(head.who).tries += 1
        of(head.who).hits += blow.stroke.weight != "miss"
    for loss in losses(blow):
        amount, unit = loss.change.amount, loss.change.unit
        if amount > 0:
            of(loss.by or loss.who).healed[unit] += amount
            continue
        of(loss.who).taken[unit] -= amount
        if loss.by:
            of(loss.by).dealt[unit] -= amount
    for name in blow.stroke.fell:
        of(name.who).fell = True
        if head.who != name.who == head.target:  # else he fell by himself, or with others in the same breath
            of(head.who).felled[name] = None


def changes(found: Counter[str]) -> tuple[Change, ...]:
    return tuple(Change(amount, unit) for unit, amount in found.most_common() if amount)


def best(entries: Iterable[SeenEntry]) -> SeenEvent | None:
    """The finest roll that came off, the first of several alike."""
    told = [event for entry in entries for event in entry.events if event.rolled is not None and event.who]
    return max((each for each in told if each.achieved is not False), key=lambda each: each.rolled or 0, default=None)


def spent(before: Eyes, after: Eyes) -> dict[str, tuple[Change, ...]]:
    """What the sheets a member may read have less, or more, than when it began."""
    both = [who for who in after.readable() if who in before.readable()]
    return {who: differing(before.sheet(who), after.sheet(who)) for who in both}


def differing(before: Sheet, after: Sheet) -> tuple[Change, ...]:
    then = {pool.label: pool.now for pool in pools(before)}
    now = {pool.label: pool.now for pool in pools(after)}
    return tuple(Change(now[label] - n, label) for label, n in then.items() if now.get(label, n) != n)


def pools(sheet: Sheet) -> Iterator[Pool]:
    return (line for section in sheet.sections for line in section.lines if isinstance(line, Pool))


# ---------------------------------------------------------------- what was left of each side


def steps_of(entries: Sequence[SeenEntry]) -> tuple[int, ...]:
    """The entries after which what is left of everybody is worth a look: where something was done, few enough."""
    done = [entry.seq for entry in entries if any(stroke.weight not in ("minor", "miss") for stroke in entry.strokes)]
    every = -(-len(done) // STEPS) or 1
    return tuple(dict.fromkeys((*(entry.seq for entry in entries[:1]), *done[::every], *done[-1:])))


def forces(steps: Sequence[int], seen: Iterable[Eyes]) -> SeenForces:
    """What was left of each side after these steps, as far as a member may know."""
    foes: dict[str, bool] = {}
    each: list[tuple[dict[str, float], Counter[str]]] = []
    for eyes in seen:
        left, there = dict[str, float](), Counter[str]()
        for person in map(eyes.person, eyes.here):
            if person.side:
                foes.setdefault(person.side, person.emblem.foe)
                there[person.side] += 1
                left[person.side] = left.get(person.side, 0.0) + eyes.vigour(eyes.real(person.id))
        each.append((left, there))
    most = {side: max(there[side] for _, there in each) for side in foes}
    sides = [
        SeenForce(side, foe, tuple(round(left.get(side, 0.0) / most[side], 3) for left, _ in each))
        for side, foe in foes.items()
    ]
    return SeenForces(tuple(steps), tuple(sorted(sides, key=lambda side: side.foe)))
