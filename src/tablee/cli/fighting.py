"""`tablee fight`: the same fight many times over, and how sure the result is."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from tablee.kernel.action import tag
from tablee.kernel.opening import openings
from tablee.kernel.scene import Scene
from tablee.kernel.simulated import Simulated
from tablee.kernel.voice import Voice
from tablee.lab.fight import LIMIT, ROUNDS, Report, fights, left
from tablee.lab.fight import Progress as Tick

from . import chances, render
from .errors import refuse
from .files import Stage
from .opening import opening
from .terminal import err, out, write_json
from .texts import number, percent, say, some
from .wording import voice_of


def fight(stage: Stage, n: int, seed: int | None, named: str | None, json: bool) -> None:
    if n < 1:
        raise refuse("error.least", what="--n", least=1)
    name, tactic = chances.tactic(stage.game, named)
    sides = left(stage.scene)
    if len(sides) < 2:
        raise refuse("fight.sides", sides=", ".join(sides) or say("nobody"))
    seed = random.SystemRandom().randrange(10**9) if seed is None else seed
    scene = begun(stage, seed)
    with progress(n) as tick:
        report = fights(stage.game, scene, n, seed, tactic, tick)
    if json:
        write_json({"game": stage.game.id, "seed": seed, "tactic": name, **report.to_json()})
        return
    voice = voice_of(stage.game, stage.scene)
    out.print(Text(stage.title, "title"))
    out.print(Text(some("fight.done", n, seed=seed, tactic=voice.tr(name)), "soft"))
    out.print()
    show(report, voice)


def begun(stage: Stage, seed: int) -> Scene:
    """The scene with its encounter under way."""
    if stage.scene.turn():
        return stage.scene
    first = opening(stage.game, stage.scene)
    if first is None:
        ways = ", ".join(tag(action) for action in openings(stage.game, stage.scene))
        raise refuse("fight.which", actions=ways) if ways else refuse("fight.no_turn")
    after: Scene = first.resolve(stage.scene, Simulated(f"{seed}:"))
    return after


@contextmanager
def progress(n: int) -> Iterator[Tick]:
    """A bar on the error stream, gone when it is done."""
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as bar:
        task = bar.add_task(say("fight.progress"), total=n)
        yield lambda done: bar.advance(task, done)


def show(report: Report, voice: Voice) -> None:
    table = Table(box=None, padding=(0, 3, 0, 0), header_style="soft", show_edge=False)
    for header in ("fight.side", "fight.wins", "fight.rate", "fight.interval", "fight.fallen"):
        table.add_column(say(header), justify="left" if header == "fight.side" else "right")
    table.add_column("")
    for place, side in enumerate(report.sides):
        table.add_row(*row(report, side, voice, place))
    out.print(table)
    out.print()
    if report.draws:
        out.print(f"{say('fight.draws')}{say('colon')}{number(report.draws)}")
    if report.unfinished:
        limit = say("fight.unfinished", limit=number(LIMIT), rounds=ROUNDS)
        out.print(f"{limit}{say('colon')}{number(report.unfinished)}")
    rounds = report.lengths()
    low, _, median, _, high = rounds.quantiles()
    out.print(say("fight.rounds", mean=number(rounds.mean(), 1), low=low, high=high, median=median))
    out.print(Text(say("fight.pace", pace=number(report.pace)), "soft"))


def row(report: Report, side: str, voice: Voice, place: int) -> tuple[Text, ...]:
    low, high = report.interval(side)
    return (
        Text(voice.tr(side), f"side.{place % 4}"),
        Text(number(report.wins[side])),
        Text(percent(report.rate(side)), "title"),
        Text(f"{percent(low)} – {percent(high)}", "soft"),
        Text(number(report.losses(side).mean(), 2)),
        render.chance_bar(report.rate(side), 16),
    )
