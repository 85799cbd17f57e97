"""Exact odds beside icepool on the same mechanic: a Fluid test, and an exchange of blows down to its damage."""

from __future__ import annotations

from statistics import median
from typing import Any

import icepool
from icepool import d10

from tablee import odds
from tablee.games.fluid.combat import Annoncer
from tablee.games.fluid.des import lancer
from tablee.games.fluid.lire import lire_scene
from tablee.games.fluid.tour import Combattre
from tablee.kernel.live import Scripted
from tablee.kernel.odds import forget

from .measure import Job, console, interleaved, spread, table

RULES = (True, True)


def icepool_test(dice: int) -> Any:
    """FLU-3.13 as icepool would have it: base die first, then doubles, then the highest face."""
    up, down = 10 + d10.explode(depth=12), -1 - d10.explode({1}, depth=12)
    if dice == 0:
        return icepool.map(lambda base: up if base == 10 else down if base == 1 else base, d10)

    def read(base: int, top: tuple[int, ...]) -> Any:
        if base == 10 or (base != 1 and top == (10, 10)):
            return up
        return down if base == 1 else max(base, *top)

    best = d10.pool(dice).highest(2) if dice > 1 else d10.pool(1)
    return icepool.map(read, d10, best.expand())


def icepool_exchange() -> Any:
    """Two tests with three dice, the margin, a sword of 2 against leather of 1."""
    margin = icepool_test(3) - icepool_test(3)
    return icepool.map(lambda m: max(0, m + 1) if m > 0 else -max(0, 1 - m) if m < 0 else 0, margin)


def exchange() -> tuple[Any, Any]:
    """The same exchange as a scene of ours: nobody has anything left to invest, as in icepool's."""
    one = {
        "res_perdue": 10,
        "fiche": {"AGI": 2, "traits": [{"nom": "Épée", "valeur": 3}]},
        "armes": [{"id": "epee", "nom": "Épée", "score": 2, "trait": "Épée"}],
        "armure": {"id": "cuir", "nom": "Cuir", "score": 1, "genre": "armure"},
    }
    scene = lire_scene({"personnages": {"a": {**one, "camp": "a"}, "b": {**one, "camp": "b"}}}, ())
    scene = Combattre("a").resolve(scene, Scripted())
    return Annoncer("a", cible="b"), scene


def same_odds() -> None:
    """A benchmark of two different things would be worth nothing."""
    action, scene = exchange()
    ours, theirs = odds(action, scene, "degats"), icepool_exchange()
    worst = max(abs(ours.p(int(v)) - theirs.probability(v)) for v in theirs.outcomes())
    if worst > 1e-9:
        raise SystemExit(f"the two exchanges differ by {worst}")


def run(rounds: int) -> None:
    same_odds()
    action, scene = exchange()
    pairs: dict[str, tuple[Job, Job]] = {
        f"test, {n} dice": (lambda n=n: odds(lancer, n, RULES), lambda n=n: icepool_test(n)) for n in (0, 3, 10)
    }
    pairs["exchange to damage"] = (lambda: odds(action, scene, "degats"), icepool_exchange)
    jobs, before = {}, {}
    for name, (ours, theirs) in pairs.items():
        jobs[f"{name} / cold"], before[f"{name} / cold"] = ours, forget
        jobs[f"{name} / icepool"] = theirs
        jobs[f"{name} / again"], before[f"{name} / again"] = ours, ours
    times = interleaved(jobs, rounds, before)
    made = table("Exact odds", "Fluid", "ours, cold (ms)", "icepool (ms)", "ours / icepool", "asked again (µs)")
    for name in pairs:
        cold, ice, again = (times[f"{name} / {kind}"] for kind in ("cold", "icepool", "again"))
        ratio = median([c / i for c, i in zip(cold, ice, strict=True)])
        made.add_row(
            name,
            spread([1e3 * t for t in cold]),
            spread([1e3 * t for t in ice]),
            f"{ratio:.2f}",
            f"{1e6 * median(again):.1f}",
        )
    console.print(made)
