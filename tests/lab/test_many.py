"""Fights shared out over processes and a cluster: the report is the same, byte for byte, whoever dies on the way."""

import os
import signal
import threading
import time
from collections.abc import Generator, Iterable

import msgspec
import pytest

from tablee.kernel.game import game
from tablee.kernel.scenario import demo
from tablee.lab import fights
from tablee.lab.job import BLOCK, Job, Unfit, job
from tablee.lab.many import Done, NeverEnds, fight_many
from tablee.lab.report import Report
from tablee.lab.workers import Cluster, Here, NoCluster, Processes, Task, WorkersDied, crew

N = 110  # four blocks and a bit


@pytest.fixture(scope="module")
def duel() -> Job:
    return job(game("fluid"), demo("fluid", "duel"), "simple", 7)


@pytest.fixture(scope="module")
def alone(duel: Job) -> Report:
    return fight_many(duel, N)


def written(report: Report) -> bytes:
    return msgspec.json.encode((report, report.to_json()))


@pytest.mark.parametrize("jobs", [2, 5])
def test_any_number_of_workers_gives_the_same_report(duel: Job, alone: Report, jobs: int) -> None:
    with Processes(jobs) as workers:
        assert written(fight_many(duel, N, workers)) == written(alone)


class Late(Here):
    """Does everything, and gives it back in another order."""

    def do(self, tasks: Iterable[Task[int, Report]]) -> Generator[tuple[int, Report]]:
        yield from reversed(list(super().do(tasks)))


def test_whoever_is_quicker_changes_nothing(duel: Job, alone: Report) -> None:
    assert written(fight_many(duel, N, Late())) == written(alone)
    narrow = fight_many(duel, 2_000, until=0.25)
    assert BLOCK < narrow.n < 300
    assert narrow.width() <= 0.25
    assert written(fight_many(duel, 400, Late(), until=0.25)) == written(narrow)


def test_a_worker_that_is_killed_loses_nothing(duel: Job, alone: Report) -> None:
    killed = []

    def kill() -> None:
        while not killed:
            for process in workers.processes():
                time.sleep(0.2)
                os.kill(process.pid or 0, signal.SIGKILL)
                killed.append(process.pid)
                break
            time.sleep(0.02)

    with Processes(2) as workers:
        killer = threading.Thread(target=kill)
        killer.start()
        report = fight_many(duel, N, workers)
        killer.join()
        processes = workers.processes()
    assert killed
    assert written(report) == written(alone)
    for process in processes:
        process.join(10)  # on a busy machine the last of them is a moment in going
    assert not any(process.is_alive() for process in processes)


def die(*given: object) -> Report:
    os.kill(os.getpid(), signal.SIGKILL)
    return Report()


def test_workers_that_always_die_are_given_up() -> None:
    with Processes(1) as workers, pytest.raises(WorkersDied):
        list(workers.do([(0, die, ())]))


def test_broken_off_and_taken_up_again(duel: Job, alone: Report) -> None:
    done: Done = {}

    def stop(report: Report) -> None:
        if report.n >= 50:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fight_many(duel, N, done=done, told=stop)
    assert sorted(done) == [0, 25]
    kept = msgspec.json.decode(msgspec.json.encode(done), type=Done)
    told: list[int] = []
    assert written(fight_many(duel, N, done=kept, told=lambda report: told.append(report.n))) == written(alone)
    assert told == [25, 50, 75, 100, 110]


def test_what_was_kept_of_fewer_fights_is_no_whole_block(duel: Job, alone: Report) -> None:
    done: Done = {}
    fight_many(duel, 30, done=done)
    assert {start: report.n for start, report in done.items()} == {0: 25, 25: 5}
    assert written(fight_many(duel, N, done=done)) == written(alone)


def test_a_cluster_gives_the_same_report(duel: Job, alone: Report) -> None:
    with crew(2, Cluster.LOCAL) as workers:
        assert written(fight_many(duel, N, workers)) == written(alone)


def test_a_cluster_that_does_not_answer() -> None:
    with pytest.raises(NoCluster), Cluster("tcp://127.0.0.1:9", seconds=0.5):
        pass


def test_a_scene_that_never_ends(duel: Job) -> None:
    with pytest.raises(NeverEnds):
        fight_many(msgspec.structs.replace(duel, limit=1), 100)


def test_what_cannot_be_fought() -> None:
    scene = demo("fluid", "duel")
    with pytest.raises(Unfit, match="sides"):
        job(
            game("fluid"), scene.put(*(msgspec.structs.replace(p, side="") for p in scene.people.values())), "simple", 1
        )


def test_what_a_fight_costs_is_in_the_games_own_pools() -> None:
    report = fights("duel", 20, seed=3, cost=True)
    for side in report.sides:
        assert report.cost(side)["RES"] > 0
    assert report.falls()[0][1] <= 1
    assert sum(report.down.values()) == sum(k * n for of in report.fallen.values() for k, n in of.items())
    assert report.to_frame().shape[0] == 2
    assert report._repr_svg_().startswith("<svg")
