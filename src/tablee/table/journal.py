"""The journal: what happened on each evening of play, by date, with notes of each member between.

It is made of the log as one member reads it, like `fights`, and so tells him nothing new. An evening ends where nothing
was done for several hours and the next thing was done on another day, by the clock on the reader's wall: nights count
for the day before. Notes are entries of the log, for all or for who wrote them; the desk knows only whose they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

import msgspec
from msgspec.structs import replace
from sqlalchemy import and_, or_, select

from tablee.kernel.event import Event
from tablee.kernel.oracle import ALL
from tablee.kernel.scene import Scene

from . import fights
from .log import SHOWN, Log
from .models import entries
from .retold import BY_THE_WAY
from .seen import SeenBout, SeenEvening, SeenJot, SeenNoted, SeenSpan
from .state import Told
from .talk import NOTED
from .visibility import Eyes

PAUSE = 4 * 3600  # seconds in which nothing is done
NIGHT = timedelta(hours=5)  # what is done before this hour belongs to the evening before
READ = 20_000  # entries, of the end of a log

# ---------------------------------------------------------------- notes


def jotted(eyes: Eyes, known: SeenJot | None, event: Event, member: str, at: float) -> SeenJot:
    """A note after one more entry about it."""
    if known is None:
        known = SeenJot(event["jot"], member, event["name"], at, "", member == eyes.member.id)
    text = event["text"] if event.what == NOTED else ""
    before = known.text or known.before
    return replace(known, text=text, before=before, struck=not text, shared=event.audience == ALL)


# ---------------------------------------------------------------- evenings


class Row(NamedTuple):
    """An entry of the log with what a member heard of it."""

    seq: int
    kind: str
    member: str
    at: float
    encounter: int | None
    heard: list[Event]


class Span(NamedTuple):
    since: int
    last: int
    began: float
    ended: float


def zone_of(name: str) -> tzinfo:
    """A time zone by its name; UTC where this machine knows none so called."""
    try:
        return ZoneInfo(name) if name else UTC
    except (OSError, ValueError, LookupError):
        return UTC


def rows(log: Log, eyes: Eyes, since: int = 0, until: int | None = None) -> Iterator[Row]:
    """What was done or noted and not taken back, in order, as far as this member heard of it."""
    least = max(since, log.now.last - READ)
    there = and_(entries.c.campaign == log.campaign, entries.c.undone.is_(None), entries.c.seq >= least)
    wanted = and_(there, or_(entries.c.parent.is_not(None), entries.c.kind == "note_down"))
    if until is not None:
        wanted = and_(wanted, entries.c.seq <= until)
    query = select(*SHOWN).where(wanted).order_by(entries.c.seq)
    for row in log.connection.execute(query, execution_options={"yield_per": 500}):
        told = msgspec.json.decode(row.told, type=tuple[Told, ...])
        heard = [event for event in eyes.heard(told) if event.what not in BY_THE_WAY]
        if heard:
            yield Row(row.seq, row.kind, row.member, row.time, row.encounter, heard)


def day_of(at: float, zone: tzinfo) -> date:
    return (datetime.fromtimestamp(at, zone) - NIGHT).date()


def spans(log: Log, eyes: Eyes, zone: tzinfo) -> tuple[tuple[SeenSpan, ...], tuple[SeenJot, ...]]:
    """The evenings in order, each with its notes and those that follow it; and the notes before all of them."""
    found, jots = list[Span](), dict[int, SeenJot]()
    for row in rows(log, eyes):
        if row.kind == "note_down":
            for event in row.heard:
                id = event["jot"]
                jots[id] = jotted(eyes, jots.get(id), event, row.member, row.at)
            continue
        late = found[-1] if found else None
        if late is None or (row.at - late.ended >= PAUSE and day_of(row.at, zone) != day_of(late.ended, zone)):
            found.append(Span(row.seq, row.seq, row.at, row.at))
        else:
            found[-1] = late._replace(last=row.seq, ended=max(late.ended, row.at))
    read: dict[int, list[SeenJot]] = {}
    for jot in jots.values():
        if jot.mine or not jot.struck:
            about = eyes.desk.journal[str(jot.id)].about if str(jot.id) in eyes.desk.journal else jot.id
            of = max((span.since for span in found if span.since <= about), default=0)
            read.setdefault(of, []).append(jot if jot.mine else replace(jot, before=""))
    dated = tuple(
        SeenSpan(*span, day_of(span.began, zone).isoformat(), jots=tuple(read.get(span.since, ()))) for span in found
    )
    return dated, tuple(read.get(0, ()))


def timed(log: Log, eyes: Eyes, span: SeenSpan) -> SeenSpan:
    """The same with the game's own time."""
    dawn, dusk = (eyes.voice.moment_of_play(log.clock(seq)) for seq in (span.since, span.last))
    return replace(span, dawn=dawn, dusk=dusk)


def evening(log: Log, eyes: Eyes, span: SeenSpan) -> SeenEvening:
    """All that the journal tells of an evening."""
    noted, people, bouts = list[SeenNoted](), dict[str, None](), dict[int, None]()
    for row in rows(log, eyes, span.since, span.last):
        if row.kind == "note_down":
            continue
        people[row.member] = None
        if row.encounter is not None:
            bouts[row.encounter] = None
        kept = [(kind, event) for event in row.heard if (kind := kept_as(eyes, row, event))]
        when = eyes.voice.moment_of_play(log.clock(row.seq)) if kept else ""
        noted += [SeenNoted(row.seq, kind, eyes.said(event), when) for kind, event in kept]
    names = tuple(log.now.people[id].name for id in people if id in log.now.people)
    fought = (bout(log, eyes, since) for since in bouts)
    return SeenEvening(timed(log, eyes, span), names, tuple(each for each in fought if each is not None), tuple(noted))


def kept_as(eyes: Eyes, row: Row, event: Event) -> Any:
    """In a fight only what is gained, and the death of somebody who is played: the rest its summary says."""
    kind = eyes.voice.kept_as(event)
    if row.encounter is None or kind == "gain" or row.kind != "act":
        return kind
    played = {event.who, event.target} & eyes.desk.owners.keys()
    return kind if kind == "death" and played else ""


def bout(log: Log, eyes: Eyes, since: int) -> SeenBout | None:
    """An encounter of the journal; None: this member heard nothing of it."""
    steps = tuple(log.steps(eyes, since))
    told = [step for step in steps if step.events]
    if not told:
        return None
    before, after = log.then(since, eyes.member), log.then(steps[-1].seq, eyes.member)
    on = log.now.state.play.encounter
    standing = after if after.play.encounter is not None else log.then(steps[max(0, len(steps) - 2)].seq, eyes.member)
    return SeenBout(
        fights.fight(since, steps, before, after),
        tuple(dict.fromkeys(left(standing))),
        on is not None and on.since == since,
    )


def left(eyes: Eyes) -> Iterable[str]:
    """The sides with somebody on his feet, as far as a member sees."""
    scene: Scene = eyes.scene
    settled = scene.settled()
    if settled:
        return (eyes.voice.tr(settled),)
    there = map(eyes.person, eyes.here)
    return (person.side for person in there if person.standing and person.side)
