"""The order of a fight, to be shown: who has had his turn, whose turn it is, who comes next."""

from __future__ import annotations

from tablee.kernel.game import Turn, turns

from ..model.scene import Scene


def ordre_du_round(scene: Scene) -> tuple[Turn, ...]:
    """By initiative, those awake who have a tour in this Round (VM-2.1)."""
    combat = scene.encounter
    if combat is None:
        return ()
    la = {who for who in combat.ordre if scene[who].conscient} | set(combat.file[:1])
    return turns(combat.ordre, combat.file, combat.initiatives.get, la)
