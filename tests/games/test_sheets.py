"""What every game's sheets and drafts owe to a page that knows no game."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.kernel.content import parse
from tablee.kernel.game import Game, games
from tablee.kernel.scenario import Scenario
from tablee.kernel.sheet import Mark, Section
from tablee.table import scenes

GAMES = [pytest.param(game, id=game.id) for game in games().values()]

BEFALLEN: dict[str, dict[str, Any]] = {  # something that happens to somebody, and what the sheet calls it
    "fluid": {"a_terre": True},
    "vieux_monde": {"etats": [{"id": "a_terre"}]},
    "yin_yang": {"a_terre": True},
    "terre_natale": {"lesions": [{"niveau": 2}]},
    "fragments": {"etats": [{"id": "a_terre", "tours": 2}]},
}


def ready(game: Game) -> Any:
    scenario = parse(next(iter(game.demos.values())), Scenario, "demo")
    return game.read_scene(scenario.scene, scenario.options)


def states(game: Game, scene: Any, who: str) -> list[Section]:
    return [section for section in game.sheet(scene, who).sections if section.kind == "states"]


@pytest.mark.parametrize("game", GAMES)
def test_what_befalls_somebody_stands_in_a_section_of_states(game: Game) -> None:
    scene = ready(game)
    who = game.people(scene)[0]
    values = {scenes.below(scene, who, path): value for path, value in BEFALLEN[game.id].items()}
    fallen = scenes.edited(game, scene, (), values)
    before = [line.label for section in states(game, scene, who) for line in section.lines]
    after = [line for section in states(game, fallen, who) for line in section.lines]
    new = [line for line in after if line.label not in before]
    assert new and all(isinstance(line, Mark) for line in new)
