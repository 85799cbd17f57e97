"""The order of a fight, to be shown: who has had his turn, whose turn it is, who comes next."""

from __future__ import annotations

from tablee.kernel.game import Turn, turns

from ..book.c10_tours.initiative import rangs_de_declaration
from ..model.scene import Scene


def order(scene: Scene) -> tuple[Turn, ...]:
    """Those who declare in this turn, the slowest first, with their initiative (YY-10.1)."""
    combat = scene.encounter
    if combat is None:
        return ()
    rangs = rangs_de_declaration(scene)
    return turns(combat.declarations, combat.file, rangs.get, {*rangs, *combat.file[:1]})
