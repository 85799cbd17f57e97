"""`make bench-server`: many tables on a real server. With `--before FOLDER`, a checkout of an older version, both are
measured in one run, by turns, so that a slow moment slows both: look at the ratios.

    mix        six at each of fifty tables, a hundred commands a second, one in four an action of the game
    actions    the same, half of them actions, of every game there is
    ceiling    the same mix, each command as soon as the one before is answered
    overload   ten times as many as in `mix`, answered or not: what was done, what refused, memory, recovery
    idle       two thousand WebSockets that nobody says anything on, and one table that plays
    soak       joins, leaves, undo, reconnections and imports for minutes: memory, and what the server complains of
    long       a table whose log is long beside one whose is short
    beside     `mix` by turns while nothing else is done, and while encounters are judged for a game master
    processes  `ceiling` on PostgreSQL with one, two and four processes

Figures are from sending a command to the last client's being told of it. No figure is asserted; that all is told, in
order, is.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import AsyncExitStack, ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import httpx
import msgspec
import psycopg
import websockets

from .measure import console, table
from .tables import (
    API,
    HERE,
    Player,
    Table,
    Version,
    all_told,
    busy,
    cookies,
    family,
    http,
    lengthen,
    memory,
    own_delay,
    processor,
    quick_store,
    seated,
    set_table,
    undisturbed,
    watching,
)

KINDS = ("mix", "actions", "ceiling", "overload", "idle", "soak", "long", "beside", "processes")
USUAL = ("mix", "actions", "ceiling", "long")
ACTS = {"actions": 2}  # one command in so many is an action of the game
MIX = 4
OVER = 10  # times as many commands as in the mix
SOON = 0.1  # seconds in which a server answers that has recovered
BEAT = 20.0


# ---------------------------------------------------------------- what is measured


def p99(values: list[float]) -> float:
    return quantiles(values, n=100)[98]


@dataclass
class Trial:
    """A version of the server on its own tables, and what was measured of it."""

    version: Version
    url: str  # of the database
    log: Path
    tables: list[Table]
    options: tuple[str, ...] = ()
    late: list[float] = field(default_factory=list)
    own: list[float] = field(default_factory=list)  # how late the bench itself was
    commands: int = 0
    seconds: float = 0.0
    used: float = 0.0  # of the processor
    answers: Counter[str] = field(default_factory=Counter)

    @contextmanager
    def serving(self) -> Iterator[tuple[str, int]]:
        with self.version.serving(self.url, self.log, *self.options) as found:
            yield found

    def count(self, seconds: float, used: float) -> None:
        for at in self.tables:
            self.late += at.late
            self.answers += at.answers
            at.afresh()
        self.commands, self.seconds, self.used = self.answers["201"], self.seconds + seconds, self.used + used

    @property
    def figures(self) -> tuple[float, ...]:
        each = 1e3 * self.used / self.commands
        return self.commands / self.seconds, median(self.late), p99(self.late), max(self.late), each


@dataclass(frozen=True)
class Plan:
    """What was asked for."""

    tables: int
    clients: int
    seconds: float
    pace: float
    rounds: int
    entries: int
    sockets: int
    minutes: float
    versions: tuple[Version, ...]
    folder: Path
    postgres: Any  # the address of a database of its own, by its name; None: SQLite
    workers: int

    def trial(self, version: Version, what: str, tables: int, clients: int, workers: int = 1) -> Trial:
        name = f"{what}-{version.name}-{workers}".replace(" ", "_")
        url = self.postgres(name) if self.postgres else f"sqlite:///{self.folder / name}.db"
        log = self.folder / f"{name}.log"
        options = ("--workers", str(workers)) if workers > 1 else ()
        return Trial(version, url, log, version.set(url, tables, clients, what == "actions"), options)

    def trials(self, what: str, tables: int | None = None, clients: int | None = None) -> list[Trial]:
        sizes = tables or self.tables, clients or self.clients
        return [self.trial(version, what, *sizes, self.workers) for version in self.versions]


async def load(trial: Trial, url: str, pid: int, acts: int, pace: float, seconds: float) -> None:
    async with seated(url, trial.tables) as wires:
        with undisturbed():
            used, began = processor(pid), time.perf_counter()
            seeds = random.Random(began)
            each = zip(wires, trial.tables, strict=True)
            played = [Player(wire, at, acts, random.Random(seeds.random())) for wire, at in each]
            ticking = asyncio.create_task(own_delay(trial.own))
            await asyncio.gather(*(one.at_pace(pace, began + seconds) for one in played))
            seconds = time.perf_counter() - began
            await all_told(trial.tables)
            ticking.cancel()
        trial.count(seconds, processor(pid) - used)


def by_turns(plan: Plan, trials: list[Trial], what: str, pace: float) -> None:
    with ExitStack() as stack:
        serving = [(trial, *stack.enter_context(trial.serving())) for trial in trials]
        for _ in range(plan.rounds):
            for trial, url, pid in serving:
                asyncio.run(load(trial, url, pid, ACTS.get(what, MIX), pace, plan.seconds / plan.rounds))
    show(plan, what, trials)


def show(plan: Plan, what: str, trials: list[Trial]) -> None:
    columns = "commands a second", "p50 (ms)", "p99 (ms)", "worst (ms)", "processor for each (ms)", "answers"
    made = table(f"{what}: {len(trials[0].tables)} tables of {len(trials[0].tables[0].tokens)}", "", *columns)
    for trial in trials:
        answers = ", ".join(f"{status}: {count}" for status, count in sorted(trial.answers.items()))
        made.add_row(trial.version.name, *(f"{each:.1f}" for each in trial.figures), answers)
    for trial in trials[1:]:
        ratios = (f"{one / other:.2f}" for one, other in zip(trials[0].figures, trial.figures, strict=True))
        made.add_row(f"{trials[0].version.name} / {trial.version.name}", *ratios, "")
    console.print(made)
    for trial in trials:
        console.print(f"{trial.version.name}: the bench itself late by {p99(trial.own):.1f} ms at p99")
    console.print(f"load of the machine: {busy()}")


# ---------------------------------------------------------------- too much


async def flood(trial: Trial, url: str, pid: int, rate: float, seconds: float) -> None:
    """So many commands a second, whether they are answered or not."""
    worst, before, took, refused = memory(pid), memory(pid), list[float](), list[float]()
    async with seated(url, trial.tables) as wires:
        players = [Player(each, each.at, 10**9, random.Random(n)) for n, each in enumerate(wires)]
        under_way = set[asyncio.Task[Any]]()

        async def one(player: Player) -> None:
            began = time.perf_counter()
            done = await player.give() == 201
            (took if done else refused).append(1e3 * (time.perf_counter() - began))

        began = time.perf_counter()
        for n in range(int(rate * seconds)):
            await asyncio.sleep(max(0.0, began + n / rate - time.perf_counter()))
            under_way.add(task := asyncio.create_task(one(players[n % len(players)])))
            task.add_done_callback(under_way.discard)
            if n % int(rate / 2) == 0:
                worst = max(worst, memory(pid))
        ended = time.perf_counter()
        while under_way:
            await asyncio.wait(under_way, timeout=0.5)
            worst = max(worst, memory(pid))
        answered = time.perf_counter()
        while True:
            again = time.perf_counter()
            if await players[0].give() == 201 and time.perf_counter() - again < SOON:
                break
            await asyncio.sleep(SOON)
        recovered = time.perf_counter()
        await all_told(trial.tables)
        trial.count(ended - began, 0.0)
    made = table(f"overload: {rate:.0f} a second for {seconds:.0f} s", "", trial.version.name)
    made.add_row("sent in", f"{ended - began:.1f} s")
    for status, count in sorted(trial.answers.items()):
        made.add_row(f"answered {status}", str(count))
    for what, each in (("of what was done", took), ("of what was refused", refused)):
        if len(each) > 1:
            made.add_row(f"{what}, p50 / p99 until answered", f"{median(each):.0f} / {p99(each):.0f} ms")
    made.add_row("all answered after", f"{answered - ended:.1f} s")
    made.add_row("as quick as ever after", f"{recovered - ended:.1f} s")
    made.add_row("memory before, worst, after", f"{before:.0f}, {worst:.0f}, {memory(pid):.0f} MB")
    console.print(made)


def overload(plan: Plan) -> None:
    for trial in plan.trials("overload", clients=2):
        with trial.serving() as (url, pid):
            asyncio.run(flood(trial, url, pid, OVER * plan.tables / plan.pace, plan.seconds))
    console.print(f"load of the machine: {busy()}")


# ---------------------------------------------------------------- nobody says anything


async def sit_still(trial: Trial, url: str, pid: int, sockets: int, seconds: float) -> tuple[float, ...]:
    before, playing = memory(pid), trial.tables[:1]
    idle = [(at, at.tokens[n % len(at.tokens)]) for n in range(-(-sockets // len(trial.tables))) for at in trial.tables]
    async with asyncio.TaskGroup() as group:
        closing, ready = asyncio.Event(), asyncio.Semaphore(0)
        opening = asyncio.Semaphore(20)

        async def one(at: Table, token: str) -> None:
            async with opening:
                link = watching(url, at, token, at.last)
                socket = await link.__aenter__()
            reading = asyncio.create_task(drop(socket))
            ready.release()
            await closing.wait()
            reading.cancel()
            await link.__aexit__(None, None, None)

        for at, token in idle[:sockets]:
            group.create_task(one(at, token))
        for _ in range(sockets):
            await ready.acquire()
        await asyncio.sleep(BEAT)
        open_now, used = memory(pid), processor(pid)
        await asyncio.sleep(seconds)
        each = 1e3 * (processor(pid) - used) / seconds
        trial.tables = playing
        await load(trial, url, pid, MIX, 0.5, seconds)
        closing.set()
    return (open_now - before) * 1024 / sockets, each, *trial.figures[1:4]


async def drop(socket: Any) -> None:
    with suppress(websockets.ConnectionClosed):
        async for _ in socket:
            pass


def idle(plan: Plan) -> None:
    columns = "memory for each (kB)", "processor (ms a second)", "p50 (ms)", "p99 (ms)", "worst (ms)"
    made = table(f"idle: {plan.sockets} sockets, and one table that plays", "", *columns)
    found = []
    for trial in plan.trials("idle", clients=6):
        with trial.serving() as (url, pid):
            found.append(asyncio.run(sit_still(trial, url, pid, plan.sockets, plan.seconds)))
        made.add_row(trial.version.name, *(f"{each:.1f}" for each in found[-1]))
    for trial, figures in zip(plan.versions[1:], found[1:], strict=True):
        ratios = (f"{one / other:.2f}" for one, other in zip(found[0], figures, strict=True))
        made.add_row(f"{plan.versions[0].name} / {trial.name}", *ratios)
    console.print(made)
    console.print(f"load of the machine: {busy()}")


# ---------------------------------------------------------------- for long


class Guest:
    """What people do besides playing: sit down and leave, take back, lose the link, bring a campaign."""

    def __init__(self, url: str, at: Table, client: httpx.AsyncClient, rng: random.Random) -> None:
        self.url, self.at, self.client, self.rng, self.counted = url, at, client, rng, Counter[str]()
        self.gm = cookies(at.tokens[0])

    async def go_on(self, pace: float, until: float) -> None:
        doings = (self.come_and_go, self.take_back, self.reconnect, self.take_back, self.reconnect, self.bring)
        while time.perf_counter() < until:
            await asyncio.sleep(pace * self.rng.random() * 2)
            doing = self.rng.choice(doings)
            self.counted[doing.__name__] += 1
            await doing()

    async def come_and_go(self) -> None:
        """Somebody new sits down by an invitation, says something, and leaves."""
        link = await self._ask("POST", f"{API}/{self.at.campaign}/invitations", self.gm, {"uses": 1})
        name = f"Visite {self.rng.getrandbits(32):x}"
        self.client.cookies.clear()  # he comes on a device of his own
        joined = await self.client.post("/api/v1/join", json={"secret": link["secret"], "name": name})
        if joined.status_code == 429:
            return
        joined.raise_for_status()
        his = {"Cookie": joined.headers["set-cookie"].partition(";")[0]}
        member = joined.json()["member"]["id"]
        said = {"id": name.replace(" ", "-"), "command": {"do": "say", "text": "Bonsoir."}}
        await self._ask("POST", f"{API}/{self.at.campaign}/commands", his, said)
        await self._ask("DELETE", f"{API}/{self.at.campaign}/members/{member}", his)

    async def take_back(self) -> None:
        for do in ({"do": "undo", "confirm": True}, {"do": "redo"}):
            body = {"id": f"guest-{self.rng.getrandbits(64):x}", "command": do}
            await self._ask("POST", f"{API}/{self.at.campaign}/commands", self.gm, body, (409, 429, 503))

    async def reconnect(self) -> None:
        """A window is opened, told the last entries, and closed again."""
        token = self.rng.choice(self.at.tokens)
        async with watching(self.url, self.at, token, max(0, self.at.last - 20)) as socket:
            await socket.recv()

    async def bring(self) -> None:
        """The campaign is taken out as a file, brought in as another, and that one deleted."""
        out = await self.client.get(f"{API}/{self.at.campaign}/export", headers=self.gm)
        if out.status_code == 429:
            return
        file = {**self.gm, "Content-Type": "application/octet-stream"}
        came = await self.client.post("/api/v1/import", content=out.raise_for_status().content, headers=file)
        if came.status_code in (429, 503):
            return
        campaign = came.raise_for_status().json()["campaign"]["id"]
        await self._ask("DELETE", f"{API}/{campaign}", self.gm)

    async def _ask(self, method: str, path: str, who: dict[str, str], body: Any = None, fine: Any = (429, 503)) -> Any:
        answer = await self.client.request(method, path, headers=who, json=body)
        if answer.status_code in fine:
            self.counted[f"answered {answer.status_code}"] += 1
            return {}
        return answer.raise_for_status().json() if answer.content else {}


async def soaking(trial: Trial, url: str, pid: int, minutes: float, pace: float) -> None:
    began, counted = time.perf_counter(), Counter[str]()
    until = began + 60 * minutes
    levels = list[tuple[float, float]]()

    async def look() -> None:
        while time.perf_counter() < until:
            levels.append(((time.perf_counter() - began) / 60, memory(pid)))
            console.print(f"{levels[-1][0]:5.1f} min {levels[-1][1]:7.1f} MB  {busy()}")
            await asyncio.sleep(min(60.0, 6 * minutes))

    async with seated(url, trial.tables) as wires, AsyncExitStack() as stack:
        rng = random.Random(1)
        players = [Player(*each, 2, random.Random(rng.random())) for each in zip(wires, trial.tables, strict=True)]
        guests = list[Guest]()
        for at in trial.tables[::5]:
            client = await stack.enter_async_context(http(url, at))
            guests.append(Guest(url, at, client, random.Random(rng.random())))
        await asyncio.gather(
            look(),
            *(each.at_pace(2 * pace, until) for each in players),
            *(each.go_on(10 * pace, until) for each in guests),
        )
        await all_told(trial.tables)
        for guest in guests:
            counted += guest.counted
        trial.count(60 * minutes, 0.0)
    third = max(1, len(levels) // 3)
    made = table(f"soak: {minutes:g} minutes", "", trial.version.name)
    for what, count in sorted((counted + trial.answers).items()):
        made.add_row(what, str(count))
    early, late = (sum(each for _, each in part) / len(part) for part in (levels[:third], levels[-third:]))
    made.add_row("memory, first and last third", f"{early:.1f}, {late:.1f} MB ({late / early:.2f})")
    told = trial.log.read_text("utf-8")
    made.add_row("lines in the server's log", str(len(told.splitlines())))
    console.print(made)
    if told:
        console.print(told[-2000:])


def soak(plan: Plan) -> None:
    for trial in plan.trials("actions")[-1:]:
        with trial.serving() as (url, pid):
            try:
                asyncio.run(soaking(trial, url, pid, plan.minutes, plan.pace))
            except (Exception, SystemExit):
                console.print(trial.log.read_text("utf-8")[-4000:], markup=False)
                raise


# ---------------------------------------------------------------- long log, short log


def long(plan: Plan) -> None:
    file, version = plan.folder / "long.db", plan.versions[-1]
    with quick_store(file) as store:
        short, longer = set_table(store, 1), set_table(store, 1)
        lengthen(store, short, 100)
        lengthen(store, longer, plan.entries)
    with version.serving(f"sqlite:///{file}", plan.folder / "long.log") as (url, _):
        asyncio.run(compare(url, short, longer, 150))


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
    async with watching(url, at, at.tokens[0], seen["seq"]) as socket:
        await socket.recv()


# ---------------------------------------------------------------- encounters judged meanwhile


def beside(plan: Plan) -> None:
    """The same tables on the same server, by turns: quiet, and while one more game master has a fight judged."""
    for version in plan.versions:
        both = plan.trial(version, "beside", plan.tables + 1, plan.clients)
        asking = both.tables.pop()
        judged, quiet = (
            Trial(Version(n, version.folder, version.data), "", both.log, both.tables) for n in ("judged", "quiet")
        )
        fought = Counter[str]()
        with both.serving() as (url, pid):
            for _ in range(plan.rounds):
                for trial in (quiet, judged):
                    asyncio.run(judged_meanwhile(plan, trial, url, pid, asking if trial is judged else None, fought))
        show(plan, "beside", [judged, quiet])
        console.print(f"{fought['fights']} fights in {fought['judgements']} judgements meanwhile")


async def judged_meanwhile(
    plan: Plan, trial: Trial, url: str, pid: int, asking: Table | None, fought: Counter[str]
) -> None:
    judging = asyncio.create_task(judge(url, asking, fought)) if asking is not None else None
    if judging is not None:
        while not fought["fights"]:  # the process has loaded the game
            await asyncio.sleep(0.1)
    await load(trial, url, pid, MIX, plan.pace, plan.seconds / plan.rounds)
    if judging is not None:
        judging.cancel()
        with suppress(asyncio.CancelledError):
            await judging


async def judge(url: str, at: Table, fought: Counter[str]) -> None:
    """One judgement after the other, read as they come."""
    seeds = random.Random(0)
    async with http(url, at) as client:
        while True:
            body = {"fights": 1000, "seed": seeds.getrandbits(31)}
            asked = client.stream("POST", f"{API}/{at.campaign}/judge", json=body, headers=cookies(at.tokens[0]))
            async with asked as answer:
                if answer.status_code == 429:
                    await asyncio.sleep(1)
                    continue
                before = 0
                async for line in answer.aiter_lines():
                    now = sum(each["fights"] for each in msgspec.json.decode(line)["fights"])
                    fought["fights"] += now - before
                    before = now
            fought["judgements"] += 1


# ---------------------------------------------------------------- several processes


def processes(plan: Plan) -> None:
    assert plan.postgres is not None
    for version in plan.versions:
        trials = [plan.trial(version, "processes", plan.tables, plan.clients, workers) for workers in (1, 2, 4)]
        for trial, workers in zip(trials, (1, 2, 4), strict=True):
            trial.version = Version(f"{version.name}, {workers}", version.folder, version.data)
            with trial.serving() as (url, pid):
                for _ in range(plan.rounds):
                    asyncio.run(load(trial, url, pid, MIX, 0.0, plan.seconds / plan.rounds))
                console.print(f"{trial.version.name}: {len(family(pid))} processes, {memory(pid):.0f} MB")
        show(plan, "processes", trials)


# ---------------------------------------------------------------- all of it


@contextmanager
def databases() -> Iterator[Any]:
    """Databases of a PostgreSQL server of one's own, made when their address is asked for."""
    sys.path.insert(0, str(HERE))
    from tests.table.postgres import binaries
    from tests.table.postgres import running as postgres

    programs = binaries()
    if programs is None:
        raise SystemExit("PostgreSQL is not installed")
    with postgres(programs, sync=True) as server:

        def made(name: str) -> str:
            with psycopg.connect(server.url, autocommit=True) as link:
                link.execute(f'CREATE DATABASE "{name}"'.encode())
            return server.url.replace("/postgres?", f"/{name}?")

        yield made


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("what", nargs="*", help=f"of {', '.join(KINDS)}; without any: {', '.join(USUAL)}")
    options.add_argument("--before", type=Path, metavar="FOLDER", help="a checkout of an older version")
    options.add_argument("--postgres", action="store_true", help="on a PostgreSQL server of its own")
    options.add_argument("--workers", type=int, default=1, help="server processes, on PostgreSQL")
    options.add_argument("--tables", type=int, default=50)
    options.add_argument("--clients", type=int, default=6, help="at each table")
    options.add_argument("--seconds", type=float, default=60, help="of each measure")
    options.add_argument("--rounds", type=int, default=3, help="in which versions take turns")
    options.add_argument("--pace", type=float, default=0.5, help="seconds between two commands of a table")
    options.add_argument("--entries", type=int, default=50_000, help="of the long log")
    options.add_argument("--sockets", type=int, default=2000, help="that are idle")
    options.add_argument("--minutes", type=float, default=20, help="of the soak")
    given = options.parse_args()
    asked = given.what or list(USUAL)
    if set(asked) - set(KINDS):
        options.error(f"there is no {', '.join(sorted(set(asked) - set(KINDS)))}")
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        needs = given.postgres or given.workers > 1 or "processes" in asked
        postgres = stack.enter_context(databases()) if needs else None
        checkouts = [("before", given.before), ("now", HERE)] if given.before else [("now", HERE)]
        versions = tuple(Version(each, where.resolve(), folder / each) for each, where in checkouts)
        for what in asked:
            on = postgres if given.postgres or given.workers > 1 or what == "processes" else None
            sizes = given.tables, given.clients, given.seconds, given.pace, given.rounds
            rest = given.entries, given.sockets, given.minutes, versions, folder, on, given.workers
            plan = Plan(*sizes, *rest)
            if what in ("mix", "actions", "ceiling"):
                by_turns(plan, plan.trials(what), what, 0.0 if what == "ceiling" else plan.pace)
            else:
                others = {"overload": overload, "idle": idle, "soak": soak, "long": long}
                {**others, "beside": beside, "processes": processes}[what](plan)


if __name__ == "__main__":
    main()
