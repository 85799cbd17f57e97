"""The machine plays a creature at a table: in a process beside the server, as a game master would."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest
from litestar.testing import TestClient

from tablee.web import app
from tablee.web.machine import Machines
from tablee.web.settings import Settings

from .devices import NO_LIMITS, Device


class Quick(Machines):
    """One that does not leave anybody time to read."""

    def __init__(self, store: Any, judges: Any) -> None:
        super().__init__(store, judges, pace=0.0)


@pytest.fixture
def client(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient[Any]]:
    monkeypatch.setattr(app, "Machines", Quick)
    with TestClient(app.create_app(Settings(f"sqlite:///{tmp_path}/t.db", rates=NO_LIMITS, beat=0.2))) as client:
        yield client


def turn(device: Device) -> tuple[str, ...]:
    encounter = device.get("~/table")["table"]["encounter"]
    return tuple(encounter["turn"]) if encounter else ()


def test_it_goes_on_until_it_is_told_to_stop_and_what_it_did_can_be_taken_back(client: TestClient[Any]) -> None:
    gm = Device(client).create("fluid")
    luc = Device(client).join(gm.invite(), "Luc")
    gm.do("start_encounter", ready="demo", begin=True)
    people = [each["id"] for each in gm.get("~/table")["table"]["people"]]
    for who in people:
        gm.do("let_play", who=who, on=True)

    def acted() -> list[dict[str, Any]]:
        return [each for each in luc.get("~/log", limit=200) if each.get("kind") in ("act", "answer")]

    end = time.monotonic() + 60
    while len(acted()) < 6:
        assert time.monotonic() < end, "the machine does not play"
        time.sleep(0.05)
    for who in people:
        gm.do("let_play", who=who, on=False)
    time.sleep(0.5)  # for what was on its way
    done = acted()
    time.sleep(0.5)
    assert acted() == done, "it plays on though it was told to stop"
    assert all(each["member"] == gm.member for each in done) and any(each.get("events") for each in done)
    assert "machine" not in str(luc.get("~/log", limit=200)) and "machine" not in str(luc.get("~/table"))
    gm.do("undo", confirm=True)
    gm.do("let_play", who=people[0], on=False)
    assert luc.get("~/log", limit=200)[-2].get("undoes"), "taken back as anything is"
    assert turn(gm)
