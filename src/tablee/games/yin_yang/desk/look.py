"""What one sees of anybody of Yin-Yang."""

from __future__ import annotations

from tablee.kernel.look import Figure, Health, Look, emblems_of

from ..model.people import Fiche, Personnage, pire_blessure
from ..model.scene import Scene

FIGURES = emblems_of("tablee.games.yin_yang")
GRAVE = 2  # the penalty from which a wound is a bad one


def look(scene: Scene, who: str) -> Look:
    """What he is best at, or the body of the creature and what it holds; wounds, and what keeps him from moving."""
    p = scene[who]
    marks = (("À terre", 0),) if p.a_terre else ()
    return Look(metier(p.fiche) if p.fiche.joueur else "", vu(p), sante(p), marks)


def metier(f: Fiche) -> Figure:
    """The skill of the highest rank that has a figure, the first of them among equals."""
    signes = FIGURES["competence"]
    meilleure = max((c for c in f.competences if c in signes), key=f.competences.__getitem__, default="")
    return signes.get(meilleure, "")


def vu(p: Personnage) -> Figure:
    tenues = (FIGURES["arme"].get(arme.groupe, "") for arme in p.equipement.tenues)
    return FIGURES["corps"].get(p.fiche.corps, "") or next(tenues, "fist")


def sante(p: Personnage) -> Health:
    if p.vie == "mort":
        return "dead"
    if not p.up:
        return "down"
    if pire_blessure(p) >= GRAVE:
        return "badly"
    return "hurt" if any(perdus > 0 for perdus in p.blessures.values()) else "unhurt"
