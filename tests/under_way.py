"""Actions stopped wherever something is thrown or asked, for tests of what may still come."""

from __future__ import annotations

import random
from functools import cache
from itertools import product
from math import prod
from typing import Any

from tablee.kernel import scenario
from tablee.kernel.action import Action, open_actions
from tablee.kernel.game import games
from tablee.kernel.live import Awaiting, Entry, Live, Replay, answers, typed
from tablee.kernel.oracle import Dice, Policy, Question, Throw, first
from tablee.kernel.run import grouped
from tablee.kernel.simulated import Simulated
from tablee.lab.opening import opening

ACTIONS = 200  # of a fight


@cache
def fight(id: str, name: str) -> list[Any]:
    """The scenes of a fight from a ready scene, as the game's first tactic plays it."""
    game, scene = games()[id], scenario.demo(id, name)
    tactic = next(iter(game.tactics.values()))
    oracle, found = Simulated(f"{id}/{name}", tactic.answer), []
    begin = opening(game, scene)
    if begin is not None:
        scene = begin.resolve(scene, oracle)
    while scene.turn() and len(found) < ACTIONS:
        found.append(scene)
        scene = tactic.act(scene, scene.turn()[0]).resolve(scene, oracle)
    return found


@cache
def moments(id: str, name: str) -> list[Any]:
    """The scenes of a fight; where a scene is none, those of people who do one thing after the other."""
    found = fight(id, name)
    if found:
        return found
    game, scene = games()[id], scenario.demo(id, name)
    rng, oracle = random.Random(f"{id}/{name}"), Simulated(f"{id}/{name}")
    for who in game.people(scene) * 4:
        found.append(scene)
        open_ones = open_actions(game.legal(scene, who))
        scene = rng.choice(open_ones).resolve(scene, oracle) if open_ones else scene
    return found


def acting(id: str, scene: Any) -> str:
    """Whoever has the turn; where nobody has it, the first there is."""
    turn: tuple[str, ...] = scene.turn() or games()[id].people(scene)
    return turn[0]


class Stops(Live):
    """Rolls nothing by itself, for whoever it may be."""

    def throw(self, dice: tuple[Dice, ...], who: str, audience: str) -> tuple[tuple[int, ...], ...]:
        if self.at == len(self.transcript):
            raise Awaiting(Throw(who, dice))
        return super().throw(dice, who, audience)


def stopped(action: Action, scene: Any, transcript: tuple[Entry, ...]) -> tuple[Any, ...]:
    """What an action waits for after this transcript; nothing if it is done."""
    try:
        action.resolve(scene, Stops(transcript))
    except Awaiting as stop:
        return stop.wanted
    return ()


def answered(questions: tuple[Question, ...], policy: Policy = first) -> Entry:
    return answers(questions, [policy(q).id for q in questions])


def played(action: Action, scene: Any, seed: int, policy: Policy = first) -> tuple[tuple[Entry, ...], Any]:
    """One way it may go: the whole transcript, and the scene after it."""
    rng = random.Random(seed)
    transcript: tuple[Entry, ...] = ()
    while wanted := stopped(action, scene, transcript):
        if isinstance(wanted[0], Question):
            entry = answered(wanted, policy)
        else:
            entry = typed(wanted[0], [[rng.randint(1, d.sides) for _ in range(d.n)] for d in wanted[0].dice])
        transcript = (*transcript, entry)
    return transcript, action.resolve(scene, Replay(transcript))


def ways(throw: Throw) -> int:
    return prod(d.sides**d.n for d in throw.dice)


def throws(throw: Throw) -> list[Entry]:
    """Every way a throw may fall, all alike likely."""
    ways = product(*(range(1, d.sides + 1) for d in throw.dice for _ in range(d.n)))
    return [typed(throw, grouped(throw, faces)) for faces in ways]
