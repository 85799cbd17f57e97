"""What one sees of anybody of Vieux Monde."""

from __future__ import annotations

from tablee.kernel.look import Figure, Health, Look, emblems_of, of_pool

from ..model.catalogue import ETATS
from ..model.people import Personnage
from ..model.scene import Scene

FIGURES = emblems_of("tablee.games.vieux_monde")


def look(scene: Scene, who: str) -> Look:
    """His career, or the form of the creature and what it holds; wounds, and États, which all of them show."""
    p = scene[who]
    etats = tuple((ETATS[e.id].nom, e.niveaux if ETATS[e.id].cumul else 0) for e in p.etats)
    return Look(FIGURES["carriere"].get(p.fiche.carriere, ""), silhouette(p), sante(p), etats)


def silhouette(p: Personnage) -> Figure:
    tenues = (FIGURES["arme"].get(arme.competence, "") for arme in p.equipement.tenues)
    return FIGURES["forme"].get(p.fiche.forme, "") or next(tenues, "")


def sante(p: Personnage) -> Health:
    if p.vie == "mort":
        return "dead"
    if not p.up:
        return "down"
    return "hurt" if p.blessures and not p.pb_perdus else of_pool(p.pb, p.fiche.PB)
