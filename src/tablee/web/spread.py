"""Several processes behind one address, each with its own tables.

The first process accepts connections, looks which table the first request is for without taking anything from it, and
hands the connection itself to the process of that table: those who play together are told by one process. Whatever
names no table goes to each process in turn. Only the time it takes depends on it: any process serves any table, and a
connection may ask for another one later.
"""

from __future__ import annotations

import errno
import itertools
import logging
import re
import selectors
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from time import monotonic
from zlib import crc32

from uvicorn.config import STARTUP_FAILURE

from .connections import Taking

WORK = "import sys; from tablee.web.serving import receive; receive(int(sys.argv[1]))"
LINE = 2048  # bytes in which the first line of a request is looked for
SILENT = 5.0  # seconds after which a connection that says nothing is some process's to deal with
WAITING = 1000  # connections that have said nothing yet, at most
AGAIN = 1.0  # seconds a process must have lived to be replaced at once
TABLE = re.compile(rb"^[A-Z]+ [^ ]*/campaigns/([0-9a-f]{1,32})\b")

log = logging.getLogger("tablee")


def place(line: bytes, turn: int, of: int) -> int:
    """Which of so many processes a request goes to: the one of its table, or whose turn it is."""
    found = TABLE.match(line)
    return (crc32(found[1]) if found is not None else turn) % of


# ---------------------------------------------------------------- a process that serves


class Receiving(Taking):
    """A server that is handed its connections."""

    def next(self) -> socket.socket | None:
        said, found, _, _ = socket.recv_fds(self.source, 1, 1)
        if not said:  # whoever hands them over is gone
            return None
        if not found:
            raise OSError(errno.EMFILE, "there is no room for it")
        return socket.socket(fileno=found[0])


# ---------------------------------------------------------------- the process before them


class Worker:
    """A process that serves, and the way connections go to it."""

    def __init__(self) -> None:
        self.to, handed = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        self.to.setblocking(False)
        command = [sys.executable, "-c", WORK, str(handed.fileno())]
        self.process = subprocess.Popen(command, pass_fds=[handed.fileno()], stdout=subprocess.DEVNULL)
        self.since = monotonic()
        handed.close()

    def hand(self, connection: socket.socket) -> None:
        try:
            socket.send_fds(self.to, [b"."], [connection.fileno()])
        except OSError as error:  # it is dead, or takes nothing: whoever asked comes again
            log.warning("a connection was dropped: %s", error)
        connection.close()

    def stop(self, seconds: float) -> None:
        """Let it finish what is under way, but not for ever."""
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class Spread:
    def __init__(self, listening: socket.socket, workers: int, grace: float) -> None:
        self.listening, self.grace = listening, grace
        self.workers = [Worker() for _ in range(workers)]
        self.turns = itertools.count()
        self.silent: dict[socket.socket, float] = {}  # since when they have said nothing, the longest first
        self.ready = selectors.DefaultSelector()
        self.stopping = False
        listening.setblocking(False)
        self.ready.register(listening, selectors.EVENT_READ)

    def run(self) -> int:
        """Hand over connections until told to stop; the status to end with."""
        status = 0
        with stopped_by(self._stop):
            while not self.stopping:
                self.step(0.5)
                status = self._replace_dead()
            for worker in self.workers:
                worker.process.terminate()
            for worker in self.workers:
                worker.stop(self.grace)
        return status

    def step(self, seconds: float) -> None:
        """Whoever comes or says something within this time."""
        for key, _ in self.ready.select(seconds):
            if key.fileobj is self.listening:
                self._accept()
            elif isinstance(key.fileobj, socket.socket):
                self._hand(key.fileobj)
        self._hand_silent()

    def _stop(self, *_: object) -> None:
        self.stopping = True

    def _accept(self) -> None:
        with suppress(OSError):  # until there is none left
            while True:
                connection, _ = self.listening.accept()
                connection.setblocking(False)
                self.silent[connection] = monotonic()
                self.ready.register(connection, selectors.EVENT_READ)

    def _hand(self, connection: socket.socket) -> None:
        """To the process of its table, by what it says first; the process then hears the same."""
        del self.silent[connection]
        self.ready.unregister(connection)
        try:
            said = connection.recv(LINE, socket.MSG_PEEK)
        except BlockingIOError:
            said = b""
        except OSError:
            connection.close()
            return
        self.workers[place(said, next(self.turns), len(self.workers))].hand(connection)

    def _hand_silent(self) -> None:
        now = monotonic()
        for connection, since in list(self.silent.items()):
            if len(self.silent) <= WAITING and now - since < SILENT:
                break
            self._hand(connection)

    def _replace_dead(self) -> int:
        """A process that is gone leaves nothing behind that is not on disk: another takes its tables."""
        for n, worker in enumerate(self.workers):
            status = worker.process.poll()
            if status is None or self.stopping:
                continue
            if status == STARTUP_FAILURE:  # the next one would fail as well
                self.stopping = True
                return status
            if monotonic() - worker.since > AGAIN:
                log.warning("a process ended with %s, and is replaced", status)
                worker.to.close()
                self.workers[n] = Worker()
        return 0


@contextmanager
def stopped_by(stop: Callable[..., None]) -> Iterator[None]:
    before = {each: signal.signal(each, stop) for each in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
