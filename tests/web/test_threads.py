"""Threads that load and decode for the first time, all at once: the process lives (without `prepare` it is often
killed)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tablee.kernel.scenario import demo
from tablee.table.seen import SeenAction
from tablee.table.visibility import Eyes
from tablee.web.threads import load

WRITE = """
import sys
import msgspec
from tablee.kernel.content import parse
from tablee.kernel.game import games
from tablee.kernel.scenario import Scenario
from tablee.table.state import PlayOf, Desk, StateOf, dump

states = []
for game in games().values():
    for text in game.demos.values():
        scenario = parse(text, Scenario, "")
        states.append((game.id, dump(StateOf(PlayOf(game.read_scene(scenario.scene, ())), Desk("", "")))))
open(sys.argv[1], "wb").write(msgspec.msgpack.encode(states))
"""
READ = """
import sys, threading
import msgspec
from tablee.kernel.game import game, games
from tablee.table.state import dump, load
from tablee.web.threads import prepare

how, file = sys.argv[1:]
states = msgspec.msgpack.decode(open(file, "rb").read())
if how == "loaded":
    games()
prepare()
sys.setswitchinterval(1e-6)
ready = threading.Barrier(8)

def work():
    ready.wait()
    for id, data in states:
        assert dump(load(game(id), data)) == data

threads = [threading.Thread(target=work) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
"""


def python(code: str, *args: str) -> None:
    done = subprocess.run([sys.executable, "-c", code, *args], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_many_threads_decode_at_once_for_the_first_time(tmp_path: Path) -> None:
    """States of games that are loaded before the threads, and of games that the threads load."""
    states = str(tmp_path / "states")
    python(WRITE, states)
    for how in ("loaded", "unloaded"):
        python(READ, how, states)


def test_games_are_looked_at_before_anybody_asks_whatever_is_wrong_with_one(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    looked = list[str]()

    class Looking(Eyes):
        def legal(self, who: str) -> tuple[SeenAction, ...]:
            if self.game.id == "fluid":
                raise ZeroDivisionError
            looked.append(who)
            return super().legal(who)

    monkeypatch.setattr("tablee.web.threads.Eyes", Looking)
    load(["fluid", "nowhere", "vieux_monde"])
    assert set(looked) == set(demo("vieux_monde").people)
    assert [record.levelname for record in caplog.records] == ["ERROR", "ERROR"]
    assert "fluid" in caplog.messages[0] and "nowhere" in caplog.messages[1]
