"""Pictures for a notebook: shares with their intervals as SVG, a heat map as a table. They take no library."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

Row = tuple[str, float, tuple[float, float]]  # a name, a share, where it truly lies 95 times in 100

LETTER, LINE, BAR = 7, 22, 300  # pixels: of a letter, of a row, of a share of one


def shares(rows: Iterable[Row], note: str = "") -> str:
    """A bar for each, its interval drawn on it."""
    there = list(rows)
    left = 12 + LETTER * max((len(name) for name, _, _ in there), default=0)
    drawn = [_bar(left, LINE * place, row) for place, row in enumerate(there)]
    if note:
        drawn.append(f'<text x="{left}" y="{LINE * len(there) + 15}">{escape(note)}</text>')
    height = LINE * (len(there) + bool(note)) + 4
    size = f'width="{left + BAR + 180}" height="{height}" font-family="sans-serif" font-size="12" fill="currentColor"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(drawn)}</svg>'


def _bar(left: int, top: int, row: Row) -> str:
    name, share, (low, high) = row
    middle, begin, end = top + 11, left + BAR * low, left + BAR * high
    return (
        f'<text x="{left - 6}" y="{top + 15}" text-anchor="end">{escape(name)}</text>'
        f'<rect x="{left}" y="{top + 4}" width="{BAR * share:.1f}" height="14" fill="#4a7"/>'
        f'<path d="M{begin:.1f} {middle}H{end:.1f}M{begin:.1f} {middle - 4}v8M{end:.1f} {middle - 4}v8" '
        'stroke="currentColor" fill="none"/>'
        f'<text x="{left + BAR + 10}" y="{top + 15}">{share:.1%} ({low:.1%} – {high:.1%})</text>'
    )


def heat(corner: str, across: Sequence[str], rows: Iterable[tuple[str, Sequence[float]]]) -> str:
    """Shares over two values: the deeper, the higher."""
    heads = "".join(f"<th>{escape(name)}</th>" for name in across)
    lines = "".join(f"<tr><th>{escape(name)}</th>{''.join(map(_cell, line))}</tr>" for name, line in rows)
    return f"<table><tr><th>{escape(corner)}</th>{heads}</tr>{lines}</table>"


def _cell(share: float) -> str:
    return f'<td style="background: rgba(68, 170, 119, {share:.2f}); text-align: right">{share:.0%}</td>'
