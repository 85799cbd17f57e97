"""What comes with the last entry: how the table stands for whoever is told, as he would read it if he asked."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from table.test_random_campaigns import Random
from tablee.table.readings import Readings
from tablee.web.app import create_app
from tablee.web.settings import Settings

from .devices import API, NO_LIMITS, Device, read
from .test_hidden import OverTheWire

STEPS = 60


class Ear:
    """A client that only listens, and what it knows of the table."""

    def __init__(self, socket: Any) -> None:
        self.socket, self.seq, self.news = socket, 0, list[dict[str, Any]]()
        self.table: Any = None
        self.actions: dict[str, Any] = {}
        self.sheets: dict[str, Any] = {}

    def until(self, seq: int) -> list[dict[str, Any]]:
        """The entries up to this number."""
        self.news = []
        while self.seq < seq:
            message = json.loads(self.socket.receive_text())
            if message["type"] == "entry":
                self.seq = message["seq"]
                self.news.append(message)
                self.know(message.get("now", {}))
        return self.news

    def know(self, now: dict[str, Any]) -> None:
        if "table" in now:
            self.table, self.actions = now["table"], now.get("actions", {})
        self.sheets |= now.get("sheets", {})

    @property
    def readable(self) -> dict[str, Any]:
        """The sheets of those whose sheet may be read now."""
        return {one["id"]: self.sheets[one["id"]] for one in self.table["people"] if one.get("sheet")}

    def as_read_by(self, device: Device, **query: str) -> None:
        """It knows what one gets who asks."""
        if self.news:
            said = device.get("~/events", after=self.news[0]["seq"] - 1, limit=500, **query)
            assert [each["entry"] for each in self.news] == [each["entry"] for each in said[:-1]]
        assert self.table == device.get("~/table", **query)["table"]
        assert self.readable == device.get("~/sheets", **query)
        for who, actions in self.actions.items():
            assert actions == device.get(f"~/actions/{who}", **query)


@pytest.fixture
def windows() -> Iterator[ExitStack]:
    with ExitStack() as open_windows:
        yield open_windows


def listening(windows: ExitStack, http: TestClient[Litestar], device: Device, query: str = "") -> Ear:
    address = f"{API}{device.path('~/live')}{query}"
    ear = Ear(windows.enter_context(http.websocket_connect(address, headers=device.cookie)))
    assert json.loads(ear.socket.receive_text())["type"] == "hello"
    return ear


@pytest.mark.parametrize("seed", range(3))
def test_everybody_knows_at_every_moment_what_he_would_read(
    arena_installed: None, tmp_path: Path, windows: ExitStack, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Names, presence and sheets hidden and shown, fights, questions, undo: and nobody asks."""
    app: Litestar = create_app(Settings(f"sqlite:///{tmp_path}/tablee.db", rates=NO_LIMITS))
    http = windows.enter_context(TestClient(app))
    wire, rng = OverTheWire(http, windows), random.Random(seed)
    wire.store.rng = rng
    monkeypatch.setattr("table.test_random_campaigns.Sat", lambda store: wire)
    played = Random(wire.store, rng)
    everybody = [
        (wire.device(member), listening(windows, http, wire.device(member), "?after=0")) for member in wire.everybody
    ]
    screen = listening(windows, http, wire.device(wire.gm), "?after=0&view_as=anybody")
    for _ in range(STEPS):
        for device, ear in everybody:
            ear.until(wire.last)
            ear.as_read_by(device)
        screen.until(wire.last)
        screen.as_read_by(wire.device(wire.gm), view_as="anybody")
        played.step()


@pytest.fixture
def pit(gm: Device, luc: Device) -> None:
    """Krax, whom nobody plays, has the turn; Oru is Luc's."""
    gm.do("start_encounter", ready="fosse")
    gm.do("give", who="oru", member=luc.member)


def test_talk_carries_nothing_and_only_what_has_changed_is_told(
    http: TestClient[Litestar], windows: ExitStack, pit: None, gm: Device, luc: Device
) -> None:
    ear = listening(windows, http, luc)
    (said,) = ear.until(gm.do("say", text="Bonsoir")["seq"])
    assert said["now"] == {}
    (struck,) = ear.until(gm.do("act", action={"do": "frapper", "actor": "krax", "target": "oru"})["seq"])
    assert read(struck["now"]["table"]["open"]["awaited"][0]["question"]).startswith("Orumaque, Kraxifer frappe à")
    assert struck["now"]["sheets"].keys() == {"oru"} == struck["now"]["actions"].keys()  # nothing was told before
    (answered,) = ear.until(luc.do("answer", answer="non")["seq"])
    assert answered["now"]["sheets"].keys() == {"oru"}  # he was hit
    (passed,) = ear.until(luc.do("act", action={"do": "passer", "actor": "oru"})["seq"])
    assert passed["now"].keys() == {"table", "actions"}
    (taken_back,) = ear.until(gm.do("undo", confirm=True)["seq"])
    assert taken_back["now"].keys() == {"table", "actions"}
    ear.as_read_by(luc)


def test_who_was_away_is_told_with_the_last_entry_alone(
    http: TestClient[Litestar], windows: ExitStack, pit: None, gm: Device
) -> None:
    last = [gm.do("rename", title=f"Titre {n}")["seq"] for n in range(5)][-1]
    news = (ear := listening(windows, http, gm, "?after=1")).until(last)
    assert [each["seq"] for each in news if "now" in each] == [last]
    ear.as_read_by(gm)


def test_the_actions_are_those_one_has_before_oneself(
    http: TestClient[Litestar], windows: ExitStack, pit: None, gm: Device, luc: Device, eve: Device
) -> None:
    ears = [listening(windows, http, device) for device in (gm, luc, eve)]
    borrowed = listening(windows, http, gm, f"?view_as={luc.member}")

    def told(seq: int) -> list[set[str]]:
        for ear in (*ears, borrowed):
            ear.until(seq)
        return [set(ear.actions) for ear in (*ears, borrowed)]

    assert told(gm.do("rename", title="Un")["seq"]) == [{"krax"}, {"oru"}, set(), {"oru"}]
    assert told(gm.do("act", action={"do": "passer", "actor": "krax"})["seq"])[0] == {"oru"}  # Luc's, whose turn it is
    assert told(gm.do("end_encounter", keep=True)["seq"]) == [{"krax"}, {"oru"}, set(), {"oru"}]


def test_a_member_who_reads_another_language_is_told_anew_in_it(
    http: TestClient[Litestar], windows: ExitStack, pit: None, luc: Device
) -> None:
    ear = listening(windows, http, luc)
    luc.ask("PATCH", f"~/members/{luc.member}", {"lang": "en"})
    ear.until(luc.get("~")["campaign"]["last"])
    assert {each["text"] for each in ear.actions["oru"]} >= {"Watch", "Pass"}


def test_what_happened_is_told_though_it_cannot_be_told_how_the_table_stands(
    http: TestClient[Litestar], windows: ExitStack, pit: None, gm: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    ear = listening(windows, http, gm)
    with monkeypatch.context() as broken:
        broken.setattr("tablee.table.visibility.Eyes.legal", lambda eyes, who: 1 / 0)
        (told,) = ear.until(gm.do("rename", title="Un")["seq"])
    assert "now" not in told
    (told,) = ear.until(gm.do("say", text="Et maintenant ?")["seq"])
    assert told["now"]["table"]["title"] == "Un"
    ear.as_read_by(gm)


def test_who_sits_down_has_the_table_read_before_anybody_waits_for_it(
    http: TestClient[Litestar], windows: ExitStack, pit: None, gm: Device, luc: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An action that waits for an answer leaves the scene as it was: its entry is told with what was read before."""
    worked_out: list[Any] = []
    once = Readings.once

    def noted(readings: Readings, key: Any, work: Callable[[], Any]) -> Any:
        def working() -> Any:
            worked_out.append(key)
            return work()

        return once(readings, key, working)

    def offered() -> int:
        return sum(key[0] == "legal" and key[-1] == "oru" for key in worked_out)

    monkeypatch.setattr(Readings, "once", noted)
    ear = listening(windows, http, luc)
    deadline = monotonic() + 20
    while not offered() and monotonic() < deadline:
        sleep(0.01)
    assert (read_ahead := offered())
    (struck,) = ear.until(gm.do("act", action={"do": "frapper", "actor": "krax", "target": "oru"})["seq"])
    assert struck["now"]["actions"].keys() == {"oru"}
    assert offered() == read_ahead
    ear.as_read_by(luc)
