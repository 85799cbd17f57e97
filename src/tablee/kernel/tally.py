"""Tallies: numbers that know their terms. A tally is a plain tuple of (label, amount, rule id)."""

from __future__ import annotations

from collections.abc import Iterable

from .typography import MINUS, as_figure

Term = tuple[str, int, str]
Terms = tuple[Term, ...]


def total(terms: Iterable[Term]) -> int:
    """What the terms add up to."""
    s = 0
    for term in terms:
        s += term[1]
    return s


def without_zeros(terms: Terms) -> Terms:
    """The terms worth showing."""
    return tuple(t for t in terms if t[1])


def show(terms: Terms) -> str:
    """The sum as one line: « 4 Agilité + 2 Épée − 1 Blessure = 5 »."""
    if not terms:
        return "0"
    parts = [f"{as_figure(terms[0][1])} {terms[0][0]}"]
    parts += [f"{MINUS if amount < 0 else '+'} {abs(amount)} {label}" for label, amount, _ in terms[1:]]
    return f"{' '.join(parts)} = {as_figure(total(terms))}"
