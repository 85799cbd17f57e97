"""Exact odds: run a rule once per branch of its dice, with exact integer weights.

The rule is an ordinary function. Each run follows one path through the tree of chance; the loop in `odds` steps to the
next path until all have been walked. Functions marked `@chance` are walked once, apart, and then drawn in one piece.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb, factorial, lcm, perm, prod
from typing import Any

from . import action
from .distribution import Distribution, Rows, heaviest_first
from .event import Event
from .live import Entry, Replay, Resumed
from .oracle import ALL, Dice, Option, Oracle, Policy, Question, first

ROWS = 200_000  # more different throws than this are not counted
TAIL = 10**15  # a branch less likely than 1 in TAIL is cut, and counted as lost


# ---------------------------------------------------------------- counted rows: like dice are never enumerated


@lru_cache(64)
def die(sides: int) -> Rows:
    return tuple((face, 1) for face in range(1, sides + 1)), sides


@lru_cache(64)
def total(n: int, sides: int) -> Rows:
    """The sum of n like dice, one die at a time by sums over a sliding window."""
    if n * n * sides > 20 * ROWS:
        raise TooMany(f"{n}d{sides}: too many dice to count")
    ways = [1]  # ways[k]: how often the dice so far show k more than their least
    for _ in range(n):
        window, longer = 0, []
        for k in range(len(ways) + sides - 1):
            window += (ways[k] if k < len(ways) else 0) - (ways[k - sides] if k >= sides else 0)
            longer.append(window)
        ways = longer
    return heaviest_first({n + k: w for k, w in enumerate(ways)}, sides**n)


@lru_cache(256)
def pool(n: int, sides: int, keep: int = 0) -> Rows:
    """n like dice in descending order: all, or the `keep` highest, or the `-keep` lowest."""
    size = min(abs(keep) or n, n)
    if not size:
        return (((), 1),), 1
    if comb(sides + size - 1, size) > ROWS:
        raise TooMany(f"{n}d{sides}: more than {ROWS} different throws")
    ways = {}
    for c in combinations_with_replacement(range(1, sides + 1), size):
        edge, beyond = (c[-1], sides - c[-1]) if keep < 0 else (c[0], c[0] - 1)  # faces that a die left out may show
        inner = [c.count(face) for face in set(c) if face != edge]
        rest = n - sum(inner)  # dice at the edge or left out
        at_least = (beyond + 1) ** rest - sum(comb(rest, i) * beyond ** (rest - i) for i in range(c.count(edge)))
        ways[c[::-1]] = perm(n, n - rest) // prod(map(factorial, inner)) * at_least
    return heaviest_first(ways, sides**n)


class Negligible(BaseException):
    """This branch weighs less than the tail. BaseException, so that no rule can swallow it."""


class TooMany(Exception):
    """More branches than allowed: put what is merged into a chance function, or simulate."""


class Exhaustive:
    """One path through the tree of chance."""

    def __init__(
        self, policy: Policy, memo: dict[Any, Distribution | None], tail: int, limit: int, deaf: bool = False
    ) -> None:
        self.policy, self.memo, self.tail, self.limit, self.deaf = policy, memo, tail, limit, deaf
        self.depth, self.asked = 0, False
        self.events: list[Event] = []  # told on this path, outside chance functions
        self.values: list[Any] = []  # the branch taken at each depth,
        self.rows: list[Any] = []  # the branches there are,
        self.at: list[int] = []  # and which one it is
        self.ways, self.out_of = [1], [1]

    def of(self, who: str, audience: str = ALL) -> Oracle:
        return self

    def d(self, sides: int, why: str = "") -> Any:
        depth = self.depth
        self.depth = depth + 1
        return self.values[depth] if depth < len(self.values) else self._open(die(sides))

    def pool(self, n: int, sides: int, why: str = "", keep: int = 0) -> Any:
        depth = self.depth
        self.depth = depth + 1
        return self.values[depth] if depth < len(self.values) else self._open(pool(n, sides, keep))

    def total(self, n: int, sides: int, why: str = "") -> Any:
        depth = self.depth
        self.depth = depth + 1
        return self.values[depth] if depth < len(self.values) else self._open(total(n, sides))

    def together(self, *dice: Dice) -> tuple[tuple[int, ...], ...]:
        return tuple([self.pool(d.n, d.sides, d.why, d.keep) for d in dice])

    def sub(self, fn: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        depth = self.depth
        self.depth = depth + 1
        return self.values[depth] if depth < len(self.values) else self._open(self._drawn(fn, args).rows)

    def ask(self, question: Question) -> Option:
        self.asked = True
        return self.policy(question)

    def ask_all(self, questions: tuple[Question, ...]) -> tuple[Option, ...]:
        self.asked = True
        return tuple(map(self.policy, questions))

    def tell(self, event: Event) -> None:
        self.events.append(event)

    def _drawn(self, fn: Callable[..., Any], args: tuple[Any, ...]) -> Distribution:
        """The distribution of a chance function; remembered for the process if it asked nobody anything."""
        key = fn, args, self.tail
        known = SHARED.get(key)
        if known is not None:
            return known
        known = self.memo.get(key)
        if known is None:
            if key in self.memo:
                raise RecursionError(f"{fn.__name__} draws itself with the same arguments: write a loop")
            self.memo[key] = None
            known = _walk(lambda oracle: fn(oracle, *args), self.policy, self.tail, self.limit, self.memo, deaf=True)
            self.memo[key] = known
            if not known.asked:
                remember(SHARED, key, known)
        self.asked = self.asked or known.asked
        return known

    def _open(self, rows: Rows) -> Any:
        branches, out_of = rows
        if not branches:  # all of it was too unlikely
            raise Negligible
        value, w = branches[0]
        w, out_of = self.ways[-1] * w, self.out_of[-1] * out_of
        if w * self.tail < out_of:
            raise Negligible
        self.values.append(value)
        self.rows.append(branches)
        self.at.append(0)
        self.ways.append(w)
        self.out_of.append(out_of)
        return value


class Uncountable(TypeError):
    """What somebody wants to know of an outcome is no value that two outcomes can share."""


COUNTED = "a look or a chance function gives a figure, a text, yes or no, None, or a tuple or frozen struct of these"


def _walk(
    run: Callable[[Any], Hashable],
    policy: Policy,
    tail: int,
    limit: int,
    memo: dict[Any, Distribution | None],
    deaf: bool = False,
) -> Distribution:
    path = Exhaustive(policy, memo, tail, limit, deaf)
    values, rows, at, ways, out_of = path.values, path.rows, path.at, path.ways, path.out_of
    found: dict[int, dict[Any, int]] = {}  # by denominator
    for _ in range(limit):
        path.depth = 0
        path.events.clear()
        try:
            value = run(path)
        except Negligible:
            pass
        else:
            same = found.get(out_of[-1])
            if same is None:
                same = found[out_of[-1]] = {}
            try:
                same[value] = same.get(value, 0) + ways[-1]
            except TypeError:
                raise Uncountable(f"a {type(value).__name__} cannot be counted: {COUNTED}") from None
        while rows:  # the next branch: deepest first
            k, branches = at[-1] + 1, rows[-1]
            if k < len(branches):
                value, w = branches[k]
                w *= ways[-2]
                if w * tail >= out_of[-1]:  # else all that follow are lighter still
                    at[-1], values[-1], ways[-1] = k, value, w
                    break
            for stack in (values, rows, at, ways, out_of):
                stack.pop()
        else:
            break
    else:
        raise TooMany(f"more than {limit} branches")
    common = lcm(*found)
    merged: dict[Any, int] = {}
    for denominator, part in found.items():
        scale = common // denominator
        for value, w in part.items():
            merged[value] = merged.get(value, 0) + w * scale
    return Distribution(merged, common, path.asked)


# ---------------------------------------------------------------- the one function to call

SHARED: dict[Any, Distribution] = {}  # chance functions that asked nobody anything
RECENT: dict[Any, tuple[Any, Distribution]] = {}  # actions on scenes; the scene is kept so that its id stays its own


def remember(memory: dict[Any, Any], key: Any, value: Any, most: int = 5000) -> None:
    if len(memory) >= most:
        memory.clear()
    memory[key] = value


def odds(what: Any, *args: Any, policy: Policy = first, tail: int = TAIL, limit: int = 500_000) -> Distribution:
    """How something may end, exactly: odds(function, *figures) or odds(action, scene, look).

    A function is given the oracle and the figures. An action is resolved on the scene and looked at through one of its
    `looks` (by name; the first when none is named) or through any function of (before, after, events).
    """
    plain = getattr(what, "plain", None)
    if plain is not None:
        return Exhaustive(policy, {}, tail, limit)._drawn(plain, args)
    if callable(what):
        return _walk(lambda oracle: what(oracle, *args), policy, tail, limit, {})
    scene, look = args[0], args[1] if len(args) > 1 else None
    key = what, id(scene), look, policy, tail
    known = RECENT.get(key)
    if known is None:
        try:
            found = _walk(what.seen(scene, look), policy, tail, limit, {})
        except Uncountable as error:
            raise Uncountable(f"{action.written(what)}, look {look or what.views()[0]!r}: {error}") from None
        known = scene, found
        remember(RECENT, key, known, 500)
    return known[1]


def odds_after(
    transcript: Sequence[Entry], what: Any, *args: Any, policy: Policy = first, tail: int = TAIL, limit: int = 500_000
) -> Distribution:
    """How something under way may still end, from the point its transcript has reached. Called like `odds`."""
    run = (lambda oracle: what(oracle, *args)) if callable(what) else what.seen(*args)
    resumed = (lambda path: run(Resumed(Replay(transcript), path))) if transcript else run
    return _walk(resumed, policy, tail, limit, {})


def forget() -> None:
    """Forget all that was remembered, as a fresh process would (for measuring)."""
    for cached in (die, pool, total):
        cached.cache_clear()
    SHARED.clear()
    RECENT.clear()
