"""What a table shows while something is under way, for every game: the order, and the odds of what may come."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from tablee.kernel.action import Action, open_actions
from tablee.kernel.game import Game, games
from tablee.kernel.odds import TooMany, odds, odds_after
from tablee.kernel.oracle import Question
from tablee.kernel.scenario import demo
from tablee.lab.fight import left
from under_way import acting, answered, fight, moments, played, stopped, throws, ways

FIGHTS = [
    pytest.param(game, name, id=f"{game.id}/{name}")
    for game in games().values()
    for name in game.demos
    if len(left(demo(game.id, name))) > 1
]
GAMES = [pytest.param(game, id=game.id) for game in games().values()]
FEW = 400  # branches


@pytest.mark.parametrize(("game", "name"), FIGHTS)
def test_the_order_lists_everyone_who_stands_once_and_who_acts_next_first_of_those_to_come(
    game: Game, name: str
) -> None:
    scenes = fight(game.id, name)
    assert scenes
    had = 0
    for scene in scenes:
        order, turn = game.order(scene), scene.turn()
        listed, coming = [place.who for place in order], [place.who for place in order if not place.acted]
        fighting = {who for side in scene.sides().values() for who in side} & set(scene.standing())
        assert len(set(listed)) == len(listed)
        assert set(listed) == fighting | set(turn)
        assert coming[: len(turn)] == list(turn)
        assert listed == [place.who for place in order if place.acted] + coming
        assert all(isinstance(place.value, int | None) for place in order)
        had += any(place.acted for place in order)
    assert had  # somebody has acted at some moment


@pytest.mark.parametrize("game", GAMES)
def test_there_is_no_order_where_nothing_is_under_way(game: Game) -> None:
    assert game.gather is not None
    assert game.order(game.gather([])) == ()


def end(action: Action, scene: Any) -> Callable[[Any], tuple[Any, ...]]:
    """How it ends: who stands, and what round it is."""

    def run(oracle: Any) -> tuple[Any, ...]:
        after = action.resolve(scene, oracle)
        return after.standing(), after.round()

    return run


@cache
def quick(id: str) -> list[tuple[Action, Any]]:
    """Actions with some branches and not too many, from all along the ready fights."""
    game, rng, found = games()[id], random.Random(id), []
    for name in game.demos:
        scenes = moments(id, name)
        for scene in rng.sample(scenes, min(8, len(scenes))):
            open_ones = open_actions(game.legal(scene, acting(id, scene)))
            for action in rng.sample(open_ones, min(6, len(open_ones))):
                try:
                    if played(action, scene, 0)[0]:
                        odds(end(action, scene), limit=FEW)
                        found.append((action, scene))
                except TooMany:
                    continue
    assert found
    return found


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_the_mean_over_a_throw_is_the_odds_before_it(game: Game, data: st.DataObject) -> None:
    known = quick(game.id)
    action, scene = known[data.draw(st.integers(0, len(known) - 1))]
    run, (transcript, after) = end(action, scene), played(action, scene, data.draw(st.integers(0, 10**6)))
    assert odds_after(transcript, run).ways == {(after.standing(), after.round()): 1}
    before = transcript[: data.draw(st.integers(0, len(transcript) - 1))]
    wanted = stopped(action, scene, before)
    try:
        now = odds_after(before, run, limit=10 * FEW)
        if isinstance(wanted[0], Question):
            then = [odds_after((*before, answered(wanted)), run, limit=10 * FEW)]
        else:
            assume(ways(wanted[0]) <= 100)
            then = [odds_after((*before, entry), run, limit=10 * FEW) for entry in throws(wanted[0])]
    except TooMany:
        assume(False)
    for value in now.ways:
        mean = sum(each.p(value) for each in then) / len(then)
        assert abs(mean - now.p(value)) <= now.lost + max(each.lost for each in then) + 1e-9
    if not before:
        whole = odds(run)
        assert all(abs(now.p(value) - whole.p(value)) <= now.lost + whole.lost + 1e-9 for value in whole.ways)
