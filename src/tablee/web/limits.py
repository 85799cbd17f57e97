"""How often anybody may ask: buckets that fill again with time. How much is done at once. Each process has its own."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from math import ceil
from random import randint
from time import monotonic

from tablee.kernel.sentence import Fact, Typed

from .refusals import No
from .settings import Rate

KEPT = 20_000  # buckets remembered
TICK, LATE = 0.05, 0.2  # seconds: how often the loop is looked at, and how late it may be


class Gate:
    """So many at once and no more: whoever comes then is told at once to come back, rather than wait without end."""

    def __init__(self, most: int, seconds: int) -> None:
        self.most, self.seconds, self.inside = most, seconds, 0

    def check(self) -> None:
        if self.full:
            back = randint(self.seconds, 2 * self.seconds)  # not all of them at once
            raise No("busy", 503, {"Retry-After": str(back)})

    @property
    def full(self) -> bool:
        return self.inside >= self.most

    def __enter__(self) -> None:
        self.check()
        self.inside += 1

    def __exit__(self, *_: object) -> None:
        self.inside -= 1


class Watched(Gate):
    """A gate that lets in a tenth while the loop is late with what it has to do: others then wait before it, unread,
    and to refuse them takes a tenth of what it takes to serve them."""

    late = 0.0

    @property
    def full(self) -> bool:
        return super().full or (self.late > LATE and self.inside >= self.most / 10)

    async def watching(self) -> None:
        time = asyncio.get_running_loop().time
        while True:
            due = time() + TICK
            await asyncio.sleep(TICK)
            self.late = time() - due


class Places:
    """So many at once of each; `key`: how the next is refused."""

    def __init__(self, most: int, key: str) -> None:
        self.most, self.key, self.taken = most, key, Counter[str]()

    @contextmanager
    def one(self, whose: str) -> Iterator[None]:
        if self.taken[whose] >= self.most:
            raise No(self.key, 429, most=self.most)
        self.taken[whose] += 1
        try:
            yield
        finally:
            self.taken -= Counter([whose])  # which forgets whom nothing is left of


class Limits:
    def __init__(self, time: Callable[[], float] = monotonic) -> None:
        self.time = time
        self._left: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()  # how many are left, and when that was

    def take(self, rate: Rate, *key: Hashable) -> None:
        """One more of this; refused if there were too many."""
        now = self.time()
        left, since = self._left.pop(key, (float(rate.burst), now))
        left = min(rate.burst, left + (now - since) * rate.a_second)
        self._left[key] = (left - 1 if left >= 1 else left), now
        while len(self._left) > KEPT:
            self._left.popitem(last=False)
        if left < 1:
            seconds = ceil((1 - left) / rate.a_second)
            facts: dict[str, Fact] = {"burst": rate.burst, "a_second": Typed(f"{rate.a_second:g}"), "seconds": seconds}
            raise No("rate", 429, {"Retry-After": str(seconds)}, **facts)
