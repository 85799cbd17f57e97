"""What one sees of anybody of Fluid."""

from __future__ import annotations

from tablee.kernel.look import Figure, Health, Look, emblems_of, of_pool

from ..model.people import Personnage
from ..model.scene import Scene

FIGURES = emblems_of("tablee.games.fluid")


def look(scene: Scene, who: str) -> Look:
    """A sorcerer's flame, or what is in hand; wounds and strength, and what hampers."""
    p = scene[who]
    marks = (*((c.nom, 0) for c in p.conditions), *((("À terre", 0),) if p.a_terre else ()))
    return Look("flame" if p.fiche.MAG is not None else vu(p), vu(p), sante(p), marks)


def vu(p: Personnage) -> Figure:
    """What he holds; bare hands are a fist."""
    tenues = p.tenues()
    return FIGURES["arme"].get(tenues[0].id, "") if tenues else "fist"


def sante(p: Personnage) -> Health:
    if p.etat == "mort":
        return "dead"
    if not p.up:
        return "down"
    forces = of_pool(p.res, p.fiche.RES)
    return "hurt" if forces == "unhurt" and p.blessures() else forces
