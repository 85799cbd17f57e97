"""What a map shows of the rules: the squares a spell covers, spells at work on a place, and who is large."""

from __future__ import annotations

from tablee.kernel.action import Action
from tablee.kernel.ground import Cell, Figure, Zone, square
from tablee.kernel.ledger import rule

from ..book.c3_magie.incantation import Incanter
from ..book.c3_magie.magie import lieu, rayon
from ..model.scene import Scene
from ..model.tables import TAILLES

PLUS_LARGE = TAILLES["Grande"].rang  # whoever is larger than that is drawn over more than one square


@rule("VM-3.29")
def zone_d_effet(scene: Scene, action: Action) -> frozenset[Cell]:
    """The squares a spell with a Zone d'Effet covers, as it is aimed."""
    if not isinstance(action, Incanter):
        return frozenset()
    mage = scene[action.actor]
    sort = mage.fiche.livre.get(action.sort)
    if sort is None or sort.cible != "zde":
        return frozenset()
    return cases_autour(lieu(scene, action.actor, sort, action.cibles, action.x, action.y), rayon(sort, mage))


@rule("VM-3.12", "VM-3.29")
def sorts_en_place(scene: Scene) -> tuple[Zone, ...]:
    """The spells at work on a place, by their names."""
    poses = [actif for actif in scene.sorts if actif.rayon and actif.mage in scene.people]
    return tuple(Zone(nom_du_sort(scene, a.mage, a.sort), cases_autour((a.x, a.y), a.rayon)) for a in poses)


def nom_du_sort(scene: Scene, mage: str, sort: str) -> str:
    su = scene[mage].fiche.livre.get(sort)
    return su.nom if su is not None else sort


@rule("VM-2.53")
def stature(scene: Scene, who: str) -> Figure:
    """How many squares somebody is drawn over; the rules count from the one in the middle."""
    return Figure(1 + max(0, scene[who].fiche.rang_taille - PLUS_LARGE))


def cases_autour(milieu: Cell, loin: int) -> frozenset[Cell]:
    return frozenset({milieu, *square(milieu, loin)})
