"""Where one may go, as the map shows it: exactly where the move is open, at exactly what it costs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from tablee.kernel import content
from tablee.kernel.action import Action, tag
from tablee.kernel.event import Event
from tablee.kernel.game import Game, games
from tablee.kernel.ground import Cell, Way, square, stands
from tablee.kernel.scenario import Scenario
from tablee.kernel.simulated import Simulated

MOVED = {"deplacement", "vol"}  # events of a move; one fact of each says how much of it is used up
COST = {"fragments": "cases", "vieux_monde": "pas", "fluid": "pas"}
READY = [pytest.param(games()[id], name, id=f"{id}-{name}") for id in COST for name in games()[id].demos]
MOMENTS, AROUND, TRIED = 6, 4, 12


def moments(game: Game, name: str) -> Iterator[Any]:
    """A ready scene, and as it stands after some actions of a fight."""
    scene = game.read_scene(content.parse(game.demos[name], Scenario, name).scene, ())
    yield scene
    oracle, tactic = Simulated(7, events=[]), next(iter(game.tactics.values()))
    for who in game.people(scene):
        opening = next((a for a, closed in game.legal(scene, who) if closed is None and tag(a) == "combattre"), None)
        if not scene.turn() and opening is not None:
            scene = opening.resolve(scene, oracle)
    for _ in range(MOMENTS):
        if not scene.turn():
            return
        yield scene
        scene = tactic.act(scene, scene.turn()[0]).resolve(scene, oracle)


def going(way: Way, cell: Cell) -> Action:
    return replace(way.action, x=cell[0], y=cell[1])


def cost(game: Game, events: list[Event]) -> int | None:
    """What a move used up; None if somebody unseen cut it short."""
    if any(event.what == "surpris" for event in events):
        return None
    return next(int(event[COST[game.id]]) for event in events if event.what in MOVED)


@pytest.mark.parametrize(("game", "name"), READY)
def test_reach_is_where_the_move_is_open_at_what_it_costs(game: Game, name: str) -> None:
    ways = 0
    for scene in moments(game, name):
        ground = game.ground(scene)
        for who in game.people(scene):
            found, here = list(game.reach(scene, who)), stands(scene, who)
            assert here is not None
            cells = {(p.x, p.y) for p in ground.plots} if ground is not None else set[Cell]()
            near = cells | set(square(here, AROUND)) | {cell for way in found for cell in square_of(way)}
            for i, way in enumerate(found):
                ways += 1
                shorter = {
                    cell for other in found[:i] if type(other.action) is type(way.action) for cell in other.cells
                }
                open = {cell for cell in near - {here} - shorter if going(way, cell).closed(scene) is None}
                assert open == set(way.cells)
                for cell, price in [*way.cells.items()][:: max(1, len(way.cells) // TRIED)]:
                    oracle = Simulated(1, events=[])
                    going(way, cell).resolve(scene, oracle)
                    assert cost(game, oracle.events) in (price, None)
    assert ways


def square_of(way: Way) -> Iterator[Cell]:
    """The cells of a way, and those one step beyond."""
    for cell in way.cells:
        yield cell
        yield from square(cell, 1)
