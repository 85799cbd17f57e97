"""The reef as a map: where one stands, where one may go, and what it costs."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ground import Cell, Ground, Plot, Way, square
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle

from ..model import GROUND, Sailor, Scene
from .combat import not_now

COST = {"eau": 2}  # steps into a cell; one, where nothing is said
BARRED = ("ecueil",)
OPEN = 12  # cells from the middle of open ground that are drawn


@rule("BRI-5.1")
def ground(scene: Scene) -> Ground | None:
    """The map of a reef; on open ground there is none."""
    if not scene.recif:
        return None
    plots = tuple(Plot(x, y, kind) for (x, y), kind in scene.kinds.items())
    return Ground("square", plots, {kind: letter for letter, kind in GROUND.items()}, BARRED)


@rule("BRI-5.1", "BRI-5.2")
def costs(scene: Scene, p: Sailor) -> dict[Cell, int]:
    """The free cells somebody comes to, with the steps it takes; diagonals count one, nobody goes through anybody."""
    taken, kinds = {(q.x, q.y) for q in scene.people.values()}, scene.kinds
    found: dict[Cell, int] = {(p.x, p.y): 0}
    edge = [(p.x, p.y)]
    while edge:
        here = edge.pop(0)
        for cell in square(here, 1):
            kind = kinds.get(cell, "" if kinds else "roche")
            spent = found[here] + COST.get(kind, 1)
            if not kind or kind in BARRED or cell in taken or spent > p.steps or spent >= found.get(cell, p.steps + 1):
                continue
            found[cell] = spent
            edge.append(cell)
    return {cell: spent for cell, spent in found.items() if spent}


@rule("BRI-3.4")
class Aller(Action, frozen=True, tag="aller"):
    """To go somewhere, once a turn and before anything else."""

    x: int
    y: int

    rank = 5
    choose = True

    def closed(self, scene: Scene) -> Closed | None:
        found = scene.absent("BRI-3.4", self.actor) or not_now(scene, self.actor)
        if found is not None:
            return found
        if scene.encounter is not None and scene.encounter.moved:
            return Closed("BRI-3.4", "On ne se déplace qu’une fois par tour")
        if (self.x, self.y) not in costs(scene, scene[self.actor]):
            return Closed("BRI-3.4", "Hors de portée : {} pas au plus", (scene[self.actor].steps,))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        spent = costs(scene, scene[self.actor])[self.x, self.y]
        facts = ("x", self.x), ("y", self.y), ("pas", spent)
        oracle.tell(Event("marche", self.actor, rule="BRI-3.4", facts=facts))
        fight = scene.encounter
        moved = scene.change(self.actor, x=self.x, y=self.y)
        return moved if fight is None else replace(moved, encounter=replace(fight, moved=True))


def reach(scene: Scene, who: str) -> Iterator[Way]:
    """Where somebody may go now, and at what cost."""
    p = scene.people.get(who)
    if p is None or scene.encounter is None or scene.encounter.moved or who not in scene.turn():
        return
    cells = costs(scene, p)
    if cells:
        x, y = next(iter(cells))
        yield Way(Aller(who, x, y), cells)


ACTIONS = (Aller,)


def offers(scene: Scene, p: Sailor) -> Iterator[Action]:
    yield from (way.action for way in reach(scene, p.id))
