"""Maps: everybody stands on a cell there is, and where one may go the move is open."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from tablee.kernel.ground import Cell, Way, stands

from .fault import Fault, check, fault
from .subject import Subject

MOMENTS = 6  # of a fight that is looked at
NOBODY = "nobody"


@check("map", "La carte montre où l’on peut aller", "The map shows where one may go")
def ground(subject: Subject) -> Iterator[Fault]:
    """In each cell of `reach` its action is open; nobody stands beside the map."""
    game = subject.game
    for scene in _moments(subject):
        field = game.ground(scene)
        cells = {(plot.x, plot.y) for plot in field.plots} if field is not None else set[Cell]()
        if list(game.reach(scene, NOBODY)):
            yield fault("reach_of_nobody", subject.sources.thing(game.reach))
            return
        for who in game.people(scene):
            here = stands(scene, who)
            if cells and here is not None and here not in cells:
                yield fault("off_the_map", subject.sources.thing(game.ground), who=who, cell=here)
                return
            found = list(_unlike(subject, scene, who))
            yield from found
            if found:
                return


def _moments(subject: Subject) -> list[Any]:
    along = [heard.after for fight in list(subject.fights.values())[:: max(1, subject.n)] for heard in fight[:MOMENTS]]
    return [*subject.ready.values(), *along]


def _unlike(subject: Subject, scene: Any, who: str) -> Iterator[Fault]:
    game, here = subject.game, stands(scene, who)
    ways = list(game.reach(scene, who))
    if ways and here is None:
        yield fault("reach_of_nobody", subject.sources.thing(game.reach))
        return
    for way in ways:
        wrong = [cell for cell in way.cells if cell == here or _going(way, cell).closed(scene) is not None]
        if way.action.actor != who or wrong:
            name, where = type(way.action).__name__, subject.sources.thing(game.reach)
            yield fault("reach", where, do=name, who=who, cells=wrong[:3])
            return


def _going(way: Way, cell: Cell) -> Any:
    return replace(way.action, x=cell[0], y=cell[1])
