"""`tablee compare` and `tablee sweep`: what a difference is worth, and how a value bears on a fight."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from tablee.lab.compare import Comparison, compare_jobs
from tablee.lab.edit import edited
from tablee.lab.job import job
from tablee.lab.sweep import Sweep, axis, sweep_scene

from . import chances, render
from .bar import bar
from .errors import judged_by, refuse
from .fighting import USUAL, asked, chosen, hands, judged, side_of
from .files import Stage
from .options import Wish
from .terminal import out, write_json
from .texts import number, percent, say, some
from .wording import voice_of

POINT = 200  # fights of each point


def compare(first: Stage, second: Stage, changes: Sequence[str], wish: Wish, side: str | None, json: bool) -> None:
    if first.game.id != second.game.id:
        raise refuse("error.other_game", name=second.title, found=second.game.id, wanted=first.game.id)
    if second is first and not changes:
        raise refuse("compare.same")
    n, seed, (tactic, _) = asked(wish, USUAL), chosen(wish.seed), chances.tactic(first.game, wish.tactic)
    looked_at = side_of(first.scene, side)
    changed = second.scene
    with judged_by(first.game):
        for each in changes:
            changed = edited(second.game, changed, each)
    with judged(), hands(wish) as workers, bar(n) as shown:
        a = job(first.game, first.scene, tactic, seed)
        b = job(first.game, changed, tactic, seed)
        found = compare_jobs(a, b, looked_at, n, workers, lambda pairs: shown.now(pairs.n))
    if json:
        write_json({"game": first.game.id, "seed": seed, "tactic": tactic, **found.to_json()})
        return
    voice = voice_of(first.game, first.scene)
    names = first.title, second.title if second is not first else ", ".join(changes)
    out.print(Text(some("compare.done", n, seed=seed, tactic=voice.tr(tactic), side=voice.tr(looked_at)), "soft"))
    out.print()
    show(found, names)


def show(found: Comparison, names: tuple[str, str]) -> None:
    table = Table(box=None, padding=(0, 3, 0, 0), header_style="soft", show_edge=False)
    for header in ("compare.scene", "fight.rate", "fight.interval"):
        table.add_column(say(header), justify="left" if header == "compare.scene" else "right")
    table.add_column("")
    for place, (name, report) in enumerate(zip(names, (found.a, found.b), strict=True)):
        low, high = report.interval(found.side)
        rate = report.rate(found.side)
        bounds = Text(f"{percent(low)} – {percent(high)}", "soft")
        table.add_row(Text(name, f"side.{place}"), Text(percent(rate), "title"), bounds, render.chance_bar(rate, 16))
    out.print(table)
    out.print()
    low, high = found.interval
    out.print(say("compare.difference", by=points(found.difference), low=points(low), high=points(high)))
    told = "compare.sure" if low > 0 or high < 0 else "compare.unsure"
    out.print(say(told))
    out.print(Text(say("compare.spared", n=number(found.spared), times=number(found.pairs.gain, 1)), "soft"))


def points(share: float) -> str:
    """A difference of two shares, with its sign."""
    return ("+" if share >= 0 else "−") + percent(abs(share))


def sweep(stage: Stage, over: Sequence[str], wish: Wish, side: str | None, json: bool) -> None:
    if not 1 <= len(over) <= 2:
        raise refuse("sweep.axes")
    n, seed, (tactic, _) = asked(wish, POINT), chosen(wish.seed), chances.tactic(stage.game, wish.tactic)
    looked_at = side_of(stage.scene, side)
    with judged_by(stage.game), judged(), hands(wish) as workers:
        axes = [axis(each) for each in over]
        total = n
        for each in axes:
            total *= len(each.values)
        with bar(total) as shown:
            found = sweep_scene(stage.game, stage.scene, axes, looked_at, n, seed, tactic, workers, shown.more)
    if json:
        write_json({"game": stage.game.id, "seed": seed, "tactic": tactic, **found.to_json()})
        return
    voice = voice_of(stage.game, stage.scene)
    out.print(Text(stage.title, "title"))
    out.print(Text(some("sweep.done", n, seed=seed, tactic=voice.tr(tactic), side=voice.tr(looked_at)), "soft"))
    out.print()
    out.print(curve(found) if len(found.axes) == 1 else heat(found))


def curve(found: Sweep) -> Table:
    table = Table(box=None, padding=(0, 3, 0, 0), header_style="soft", show_edge=False)
    for header in (found.axes[0].path, say("fight.rate"), say("fight.interval")):
        table.add_column(header, justify="right")
    table.add_column("")
    for (value,), report in found.points():
        low, high = report.interval(found.side)
        rate = report.rate(found.side)
        bounds = Text(f"{percent(low)} – {percent(high)}", "soft")
        table.add_row(Text(str(value), "title"), Text(percent(rate)), bounds, render.chance_bar(rate, 24))
    return table


def heat(found: Sweep) -> Table:
    """The second value from left to right, the first downwards."""
    down, across = found.axes
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="soft", show_edge=False)
    table.add_column(f"{down.path} ↓ {across.path} →", justify="right")
    for value in across.values:
        table.add_column(str(value), justify="right")
    reports = iter(found.reports)
    for value in down.values:
        rates = [next(reports).rate(found.side) for _ in across.values]
        table.add_row(Text(str(value), "title"), *(Text(percent(rate, 0), shade(rate)) for rate in rates))
    return table


def shade(rate: float) -> str:
    return "good" if rate >= 2 / 3 else "middling" if rate >= 1 / 3 else "bad"
