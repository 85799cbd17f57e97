"""Meeting somebody one did not know of: what becomes of an action that was open as far as its player knew."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import replace

from .action import Action, tag
from .ground import Cell, stands, steps
from .oracle import Closed

if TYPE_CHECKING:
    from .game import Game


class Met(NamedTuple):
    """What is done in the place of an action, None: nothing; and why, which is for the game master."""

    action: Action | None
    why: Closed | None = None  # None: nobody was met


def unforeseen(scene: Any, known: Any, action: Action) -> Met | None:
    """Most games say nothing of it."""
    return None


def met(game: Game, scene: Any, known: Any, action: Action) -> Met:
    """What becomes in this scene of an action that is open in the one its player knows: as the game says, else it is
    done if it is open. A move that is not ends as near to its goal as one comes; anything else does not come about."""
    found = game.meets(scene, known, action)
    if found is not None:
        return found
    why = action.closed(scene)
    return Met(action) if why is None else Met(next(_nearer(game, scene, action), None), why)


def _nearer(game: Game, scene: Any, action: Any) -> Iterator[Action]:
    """The same move to cells nearer to its goal than where one stands, the nearest first."""
    here = stands(scene, action.actor)
    if here is None or not hasattr(action, "x") or not hasattr(action, "y"):
        return
    ground, goal = game.ground(scene), (action.x, action.y)
    grid = ground.grid if ground is not None else "square"

    def far(cell: Cell) -> tuple[int, Cell]:
        return steps(grid, cell, goal), cell

    ways = (way.cells for way in game.reach(scene, action.actor) if tag(way.action) == tag(action))
    for cell in sorted({cell for cells in ways for cell in cells}, key=far):
        if steps(grid, cell, goal) < steps(grid, here, goal):
            nearer = replace(action, x=cell[0], y=cell[1])
            if nearer.closed(scene) is None:
                yield nearer
