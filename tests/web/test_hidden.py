"""Nothing hidden in any byte that is sent: random campaigns played over HTTP, everybody listening.

The campaign and what must be hidden in it are those of the table's own test; here every command goes through the API,
and what is looked through is what came over the wire: answers, refusals, and messages of WebSockets.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import msgspec
import pytest
from litestar import Litestar
from litestar.testing import TestClient

from table.conftest import Sat
from table.test_random_campaigns import Random
from tablee.kernel.sentence import Speaker
from tablee.table import commands as c
from tablee.table.refusal import Refused
from tablee.table.state import Member, onlooker
from tablee.table.store import Accepted, Store
from tablee.web.app import create_app
from tablee.web.settings import Settings

from .devices import API, NO_LIMITS, Device

STEPS = 40


class Answered(Refused):
    """A refusal as it came."""

    def __init__(self, text: str, rule: str, key: str) -> None:
        super().__init__(key, rule=rule)
        self.text = text

    def say(self, speaker: Speaker) -> str:
        return self.text


class OverTheWire(Sat):
    """The same table, every command sent by a device; all that comes back is kept until it was looked through."""

    def __init__(self, http: TestClient[Litestar], windows: ExitStack) -> None:
        self.http, self.devices = http, dict[str, Device]()
        self.came: list[tuple[Member, bytes]] = []
        self.sockets: dict[str, Any] = {}
        store: Store = http.app.state.server.store
        super().__init__(store)
        for member in self.everybody:
            device = self.device(member)
            self.sockets[member.id] = windows.enter_context(
                http.websocket_connect(f"{API}{device.path('~/live')}?after=0", headers=device.cookie)
            )

    def device(self, member: Member) -> Device:
        if member.id not in self.devices:
            device = self.devices[member.id] = Device(self.http)
            device.token, device.campaign, device.member = self.store.members.new_device(), self.id, member.id
            self.store.members.seat(device.token, member.id)
        return self.devices[member.id]

    def do(self, who: Member, command: c.Command, client: str = "") -> Accepted:
        answer = self.device(who).command(msgspec.to_builtins(command), client)
        self.came.append((who, answer.content))
        if answer.status_code != 201:
            assert answer.status_code < 500, answer.text
            raise Answered(answer.json()["text"], answer.json()["rule"], answer.json()["key"])
        done = answer.json()
        with self.store.reading(self.id) as log:
            (kept,) = log.page(done["seq"] - 1, None, 1)
        eyes = self.store.eyes(self.id, who.id)[1]
        return Accepted(done["seq"], kept, eyes, done["repeated"])

    def send_picture(self, who: Member, data: bytes) -> str:
        answer = self.device(who).send(data)
        assert answer.status_code == 201, answer.text
        id: str = answer.json()["id"]
        return id

    def picture(self, who: Member, id: str, at: int | None = None) -> bytes | None:
        answer = self.device(who).ask("GET", f"~/pictures/{id}")
        assert answer.status_code in (200, 404), answer.text
        self.came.append((who, answer.content if answer.status_code == 404 else b""))
        return answer.content if answer.status_code == 200 else None

    def look(self, member: Member, path: str, body: Any = None) -> Any:
        answer = self.device(member).ask("GET" if body is None else "POST", path, body)
        assert answer.status_code < 500, answer.text
        self.came.append((member, answer.content))
        return answer.json() if answer.status_code == 200 else None

    def listen(self, last: int) -> None:
        """What the WebSockets have said, up to this number."""
        for member in self.everybody:
            seq = 0
            while seq < last:
                data = self.sockets[member.id].receive_text()
                self.came.append((member, data.encode()))
                message = json.loads(data)
                seq = message["seq"] if message["type"] == "entry" else seq


class Wired(Random):
    """A random campaign over the wire."""

    def __init__(self, sat: OverTheWire, rng: random.Random) -> None:
        self.wire = sat
        super().__init__(sat.store, rng)

    def step(self) -> None:
        last = self.sat.last
        super().step()
        if self.sat.last > last:
            self.wire.listen(self.sat.last)
        self.shown_to_anybody()
        self.looked_through()

    def shown_to_anybody(self) -> None:
        """What the screen of the whole table is sent."""
        came = self.wire.came
        before, anybody = len(came), onlooker("fr")
        for path in ("table?", "sheets?", "log?limit=500&", "events?after=0&limit=500&"):
            assert self.wire.look(self.sat.gm, f"~/{path}view_as=anybody") is not None
        came[before:] = [(anybody, data) for _, data in came[before:]]

    def looked_through(self) -> None:
        state = self.sat.state
        for member, data in self.wire.came:
            self.nothing_hidden_in(member, data, state)
        self.wire.came.clear()

    def sent(self, member: Member) -> bytes:
        """Everything that can be asked for. Nobody is asked for by an id that is hidden: it would only be echoed."""
        look, came = self.wire.look, self.wire.came
        before = len(came)
        table = look(member, "~/table")["table"]
        look(member, "~/log?limit=500")
        look(member, "~/events?after=0&limit=500")
        look(member, "~/members")
        look(member, f"~/states/{self.rng.randint(1, self.sat.last)}")
        state = self.sat.state
        for who in [person["id"] for person in table["people"]]:
            look(member, f"~/sheets/{who}")
            look(member, f"~/characters/{who}")
            look(member, f"~/reach/{who}")
            look(member, f"~/notes/{who}")
            look(member, f"~/values/{who}")
            look(member, f"~/actions/{who}/frapper/words")
            offers = [offered for offered in look(member, f"~/actions/{who}") or () if not offered.get("closed")]
            for offered in offers:
                look(member, "~/odds", {"action": offered["action"]})
            look(member, "~/odds/many", {"of": [{"action": offered["action"]} for offered in offers[:40]]})
        look(member, "~/sheets")
        for question in range(2):
            look(member, "~/odds/answers", {"question": question})
        for draft in state.desk.sketches:
            look(member, f"~/drafts/{draft}")
        for encounter in look(member, "~/encounters"):
            look(member, f"~/encounters/{encounter['since']}")
        look(member, "~/search?words=zorbl")
        found = b"".join(data for who, data in came[before:] if who is member)
        del came[before:]
        return found


@pytest.fixture
def wire(arena_installed: None, tmp_path: Path) -> Iterator[OverTheWire]:
    app = create_app(Settings(f"sqlite:///{tmp_path}/tablee.db", rates=NO_LIMITS))
    with TestClient(app) as http, ExitStack() as windows:
        yield OverTheWire(http, windows)


@pytest.mark.parametrize("seed", range(3))
def test_nothing_hidden_is_in_any_byte_that_is_sent(
    wire: OverTheWire, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(seed)
    wire.store.rng = rng
    monkeypatch.setattr("table.test_random_campaigns.Sat", lambda store: wire)
    played = Wired(wire, rng)
    wire.listen(wire.last)
    played.looked_through()
    for _ in range(STEPS):
        played.step()
    with ExitStack() as windows:  # reconnection: the whole log again, as it may be seen now
        for member in wire.everybody:
            device = wire.device(member)
            path = f"{API}{device.path('~/live')}?after=0"
            wire.sockets[member.id] = windows.enter_context(wire.http.websocket_connect(path, headers=device.cookie))
        wire.listen(wire.last)
        played.looked_through()
