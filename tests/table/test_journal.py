"""The journal: evenings cut by long pauses, each told as its reader was told of it, with notes between."""

from __future__ import annotations

import io
from datetime import UTC, datetime

import msgspec
import pytest
import zstandard

from tablee.kernel.calendar import COUNTED, Calendar, Month
from tablee.table import commands as c
from tablee.table.exchange import export_campaign, import_campaign
from tablee.table.refusal import Refused
from tablee.table.seen import SeenEvening, SeenJot
from tablee.table.state import Member
from tablee.table.store import Store

from .conftest import Sat

HOUR = 3600.0
PARIS = "Europe/Paris"


class Clock:
    """The time of the server, set by hand."""

    def __init__(self, store: Store, at: str) -> None:
        self.now = 0.0
        self.set(at)
        store.time = lambda: self.now

    def set(self, at: str) -> None:
        self.now = datetime.fromisoformat(at).replace(tzinfo=UTC).timestamp()

    def later(self, hours: float) -> None:
        self.now += hours * HOUR


@pytest.fixture
def clock(store: Store) -> Clock:
    return Clock(store, "2026-11-14T20:00")


def camp(sat: Sat) -> int:
    return sat.do(sat.gm, c.Act({"do": "camper", "actor": "alys"})).seq


def evenings(sat: Sat, who: Member, zone: str = "") -> list[tuple[str, int, int]]:
    return [(span.day, span.since, span.last) for span in reversed(sat.store.journal(sat.id, who.id, zone).spans)]


def evening(sat: Sat, who: Member, nth: int = 0) -> SeenEvening:
    return sat.store.evening(sat.id, who.id, sat.store.journal(sat.id, who.id).spans[nth].since)


def jots(sat: Sat, who: Member) -> list[SeenJot]:
    found = sat.store.journal(sat.id, who.id)
    return [jot for notes in (found.jots, *(span.jots for span in found.spans[::-1])) for jot in notes]


def test_an_evening_ends_with_a_long_pause_that_leads_to_another_day(clock: Clock, sat: Sat) -> None:
    sat.character(sat.luc, "Alys")
    first = sat.last
    clock.later(5)  # one in the morning: the same evening
    late = camp(sat)
    clock.later(3)
    night = camp(sat)
    clock.later(14)
    second = camp(sat)
    clock.later(5)  # the same day, after supper
    last = camp(sat)
    assert evenings(sat, sat.luc) == [("2026-11-14", first, night), ("2026-11-15", second, last)]
    assert late < night


def test_the_day_is_that_of_the_clock_on_the_readers_wall(clock: Clock, sat: Sat) -> None:
    clock.set("2026-11-14T04:30")  # half past five in Paris: the next day has begun
    sat.character(sat.luc, "Alys")
    assert evenings(sat, sat.luc)[0][0] == "2026-11-13"
    assert evenings(sat, sat.luc, PARIS)[0][0] == "2026-11-14"
    assert sat.store.journal(sat.id, sat.luc.id, PARIS).zone == PARIS
    for nonsense in ("Nulle/Part", "../../etc/passwd", "a" * 300, "\0"):
        assert sat.store.journal(sat.id, sat.luc.id, nonsense).zone == "UTC"


def test_what_was_taken_back_is_no_evening_and_talk_makes_none(clock: Clock, sat: Sat) -> None:
    sat.do(sat.luc, c.Say("On joue quand ?"))
    sat.do(sat.gm, c.LayMap())
    sat.do(sat.gm, c.Undo())
    assert evenings(sat, sat.luc) == []
    with pytest.raises(Refused) as refused:
        sat.store.evening(sat.id, sat.luc.id, 3)
    assert refused.value.key == "no_evening"


def test_what_the_game_master_prepares_alone_is_an_evening_for_him_alone(clock: Clock, sat: Sat) -> None:
    sat.character(sat.luc, "Alys")
    clock.later(48)
    sat.do(sat.gm, c.ImportCharacter("arena", {"id": "zirkon", "nom": "Zirkon"}, hidden=True))
    assert len(evenings(sat, sat.gm)) == 2
    assert len(evenings(sat, sat.luc)) == len(evenings(sat, sat.eve)) == 1


def test_a_fight_is_told_with_who_was_left_standing_and_rests_with_the_games_own_time(clock: Clock, duel: Sat) -> None:
    under_way = evening(duel, duel.luc)
    (bout,) = under_way.bouts
    assert bout.on and set(bout.left) == {"rouge", "bleu"} and bout.fight.title == "Duel"
    duel.do(duel.gm, c.Rule("gens.bran.vie", 0, "coup de grâce"))
    duel.do(duel.gm, c.EndEncounter())
    camp(duel)
    told = evening(duel, duel.luc)
    (bout,) = told.bouts
    assert not bout.on and bout.left == ("rouge",)
    assert (told.span.dawn, told.span.dusk) == ("jour 1, 6 h", "jour 1, 7 h")
    assert {"Marie", "Luc"} <= set(told.people)
    rests = [(each.event.text, each.when) for each in told.noted if each.kind == "rest"]
    assert rests == [("Alys fait camper tout le monde", "jour 1, 7 h")]
    came = [each.event.text for each in told.noted if each.kind == "event"]
    assert came == ["Alys entre dans la campagne.", "Bran entre dans la campagne."]


def test_a_note_is_for_its_author_or_for_all_and_can_be_struck_and_put_back(clock: Clock, sat: Sat) -> None:
    before = sat.do(sat.luc, c.NoteDown("Avant tout")).seq
    sat.character(sat.luc, "Alys")
    played = sat.last
    clock.later(20)
    own = sat.do(sat.luc, c.NoteDown("  Le maire ment. ", about=played)).seq
    sat.do(sat.ada, c.NoteDown("Belle soirée", shared=True))
    assert [jot.text for jot in jots(sat, sat.luc)] == ["Avant tout", "Le maire ment.", "Belle soirée"]
    for other in (sat.gm, sat.ada, sat.eve):
        assert [jot.text for jot in jots(sat, other)] == ["Belle soirée"]
        assert b"maire" not in msgspec.json.encode([sat.log(other), sat.table(other)])
        assert other is sat.eve or sat.no(other, c.NoteDown("Non", note=own)).key == "no_note"
    assert sat.no(sat.eve, c.NoteDown("Je regarde")).key == "right"
    sat.do(sat.luc, c.NoteDown("Le maire dit vrai.", note=own, shared=True))
    assert [jot.text for jot in jots(sat, sat.ada)] == ["Belle soirée", "Le maire dit vrai."]
    sat.do(sat.luc, c.NoteDown("", note=own))
    assert [jot.text for jot in jots(sat, sat.ada)] == ["Belle soirée"]
    (struck,) = (jot for jot in jots(sat, sat.luc) if jot.id == own)
    assert struck.struck and struck.shared and struck.before == "Le maire dit vrai."
    sat.do(sat.luc, c.NoteDown(struck.before, note=own))
    assert [jot.text for jot in jots(sat, sat.ada)] == ["Belle soirée", "Le maire dit vrai."]
    assert sat.no(sat.luc, c.NoteDown("   ")).key == "empty_note"
    sat.do(sat.gm, c.Undo())  # passes over notes
    assert before in {jot.id for jot in jots(sat, sat.luc)} and evenings(sat, sat.luc) == []


def test_notes_go_with_the_file_and_private_ones_not_with_the_game_masters(clock: Clock, sat: Sat) -> None:
    sat.character(sat.luc, "Alys")
    sat.do(sat.luc, c.NoteDown("chut, le coffre"))
    own = sat.do(sat.luc, c.NoteDown("pour tous", shared=True)).seq
    whole, his = io.BytesIO(), io.BytesIO()
    export_campaign(sat.store, sat.id, whole)
    export_campaign(sat.store, sat.id, his, sat.gm.id)
    lines = zstandard.ZstdDecompressor().decompressobj().decompress(his.getvalue()).decode()
    assert "coffre" not in lines and "pour tous" in lines
    came = import_campaign(sat.store, io.BytesIO(whole.getvalue()))
    luc = next(member for member in sat.store.members.of(came.campaign).values() if member.name == "Luc")
    (span,) = sat.store.journal(came.campaign, luc.id).spans
    assert [(jot.text, jot.mine) for jot in span.jots] == [("chut, le coffre", True), ("pour tous", True)]
    sat.store.command(came.campaign, luc.id, c.NoteDown("pour tous, encore", note=own))


def test_a_game_says_how_its_days_are_counted() -> None:
    assert COUNTED.moment(0, "fr") == "jour 1, 6 h"
    assert COUNTED.moment(86_400 + 9 * 3600 + 300, "en") == "day 2, 15:05"
    months = Month("brumaire", "Brumaire", 30), Month("frimaire", "Frimaire", 20)
    own = Calendar(begins=0, months=months, year=812)
    assert [own.date(day * 86_400, "fr") for day in (0, 29, 30, 49, 50)] == [
        "1 brumaire 812",
        "30 brumaire 812",
        "1 frimaire 812",
        "20 frimaire 812",
        "1 brumaire 813",
    ]
