"""How often anybody may ask: buckets that fill again with time. How much is done at once. Each process has its own."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from math import ceil
from time import monotonic

from tablee.kernel.sentence import Fact, Typed

from .refusals import No
from .settings import Rate

KEPT = 20_000  # buckets remembered


class Gate:
    """So many at once and no more: whoever comes then is told at once to come back, rather than wait without end."""

    def __init__(self, most: int, seconds: int) -> None:
        self.most, self.seconds, self.inside = most, seconds, 0

    def __enter__(self) -> None:
        if self.inside >= self.most:
            raise No("busy", 503, {"Retry-After": str(self.seconds)})
        self.inside += 1

    def __exit__(self, *_: object) -> None:
        self.inside -= 1


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
