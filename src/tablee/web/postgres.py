"""Notices between server processes, by PostgreSQL's LISTEN and NOTIFY. A broken link is taken up again."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator

import psycopg
from psycopg import AsyncConnection
from sqlalchemy import make_url

CHANNEL = "tablee"
AGAIN = 1.0  # seconds until a broken link is tried again
NOT_WAITED_FOR = "-c synchronous_commit=off"  # a notice has nothing to save, and must not wait for the disk

log = logging.getLogger("tablee")


def address(url: str) -> str:
    """The database's URL as the driver itself writes it."""
    return make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)


class Notices:
    def __init__(self, url: str) -> None:
        self.address = address(url)
        self._unsent: asyncio.Queue[str] = asyncio.Queue()

    def send(self, text: str) -> None:
        """To every process that listens, soon; one that is lost is made up for by the next beat."""
        self._unsent.put_nowait(text)

    async def sending(self) -> None:
        while True:
            try:
                async with await AsyncConnection.connect(self.address, autocommit=True, options=NOT_WAITED_FOR) as link:
                    while True:
                        texts = [await self._unsent.get()]
                        while not self._unsent.empty():
                            texts.append(self._unsent.get_nowait())
                        await link.execute(
                            "SELECT pg_notify(%s, text) FROM unnest(%s::text[]) AS text", (CHANNEL, texts)
                        )
            except psycopg.Error as error:
                log.warning("a notice was not sent, the next beat makes up for it: %s", error)
            await asyncio.sleep(AGAIN)

    async def heard(self) -> AsyncIterator[str]:
        while True:
            try:
                async with await AsyncConnection.connect(self.address, autocommit=True) as link:
                    await link.execute(f"LISTEN {CHANNEL}")
                    async for heard in link.notifies():
                        yield heard.payload
            except psycopg.Error as error:
                log.warning("the link for notices is broken and tried again: %s", error)
            await asyncio.sleep(AGAIN)
