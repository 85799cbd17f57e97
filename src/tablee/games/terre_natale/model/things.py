"""Things: the models of the catalogue, and the objects made after them that people hold, wear and carry.

A model says what a thing is and its catégorie; an object of it has its qualité and what sets it apart from its model.
"""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, Literal

from msgspec import Meta, Struct

from tablee.kernel.content import read
from tablee.kernel.effects import Part

Nature = Literal["arme", "armure", "outil", "accessoire", "consommable"]
Usage = Literal["melee", "lancer", "tir"]
Prise = Literal["", "garde", "manche", "hampe", "poignee", "crosse"]  # TN-9.48
Frappe = Literal["", "tranchant", "contondant", "perforant", "flexible", "defense", "distance"]  # TN-9.47
Categorie = Annotated[int, Meta(ge=0, le=8)]
Cran = Annotated[int, Meta(ge=-2, le=2)]  # how far an object is from its model


class Modele(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A kind of thing."""

    nom: str
    nature: Nature
    categorie: Categorie
    dit: str  # what it is, in a sentence for players
    usage: Usage = "melee"  # of an arm
    mains: Literal[1, 2] = 1  # of an arm: how many hold it
    prise: Prise = ""  # of an arm: what one strikes with
    frappe: Frappe = ""  # and what one has to defend against it
    competence: str = ""  # of an arm that is thrown or shot, or is like no other: the skill it is used with
    groupe: str = ""
    bouclier: bool = False
    couvre: tuple[str, ...] = ("Torse", "Vitale")  # of armour: the zones of the body under it


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    objet: dict[str, Modele]


MODELES = read("tablee.games.terre_natale", "content/equipement.toml", _File).objet


class Objet(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A thing somebody has."""

    modele: str
    qualite: Annotated[int, Meta(ge=-5, le=6)] = 0
    taille: Cran = 0
    gabarit: Cran = 0
    equilibre: Cran = 0
    forme: Annotated[int, Meta(ge=-1, le=1)] = 0  # an arm non métallique to métallique, armour allégée to renforcée
    travaille: bool = False  # of armour: half a catégorie more
    nombre: Annotated[int, Meta(ge=1)] = 1  # of those carried

    @property
    def sorte(self) -> Modele:
        return MODELES[self.modele]

    @property
    def categorie(self) -> int:
        return self.sorte.categorie

    @property
    def particularites(self) -> int:
        """What they add to its usage penalty, and to its charge."""
        return self.taille + self.gabarit + self.equilibre


class Equipement(Struct, frozen=True, dict=True, omit_defaults=True, forbid_unknown_fields=True):
    """What somebody has in hand, on him and in his bag; and in a joute, what he argues with and holds to."""

    armes: tuple[Objet, ...] = ()  # in hand, the main hand first
    armure: Objet | None = None
    portes: tuple[Objet, ...] = ()  # accessories that weigh
    sac: tuple[Objet, ...] = ()
    argument: Categorie = 0
    raisonnement: Categorie = 0

    def objet(self, modele: str) -> Objet | None:
        """Something of this model that he has: in hand first, then on him, then in his bag."""
        portes = (*self.armes, *(() if self.armure is None else (self.armure,)), *self.portes, *self.sac)
        return next((objet for objet in portes if objet.modele == modele), None)

    @cached_property
    def part(self) -> Part:
        """Whoever has anything at all has the tag `equipe`: nobody else is asked what hampers him."""
        return Part((), ("equipe",) if self != RIEN else ())


RIEN = Equipement()
