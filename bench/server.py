"""`make bench-server`: many tables on one real server process, and a table whose log is long beside one whose is short.

Every table has a game master and players at their WebSockets; twice a second somebody rolls or acts. Figures:
from sending a command to the last client's being told of it. No figure is asserted; that all is told in order is.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import httpx
import msgspec
import websockets
from sqlalchemy import event

from tablee.table.commands import Say, StartEncounter
from tablee.table.store import Store
from tablee.web.seats import COOKIE

from .measure import console, table

API = "/api/v1/campaigns"
GAME = "fluid"
ACTS = 4  # one command in so many is an action of the game, which is looked for first
SETTLE = 10.0  # seconds for the last messages to come in


@dataclass
class Table:
    """A campaign, the tokens of those who sit at it (the game master first), and when each was told of each entry."""

    campaign: str
    tokens: list[str]
    last: int
    told: dict[int, list[float]] = field(default_factory=dict)
    sent: dict[int, float] = field(default_factory=dict)
    now: tuple[int, dict[str, Any]] = 0, {}  # how it stands after an entry, as the game master was told


# ---------------------------------------------------------------- setting the tables


@contextmanager
def quick_store(file: Path) -> Iterator[Store]:
    """The store without waiting for the disk: only to prepare what is then measured."""
    store = Store(f"sqlite:///{file}")
    event.listen(store.database.engine, "connect", lambda link, _: link.execute("PRAGMA synchronous=OFF"))
    store.database.engine.dispose()
    yield store
    store.close()


def set_table(store: Store, clients: int) -> Table:
    gm = store.create(GAME, "Banc d'essai", "Meneuse")
    campaign = store.campaign_of(gm.id)
    _, secret = store.members.invite(campaign, gm.id)
    members = [gm, *(store.members.join(secret, f"Joueur {n}") for n in range(1, clients))]
    store.command(campaign, gm.id, StartEncounter(ready=next(iter(_demos()))))
    tokens = []
    for member in members:
        tokens.append(store.members.new_device())
        store.members.seat(tokens[-1], member.id)
    return Table(campaign, tokens, store.campaign(campaign).last)


def _demos() -> dict[str, str]:
    from tablee.kernel.game import game

    return dict(game(GAME).demos)


def lengthen(store: Store, at: Table, entries: int) -> None:
    gm = store.members.seated(at.tokens[0])[at.campaign].id
    for n in range(entries):
        store.command(at.campaign, gm, Say(f"Ligne {n} d'une longue campagne."))
    at.last = store.campaign(at.campaign).last


# ---------------------------------------------------------------- the server


@contextmanager
def running(command: list[str]) -> Iterator[tuple[str, int]]:
    """A server process, once it answers: the address it prints first, and its process id."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        found = re.search(r"http://\S+(?=/)", process.stdout.readline())
        assert found is not None
        for _ in range(200):
            try:
                httpx.get(found[0] + "/api/v1/health")
                break
            except httpx.TransportError:
                time.sleep(0.05)
        yield found[0], process.pid
    finally:
        process.terminate()
        process.wait(20)


@contextmanager
def serving(folder: Path) -> Iterator[tuple[str, int]]:
    """A server process on this data: its address and its process id."""
    tablee = [sys.executable, "-c", "from tablee.cli import main; main()"]
    with running([*tablee, "serve", "--data", str(folder), "--port", "0"]) as found:
        yield found


def memory(pid: int) -> float:
    """Megabytes that a process holds."""
    status = Path(f"/proc/{pid}/status")
    found = re.search(r"VmRSS:\s+(\d+)", status.read_text()) if status.exists() else None
    return int(found[1]) / 1024 if found else float("nan")


def processor(pid: int) -> float:
    """Seconds of processor time a process has used."""
    stat = Path(f"/proc/{pid}/stat")
    fields = stat.read_text().rpartition(")")[2].split() if stat.exists() else []
    return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK") if fields else float("nan")


def http(url: str) -> httpx.AsyncClient:
    free = httpx.Limits(max_connections=None, max_keepalive_connections=None, keepalive_expiry=2)
    return httpx.AsyncClient(base_url=url, headers={"X-Tablee": "1"}, timeout=60, limits=free)


def cookies(token: str) -> dict[str, str]:
    return {"Cookie": f"{COOKIE}={token}"}


@asynccontextmanager
async def watching(url: str, campaign: str, token: str, after: int) -> AsyncIterator[Any]:
    address = f"{url.replace('http', 'ws', 1)}{API}/{campaign}/live?after={after}"
    async with websockets.connect(address, additional_headers=cookies(token), open_timeout=60, proxy=None) as socket:
        yield socket


# ---------------------------------------------------------------- load


async def watch(socket: Any, at: Table, gm: bool) -> None:
    """Note when each entry comes, and for the game master how the table stands; the next must be the next."""
    seq = at.last
    async for data in socket:
        now = time.perf_counter()
        message = msgspec.json.decode(data)
        if message["type"] != "entry":
            continue
        if message["seq"] != seq + 1:
            raise SystemExit(f"out of order: {message['seq']} after {seq}")
        seq += 1
        at.told.setdefault(seq, []).append(now)
        if gm and "now" in message:
            at.now = seq, message["now"] if "table" in message["now"] else at.now[1]


async def play(client: httpx.AsyncClient, at: Table, number: int, pace: float, until: float) -> None:
    """Commands of one table at its pace: free dice, and what the game's rules offer."""
    await asyncio.sleep(pace * (number % 10) / 10)
    n = 0
    while (began := time.perf_counter()) < until:
        n += 1
        token = at.tokens[n % len(at.tokens)] if n % ACTS else at.tokens[0]
        command = {"do": "line", "text": "/r 2d6+3"} if n % ACTS else await offered(client, at)
        began_sending = time.perf_counter()
        body = {"id": f"{number}-{n}", "command": command}
        answer = await client.post(f"{API}/{at.campaign}/commands", json=body, headers=cookies(token))
        if answer.status_code != 201:
            raise SystemExit(f"refused: {answer.text}")
        at.sent[answer.json()["seq"]] = began_sending
        await asyncio.sleep(max(0.0, began + pace - time.perf_counter()))


async def offered(client: httpx.AsyncClient, at: Table) -> dict[str, Any]:
    """What the game master does next: answers what is asked, or takes an open action of whoever has the turn."""
    mine, (seq, now) = cookies(at.tokens[0]), at.now
    told = now if seq >= max(at.sent, default=0) else {}  # what he was not told yet he asks for, as a page does
    seen = told.get("table") or (await client.get(f"{API}/{at.campaign}/table", headers=mine)).json()["table"]
    if seen["open"] is not None:
        one = next(one for one in seen["open"]["awaited"] if not one.get("answered"))
        options = one["question"]["options"]
        answer = options[0]["id"] if isinstance(options, list) else options["low"]
        return {"do": "answer", "answer": answer, "question": one["index"]}
    turn = seen["encounter"]["turn"] if seen["encounter"] is not None else []
    if turn:
        actions = told.get("actions", {}).get(turn[0])
        if actions is None:
            actions = (await client.get(f"{API}/{at.campaign}/actions/{turn[0]}", headers=mine)).json()
        free = [action["action"] for action in actions if not action.get("closed")]
        if free:
            return {"do": "act", "action": free[0]}
    return {"do": "say", "text": "Le combat est fini."}


async def load(url: str, tables: list[Table], pace: float, seconds: float) -> None:
    async with AsyncExitStack() as stack:
        watchers = []
        for at in tables:
            for token in at.tokens:
                socket = await stack.enter_async_context(watching(url, at.campaign, token, at.last))
                watchers.append(asyncio.create_task(watch(socket, at, token == at.tokens[0])))
        client = await stack.enter_async_context(http(url))
        until = time.perf_counter() + seconds
        await asyncio.gather(*(play(client, at, n, pace, until) for n, at in enumerate(tables)))
        for _ in range(int(SETTLE / 0.1)):
            if all(len(at.told.get(seq, ())) == len(at.tokens) for at in tables for seq in at.sent):
                break
            await asyncio.sleep(0.1)
        for watcher in watchers:
            if watcher.done():
                watcher.result()
            watcher.cancel()


def told_figures(tables: list[Table]) -> None:
    late = []
    for at in tables:
        for seq, sent in at.sent.items():
            if len(at.told.get(seq, ())) != len(at.tokens):
                raise SystemExit(f"entry {seq} reached {len(at.told.get(seq, ()))} of {len(at.tokens)} clients")
            late.append(1e3 * (max(at.told[seq]) - sent))
    cut = quantiles(late, n=100)
    made = table("Load", "commands", "told, all in order", "p50 (ms)", "p99 (ms)", "worst (ms)")
    told = sum(len(times) for at in tables for times in at.told.values())
    made.add_row(str(len(late)), str(told), f"{median(late):.1f}", f"{cut[98]:.1f}", f"{max(late):.1f}")
    console.print(made)


# ---------------------------------------------------------------- long log, short log


async def compare(url: str, short: Table, long: Table, rounds: int) -> None:
    """The same command and the same joining at both tables, by turns."""
    times: dict[tuple[str, str], list[float]] = {}
    async with http(url) as client:
        for n in range(rounds):
            for name, at in (("short", short), ("long", long)) if n % 2 else (("long", long), ("short", short)):
                for what, job in (("command", say), ("joining", join)):
                    began = time.perf_counter()
                    await job(client, url, at, n)
                    times.setdefault((what, name), []).append(1e3 * (time.perf_counter() - began))
                    await asyncio.sleep(0.05)
    made = table("A long log", "", f"{short.last} entries (ms)", f"{long.last} entries (ms)", "long / short")
    for what in ("command", "joining"):
        few, many = times[what, "short"], times[what, "long"]
        made.add_row(what, f"{median(few):.2f}", f"{median(many):.2f}", f"{median(many) / median(few):.2f}")
    console.print(made)


async def say(client: httpx.AsyncClient, url: str, at: Table, n: int) -> None:
    body = {"id": f"long-{n}", "command": {"do": "say", "text": "Encore une ligne."}}
    answer = await client.post(f"{API}/{at.campaign}/commands", json=body, headers=cookies(at.tokens[0]))
    assert answer.status_code == 201, answer.text


async def join(client: httpx.AsyncClient, url: str, at: Table, n: int) -> None:
    """What a page does when it is opened: the table, the last page of the log, the WebSocket."""
    mine = cookies(at.tokens[0])
    seen = (await client.get(f"{API}/{at.campaign}/table", headers=mine)).json()
    await client.get(f"{API}/{at.campaign}/log?limit=20", headers=mine)
    async with watching(url, at.campaign, at.tokens[0], seen["seq"]) as socket:
        await socket.recv()


# ---------------------------------------------------------------- all of it


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--tables", type=int, default=50)
    options.add_argument("--clients", type=int, default=6, help="at each table")
    options.add_argument("--seconds", type=float, default=60)
    options.add_argument("--pace", type=float, default=0.5, help="seconds between two commands of a table")
    options.add_argument("--entries", type=int, default=50_000, help="of the long log")
    options.add_argument("--rounds", type=int, default=150, help="of the comparison")
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        with quick_store(Path(folder) / "tablee.db") as store:
            tables = [set_table(store, given.clients) for _ in range(given.tables)]
            short, long = set_table(store, 1), set_table(store, 1)
            lengthen(store, short, 100)
            lengthen(store, long, given.entries)
        with serving(Path(folder)) as (url, pid):
            before, used = memory(pid), processor(pid)
            asyncio.run(load(url, tables, given.pace, given.seconds))
            console.print(f"{given.tables} tables of {given.clients}, a command every {given.pace:g} s each")
            told_figures(tables)
            each = 1e3 * (processor(pid) - used) / sum(len(at.sent) for at in tables)
            console.print(f"processor time of the server: {each:.1f} ms for each command, all its clients told")
            console.print(f"memory: {before:.0f} MB at the start, {memory(pid):.0f} MB at the end")
        with serving(Path(folder)) as (url, pid):
            asyncio.run(compare(url, short, long, given.rounds))


if __name__ == "__main__":
    main()
