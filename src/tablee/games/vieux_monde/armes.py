"""Weapons: the one in hand, and what its traits do to a blow."""

from __future__ import annotations

from tablee.kernel.tally import Terms

from .catalogue import MAINS_NUES, Arme
from .state import Personnage

DEVASTATRICE = 2  # Dégâts


def arme_de_melee(p: Personnage, id: str = "") -> Arme:
    """The weapon named, else the one in hand for close quarters, else bare hands."""
    if id:
        return p.arme(id) or MAINS_NUES
    for a in p.equipement.tenues:
        if a.genre == "melee":
            return a
    return MAINS_NUES


def traits_aux_degats(traits: tuple[str, ...]) -> Terms:
    """What the traits of a weapon add to its Dégâts."""
    return (("Dévastatrice", DEVASTATRICE, "VM-2.47"),) if "devastatrice" in traits else ()
