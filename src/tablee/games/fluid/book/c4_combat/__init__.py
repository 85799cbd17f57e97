"""Chapter 4: the fight, its wounds, how they heal, chases and battles."""

from __future__ import annotations

from collections.abc import Iterator

from tablee.kernel.action import Action
from tablee.kernel.game import Switch

from ...model.people import Personnage
from ...model.scene import Scene
from . import blessures, combat, confrontations, deplacements, distance, recuperation, tour

SECTIONS = (tour, combat, deplacements, distance, blessures, recuperation, confrontations)
ACTIONS = tuple(kind for section in SECTIONS for kind in section.ACTIONS)
SWITCHES = (
    Switch("manoeuvres", "FLU-4.13"),
    Switch("deux_armes", "FLU-4.14"),
    Switch("charge", "FLU-4.16"),
    Switch("viser", "FLU-4.17"),
    Switch("aider", "FLU-4.19"),
    Switch("attaque_simultanee", "FLU-4.20"),
    Switch("attaque_furieuse", "FLU-4.21"),
    Switch("feinte", "FLU-4.22"),
    Switch("bottes", "FLU-4.23"),
    Switch("plusieurs_actions", "FLU-4.24"),
    Switch("defense_renforcee", "FLU-4.27"),
    Switch("pause", "FLU-4.27.2"),
    Switch("rompre", "FLU-4.28"),
    Switch("difference_equipement", "FLU-4.42"),
    Switch("localisation", "FLU-4.45"),
    Switch("viser_localisation", "FLU-4.46"),
    Switch("degats_simplifies", "FLU-4.55"),
    Switch("survie_des_sbires", "FLU-4.66"),
)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    if scene.encounter is not None:
        yield from distance.offers(scene, p)  # whoever holds a bow means to shoot
        yield from combat.offers(scene, p)
        yield from deplacements.offers(scene, p)
    yield from tour.offers(scene, p)
    yield from recuperation.offers(scene, p)
    yield from confrontations.offers(scene, p)
