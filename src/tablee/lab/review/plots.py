"""The pictures of a report: SVG drawn by matplotlib, the same bytes for the same figures, readable without network."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any

from .survey import Curve, Fought, Odd, Raise, Ranking, Used
from .tongue import Tongue

INK, SOFT, GOOD, BAD = "#22262b", "#6b7280", "#2f6f4f", "#b4452f"
LINES = ("#b4452f", "#c98a1b", "#4b5563", "#2f6f4f", "#2b5d8c", "#7a3e8e")
ENDS = 15  # entries shown of each end of a long ranking
STYLE = {
    "svg.hashsalt": "tablee",
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.size": 10,
    "text.color": INK,
    "axes.edgecolor": SOFT,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.color": SOFT,
    "ytick.color": INK,
    "axes.grid": True,
    "grid.color": "#e5e7eb",
    "axes.axisbelow": True,
    "legend.frameon": False,
}

Row = tuple[str, float, tuple[float, float]]  # a name, a value, its interval


def can_draw() -> bool:
    """Whether the library is installed."""
    return find_spec("matplotlib") is not None


class Picture:
    """One picture being drawn: its axes, and the SVG once it is done."""

    def __init__(self, axes: Any) -> None:
        self.axes, self.svg = axes, ""


@contextmanager
def picture(width: float, height: float) -> Iterator[Picture]:
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=(width, height), layout="constrained")
        drawn = Picture(figure.add_subplot())
        yield drawn
        written = io.StringIO()
        figure.savefig(written, format="svg", metadata={"Date": None, "Creator": None}, transparent=True)
    drawn.svg = inline(written.getvalue())


def inline(svg: str) -> str:
    """The drawing alone, as it may stand in a page: it is as wide as there is room."""
    body = svg[svg.index("<svg") :]
    head, rest = body.split(">", 1)
    box = re.search(r'viewBox="[^"]*"', head)
    rest = re.sub(r"<metadata>.*?</metadata>", "", rest, flags=re.DOTALL)
    return f'<svg xmlns="http://www.w3.org/2000/svg" {box.group() if box else ""} role="img">{rest.strip()}'


def apart(svg: str, name: str) -> str:
    """The same with ids of its own: several stand in one page."""
    svg = re.sub(r'\bid="', f'id="{name}-', svg)
    return re.sub(r'(url\(|href=")#', rf"\1#{name}-", svg).replace("xlink:href", "href")


# ---------------------------------------------------------------- what there is to see


def curve(test: Curve, tongue: Tongue) -> str:
    with picture(7.4, 3.8) as drawn:
        axes = drawn.axes
        for line, color in zip(test.lines, _colors(len(test.lines)), strict=True):
            axes.plot(test.values, line.chances, marker="o", ms=3.5, lw=1.6, color=color, label=tongue.tr(line.name))
        axes.set_ylim(-0.02, 1.02)
        axes.set_xlabel(tongue.tr(test.over))
        axes.set_ylabel(tongue.say("axis.chance"))
        _in_percent(axes.yaxis, tongue)
        axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5))
    return drawn.svg


def printed(odds: Sequence[Odd], tongue: Tongue) -> str:
    """What is printed and what is exact, joined by how far the book is off."""
    with picture(7.4, 0.9 + 0.3 * len(odds)) as drawn:
        axes, rows = drawn.axes, range(len(odds))
        said, exact = [float(odd.printed) for odd in odds], [odd.exact for odd in odds]
        colors = [SOFT if odd.holds else BAD for odd in odds]
        axes.hlines(rows, said, exact, colors=colors, lw=2)
        axes.scatter(exact, rows, color=INK, s=28, zorder=3, label=tongue.say("legend.exact"))
        face = {"facecolors": "white", "edgecolors": colors, "linewidths": 1.6}
        axes.scatter(said, rows, s=34, zorder=4, marker="D", label=tongue.say("legend.printed"), **face)
        axes.set_yticks(rows, [tongue.tr(odd.what) for odd in odds])
        axes.invert_yaxis()
        axes.set_xlabel("%" if odds[0].chance else tongue.say("axis.figure"))
        axes.xaxis.set_major_formatter(lambda value, _: tongue.number(value, 0 if value == int(value) else 1))
        axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5))
    return drawn.svg


def ranking(found: Ranking, tongue: Tongue) -> str:
    """The best first; of many both ends."""
    shown = found.standings
    if len(shown) > 2 * ENDS:
        shown = (*shown[:ENDS], *shown[-ENDS:])
    rows = [(tongue.tr(each.name), each.rate, each.interval) for each in shown]
    colors = [BAD if each.dominated_by else INK for each in shown]
    return _rows(rows, colors, tongue, 0.5, tongue.say("axis.share"))


def raises(found: Sequence[Raise], tongue: Tongue) -> str:
    rows, colors = list[Row](), list[str]()
    for each in sorted(found, key=lambda each: (-each.pairs.difference, each.path)):
        low, high = each.pairs.interval()
        rows.append((tongue.path(each.path), each.pairs.difference, (low, high)))
        colors.append(GOOD if low > 0 else BAD if high < 0 else SOFT)
    return _rows(rows, colors, tongue, 0.0, tongue.say("axis.points"))


def scenes(found: Sequence[Fought], tongue: Tongue) -> str:
    """The shares of both sides in each scene, the first side's interval on it."""
    fought = [(each.id, each.report) for each in found if each.report is not None]
    with picture(7.4, 0.9 + 0.38 * len(fought)) as drawn:
        axes = drawn.axes
        for row, (_, report) in enumerate(fought):
            left = 0.0
            for place, side in enumerate(report.sides):
                axes.barh(row, report.rate(side), left=left, color=(GOOD, LINES[1], LINES[4])[place % 3], height=0.62)
                left += report.rate(side)
            axes.barh(row, 1 - left, left=left, color="#d1d5db", height=0.62)
            low, high = report.interval(report.sides[0])
            axes.hlines(row, low, high, colors=INK, lw=2)
        axes.set_yticks(range(len(fought)), [tongue.scene(id) for id, _ in fought])
        axes.set_xlim(0, 1)
        axes.invert_yaxis()
        axes.set_xlabel(tongue.say("axis.wins"))
        _in_percent(axes.xaxis, tongue)
    return drawn.svg


def used(found: Used, tongue: Tongue) -> str:
    """By chapter, the rules that were used and those that never were."""
    with picture(7.4, 0.9 + 0.32 * len(found.rules)) as drawn:
        axes, rows = drawn.axes, range(len(found.rules))
        were = [n for n, _ in found.rules.values()]
        never = [of - n for n, of in found.rules.values()]
        axes.barh(rows, were, color=GOOD, height=0.62, label=tongue.say("legend.used"))
        axes.barh(rows, never, left=were, color="#d1d5db", height=0.62, label=tongue.say("legend.never"))
        axes.set_yticks(rows, list(found.rules))
        axes.invert_yaxis()
        axes.set_xlabel(tongue.say("axis.rules"))
        axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5))
    return drawn.svg


def _rows(rows: Sequence[Row], colors: Sequence[str], tongue: Tongue, middle: float, label: str) -> str:
    with picture(7.4, 0.9 + 0.27 * len(rows)) as drawn:
        axes, places = drawn.axes, range(len(rows))
        axes.axvline(middle, color=SOFT, lw=1, ls=(0, (4, 3)))
        axes.hlines(places, [low for _, _, (low, _) in rows], [high for _, _, (_, high) in rows], colors=colors, lw=2)
        axes.scatter([value for _, value, _ in rows], places, c=colors, s=26, zorder=3)
        axes.set_yticks(places, [name for name, _, _ in rows])
        axes.invert_yaxis()
        axes.set_xlabel(label)
        _in_percent(axes.xaxis, tongue)
    return drawn.svg


def _in_percent(axis: Any, tongue: Tongue) -> None:
    axis.set_major_formatter(
        lambda share, _: tongue.percent(share, 0) if share >= 0 else "−" + tongue.percent(-share, 0)
    )


def _colors(n: int) -> list[str]:
    return [LINES[i % len(LINES)] for i in range(n)]
