"""This version beside an older one: `python -m bench.before FOLDER`, a checkout of the older one.

Every probe is run in a process of its own, the two versions taking turns, so that a slow moment slows both. What is
printed are medians of processor time and their ratio: above 1, this version is the faster.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from statistics import median

from .measure import console, table

HERE = Path(__file__).parent.parent
ROUNDS = 5

PROBE = """
import json, random, sys, time

def cpu(job, least=0.4):
    job()
    times = []
    while sum(times) < least:
        start = time.process_time(); job(); times.append(time.process_time() - start)
    return min(times)

what = sys.argv[1]
if what == "start":
    start = time.process_time()
    from tablee.cli import main
    sys.argv = ["tablee", "games"]
    try:
        main()
    except SystemExit:
        pass
    print(json.dumps({"tablee games": time.process_time()}), file=sys.stderr)
elif what == "serve":
    from tablee.web.app import create_app as create
    from tablee.web.settings import Settings
    create(Settings(database="sqlite://"))
    print(json.dumps({"the application of the server made": time.process_time()}), file=sys.stderr)
else:
    from tablee.kernel.game import game
    from tablee.kernel.opening import openings
    from tablee.kernel.scenario import demo
    from tablee.kernel.simulated import Simulated
    from tablee.table.state import Told
    from tablee.table.store import Store
    from tablee.table import commands as c
    import msgspec
    played = game(what)
    tactic = next(iter(played.tactics.values()))
    heard = []

    def fights():
        heard.clear()
        for seed in range(12):
            scene, oracle = demo(what), Simulated(seed, tactic.answer, heard)
            for action in openings(played, scene)[:1]:
                scene = action.resolve(scene, oracle)
            for _ in range(60):
                turn = scene.turn()
                if not turn:
                    break
                scene = tactic.act(scene, turn[0]).resolve(scene, oracle)

    found = {f"fights of {what}": cpu(fights)}
    store = Store("sqlite://", rng=random.Random(1))
    gm = store.create(what, "A", "Marie")
    at = store.campaign_of(gm.id)
    store.command(at, gm.id, c.StartEncounter(ready=next(iter(played.demos)), begin=True))
    told = [Told(event) for event in heard]
    eyes = store.eyes(at, gm.id)[1]
    shown = []

    def render():
        shown[:] = [eyes.event(each) for each in told]

    found[f"{len(told)} events of {what} rendered"] = cpu(render)
    found[f"bytes of an event of {what}"] = sum(len(msgspec.json.encode(each)) for each in shown) / len(shown)
    print(json.dumps(found), file=sys.stderr)
"""


def probed(folder: Path, what: str) -> dict[str, float]:
    """The figures of one version, from a process of its own."""
    env = {**os.environ, "PYTHONPATH": str(folder / "src")}
    ran = subprocess.run([sys.executable, "-c", PROBE, what], env=env, capture_output=True, text=True, check=True)
    figures: dict[str, float] = json.loads(ran.stderr.strip().splitlines()[-1])
    return figures


def run(older: Path, rounds: int = ROUNDS) -> None:
    shown = table("Before and now", "", "before", "now", "before / now")
    for what in ("start", "serve", "fluid", "fragments", "vieux_monde", "yin_yang"):
        then, now = list[dict[str, float]](), list[dict[str, float]]()
        for _ in range(rounds):
            then.append(probed(older, what))
            now.append(probed(HERE, what))
        for name in now[0].keys() & then[0].keys():
            before, after = (median(each[name] for each in side) for side in (then, now))
            size = name.startswith("bytes")
            told = [f"{each:,.0f}" if size else f"{each * 1000:,.1f} ms" for each in (before, after)]
            shown.add_row(name, *told, f"{before / after:.2f}")
    console.print(shown)


if __name__ == "__main__":
    run(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else ROUNDS)
