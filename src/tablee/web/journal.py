"""The journal of a campaign, as one member was told of it: on the page, as Markdown, as a PDF."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date, datetime, tzinfo
from typing import Annotated

from litestar import Response
from litestar.params import QueryParameter

from tablee.kernel.strokes import Change
from tablee.kernel.typography import as_figure, typeset
from tablee.paper import diary, press
from tablee.table.journal import zone_of
from tablee.table.seen import SeenBout, SeenEvening, SeenJot, SeenJournal
from tablee.table.state import Lang

from .handlers import Entry, Here, Seated, look
from .paper import file
from .seats import Seat
from .server import Server

Zone = Annotated[str, QueryParameter(max_length=80, description="The reader's time zone, « Europe/Paris »; else UTC.")]
Since = Annotated[int, QueryParameter(ge=0, description="The entry one evening begins with; 0: all of them.")]
MARKDOWN = "text/markdown; charset=utf-8"


@look("/campaigns/{campaign:str}/journal")
def see_journal(seat: Seated, server: Here, zone: Zone = "") -> SeenJournal:
    """The evenings of play, the latest first, with the notes that follow each."""
    return server.store.journal(*seat.at, zone)


@look("/campaigns/{campaign:str}/journal/{since:int}")
def see_evening(seat: Seated, server: Here, since: Entry, zone: Zone = "") -> SeenEvening:
    """What happened on one of them: encounters with their outcome, what was gained, deaths, rests."""
    return server.store.evening(*seat.at, since, zone)


@look("/campaigns/{campaign:str}/journal/markdown", media_type=MARKDOWN)
def journal_as_text(seat: Seated, server: Here, zone: Zone = "", since: Since = 0) -> Response[bytes]:
    """All of it, or one evening, as Markdown."""
    title = server.store.campaign(seat.campaign).title
    text = diary.markdown(told(seat, server, zone, since), title, seat.member.lang, loose(seat, server, zone, since))
    headers = {"Content-Disposition": 'attachment; filename="journal.md"'}
    return Response(text.encode(), media_type=MARKDOWN, headers=headers)


@look("/campaigns/{campaign:str}/journal/paper", media_type="application/pdf")
def print_journal(seat: Seated, server: Here, zone: Zone = "", since: Since = 0) -> Response[bytes]:
    """All of it, or one evening, as a PDF."""
    title = server.store.campaign(seat.campaign).title
    before = loose(seat, server, zone, since)
    pages = diary.pages(told(seat, server, zone, since), title, seat.member.lang, before)
    return file(press.pdf("journal", pages), title)


def told(seat: Seat, server: Server, zone: str, since: int) -> list[diary.Evening]:
    evenings = server.store.evenings(*seat.at, zone, since)
    return [as_read(each, seat.member.lang, zone_of(zone)) for each in evenings]


def loose(seat: Seat, server: Server, zone: str, since: int) -> list[diary.Note]:
    """Notes older than every evening, where all evenings are wanted."""
    jots = () if since else server.store.journal(*seat.at, zone).jots
    return list(noted(jots, seat.member.lang, zone_of(zone)))


def as_read(evening: SeenEvening, lang: Lang, zone: tzinfo) -> diary.Evening:
    """An evening in the words of its reader."""
    span = evening.span
    game = span.dawn if span.dawn == span.dusk else f"{span.dawn} → {span.dusk}"
    return diary.Evening(
        diary.dated(date.fromisoformat(span.day), lang),
        f"{hour(span.began, lang, zone)} – {hour(span.ended, lang, zone)}",
        diary.word("game", lang, game),
        evening.people,
        tuple(fought(each, lang) for each in evening.bouts),
        tuple((each.when, each.event.text) for each in evening.noted),
        tuple(noted(span.jots, lang, zone)),
    )


def hour(at: float, lang: Lang, zone: tzinfo) -> str:
    return typeset(datetime.fromtimestamp(at, zone).strftime("%H:%M" if lang == "en" else "%H h %M"))


def fought(bout: SeenBout, lang: Lang) -> diary.Bout:
    fight, sides = bout.fight, ", ".join(bout.left) or diary.word("nobody", lang)
    many = len(fight.rounds)
    parts = (
        diary.word("rounds", lang, many, "s" if many > 1 else "") if many else "",
        diary.word("minutes", lang, fight.minutes) if fight.minutes else "",
        diary.word("on", lang) if bout.on else diary.word("left", lang, sides),
    )
    rows = tuple(
        (each.who.text, amounts(each.dealt), amounts(each.taken), ", ".join(name.text for name in each.felled))
        for each in fight.deeds
    )
    return diary.Bout(fight.title or diary.word("untitled", lang), ", ".join(filter(None, parts)), rows)


def amounts(changes: Iterable[Change]) -> str:
    return ", ".join(f"{as_figure(each.amount)} {each.unit}".rstrip() for each in changes)


def noted(jots: Iterable[SeenJot], lang: Lang, zone: tzinfo) -> Iterator[diary.Note]:
    """Notes that stand; those that were struck are for the page alone."""
    for each in jots:
        if not each.struck:
            when = diary.dated(datetime.fromtimestamp(each.at, zone).date(), lang)
            yield diary.Note(each.name, when, each.text, not each.shared)


ROUTES = [see_journal, see_evening, journal_as_text, print_journal]
