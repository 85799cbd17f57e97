"""Distributions are values: exact weights over one denominator, and what one wants to know of them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from fractions import Fraction
from html import escape
from math import ceil, sqrt
from typing import Any, Literal, overload

from .kept import cached_property

Rows = tuple[tuple[tuple[Any, int], ...], int]  # ((value, ways), ...) heaviest first, and the sum of all ways


def heaviest_first(ways: dict[Any, int], out_of: int) -> Rows:
    return tuple(sorted(ways.items(), key=lambda row: -row[1])), out_of


class Distribution:
    """How something may end. Every probability is a lower bound; the truth is at most `lost` higher."""

    def __init__(self, ways: dict[Any, int], out_of: int, asked: bool = False) -> None:
        self.ways, self.out_of = ways, out_of
        self.asked = asked  # whether somebody was asked something: the odds then depend on the tactic

    @cached_property
    def rows(self) -> Rows:
        return heaviest_first(self.ways, self.out_of)

    @cached_property
    def lost(self) -> float:
        """The weight of the branches that were too unlikely to follow."""
        return float(Fraction(self.out_of - sum(self.ways.values()), self.out_of))

    def __len__(self) -> int:
        return len(self.ways)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Distribution):
            return NotImplemented
        return {v: self.p(v, exact=True) for v in self.ways} == {v: other.p(v, exact=True) for v in other.ways}

    def __hash__(self) -> int:
        return hash(frozenset((v, self.p(v, exact=True)) for v in self.ways))

    def __repr__(self) -> str:
        return f"Distribution({{{', '.join(f'{v!r}: {p:.4g}' for v, p in self.items())}}})"

    # ---------------------------------------------------------------- probabilities

    @overload
    def p(self, wanted: Any, *, exact: Literal[True]) -> Fraction: ...
    @overload
    def p(self, wanted: Any, *, exact: Literal[False] = False) -> float: ...
    def p(self, wanted: Any, *, exact: bool = False) -> Fraction | float:
        """The probability of a value, or of all the values for which `wanted` is true."""
        if callable(wanted):
            ways = sum(w for value, w in self.ways.items() if wanted(value))
        else:
            ways = self.ways.get(wanted, 0)
        return Fraction(ways, self.out_of) if exact else ways / self.out_of

    def at_least(self, bound: Any) -> float:
        return self.p(lambda value: value >= bound)

    def at_most(self, bound: Any) -> float:
        return self.p(lambda value: value <= bound)

    def items(self) -> list[tuple[Any, float]]:
        """Every value with its probability, in the order of the values where they have one."""
        return [(value, self.ways[value] / self.out_of) for value in self.values()]

    def values(self) -> list[Any]:
        try:
            return sorted(self.ways)
        except TypeError:
            return sorted(self.ways, key=lambda v: (-self.ways[v], repr(v)))

    def map(self, fn: Callable[[Any], Hashable]) -> Distribution:
        """The same chances, looked at through fn."""
        ways: dict[Any, int] = {}
        for value, w in self.ways.items():
            seen = fn(value)
            ways[seen] = ways.get(seen, 0) + w
        return Distribution(ways, self.out_of, self.asked)

    # ---------------------------------------------------------------- figures (of numbers only)

    @overload
    def mean(self, *, exact: Literal[True]) -> Fraction: ...
    @overload
    def mean(self, *, exact: Literal[False] = False) -> float: ...
    def mean(self, *, exact: bool = False) -> Fraction | float:
        mean = Fraction(sum(v * w for v, w in self.ways.items())) / sum(self.ways.values())
        return mean if exact else float(mean)

    def spread(self) -> float:
        """The standard deviation."""
        mean, kept = self.mean(exact=True), sum(self.ways.values())
        return sqrt(sum(w * (v - mean) ** 2 for v, w in self.ways.items()) / kept)

    def quantile(self, share: float) -> Any:
        """The least value that at least this share of the outcomes do not exceed."""
        if not 0 <= share <= 1:
            raise ValueError(f"une part va de 0 à 1, pas {share}")
        wanted, so_far = ceil(Fraction(str(share)) * sum(self.ways.values())), 0  # str: 0.05 is one in twenty
        for value in self.values():
            so_far += self.ways[value]
            if so_far >= wanted:
                return value
        return self.values()[-1]

    def quantiles(self, shares: Iterable[float] = (0.05, 0.25, 0.5, 0.75, 0.95)) -> tuple[Any, ...]:
        return tuple(map(self.quantile, shares))

    # ---------------------------------------------------------------- to look at

    def to_json(self) -> dict[str, Any]:
        """Plain data: values with probabilities as floats and as exact fractions."""
        return {
            "outcomes": [
                {"value": v, "p": w / self.out_of, "exact": str(Fraction(w, self.out_of))}
                for v in self.values()
                for w in [self.ways[v]]
            ],
            "lost": self.lost,
        }

    def bars(self, width: int = 40, least: float = 0.0005, name: Callable[[Any], str] = str) -> str:
        """A bar chart for the terminal. Values rarer than `least` share one last line."""
        shown, most = self._shown(least, name)
        margin = max(len(label) for label, _ in shown)
        return "\n".join(f"{label:>{margin}} {p:7.2%} {'█' * round(width * p / most)}" for label, p in shown)

    def svg(self, least: float = 0.0005, name: Callable[[Any], str] = str) -> str:
        """The same chart for a notebook."""
        shown, most = self._shown(least, name)
        bars = [
            f'<text x="90" y="{18 * i + 13}" text-anchor="end">{escape(label)}</text>'
            f'<rect x="96" y="{18 * i + 2}" width="{300 * p / most:.1f}" height="14" fill="#4a7"/>'
            f'<text x="{100 + 300 * p / most:.1f}" y="{18 * i + 13}">{p:.2%}</text>'
            for i, (label, p) in enumerate(shown)
        ]
        size = f'width="470" height="{18 * len(shown) + 4}" font-family="sans-serif" font-size="12"'
        return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(bars)}</svg>'

    def _shown(self, least: float, name: Callable[[Any], str]) -> tuple[list[tuple[str, float]], float]:
        """The lines of a chart, and the most likely of them."""
        shown = [(name(v), p) for v, p in self.items() if p >= least]
        rest = sum(p for _, p in self.items() if p < least)
        if rest > 0:
            shown.append(("autres", rest))
        return shown, max(p for _, p in shown)

    def _repr_svg_(self) -> str:
        return self.svg()
