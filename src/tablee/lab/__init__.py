"""The lab: what happens when a fight is fought a thousand times by the real rules.

    >>> from tablee.lab import compare, fights, sweep
    >>> report = fights("duel", n=50, seed=7)
    >>> report.n, sorted(report.sides)
    (50, ['Aliénor', 'Sombreval'])

A scene is a file, GAME/SCENE, the name of a ready scene, or a game and a scene of it. `jobs` processes share the work,
or a Dask cluster; the same seed gives the same report, whoever does it.
"""

from __future__ import annotations

from collections.abc import Sequence

from tablee.kernel.game import Game

from .compare import Comparison, Pairs, compare_jobs
from .edit import edited
from .fight import left
from .job import Unfit, job
from .many import fight_many
from .report import Report, Result
from .stage import Staged, staged
from .sweep import Axis, Sweep, axis, sweep_scene
from .workers import crew

__all__ = ["Axis", "Comparison", "Pairs", "Report", "Result", "Sweep", "Unfit", "compare", "fights", "sweep"]


def fights(
    scene: Staged,
    n: int = 1000,
    *,
    seed: int = 0,
    tactic: str = "",
    jobs: int = 1,
    cluster: str = "",
    until: float = 0.0,
    cost: bool = False,
) -> Report:
    """n fights of a scene; with `until`, as many of them as it takes for the intervals to be no wider."""
    game, start = staged(scene)
    with crew(jobs, cluster) as workers:
        return fight_many(job(game, start, _tactic(game, tactic), seed, cost), n, workers, until)


def compare(
    a: Staged,
    b: Staged | None = None,
    *,
    change: str | Sequence[str] = (),
    side: str = "",
    n: int = 1000,
    seed: int = 0,
    tactic: str = "",
    jobs: int = 1,
    cluster: str = "",
) -> Comparison:
    """Two scenes, or a scene and itself with something changed (PATH=VALUE), with the same luck."""
    game, first = staged(a)
    other, second = staged(a if b is None else b)
    for each in [change] if isinstance(change, str) else change:
        second = edited(other, second, each)
    named = _tactic(game, tactic)
    with crew(jobs, cluster) as workers:
        jobs_of = job(game, first, named, seed), job(other, second, named, seed)
        return compare_jobs(*jobs_of, side or left(first)[0], n, workers)


def sweep(
    scene: Staged,
    *over: str | Axis,
    side: str = "",
    n: int = 200,
    seed: int = 0,
    tactic: str = "",
    jobs: int = 1,
    cluster: str = "",
) -> Sweep:
    """n fights at each point of one or two axes (PATH=1..10)."""
    game, start = staged(scene)
    axes = [each if isinstance(each, Axis) else axis(each) for each in over]
    with crew(jobs, cluster) as workers:
        return sweep_scene(game, start, axes, side or left(start)[0], n, seed, _tactic(game, tactic), workers)


def _tactic(game: Game, named: str) -> str:
    return named or next(iter(game.tactics))
