"""Several processes behind one address: which of them gets a connection."""

from __future__ import annotations

import secrets
import socket
from collections.abc import Iterator

import pytest

from tablee.web import spread
from tablee.web.spread import Spread, place


class Process:
    """Instead of one that serves: what it was handed."""

    def __init__(self) -> None:
        self.handed = list[bytes]()

    def hand(self, connection: socket.socket) -> None:
        connection.setblocking(False)
        try:
            self.handed.append(connection.recv(4096))
        except BlockingIOError:
            self.handed.append(b"")
        connection.close()


@pytest.fixture
def before(monkeypatch: pytest.MonkeyPatch) -> Iterator[Spread]:
    monkeypatch.setattr(spread, "Worker", Process)
    listening = socket.create_server(("127.0.0.1", 0))
    yield Spread(listening, 4, 0.0)
    listening.close()


def handed(before: Spread) -> list[list[bytes]]:
    return [worker.handed for worker in before.workers if isinstance(worker, Process)]


def say(before: Spread, *lines: bytes) -> None:
    """Each in a connection of its own, until all were handed over."""
    clients = [socket.create_connection(before.listening.getsockname()) for _ in lines]
    for client, line in zip(clients, lines, strict=True):
        client.sendall(line)
    wanted = sum(map(len, handed(before))) + len(lines)
    while sum(map(len, handed(before))) < wanted:
        before.step(0.1)
    for client in clients:
        client.close()


def request(campaign: str, rest: str = "live?after=3", method: str = "GET") -> bytes:
    return f"{method} /api/v1/campaigns/{campaign}/{rest} HTTP/1.1\r\nHost: x\r\n\r\n".encode()


def test_all_that_is_said_at_a_table_goes_to_one_process_whole(before: Spread) -> None:
    tables = [secrets.token_hex(8) for _ in range(12)]
    asked = [(table, what) for table in tables for what in (("live", "GET"), ("commands", "POST"), ("table", "GET"))]
    say(before, *(request(table, *what) for table, what in asked))
    for table in tables:
        theirs = [sum(table.encode() in said for said in heard) for heard in handed(before)]
        assert sorted(theirs) == [0, 0, 0, 3]
    assert sorted(said for heard in handed(before) for said in heard) == sorted(request(t, *w) for t, w in asked)


def test_tables_are_spread_over_all(before: Spread) -> None:
    tables = [f"{n:016x}" for n in range(400)]
    counted = [sum(place(request(table), 0, 4) == n for table in tables) for n in range(4)]
    assert min(counted) > 50


def test_whatever_names_no_table_goes_round(before: Spread) -> None:
    say(before, *[b"GET / HTTP/1.1\r\n\r\n"] * 8)
    assert [len(heard) for heard in handed(before)] == [2, 2, 2, 2]


@pytest.mark.parametrize("said", [b"GET", b"\x16\x03\x01\x02", b"\xff" * 3000, b"GET /campaigns/", b"\r\n\r\n"])
def test_whatever_else_is_said_some_process_deals_with_it(before: Spread, said: bytes) -> None:
    say(before, said)
    assert [heard for heard in handed(before) if heard] == [[said]]


def test_a_table_named_anywhere_else_decides_nothing(before: Spread) -> None:
    line = b"GET / HTTP/1.1\r\nReferer: http://x/campaigns/0123456789abcdef/\r\n\r\n"
    assert [place(line, turn, 4) for turn in range(4)] == [0, 1, 2, 3]


def test_who_says_nothing_keeps_nobody_waiting_and_is_handed_over_in_the_end(
    before: Spread, monkeypatch: pytest.MonkeyPatch
) -> None:
    silent = socket.create_connection(before.listening.getsockname())
    say(before, request("ab12"))
    assert sum(map(len, handed(before))) == 1
    monkeypatch.setattr(spread, "SILENT", 0.0)
    while sum(map(len, handed(before))) < 2:
        before.step(0.1)
    assert not before.silent and b"" in [said for heard in handed(before) for said in heard]
    silent.close()


def test_who_is_gone_again_harms_nobody(before: Spread) -> None:
    for _ in range(3):
        socket.create_connection(before.listening.getsockname()).close()
    say(before, request("ab12"))
    assert request("ab12") in [said for heard in handed(before) for said in heard]
