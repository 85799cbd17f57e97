"""How hard is it? The routes: figures that fill in while somebody looks, and one of the fights to be looked at.

An answer is a stream of lines, each with all that is known so far. It ends when enough was fought, when whoever asked
has gone, or when the campaign has moved on: nothing is fought that nobody wants to know.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from time import monotonic
from typing import Annotated

import msgspec
from litestar import MediaType, Response
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody
from litestar.response import Stream
from msgspec import Meta

from tablee.kernel.sentence import plain
from tablee.table import rights
from tablee.table.refusal import Refused
from tablee.table.seen import SeenNo
from tablee.table.state import State, dump

from .handlers import Here, Seated, ask
from .judging import MOST_FIGHTS, TRIED, Bout, Case, Judging, Shown, Staged, Tried, fought, shown, staged
from .news import encode
from .refusals import ANSWERS, No
from .seats import Seat
from .server import Server
from .threads import in_thread

log = logging.getLogger("tablee")

LINES = "application/x-ndjson"
PIECE = 0.4  # seconds of fights between two lines
FIRST = 100  # fights of the encounter itself before anything else is tried
LONGEST = 180.0  # seconds, however slow the game
ENDLESS = 3  # fights given up after which none is expected to end
FELL = 8  # people named


class Falls(msgspec.Struct, frozen=True):
    """How often somebody falls."""

    who: str
    name: str
    party: bool
    p: float


class Spent(msgspec.Struct, frozen=True):
    """What a fight takes from a pool of the game, of all the party has left in it."""

    pool: str
    mean: float
    had: int


class Fights(msgspec.Struct, frozen=True):
    """What came of the fights so far."""

    label: str  # what is other than in the encounter itself
    fights: int
    of: int  # how many there will be
    chance: float  # that the party wins, and where that lies 95 times in 100
    low: float
    high: float
    draws: int
    unfinished: int
    fallen: float  # of the party, on average
    party: int  # of so many
    spread: tuple[float, ...]  # how likely it is that none of them falls, one, two...
    rounds: float
    shortest: int  # but for one fight in twenty
    longest: int
    falls: tuple[Falls, ...]  # most often first, the party's before the others
    cost: tuple[Spent, ...]
    closest: int | None  # the number of a fight to look at
    defeat: int | None


class Judgement(msgspec.Struct, frozen=True):
    """A line of the answer: the encounter itself, then what else was tried."""

    seq: int  # the entry of the log after which it would be fought
    fights: tuple[Fights, ...]
    done: bool = False
    moved: bool = False  # the campaign has gone on meanwhile: these were the chances before
    no: SeenNo | None = None


class Replaying(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A fight of a judgement, as it names it."""

    asked: Judging
    seq: Annotated[int, Meta(ge=1, le=2**31 - 1)]
    bout: Annotated[int, Meta(ge=0, le=100)] = 0
    fight: Annotated[int, Meta(ge=0, lt=MOST_FIGHTS)] = 0


class Told(Refused):
    """A refusal that was put into words elsewhere."""

    def __init__(self, no: SeenNo) -> None:
        super().__init__(no.key, rule=no.rule)
        self.no = no

    def say(self, speaker: object) -> str:
        return self.no.text


def spec(body: type[msgspec.Struct], media: MediaType | str, description: str) -> dict[int, ResponseSpec]:
    return {**ANSWERS, 200: ResponseSpec(body, generate_examples=False, media_type=media, description=description)}


@ask(
    "/campaigns/{campaign:str}/judge",
    responses=spec(Judgement, LINES, "A line whenever more is known, each with all of it."),
)
async def judge_encounter(seat: Seated, data: JSONBody[Judging], server: Here) -> Stream:
    """How hard an encounter would be from where the campaign stands, for the game master: fought many times."""
    server.limits.take(server.settings.rates.judging, "judging", seat.campaign)
    seq, state, case = await in_thread(case_of, server, seat, data)
    found = await prepared(server, case)
    lines = judged(server, seat, Judged(seq, state, case, found))
    return Stream(lines, media_type=LINES, headers={"X-Accel-Buffering": "no"})


@ask(
    "/campaigns/{campaign:str}/judge/replay",
    responses=spec(Shown, MediaType.JSON, "Every step with the table after it."),
)
async def replay_judged(seat: Seated, data: JSONBody[Replaying], server: Here) -> Response[bytes]:
    """One of the fights of a judgement, from its beginning to its end: the same as was counted."""
    server.limits.take(server.settings.rates.judging, "judging", seat.campaign)
    _, _, case = await in_thread(case_of, server, seat, data.asked, data.seq)
    found = await prepared(server, case)
    if data.bout >= len(found.bouts):
        raise No("judge_bout", 404)
    steps = await server.judges.do(shown, case, found.bouts[data.bout], data.fight)
    return Response(steps, media_type=MediaType.JSON)


def case_of(server: Server, seat: Seat, asked: Judging, seq: int = 0) -> tuple[int, State, Case]:
    """How the campaign stands, or stood after an entry, for its game master alone."""
    with server.store.reading(seat.campaign) as here:
        master = here.member(seat.member.id)
        rights.may(master, "judge")
        if here.now.held:
            raise Refused("held")
        if seq > here.now.last:
            raise No("no_entry", 404, entry=seq)
        state = here.read(seq).state if seq else here.now.state
        return here.now.last, state, Case(here.game.id, dump(state), master, master.lang, asked)


async def prepared(server: Server, case: Case) -> Staged:
    found = await server.judges.do(staged, case)
    if isinstance(found, SeenNo):
        raise Told(found)
    return found


# ---------------------------------------------------------------- figures that fill in


class Judged:
    """A judgement under way."""

    def __init__(self, seq: int, state: State, case: Case, what: Staged) -> None:
        self.seq, self.state, self.case, self.what = seq, state, case, what
        self.tried = [Tried() for _ in what.bouts]

    def of(self, n: int) -> int:
        """How many fights of a bout are wanted."""
        return min(TRIED, self.case.asked.fights) if n else self.case.asked.fights

    def next(self, most: int) -> list[int]:
        """Which bouts are fought on: the encounter itself before all, then those of which least is known."""
        due = [n for n in range(len(self.tried)) if self.tried[n].report.n < self.of(n)]
        if due[:1] == [0] and self.tried[0].report.n < FIRST:
            return [0]
        return sorted(due, key=lambda n: self.tried[n].report.n / self.of(n))[:most]

    @property
    def endless(self) -> bool:
        report = self.tried[0].report
        return report.n >= ENDLESS and report.unfinished == report.n

    def line(self, done: bool = False, moved: bool = False, no: SeenNo | None = None) -> bytes:
        bouts = zip(self.what.bouts, self.tried, strict=True)
        fights = [figures(self.what, bout, tried, self.of(n)) for n, (bout, tried) in enumerate(bouts)]
        known = [each for each in fights if each.fights or not each.label]
        return encode(Judgement(self.seq, tuple(known), done, moved, no)) + b"\n"


async def judged(server: Server, seat: Seat, judgement: Judged) -> AsyncIterator[bytes]:
    """Lines, until nobody listens any more or there is nothing more to say."""
    try:
        with server.judging.one(seat.campaign):
            end = monotonic() + LONGEST
            yield judgement.line()
            while (bouts := judgement.next(server.judges.most)) and monotonic() < end:
                await asyncio.gather(*(fight_on(server, judgement, n) for n in bouts))
                if judgement.endless:
                    raise No("judge_endless", 409, fights=judgement.tried[0].report.n)
                if await in_thread(gone_on, server, seat, judgement.state):
                    yield judgement.line(done=True, moved=True)
                    return
                yield judgement.line()
            yield judgement.line(done=True)
    except Exception as error:  # the answer has begun: its last line says why it ends
        if not isinstance(error, Refused):
            log.exception("an encounter cannot be judged at %s", seat.campaign)
        no = error if isinstance(error, Refused) else No("bug", 500)
        yield judgement.line(done=True, no=SeenNo(no.key, no.say(plain(judgement.case.lang)), no.rule))


async def fight_on(server: Server, judgement: Judged, n: int) -> None:
    bout, before = judgement.what.bouts[n], judgement.tried[n]
    start, most = before.report.n, judgement.of(n) - before.report.n
    judgement.tried[n] = before + await server.judges.do(fought, bout, start, most, PIECE)


def gone_on(server: Server, seat: Seat, before: State) -> bool:
    """Whether what was to be fought is not how the campaign stands any more, or who asked may not know it now."""
    with server.store.reading(seat.campaign) as here:
        now = here.now.state
        rights.may(here.member(seat.member.id), "judge")
        return now is not before and now.play != before.play


def figures(what: Staged, bout: Bout, tried: Tried, of: int) -> Fights:
    """What stands on a line of one bout."""
    report, itself = tried.report, not bout.label
    low, high = report.interval(bout.ours)
    party = sum(own for _, own in what.names.values())
    losses, rounds = report.fallen.get(bout.ours, {}), report.lengths()
    shortest, longest = rounds.quantiles((0.05, 0.95)) if report.n else (0, 0)
    return Fights(
        bout.label,
        report.n,
        of,
        report.rate(bout.ours),
        low,
        high,
        report.draws,
        report.unfinished,
        report.losses(bout.ours).mean() if losses else 0.0,
        party,
        tuple(losses.get(fell, 0) / report.n for fell in range(max(party, *losses) + 1)) if losses else (),
        rounds.mean() if report.n else 0.0,
        shortest,
        longest,
        falls(what, tried) if itself else (),
        cost(what, bout, tried) if itself else (),
        tried.closest[2] if tried.closest is not None else None,
        tried.defeat,
    )


def falls(what: Staged, tried: Tried) -> tuple[Falls, ...]:
    known = [(who, p, *what.names[who]) for who, p in tried.report.falls() if who in what.names]
    return tuple(Falls(who, name, own, p) for who, p, name, own in sorted(known, key=lambda row: not row[3])[:FELL])


def cost(what: Staged, bout: Bout, tried: Tried) -> tuple[Spent, ...]:
    """What the party loses, pool by pool; what a fight brings in is no cost."""
    spent = tried.report.cost(bout.ours)
    return tuple(Spent(what.pools[pool], spent[pool], had) for pool, had in what.had.items() if spent.get(pool, 0) > 0)


ROUTES = [judge_encounter, replay_judged]
