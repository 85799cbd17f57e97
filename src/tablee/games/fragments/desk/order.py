"""The order of a fight, to be shown: who has had his turn, whose turn it is, who comes next."""

from __future__ import annotations

from tablee.kernel.game import Turn, turns

from ..model.scene import Scene


def ordre_de_la_manche(scene: Scene) -> tuple[Turn, ...]:
    """By initiative, those on their feet who have a tour in this manche, and a fallen one while he has his (FD-3.7)."""
    combat = scene.encounter
    if combat is None:
        return ()
    la = {*scene.standing(), *combat.tours}
    return turns(combat.passes, combat.file, combat.initiatives.get, la)
