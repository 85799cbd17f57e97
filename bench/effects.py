"""What bears on a figure, remembered and read anew; what it costs that something happens."""

from __future__ import annotations

from statistics import median
from typing import NamedTuple

from tablee.kernel.effects import Bears, Effects, Modifier, amount, tally
from tablee.kernel.live import Scripted
from tablee.kernel.moments import Moment
from tablee.kernel.oracle import Oracle
from tablee.kernel.tally import Term

from .measure import Job, console, interleaved, spread, table

TIMES = 20_000


class Blow(NamedTuple):
    against: str
    companions: int


EFFECTS: Effects[Blow] = Effects()


@EFFECTS.on("attaque")
def surnombre(c: Blow) -> Term | None:
    return ("Surnombre", c.companions, "") if c.companions else None


@EFFECTS.on("attaque", of="meute")
def meute(c: Blow) -> Term | None:
    return ("Meute", 2, "") if c.companions else None


@EFFECTS.when("contre")
def contre(c: Blow, kind: str) -> bool:
    return c.against == kind


BORNE = (
    *(Modifier(on, n, f"{on} {n}") for on in ("attaque", "defense", "force") for n in (1, -2)),
    *(Modifier("attaque", n, f"Sort {n}", family="sort") for n in (1, 3, -1)),
    Modifier("attaque", 2, "Tueuse", when="contre:Dragon"),
)
SOMEBODY, NOBODY, HERE = Bears(EFFECTS, BORNE, ("meute",)), Bears(EFFECTS), Blow("Dragon", 1)

alone: Moment[[str]] = Moment("alone")
followed: Moment[[str]] = Moment("followed")


@followed.then()
def follow(scene: int, oracle: Oracle, who: str) -> int:
    return scene


def run(rounds: int) -> None:
    oracle = Scripted()
    jobs: dict[str, Job] = {
        "tally, remembered": lambda: [tally(SOMEBODY, "attaque", HERE) for _ in range(TIMES)],
        "tally, somebody new each time": lambda: [tally(Bears(EFFECTS, BORNE), "attaque", HERE) for _ in range(TIMES)],
        "amount, remembered": lambda: [amount(SOMEBODY, "attaque", HERE) for _ in range(TIMES)],
        "amount of a bare fighter": lambda: [amount(NOBODY, "attaque", HERE) for _ in range(TIMES)],
        "a moment nobody answers": lambda: [alone(1, oracle, "a") for _ in range(TIMES)],
        "a moment with one answer": lambda: [followed(1, oracle, "a") for _ in range(TIMES)],
    }
    times = interleaved(jobs, rounds)
    first = median(times["tally, remembered"])
    shown = table("What bears on a figure", "", "µs", "tally, remembered = 1")
    for name, seconds in times.items():
        shown.add_row(name, spread([1e6 * s / TIMES for s in seconds]), f"{median(seconds) / first:.2f}")
    console.print(shown)
