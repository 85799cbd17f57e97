"""The store: idempotent commands, order, files, several writers, older files."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import insert, inspect, select, text, update

from tablee.kernel.sentence import plain
from tablee.kernel.typography import typeset
from tablee.table import commands as c
from tablee.table import database, models
from tablee.table.refusal import Refused
from tablee.table.state import dump
from tablee.table.store import Store

from .conftest import Sat


@pytest.fixture
def url(tmp_path: Path, arena_installed: None) -> str:
    return f"sqlite:///{tmp_path}/tables/tablee.db"


@pytest.fixture
def file(url: str) -> Iterator[Store]:
    store = Store(url, rng=random.Random(1))
    yield store
    store.close()


def test_a_retry_gets_the_first_answer_and_does_nothing_again(duel: Sat) -> None:
    command = c.Act({"do": "passer", "actor": "alys"})
    first = duel.do(duel.luc, command, "c1")
    again = duel.do(duel.luc, command, "c1")
    assert (again.seq, again.repeated, again.logged) == (first.seq, True, first.logged)
    assert duel.last == first.seq
    assert not duel.do(duel.ada, c.Say("Le même id, un autre membre"), "c1").repeated
    with pytest.raises(Refused):
        duel.do(duel.luc, command, "c2")
    assert not duel.do(duel.luc, c.Say("Un refus ne prend pas l'id"), "c2").repeated


def test_pages_of_the_log_meet_without_gap_or_overlap(duel: Sat) -> None:
    for n in range(30):
        duel.do(duel.luc, c.Say(f"{n}"))
    forwards, at = [], 0
    while page := duel.store.log(duel.id, duel.eve.id, after=at, limit=7):
        forwards += [entry.seq for entry in page]
        at = forwards[-1]
    backwards, before = [], None
    while page := duel.store.log(duel.id, duel.eve.id, before=before, limit=7):
        backwards = [entry.seq for entry in page] + backwards
        before = backwards[0]
    assert forwards == backwards == list(range(1, duel.last + 1))


def test_all_of_it_is_there_when_the_file_is_opened_again(file: Store, url: str) -> None:
    sat = Sat(file)
    sat.character(sat.luc, "Alys")
    sat.do(sat.luc, c.Say("À demain"))
    kept, seen = dump(sat.state), [msgspec.json.encode(sat.log(member)) for member in sat.everybody]
    file.close()
    sat.store = Store(url)
    assert dump(sat.state) == kept == dump(sat.eyes(sat.gm).state)
    assert [msgspec.json.encode(sat.log(member)) for member in sat.everybody] == seen
    sat.do(sat.luc, c.Act({"do": "guetter", "actor": "alys"}))
    sat.store.close()


def test_sqlite_keeps_a_write_ahead_log_and_syncs_fully(file: Store) -> None:
    with file.database.reading() as connection:
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(text("PRAGMA synchronous")).scalar() == 2


def test_commands_at_once_are_put_in_order_and_none_is_lost(file: Store, url: str) -> None:
    """Eight threads over two stores on one file, as two processes would: gapless, each command once."""
    other = Store(url)
    sat = Sat(file)
    failed: list[BaseException] = []

    def talk(n: int) -> None:
        try:
            for i in range(12):
                (file if n % 2 else other).command(sat.id, sat.luc.id, c.Say(f"{n}.{i}"), f"{n}.{i}")
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=talk, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed
    log = sat.log(sat.eve)
    assert [entry.seq for entry in log] == list(range(1, len(log) + 1))
    said = [entry.events[0].text.partition(typeset(" : "))[2] for entry in log if entry.kind == "say"]
    assert sorted(said) == sorted(f"{n}.{i}" for n in range(8) for i in range(12))
    for n in range(8):
        assert [word for word in said if word.startswith(f"{n}.")] == [f"{n}.{i}" for i in range(12)]
    other.close()


def test_of_two_commands_that_exclude_each_other_the_second_is_refused_with_the_reason(file: Store, url: str) -> None:
    other, sat = Store(url), Sat(file)
    sat.character(sat.luc, "Alys")
    other.eyes(sat.id, sat.gm.id)  # the other process knows the state as it is now
    sat.do(sat.luc, c.RemoveCharacter("alys"))
    with pytest.raises(Refused) as refused:
        other.command(sat.id, sat.luc.id, c.Act({"do": "guetter", "actor": "alys"}))
    assert refused.value.rule == "AR-1"
    other.close()


def test_a_command_that_fails_half_way_leaves_nothing(duel: Sat, monkeypatch: pytest.MonkeyPatch) -> None:
    before = duel.last, dump(duel.state)

    def fail(*args: object) -> None:
        raise RuntimeError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr("tablee.table.log.Now", fail)
        with pytest.raises(RuntimeError):
            duel.do(duel.luc, c.Act({"do": "passer", "actor": "alys"}))
    assert (duel.last, dump(duel.state)) == before == (duel.last, dump(duel.eyes(duel.gm).state))
    duel.do(duel.luc, c.Act({"do": "passer", "actor": "alys"}))


def test_states_are_stored_small_and_whole_once_in_a_while(duel: Sat) -> None:
    for n in range(250):
        duel.do(duel.gm, c.Act({"do": "passer", "actor": "alys" if n % 2 == 0 else "bran"}))
    with duel.store.database.reading() as connection:
        rows = connection.execute(select(models.entries.c.seq, models.entries.c.state, models.entries.c.keyframe)).all()
    whole = [row.seq for row in rows if row.keyframe == row.seq]
    assert 3 <= len(whole) <= 12
    small = [len(row.state) for row in rows if row.state and row.keyframe != row.seq]
    assert sum(small) / len(small) < 200


def test_the_tables_are_those_of_the_models(file: Store) -> None:
    """The migrations and the models say the same."""
    found = inspect(file.database.engine)
    for name, table in models.metadata.tables.items():
        columns = {column["name"]: column for column in found.get_columns(name)}
        assert set(columns) == {column.name for column in table.columns}
        for column in table.columns:
            assert columns[column.name]["nullable"] == column.nullable, f"{name}.{column.name}"
        indexes = {index["name"] for index in found.get_indexes(name)}
        assert {index.name for index in table.indexes} <= indexes


def test_an_upgrade_saves_first_what_is_there(url: str) -> None:
    saved: list[object] = []
    store = Store(url, before_upgrade=saved.append)
    store.create("arena", "Vieille", "Marie")
    store.close()
    Store(url, before_upgrade=saved.append).close()
    assert saved == []  # a new file, and one that is up to date
    engine = database.engine_of(url)
    with engine.begin() as connection:
        connection.execute(text("DROP INDEX ix_entries_campaign_encounter"))
        for table in reversed(models.metadata.sorted_tables):
            connection.execute(text(f"DROP TABLE {table.name}"))
        connection.execute(text("UPDATE alembic_version SET version_num = '0000'"))
    with pytest.raises(Exception, match="0000"):
        Store(url, before_upgrade=saved.append)
    assert len(saved) == 1


def test_a_long_log_makes_no_command_slower(sat: Sat) -> None:
    """What a command reads and writes does not depend on what came before: the statements are the same."""

    def statements(count: int) -> int:
        seen: list[str] = []
        from sqlalchemy import event

        def note(conn: object, cursor: object, statement: str, *rest: object) -> None:
            seen.append(statement)

        event.listen(sat.store.database.engine, "before_cursor_execute", note)
        sat.do(sat.luc, c.Say("Encore"))
        sat.store.log(sat.id, sat.luc.id, after=sat.last - 5)
        event.remove(sat.store.database.engine, "before_cursor_execute", note)
        return len(seen)

    few = statements(0)
    row = {"campaign": sat.id, "member": sat.luc.id, "kind": "say", "command": b"{}", "transcript": b"[]"}
    rest = {"told": b"[]", "time": 0.0, "rules_version": "0", "reveals": False, "stands": 1}
    last = sat.last
    with sat.store.database.writing() as connection:
        rows = [{**row, **rest, "seq": last + 1 + n} for n in range(5000)]
        connection.execute(insert(models.entries), rows)
        connection.execute(update(models.campaigns).values(last=last + 5000))
    sat.do(sat.luc, c.Say("Une fois pour la mémoire"))
    assert statements(5000) == few


def test_campaigns_are_removed_only_by_their_game_master(store: Store) -> None:
    one, two = Sat(store), Sat(store)
    with pytest.raises(Refused):
        store.remove_campaign(one.id, one.luc.id)
    store.remove_campaign(one.id, one.gm.id)
    assert [campaign.id for campaign in store.campaigns()] == [two.id]
    with pytest.raises(Refused) as refused:
        store.eyes(one.id, one.gm.id)
    assert refused.value.key == "no_campaign"


@pytest.mark.parametrize(("game", "options"), [("belote", ()), ("arena", ("brume",)), ("arena", ("nuit", "jour"))])
def test_a_campaign_of_nothing_is_refused(store: Store, game: str, options: tuple[str, ...]) -> None:
    with pytest.raises(Refused):
        store.create(game, "Rien", "Marie", options)
    assert store.campaigns() == []


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'{"do":"voler"}',
        b'{"do":"say"}',
        b'{"do":"say","text":""}',
        b'{"do":"say","text":"a","plus":1}',
        b'{"do":"say","text":"' + b"a" * 4001 + b'"}',
        b'{"do":"act","action":[]}',
        b'{"do":"lay_map","width":101}',
        b'{"do":"say","text":"\xff"}',
        b'{"do":"rule","path":"a","why":"b","value":' + b"[" * 5000 + b"]" * 5000 + b"}",
        b'{"do":"say","text":"' + b"a" * 70_000 + b'"}',
    ],
)
def test_what_is_no_command_is_refused_with_a_sentence(data: bytes) -> None:
    with pytest.raises(Refused) as refused:
        c.read(data)
    assert refused.value.say(plain("fr")).endswith(".")
    assert refused.value.say(plain("en")).endswith(".")


def test_a_character_is_exported_by_who_plays_him_and_comes_back_the_same(duel: Sat) -> None:
    kept = duel.eyes(duel.luc).character("alys")
    with pytest.raises(Refused):
        duel.eyes(duel.ada).character("alys")
    duel.do(duel.gm, c.EndEncounter())
    duel.do(duel.luc, c.ImportCharacter("arena", kept, same="both"))
    (again,) = duel.state.play.scene.people.keys() - {"alys", "bran"}
    assert duel.eyes(duel.luc).character(again) == {**kept, "id": again}


def test_titles_and_ids_of_commands_are_short_and_readable(sat: Sat) -> None:
    for client in ("x" * 81, "a\0b", "a\nb"):
        with pytest.raises(Refused) as refused:
            sat.do(sat.luc, c.Say("Holà"), client)
        assert refused.value.key == "client"
    for title in ("   ", "a\0b"):
        assert sat.no(sat.gm, c.Rename(title)).key == "title"
    for title in ("x" * 81, "a\0b"):
        with pytest.raises(Refused):
            sat.store.create("arena", title, "Marie")
    sat.do(sat.gm, c.Rename(" La fosse aux ours "))
    assert sat.store.campaign(sat.id).title == "La fosse aux ours"
