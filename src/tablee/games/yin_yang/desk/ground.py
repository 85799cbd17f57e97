"""What a map shows of the rules: places with resistances of their own, and who is large."""

from __future__ import annotations

from math import hypot

from tablee.kernel.ground import Figure, Zone, square
from tablee.kernel.ledger import rule

from ..model import runes
from ..model.scene import Scene
from ..model.tables import TAILLES

PLUS_LARGE = TAILLES.index("grande")  # whoever is larger than that is drawn over more than one square


@rule("YY-8.6")
def zones(scene: Scene) -> tuple[Zone, ...]:
    """The places of a scene by their names, each as far as its radius goes."""
    return tuple(map(etendue, scene.zones.values()))


def etendue(zone: runes.Zone) -> Zone:
    autour = ((zone.x, zone.y), *square((zone.x, zone.y), zone.rayon))
    return Zone(zone.nom, frozenset(c for c in autour if hypot(c[0] - zone.x, c[1] - zone.y) <= zone.rayon))


@rule("YY-20.3")
def stature(scene: Scene, who: str) -> Figure:
    """How many squares somebody is drawn over; the rules count from the one in the middle."""
    return Figure(1 + max(0, scene[who].fiche.rang_taille - PLUS_LARGE))
