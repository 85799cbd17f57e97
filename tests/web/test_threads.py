"""Threads that decode for the first time, all at once: the process lives (without `prepare` it is often killed)."""

from __future__ import annotations

import subprocess
import sys

AT_ONCE = """
import sys, threading
import msgspec
from tablee.kernel.content import parse
from tablee.kernel.game import games
from tablee.kernel.scenario import Scenario
from tablee.table.state import PlayOf, Desk, StateOf, dump, load
from tablee.web.threads import prepare

if sys.argv[1] == "prepared":
    prepare()
states = []
for game in games().values():
    for text in game.demos.values():
        scenario = parse(text, Scenario, "")
        states.append((game, dump(StateOf(PlayOf(game.read_scene(scenario.scene, ())), Desk("", "")))))
sys.setswitchinterval(1e-6)
ready = threading.Barrier(8)

def work():
    ready.wait()
    for game, data in states:
        assert dump(load(game, data)) == data

threads = [threading.Thread(target=work) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
"""


def test_many_threads_decode_at_once_for_the_first_time() -> None:
    done = subprocess.run([sys.executable, "-c", AT_ONCE, "prepared"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
