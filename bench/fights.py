"""Simulated 3-against-3 fights, plain tests and stored states, beside the prototype the kernel grew from."""

from __future__ import annotations

from statistics import median
from typing import Any

from rich.table import Table

from tablee import Sampled, Simulated
from tablee.games.fluid import melee
from tablee.games.fluid.lire import lire_scene
from tablee.games.fluid.scene import Scene
from tablee.games.fluid.tactiques import TACTIQUES
from tablee.games.fluid.tests import Tester
from tablee.games.fluid.tour import Combattre
from tablee.kernel.event import Event
from tablee.kernel.snapshot import Snapshots

from . import prototype
from .measure import Job, console, interleaved, spread, table

FIGHTS, TESTS, STATES = 150, 5000, 1000


def three_against_three() -> Any:
    """The prototype's fighters: AGI 5 or 6, Épée 3, a sword and leather."""
    people = {}
    for side in "ab":
        for i in range(3):
            people[f"{side}{i}"] = {
                "camp": side,
                "fiche": {"AGI": 5 + i % 2, "traits": [{"nom": "Épée", "valeur": 3}]},
                "armes": [{"id": "epee", "nom": "Épée", "score": 2, "trait": "Épée"}],
                "armure": {"id": "cuir", "nom": "Cuir", "score": 1, "genre": "armure"},
            }
    return Combattre("a0").resolve(lire_scene({"personnages": people}, ()), Simulated(0))


def fight(start: Any, oracle: Any) -> Any:
    tactic, scene = TACTIQUES["simple"], start
    for _ in range(2000):
        turn = scene.turn()
        if not turn:
            break
        scene = tactic.act(scene, turn[0]).resolve(scene, oracle)
    return scene


def count(start: Any, kind: Any) -> tuple[float, float]:
    """Exchanges (two adversaries' rolls compared) and rolls in a fight, on average; counted apart from the timing."""
    events: list[Event] = []
    oracle, exchanges, faces = kind(7, TACTIQUES["simple"].answer, events), 0, melee.vis_a_vis

    def counted(everybody: Any) -> Any:
        nonlocal exchanges
        found = faces(everybody)
        exchanges += sum(map(len, found.adverses)) // 2
        return found

    melee.vis_a_vis = counted
    try:
        for _ in range(FIGHTS):
            fight(start, oracle)
    finally:
        melee.vis_a_vis = faces
    return exchanges / FIGHTS, sum(e.what == "jet" for e in events) / FIGHTS


def run(rounds: int) -> None:
    start, states = three_against_three(), story(three_against_three())
    kinds = {"dice from exact tables": Sampled, "every die rolled": Simulated}
    counts = {name: count(start, kind) for name, kind in kinds.items()}
    stored = Snapshots(Scene)
    for scene in states:
        stored.add(scene)
    jobs: dict[str, Job] = {name: (lambda kind=kind: fights(start, kind)) for name, kind in kinds.items()}
    jobs |= {
        "prototype": prototype.fights,
        "plain": lambda: plain_tests(start),
        "store": lambda: store(states),
        "restore": lambda: [stored.get(n) for n in range(len(stored))],
    }
    times = interleaved(jobs, rounds)
    console.print(fights_table(counts, times))
    small = table("Single operations", "", "a second")
    small.add_row("plain tests resolved", spread([TESTS / t for t in times["plain"]], 0))
    small.add_row("states stored", spread([len(states) / t for t in times["store"]], 0))
    small.add_row("states restored", spread([len(states) / t for t in times["restore"]], 0))
    small.add_row("bytes a state", f"{sum(map(len, stored.stored)) / len(states):,.0f}")
    console.print(small)


def fights_table(counts: dict[str, tuple[float, float]], times: dict[str, list[float]]) -> Table:
    yard = [prototype.exchanges() / t for t in times["prototype"]]
    made = table("3 against 3, all tallies and events", "", "exchanges/s", "/ prototype", "rolls/s", "fights/s")
    for name, (exchanges, rolls) in counts.items():
        rates = [FIGHTS * exchanges / t for t in times[name]]
        ratio = median([r / y for r, y in zip(rates, yard, strict=True)])
        seconds = median(times[name])
        made.add_row(
            f"Fluid, {name}",
            spread(rates, 0),
            f"{ratio:.2f}",
            f"{FIGHTS * rolls / seconds:,.0f}",
            f"{FIGHTS / seconds:,.0f}",
        )
    rate = f"{prototype.FIGHTS / median(times['prototype']):,.0f}"
    made.add_row("prototype", spread(yard, 0), "1.00", f"{2 * median(yard):,.0f}", rate)
    return made


def fights(start: Any, kind: Any) -> None:
    events: list[Event] = []
    oracle = kind(7, TACTIQUES["simple"].answer, events)
    for _ in range(FIGHTS):
        fight(start, oracle)
        events.clear()


def plain_tests(start: Any) -> None:
    oracle, test = Simulated(7, events=[]), Tester("a0", ("AGI",), ("Épée",))
    for _ in range(TESTS):
        test.resolve(start, oracle)


def store(states: list[Any]) -> None:
    snapshots = Snapshots(Scene)
    for scene in states:
        snapshots.add(scene)


def story(start: Any) -> list[Any]:
    """A thousand states of fights one after the other."""
    tactic, states, scene, seed = TACTIQUES["simple"], [], start, 0
    oracle = Sampled(seed, tactic.answer)
    while len(states) < STATES:
        turn = scene.turn()
        scene = tactic.act(scene, turn[0]).resolve(scene, oracle) if turn else start
        states.append(scene)
    return states
