"""What somebody has to act with in his turn, and what an action takes of it: said before it is done, and taken."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tablee.kernel.action import Action
from tablee.kernel.game import Game, games
from tablee.kernel.oracle import first
from tablee.kernel.purse import Price, price
from tablee.kernel.simulated import Simulated
from tablee.table.state import Desk, Member, PlayOf, State
from tablee.table.visibility import Eyes

from .walked import states

EVERY = pytest.mark.parametrize("game", games().values(), ids=lambda game: game.id)
LOOKED_AT = 6
STEPS = {"C", "M"}


def offered(game: Game, demo: str) -> Iterator[tuple[Any, str, Action, Price]]:
    """Every open action of those whose turn it is, with its price, on the way through a fight."""
    for scene in states(game, demo)[:LOOKED_AT]:
        for who in scene.turn()[:1]:
            purses = tuple(game.budget(scene, who))
            for action, closed in game.legal(scene, who):
                if closed is None and not action.master:
                    yield scene, who, action, price(purses, action)


def left(game: Game, scene: Any, who: str) -> dict[str, int]:
    return {purse.token.letter: purse.token.left for purse in game.budget(scene, who)}


@EVERY
def test_what_an_action_takes_is_gone_when_it_is_done(game: Game) -> None:
    """Unless the turn is over with it, or a new one has begun."""
    seen = set[str]()
    demo = next(iter(game.demos))
    for scene, who, action, taken in offered(game, demo):
        if not taken:
            continue
        before, after = left(game, scene, who), action.resolve(scene, Simulated(3, first, events=[]))
        if who not in after.turn() or after.round() != scene.round():
            seen |= {letter for letter, _ in taken}
            continue
        there = left(game, after, who)
        for letter, n in taken:
            gone = 1 if letter in STEPS else n  # a walk may be stopped on the way
            assert there.get(letter, 0) <= max(0, before[letter] - gone), (action, taken)
            seen.add(letter)
    assert seen, "nothing has a price"


@EVERY
def test_every_budget_is_told_in_both_languages_to_those_who_play(game: Game) -> None:
    for scene in states(game, next(iter(game.demos)))[:LOOKED_AT]:
        if not scene.turn():
            continue
        who = scene.turn()[0]
        state = State(PlayOf(scene), Desk("t", "salt", {who: "a"}))
        french, english = (Eyes(game, state, Member("a", "A", "player", lang)) for lang in ("fr", "en"))
        tokens = french.budgets()[who], english.budgets()[who]
        assert [token.letter for token in tokens[0]] == [token.letter for token in tokens[1]]
        for here, there in zip(*tokens, strict=True):
            assert here.label and there.label and here.left >= 0
            assert here.label != there.label or here.label.lower() == "action", here
        stranger = Eyes(game, state, Member("b", "B", "player", "fr"))
        assert not stranger.budgets(), "what he has left is his own"
