"""`make crash`: a server under load is killed at random moments, again and again, and nothing it promised is lost.

Clients of several tables give commands from many threads, so that many are written together. The server process gets
SIGKILL, now and then PostgreSQL with it; it is started again, clients send again what was not acknowledged, and the log
is read from the database: every acknowledged command is there under its number, none is there twice, numbers have no
gap, and every stored state is the one a model of a few lines expects after that entry.

The server notes on the side what it is writing together, to tell afterwards in what it was killed.

    python -m tests.table.crash [--sqlite 300] [--postgres 100] [--seed N]
"""

from __future__ import annotations

import argparse
import hashlib
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import msgspec
from sqlalchemy import select

from tablee.table import commands as c
from tablee.table import dumps
from tablee.table.models import campaigns, entries, pictures
from tablee.table.store import Store
from tablee.web.seats import COOKIE

from .painting import numbered
from .postgres import Postgres, binaries, running

SERVE = """
import os, sys
from tablee.cli import main
from tablee.table.writer import Writer

notes, together = os.open(sys.argv.pop(1), os.O_WRONLY | os.O_CREAT | os.O_APPEND), Writer._together

def noted(self, jobs):
    os.write(notes, b"%d %d\\n" % (len(jobs), len({job.campaign for job in jobs})))
    together(self, jobs)
    os.write(notes, b"written\\n")

Writer._together = noted
sys.exit(main())
"""
TABLES = 4
LONGEST = 1.0  # seconds of load before a kill, at most
UPLOADED = 0.05  # how many of the game master's commands are pictures: a device may send only so many
POSTGRES_TOO = 5  # one kill in so many takes PostgreSQL along


@dataclass
class Seen:
    """What was heard at a table from the clients' side, over all the server's lives."""

    acknowledged: dict[str, int] = field(default_factory=dict)  # by the client's id, the number of the entry
    refused: set[str] = field(default_factory=set)
    open: dict[str, tuple[str, dict[str, Any]]] = field(default_factory=dict)  # sent and never answered: by whom, what
    wrong: list[str] = field(default_factory=list)  # answers that should never come
    repeated: int = 0  # sent again, and found to have been done already
    lock: threading.Lock = field(default_factory=threading.Lock)


@dataclass
class Model:
    """What must stand after each entry: the title, and what somebody is known as."""

    title: str
    known_as: dict[int, str] = field(default_factory=dict)  # after each thing done
    parents: dict[int, int] = field(default_factory=dict)
    at: int = 1

    def follow(self, row: Any) -> tuple[str, str]:
        command = msgspec.json.decode(row.command)
        if row.kind == "rename":
            self.title = command["title"]
        elif row.kind == "undo":
            self.at = self.parents[entries_of(row)[0]]
        elif row.kind == "redo":
            self.at = entries_of(row)[0]
        elif row.parent is not None:
            assert row.parent == self.at, f"{row.seq}: parent {row.parent}, not {self.at}"
            self.known_as[row.seq] = command["known_as"] if row.kind == "hide" else self.known_as.get(self.at, "")
            self.parents[row.seq], self.at = row.parent, row.seq
        return self.title, self.known_as.get(self.at, "")


def entries_of(row: Any) -> list[int]:
    """The entries an undo or a redo speaks of."""
    facts: dict[str, Any] = dict(msgspec.json.decode(row.told)[0]["event"]["facts"])
    found: list[int] = facts["entries"]
    return found


class Table:
    """One campaign: its clients, what they heard, and how far its log was checked."""

    def __init__(self, store: Store, number: int) -> None:
        gm = store.create("fluid", "Banc de choc", "Meneuse")
        self.campaign = store.campaign_of(gm.id)
        draft = f"d{store.command(self.campaign, gm.id, c.NewDraft(at_random=True)).seq}"
        store.command(self.campaign, gm.id, c.FinishDraft(draft))
        self.who = next(iter(store.state_at(self.campaign, store.campaign(self.campaign).last).desk.names))
        _, secret = store.members.invite(self.campaign, gm.id)
        players = [store.members.join(secret, f"Joueur {n}") for n in range(2)]
        self.tokens = []
        for member in (gm, *players):
            self.tokens.append(store.members.new_device())
            store.members.seat(self.tokens[-1], member.id)
        self.number, self.seen, self.ids = number, Seen(), 0
        self.checked, self.model = 0, Model("Banc de choc")
        self.found: dict[str, int] = {}  # by the client's id, the entry in the log
        self.sent: list[str] = []  # pictures that were acknowledged

    def next_command(self, gm: bool, rng: random.Random) -> tuple[str, dict[str, Any]]:
        with self.seen.lock:
            self.ids += 1
            id = f"t{self.number}-{self.ids}"
        if not gm:
            return id, rng.choice([{"do": "say", "text": id}, {"do": "roll", "formula": "3d6", "note": id}])
        kind = rng.choice(("hide", "hide", "hide", "rename", "undo", "redo", "set_portrait"))
        if rng.random() < UPLOADED:
            kind = "upload"
        face = {"who": self.who, "picture": rng.choice(self.sent[-5:] or [""])}
        more = {
            "hide": {"who": self.who, "known_as": id},
            "rename": {"title": id},
            "undo": {"confirm": True},
            "set_portrait": face,
        }
        return id, {"do": kind, **more.get(kind, {})}

    # ------------------------------------------------------------ checking

    def check(self, store: Store) -> None:
        """What came into the log since it was checked last."""
        with store.database.reading() as connection:
            row = connection.execute(select(campaigns).where(campaigns.c.id == self.campaign)).one()
            new = (entries.c.campaign == self.campaign) & (entries.c.seq > self.checked)
            rows = connection.execute(select(entries).where(new).order_by(entries.c.seq)).all()
            here = select(pictures.c.digest, pictures.c.large, pictures.c.small).where(
                pictures.c.campaign == self.campaign
            )
            bytes_of = {each.digest: each.large + each.small for each in connection.execute(here)}
        assert [each.seq for each in rows] == list(range(self.checked + 1, row.last + 1)), "a gap in the log"
        for each in rows:
            self._check_entry(store, each)
        self.checked = row.last
        assert row.at == self.model.at
        assert row.title == self.model.title
        for id, seq in self.seen.acknowledged.items():
            assert self.found.get(id) == seq, f"{id} was acknowledged as {seq}; in the log: {self.found.get(id)}"
        assert not self.seen.refused & self.found.keys(), "a refused command is in the log"
        assert not self.seen.wrong
        named = {picture.digest for picture in store.state_at(self.campaign, row.last).desk.pictures.values()}
        assert named == bytes_of.keys(), "a picture without its bytes, or bytes of none"
        assert all(hashlib.sha256(data).hexdigest() == digest for digest, data in bytes_of.items())

    def _check_entry(self, store: Store, row: Any) -> None:
        if row.client is not None:
            assert row.client not in self.found, f"{row.client} is there twice"
            assert row.client in self.seen.acknowledged or row.client in self.seen.open, f"nobody sent {row.client}"
            self.found[row.client] = row.seq
        expected = self.model.follow(row)
        state = store.state_at(self.campaign, row.seq)
        veil = state.play.veils.get(self.who)
        stands = state.desk.title, veil.known_as if veil is not None else ""
        assert stands == expected, f"after {row.seq} ({row.kind}): {stands}, not {expected}"


class Client(threading.Thread):
    """One device that gives commands until the server is gone."""

    def __init__(
        self, url: str, table: Table, token: str, gm: bool, rng: random.Random, ready: threading.Barrier
    ) -> None:
        super().__init__(daemon=True)
        self.table, self.token, self.gm, self.rng, self.ready = table, token, gm, rng, ready
        headers = {"X-Tablee": "1", "Cookie": f"{COOKIE}={token}"}
        self.http = httpx.Client(base_url=f"{url}/api/v1/campaigns/{table.campaign}", headers=headers, timeout=30)

    def run(self) -> None:
        with self.http:
            self.ready.wait(60)
            while self.send(*self.table.next_command(self.gm, self.rng)):
                pass

    def send(self, id: str, command: dict[str, Any]) -> bool:
        """Whether the server was still there to answer."""
        seen = self.table.seen
        with seen.lock:
            seen.open[id] = self.token, command
        try:
            answer = self.given(id, command)
            while answer.status_code in (429, 503):  # too often, or too many at once
                time.sleep(0.2)
                answer = self.given(id, command)
        except httpx.TransportError:
            return False
        with seen.lock:
            del seen.open[id]
            if answer.status_code == 201:
                seen.acknowledged[id] = answer.json()["seq"]
                seen.repeated += answer.json().get("repeated", False)
                if command["do"] == "upload":
                    self.table.sent.append(answer.json()["id"])
            elif answer.status_code in (404, 409):  # it does not fit: nothing to take back, nobody to be known
                seen.refused.add(id)
            else:
                seen.wrong.append(answer.text)
        return True

    def given(self, id: str, command: dict[str, Any]) -> httpx.Response:
        if command["do"] == "upload":
            return self.http.post(f"/pictures?id={id}", content=numbered(int(id.split("-")[1])))
        return self.http.post("/commands", json={"id": id, "command": command})


class Trial:
    """A database, its tables, and a server that is killed."""

    def __init__(
        self, url: str, rng: random.Random, say: Callable[[str], None], postgres: Postgres | None = None
    ) -> None:
        self.url, self.rng, self.say, self.postgres = url, rng, say, postgres
        self.figures: Counter[str] = Counter()
        handle, notes = tempfile.mkstemp(prefix="tablee-crash-")
        os.close(handle)
        self.notes = Path(notes)
        store = Store(url)
        self.tables = [Table(store, number) for number in range(TABLES)]
        store.close()

    def run(self, kills: int) -> Counter[str]:
        for n in range(1, kills + 1):
            with served(self.url, self.notes) as (process, address):
                self.retry(address)
                self.check()
                self.load(process, address)
            self.noted()
            if self.postgres is not None and n % POSTGRES_TOO == 0:
                self.postgres.crash()
                self.postgres.start()
                self.figures["PostgreSQL crashed too"] += 1
            self.figures["kills"] += 1
            if n % 10 == 0 or n == kills:
                self.say(f"{n} / {kills}: {dict(self.figures)}")
        with served(self.url, self.notes) as (_, address):
            self.retry(address)
            self.check()
        self.check_again()
        self.notes.unlink()
        return self.figures

    def retry(self, address: str) -> None:
        """What was never answered is sent again under its own id: the first answer, or done now; never both."""
        for table in self.tables:
            for id, (token, command) in list(table.seen.open.items()):
                client = Client(address, table, token, False, self.rng, threading.Barrier(1))
                with client.http:
                    assert client.send(id, command), "the server is gone, and nobody killed it"

    def load(self, process: subprocess.Popen[str], address: str) -> None:
        ready = threading.Barrier(TABLES * 4 + 1)
        clients = []
        for table in self.tables:
            for token, gm in zip([table.tokens[0], *table.tokens], (True, True, False, False), strict=True):
                clients.append(Client(address, table, token, gm, random.Random(self.rng.random()), ready))
        for client in clients:
            client.start()
        ready.wait(60)
        time.sleep(self.rng.random() * LONGEST)
        process.kill()
        for client in clients:
            client.join(60)
            assert not client.is_alive()
        self.figures["under way when killed"] += sum(len(table.seen.open) for table in self.tables)

    def noted(self) -> None:
        """What was being written when the server was killed."""
        lines = self.notes.read_text().splitlines()
        self.notes.write_text("")
        together = [(int(jobs), int(tables)) for jobs, tables in (line.split() for line in lines if line != "written")]
        most = max(jobs for jobs, _ in together)
        self.figures["most written together"] = max(most, self.figures["most written together"])
        if lines[-1] != "written":
            jobs, tables = together[-1]
            self.figures["killed while writing"] += 1
            self.figures["killed while writing several commands"] += jobs > 1
            self.figures["killed while writing at several tables"] += tables > 1

    def check(self) -> None:
        store = Store(self.url)
        for table in self.tables:
            table.check(store)
        store.close()
        self.figures["acknowledged"] = sum(len(table.seen.acknowledged) for table in self.tables)
        self.figures["of those under way, done"] = sum(table.seen.repeated for table in self.tables)

    def check_again(self) -> None:
        """The whole log from its start."""
        for table in self.tables:
            table.checked, table.found, table.model = 0, {}, Model("Banc de choc")
        self.check()


@contextmanager
def served(url: str, notes: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """`tablee serve` in a process of its own, and its address."""
    command = [sys.executable, "-c", SERVE, str(notes), "serve", "--port", "0", "--database", url]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        address = line[line.index("http") :].strip().rstrip("/")
        for _ in range(1200):
            try:
                httpx.get(f"{address}/api/v1/health").raise_for_status()
                break
            except httpx.HTTPError:
                time.sleep(0.05)
        yield process, address
    finally:
        process.kill()
        process.wait(60)


def on_sqlite(kills: int, rng: random.Random, say: Callable[[str], None] = print) -> Counter[str]:
    with tempfile.TemporaryDirectory(prefix="tablee-crash-") as folder:
        file = Path(folder) / "tablee.db"
        figures = Trial(f"sqlite:///{file}", rng, say).run(kills)
        dumps.check_copy(file)
        return figures


def on_postgres(kills: int, rng: random.Random, programs: Path, say: Callable[[str], None] = print) -> Counter[str]:
    with running(programs, sync=True) as postgres:
        return Trial(postgres.empty(), rng, say, postgres).run(kills)


def main() -> None:
    parser = argparse.ArgumentParser(description="Kill the server at random moments and look whether anything is lost.")
    parser.add_argument("--sqlite", type=int, default=300, metavar="KILLS")
    parser.add_argument("--postgres", type=int, default=100, metavar="KILLS")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    args = parser.parse_args()
    print(f"seed {args.seed}", flush=True)
    if args.sqlite:
        print("SQLite", flush=True)
        on_sqlite(args.sqlite, random.Random(args.seed), lambda line: print(line, flush=True))
    if args.postgres:
        print("PostgreSQL", flush=True)
        programs = binaries()
        if programs is None:
            sys.exit("PostgreSQL is not installed")
        on_postgres(args.postgres, random.Random(args.seed), programs, lambda line: print(line, flush=True))
    print("nothing lost, nothing twice, nothing half")


if __name__ == "__main__":
    main()
