"""What one sees of anybody of Les Fragments."""

from __future__ import annotations

from tablee.kernel.look import Figure, Health, Look, emblems_of, of_pool

from ..model.catalogue import MAUX
from ..model.people import Unite
from ..model.scene import Scene

FIGURES = emblems_of("tablee.games.fragments")


def look(scene: Scene, who: str) -> Look:
    """Its class, or the type of the creature and what it holds; wounds, afflictions and states."""
    u = scene[who]
    maux = (*((u.affliction,) if u.affliction is not None else ()), *u.etats)
    marks = tuple((MAUX[mal.id].nom, mal.tours or 0) for mal in maux)
    return Look(FIGURES["classe"].get(u.fiche.classe, ""), vu(u), sante(u), marks)


def vu(u: Unite) -> Figure:
    if u.bete:
        return "horse"
    types = (figure for type_, figure in FIGURES["type"].items() if type_ in u.fiche.types)
    tenues = (FIGURES["arme"].get(arme.type, "") for arme in u.equipement.tenues)
    return next(types, "") or next(tenues, "")


def sante(u: Unite) -> Health:
    if u.vie == "mort":
        return "dead"
    return of_pool(u.pv, u.pv_max) if u.up else "down"
