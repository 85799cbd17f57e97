"""What people work at: patterns, workshops, works under way; and things that lie about, nobody's for now."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from tablee.kernel.refs import WhoOnce, WhoOrNobody, WithWho

from .competences import GROUPES
from .things import MODELES, Objet

ARTISANAT = "artisanat"
ATELIERS = {id: m.nom for id, m in MODELES.items() if m.genre == "atelier"}
METIERS = {lot.id: lot.nom for lot in GROUPES[ARTISANAT].competences}

Tache = Literal["patron", "creation", "reparation", "modification", "amelioration", "promotion", "particularite"]
Temps = Literal["court", "moyen", "long"]


class Patron(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How one object is made, to the last detail: on paper, or known by heart (TN-9.170, TN-9.172)."""

    objet: Objet
    acquis: bool = False
    papier: bool = True


class Atelier(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A place to work in, for the trades of its model, for things up to its catégorie (TN-9.160)."""

    nom: str
    objet: Objet
    a: WhoOrNobody = ""  # whose it is; nobody's: open to everybody

    @property
    def metiers(self) -> tuple[str, ...]:
        return self.objet.sorte.pour

    @property
    def categorie(self) -> int:
        return self.objet.utile

    @property
    def qualite(self) -> int:
        """What it spares of time; a poor one spares nothing."""
        return max(0, self.objet.qualite)


class Ouvrage(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A work under way (TN-9.156). What it must come to is computed from the object."""

    nom: str
    qui: WithWho  # who works at it
    tache: Tache
    objet: Objet  # as it will be; repaired, as it is
    metier: str
    de: WhoOnce = ""  # who began it (TN-9.168)
    avant: Objet | None = None  # what is modified or improved, as it was
    patron: bool = False
    nombre: Annotated[int, Meta(ge=1)] = 1  # made at once (TN-9.175)
    progression: Annotated[int, Meta(ge=0)] = 0
    echecs: Annotated[int, Meta(ge=0, le=1)] = 0
    finition: Annotated[int, Meta(ge=0)] = 0  # days worked since it is secured
    securise: bool = False
    degre: int = 0  # of the test that secured it (TN-9.176.2)
    jour: int = -1  # the last day it was worked at


class Chose(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Something that lies or stands there: a door, a chest, an arm that was dropped (TN-9.124)."""

    nom: str
    objet: Objet
    x: int = 0
    y: int = 0
    de: WhoOrNobody = ""  # whose it was
    lancee: bool = False  # it was thrown, and fell there


def nom_libre(choses: tuple[Chose, ...], base: str) -> str:
    """A name that nothing there has: « Coffre », « Coffre 2 »."""
    pris = {x.nom for x in choses}
    noms = (base if n == 1 else f"{base} {n}" for n in range(1, len(pris) + 2))
    return next(nom for nom in noms if nom not in pris)
