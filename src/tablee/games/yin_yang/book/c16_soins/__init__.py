"""Chapters 14 and 16: first aid, care, meditation, sleep, and the Qì that heals, gives breath and fills things."""

from __future__ import annotations

from collections.abc import Iterator

from tablee.kernel.action import Action

from ...model.people import Personnage
from ...model.scene import Scene
from ..c10_tours.places import distance
from .medecine import PremiersSoins, Soigner
from .qi import TOUCHER, QiInsuffler, QiSoigner, QiSouffler
from .vide import Dormir, Mediter


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """Care, sleep, meditation and Qì, where there is something to gain by them."""
    blesses = [q for q in scene.people.values() if q.blessures and q.vie == "actif"]
    if p.competence("controle_du_qi") and p.vide:
        if p.fatigue:
            yield QiSouffler(p.id)
        yield from (QiSoigner(p.id, cible=q.id) for q in blesses if distance(p, q) <= TOUCHER)
        yield from (QiInsuffler(p.id, objet=a.id) for a in p.equipement.tenues)
    if scene.encounter is not None:
        return
    if p.competence("medecine"):
        for q in blesses:
            if q.recentes:
                yield PremiersSoins(p.id, q.id)
            yield Soigner(p.id, q.id)
    if p.competence("meditation"):
        yield Mediter(p.id)
    if p.vide_perdu or p.fatigue:
        yield Dormir(p.id)


ACTIONS: tuple[type[Action], ...] = (PremiersSoins, Soigner, Dormir, Mediter, QiSoigner, QiSouffler, QiInsuffler)
PLACE = 8
