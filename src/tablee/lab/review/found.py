"""What is worth saying of the figures, in plain sentences: what might be looked at again, and what holds."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from .survey import Curve, Survey
from .tongue import Tongue

FLAT = 0.0005  # a step of a chance that nobody would call one
DOUBT = 0.05, 0.95  # between these a test is in doubt
DECIDED = 0.9


class Finding(msgspec.Struct, frozen=True):
    text: str
    holds: bool  # else it might be looked at again


def findings(found: Survey, tongue: Tongue) -> list[Finding]:
    """In the order of the sections."""
    parts = printed, tests, rankings, raises, scenes, used, book
    return [each for part in parts for each in part(found, tongue)]


def printed(found: Survey, tongue: Tongue) -> Iterator[Finding]:
    if not found.printed:
        yield Finding(tongue.say("printed.none"), True)
        return
    wrong = [odd for odd in found.printed if not odd.holds]
    if not wrong:
        yield Finding(tongue.some("found.right", len(found.printed)), True)
        return
    worst = max(wrong, key=lambda odd: abs(odd.off) / max(abs(odd.exact), odd.unit))
    facts = {
        "what": tongue.tr(worst.what),
        "printed": tongue.figure(float(worst.printed), worst.chance),
        "exact": tongue.figure(worst.exact, worst.chance),
        "rule": worst.rule,
    }
    yield Finding(tongue.say("found.printed", wrong=len(wrong), n=len(found.printed), **facts), False)


def tests(found: Survey, tongue: Tongue) -> Iterator[Finding]:
    for curve in found.tests:
        title, steps = tongue.tr(curve.title), list(doubtful(curve))
        flat = [(line, at) for line, at in steps if abs(step(curve, line, at)) < FLAT]
        if not flat:
            yield Finding(tongue.say("found.steady", title=title), True)
            continue
        line, at = flat[0]
        facts = {
            "line": tongue.tr(curve.lines[line].name),
            "a": curve.values[at],
            "b": curve.values[at + 1],
            "p": tongue.percent(curve.lines[line].chances[at]),
            "rule": curve.rule,
        }
        yield Finding(tongue.say("found.flat", title=title, n=len(flat), of=len(steps), **facts), False)


def doubtful(curve: Curve) -> Iterator[tuple[int, int]]:
    """Steps of each line that begin where a test is in doubt."""
    for line, each in enumerate(curve.lines):
        for at, chance in enumerate(each.chances[:-1]):
            if DOUBT[0] < chance < DOUBT[1]:
                yield line, at


def step(curve: Curve, line: int, at: int) -> float:
    chances = curve.lines[line].chances
    return chances[at + 1] - chances[at]


def rankings(found: Survey, tongue: Tongue) -> Iterator[Finding]:
    for ranking in found.rankings:
        kind, best, worst = tongue.kind(ranking.kind), ranking.standings[0], ranking.standings[-1]
        names = [tongue.tr(each.name) for each in ranking.standings if each.dominated_by]
        ends = {"best": tongue.tr(best.name), "worst": tongue.tr(worst.name)}
        shares = {"high": tongue.percent(best.rate), "low": tongue.percent(worst.rate)}
        sure = {"high_interval": tongue.between(best.interval), "low_interval": tongue.between(worst.interval)}
        yield Finding(tongue.say("found.ranking", kind=kind, **ends, **shares, **sure), True)
        if names:
            yield Finding(tongue.some("found.dominated", len(names), kind=kind, names=tongue.listed(names)), False)
        else:
            yield Finding(tongue.say("found.undominated", kind=kind), True)


def raises(found: Survey, tongue: Tongue) -> Iterator[Finding]:
    growth = tongue.game.study.growth
    if not found.raises or growth is None:
        return
    best = max(found.raises, key=lambda each: each.pairs.difference)
    unseen = [each for each in found.raises if each.pairs.interval()[0] <= 0 <= each.pairs.interval()[1]]
    if best not in unseen:
        points, interval = tongue.points(best.pairs.difference), tongue.points_between(best.pairs.interval())
        worth = tongue.say("found.worth", by=growth.by, name=tongue.path(best.path), points=points, interval=interval)
        yield Finding(worth, True)
    if unseen:
        names = tongue.listed([tongue.path(each.path) for each in unseen], len(unseen))
        yield Finding(tongue.say("found.worthless", by=growth.by, names=names, n=tongue.number(found.n)), True)
    for each in found.raises:
        if each.pairs.interval()[1] < 0:
            points, interval = tongue.points(each.pairs.difference), tongue.points_between(each.pairs.interval())
            name = tongue.path(each.path)
            yield Finding(tongue.say("found.harmful", by=growth.by, name=name, points=points, interval=interval), False)


def scenes(found: Survey, tongue: Tongue) -> Iterator[Finding]:
    reports = {each.id: each.report for each in found.scenes if each.report is not None}
    if not reports:
        return
    decided = [id for id, report in reports.items() if any(report.interval(side)[0] > DECIDED for side in report.sides)]
    if decided:
        names = tongue.listed([tongue.scene(id) for id in decided])
        yield Finding(tongue.some("found.lopsided", len(decided), of=len(reports), names=names), False)
    yield Finding(tongue.some("found.open", len(reports) - len(decided), of=len(reports)), True)


def used(found: Survey, tongue: Tongue) -> Iterator[Finding]:
    if found.used is None:
        return
    of, never = sum(n for _, n in found.used.rules.values()), len(found.used.never_rules)
    figures = {"used": tongue.number(of - never), "of": tongue.number(of), "never": tongue.number(never)}
    yield Finding(tongue.say("found.used", **figures), True)


def book(found: Survey, tongue: Tongue) -> Iterator[Finding]:
    """What was noted when the book was read."""
    ledger = tongue.game.ledger
    wrong = [each.id for each in ledger.examples.values() if not each.consistent]
    if wrong:
        yield Finding(tongue.some("found.examples", len(wrong), names=tongue.listed(wrong, 20)), False)
    elif ledger.examples:
        yield Finding(tongue.some("found.examples.right", len(ledger.examples)), True)
    if ledger.undefined:
        yield Finding(tongue.some("found.undefined", len(ledger.undefined)), False)
    unclear = sum(bool(rule.ambiguity) for rule in ledger.rules.values())
    if unclear:
        yield Finding(tongue.some("found.ambiguous", unclear, of=tongue.number(len(ledger.rules))), False)
