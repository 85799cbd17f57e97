"""Measuring things beside each other: each round runs every job once, so that a slow moment slows them all."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from statistics import median, quantiles

from rich.console import Console
from rich.progress import Progress, TextColumn
from rich.table import Table

Job = Callable[[], object]
console = Console()


def interleaved(jobs: dict[str, Job], rounds: int, before: dict[str, Job] | None = None) -> dict[str, list[float]]:
    """Seconds of processor time each job took in each round; `before` prepares a job outside the measure."""
    times: dict[str, list[float]] = {name: [] for name in jobs}
    gc.collect()
    gc.freeze()  # as the server does: games that are loaded stay for good, and are not looked through for rubbish
    with Progress(TextColumn("{task.description}"), console=console, transient=True) as progress:
        task = progress.add_task("")
        for turn in range(rounds + 1):  # the first is thrown away
            for name, job in jobs.items():
                progress.update(task, description=f"{name} ({turn}/{rounds})")
                if before and name in before:
                    before[name]()
                gc.collect()
                start = time.process_time()
                job()
                if turn:
                    times[name].append(time.process_time() - start)
    return times


def spread(values: list[float], digits: int = 2) -> str:
    """Median, and the 10th to 90th percentile."""
    cuts = quantiles(values, n=10)
    return f"{median(values):,.{digits}f} [{cuts[0]:,.{digits}f} - {cuts[-1]:,.{digits}f}]"


def table(title: str, *columns: str) -> Table:
    made = Table(title=title, title_justify="left")
    for i, column in enumerate(columns):
        made.add_column(column, justify="left" if i == 0 else "right")
    return made
