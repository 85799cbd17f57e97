"""Chapter 10: the world between confrontations."""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType

from tablee.kernel.action import Action

from ...model.people import Personnage
from ...model.scene import Scene
from . import (
    aides,
    chroniques,
    commerce,
    contrats,
    epreuves,
    interactions,
    maladies,
    meneur,
    pauses,
    plans,
    pouvoirs,
    recolte,
    reentrainement,
    reputation,
    rixe_actions,
    rixe_fin,
    services,
    stress,
    taches,
)

SECTIONS: tuple[ModuleType, ...] = (
    rixe_fin,
    rixe_actions,
    chroniques,
    maladies,
    stress,
    pauses,
    plans,
    aides,
    epreuves,
    taches,
    interactions,
    commerce,
    services,
    contrats,
    recolte,
    reputation,
    reentrainement,
    pouvoirs,
    meneur,
)

ACTIONS: tuple[type[Action], ...] = tuple([action for section in SECTIONS for action in section.ACTIONS])
SWITCHES = tuple([x for section in SECTIONS for x in getattr(section, "SWITCHES", ())])


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """What every section offers."""
    for section in SECTIONS:
        yield from section.offers(scene, p)
