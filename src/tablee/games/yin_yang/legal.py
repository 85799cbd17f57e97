"""What one may do now: every action worth a button, with the reason it is closed or None."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tablee.kernel.action import Action, Legal

from . import attaque, epreuves, fatigue, lutte, metiers, mouvements, soins, tir
from .combat import Combattre
from .repos import Attendre

if TYPE_CHECKING:
    from .scene import Scene

CHAPITRES = (attaque, tir, mouvements, lutte, fatigue, soins, metiers, epreuves)


def legal(scene: Scene, actor: str) -> Legal:
    """Candidates, each judged by its own `closed`; parameters not listed here are judged by it too."""
    for action in candidats(scene, actor):
        yield action, action.closed(scene)


def candidats(scene: Scene, actor: str) -> Iterator[Action]:
    p = scene.personnages.get(actor)
    if p is None:
        return
    if scene.combat is None:
        yield Combattre(actor)
    for chapitre in CHAPITRES:
        yield from chapitre.candidats(scene, p)
    if scene.combat is not None:
        yield Attendre(actor)
