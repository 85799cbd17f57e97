"""`python -m bench.lab`: the lab over processes and over Dask beside one process, and what pairing spares in each game.

Each way of doing the work is warmed up by a few fights first, so that what is timed is the work and not the coming of
workers; then they take turns, so that a slow moment slows them all. The ratio by the clock means something on idle
cores only, so the load is told beside it; what the processors spent on a fight does not depend on who else is there.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from statistics import median
from time import perf_counter

from tablee.kernel.game import game
from tablee.kernel.scenario import demo
from tablee.lab import compare
from tablee.lab.job import Job, job
from tablee.lab.many import fight_many
from tablee.lab.workers import Cluster, Here, Processes, Workers

from .measure import console, table

FIGHTS, ROUNDS, WARM, MILLION = 3_000, 6, 200, 1_000_000
SCENE = "vieux_monde", "duel"
PAIRS = 200
CHANGES = {  # a little more of what makes a fighter, in each game
    "fluid/duel": "people.alienor.fiche.AGI=+1",
    "fragments/duel": "people.isaure.fiche.points.FOR=+1",
    "terre_natale/rois": "people.gersende.fiche.base.FOR=+2",
    "vieux_monde/duel": "people.ulrike.fiche.CC=+5",
    "yin_yang/duel": "people.mei.fiche.agilite=+1",
}
TICK = os.sysconf("SC_CLK_TCK")

Pids = Callable[[], list[int]]


def memory(pid: int) -> float:
    """Megabytes of a process that are in memory."""
    with open(f"/proc/{pid}/status", encoding="ascii") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS")) / 1024


def spent(pids: list[int]) -> float:
    """Seconds of processor time that processes have taken so far."""
    total = 0
    for pid in pids:
        with open(f"/proc/{pid}/stat", encoding="ascii") as stat:
            fields = stat.read().rpartition(")")[2].split()
            total += int(fields[11]) + int(fields[12])
    return total / TICK


def timed(work: Job, workers: Workers, pids: Pids, n: int) -> tuple[float, float]:
    """Seconds by the clock, and of the processors: those that did the fighting, and this one, which shares it out."""
    before, began = spent(pids()), perf_counter()
    fight_many(work, n, workers)
    return perf_counter() - began, spent(pids()) - before


def speed(n: int) -> None:
    work = job(game(SCENE[0]), demo(*SCENE), next(iter(game(SCENE[0]).tactics)), 7)
    before = os.getloadavg()[0]
    with Here() as alone, Processes(2) as two, Cluster(Cluster.LOCAL, 2) as dask:
        ways: dict[str, tuple[Workers, Pids]] = {
            "one process": (alone, lambda: [os.getpid()]),
            "two processes": (two, lambda: [os.getpid(), *(process.pid or 0 for process in two.processes())]),
            "Dask, two workers": (dask, lambda: [os.getpid(), *dask.pids()]),
        }
        for workers, _ in ways.values():
            fight_many(work, WARM, workers)
        times: dict[str, list[tuple[float, float]]] = {name: [] for name in ways}
        for _ in range(ROUNDS):
            for name, (workers, pids) in ways.items():
                times[name].append(timed(work, workers, pids, n))
        heavy = {name: max(map(memory, pids()[-2:])) for name, (_, pids) in ways.items()}
    heads = "fights/s", "/ one process", "best", "ms of processor", "a million (min)", "a worker (MB)"
    made = table(f"The lab: {n} fights of {'/'.join(SCENE)}, {ROUNDS} turns each", "", *heads)
    for name, rounds in times.items():
        ratios = [one / mine for (one, _), (mine, _) in zip(times["one process"], rounds, strict=True)]
        rate = n / median([clock for clock, _ in rounds])
        cost = 1000 * median([processors for _, processors in rounds]) / n
        row = f"{rate:,.0f}", f"{median(ratios):.2f}", f"{max(ratios):.2f}", f"{cost:.3f}"
        made.add_row(name, *row, f"{MILLION / rate / 60:,.0f}", f"{heavy[name]:,.0f}")
    console.print(made)
    load = f"load {before:.1f} before, {os.getloadavg()[0]:.1f} after, {len(os.sched_getaffinity(0))} cores"
    overhead = median(
        [d / p for (d, _), (p, _) in zip(times["Dask, two workers"], times["two processes"], strict=True)]
    )
    console.print(f"{load}; Dask takes {overhead:.2f} times the time of two plain processes")
    one, two_of = (median([spent for _, spent in times[name]]) for name in ("one process", "two processes"))
    console.print(f"by what processors spend, two idle cores would give two processes {2 * one / two_of:.2f} times one")


def pairing(n: int) -> None:
    made = table(f"Pairing: {n} pairs of fights", "", "change", "difference", "95 %", "variance / unpaired")
    for scene, change in CHANGES.items():
        found = compare(scene, change=change, n=n, seed=7)
        low, high = found.interval
        bounds = f"{low:+.1%} to {high:+.1%}"
        made.add_row(scene, change, f"{found.difference:+.1%}", bounds, f"1 / {found.pairs.gain:.1f}")
    console.print(made)


def main() -> None:
    speed(int(sys.argv[1]) if len(sys.argv) > 1 else FIGHTS)
    pairing(int(sys.argv[2]) if len(sys.argv) > 2 else PAIRS)


if __name__ == "__main__":  # workers read this module, too
    main()
