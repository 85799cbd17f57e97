"""Chapter 4: characteristics. Resources, lésions, fatigue and rests; capacities, reaches, defences and saves."""

from __future__ import annotations

from collections.abc import Iterator

from tablee.kernel.action import Action

from ...model.people import Personnage
from ...model.scene import Scene
from . import capacites, defis, degats, effort, fatigue, lesions, mesures, repos, ressources, sauvegardes, seuils, soins

SECTIONS = (defis, sauvegardes, soins, repos, mesures, degats, ressources, lesions, fatigue)
ACTIONS = tuple(kind for section in SECTIONS for kind in section.ACTIONS)
SWITCHES = (
    *ressources.SWITCHES,
    *degats.SWITCHES,
    *lesions.SWITCHES,
    *soins.SWITCHES,
    *repos.SWITCHES,
    *capacites.SWITCHES,
    *sauvegardes.SWITCHES,
    *seuils.SWITCHES,
)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    for section in SECTIONS:
        yield from section.offers(scene, p)


__all__ = ["ACTIONS", "SWITCHES", "effort", "offers"]
