"""The WebSocket on a real server: what was missed first, then everything as it happens, in order."""

from __future__ import annotations

import asyncio
import json
import threading
from contextlib import ExitStack
from pathlib import Path
from time import monotonic
from typing import Any

import httpx
import pytest
from litestar import Litestar
from litestar.testing import TestClient
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from table.conftest import Sat
from tablee.kernel.typography import typeset
from tablee.table.commands import Say
from tablee.table.store import PAGE, Store
from tablee.web.live import QUEUED, Client, Hub
from tablee.web.seats import Seat
from tablee.web.threads import in_thread

from .devices import API, Device, heard, heard_until, read


@pytest.fixture
def gm(far: httpx.Client) -> Device:
    return Device(far).create("fluid")


@pytest.fixture
def luc(gm: Device) -> Device:
    return Device(gm.http).join(gm.invite(), "Luc")


def closed(socket: ClientConnection) -> int:
    """The code with which a link is closed, once it is."""
    with pytest.raises(ConnectionClosed) as end:
        while True:
            socket.recv(30)
    assert end.value.rcvd is not None
    return end.value.rcvd.code


def test_what_was_missed_comes_first_and_then_what_happens(gm: Device, luc: Device) -> None:
    for n in range(3):
        gm.do("say", text=f"avant {n}")
    with luc.live(after=0) as socket:
        hello = heard(socket)
        assert (hello["type"], hello["seq"], hello["member"]) == ("hello", 5, luc.member)
        assert [one["seq"] for one in heard_until(socket, 5)] == [1, 2, 3, 4, 5]
        done = gm.do("say", text="maintenant")
        told = heard(socket, "entry")
        assert told["seq"] == done["seq"] == 6
        assert read(told["entry"]["events"][0]) == typeset("Marie : maintenant")


def test_without_a_number_only_what_happens_is_told(gm: Device, luc: Device) -> None:
    with luc.live() as socket:
        heard(socket, "hello")
        gm.do("say", text="coucou")
        assert heard(socket, "entry")["seq"] == 3


def test_a_number_the_log_does_not_reach_says_that_it_was_restored(gm: Device) -> None:
    with gm.live(after=5000) as socket:
        assert heard(socket)["seq"] == 1
        gm.do("say", text="de nouveau")
        assert heard(socket, "entry")["seq"] == 2


def test_coming_back_with_the_last_number_loses_nothing_while_others_play_on(gm: Device, luc: Device) -> None:
    many = 60
    talking = threading.Thread(target=lambda: [gm.do("say", text=f"ligne {n}") for n in range(many)])
    talking.start()
    last, seen, wanted = 2, list[str](), 2 + many
    while last < wanted:
        with luc.live(after=last) as socket:  # a phone that loses its link every few messages
            for _ in range(7):
                if last < wanted:
                    told = heard(socket, "entry")
                    assert told["seq"] == last + 1
                    last += 1
                    seen += [read(event) for event in told["entry"]["events"]]
    talking.join()
    assert seen == [typeset(f"Marie : ligne {n}") for n in range(many)]


def test_who_was_away_for_long_gets_everything_by_and_by(http: TestClient[Litestar]) -> None:
    gm, store = Device(http).create(), http.app.state.server.store
    for n in range(PAGE + 30):
        store.command(gm.campaign, gm.member, Say(f"ligne {n}"))
    with http.websocket_connect(f"{API}{gm.path('~/live')}?after=0", headers=gm.cookie) as socket:
        numbers = []
        while len(numbers) < PAGE + 31:
            message = json.loads(socket.receive_text())
            numbers += [message["seq"]] if message["type"] == "entry" else []
    assert numbers == list(range(1, PAGE + 32))


def test_everybody_gets_the_same_order_and_each_what_is_his(gm: Device, luc: Device) -> None:
    with gm.live() as one, luc.live() as two:
        heard(one, "hello"), heard(two, "hello")
        gm.do("say", text="à tous")
        gm.do("roll", formula="1d6", seen="gm", note="secretissime")
        luc.do("say", text="moi aussi")
        first, second = heard_until(one, 5), heard_until(two, 5)
        assert [m["seq"] for m in first] == [m["seq"] for m in second] == [3, 4, 5]
        assert "secretissime" in json.dumps(first) and "secretissime" not in json.dumps(second)
        assert second[1]["entry"] == {"seq": 4}


def test_one_sees_who_is_there(gm: Device, luc: Device) -> None:
    with gm.live() as socket:
        assert heard(socket, "presence")["here"] == [gm.member]
        with luc.live() as other:
            both = sorted([gm.member, luc.member])
            assert heard(socket, "presence")["here"] == both
            assert heard(other, "presence")["here"] == both
        assert heard(socket, "presence")["here"] == [gm.member]


def test_who_is_sent_away_is_cut_off_with_a_word(gm: Device, luc: Device) -> None:
    with luc.live() as socket:
        heard(socket, "hello")
        gm.ask("DELETE", f"~/members/{luc.member}")
        gone = heard(socket, "gone")
        assert (gone["key"], gone["text"]) == ("removed", typeset("Vous n'êtes plus de cette table."))
        assert closed(socket) == 4403
    with luc.live() as socket:
        assert heard(socket)["key"] == "sign_in"
        assert closed(socket) == 4401


def test_a_device_that_signs_out_is_cut_off_and_the_members_other_one_is_not(gm: Device, luc: Device) -> None:
    luc.ask("PUT", "~/passphrase", {"passphrase": "quatre chats gris"})
    other = Device(luc.http)
    back = {"campaign": luc.campaign, "name": "Luc", "passphrase": "quatre chats gris"}
    assert other.ask("POST", "/sign-in", back).status_code == 201
    other.campaign = luc.campaign
    with luc.live() as stays, other.live() as goes:
        heard(stays, "hello"), heard(goes, "hello")
        other.ask("POST", "/sign-out")
        assert closed(goes) == 4403
        gm.do("say", text="encore là ?")
        assert read(heard(stays, "entry")["entry"]["events"][0]) == typeset("Marie : ") + "encore là ?"


def test_when_the_campaign_is_deleted_everybody_is_told(gm: Device, luc: Device) -> None:
    with luc.live() as socket:
        heard(socket, "hello")
        gm.ask("DELETE", "~")
        assert heard(socket, "gone")["key"] == "no_campaign"
        assert closed(socket) == 4404


def test_the_game_master_may_listen_as_another(gm: Device, luc: Device) -> None:
    with gm.live(view_as=luc.member) as socket:
        heard(socket, "hello")
        gm.do("roll", formula="1d6", seen="gm", note="secretissime")
        assert heard(socket, "entry")["entry"] == {"seq": 3}
    with luc.live(view_as=gm.member) as socket:
        assert heard(socket)["key"] == "right"


def test_a_page_of_another_site_hears_nothing(gm: Device, url: str) -> None:
    address = f"{url.replace('http', 'ws', 1)}{API}{gm.path('~/live')}?after=0"
    with pytest.raises(InvalidStatus) as refused, connect(address, **opened(gm, "https://ailleurs.example")):
        pass
    assert refused.value.response.status_code == 403
    with connect(address, **opened(gm, url)) as socket:
        assert heard(socket)["type"] == "hello"


def opened(device: Device, origin: str) -> dict[str, Any]:
    return {"additional_headers": device.cookie, "origin": origin, "proxy": None}


def test_a_device_opens_only_so_many_windows(gm: Device) -> None:
    with ExitStack() as windows:
        for _ in range(20):
            heard(windows.enter_context(gm.live()), "hello")
        assert heard(windows.enter_context(gm.live()))["key"] == "sockets"


def test_the_language_of_the_member_is_heard_at_once(gm: Device, luc: Device) -> None:
    with luc.live() as socket:
        heard(socket, "hello")
        luc.ask("PATCH", f"~/members/{luc.member}", {"lang": "en"})
        gm.do("roll", formula="1d6")
        texts = [read(one["entry"]["events"][0]) for one in heard_until(socket, 4)]
        assert texts[-1].startswith("Marie rolls ")


def test_a_link_that_is_alive_beats(http: TestClient[Litestar]) -> None:
    gm = Device(http).create()
    headers = gm.cookie
    with http.websocket_connect(f"{API}{gm.path('~/live')}", headers=headers) as socket:
        kinds = [json.loads(socket.receive_text()) for _ in range(6)]
    assert [one["seq"] for one in kinds if one["type"] == "beat"][:2] == [1, 1]


@pytest.mark.usefixtures("arena_installed")
def test_tables_do_not_all_beat_at_the_same_moment(tmp_path: Path) -> None:
    """Who may still listen is looked up at every beat: what happens meanwhile would wait for all tables."""
    store, beat, beats = Store(f"sqlite:///{tmp_path}/tablee.db"), 0.5, list[float]()
    masters = [store.create("arena", "La fosse", f"Marie {n}") for n in range(20)]

    async def beaten(client: Client) -> None:
        while '"type":"beat"' not in (await client.next() or ""):
            pass
        beats.append(monotonic())

    async def sitting() -> None:
        hub = Hub(store, None, beat)
        async with hub.running():
            seats = []
            for gm in masters:
                seats.append(Seat(store.campaign_of(gm.id), gm, token := store.members.new_device()))
                store.members.seat(token, gm.id)
            clients = [await hub.enter(seat, None, "") for seat in seats]
            await asyncio.gather(*map(beaten, clients))
            assert max(beats) - min(beats) > beat / 5
            assert not any(client.left for client in clients)

    asyncio.run(asyncio.wait_for(sitting(), 60))


@pytest.mark.usefixtures("arena_installed")
def test_no_more_is_kept_for_who_takes_nothing_than_he_soon_can_take(tmp_path: Path) -> None:
    """And once he has taken it he gets all the rest, in order."""
    store = Store(f"sqlite:///{tmp_path}/tablee.db")
    sat = Sat(store)
    sent = list[str | None]()

    async def played() -> None:
        hub = Hub(store, None, 60)
        async with hub.running():
            client = await hub.enter(Seat(sat.id, sat.luc, ""), None, "")
            first = client.seq
            for _ in range(200):
                await in_thread(sat.do, sat.gm, Say("€" * 4000))
                while (room := hub.rooms[sat.id]).telling is not None and not room.telling.done():
                    await asyncio.sleep(0)
            assert client.full and client.queued < QUEUED + 10_000
            while client.seq < sat.last or not client.outbox.empty():
                sent.append(await client.next())
                if client.outbox.empty():
                    hub.sent(client)
                    await asyncio.sleep(0.01)
            assert client.queued == 0
            numbers = [each["seq"] for each in map(json.loads, filter(None, sent)) if each["type"] == "entry"]
            assert numbers == list(range(first + 1, sat.last + 1))

    asyncio.run(asyncio.wait_for(played(), 300))
