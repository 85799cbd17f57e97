"""Simulated fights of every game, plain tests and stored states, beside the prototype of the kernel."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from statistics import median
from typing import Any

from rich.table import Table

from tablee import Sampled, Simulated
from tablee.games import fluid, fragments, terre_natale, vieux_monde, yin_yang
from tablee.games.fluid.book.c3_tests.tests import Tester
from tablee.games.fluid.book.c4_combat import melee
from tablee.kernel.event import Event
from tablee.kernel.game import Game
from tablee.kernel.opening import openings
from tablee.kernel.scenario import demo
from tablee.kernel.snapshot import Snapshots

from . import prototype
from .measure import Job, console, interleaved, spread, table

FIGHTS, TESTS, STATES = 150, 5000, 1000
PEOPLE = {"fragments": "unites"}  # what a game's scenes call those in it

# ---------------------------------------------------------------- who fights


@dataclass(frozen=True)
class Contest:
    """Fights of one game, how dice are drawn in them, and how many exchanges (two rolls compared) there are in one."""

    name: str
    game: Game
    start: Any
    kind: Any
    exchanges: Callable[[Contest], float]
    roll: str = "jet"  # the event that tells of a roll
    seeds: Iterator[int] = field(default_factory=lambda: count(7))  # no round fights what another has fought

    def oracle(self, events: list[Event]) -> Any:
        return self.kind(next(self.seeds), next(iter(self.game.tactics.values())).answer, events)

    def fight(self, oracle: Any) -> None:
        act, scene = next(iter(self.game.tactics.values())).act, self.start
        for _ in range(2000):
            turn = scene.turn()
            if not turn:
                break
            scene = act(scene, turn[0]).resolve(scene, oracle)

    def run(self) -> None:
        """The job that is timed."""
        events: list[Event] = []
        oracle = self.oracle(events)
        for _ in range(FIGHTS):
            self.fight(oracle)
            events.clear()

    def told(self) -> list[Event]:
        """All the events of as many fights."""
        events: list[Event] = []
        oracle = self.oracle(events)
        for _ in range(FIGHTS):
            self.fight(oracle)
        return events


def three_against_three(game: Game, fighter: Callable[[int], dict[str, Any]], begin_with: str = "combattre") -> Any:
    people = {f"{side}{i}": {"camp": side, **fighter(i)} for side in "ab" for i in range(3)}
    begin = game.action({"do": begin_with, "actor": "a0"})
    return begin.resolve(game.read_scene({PEOPLE.get(game.id, "personnages"): people}, ()), Simulated(0))


def ready(game: Game, scene: str) -> Any:
    """A scene that comes with the game, once its fight has begun."""
    start = demo(game.id, scene)
    return openings(game, start)[0].resolve(start, Simulated(0))


def of_fluid(i: int) -> dict[str, Any]:
    """The prototype's fighters: AGI 5 or 6, Épée 3, a sword and leather."""
    return {
        "fiche": {"AGI": 5 + i % 2, "traits": [{"nom": "Épée", "valeur": 3}]},
        "armes": [{"id": "epee", "nom": "Épée", "score": 2, "trait": "Épée"}],
        "armure": {"id": "cuir", "nom": "Cuir", "score": 1, "genre": "armure"},
    }


def of_the_old_world(i: int) -> dict[str, Any]:
    """Swords and leather, no two alike."""
    return {
        "fiche": {"CC": 38 + i, "END": 34, "competences": {"lames": 8, "esquive": 4}},
        "equipement": {"armes": ["epee"], "armures": ["jaque_de_cuir"]},
    }


def of_yin_yang(i: int) -> dict[str, Any]:
    """Swords and leather, attributes of 4 and 5, Épées 4."""
    return {
        "fiche": {"agilite": 4 + i % 2, "competences": {"epees": 4, "armures": 2}},
        "equipement": {"armes": ["epee_longue"], "armures": ["plastron_de_cuir"]},
    }


def of_the_fragments(i: int) -> dict[str, Any]:
    """Level-1 swordsmen, face to face on open hexes."""
    return {
        "fiche": {"points": {"PV": 24, "FOR": 6, "DEF": 4, "HAB": 5, "AGI": 3, "CON": 8, "MOV": 5, "INIT": i}},
        "equipement": {"actif": ["epee_courte"]},
    }


def of_terre_natale(i: int) -> dict[str, Any]:
    """Short swords and leather within each other's reach, who know how to strike, parry and dodge."""
    skills = {"arme_a_garde": 2, "parade": 2, "evasion": 1, "represailles": 1, "initiative": i}
    groups = {"combat": 1, "defense": 1, "sagacite": 1}
    return {
        "fiche": {"nom": f"n°{i}", "base": {"FOR": 12, "DEX": 14 + i}, "competences": skills, "groupes": groups},
        "equipement": {"armes": [{"modele": "epee_courte"}], "armure": {"modele": "cuir"}},
        "y": i % 2,
    }


def compared(contest: Contest) -> float:
    """In Fluid a group rolls at once: each pair of adversaries is an exchange. Counted apart from the timing."""
    exchanges, faces = 0, melee.vis_a_vis

    def counted(everybody: Any) -> Any:
        nonlocal exchanges
        found = faces(everybody)
        exchanges += sum(map(len, found.adverses)) // 2
        return found

    melee.vis_a_vis = counted
    try:
        contest.told()
    finally:
        melee.vis_a_vis = faces
    return exchanges / FIGHTS


def attacks(contest: Contest) -> float:
    """In Vieux Monde, Les Fragments and Terre Natale each attack is one: a roll against a defender, and the damage.

    One that strikes back or doubles another is one more; whatever else is done in a fight counts for nothing.
    """
    return sum(e.what == "attaque" for e in contest.told()) / FIGHTS


def blows(contest: Contest) -> float:
    """In Yin-Yang each attack that comes to its blow is one: two rolls, or a roll against a passive defence."""
    settled = ("pare", "manque", "touche")
    return sum(e.what in settled for e in contest.told()) / FIGHTS


def contests() -> list[Contest]:
    fluid_start = three_against_three(fluid.game, of_fluid)
    old_start = three_against_three(vieux_monde.game, of_the_old_world)
    qi_start = three_against_three(yin_yang.game, of_yin_yang)
    hex_start = three_against_three(fragments.game, of_the_fragments)
    ford_start = ready(terre_natale.game, "gue")
    native_start = three_against_three(terre_natale.game, of_terre_natale, "engager")
    return [
        Contest("Fluid, dice from exact tables", fluid.game, fluid_start, Sampled, compared),
        Contest("Fluid, every die rolled", fluid.game, fluid_start, Simulated, compared),
        Contest("Vieux Monde", vieux_monde.game, old_start, Sampled, attacks),
        Contest("Yin-Yang", yin_yang.game, qi_start, Sampled, blows),
        Contest("Les Fragments", fragments.game, hex_start, Sampled, attacks, "attaque"),
        Contest("Terre Natale, 3 bare against 3", terre_natale.game, native_start, Sampled, attacks, "attaque"),
        Contest("Terre Natale, the ford", terre_natale.game, ford_start, Sampled, attacks, "attaque"),
    ]


# ---------------------------------------------------------------- the tables


def run(rounds: int) -> None:
    fought = contests()
    start = fought[0].start
    states = story(fought[0])
    stored = Snapshots(fluid.game.scene)
    for scene in states:
        stored.add(scene)
    jobs: dict[str, Job] = {c.name: c.run for c in fought}
    jobs |= {
        "prototype": prototype.fights,
        "plain": lambda: plain_tests(start),
        "store": lambda: store(states),
        "restore": lambda: [stored.get(n) for n in range(len(stored))],
    }
    struck = {c.name: an_attack(c) for c in fought if c.exchanges is attacks}
    jobs |= {f"attack: {name}": job for name, job in struck.items()}
    times = interleaved(jobs, rounds)
    console.print(fights_table(fought, times))
    small = table("Single operations", "", "a second")
    small.add_row("plain tests resolved", spread([TESTS / t for t in times["plain"]], 0))
    for name in struck:
        small.add_row(
            f"one attack resolved and told, {name}", spread([ATTACKS / t for t in times[f"attack: {name}"]], 0)
        )
    small.add_row("states stored", spread([len(states) / t for t in times["store"]], 0))
    small.add_row("states restored", spread([len(states) / t for t in times["restore"]], 0))
    small.add_row("bytes a state", f"{sum(map(len, stored.stored)) / len(states):,.0f}")
    console.print(small)


def fights_table(fought: list[Contest], times: dict[str, list[float]]) -> Table:
    yard = [prototype.exchanges() / t for t in times["prototype"]]
    made = table("Fights, all tallies and events", "", "exchanges/s", "/ prototype", "rolls/s", "fights/s")
    for contest in fought:
        exchanges, seconds = contest.exchanges(contest), median(times[contest.name])
        rolls = sum(e.what == contest.roll for e in contest.told()) / FIGHTS
        rates = [FIGHTS * exchanges / t for t in times[contest.name]]
        ratio = median([r / y for r, y in zip(rates, yard, strict=True)])
        made.add_row(
            contest.name,
            spread(rates, 0),
            f"{ratio:.2f}",
            f"{FIGHTS * rolls / seconds:,.0f}",
            f"{FIGHTS / seconds:,.0f}",
        )
    rate = f"{prototype.FIGHTS / median(times['prototype']):,.0f}"
    made.add_row("prototype", spread(yard, 0), "1.00", f"{2 * median(yard):,.0f}", rate)
    return made


# ---------------------------------------------------------------- single operations


def plain_tests(start: Any) -> None:
    oracle, test = Simulated(7, events=[]), Tester("a0", ("AGI",), ("Épée",))
    for _ in range(TESTS):
        test.resolve(start, oracle)


def store(states: list[Any]) -> None:
    snapshots = Snapshots(fluid.game.scene)
    for scene in states:
        snapshots.add(scene)


ATTACKS = 500


def an_attack(contest: Contest) -> Job:
    """The first attack of a fight, resolved again and again with other dice: defended, its sums and events told."""
    tactic, scene = contest.game.tactic(), contest.start
    events: list[Event] = []
    oracle = contest.oracle(events)
    while True:
        events.clear()
        action = tactic.act(scene, scene.turn()[0])
        after = action.resolve(scene, oracle)
        if any(event.what == "attaque" for event in events):
            break
        scene = after

    def again() -> None:
        for _ in range(ATTACKS):
            events.clear()
            action.resolve(scene, oracle)

    return again


def story(contest: Contest) -> list[Any]:
    """A thousand states of fights one after the other."""
    tactic = next(iter(contest.game.tactics.values()))
    oracle, scene, states = Sampled(0, tactic.answer), contest.start, list[Any]()
    while len(states) < STATES:
        turn = scene.turn()
        scene = tactic.act(scene, turn[0]).resolve(scene, oracle) if turn else contest.start
        states.append(scene)
    return states
