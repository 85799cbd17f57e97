"""More than can be done: who comes too late is told so at once, what was accepted is done, and nothing twice."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import httpx
import pytest
from litestar import Litestar
from litestar.testing import TestClient

from tablee.web import limits
from tablee.web.app import create_app
from tablee.web.limits import Watched
from tablee.web.refusals import No
from tablee.web.server import Server
from tablee.web.settings import Settings

from .devices import API, Device
from .test_campaigns import no

MOST = 5


@pytest.fixture
def small(arena_installed: None) -> Iterator[TestClient[Litestar]]:
    """A server that takes few commands at once."""
    with TestClient(create_app(Settings(commands=MOST))) as http:
        yield http


@contextmanager
def nothing_written(http: TestClient[Litestar]) -> Iterator[Server]:
    """The disk is busy: whatever is given waits."""
    server: Server = http.app.state.server
    with server.store.writer._one:
        yield server


def test_past_a_depth_the_next_is_refused_at_once_and_all_that_was_accepted_is_done(
    small: TestClient[Litestar],
) -> None:
    gm = Device(small).create()
    gm.do("say", text="Bonsoir.")  # its seat is known from now on

    def say(n: int) -> httpx.Response:
        body = {"id": f"say-{n}", "command": {"do": "say", "text": f"Ligne {n}"}}
        headers = {"X-Tablee": "1", "Accept-Language": "fr", **gm.cookie}
        return small.post(f"{API}/campaigns/{gm.campaign}/commands", json=body, headers=headers)

    with ThreadPoolExecutor(MOST) as players:
        with nothing_written(small) as server:
            given = [players.submit(say, n) for n in range(MOST)]
            while server.commands.inside < MOST:
                time.sleep(0.005)
            began = time.perf_counter()
            late = [say(n) for n in range(MOST, MOST + 3)]
            assert time.perf_counter() - began < 5
            assert not any(each.done() for each in given)
        assert [each.result().status_code for each in given] == [201] * MOST
    for answer in late:
        assert "débordé" in no(answer, 503, "busy") and 2 <= int(answer.headers["retry-after"]) <= 4
    said = [event["pieces"] for entry in gm.get("~/log") for event in entry["events"] if entry["kind"] == "say"]
    assert len(said) == MOST + 1
    again = [say(n) for n in range(MOST + 3)]  # all of them are sent again under their ids, as the page does
    assert [answer.json()["repeated"] for answer in again] == [True] * MOST + [False] * 3
    assert len([1 for entry in gm.get("~/log") if entry["kind"] == "say"]) == MOST + 4


def test_who_sits_nowhere_or_is_refused_takes_nobodys_place(small: TestClient[Litestar]) -> None:
    gm = Device(small).create()
    stranger = Device(small)
    stranger.campaign = gm.campaign
    for _ in range(2 * MOST):
        no(stranger.command({"do": "say", "text": "Et moi ?"}), 401, "sign_in")
        no(gm.command({"do": "act", "action": {}}), 409, "fault")
    assert small.app.state.server.commands.inside == 0
    gm.do("say", text="Bonsoir.")


def test_looking_goes_on_while_commands_are_refused(small: TestClient[Litestar]) -> None:
    gm = Device(small).create()
    small.app.state.server.commands.inside = MOST
    no(gm.command({"do": "say", "text": "Allô ?"}), 503, "busy")
    assert gm.get("~/table")["seq"] == 1


def test_a_loop_that_is_late_lets_few_in_until_it_has_caught_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "TICK", 0.5)

    async def late() -> None:
        gate = Watched(100, 2)
        watching = asyncio.create_task(gate.watching())
        await asyncio.sleep(0)
        gate.inside = gate.most // 10
        gate.check()
        time.sleep(limits.TICK + 2 * limits.LATE)
        for _ in range(5):  # turns of the loop
            await asyncio.sleep(0)
        with pytest.raises(No):
            gate.check()
        gate.inside -= 1
        gate.check()  # it is not those inside that make it late
        gate.inside += 1
        while gate.full:
            await asyncio.sleep(0.05)
        watching.cancel()

    asyncio.run(asyncio.wait_for(late(), 60))
