"""Ways of playing a fight, for the lab and for whoever does not want to choose."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from tablee.kernel.action import Action
from tablee.kernel.game import Tactic
from tablee.kernel.oracle import first

from .armes import arme_de_melee
from .attaque import Attaquer
from .combat import distance
from .rounds import Terminer

if TYPE_CHECKING:
    from .scene import Scene


@lru_cache(4096)
def attaque(actor: str, cible: str) -> Attaquer:
    return Attaquer(actor, cible)


@lru_cache(1024)
def fin(actor: str) -> Terminer:
    return Terminer(actor)


def frapper_le_plus_faible(scene: Scene, actor: str) -> Action:
    """Strike the adversary in reach who has the fewest Points de Blessure left."""
    combat = scene.combat
    if combat is None or combat.action:
        return fin(actor)
    p = scene.personnages[actor]
    allonge = arme_de_melee(p).allonge
    choisi, moindre = "", 10**6
    for q in scene.personnages.values():
        if q.camp != p.camp and q.conscient and distance(p, q) <= allonge:
            pb = q.pb or 10**5
            if pb < moindre:
                choisi, moindre = q.id, pb
    return attaque(actor, choisi) if choisi else fin(actor)


TACTIQUES = {"simple": Tactic(frapper_le_plus_faible, first)}
