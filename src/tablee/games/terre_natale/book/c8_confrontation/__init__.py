"""Chapter 8: confrontations, by blade and by word. One procedure, two planes."""

from __future__ import annotations

from collections.abc import Iterator

from tablee.kernel.action import Action

from ...model.people import Personnage
from ...model.scene import Scene
from . import (
    altercation,
    amorces,
    attaque,
    budget,
    cartes,
    chantiers,
    conditions,
    cycle,
    dangers,
    debat,
    defense,
    dialogue,
    diatribe,
    discours,
    escarmouche,
    etats,
    frappes,
    gestes,
    menace,
    mener,
    moral,
    mouvement,
    points_vitaux,
    repertoire,
    situations,
    soins,
    zones,
)

SECTIONS = (
    frappes,
    mouvement,
    escarmouche,
    amorces,
    repertoire,
    zones,
    gestes,
    chantiers,
    discours,
    dialogue,
    diatribe,
    debat,
    altercation,
    conditions,
    dangers,
    soins,
    etats,
    menace,
    situations,
    cartes,
    cycle,
    mener,
)
REACT = (moral, points_vitaux)  # answer moments, and have nothing to be done by themselves

ACTIONS = tuple([action for section in SECTIONS for action in section.ACTIONS])
SWITCHES = tuple([x for section in (budget, defense, attaque, *SECTIONS) for x in getattr(section, "SWITCHES", ())])


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """What every section offers; a turn that is not one of a confrontation is none of theirs."""
    ici = scene if scene.encounter is not None or not scene.turn() else scene.calm()
    for section in SECTIONS:
        yield from section.offers(ici, p)
