"""What any release of runes shares: the runes it spends, those it is aimed at, the place it is aimed at."""

from __future__ import annotations

from msgspec.structs import replace

from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed
from tablee.kernel.sentence import Someone

from ...model.people import Personnage
from ...model.scene import Scene, inconnu
from ..c10_tours.places import distance
from .figures import portee_des_runes, volume, volume_necessaire
from .magie import Voulues

RUNES_AU_PLUS = 50


CIBLES_AU_PLUS = 20


CARTE = 100_000  # metres: the farthest a scene reaches


def manquantes(p: Personnage, besoin: dict[str, int]) -> Voulues:
    """The runes still to be accumulated, kind by kind."""
    return tuple((e, n - p.runes.get(e, 0)) for e, n in besoin.items() if n > p.runes.get(e, 0))


def consommer(p: Personnage, besoin: dict[str, int]) -> Personnage:
    restent = {e: n - besoin.get(e, 0) for e, n in p.runes.items()}
    restent = {e: n for e, n in restent.items() if n > 0}
    return replace(p, runes=restent, runes_nd=p.runes_nd if restent else 0)


@rule("YY-8.12", "YY-8.14")
def cibles_refusees(scene: Scene, p: Personnage, cibles: tuple[str, ...], aire: int) -> Closed | None:
    """Those named must be there, within range, and all within the volume paid for."""
    absent = inconnu(scene, *cibles)
    if absent is not None:
        return absent
    if len(set(cibles)) < len(cibles) or len(cibles) > CIBLES_AU_PLUS:
        return Closed("YY-8.14", "Chaque cible n'est nommée qu'une fois, {} au plus", (CIBLES_AU_PLUS,))
    for c in cibles:
        q = scene[c]
        if q.vie != "actif":
            return Closed("YY-8.14", "{} n'est plus là", (Someone(q.id),))
        if distance(p, q) > portee_des_runes(p):
            return Closed(
                "YY-8.12", "{} est à {} m, la portée est de {} m", (Someone(q.id), distance(p, q), portee_des_runes(p))
            )
    besoin = volume_necessaire([scene[c] for c in cibles])
    if besoin > volume(aire):
        return Closed("YY-8.14", "Il faut {} m³ pour les couvrir, la zone en compte {}", (besoin, volume(aire)))
    return None


def lieu_refuse(p: Personnage, x: int | None, y: int | None, partout: bool) -> Closed | None:
    """A place is named by both its coordinates, and lies within range."""
    if (x is None) != (y is None):
        return Closed("YY-8.12", "Un lieu se donne par x et y")
    if x is None or y is None:
        return None
    if abs(x) > CARTE or abs(y) > CARTE:
        return Closed("YY-8.12", "Un lieu de la scène est à moins de {} m de son centre", (CARTE,))
    if partout:
        return None
    loin = distance(p, replace(p, x=x, y=y))
    if loin > portee_des_runes(p):
        return Closed("YY-8.12", "Ce lieu est à {} m, la portée est de {} m", (loin, portee_des_runes(p)))
    return None
