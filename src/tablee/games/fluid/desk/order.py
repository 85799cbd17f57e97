"""The order of a fight, to be shown: who has had his turn, whose turn it is, who comes next."""

from __future__ import annotations

from tablee.kernel.game import Turn, turns

from ..book.c4_combat.places import en_melee, ini
from ..model.scene import Scene


def order(scene: Scene) -> tuple[Turn, ...]:
    """By INI; whoever is hand to hand comes after the approach, with his group (FLU-4.3, FLU-4.6)."""
    combat = scene.encounter
    if combat is None:
        return ()
    plus_tard = en_melee(combat.contacts) if combat.phase == "approche" else sum(combat.groupes[1:], ())
    apres = [who for who in combat.ordre if who in plus_tard and who not in combat.annonces]
    la = {who for who in combat.ordre if scene[who].etat == "actif"} | set(combat.file[:1])
    return turns(combat.ordre, (*combat.file, *apres), lambda who: ini(scene[who]), la)
