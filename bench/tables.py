"""Tables set for a server under measure, and those who sit at them: what the benches of the server have in common."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import random
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import msgspec
import websockets
from sqlalchemy import event

from tablee.kernel.game import game, games
from tablee.table.commands import Say, StartEncounter
from tablee.table.store import Store
from tablee.web.seats import COOKIE

HERE = Path(__file__).parent.parent
API = "/api/v1/campaigns"
GAME = "fluid"
SETTLE = 20.0  # seconds for the last messages to come in
TICK = 0.01
SERVE = "from tablee.cli import main; main()"
SET = "import sys; from bench.tables import set_down; set_down(*sys.argv[1:])"


@dataclass
class Table:
    """A campaign, the tokens of those who sit at it (the game master first), and when each was told of each entry."""

    campaign: str
    tokens: list[str]
    last: int
    game: str = GAME
    ready: str = ""
    told: dict[int, list[float]] = field(default_factory=dict)
    sent: dict[int, float] = field(default_factory=dict)
    now: tuple[int, bytes] = 0, b"{}"  # how it stands after an entry, as the game master was told
    answers: Counter[str] = field(default_factory=Counter)
    ids: int = 0

    @property
    def late(self) -> list[float]:
        """For each command, from its sending until the last of all was told of it, in milliseconds."""
        return [1e3 * (max(self.told[seq]) - sent) for seq, sent in self.sent.items() if self.heard(seq)]

    def heard(self, seq: int) -> bool:
        return len(self.told.get(seq, ())) >= len(self.tokens)

    def afresh(self) -> None:
        """Nothing was measured yet."""
        self.told, self.sent, self.answers = {}, {}, Counter()


# ---------------------------------------------------------------- setting the tables


@contextmanager
def quick_store(file: Path | str) -> Iterator[Store]:
    """The store without waiting for the disk: only to prepare what is then measured."""
    url = file if isinstance(file, str) else f"sqlite:///{file}"
    store = Store(url)
    if url.startswith("sqlite"):
        event.listen(store.database.engine, "connect", lambda link, _: link.execute("PRAGMA synchronous=OFF"))
        store.database.engine.dispose()
    yield store
    store.close()


def set_table(store: Store, clients: int, of: str = GAME) -> Table:
    gm = store.create(of, "Banc d'essai", "Meneuse")
    campaign, ready = store.campaign_of(gm.id), next(iter(game(of).demos))
    _, secret = store.members.invite(campaign, gm.id)
    members = [gm, *(store.members.join(secret, f"Joueur {n}") for n in range(1, clients))]
    store.command(campaign, gm.id, StartEncounter(ready=ready))
    tokens = []
    for member in members:
        tokens.append(store.members.new_device())
        store.members.seat(tokens[-1], member.id)
    return Table(campaign, tokens, store.campaign(campaign).last, of, ready)


def lengthen(store: Store, at: Table, entries: int) -> None:
    gm = store.members.seated(at.tokens[0])[at.campaign].id
    for n in range(entries):
        store.command(at.campaign, gm, Say(f"Ligne {n} d'une longue campagne."))
    at.last = store.campaign(at.campaign).last


def set_down(url: str, tables: str, clients: str, every: str) -> None:
    """Tables of one game or of all there are, by turns, told as JSON."""
    kinds = list(games()) if every == "all" else [GAME]
    with quick_store(url) as store:
        made = [set_table(store, int(clients), kinds[n % len(kinds)]) for n in range(int(tables))]
    print(json.dumps([[at.campaign, at.tokens, at.last, at.game, at.ready] for at in made]))


# ---------------------------------------------------------------- servers


@dataclass(frozen=True)
class Version:
    """A checkout whose server is measured; each sets its own tables, in processes of its own."""

    name: str
    folder: Path
    data: Path  # where a server keeps what is nobody's business

    @property
    def environment(self) -> dict[str, str]:
        paths = f"{self.folder / 'src'}{os.pathsep}{HERE}"
        return {**os.environ, "PYTHONPATH": paths, "XDG_DATA_HOME": str(self.data)}

    def set(self, url: str, tables: int, clients: int, every: bool) -> list[Table]:
        args = [sys.executable, "-c", SET, url, str(tables), str(clients), "all" if every else "one"]
        ran = subprocess.run(args, env=self.environment, capture_output=True, text=True, check=False)
        if ran.returncode:
            raise SystemExit(ran.stderr)
        return [Table(*each) for each in json.loads(ran.stdout.splitlines()[-1])]

    @contextmanager
    def serving(self, url: str, log: Path, *options: str) -> Iterator[tuple[str, int]]:
        command = [sys.executable, "-c", SERVE, "serve", "--database", url, "--port", "0", *options]
        with log.open("ab") as errors, running(command, self.environment, errors) as found:
            yield found


@contextmanager
def running(
    command: list[str], environment: dict[str, str] | None = None, errors: Any = None
) -> Iterator[tuple[str, int]]:
    """A server process, once it answers: the address it prints first, and its process id."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True, env=environment)
    try:
        assert process.stdout is not None
        found = re.search(r"http://\S+(?=/)", process.stdout.readline())
        assert found is not None
        for _ in range(1200):
            try:
                httpx.get(found[0] + "/api/v1/health")
                break
            except httpx.TransportError:
                time.sleep(0.05)
        yield found[0], process.pid
    finally:
        process.terminate()
        process.wait(60)


def family(pid: int) -> list[int]:
    """A process and all below it."""
    with suppress(OSError):
        below = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        return [pid, *(each for child in below for each in family(int(child)))]
    return [pid]


def memory(pid: int) -> float:
    """Megabytes that a process holds, with those it has started."""
    found = (re.search(r"VmRSS:\s+(\d+)", read(f"/proc/{each}/status")) for each in family(pid))
    return sum(int(one[1]) / 1024 for one in found if one is not None) or float("nan")


def processor(pid: int) -> float:
    """Seconds of processor time a process has used, with those it has started."""
    stats = (read(f"/proc/{each}/stat").rpartition(")")[2].split() for each in family(pid))
    return sum(sum(map(int, fields[11:13])) for fields in stats if fields) / os.sysconf("SC_CLK_TCK")


def busy() -> str:
    """How much else is going on."""
    return " ".join(f"{each:.1f}" for each in os.getloadavg()) + f" on {os.cpu_count()} processors"


def read(path: str) -> str:
    try:
        return Path(path).read_text()
    except OSError:
        return ""


# ---------------------------------------------------------------- clients


def own_address(at: Table) -> str:
    """Each table at an address of its own: all of this machine's."""
    number = int(at.campaign[:6], 16)
    return f"127.{1 + number % 250}.{1 + number // 250 % 250}.{1 + number // 62500 % 250}"


def http(url: str, at: Table | None = None) -> httpx.AsyncClient:
    free = httpx.Limits(max_connections=None, max_keepalive_connections=None, keepalive_expiry=2)
    here = httpx.AsyncHTTPTransport(limits=free, local_address=own_address(at) if at is not None else None)
    return httpx.AsyncClient(base_url=url, headers={"X-Tablee": "1"}, timeout=120, transport=here)


def cookies(token: str) -> dict[str, str]:
    return {"Cookie": f"{COOKIE}={token}"}


class Wire:
    """HTTP on bare connections, a new one where all are busy: whoever measures a server must not be the slower one."""

    def __init__(self, url: str, at: Table) -> None:
        self.url, self.at = httpx.URL(url), at
        self.free: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []

    async def post(self, path: str, json: Any, headers: dict[str, str]) -> httpx.Response:
        body = msgspec.json.encode(json)
        return await self._ask("POST", path, {**headers, "Content-Length": str(len(body))}, body)

    async def get(self, path: str, headers: dict[str, str]) -> httpx.Response:
        return await self._ask("GET", path, headers)

    async def _ask(self, method: str, path: str, headers: dict[str, str], body: bytes = b"") -> httpx.Response:
        told = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        head = f"{method} {path} HTTP/1.1\r\nHost: {self.url.host}\r\nX-Tablee: 1\r\n{told}\r\n"
        self.free = [each for each in self.free if not each[0].at_eof()]
        own = self.free.pop() if self.free else await self._open()
        reader, writer = own
        writer.write(head.encode() + body)
        first, *lines = (await reader.readuntil(b"\r\n\r\n")).split(b"\r\n")
        length = next(int(line[15:]) for line in lines if line.lower().startswith(b"content-length:"))
        content = await reader.readexactly(length)
        self.free.append(own)
        return httpx.Response(int(first[9:12]), content=content)

    async def _open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection(self.url.host, self.url.port, local_addr=(own_address(self.at), 0))

    def close(self) -> None:
        for _, writer in self.free:
            writer.close()


@asynccontextmanager
async def watching(url: str, at: Table, token: str, after: int) -> AsyncIterator[Any]:
    address = f"{url.replace('http', 'ws', 1)}{API}/{at.campaign}/live?after={after}"
    options: dict[str, Any] = {"open_timeout": 120, "proxy": None, "local_addr": (own_address(at), 0)}
    async with websockets.connect(address, additional_headers=cookies(token), **options) as socket:
        yield socket


UNSAID = msgspec.Raw()


class Heard(msgspec.Struct, frozen=True):
    """What is looked at in a message. To take all of it apart is the work of three hundred other computers."""

    type: str
    seq: int
    now: msgspec.Raw = UNSAID


async def watch(socket: Any, at: Table, gm: bool, seq: int) -> None:
    """Note when each entry comes, and for the game master how the table stands; the next must be the next."""
    heard = msgspec.json.Decoder(Heard)
    async for data in socket:
        now = time.perf_counter()
        message = heard.decode(data)
        if message.type != "entry":
            continue
        if message.seq != seq + 1:
            raise SystemExit(f"out of order: {message.seq} after {seq}")
        seq += 1
        at.told.setdefault(seq, []).append(now)
        at.last = max(at.last, seq)
        if gm and (stands := bytes(message.now)):
            at.now = seq, at.now[1] if stands == b"{}" else stands


class Player:
    """Gives commands at a table: one in so many is an action of the game, which is looked for first."""

    def __init__(self, client: Wire, at: Table, acts: int, rng: random.Random) -> None:
        self.client, self.at, self.acts, self.rng = client, at, acts, rng
        self.n = rng.randrange(min(acts, 100))  # not every table acts at the same moment
        self.once = f"{rng.getrandbits(32):x}"

    async def at_pace(self, pace: float, until: float) -> None:
        """A command every so often, or as soon as the last one was answered. What is held up once changes nothing of
        when the next is due: tables that were held up together would else stay together, and come all at once."""
        due = time.perf_counter() + self.rng.random() * pace
        while due < until:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            await self.give()
            now = time.perf_counter()
            due = due + pace * (1 + (now - due) // pace) if pace else now

    async def give(self) -> int:
        """One command: what was answered."""
        self.n += 1
        acts = self.n % self.acts == 0
        token = self.at.tokens[0] if acts else self.at.tokens[self.n % len(self.at.tokens)]
        command = await self.offered() if acts else {"do": "line", "text": "/r 2d6+3"}
        began = time.perf_counter()
        body = {"id": f"{self.once}-{self.n}", "command": command}
        answer = await self.client.post(f"{API}/{self.at.campaign}/commands", json=body, headers=cookies(token))
        if answer.status_code == 201:
            self.at.sent[answer.json()["seq"]] = began
        elif answer.status_code not in (409, 429, 503):
            raise SystemExit(f"{answer.status_code}: {answer.text}")
        self.at.answers[str(answer.status_code)] += 1
        return answer.status_code

    async def offered(self) -> dict[str, Any]:
        """What the game master does next: answers what is asked, or takes an open action of whoever has the turn
        or, where nobody has, of whoever he has before him."""
        at, (seq, now) = self.at, self.at.now
        told = msgspec.json.decode(now) if seq >= max(at.sent, default=0) else {}  # else he asks for it, as a page does
        seen = told.get("table") or (await self._get("table"))["table"]
        if seen["open"] is not None:
            one = next(one for one in seen["open"]["awaited"] if not one.get("answered"))
            return {"do": "answer", "answer": self._answer(one["question"]["options"]), "question": one["index"]}
        if seen["encounter"] is None:
            return {"do": "start_encounter", "ready": at.ready}
        turn = seen["encounter"]["turn"] or list(told.get("actions", ()))  # nobody's turn: whoever stands before him
        actions = (told.get("actions", {}).get(turn[0]) or await self._get(f"actions/{turn[0]}", [])) if turn else []
        free = [action["action"] for action in actions if not action.get("closed")]
        return {"do": "act", "action": self.rng.choice(free)} if free else {"do": "end_encounter"}

    def _answer(self, options: Any) -> Any:
        return self.rng.choice(options)["id"] if isinstance(options, list) else options["low"]

    async def _get(self, what: str, gone: Any = None) -> Any:
        """What the game master asks for; `gone` for somebody who has just been taken back."""
        answer = await self.client.get(f"{API}/{self.at.campaign}/{what}", headers=cookies(self.at.tokens[0]))
        if answer.status_code != 200 and (answer.status_code != 404 or gone is None):
            raise SystemExit(f"{answer.status_code}: {answer.text}")
        return answer.json() if answer.status_code == 200 else gone


@asynccontextmanager
async def seated(url: str, tables: list[Table]) -> AsyncIterator[list[Wire]]:
    """Everybody at his WebSocket, and a wire for the commands of each table."""
    wires, watchers = [Wire(url, at) for at in tables], list[asyncio.Task[None]]()
    async with AsyncExitStack() as stack:
        for at, wire in zip(tables, wires, strict=True):
            stack.callback(wire.close)
            last = at.last
            for token in at.tokens:
                socket = await stack.enter_async_context(watching(url, at, token, last))
                await socket.recv()  # hello: he sits
                watchers.append(asyncio.create_task(watch(socket, at, token == at.tokens[0], last)))
        try:
            yield wires
        finally:
            for watcher in watchers:
                if watcher.done():
                    watcher.result()
                watcher.cancel()


@contextmanager
def undisturbed() -> Iterator[None]:
    """Without looking for rubbish, which holds the bench up for a tenth of a second: that would be put down to the
    server."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


async def own_delay(noted: list[float]) -> None:
    """How late the bench itself is, at every tick, in milliseconds; ticks that were missed are late as well."""
    due = time.perf_counter()
    while True:
        due += TICK
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        noted.append(1e3 * (time.perf_counter() - due))


async def all_told(tables: list[Table]) -> None:
    """Until everybody was told of all that was accepted."""
    for _ in range(int(SETTLE / 0.1)):
        if all(at.heard(seq) for at in tables for seq in at.sent):
            return
        await asyncio.sleep(0.1)
    missing = sum(not at.heard(seq) for at in tables for seq in at.sent)
    raise SystemExit(f"{missing} entries did not reach everybody")
