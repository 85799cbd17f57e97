"""Devices that talk to a server, in this process or another, and a server in a process of its own."""

from __future__ import annotations

import itertools
import json
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import httpx
import msgspec
from msgspec.structs import replace
from websockets.sync.client import ClientConnection, connect

from tablee.kernel.sentence import Pieces, text
from tablee.web.seats import COOKIE
from tablee.web.settings import Rate, Rates, Settings

API = "/api/v1"
SERVE = """
import sys, msgspec
from tablee.web import serving
from tablee.web.settings import Settings
listening = serving.bound("127.0.0.1", 0)
print(f"http://127.0.0.1:{listening.getsockname()[1]}/", flush=True)
serving.run(msgspec.json.decode(sys.argv[1], type=Settings), listening)
"""
TABLEE = "import sys; from tablee.cli import main; sys.exit(main())"
FREE = Rate(10**9, 10**9)
NO_LIMITS = Rates(*[FREE] * len(Rates.__struct_fields__))
IDS = itertools.count(1)


class Device:
    """A browser, or something like it: it keeps its cookie, and sends what our own page would send."""

    def __init__(self, http: httpx.Client, lang: str = "fr") -> None:
        self.http, self.lang = http, lang
        self.token = self.campaign = self.member = ""

    def ask(self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None) -> httpx.Response:
        """One request to the API; `path` may begin with ~ for the campaign this device sits at."""
        self.http.cookies.clear()
        sent = {"X-Tablee": "1", "Accept-Language": self.lang, **self.cookie, **(headers or {})}
        content = None if body is None else json.dumps(body)
        answer = self.http.request(method, API + self.path(path), content=content, headers=sent)
        self.token = answer.cookies.get(COOKIE, self.token)
        return answer

    @property
    def cookie(self) -> dict[str, str]:
        return {"Cookie": f"{COOKIE}={self.token}"} if self.token else {}

    def path(self, path: str) -> str:
        return path.replace("~", f"/campaigns/{self.campaign}", 1)

    def get(self, path: str, **query: Any) -> Any:
        """What there is to read; the request must be answered."""
        pairs = "&".join(f"{key}={value}" for key, value in query.items())
        answer = self.ask("GET", f"{path}?{pairs}" if pairs else path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def do(self, do: str, **fields: Any) -> Any:
        """A command that must be accepted."""
        answer = self.command({"do": do, **fields})
        assert answer.status_code == 201, answer.text
        return answer.json()

    def command(self, command: dict[str, Any], id: str = "") -> httpx.Response:
        return self.ask("POST", "~/commands", {"id": id or f"test-{next(IDS)}", "command": command})

    def send(self, data: bytes, id: str = "") -> httpx.Response:
        """A picture, as a device sends it: bytes alone."""
        sent = {"X-Tablee": "1", "Content-Type": "application/octet-stream", **self.cookie}
        return self.http.post(f"{API}{self.path('~/pictures')}?id={id}", content=data, headers=sent)

    # ------------------------------------------------------------ sitting down

    def create(self, game: str = "arena", name: str = "Marie", **fields: Any) -> Device:
        return self._sits(self.ask("POST", "/campaigns", {"game": game, "name": name, **fields}))

    def invite(self, **fields: Any) -> str:
        """The secret of a new invitation."""
        answer = self.ask("POST", "~/invitations", fields)
        assert answer.status_code == 201, answer.text
        secret: str = answer.json()["secret"]
        return secret

    def join(self, secret: str, name: str, **fields: Any) -> Device:
        return self._sits(self.ask("POST", "/join", {"secret": secret, "name": name, **fields}))

    def _sits(self, answer: httpx.Response) -> Device:
        assert answer.status_code == 201, answer.text
        self.campaign, self.member = answer.json()["campaign"]["id"], answer.json()["member"]["id"]
        return self

    def character(self, name: str) -> str:
        """Somebody new, made and played by this member."""
        draft = f"d{self.do('new_draft')['seq']}"
        self.do("edit_draft", draft=draft, fields={"nom": name})
        self.do("finish_draft", draft=draft)
        return next(one["made"] for one in self.get("~/table")["table"]["drafts"] if one["id"] == draft)

    # ------------------------------------------------------------ listening to another process

    def live(self, source: str = "", **query: Any) -> ClientConnection:
        """A WebSocket; `source`: where a proxy would say that it comes from."""
        pairs = "&".join(f"{key}={value}" for key, value in query.items())
        address = f"{str(self.http.base_url).rstrip('/')}{API}{self.path('~/live')}?{pairs}"
        headers = {**self.cookie, **({"X-Forwarded-For": source} if source else {})}
        return connect(address.replace("http", "ws", 1), additional_headers=headers, proxy=None)


def heard(socket: ClientConnection, *kinds: str, timeout: float = 30) -> dict[str, Any]:
    """The next message of one of these kinds, or of any."""
    while True:
        message: dict[str, Any] = json.loads(socket.recv(timeout))
        if not kinds or message["type"] in kinds:
            return message


def read(told: Mapping[str, Any]) -> str:
    """The sentence of an event or a question, its pieces joined."""
    return text(msgspec.convert(told["pieces"], Pieces))


def heard_until(socket: ClientConnection, seq: int) -> list[dict[str, Any]]:
    """The entries up to this number."""
    entries = []
    while not entries or entries[-1]["seq"] < seq:
        entries.append(heard(socket, "entry"))
    return entries


@contextmanager
def server(settings: Settings) -> Iterator[str]:
    """A server with these settings in a process of its own, and its address; in a file, as every server keeps it: one
    in memory has one connection for all its threads."""
    with tempfile.TemporaryDirectory() as folder:
        if settings.database == "sqlite://":
            settings = replace(settings, database=f"sqlite:///{folder}/tablee.db")
        with running([sys.executable, "-c", SERVE, msgspec.json.encode(settings).decode()]) as url:
            yield url


@contextmanager
def tablee_serve(*options: str) -> Iterator[str]:
    """`tablee serve`, and its address."""
    with running([sys.executable, "-c", TABLEE, "serve", "--port", "0", *options]) as url:
        yield url


@contextmanager
def running(command: list[str]) -> Iterator[str]:
    with started(command) as (url, _):
        yield url


@contextmanager
def started(command: list[str]) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """A server process, and its address, once it answers."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        found = re.search(r"http://\S+(?=/)", process.stdout.readline())
        assert found is not None
        answering(found[0])
        yield found[0], process
    finally:
        process.terminate()
        process.wait(60)


def answering(url: str) -> None:
    """Wait until a server answers."""
    for _ in range(600):
        try:
            httpx.get(f"{url}{API}/health")
            return
        except httpx.TransportError:
            time.sleep(0.05)
    raise AssertionError(f"{url} does not answer")
