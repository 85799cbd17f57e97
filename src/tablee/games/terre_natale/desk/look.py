"""What one sees of anybody of Terre Natale."""

from __future__ import annotations

from tablee.kernel.look import Figure, Health, Look, emblems_of, of_pool

from ..model.people import Personnage
from ..model.scene import Scene

FIGURES = emblems_of("tablee.games.terre_natale")
GRAVE = 3  # the level from which a lésion is a bad one


def look(scene: Scene, who: str) -> Look:
    """His caste, or the sort of creature and what it holds; vitality, lésions, conditions."""
    p = scene[who]
    caste = p.fiche.caste
    calling = FIGURES["caste"].get(caste.id, "") if caste is not None else ""
    return Look(calling, seen(p), health(p), tuple((c.sorte.nom, c.charges) for c in p.conditions))


def seen(p: Personnage) -> Figure:
    held = (FIGURES["prise"].get(arme.sorte.prise, "") for arme in p.equipement.armes)
    return FIGURES["sorte"].get(p.fiche.sorte, "") or next(held, "")


def health(p: Personnage) -> Health:
    if "mort" in p.etats:
        return "dead"
    if not p.up:
        return "down"
    if p.indemne:
        return "unhurt"
    if any(lesion.niveau >= GRAVE for lesion in p.lesions):
        return "badly"
    worst = of_pool(p.reste("PV"), p.fiche.maxima["PV"])
    return "hurt" if worst == "unhurt" else worst
