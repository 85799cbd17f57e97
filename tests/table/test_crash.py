"""The short form of `make crash`, and whether what it looks for would be found."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import delete, insert, select, update

from tablee.table import commands as c
from tablee.table.models import campaigns, entries, pictures
from tablee.table.state import dump
from tablee.table.store import Store

from .crash import Table, on_postgres, on_sqlite
from .painting import numbered
from .postgres import required


def test_a_server_on_sqlite_that_is_killed_loses_nothing() -> None:
    figures = on_sqlite(5, random.Random(1))
    assert figures["kills"] == 5
    assert figures["acknowledged"] and figures["under way when killed"] and figures["most written together"] > 1


def test_a_server_on_postgresql_that_is_killed_loses_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))  # its backups
    figures = on_postgres(2, random.Random(2), required())
    assert figures["kills"] == 2
    assert figures["acknowledged"] and figures["under way when killed"] and figures["most written together"] > 1


# ---------------------------------------------------------------- what would be found


def lost(store: Store, table: Table) -> None:
    table.seen.acknowledged["t0-99"] = 12


def moved(store: Store, table: Table) -> None:
    table.seen.acknowledged["t0-1"] += 1


def gap(store: Store, table: Table) -> None:
    with store.database.writing() as connection:
        connection.execute(delete(entries).where(entries.c.seq == 9))


def last_lost(store: Store, table: Table) -> None:
    with store.database.writing() as connection:
        connection.execute(delete(entries).where(entries.c.seq == store.campaign(table.campaign).last))


def twice(store: Store, table: Table) -> None:
    with store.database.writing() as connection:
        row = dict(connection.execute(select(entries).where(entries.c.client == "t0-1")).mappings().one())
        last = store.campaign(table.campaign).last
        connection.execute(insert(entries), {**row, "seq": last + 1, "member": "un autre"})
        connection.execute(update(campaigns).values(last=last + 1))


def half(store: Store, table: Table) -> None:
    """The entry is there, its state is the one before."""
    with store.database.writing() as connection:
        here = entries.c.client == "t0-2"
        seq = connection.execute(select(entries.c.seq).where(here)).scalar_one()
        before = dump(store.state_at(table.campaign, seq - 1))
        connection.execute(update(entries).where(here).values(state=before, keyframe=seq))


def refused(store: Store, table: Table) -> None:
    table.seen.refused.add("t0-2")


def without_bytes(store: Store, table: Table) -> None:
    with store.database.writing() as connection:
        connection.execute(delete(pictures))


@pytest.mark.parametrize("harm", [without_bytes, lost, moved, gap, last_lost, twice, half, refused])
def test_harm_is_noticed(tmp_path: Path, harm: Callable[[Store, Table], None]) -> None:
    store = Store(f"sqlite:///{tmp_path}/tablee.db")
    table = Table(store, 0)
    gm = next(member for member in store.members.of(table.campaign).values() if member.gm)
    for n, command in enumerate(
        (c.Hide(table.who, known_as="a"), c.Hide(table.who, known_as="b"), c.Undo(confirm=True))
    ):
        table.seen.acknowledged[f"t0-{n}"] = store.command(table.campaign, gm.id, command, f"t0-{n}").seq
    store.command(table.campaign, gm.id, c.Rename("c"))
    store.send_picture(table.campaign, gm.id, numbered(1))
    harm(store, table)
    with pytest.raises(AssertionError):
        table.check(store)
    store.close()


def test_without_harm_nothing_is_noticed(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path}/tablee.db")
    table = Table(store, 0)
    table.check(store)
    store.close()
