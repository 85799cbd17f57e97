"""The machine at the table: plays the creatures that a game master leaves to it, in processes beside the server.

It is stirred by whatever is written at a table and by whoever opens it, so that it goes on after a server was stopped.
What it has chosen is written only if all is still as it was: of two processes that play the same creature one does.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec

from tablee.kernel.game import game
from tablee.table import machine
from tablee.table.commands import AnyCommand, Command
from tablee.table.machine import Move
from tablee.table.refusal import Refused
from tablee.table.state import dump, load
from tablee.table.store import Store

from .judges import Judges
from .threads import in_thread

PACE = 1.0  # seconds between what is told and what the machine does: one can read it, and say stop
PATIENCE = 3.0  # seconds for finding what to do

log = logging.getLogger("tablee")


def chosen(id: str, state: bytes, move: Move) -> bytes:
    """In a process beside the server: what the machine does, as JSON; nothing if it finds nothing."""
    played = game(id)
    found = machine.chosen(played, load(played, state), move, PATIENCE)
    return msgspec.json.encode(found) if found is not None else b""


class Machines:
    """One task for each table at which it is the machine's turn."""

    def __init__(self, store: Store, judges: Judges, pace: float = PACE) -> None:
        self.store, self.judges, self.pace = store, judges, pace
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._again = set[str]()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        try:
            yield
        finally:
            tasks = list(self._playing.values())
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def stir(self, campaign: str) -> None:
        """Something has happened at a table: it is looked whether the machine has to play there."""
        known = self.store.memory.of(campaign)
        if known is not None and not known.state.desk.machine:
            return
        self._again.add(campaign)
        if campaign not in self._playing:
            task = self._playing[campaign] = asyncio.create_task(self._play(campaign))
            task.add_done_callback(lambda _: self._playing.pop(campaign, None))

    async def _play(self, campaign: str) -> None:
        try:
            while campaign in self._again:
                self._again.discard(campaign)
                while await self._one(campaign):
                    pass
        except Refused as refused:  # it is the game master's again
            log.info("the machine plays on at %s no more: %s", campaign, refused)
        except Exception:
            log.exception("the machine cannot play at %s", campaign)

    async def _one(self, campaign: str) -> bool:
        """Play once, if there is something to play; whether to look again."""
        found = await in_thread(self._due, campaign)
        if found is None:
            return False
        id, state, move = found
        await asyncio.sleep(self.pace)
        command = await self.judges.do(chosen, id, state, move)
        if not command:
            return False
        given: Command = msgspec.json.decode(command, type=AnyCommand)
        await asyncio.wrap_future(self.store.play_machine(campaign, move, given))
        return True

    def _due(self, campaign: str) -> tuple[str, bytes, Move] | None:
        with self.store.reading(campaign) as here:
            move = machine.due(here)
            return None if move is None else (here.game.id, dump(here.now.state), move)
