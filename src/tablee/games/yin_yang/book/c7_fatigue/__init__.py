"""Chapter 7: fatigue, what actions cost, rest, breath."""

from __future__ import annotations

from collections.abc import Iterator

from tablee.kernel.action import Action

from ...model.people import Personnage
from ...model.scene import Scene
from .repos import SeReposer, SortirDuComa
from .souffle import Respirer, RetenirSonSouffle


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """Rest for those who are tired, out of fights; breath, held or drawn again; the end of a coma."""
    if scene.encounter is None and p.fatigue:
        yield SeReposer(p.id)
    if p.coma:
        yield SortirDuComa(p.id)
    if p.apnee is not None or p.souffle:
        yield Respirer(p.id)
    else:
        yield RetenirSonSouffle(p.id, intense=scene.encounter is not None)


ACTIONS: tuple[type[Action], ...] = (SeReposer, SortirDuComa, RetenirSonSouffle, Respirer)
PLACE = 7
