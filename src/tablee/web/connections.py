"""Connections as they come and go: all that wait are taken, so many of one address are kept, and whoever neither sends
what he has begun nor reads what he is sent is left."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import struct
from contextlib import suppress
from functools import lru_cache
from ipaddress import ip_address, ip_network
from typing import Any, cast

import uvicorn
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from .seats import neighbours
from .settings import Settings

AT_ONCE = 100  # connections taken at one turn of the loop; what else there is to do has its turn then
LEAST = 5_000  # bytes of a request in half of the time that a connection may stand still
UNREAD = 8_000_000  # bytes that a WebSocket has not read, at most
PAUSE = 1.0  # seconds before the next is taken, where there is no room for more

log = logging.getLogger("tablee")


class Taking(uvicorn.Server):
    """A server that takes its connections itself. uvloop takes one at each turn of its loop, however many wait: those
    who come while much is to do would wait for seconds behind others."""

    def __init__(self, config: uvicorn.Config, source: socket.socket) -> None:
        super().__init__(config)
        self.source, self.arriving = source, set[asyncio.Task[None]]()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=[])
        self.source.setblocking(False)
        self._go_on()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._stop()
        self.source.close()
        await super().shutdown(sockets)

    def next(self) -> socket.socket | None:
        """The next that waits; BlockingIOError if there is none, None if there will be none any more."""
        return self.source.accept()[0]

    def _go_on(self) -> None:
        if self.source.fileno() >= 0:
            asyncio.get_running_loop().add_reader(self.source, self._take)

    def _stop(self) -> None:
        if self.source.fileno() >= 0:
            asyncio.get_running_loop().remove_reader(self.source)

    def _take(self) -> None:
        for _ in range(AT_ONCE):
            try:
                connection = self.next()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError as error:  # too many are open: it is no use to look again at once
                log.error("no connection can be taken: %s", error)
                self._stop()
                asyncio.get_running_loop().call_later(PAUSE, self._go_on)
                return
            if connection is None:
                self._stop()
                self.should_exit = True
                return
            task = asyncio.create_task(self._serve_one(connection))
            self.arriving.add(task)
            task.add_done_callback(self.arriving.discard)

    async def _serve_one(self, connection: socket.socket) -> None:
        connection.setblocking(False)
        with suppress(OSError):  # it may be closed by now
            await asyncio.get_running_loop().connect_accepted_socket(self._protocol, connection)

    def _protocol(self) -> asyncio.Protocol:
        kind: Any = self.config.http_protocol_class
        made: asyncio.Protocol = kind(self.config, self.server_state, self.lifespan.state)
        return made


# ---------------------------------------------------------------- whoever does not go on


class Line:
    """A connection, looked at twice in the time that it may stand still. Each time its other end must have gone on:
    have sent more of a request that it has begun, and have read of what waits to be read. A WebSocket stays on it."""

    def __init__(self, transport: asyncio.Transport, flow: FlowControl, patience: float) -> None:
        self.transport, self.flow, self.every = transport, flow, patience / 2
        self.owes = True  # a request, whole
        self.came = LEAST  # bytes of it since the last look; what begins counts as much, so that it has its time
        self.unread: int | None = None  # bytes at the last look, where nothing was added since
        self.socket = False
        self._again()

    def _again(self) -> None:
        asyncio.get_running_loop().call_later(self.every, self.look)

    def look(self) -> None:
        unread, closing = self.transport.get_write_buffer_size(), self.transport.is_closing()
        if closing and not unread:
            return
        before, self.unread = self.unread, unread if closing or self.flow.write_paused else None
        silent = self.owes and self.came < LEAST and not self.flow.read_paused
        deaf = before is not None and self.unread is not None and unread >= before
        if silent or deaf or (self.socket and unread > UNREAD):
            self.cut()
        else:
            self.came = 0
            self._again()

    def cut(self) -> None:
        """Without waiting for what is unread, which the system would else keep for minutes."""
        with suppress(OSError), socket.socket(fileno=os.dup(self.transport.get_extra_info("socket").fileno())) as same:
            same.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.transport.abort()


class Guarded(HttpToolsProtocol):
    """HTTP on a line that is looked after."""

    line: Line

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(cast(asyncio.Transport, transport))
        settings = Settings.of_environment()
        self.line = Line(self.transport, self.flow, settings.patience)
        if self._crowded(settings):
            self.line.cut()

    def _crowded(self, settings: Settings) -> bool:
        """Whether there are more connections of one address than may be; a proxy has those of many."""
        host = self.client[0] if self.client is not None else ""
        if not host or any(within(host, proxy) for proxy in settings.proxies):
            return False
        others = (getattr(each, "client", None) for each in self.connections)
        return sum(neighbours(each[0]) == neighbours(host) for each in others if each) > settings.connections

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.line.owes, self.line.came = True, LEAST

    def on_headers_complete(self) -> None:
        self.line.came = LEAST
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        if not self.cycle.response_complete:  # what is sent after the answer gains no time
            self.line.came += len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        self.line.owes = False
        super().on_message_complete()

    def resume_writing(self) -> None:
        self.line.unread = None
        super().resume_writing()

    def handle_websocket_upgrade(self) -> None:
        self.line.owes, self.line.socket = False, True
        super().handle_websocket_upgrade()


@lru_cache(4096)
def within(host: str, network: str) -> bool:
    try:
        return ip_address(host) in ip_network(network)
    except ValueError:
        return False
