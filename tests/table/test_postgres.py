"""PostgreSQL: whatever the store promises on SQLite it promises here, and several server processes share it."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from types import ModuleType

import httpx
import msgspec
import psycopg
import pytest

from tablee.kernel.typography import typeset
from tablee.table import commands as c
from tablee.table.backup import Backups
from tablee.table.refusal import Refused
from tablee.table.state import dump
from tablee.table.store import Store
from tablee.web.postgres import Notices
from web.devices import TABLEE, Device, heard_until, read, started, tablee_serve

from . import test_members, test_playing, test_store, test_undo, test_writer
from .conftest import Sat
from .postgres import Postgres

OF_SQLITE = {"test_sqlite_keeps_a_write_ahead_log_and_syncs_fully"}


def promises(module: ModuleType) -> dict[str, object]:
    return {name: test for name, test in vars(module).items() if name.startswith("test_") and name not in OF_SQLITE}


for each in (test_store, test_undo, test_members, test_playing, test_writer):
    globals().update(promises(each))  # they ask for `store`, `file` and `url`, and get those below


@pytest.fixture
def url(postgres: Postgres, arena_installed: None) -> str:
    return postgres.empty()


@pytest.fixture
def file(url: str) -> Iterator[Store]:
    store = Store(url, rng=random.Random(1))
    yield store
    store.close()


@pytest.fixture
def store(file: Store) -> Store:
    return file


@pytest.fixture(autouse=True)
def nobodys_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Backups of a server's database are kept in the user's data folder."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


# ---------------------------------------------------------------- several processes


def test_two_server_processes_share_the_tables(url: str) -> None:
    """Clients of both give commands at once; each is told of all of them, once, in order, whoever was asked."""
    serve = partial(tablee_serve, "--database", url)
    with serve() as one, serve() as two, ExitStack() as stack:
        here, there = httpx.Client(base_url=one, timeout=60), httpx.Client(base_url=two, timeout=60)
        gm = Device(here).create("fluid")
        luc, ada = (Device(there).join(gm.invite(), name) for name in ("Luc", "Ada"))
        everybody = (gm, luc, ada)
        sockets = [stack.enter_context(who.live(after=0)) for who in everybody for _ in range(2)]

        def talk(who: Device) -> None:
            mine = Device(httpx.Client(base_url=who.http.base_url, timeout=60))
            mine.token, mine.campaign = who.token, who.campaign
            for n in range(20):
                mine.do("say", text=f"{who.member} {n}")

        talking = [threading.Thread(target=talk, args=(who,)) for who in everybody]
        for thread in talking:
            thread.start()
        for thread in talking:
            thread.join()
        last = gm.get("~")["campaign"]["last"]
        assert last == 3 + 60
        told = [heard_until(socket, last) for socket in sockets]
    for entries in told:
        assert [entry["seq"] for entry in entries] == list(range(1, last + 1))
        said = [entry["entry"]["events"][0] for entry in entries if entry["entry"]["kind"] == "say"]
        texts = [read(event).partition(typeset(" : "))[2] for event in said]
        for who in everybody:
            assert [text for text in texts if text.startswith(who.member)] == [f"{who.member} {n}" for n in range(20)]
    # What came along with an entry depends on how many had happened by then; the entries themselves do not.
    same = [[told_of["entry"] for told_of in entries] for entries in told]
    assert same[0] == same[1] and same[2] == same[3] and same[4] == same[5]


def test_a_process_that_dies_is_replaced_and_its_tables_go_on(url: str) -> None:
    """Three behind one address: they are killed one after the other under those who play, and nothing is lost."""
    command = [sys.executable, "-c", TABLEE, "serve", "--port", "0", "--workers", "3", "--database", url]
    with started(command) as (address, process):
        http, killed = httpx.Client(base_url=address, timeout=60), set[int]()
        tables = [Device(http).create("fluid") for _ in range(4)]
        first = children(process.pid)
        assert len(first) == 3
        for n in range(3):
            os.kill(first[n], signal.SIGKILL)
            killed.add(first[n])
            for gm in tables:
                sent_until_answered(gm, f"{n}")
            wait_until(lambda: len(set(children(process.pid)) - killed) == 3)
        logs = [gm.get("~/log") for gm in tables]
        left = children(process.pid)
    assert process.returncode is not None and not any(Path(f"/proc/{pid}").exists() for pid in left)
    for log in logs:
        said = [read(entry["events"][0]) for entry in log if entry["kind"] == "say"]
        assert said == [typeset("Marie : 0"), typeset("Marie : 1"), typeset("Marie : 2")]


def children(pid: int) -> list[int]:
    return list(map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split()))


def wait_until(there: Callable[[], bool]) -> None:
    while not there():
        time.sleep(0.05)


def sent_until_answered(gm: Device, text: str) -> None:
    """Under one id, as a page does: whoever was killed may have done it already."""
    while True:
        try:
            answer = gm.command({"do": "say", "text": text}, f"dit-{text}")
        except httpx.TransportError:
            time.sleep(0.05)
            continue
        assert answer.status_code == 201, answer.text
        return


def test_two_processes_that_open_an_empty_database_make_its_tables_once(postgres: Postgres) -> None:
    address, failed = postgres.empty(), list[BaseException]()

    def open_it() -> None:
        try:
            Store(address).close()
        except BaseException as error:
            failed.append(error)

    opening = [threading.Thread(target=open_it) for _ in range(4)]
    for thread in opening:
        thread.start()
    for thread in opening:
        thread.join()
    assert not failed


def test_notices_reach_whoever_listens_though_the_link_breaks(
    postgres: Postgres, caplog: pytest.LogCaptureFixture
) -> None:
    address = postgres.empty()

    async def told() -> None:
        notices, heard = Notices(address), list[str]()

        async def listen() -> None:
            async for each in Notices(address).heard():
                heard.append(each)

        async def until(word: str) -> None:
            while word not in heard:  # said again, as every beat does
                notices.send(word)
                await asyncio.sleep(0.05)

        tasks = [asyncio.create_task(listen()), asyncio.create_task(notices.sending())]
        await until("un")
        assert not caplog.text
        with psycopg.connect(address, autocommit=True) as link:
            link.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
        await until("deux")
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(told())
    assert "broken and tried again" in caplog.text


# ---------------------------------------------------------------- backups


def contents(sat: Sat) -> tuple[bytes, ...]:
    return dump(sat.state), *(msgspec.json.encode(sat.log(member)) for member in sat.everybody)


def test_a_backup_comes_back_and_the_present_is_kept(duel: Sat, url: str) -> None:
    backups, then = Backups(url), contents(duel)
    file = backups.make("asked")
    assert file.name.endswith("-asked.jsonl.zst") and "data" in file.parts
    duel.do(duel.luc, c.Act({"do": "passer", "actor": "alys"}))
    later = contents(duel)
    with pytest.raises(Refused) as refused:
        backups.restore(file)
    assert refused.value.key == "in_use"
    assert contents(duel) == later
    duel.store.close()
    present = backups.restore(file)
    assert contents(duel) == then
    duel.do(duel.luc, c.Undo())
    duel.store.close()
    assert present is not None
    backups.restore(present)
    duel.store.memory.forget()
    assert contents(duel) == later


def test_a_damaged_backup_changes_nothing(duel: Sat, url: str, tmp_path: Path) -> None:
    backups, now = Backups(url), contents(duel)
    whole = backups.make("asked").read_bytes()
    duel.store.close()
    for data in (whole[: len(whole) // 2], whole[:-40], whole[:200] + b"?" + whole[201:], b"rien"):
        (tmp_path / "abime.jsonl.zst").write_bytes(data)
        with pytest.raises(Refused):
            backups.restore(tmp_path / "abime.jsonl.zst")
    assert contents(duel) == now


def test_a_campaign_moves_from_a_file_to_a_server_and_back(duel: Sat, url: str, tmp_path: Path) -> None:
    then, elsewhere = contents(duel), f"sqlite:///{tmp_path}/tablee.db"
    Backups(elsewhere).restore(Backups(url).make("asked"))
    duel.store.close()
    duel.store = Store(elsewhere)
    assert contents(duel) == then
    duel.do(duel.luc, c.Act({"do": "passer", "actor": "alys"}))
    then = contents(duel)
    file = Backups(elsewhere).make("asked")
    duel.store.close()
    assert file.suffix == ".db"
    Backups(url).restore(file)
    duel.store = Store(url)
    assert contents(duel) == then
    duel.store.close()


def test_a_backup_of_a_server_is_one_moment_though_others_write(duel: Sat, url: str, tmp_path: Path) -> None:
    stop = threading.Event()

    def rename() -> None:
        n = 0
        while not stop.is_set():
            duel.do(duel.gm, c.Rename(f"Titre {(n := n + 1)}"))

    renaming = threading.Thread(target=rename)
    renaming.start()
    try:
        files = [Backups(url).make("asked") for _ in range(4)]
    finally:
        stop.set()
        renaming.join()
    for n, file in enumerate(files):
        Backups(f"sqlite:///{tmp_path}/{n}.db").restore(file)
        store = Store(f"sqlite:///{tmp_path}/{n}.db")
        campaign = store.campaign(duel.id)
        assert store.state_at(duel.id, campaign.last).desk.title == campaign.title
        store.close()
