"""Processes that work beside the table: few of them for all who ask, behind everything else the machine has to do.

They come when there is work, go when there was none for a while, and end with the server. What they are given is short,
so that whoever stops waiting holds nobody up: nothing that is under way needs to be broken off.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import ParamSpec, TypeVar

from tablee.lab.workers import PATIENCE, Processes, begin_work

from .refusals import No
from .threads import in_thread

P = ParamSpec("P")
T = TypeVar("T")

IDLE = 120.0  # seconds without work after which they go: each holds the games it has played
LAST = 19  # of all that waits for a processor


class Judges:
    """At most so many processes; none: nobody is asked."""

    def __init__(self, most: int, idle: float = IDLE) -> None:
        self.most, self.idle = most, idle
        self.crew = Processes(max(1, most), begin)
        self.under_way = 0
        self._going: asyncio.TimerHandle | None = None

    async def do(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Work done in one of them; again in another if that one dies."""
        if not self.most:
            raise No("judge_off", 503)
        self.under_way += 1
        if self._going is not None:
            self._going.cancel()
        try:
            return await self._done(work, *args, **kwargs)
        finally:
            self.under_way -= 1
            if not self.under_way:
                self._going = asyncio.get_running_loop().call_later(self.idle, self._rest)

    async def _done(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        for _ in range(PATIENCE):
            crew = self.crew.called()
            try:
                given = await in_thread(crew.submit, work, *args, **kwargs)  # which may have to start a process first
            except RuntimeError:  # one has died, or they have just gone
                await self._without(crew)
                continue
            try:
                return await asyncio.wrap_future(given)
            except BrokenProcessPool:
                await self._without(crew)
        raise No("judge_off", 503)

    async def _without(self, crew: ProcessPoolExecutor) -> None:
        """Others take their place. All who worked with one that died find out: the first sends the rest away."""
        if self.crew.called() is crew:
            await in_thread(self.crew.dismiss)

    def _rest(self) -> None:
        if not self.under_way:
            asyncio.get_running_loop().run_in_executor(None, self.crew.dismiss)

    def close(self) -> None:
        """All of them go, whatever they do."""
        if self._going is not None:
            self._going.cancel()
        self.crew.dismiss()


def begin() -> None:
    """What each does first."""
    begin_work()
    if hasattr(os, "nice"):
        os.nice(LAST)
