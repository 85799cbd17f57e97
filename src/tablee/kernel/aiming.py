"""What an action covers on a map: how far it reaches and whom it strikes, as the rules of any game say.

The reach of an action is found by asking its own rules: where could whoever it is aimed at stand, or which cells could
it be aimed at? So a shortest reach, a wall, and whatever a technique adds count as they do when it is done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from . import refs
from .action import Action, tag
from .ground import Cell, square, stands, steps

if TYPE_CHECKING:
    from .game import Game

FAR = 40  # cells: further than anybody looks for a reach, and the only bound, so that all are told the same


def reach_of(game: Game, scene: Any, action: Action) -> frozenset[Cell]:
    """The cells an action reaches from where its actor stands; none where it is not aimed, or reaches every place."""
    here, could = stands(scene, action.actor), _aimed(game, scene, action)
    if here is None or could is None:
        return frozenset()
    found, edge = set[Cell](), False
    for ring in _rings(game, scene, here):
        open_now = [cell for cell in ring if could(cell)]
        edge = edge or len(open_now) < len(ring)
        if found and not open_now:
            break
        found.update(open_now)
    return frozenset(found) if edge else frozenset()


def struck(game: Game, scene: Any, action: Action) -> tuple[frozenset[Cell], tuple[str, ...]]:
    """The cells an action strikes, and who is struck: those who stand there, else the ones it names."""
    area = frozenset(game.area(scene, action))
    named = refs.named(action) - {action.actor}
    return area, tuple(who for who in scene.people if (stands(scene, who) in area if area else who in named))


def _aimed(game: Game, scene: Any, action: Any) -> Callable[[Cell], bool] | None:
    """Whether an action could be aimed at a cell: at the one it names somebody on, or at the cell itself."""
    others = sorted((refs.named(action) - {action.actor}) & scene.people.keys())
    if others:
        aim: Any = scene.people[others[0]]
        if not hasattr(aim, "x"):
            return None
        return lambda cell: action.closed(scene.put(replace(aim, x=cell[0], y=cell[1]))) is None
    moves = {tag(way.action) for way in game.reach(scene, action.actor)}
    if tag(action) in moves or not isinstance(getattr(action, "x", None), int):
        return None
    return lambda cell: replace(action, x=cell[0], y=cell[1]).closed(scene) is None


def _rings(game: Game, scene: Any, here: Cell) -> Iterator[list[Cell]]:
    """The cells of the map by how far away they lie; on open ground as far as one looks."""
    ground = game.ground(scene)
    grid = ground.grid if ground is not None else "square"
    plots = ground.plots if ground is not None else ()
    rings: dict[int, list[Cell]] = {}
    for cell in [(plot.x, plot.y) for plot in plots] or square(here, FAR):
        rings.setdefault(steps(grid, here, cell), []).append(cell)
    yield from (rings[far] for far in sorted(rings) if 0 < far <= FAR)
