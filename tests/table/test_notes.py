"""Notes on characters: for those who play them and the game master, told to nobody, and kept through undo and files."""

from __future__ import annotations

import io

import msgspec
import pytest

from tablee.table import commands as c
from tablee.table.exchange import export_campaign, import_campaign
from tablee.table.refusal import Refused
from tablee.table.seen import SeenNotes

from .conftest import Sat


def test_notes_are_read_by_who_plays_and_the_game_master_alone(duel: Sat) -> None:
    duel.do(duel.luc, c.WriteNote("alys", "doit dix écus à Bran"))
    assert duel.eyes(duel.luc).notes("alys") == SeenNotes("doit dix écus à Bran")
    assert duel.eyes(duel.gm).notes("alys") == SeenNotes("doit dix écus à Bran", "")
    for other in (duel.ada, duel.eve):
        with pytest.raises(Refused) as refused:
            duel.eyes(other).notes("alys")
        assert refused.value.key == "not_yours"


def test_the_game_masters_own_notes_are_his(duel: Sat) -> None:
    duel.do(duel.gm, c.WriteNote("alys", "ment", secret=True))
    assert duel.eyes(duel.luc).notes("alys") == SeenNotes("")
    assert duel.eyes(duel.gm).notes("alys") == SeenNotes("", "ment")
    assert duel.no(duel.luc, c.WriteNote("alys", "moi aussi", secret=True)).key == "not_yours"
    assert duel.no(duel.ada, c.WriteNote("alys", "à moi")).key == "not_yours"
    assert duel.no(duel.gm, c.WriteNote("personne", "qui ?")).key == "no_one"


def test_a_note_is_written_while_something_is_awaited_and_undo_leaves_it_alone(duel: Sat) -> None:
    duel.do(duel.luc, c.Act({"do": "frapper", "actor": "alys", "target": "bran"}))
    duel.do(duel.luc, c.WriteNote("alys", "bras lourd"))
    duel.do(duel.gm, c.Undo(confirm=True))
    assert duel.eyes(duel.luc).notes("alys").text == "bras lourd"
    duel.do(duel.luc, c.WriteNote("alys", "  "))
    assert duel.state.desk.notes == {}


def test_the_log_does_not_hold_a_word_of_it(duel: Sat) -> None:
    duel.do(duel.luc, c.WriteNote("alys", "xylographe"))
    for member in duel.everybody:
        assert b"xylographe" not in msgspec.json.encode(duel.log(member))


def test_notes_have_a_length() -> None:
    with pytest.raises(Refused, match="8000"):
        c.read(msgspec.json.encode({"do": "note", "who": "alys", "text": "x" * 8001}))


def test_notes_go_with_the_campaign_into_its_file_and_back(duel: Sat) -> None:
    duel.do(duel.luc, c.WriteNote("alys", "doit dix écus"))
    duel.do(duel.gm, c.WriteNote("bran", "un traître", secret=True))
    file = io.BytesIO()
    export_campaign(duel.store, duel.id, file, duel.gm.id)
    file.seek(0)
    made = import_campaign(duel.store, file)
    state = duel.store.state_at(made.campaign, duel.store.campaign(made.campaign).last)
    assert (state.desk.notes, state.desk.secret_notes) == ({"alys": "doit dix écus"}, {"bran": "un traître"})
