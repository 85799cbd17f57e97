"""The writer: whoever waits is written together, each by himself, and nobody hears of it before it is on disk."""

from __future__ import annotations

import itertools
import random
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import event, insert
from sqlalchemy.exc import IntegrityError, OperationalError

from tablee.kernel.typography import typeset
from tablee.table import commands as c
from tablee.table import writer
from tablee.table.log import Log
from tablee.table.models import campaigns
from tablee.table.refusal import Refused
from tablee.table.state import Role, dump
from tablee.table.store import Accepted, Store
from tablee.table.writer import Written

from .conftest import Sat


@pytest.fixture
def url(tmp_path: Path, arena_installed: None) -> str:
    return f"sqlite:///{tmp_path}/tables/tablee.db"


@pytest.fixture
def file(url: str) -> Iterator[Store]:
    store = Store(url, rng=random.Random(1))
    yield store
    store.close()


def fail(log: Log) -> None:
    raise ZeroDivisionError


def spoil(log: Log) -> None:
    """A statement the database itself refuses."""
    log.connection.execute(insert(campaigns), dict(log.row._mapping))


def give(sat: Sat, command: c.Command, client: str = "") -> Future[Accepted]:
    """One more who waits."""
    return sat.store.writer.give(sat.id, sat.store._commanded(sat.gm.id, command, client))


def write_all(store: Store, last: Sat) -> None:
    """Whoever comes now writes for all who wait."""
    store.writer.write(last.id, lambda log: None)


@contextmanager
def counted(store: Store) -> Iterator[list[str]]:
    """What the database is told of transactions."""
    seen: list[str] = []

    def commit(connection: object) -> None:
        seen.append("commit")

    event.listen(store.database.engine, "commit", commit)
    yield seen
    event.remove(store.database.engine, "commit", commit)


# ---------------------------------------------------------------- together, and each by himself


@pytest.mark.usefixtures("in_no_hurry")
def test_whoever_waits_is_written_together(file: Store) -> None:
    tables = [Sat(file) for _ in range(3)]
    given = [give(sat, c.Say(f"{n}")) for n in range(4) for sat in tables]
    assert file.writer.waiting == 12 and not any(one.done() for one in given)
    with counted(file) as commits:
        write_all(file, tables[0])
    assert commits == ["commit"]
    assert [one.result().seq for one in given] == [seq for seq in (5, 6, 7, 8) for _ in tables]
    for sat in tables:
        assert [entry.events[0].text.partition(typeset(" : "))[2] for entry in sat.log(sat.eve)[-4:]] == [
            "0",
            "1",
            "2",
            "3",
        ]


@pytest.mark.usefixtures("in_no_hurry")
@pytest.mark.parametrize(("harm", "error"), [(fail, ZeroDivisionError), (spoil, IntegrityError)])
def test_what_fails_leaves_the_others_alone(file: Store, harm: Callable[[Log], None], error: type[Exception]) -> None:
    one, other = Sat(file), Sat(file)
    before = give(one, c.Say("avant"), "a")
    refused = give(one, c.Undo())
    failed = file.writer.give(one.id, harm)
    half = file.writer.give(other.id, partial(half_done, other))
    again = give(one, c.Say("avant"), "a")
    nowhere = file.writer.give("nulle part", lambda log: None)
    after = give(other, c.Say("après"))
    with counted(file) as commits:
        write_all(file, one)
    assert commits == ["commit"]
    assert (before.result().seq, after.result().seq) == (5, 5)
    assert (again.result().seq, again.result().repeated) == (5, True)
    for wrong, kind in ((refused, Refused), (failed, error), (half, ZeroDivisionError), (nowhere, Refused)):
        with pytest.raises(kind):
            wrong.result()
    assert (one.last, other.last) == (5, 5)
    assert other.state.desk.title == other.eyes(other.gm).desk.title == "La fosse"


def half_done(sat: Sat, log: Log) -> None:
    """Something that has changed the log and the members, and then fails."""
    sat.store._commanded(sat.gm.id, c.Rename("À moitié"), "")(log)
    log.reseat()
    raise ZeroDivisionError


STEP = st.tuples(
    st.integers(0, 1), st.sampled_from(("say", "roll", "rename", "undo", "redo", "draft", "fail", "spoil", "again"))
)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=st.lists(STEP, max_size=25), at_once=st.integers(1, 25))
def test_together_comes_to_the_same_as_one_after_the_other(
    arena_installed: None, steps: list[tuple[int, str]], at_once: int
) -> None:
    """Whatever is refused, fails or is repeated among it."""
    results = []
    for together in (1, at_once):
        store = Store("sqlite://", rng=random.Random(7), time=lambda: 0.0)
        tables = [Sat(store), Sat(store)]
        came: list[object] = []
        for start in range(0, len(steps), together):
            part = enumerate(steps[start : start + together], start)
            waiting = [stepped(tables[which], kind, n) for n, (which, kind) in part]
            write_all(store, tables[0])
            came += [outcome(one) for one in waiting]
        states = [dump(sat.state).replace(sat.state.desk.salt.encode(), b"") for sat in tables]
        logs = [[(e.seq, e.kind, [seen.text for seen in e.events]) for e in sat.log(sat.gm)] for sat in tables]
        results.append((came, [with_names(sat, data) for sat, data in zip(tables, states, strict=True)], logs))
        assert [dump(sat.eyes(sat.gm).state) for sat in tables] == [dump(sat.state) for sat in tables]
        store.close()
    assert results[0] == results[1]


def with_names(sat: Sat, data: bytes) -> bytes:
    """The ids of members are drawn anew each time."""
    for member in sat.everybody:
        data = data.replace(member.id.encode(), member.name.encode())
    return data


def stepped(sat: Sat, kind: str, n: int) -> Future[Any]:
    if kind in ("fail", "spoil"):
        return sat.store.writer.give(sat.id, {"fail": fail, "spoil": spoil}[kind])
    commands: dict[str, c.Command] = {
        "say": c.Say(f"{n}"),
        "roll": c.Roll("3d1000"),
        "rename": c.Rename(f"Titre {n}"),
        "undo": c.Undo(confirm=True),
        "redo": c.Redo(),
        "draft": c.NewDraft(),
        "again": c.Say("toujours"),
    }
    return give(sat, commands[kind], "toujours" if kind == "again" else f"c{n}")


def outcome(one: Future[Any]) -> object:
    error = one.exception()
    if error is not None:
        return type(error).__name__, getattr(error, "key", "")
    return one.result().seq, one.result().repeated


def test_what_takes_long_does_not_hold_up_those_before_it(file: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rest waits for the next transaction, in its order."""
    sat, seen = Sat(file), list[int]()
    file.writer.heard = lambda written: seen.extend(each.now.last for each in written)
    monkeypatch.setattr(writer, "monotonic", itertools.count().__next__)
    monkeypatch.setattr(writer, "LONGEST", 1)  # looks at the clock: after the second it is over
    given = [give(sat, c.Say(f"{n}")) for n in range(5)]
    with counted(file) as commits:
        write_all(file, sat)
    assert len(commits) == 3 and seen == [6, 8, 9]
    assert [one.result().seq for one in given] == [5, 6, 7, 8, 9]


# ---------------------------------------------------------------- told once it is on disk


@pytest.mark.usefixtures("in_no_hurry")
def test_nobody_hears_of_what_another_process_cannot_read_yet(file: Store, url: str) -> None:
    other, sat, heard = Store(url), Sat(file), list[tuple[int, int]]()

    def note(written: list[Written]) -> None:
        heard.extend((each.now.last, other.campaign(each.now.campaign).last) for each in written)

    file.writer.heard = note
    answered = list[tuple[int, int]]()
    given = [give(sat, c.Say("a")), give(sat, c.Rename("b"))]
    for one in given:
        one.add_done_callback(lambda done: answered.append((done.result().seq, other.campaign(sat.id).last)))
    write_all(file, sat)
    sat.do(sat.gm, c.Say("c"))
    sat.join("Zoé")
    assert answered == [(5, 6), (6, 6)]
    assert heard == [(6, 6), (7, 7), (8, 8)]
    other.close()


@pytest.mark.usefixtures("in_no_hurry")
def test_what_could_not_be_written_is_told_to_nobody(file: Store) -> None:
    """The disk is full when the transaction ends: all who were in it learn so, and nothing is remembered of it."""
    one, other, heard = Sat(file), Sat(file), list[Written]()
    file.writer.heard = heard.extend
    before = dump(one.state), dump(other.state)

    def full(connection: object) -> None:
        raise OperationalError("COMMIT", {}, Exception("database or disk is full"))

    event.listen(file.database.engine, "commit", full)
    given = [give(one, c.Rename("a"), "a"), give(other, c.Rename("b"), "b")]
    with pytest.raises(OperationalError):
        write_all(file, one)
    event.remove(file.database.engine, "commit", full)
    assert all(isinstance(each.exception(), OperationalError) for each in given) and not heard
    assert (dump(one.state), dump(other.state)) == before == (dump(one.eyes(one.gm).state), dump(other.state))
    assert not one.do(one.gm, c.Rename("a"), "a").repeated
    assert [each.now.campaign for each in heard] == [one.id]


@pytest.mark.usefixtures("in_no_hurry")
def test_a_transaction_that_is_lost_acknowledges_nobody(file: Store) -> None:
    """As SQLite does when the disk is full, and PostgreSQL when its server is gone: nothing is left to go back to."""
    sat, heard = Sat(file), list[Written]()
    file.writer.heard = heard.extend

    def lose(log: Log) -> None:
        log.connection.exec_driver_sql("ROLLBACK")
        raise ZeroDivisionError

    given = [give(sat, c.Say("avant")), file.writer.give(sat.id, lose), give(sat, c.Say("après"))]
    with pytest.raises(ZeroDivisionError):
        write_all(file, sat)
    assert all(isinstance(each.exception(), ZeroDivisionError) for each in given)
    assert sat.last == 4 and not heard
    assert sat.do(sat.gm, c.Say("de nouveau")).seq == 5


def test_those_who_cannot_be_told_keep_nobody_from_being_answered(
    file: Store, caplog: pytest.LogCaptureFixture
) -> None:
    sat = Sat(file)
    file.writer.heard = lambda written: 1 / 0
    assert sat.do(sat.gm, c.Say("a")).seq == 5
    assert "cannot be told" in caplog.text


CRASH = """
import os, signal, sys
from tablee.table import commands as c
from tablee.table import writer
from tablee.table.store import Store

writer.LONGEST = 60.0
store = Store(sys.argv[1])
for number, member in enumerate(sys.argv[2:]):
    table = store.campaign_of(member)
    store.writer.give(table, store._commanded(member, c.Rename(f"Titre {number}"), f"c{number}"))
store.writer.write(table, lambda log: os.kill(os.getpid(), signal.SIGKILL))
"""


def test_a_process_killed_between_a_savepoint_and_the_end_leaves_nothing(file: Store, url: str) -> None:
    tables = [Sat(file, "fluid") for _ in range(3)]
    command = [sys.executable, "-c", CRASH, url, *(sat.gm.id for sat in tables)]
    assert subprocess.run(command, check=False).returncode == -signal.SIGKILL
    assert [(sat.last, sat.state.desk.title) for sat in tables] == [(4, "La fosse")] * 3
    again = [sat.do(sat.gm, c.Rename(f"Titre {number}"), f"c{number}") for number, sat in enumerate(tables)]
    assert [(one.seq, one.repeated) for one in again] == [(5, False)] * 3


# ---------------------------------------------------------------- many at once


def test_two_processes_that_write_at_the_same_tables_do_not_wait_for_each_other(file: Store, url: str) -> None:
    """Each has many commands of both tables in one transaction, in opposite orders."""
    other = Store(url)
    tables, failed = (Sat(file), Sat(file)), list[BaseException]()

    def talk(store: Store, order: tuple[Sat, ...]) -> None:
        try:
            for n in range(25):
                for sat in order:
                    store.writer.give(sat.id, store._commanded(sat.luc.id, c.Say(f"{n}"), f"{id(store)}.{n}"))
                store.writer.write(order[-1].id, lambda log: None)
        except BaseException as error:
            failed.append(error)

    talking = [threading.Thread(target=talk, args=each) for each in ((file, tables), (other, tables[::-1]))]
    for thread in talking:
        thread.start()
    for thread in talking:
        thread.join()
    assert not failed
    assert [sat.last for sat in tables] == [54, 54]
    other.close()


def test_with_a_thread_of_its_own_whoever_gives_does_not_wait(file: Store) -> None:
    sat = Sat(file)
    file.writer.start()
    given = [give(sat, c.Say(f"{n}")) for n in range(50)]
    assert [one.result().seq for one in given] == list(range(5, 55))
    assert sat.do(sat.gm, c.Say("et un")).seq == 55 and sat.join("Zoé")
    late = give(sat, c.Say("le dernier"))
    file.close()
    assert late.result().seq == 57


@pytest.mark.parametrize("seed", range(3))
def test_the_members_in_memory_are_those_of_the_database(file: Store, url: str, seed: int) -> None:
    """Whichever process has them come, change and go."""
    other, rng, sat = Store(url), random.Random(seed), Sat(file)
    for n in range(40):
        store = rng.choice((file, other))
        there = store.members.of(sat.id)
        who = rng.choice([member for member in there.values() if not member.gm] or [None])
        role: Role = rng.choice(("player", "spectator"))
        if who is None or rng.random() < 0.3:
            store.members.join(store.members.invite(sat.id, sat.gm.id, role)[1], f"Membre {n}")
        elif rng.random() < 0.3:
            store.members.remove(sat.id, sat.gm.id, who.id)
        else:
            store.members.change(sat.id, sat.gm.id, who.id, f"Autre {n}", rng.choice(("fr", "en")), role)
        for each in (file, other):
            with each.reading(sat.id) as log:
                assert log.now.people == each.members.of(sat.id)
    other.close()
