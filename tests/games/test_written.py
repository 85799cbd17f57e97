"""From the id of a rule to the code that states it: every rule of every ledger is named where it is applied."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import pytest

from tablee.kernel.game import Game, games
from tablee.kernel.written import written

GAMES = list(games().values())
ADVICE = "guidance", "see"  # what only a reader can hold to, and what stands under another id


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_rule_is_found_by_its_id_in_the_package_of_its_game(game: Game) -> None:
    held = [rule.id for rule in game.ledger.rules.values() if rule.kind not in ADVICE]
    assert len(held) > 100
    assert [id for id in held if not written(game.package, id)] == []


def test_where_a_rule_is_stated_comes_first_and_a_longer_id_is_another_rule() -> None:
    root = Path(str(files("tablee.games.fluid")))
    places = written("tablee.games.fluid", "FLU-4.2")
    lines = [(root / name).read_text("utf-8").splitlines()[int(n) - 1] for name, _, n in map(apart, places)]
    assert "@rule(" in lines[0]
    assert all(re.search(r"FLU-4\.2(?!\d)", line) for line in lines)


def apart(place: str) -> tuple[str, str, str]:
    return place.partition(":")
