"""Diseases: the catalogue of them, and those that somebody has, each with its gravité."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from msgspec import Struct

from tablee.kernel.content import read
from tablee.kernel.effects import Modifier
from tablee.kernel.ledger import rule
from tablee.kernel.refs import WhoOrNobody

from .conditions import Plan
from .sums import CORPS, ESPRIT

DIVISEUR = 5  # of the gravité, for one point (TN-10.4)
Palier = Literal["benigne", "grave", "tres_grave", "letale"]


@rule("TN-10.6")
class Gravite(Struct, frozen=True, forbid_unknown_fields=True):
    """How bad a disease is: the most it takes off attributes in all, and the difficulty of its save."""

    nom: str
    maximum: int
    difficulte: int


@rule("TN-10.5")
class Forme(Struct, frozen=True, forbid_unknown_fields=True):
    """What a disease attacks, and with which saves one keeps clear of it: of several, the lowest."""

    nom: str
    sauvegardes: tuple[str, ...]


@rule("TN-10.8")
class Particularite(Struct, frozen=True, forbid_unknown_fields=True):
    """What sets a disease apart, and what that is worth in difficulty."""

    nom: str
    dit: str
    difficulte: int
    diviseur: int = 0  # of the gravité, instead of 5
    gravite: int = 0
    contagieuse: bool = False
    soin: int = 0  # on the difficulty of care
    sans_fin: bool = False
    recuperation: int = 0
    maximum: int = 0  # on the most it takes off attributes


class Effet(Struct, frozen=True, forbid_unknown_fields=True):
    """What a complex disease does: so much on a figure for each point of penalty."""

    on: str
    n: int


@rule("TN-10.4", "TN-10.9")
class Mal(Struct, frozen=True, dict=True, forbid_unknown_fields=True):
    """A disease of the catalogue: simple if it lowers attributes, complex if it has effects of its own."""

    nom: str
    dit: str
    forme: Plan
    gravite: Palier
    attributs: tuple[str, ...] = ()  # those it lowers, in the order in which they are reached
    effets: tuple[Effet, ...] = ()
    particularites: tuple[str, ...] = ()
    origin: str = "tablee"

    def __post_init__(self) -> None:
        permis = {"physique": CORPS, "mental": ESPRIT, "mixte": (*CORPS, *ESPRIT)}[self.forme]
        if bool(self.attributs) == bool(self.effets) or not set(self.attributs) <= set(permis):
            raise ValueError(f"« {self.nom} » : des attributs de sa forme, ou des effets")

    @property
    def complexe(self) -> bool:
        return bool(self.effets)

    def des_particularites(self, figure: Literal["difficulte", "gravite", "soin", "recuperation", "maximum"]) -> int:
        return sum([getattr(PARTICULARITES[x], figure) for x in self.particularites])

    def marque(self, figure: Literal["contagieuse", "sans_fin"]) -> bool:
        return any(getattr(PARTICULARITES[x], figure) for x in self.particularites)

    @property
    def diviseur(self) -> int:
        return next((d for x in self.particularites if (d := PARTICULARITES[x].diviseur)), DIVISEUR)

    @property
    def maximum(self) -> int:
        """The most points it can take off in all."""
        return GRAVITES_DE_MALADIE[self.gravite].maximum + self.des_particularites("maximum")


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    origin: str
    gravite: dict[Palier, Gravite]
    forme: dict[Plan, Forme]
    particularite: dict[str, Particularite]
    maladie: dict[str, Mal]


_FILE = read("tablee.games.terre_natale", "content/maladies.toml", _File)
GRAVITES_DE_MALADIE, FORMES, PARTICULARITES, MAUX = _FILE.gravite, _FILE.forme, _FILE.particularite, _FILE.maladie


class Maladie(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A disease that somebody has caught."""

    id: str
    gravite: int
    incube: int = -1  # the moment at which its incubation ends; below 0: it has broken out
    intermediaires: int = 0  # from whom it came, counted (TN-10.8)
    par: WhoOrNobody = ""

    def __post_init__(self) -> None:
        if self.id not in MAUX:
            raise ValueError(f"pas de maladie « {self.id} »")

    @property
    def sorte(self) -> Mal:
        return MAUX[self.id]

    @property
    def declaree(self) -> bool:
        return self.incube < 0

    @property
    @rule("TN-10.2", "TN-10.4", "TN-10.8")
    def points(self) -> int:
        """Points of penalty: a fifth of the gravité (a quarter, a sixth), as far as its severity goes; later none."""
        return min(self.sorte.maximum, max(0, self.gravite) // self.sorte.diviseur) if self.declaree else 0

    @property
    @rule("TN-10.4")
    def penalites(self) -> dict[str, int]:
        """What it takes off each attribute: its points go round among them."""
        attributs = self.sorte.attributs
        if not attributs:
            return {}
        chacun, reste = divmod(self.points, len(attributs))
        found = {a: chacun + (i < reste) for i, a in enumerate(attributs)}
        return {a: n for a, n in found.items() if n}


Maladies = tuple[Maladie, ...]


@rule("TN-10.4", "TN-10.7")
@lru_cache(maxsize=4096)
def affaiblissement(maladies: Maladies) -> dict[str, int]:
    """What all diseases together take off each attribute."""
    found: dict[str, int] = {}
    for m in maladies:
        for a, n in m.penalites.items():
            found[a] = found.get(a, 0) + n
    return found


@lru_cache(maxsize=4096)
def maux(maladies: Maladies) -> tuple[Modifier, ...]:
    """All that diseases bear on: attributes, and what complex ones do."""
    found = []
    for m in maladies:
        nom, points = m.sorte.nom, m.points
        found += [Modifier(f"ajustement:attribut:{a}", -n, nom, "TN-10.4") for a, n in m.penalites.items()]
        found += [Modifier(e.on, e.n * points, nom, "TN-10.4") for e in m.sorte.effets if points]
    return tuple(found)
