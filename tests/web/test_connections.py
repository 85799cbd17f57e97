"""Connections: all that wait are taken, and those closed that stand still or are too many of one address."""

from __future__ import annotations

import asyncio
import base64
import errno
import select
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
import uvicorn

from tablee.web import connections
from tablee.web.connections import LEAST, UNREAD, Line, Taking, within
from tablee.web.seats import neighbours
from tablee.web.settings import Settings

from .devices import API, NO_LIMITS, Device, heard, server

PATIENCE = 1.0  # seconds
SOON = 15.0  # in which it is surely done, on a machine that has other things to do


async def answer(scope: object, receive: object, send: object) -> None:
    pytest.fail("a request came as far as the application")


@pytest.fixture
def listening() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0), backlog=200) as made:
        made.setblocking(False)
        yield made


def test_all_connections_that_wait_are_taken_at_one_turn_of_the_loop(listening: socket.socket) -> None:
    waiting = [socket.create_connection(listening.getsockname()) for _ in range(30)]

    async def turn() -> int:
        server = Taking(uvicorn.Config(answer, log_config=None), listening)
        server._take()
        taken = len(server.arriving)
        for task in server.arriving:
            task.cancel()
        return taken

    assert asyncio.run(turn()) == len(waiting)
    for each in waiting:
        each.close()


def test_where_there_is_no_room_for_another_it_is_tried_again_a_while_later(
    listening: socket.socket, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(connections, "PAUSE", 0.2)
    tried = list[float]()

    class Full(Taking):
        def next(self) -> socket.socket | None:
            tried.append(time.perf_counter())
            raise OSError(errno.EMFILE, "too many open files")

    async def a_while() -> None:
        server = Full(uvicorn.Config(answer, log_config=None), listening)
        server._go_on()
        await asyncio.sleep(0.5)
        server._stop()

    with socket.create_connection(listening.getsockname()):
        asyncio.run(a_while())
    assert 2 <= len(tried) <= 3 and tried[1] - tried[0] >= 0.19
    assert "too many open files" in caplog.text


# ---------------------------------------------------------------- standing still


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("impatient")
    with server(Settings(f"sqlite:///{folder}/tablee.db", patience=PATIENCE, rates=NO_LIMITS)) as url:
        yield url


def opened(url: str, room: int | None = None, source: str = "127.0.0.1") -> socket.socket:
    """A connection; `room`: bytes that the system takes for who does not read."""
    found, made = httpx.URL(url), socket.socket()
    if room is not None:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
    made.bind((source, 0))
    made.settimeout(SOON)
    made.connect((found.host, found.port))
    return made


def turned_away(url: str) -> bool:
    """Whether who comes is cut off unheard: at once, or while he is still coming in."""
    try:
        with opened(url) as link:
            link.sendall(request("GET", "/health", "Connection: close"))
            return read_to_the_end(link) == b""
    except (ConnectionResetError, BrokenPipeError):
        return True


def read_to_the_end(link: socket.socket) -> bytes:
    """All that comes until the other side closes."""
    came = b""
    try:
        while more := link.recv(65536):
            came += more
    except ConnectionResetError:
        pass
    return came


def cut_off(link: socket.socket, seconds: float = SOON) -> bool:
    """Whether the other side closes, without a look at what it has sent."""
    poll = select.poll()
    poll.register(link, 0)
    return bool(poll.poll(1000 * seconds))


def request(method: str = "GET", path: str = "/health", *headers: str, body: bytes = b"") -> bytes:
    lines = [f"{method} {API}{path} HTTP/1.1", "Host: x", "X-Tablee: 1", *headers]
    return "\r\n".join([*lines, "", ""]).encode() + body


HALF = {
    "nothing": b"",
    "half a line": b"GET /api/v1/hea",
    "half of the headers": request()[:-2],
    "no body": request("POST", "/join", "Content-Length: 1000"),
    "half a body": request("POST", "/join", "Content-Length: 1000", body=b"{" * 500),
    "half a body in pieces": request("POST", "/join", "Transfer-Encoding: chunked", body=b"4\r\n{{{{\r\n"),
    "another one": request() + request()[:-2],
    "more than was asked for": request("POST", "/join", "Content-Length: 1000000", body=b"{" * 500),
}


@pytest.mark.parametrize("said", HALF.values(), ids=HALF.keys())
def test_who_does_not_send_what_he_has_begun_is_left(impatient: str, said: bytes) -> None:
    with opened(impatient) as link:
        link.sendall(said)
        began = time.perf_counter()
        read_to_the_end(link)
        assert time.perf_counter() - began >= PATIENCE / 2 - 0.1


@pytest.mark.parametrize("body", [b"", request("POST", "/join", "Content-Length: 100000")], ids=["headers", "body"])
def test_who_sends_a_drop_at_a_time_is_left_as_well(impatient: str, body: bytes) -> None:
    with opened(impatient) as link:
        link.sendall(body or b"GET / HTTP/1.1\r\n")
        with pytest.raises(OSError):
            for _ in range(int(SOON / 0.1)):
                link.sendall(b"x: y\r\n")
                time.sleep(0.1)
                if cut_off(link, 0):
                    raise ConnectionResetError


def test_who_is_slow_and_goes_on_is_heard_out(impatient: str) -> None:
    with opened(impatient) as link:
        link.sendall(request("POST", "/join", "Content-Length: 90000"))
        for _ in range(30):  # three times as long as one may stand still
            link.sendall(b" " * 3000)
            time.sleep(3 * PATIENCE / 30)
        assert link.recv(100).startswith(b"HTTP/1.1 400 ")


def test_who_reads_no_answers_is_left(impatient: str) -> None:
    with opened(impatient, room=4096) as link:
        link.settimeout(0.2)
        one = request("GET", "/games/fragments/catalogue", "Accept-Encoding: identity")
        with pytest.raises((TimeoutError, ConnectionResetError, BrokenPipeError)):
            while True:  # each is answered by some 200 kB
                link.sendall(one)
        assert cut_off(link)
    assert httpx.get(f"{impatient}{API}/health").status_code == 200


def test_a_slow_reader_gets_all_of_it(impatient: str) -> None:
    with opened(impatient, room=4096) as link:
        link.sendall(request("GET", "/games/fragments/catalogue", "Accept-Encoding: identity", "Connection: close"))
        came = b""
        while more := link.recv(4096):
            came += more
            time.sleep(0.04)
    head, _, body = came.partition(b"\r\n\r\n")
    assert f"content-length: {len(body)}".encode() in head and len(body) > 150_000


def test_a_websocket_that_is_not_read_is_left_and_the_others_are_told(impatient: str) -> None:
    with httpx.Client(base_url=impatient, timeout=60) as http, ExitStack() as stack:
        gm = Device(http).create("fluid")
        for _ in range(450):  # 5 MB, more than the system itself keeps
            gm.do("say", text="€" * 4000)
        key = base64.b64encode(b"0123456789abcdef").decode()
        upgrade = "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {key}"
        cookie = f"Cookie: {gm.cookie['Cookie']}"
        deaf = stack.enter_context(opened(impatient, room=4096))
        deaf.sendall(request("GET", gm.path("~/live?after=0"), *upgrade, cookie))
        with gm.live() as live:
            heard(live, "hello")
            end = time.monotonic() + 2 * SOON
            while not cut_off(deaf, 0.2):
                seq = gm.do("say", text="Tu dors ?")["seq"]
                assert heard(live, "entry")["seq"] == seq
                assert time.monotonic() < end


class Transport:
    """Instead of a connection: what stands unread, and whether it is being closed."""

    def __init__(self) -> None:
        self.unread, self.closing = 0, False

    def get_write_buffer_size(self) -> int:
        return self.unread

    def is_closing(self) -> bool:
        return self.closing


READS = [  # at each look: what is unread, whether writing is held back, whether it closes; when it is cut
    ([(9, True, False), (9, True, False)], 2),
    ([(9, True, False), (8, True, False), (7, True, False), (7, True, False)], 4),
    ([(9, False, False), (9, False, False)], None),  # not enough yet to hold anything back
    ([(9, False, True), (9, False, True)], 2),
    ([(9, False, True), (5, False, True), (0, False, True), (0, False, True)], None),
    ([(UNREAD + 1, False, False)], None),
]


@pytest.mark.parametrize(("looks", "cut"), READS)
def test_what_is_not_read_must_grow_less(
    looks: list[tuple[int, bool, bool]], cut: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = list[str]()
    monkeypatch.setattr(Line, "_again", lambda self: None)
    monkeypatch.setattr(Line, "cut", lambda self: done.append("cut"))
    transport, flow = Transport(), SimpleNamespace(read_paused=False, write_paused=False)
    line = Line(*_any(transport, flow), PATIENCE)
    line.owes = False
    for n, (transport.unread, flow.write_paused, transport.closing) in enumerate(looks, 1):
        line.look()
        assert bool(done) == (cut is not None and n >= cut)


def test_a_websocket_that_asks_for_answers_and_reads_none_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    done = list[str]()
    monkeypatch.setattr(Line, "_again", lambda self: None)
    monkeypatch.setattr(Line, "cut", lambda self: done.append("cut"))
    transport = Transport()
    line = Line(*_any(transport, SimpleNamespace(read_paused=False, write_paused=False)), PATIENCE)
    line.owes, line.socket, transport.unread = False, True, UNREAD + 1
    line.look()
    assert done


def test_whom_we_do_not_read_ourselves_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    done = list[str]()
    monkeypatch.setattr(Line, "_again", lambda self: None)
    monkeypatch.setattr(Line, "cut", lambda self: done.append("cut"))
    flow = SimpleNamespace(read_paused=True, write_paused=False)
    line = Line(*_any(Transport(), flow), PATIENCE)
    for _ in range(5):
        line.look()
    assert not done
    flow.read_paused, line.came = False, LEAST - 1
    line.look()
    assert done


def _any(*things: Any) -> tuple[Any, ...]:
    return things


# ---------------------------------------------------------------- many of one address


def test_connections_of_one_address_are_bounded_and_others_come_in() -> None:
    with server(Settings(connections=8)) as url, ExitStack() as stack:
        many = [stack.enter_context(opened(url)) for _ in range(8)]
        assert all(turned_away(url) for _ in range(3))
        with opened(url, source="127.0.0.2") as other:
            other.sendall(request("GET", "/health", "Connection: close"))
            assert read_to_the_end(other).startswith(b"HTTP/1.1 200 ")
        many[0].sendall(request("GET", "/health", "Connection: close"))
        assert read_to_the_end(many[0]).startswith(b"HTTP/1.1 200 ")  # whereby there is room for another
        end = time.monotonic() + SOON
        while turned_away(url):
            assert time.monotonic() < end, "no room for another after one has gone"


def test_a_named_proxy_brings_many_and_of_each_so_many_websockets() -> None:
    with (
        server(Settings(connections=3, proxies=("127.0.0.1",))) as url,
        httpx.Client(base_url=url) as http,
        ExitStack() as stack,
    ):
        gm = Device(http).create("fluid")
        for _ in range(3):
            assert heard(stack.enter_context(gm.live(source="198.51.100.1")))["type"] == "hello"
        with gm.live(source="198.51.100.1") as more:
            assert heard(more)["key"] == "crowd"
        assert heard(stack.enter_context(gm.live(source="198.51.100.2")))["type"] == "hello"


def test_whom_addresses_stand_for() -> None:
    assert neighbours("2001:db8::1") == neighbours("2001:db8:0:0:9::7") != neighbours("2001:db8:0:1::1")
    assert neighbours("::ffff:192.0.2.1") == neighbours("192.0.2.1") != neighbours("192.0.2.2")
    assert neighbours("testclient") == "testclient"
    assert within("10.1.2.3", "10.0.0.0/8") and not within("11.1.2.3", "10.0.0.0/8") and not within("", "10.0.0.0/8")
