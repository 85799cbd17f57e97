"""A campaign as it was on a day that was saved comes back beside the present one, for its game master."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from tablee.table import commands as c
from tablee.table.backup import Backups
from tablee.table.exchange import export_campaign, import_campaign
from tablee.table.going_back import brought_back, saved
from tablee.table.refusal import Refused
from tablee.table.store import Store

from .conftest import Sat


@pytest.fixture
def kept(arena_installed: None, tmp_path: Path) -> tuple[Sat, Backups]:
    """A campaign of a store in a file, and its backups."""
    url = f"sqlite:///{tmp_path}/tablee.db"
    return Sat(Store(url)), Backups(url)


def exported(store: Store, campaign: str) -> bytes:
    file = io.BytesIO()
    export_campaign(store, campaign, file)
    return file.getvalue()


def test_a_campaign_goes_back_to_a_day_that_was_saved_and_the_present_stays(kept: tuple[Sat, Backups]) -> None:
    sat, backups = kept
    sat.character(sat.luc, "Alys")
    sat.do(sat.luc, c.NoteDown("le coffre"))
    then = sat.state
    backups.make("asked")
    sat.do(sat.gm, c.RemoveCharacter("alys"))
    now = sat.state
    (day,) = saved(sat.store, backups, sat.id, sat.gm.id)
    came = brought_back(sat.store, backups, sat.id, sat.gm.id, day.id)
    assert sat.state == now and came.aside == ()
    back = sat.store.campaign(came.campaign)
    assert back.title.startswith("La fosse (20") and back.id != sat.id
    assert sat.store.state_at(back.id, back.last).play == then.play
    luc = next(each for each in sat.store.members.of(back.id).values() if each.name == "Luc")
    assert [jot.text for span in sat.store.journal(back.id, luc.id).spans for jot in span.jots] == ["le coffre"]
    sat.store.close()


def test_only_its_game_master_then_and_now_and_only_from_what_is_there(kept: tuple[Sat, Backups]) -> None:
    sat, backups = kept
    backups.make("asked")
    (day,) = saved(sat.store, backups, sat.id, sat.gm.id)
    for member in (sat.luc, sat.eve):
        with pytest.raises(Refused) as refused:
            brought_back(sat.store, backups, sat.id, member.id, day.id)
        assert refused.value.key == "right"
    sat.store.members.change(sat.id, sat.gm.id, sat.luc.id, role="gm")
    for who, id in ((sat.luc, day.id), (sat.gm, "../tablee.db"), (sat.gm, "tablee-rien.db")):
        with pytest.raises(Refused) as refused:
            brought_back(sat.store, backups, sat.id, who.id, id)
        assert refused.value.key == "no_backup"
    other = Sat(sat.store)
    assert saved(other.store, backups, other.id, other.gm.id) == ()  # it began later
    assert len(sat.store.campaigns()) == 2
    sat.store.close()


def test_a_campaign_taken_to_another_server_and_out_again_is_the_same_byte_for_byte(duel: Sat) -> None:
    duel.do(duel.luc, c.NoteDown("pour moi"))
    duel.do(duel.ada, c.Whisper((duel.luc.id,), "psst"))
    duel.do(duel.luc, c.Act({"do": "passer", "actor": "alys"}))
    duel.do(duel.gm, c.Undo())
    duel.store.take_figures(duel.id)
    file = exported(duel.store, duel.id)
    elsewhere = Store("sqlite://")
    came = import_campaign(elsewhere, io.BytesIO(file))
    assert exported(elsewhere, came.campaign) == file
    beside = import_campaign(elsewhere, io.BytesIO(file))  # there they are somebody's: others are made
    assert elsewhere.members.of(beside.campaign).keys().isdisjoint(elsewhere.members.of(came.campaign))
    elsewhere.close()
