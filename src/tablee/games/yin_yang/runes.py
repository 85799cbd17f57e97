"""Chapter 8, the figures: runes and their powers, puissance, area, range, difference of potential."""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot
from typing import TYPE_CHECKING, Literal

import msgspec

from tablee.kernel import content
from tablee.kernel.ledger import rule
from tablee.kernel.refs import Who, WhoOrNobody
from tablee.kernel.tally import Terms, total

from .catalogue import PACKAGE
from .state import Personnage
from .tours import distance

if TYPE_CHECKING:
    from .scene import Scene

PUISSANCE_PAR_RUNE = 5
METRES_CUBES = 4  # for each point of area
PORTEE = 20  # metres for each rank of Contrôle du Qì

Effet = Literal[
    "degats",
    "poids",
    "attributs",
    "protection",
    "forme",
    "temperature",
    "lumiere",
    "tenebres",
    "regenerer",
    "espace",
    "temps",
    "plan_du_temps",
]
Methode = Literal["maintenu", "reserve", "permanent"]

# ---------------------------------------------------------------- the catalogue


class Rune(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of runes, the skill that draws it, and the kind opposed to it."""

    id: str
    nom: str
    competence: str
    oppose: str = ""


class Pouvoir(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something a rune can do (YY-14.12)."""

    id: str
    nom: str
    rune: str
    nd: int
    effet: Effet
    par_point: int
    sur: Literal["lieu", "creature"]
    deux_sens: bool = False  # it can also lessen, contract
    membre: bool = False  # it bears on a limb that is named
    attributs: tuple[str, ...] = ()
    nd_fixe: int = 0
    rang: int = 1  # of the rune skill


class Combinaison(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    a: str
    b: str
    nom: str


@rule("YY-20.3")
class Gabarit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The room a body of a size takes, in metres, and its weight."""

    largeur: int
    hauteur: int
    kg: int


class _Runes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    origin: Literal["livre"]
    rune: tuple[Rune, ...]
    pouvoir: tuple[Pouvoir, ...]
    combinaison: tuple[Combinaison, ...]


class _Gabarits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    origin: Literal["tablee"]
    gabarit: dict[str, Gabarit]


_LUES = content.read(PACKAGE, "content/pouvoirs.toml", _Runes)
RUNES = {r.id: r for r in _LUES.rune}
POUVOIRS = {p.id: p for p in _LUES.pouvoir}
COMBINAISONS = {frozenset((c.a, c.b)): c.nom for c in _LUES.combinaison}
GABARITS = content.read(PACKAGE, "content/gabarits.toml", _Gabarits).gabarit


@rule("YY-8.9", "YY-8.10")
def combinaison(a: str, b: str) -> str | None:
    """The kind that two different runes merge into, in either order; None: they do not combine."""
    return COMBINAISONS.get(frozenset((a, b)))


def nom_des_runes(elements: tuple[str, ...]) -> str:
    """What players read for the runes of a spell."""
    if len(elements) == 2:
        return combinaison(*elements) or ""
    return RUNES[elements[0]].nom if elements else ""


# ---------------------------------------------------------------- spells


class Sort(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A spell at work, or raw magic spread (`pouvoir` empty)."""

    id: str
    par: Who
    pouvoir: str
    elements: tuple[str, ...]  # one kind of runes, or the two that were combined
    runes: int
    aire: int
    rang: int = 1  # of the rune skill, the lower of the two if combined
    methode: Literal["maintenu", "reserve", "permanent", "bref"] = "maintenu"
    cibles: tuple[Who, ...] = ()
    lieux: tuple[tuple[int, int], ...] = ()  # the places it was cast on
    membre: str = "torse"
    reduire: bool = False
    partage: tuple[tuple[str, int], ...] = ()
    reserve: int = 0  # runes that feed it, one each turn
    objet: str = ""  # the objet de transfert, or the enchanted one
    depuis: int = 0  # on the clock
    fin: int | None = None
    contre: str = ""  # raw magic: the spell it is spread over
    ecarts: tuple[tuple[Who, int, int], ...] = ()  # YY-14.17: how far it has moved whom

    @property
    def force(self) -> int:
        return PUISSANCE_PAR_RUNE * self.runes - self.aire if self.pouvoir else 0


class Enchantement(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a Rune de Permanence keeps in an object (YY-14.14): a spell, or points de vide."""

    objet: str
    par: WhoOrNobody = ""
    resistance: int  # what wear has left of it
    sort: Sort | None = None
    vide: int = 0
    toujours: bool = True  # always at work; else it is activated
    depuis: int = 0  # on the clock
    annees: int = 0  # years of wear counted

    @property
    def runes(self) -> int:
        """What it loses each time: the runes of its spell, or its points de vide."""
        return self.sort.runes if self.sort is not None else self.vide


class Zone(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A place with resistances of its own (YY-8.6)."""

    nom: str
    x: int = 0
    y: int = 0
    rayon: int = 10
    resistances: dict[str, int] = {}


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
def portee(p: Personnage) -> int:
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


def touches(scene: Scene, sort: Sort) -> tuple[str, ...]:
    """The creatures in its area now. Maintained it follows those named, within range and volume; else it stays put."""
    if sort.pouvoir and POUVOIRS[sort.pouvoir].sur == "lieu" and sort.methode == "reserve":
        return tuple(p.id for p in scene.people.values() if p.vie == "actif" and dedans(p, sort))
    la = [p for p in (scene.people.get(c) for c in sort.cibles) if p is not None and p.vie == "actif"]
    if sort.methode != "maintenu" or sort.par not in scene.people:
        return tuple(p.id for p in la)
    par, gardes = scene[sort.par], list[Personnage]()
    for p in la:
        if distance(par, p) <= portee(par) and volume_necessaire([*gardes, p]) <= volume(sort.aire):
            gardes.append(p)
    return tuple(p.id for p in gardes)


def dedans(p: Personnage, sort: Sort) -> bool:
    """Whether somebody stands on one of the places a spell was cast on, to a metre."""
    return any(hypot(p.x - x, p.y - y) <= 1 for x, y in sort.lieux)


# ---------------------------------------------------------------- difference of potential


@rule("YY-8.6", "YY-8.7")
def resistance(scene: Scene, p: Personnage, rune: str) -> int:
    """The rank of a creature's resistance to a rune, with that of the zones and of the raw magic it stands in."""
    rang = p.fiche.resistances.get(rune, 0)
    for z in scene.zones.values():
        if rune in z.resistances and hypot(p.x - z.x, p.y - z.y) <= z.rayon:
            rang += z.resistances[rune]
    for s in scene.sorts.values():
        if not s.pouvoir and not s.contre and s.elements == (rune,) and (p.id in s.cibles or dedans(p, s)):
            rang += s.runes
    return rang


@rule("YY-8.6")
def difference_de_potentiel(scene: Scene, p: Personnage, elements: tuple[str, ...]) -> int:
    """Runes added by resistance to the opposed runes, taken off by resistance to the same ones."""
    ecart = 0
    for e in elements:
        oppose = RUNES[e].oppose
        ecart += (resistance(scene, p, oppose) if oppose else 0) - resistance(scene, p, e)
    return ecart


@rule("YY-8.8")
def runes_restantes(scene: Scene, sort: Sort) -> Terms:
    """The runes of a spell, less the raw ones of its kinds spread over it, more those opposed to it."""
    terms: Terms = (("Runes du sortilège", sort.runes, "YY-8.13"),)
    for s in scene.sorts.values():
        if s.contre == sort.id and not s.pouvoir:
            n = s.runes if RUNES[s.elements[0]].oppose in sort.elements else 0
            n -= s.runes if s.elements[0] in sort.elements else 0
            terms = (*terms, ("Magie brute", n, "YY-8.8")) if n else terms
    return terms


@rule("YY-8.6", "YY-8.13", "YY-8.15")
def force_sur(scene: Scene, sort: Sort, p: Personnage | None) -> int:
    """The force left for one creature: what its runes give beyond the area, at least 1; without runes, nothing."""
    runes = total(runes_restantes(scene, sort))
    if p is not None:
        runes += difference_de_potentiel(scene, p, sort.elements)
    return max(1, puissance(runes) - sort.aire) if runes > 0 else 0
