"""Notices between server processes, by PostgreSQL's LISTEN and NOTIFY. A broken link is taken up again."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Iterable
from typing import Any

import psycopg
from litestar.channels import ChannelsBackend
from psycopg import AsyncConnection
from psycopg.sql import SQL, Identifier
from sqlalchemy import make_url

AGAIN = 1.0  # seconds until a broken link is tried again

log = logging.getLogger("tablee")


def address(url: str) -> str:
    """The database's URL as the driver itself writes it."""
    return make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)


class Postgres(ChannelsBackend):
    def __init__(self, url: str) -> None:
        self.address = address(url)
        self.channels: set[str] = set()
        self._sending: AsyncConnection[Any] | None = None
        self._one = asyncio.Lock()

    async def on_startup(self) -> None:
        self._one = asyncio.Lock()

    async def on_shutdown(self) -> None:
        if self._sending is not None:
            await self._sending.close()

    async def subscribe(self, channels: Iterable[str]) -> None:
        self.channels.update(channels)

    async def unsubscribe(self, channels: Iterable[str]) -> None:
        self.channels.difference_update(channels)

    async def publish(self, data: bytes, channels: Iterable[str]) -> None:
        async with self._one:
            for channel in channels:
                try:
                    await self._notify(channel, data.decode())
                except psycopg.OperationalError:  # the link was lost since the last notice
                    await self._notify(channel, data.decode())

    async def _notify(self, channel: str, text: str) -> None:
        if self._sending is None or self._sending.closed:
            self._sending = await AsyncConnection.connect(self.address, autocommit=True)
        await self._sending.execute("SELECT pg_notify(%s, %s)", (channel, text))

    async def stream_events(self) -> AsyncGenerator[tuple[str, Any], None]:
        while True:
            try:
                async with await AsyncConnection.connect(self.address, autocommit=True) as link:
                    for channel in sorted(self.channels):
                        await link.execute(SQL("LISTEN {}").format(Identifier(channel)))
                    async for heard in link.notifies():
                        yield heard.channel, heard.payload.encode()
            except psycopg.Error as error:
                log.warning("the link for notices is broken and tried again: %s", error)
            await asyncio.sleep(AGAIN)

    async def get_history(self, channel: str, limit: int | None = None) -> list[bytes]:
        return []  # what was missed is read from the log
