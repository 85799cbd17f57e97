"""The rules an action can bring up: nothing that happens at a table is missing from them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from tablee.kernel import content
from tablee.kernel.action import tag
from tablee.kernel.event import Event
from tablee.kernel.game import Game, games
from tablee.kernel.oracle import Option, Question
from tablee.kernel.scenario import Scenario
from tablee.kernel.simulated import Simulated
from tablee.kernel.uses import used_by, uses
from tablee.lab.fight import left
from tablee.lab.opening import opening

GAMES = [pytest.param(game, id=game.id) for game in games().values()]
WHOLE = [pytest.param(game, id=game.id) for game in games().values() if game.complete]
FIGHTS, ACTIONS = 2, 30
TOGETHER = ("yin_yang",)  # all declare, then all is carried out: whose deed brought up a rule is not known


def of_event(event: Event) -> Iterator[str]:
    yield event.rule
    for _, _, rule in event.terms:
        yield rule


def begun(game: Game, scene: Any, seed: int) -> Any:
    """With the encounter under way, by the game's own action where the scene does not begin so."""
    first = None if scene.turn() else opening(game, scene)
    return scene if first is None else first.resolve(scene, Simulated(seed))


def played(game: Game, name: str, seed: int) -> Iterator[tuple[str, str]]:
    """Every action thought of in a fight, with each rule it has brought up: half by tactics, half by chance."""
    scenario = content.parse(game.demos[name], Scenario, name)
    scene = begun(game, game.read_scene(scenario.scene, ()), seed)
    rng, asked, heard = random.Random(seed), list[Question](), list[Event]()
    tactic = next(iter(game.tactics.values()))

    def answer(question: Question) -> Option:
        asked.append(question)
        return tactic.answer(question)

    oracle, fighting = Simulated(seed, answer, heard), bool(scene.turn())
    for _ in range(ACTIONS):
        turn = scene.turn()
        if fighting and (not turn or len(left(scene)) < 2):
            return
        turn = turn or game.people(scene)[:1]
        action = tactic.act(scene, turn[0])
        thought = list(game.legal(scene, turn[0]))
        yield from ((tag(each), closed.rule) for each, closed in thought if closed is not None)
        open_now = [each for each, closed in thought if closed is None]
        if open_now and rng.random() < 0.5:
            action = rng.choice(open_now)
        asked.clear()
        heard.clear()
        scene = action.resolve(scene, oracle)
        doer = "" if game.id in TOGETHER else tag(action)
        yield from ((doer, rule) for event in heard for rule in of_event(event))
        for question in asked:
            yield doer, question.rule
            if isinstance(question.options, tuple):
                yield from ((doer, o.closed.rule) for o in question.options if o.closed is not None)


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_that_an_action_brings_up_in_a_fight_is_among_its_own(game: Game) -> None:
    known = {**uses(game), "": set().union(*uses(game).values())}
    found = {
        (do, rule)
        for name in game.demos
        for seed in range(FIGHTS)
        for do, rule in played(game, name, seed)
        if rule in game.ledger.rules
    }
    assert len({do for do, _ in found}) > 5 or not game.complete
    assert sorted((do, rule) for do, rule in found if rule not in known[do]) == []


@pytest.mark.parametrize("game", WHOLE)
def test_the_rules_tell_actions_apart(game: Game) -> None:
    """A list that held every rule for every action would say nothing."""
    actions = len(game.actions)
    by = used_by(game)
    brought_up = [len(found) for found in by.values() if found]
    assert sum(n <= actions * 3 // 5 for n in brought_up) > len(brought_up) // 2
    assert all(set(found) <= {tag(kind) for kind in game.actions} for found in by.values())
