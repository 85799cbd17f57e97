"""Chapter 9: things, what they are worth, how they are made, break and are mended."""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType

from tablee.kernel.action import Action

from ...model.people import Personnage
from ...model.scene import Scene
from . import (
    ameliorations,
    ateliers,
    consommables,
    detruire,
    disponibilite,
    enrayement,
    etapes,
    fiche,
    hate,
    inventaire,
    machines,
    maniement,
    munitions,
    ouvrages,
    particularites,
    prix,
    promotions,
    siege,
)

# figures and their options: nothing to do by themselves
CHIFFRES: tuple[ModuleType, ...] = (prix, disponibilite, ameliorations, machines, maniement)
SECTIONS: tuple[ModuleType, ...] = (
    inventaire,
    detruire,
    consommables,
    ouvrages,
    etapes,
    ateliers,
    promotions,
    particularites,
    munitions,
    enrayement,
    siege,
    fiche,
    hate,
)

ACTIONS: tuple[type[Action], ...] = tuple([action for section in SECTIONS for action in section.ACTIONS])
SWITCHES = tuple([x for section in (*CHIFFRES, *SECTIONS) for x in getattr(section, "SWITCHES", ())])


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """What every section offers."""
    for section in SECTIONS:
        yield from section.offers(scene, p)
