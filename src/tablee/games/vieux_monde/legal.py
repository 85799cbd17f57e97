"""What one may do now: every action worth a button, with the reason it is closed or None."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tablee.kernel.action import Action, Legal

from .attaque import Attaquer
from .rounds import Combattre, Terminer

if TYPE_CHECKING:
    from .scene import Scene


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
        return
    for q in scene.personnages.values():
        if q.camp != p.camp and q.vie == "actif":
            yield Attaquer(actor, q.id)
    yield Terminer(actor)
