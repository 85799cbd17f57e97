"""Writing: whoever waits is written together, in one transaction and with one sync of the disk.

Each has a savepoint of its own, so that what is refused or fails leaves the others alone; nobody hears of anything
before all of it is on disk.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection

from .database import Database
from .log import Log, Logged, Memory, Now, row_of

T = TypeVar("T")

MOST = 64  # written together, at most
LONGEST = 0.05  # seconds of work after which those who still wait are left for the next time


class Written(NamedTuple):
    """What came into the log of a campaign, and how the campaign stands with it: all of it is on disk."""

    now: Now
    entries: tuple[Logged, ...]


@dataclass(eq=False)
class Job:
    """Something to be written at one campaign, what came of it, and who waits to hear that."""

    campaign: str
    work: Callable[[Log], Any]
    future: Future[Any] = field(default_factory=Future)
    result: Any = None
    failed: BaseException | None = None

    def settle(self) -> None:
        if self.failed is not None:
            self.future.set_exception(self.failed)
        else:
            self.future.set_result(self.result)


class Writer:
    """Jobs, in the order they were given. Whoever has the lock writes for all who wait."""

    def __init__(self, database: Database, memory: Memory) -> None:
        self.database, self.memory = database, memory
        self.heard: Callable[[list[Written]], object] = lambda written: None  # called once it is on disk
        self._waiting: deque[Job] = deque()
        self._one = threading.Lock()
        self._thread: ThreadPoolExecutor | None = None

    def start(self) -> None:
        """Write in a thread of its own: whoever gives something need not stay."""
        self._thread = ThreadPoolExecutor(1, "writer")

    def close(self) -> None:
        """What was given is still written."""
        if self._thread is not None:
            self._thread.shutdown()

    @property
    def waiting(self) -> int:
        """How many were given and not begun."""
        return len(self._waiting)

    def give(self, campaign: str, work: Callable[[Log], T]) -> Future[T]:
        """Have something written, after what was given before; what comes of it is known when it is on disk."""
        job = Job(campaign, work)
        job.future.set_running_or_notify_cancel()  # what was given is done, whoever stops waiting for it
        self._waiting.append(job)
        if self._thread is not None:
            self._thread.submit(self._until, job.future)
        return job.future

    def write(self, campaign: str, work: Callable[[Log], T]) -> T:
        """Have something written, and wait for it."""
        given = self.give(campaign, work)
        if self._thread is None:
            self._until(given)
        return given.result()

    def _until(self, given: Future[Any]) -> None:
        """Write until this is written: mostly it was, together with what came before it."""
        with self._one:
            while not given.done():
                self._together([self._waiting.popleft() for _ in range(min(MOST, len(self._waiting)))])

    def _together(self, jobs: list[Job]) -> None:
        """One transaction. What is not begun in time waits again, before all others."""
        begun = list[Job]()
        try:
            with self.database.writing() as connection:
                batch = Batch(connection, self.memory, {job.campaign for job in jobs})
                until = monotonic() + LONGEST
                for job in jobs:
                    begun.append(job)
                    batch.do(job)
                    if monotonic() > until:
                        break
        except BaseException as error:  # whether it is on disk nobody knows: commands can be sent again under their ids
            for job in jobs:
                job.failed = error
                job.settle()
            if not isinstance(error, Exception):
                raise
            return
        self._waiting.extendleft(reversed(jobs[len(begun) :]))
        self._tell(batch.written(), begun)

    def _tell(self, written: list[Written], done: list[Job]) -> None:
        """First those who wait: what they are answered need not be worked out again for those who listen."""
        for each in written:
            self.memory.keep(each.now)
        for job in done:
            job.settle()
        try:
            self.heard(written)
        except Exception:  # it is on disk all the same, and those who listen look again at every beat
            logging.getLogger("tablee").exception("what was written cannot be told")


class Batch:
    """Jobs inside one transaction."""

    def __init__(self, connection: Connection, memory: Memory, campaigns: Iterable[str]) -> None:
        self.connection, self.memory = connection, memory
        # Everywhere in the same order: two processes would else wait for each other.
        self.rows = {campaign: row_of(connection, campaign, lock=True) for campaign in sorted(campaigns)}
        self.logs: dict[str, Log] = {}

    def do(self, job: Job) -> None:
        """Do it, or leave everything as it was."""
        self.connection.exec_driver_sql("SAVEPOINT job")
        log = self.logs.get(job.campaign)
        before = log.mark() if log is not None else None
        try:
            if log is None:
                log = Log(self.connection, job.campaign, self.rows[job.campaign], self.memory.of(job.campaign))
                before = log.mark()
                self.logs[job.campaign] = log
            job.result = job.work(log)
        except Exception as error:
            job.failed = error
            self._back(error)
            if log is not None and before is not None:
                log.back_to(before)
        self.connection.exec_driver_sql("RELEASE job")

    def _back(self, error: Exception) -> None:
        try:
            self.connection.exec_driver_sql("ROLLBACK TO job")
        except Exception:  # the whole transaction is lost, with what the others did in it
            raise error from None

    def written(self) -> list[Written]:
        return [Written(log.now, tuple(log.written)) for log in self.logs.values()]
