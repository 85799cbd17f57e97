"""`python -m bench.lab`: the lab over processes and over Dask, beside one process, on the same fights.

Each way of doing the work is warmed up by a few fights first, so that what is timed is the work and not the coming of
workers. The memory is that of one worker when all is done.
"""

from __future__ import annotations

import sys
from statistics import median
from time import perf_counter

from tablee.kernel.game import game
from tablee.kernel.scenario import demo
from tablee.lab.job import Job, job
from tablee.lab.many import fight_many
from tablee.lab.workers import Cluster, Here, Processes, Workers

from .measure import console, table

FIGHTS, ROUNDS, MILLION = 2_000, 5, 1_000_000
SCENE = "vieux_monde", "duel"


def timed(work: Job, workers: Workers, n: int) -> float:
    began = perf_counter()
    fight_many(work, n, workers)
    return perf_counter() - began


def memory(pid: int) -> float:
    """Megabytes of a process that are in memory."""
    with open(f"/proc/{pid}/status", encoding="ascii") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS")) / 1024


def main() -> None:
    n = int(sys.argv[1]) if len(sys.argv) > 1 else FIGHTS
    work = job(game(SCENE[0]), demo(*SCENE), next(iter(game(SCENE[0]).tactics)), 7)
    with Here() as alone, Processes(2) as two, Cluster(Cluster.LOCAL, 2) as dask:
        ways: dict[str, Workers] = {"one process": alone, "two processes": two, "Dask, two workers": dask}
        for workers in ways.values():
            timed(work, workers, 200)
        times: dict[str, list[float]] = {name: [] for name in ways}
        for _ in range(ROUNDS):
            for name, workers in ways.items():
                times[name].append(timed(work, workers, n))
        heavy = max(memory(process.pid or 0) for process in two.processes())
    made = table(f"The lab: {n} fights of {'/'.join(SCENE)}", "", "fights/s", "/ one process", "a million fights (min)")
    for name, spent in times.items():
        ratio = median([one / mine for one, mine in zip(times["one process"], spent, strict=True)])
        rate = n / median(spent)
        made.add_row(name, f"{rate:,.0f}", f"{ratio:.2f}", f"{MILLION / rate / 60:,.0f}")
    console.print(made)
    console.print(f"a worker of two processes holds {heavy:,.0f} MB")


if __name__ == "__main__":  # workers read this module, too
    main()
