"""The figures: puissance, area, range, whom a spell reaches, difference of potential."""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot

from tablee.kernel.ledger import rule
from tablee.kernel.tally import Terms, total

from ...model.people import Personnage
from ...model.runes import GABARITS, PUISSANCE_PAR_RUNE, RUNES, Sort
from ...model.scene import Scene
from ..c10_tours.places import distance

METRES_CUBES = 4  # for each point of area


PORTEE = 20  # metres for each rank of Contrôle du Qì


# ---------------------------------------------------------------- puissance, area, range


@rule("YY-8.13")
def puissance(runes: int) -> int:
    """Five points for each rune consumed."""
    return PUISSANCE_PAR_RUNE * runes


@rule("YY-8.14")
def volume(aire: int) -> int:
    """Cubic metres for these points of area."""
    return METRES_CUBES * aire


@rule("YY-8.12", "YY-14.5")
def portee_des_runes(p: Personnage) -> int:
    """How far runes can be projected, in metres."""
    return PORTEE * p.competence("controle_du_qi")


@rule("YY-8.14")
def volume_necessaire(gens: Iterable[Personnage]) -> int:
    """Cubic metres of the smallest upright block that covers them all: the area is simple and in one piece."""
    corps = [(p.x, p.y, GABARITS[p.fiche.taille]) for p in gens]
    if not corps:
        return 0
    large, haut = max(g.largeur for _, _, g in corps), max(g.hauteur for _, _, g in corps)
    axes = {(1.0, 0.0), *(_axe(a[0] - b[0], a[1] - b[1]) for a in corps for b in corps if a[:2] != b[:2])}
    sols = []
    for ux, uy in axes:
        le_long, en_travers = [x * ux + y * uy for x, y, _ in corps], [y * ux - x * uy for x, y, _ in corps]
        sols.append((max(le_long) - min(le_long) + large) * (max(en_travers) - min(en_travers) + large))
    return int(-(-round(min(sols) * haut, 6) // 1))


def _axe(dx: int, dy: int) -> tuple[float, float]:
    loin = hypot(dx, dy)
    return dx / loin, dy / loin


def poids_total(p: Personnage) -> int:
    """Its body's weight and its load, in kilograms, rounded up."""
    return int(-(-(GABARITS[p.fiche.taille].kg + p.equipement.masse) // 1))


# ---------------------------------------------------------------- whom a spell reaches


@rule("YY-8.2", "YY-8.14")
def touches(scene: Scene, sort: Sort) -> tuple[str, ...]:
    """The creatures in its area now. Maintained it follows those named, within range and volume; else it stays put.

    Cast on a place with nobody named, it reaches whoever stands there, by any method.
    """
    if (
        sort.pouvoir
        and scene.own.pouvoirs[sort.pouvoir].sur == "lieu"
        and (sort.methode == "reserve" or not sort.cibles)
    ):
        return tuple(p.id for p in scene.people.values() if p.vie == "actif" and dedans(p, sort))
    la = [p for p in (scene.people.get(c) for c in sort.cibles) if p is not None and p.vie == "actif"]
    if sort.methode != "maintenu" or sort.par not in scene.people:
        return tuple(p.id for p in la)
    par, gardes = scene[sort.par], list[Personnage]()
    for p in la:
        if distance(par, p) <= portee_des_runes(par) and volume_necessaire([*gardes, p]) <= volume(sort.aire):
            gardes.append(p)
    return tuple(p.id for p in gardes)


def dedans(p: Personnage, sort: Sort) -> bool:
    """Whether somebody stands on one of the places a spell was cast on, to a metre."""
    return any(hypot(p.x - x, p.y - y) <= 1 for x, y in sort.lieux)


# ---------------------------------------------------------------- difference of potential


def places_du_sort(scene: Scene, sort: Sort) -> tuple[tuple[int, int], ...]:
    """Where a spell is now: with those it follows, else on its places."""
    suivis = tuple((scene[c].x, scene[c].y) for c in sort.cibles if c in scene.people)
    return suivis if suivis and (sort.methode == "maintenu" or not sort.lieux) else sort.lieux


@rule("YY-8.8")
def recouvre(scene: Scene, brute: Sort, sort: Sort) -> bool:
    """Whether raw magic weighs on a spell as a whole: spread over it, or over its place with room for all its area."""
    if brute.contre == sort.id:
        return True
    if brute.pouvoir or brute.aire < sort.aire:
        return False
    places = places_du_sort(scene, sort)
    return bool(places) and all(any(hypot(x - a, y - b) <= 1 for a, b in brute.lieux) for x, y in places)


@rule("YY-8.6", "YY-8.7")
def resistance_a_la_rune(scene: Scene, p: Personnage, rune: str, sort: Sort | None = None) -> int:
    """The rank of a creature's resistance to a rune, with that of the zones and of the raw magic it stands in.

    Raw magic that weighs on the whole of this spell is counted there, not twice.
    """
    rang = p.fiche.resistances.get(rune, 0)
    for z in scene.zones.values():
        if rune in z.resistances and hypot(p.x - z.x, p.y - z.y) <= z.rayon:
            rang += z.resistances[rune]
    for s in scene.sorts.values():
        if s.pouvoir or s.elements != (rune,) or not (p.id in s.cibles or dedans(p, s)):
            continue
        if sort is None or not recouvre(scene, s, sort):
            rang += s.runes
    return rang


@rule("YY-8.6")
def difference_de_potentiel(scene: Scene, p: Personnage, elements: tuple[str, ...], sort: Sort | None = None) -> int:
    """Runes added by resistance to the opposed runes, taken off by resistance to the same ones."""
    ecart = 0
    for e in elements:
        oppose = RUNES[e].oppose
        ecart += resistance_a_la_rune(scene, p, oppose, sort) if oppose else 0
        ecart -= resistance_a_la_rune(scene, p, e, sort)
    return ecart


@rule("YY-8.8")
def runes_restantes(scene: Scene, sort: Sort) -> Terms:
    """The runes of a spell, less the raw ones of its kinds spread over it, more those opposed to it."""
    terms: Terms = (("Runes du sortilège", sort.runes, "YY-8.13"),)
    for s in scene.sorts.values():
        if not s.pouvoir and recouvre(scene, s, sort):
            n = s.runes if RUNES[s.elements[0]].oppose in sort.elements else 0
            n -= s.runes if s.elements[0] in sort.elements else 0
            terms = (*terms, ("Magie brute", n, "YY-8.8")) if n else terms
    return terms


@rule("YY-8.6", "YY-8.13", "YY-8.15")
def force_sur(scene: Scene, sort: Sort, p: Personnage | None) -> int:
    """The force left for one creature: what its runes give beyond the area, at least 1; without runes, nothing."""
    runes = total(runes_restantes(scene, sort))
    if p is not None:
        runes += difference_de_potentiel(scene, p, sort.elements, sort)
    return max(1, puissance(runes) - sort.aire) if runes > 0 else 0
