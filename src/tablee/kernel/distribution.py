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


class Cut(ValueError):
    """An exact figure of odds of which unlikely branches were cut: it lies between two, and which they are."""

    def __init__(self, low: Fraction, high: Fraction) -> None:
        super().__init__(
            f"des branches ont été coupées (lost = {float(high - low):.1g}) : de {low} à {high}, voir bounds()"
        )
        self.low, self.high = low, high


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
        return self.shares() == other.shares()

    def __hash__(self) -> int:
        return hash(frozenset(self.shares().items()))

    def shares(self) -> dict[Any, Fraction]:
        """Every value with its share of all there was; what was cut is nobody's."""
        return {value: Fraction(w, self.out_of) for value, w in self.ways.items()}

    def __repr__(self) -> str:
        return f"Distribution({{{', '.join(f'{v!r}: {p:.4g}' for v, p in self.items())}}})"

    # ---------------------------------------------------------------- probabilities

    @overload
    def p(self, wanted: Any, *, exact: Literal[True]) -> Fraction: ...
    @overload
    def p(self, wanted: Any, *, exact: Literal[False] = False) -> float: ...
    def p(self, wanted: Any, *, exact: bool = False) -> Fraction | float:
        """The probability of a value, or of all the values for which `wanted` is true.

        `exact`: as a fraction that is the truth; Cut if branches were cut, since then nobody knows it.
        """
        if exact:
            low, high = self.bounds(wanted)
            if low != high:
                raise Cut(low, high)
            return low
        return self._ways(wanted) / self.out_of

    def bounds(self, wanted: Any) -> tuple[Fraction, Fraction]:
        """The least and the most that the probability can be; the same twice where nothing was cut."""
        ways, cut = self._ways(wanted), self.out_of - sum(self.ways.values())
        return Fraction(ways, self.out_of), Fraction(ways + cut, self.out_of)

    def _ways(self, wanted: Any) -> int:
        if callable(wanted):
            return sum(w for value, w in self.ways.items() if wanted(value))
        return self.ways.get(wanted, 0)

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
        """Plain data: values with probabilities as floats and as fractions, exact where nothing is `lost`."""
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
