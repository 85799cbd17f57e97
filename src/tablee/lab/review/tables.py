"""The tables of a report: a heading and rows of plain texts, for the page and for the notes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from .survey import Odd, Ranking, Survey
from .tongue import Tongue

Cells = tuple[str, ...]


class Table(msgspec.Struct, frozen=True):
    heads: Cells
    rows: tuple[Cells, ...]


def _heads(tongue: Tongue, *columns: str) -> Cells:
    return tuple(tongue.say(f"column.{column}") if column else "" for column in columns)


def printed(odds: Sequence[Odd], tongue: Tongue) -> Table:
    rows = tuple(
        (
            tongue.tr(odd.what),
            tongue.figure(float(odd.printed), odd.chance),
            tongue.figure(odd.exact, odd.chance, 2),
            tongue.say("yes" if odd.holds else "no"),
            odd.rule,
        )
        for odd in odds
    )
    return Table(_heads(tongue, "what", "printed", "exact", "right", "rule"), rows)


def ranking(found: Ranking, tongue: Tongue, ends: int = 0) -> Table:
    """All of it, or some of the first and of the last."""
    names = {each.id: tongue.tr(each.name) for each in found.standings}
    rows = [
        (
            str(place),
            names[each.id],
            tongue.percent(each.rate),
            tongue.between(each.interval),
            tongue.listed([names[id] for id in each.dominated_by], 3),
        )
        for place, each in enumerate(found.standings, 1)
    ]
    if ends and len(rows) > 2 * ends:
        rows = [*rows[:ends], ("…", "", "", "", ""), *rows[-ends:]]
    return Table(_heads(tongue, "", "entry", "rate", "interval", "dominated"), tuple(rows))


def raises(found: Survey, tongue: Tongue) -> Table:
    growth = tongue.game.study.growth
    best_first = sorted(found.raises, key=lambda each: (-each.pairs.difference, each.path))
    rows = tuple(
        (
            tongue.path(each.path),
            tongue.points(each.pairs.difference),
            tongue.points_between(each.pairs.interval()),
            tongue.say("times", n=tongue.number(each.pairs.gain, 1)) if each.pairs.only_a + each.pairs.only_b else "–",
        )
        for each in best_first
    )
    first = tongue.say("column.point", by=growth.by if growth else 1)
    return Table((first, *_heads(tongue, "worth", "interval", "spared")), rows)


def scenes(found: Survey, tongue: Tongue) -> Table:
    return Table(_heads(tongue, "scene", "side", "wins", "interval", "fallen", "rounds"), tuple(_scenes(found, tongue)))


def _scenes(found: Survey, tongue: Tongue) -> Iterator[Cells]:
    for each in found.scenes:
        report = each.report
        if report is None:
            yield tongue.scene(each.id), tongue.say("scene.unfit"), "", "", "", ""
            continue
        for place, side in enumerate(report.sides):
            yield (
                tongue.scene(each.id) if place == 0 else "",
                tongue.tr(side),
                tongue.percent(report.rate(side)),
                tongue.between(report.interval(side)),
                tongue.number(report.losses(side).mean(), 2),
                tongue.number(report.lengths().mean(), 1) if place == 0 else "",
            )


def used(found: Survey, tongue: Tongue) -> Table:
    chapters = found.used.rules.items() if found.used is not None else ()
    rows = tuple((chapter, tongue.number(n), tongue.number(of - n)) for chapter, (n, of) in chapters)
    return Table(_heads(tongue, "chapter", "used", "never"), rows)


def examples(tongue: Tongue) -> Table:
    """Those of the book that do not follow its rules; in English with why."""
    rows = tuple(
        (
            each.id,
            ", ".join(map(tongue.rule, each.rules)),
            tongue.say("example", lines="–".join(map(str, each.lines))) if each.lines else "",
            *([each.note] if tongue.lang == "en" else []),
        )
        for each in tongue.game.ledger.examples.values()
        if not each.consistent
    )
    return Table(("", *_heads(tongue, "rule"), "", *([""] if tongue.lang == "en" else [])), rows)
