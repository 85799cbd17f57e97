"""What one may do now: every action worth a button, with the reason it is closed or None."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tablee.kernel.action import Action, Legal

from . import (
    attaque,
    blessures,
    charge,
    combat,
    enchantement,
    epreuves,
    experience,
    fatigue,
    gestes,
    lancement,
    lutte,
    marche,
    metiers,
    mouvements,
    qi,
    soins,
    tir,
)

if TYPE_CHECKING:
    from .scene import Scene

CHAPITRES = (
    attaque,
    tir,
    lancement,
    mouvements,
    lutte,
    gestes,
    fatigue,
    soins,
    qi,
    enchantement,
    blessures,
    charge,
    metiers,
    epreuves,
    experience,
    marche,
    combat,
)  # in the order of their buttons; each says what it offers (`candidats`) and which actions it has (`ACTIONS`)
# when nobody has the turn, what one tries most comes first
AU_CALME = (epreuves, *(chapitre for chapitre in CHAPITRES if chapitre is not epreuves))


def legal(scene: Scene, actor: str) -> Legal:
    """Candidates, each judged by its own `closed`; parameters not listed here are judged by it too."""
    for action in candidats(scene, actor):
        yield action, action.closed(scene)


def candidats(scene: Scene, actor: str) -> Iterator[Action]:
    p = scene.people.get(actor)
    if p is not None:
        for chapitre in CHAPITRES if scene.turn() else AU_CALME:
            yield from chapitre.candidats(scene, p)
