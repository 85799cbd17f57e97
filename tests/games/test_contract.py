"""What our own games owe to the page besides the contract, which `test_check.py` asks of them."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tablee.kernel.action import open_actions, tag
from tablee.kernel.game import Game, games

GAMES = [pytest.param(game, id=game.id) for game in games().values()]


@pytest.mark.parametrize("game", GAMES)
def test_when_nobody_has_the_turn_a_test_is_the_first_thing_offered(game: Game) -> None:
    character = msgspec.to_builtins(game.creation.finish(game.creation.random(3)))
    assert game.gather is not None
    scene: Any = game.gather([character])
    kinds = [tag(action) for action in open_actions(game.legal(scene, character["id"]))]
    assert scene.turn() == () and kinds[0] == "tester", kinds[:5]
