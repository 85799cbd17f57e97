"""Who does the work: this process, several of this machine, or a Dask cluster. What comes back is the same.

Work is a function of the package with plain arguments. Whatever is not done when a worker dies is done again.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Generator, Hashable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager
from itertools import islice
from multiprocessing import connection, get_context, parent_process
from multiprocessing.process import BaseProcess
from typing import TYPE_CHECKING, Any, Protocol, Self, TypeVar

if TYPE_CHECKING:
    from distributed import Client

K = TypeVar("K", bound=Hashable)
R = TypeVar("R")
Task = tuple[K, Callable[..., R], tuple[Any, ...]]  # a name for it, a function, and what it is called with

PATIENCE = 3  # times in a row that workers may die without anything having been done


class WorkersDied(Exception):
    """Workers die as soon as they begin."""


class NoCluster(Exception):
    """There is no cluster to be had: Dask is not installed, or nobody answers at this address."""


class Workers(Protocol):
    """Does tasks, in any order; each comes back with its name. Entered before they work, left when they may go."""

    def do(self, tasks: Iterable[Task[K, R]]) -> Generator[tuple[K, R]]: ...
    def __enter__(self) -> Self: ...
    def __exit__(self, *why: object) -> None: ...


class Here:
    """This process, one task after the other."""

    def do(self, tasks: Iterable[Task[K, R]]) -> Generator[tuple[K, R]]:
        for name, function, given in tasks:
            yield name, function(*given)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *why: object) -> None:
        """Nobody to send away."""


class Processes:
    """Processes of this machine. They come when there is work and are gone when they are left."""

    def __init__(self, jobs: int, begin: Callable[[], None] | None = None) -> None:
        self.jobs, self._begin = jobs, begin or begin_work
        self._crew: ProcessPoolExecutor | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *why: object) -> None:
        self.dismiss()

    def do(self, tasks: Iterable[Task[K, R]]) -> Generator[tuple[K, R]]:
        waiting, again, deaths = iter(tasks), list[Task[K, R]](), 0
        under_way: dict[Future[R], Task[K, R]] = {}
        try:
            while True:
                try:
                    for task in _some(again, waiting, 2 * self.jobs - len(under_way)):
                        again.append(task)  # until it has been taken on
                        under_way[self.called().submit(task[1], *task[2])] = again.pop()
                    if not under_way:
                        return
                    for done in wait(under_way, return_when=FIRST_COMPLETED).done:
                        result = done.result()
                        yield under_way.pop(done)[0], result
                        deaths = 0
                except BrokenProcessPool:
                    deaths += 1
                    again += under_way.values()
                    under_way.clear()
                    self.dismiss()
                    if deaths >= PATIENCE:
                        raise WorkersDied from None
        finally:
            for future in under_way:
                future.cancel()

    def processes(self) -> list[BaseProcess]:
        """Those that are there now."""
        return self._of(self._crew) if self._crew is not None else []

    @staticmethod
    def _of(crew: ProcessPoolExecutor) -> list[BaseProcess]:
        return list((crew._processes or {}).values())

    def called(self) -> ProcessPoolExecutor:
        """Those who do the work, who are there from now on; `begin`: what each of them does first."""
        if self._crew is None:
            self._crew = ProcessPoolExecutor(self.jobs, get_context("spawn"), initializer=self._begin)
        return self._crew

    def dismiss(self) -> None:
        """Everybody goes at once: what is under way is not wanted any more."""
        crew, self._crew = self._crew, None
        if crew is None:
            return
        processes = self._of(crew)
        crew.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()
        for process in processes:
            process.join()


def _some(again: list[Task[K, R]], waiting: Iterator[Task[K, R]], n: int) -> Iterator[Task[K, R]]:
    """The next tasks, those of the dead first."""
    for _ in range(n):
        task = again.pop(0) if again else next(waiting, None)
        if task is None:
            return
        yield task


def begin_work() -> None:
    """A worker leaves Ctrl-C to whoever has called it, and goes when that one is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    caller = parent_process()
    if caller is not None:
        threading.Thread(target=_follow, args=(caller.sentinel,), daemon=True).start()


def _follow(caller: int) -> None:
    connection.wait([caller])
    os._exit(1)


class Cluster:
    """A Dask cluster, by the address of its scheduler; « local » starts one on this machine."""

    LOCAL = "local"

    def __init__(self, address: str, jobs: int | None = None, seconds: float = 10) -> None:
        self.address, self.jobs, self.seconds = address, jobs, seconds
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        self._client = self._stack.enter_context(self._connected())
        return self

    def __exit__(self, *why: object) -> None:
        self._stack.close()

    def do(self, tasks: Iterable[Task[K, R]]) -> Generator[tuple[K, R]]:
        from distributed import as_completed

        waiting, names = iter(tasks), dict[Any, K]()

        def more(n: int) -> list[Any]:
            some = []
            for name, function, given in islice(waiting, n):
                future = self._client.submit(function, *given, pure=False, retries=PATIENCE)
                names[future.key] = name
                some.append(future)
            return some

        under_way = as_completed(more(4 * max(1, sum(self._client.ncores().values()))))
        for done in under_way:
            yield names.pop(done.key), done.result()
            for future in more(1):
                under_way.add(future)

    def pids(self) -> list[int]:
        """The processes of its workers, where they are of this machine."""
        return list(self._client.run(os.getpid).values())

    @contextmanager
    def _connected(self) -> Iterator[Client]:
        try:
            from distributed import Client, LocalCluster
        except ImportError:
            raise NoCluster("distributed") from None
        if self.address == self.LOCAL:
            with (
                LocalCluster(n_workers=self.jobs or cores(), threads_per_worker=1, dashboard_address=None) as cluster,
                Client(cluster) as client,
            ):
                yield client
            return
        try:
            client = Client(self.address, timeout=self.seconds)
        except (OSError, ValueError, TimeoutError):
            raise NoCluster(self.address) from None
        with client:
            yield client


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def crew(jobs: int, cluster: str = "") -> Workers:
    """Whoever does the work: a cluster by its address, so many processes, or this one."""
    if cluster:
        return Cluster(cluster, jobs)
    return Processes(jobs) if jobs > 1 else Here()
