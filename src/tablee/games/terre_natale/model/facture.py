"""How things are made: the tables of chapter 9, read once. What a catégorie, a qualité, a size or a matter is worth."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal

from msgspec import Meta, Struct

from tablee.kernel.content import read
from tablee.kernel.ledger import rule

Axe = Literal["taille", "gabarit", "equilibre"]
AXES: tuple[Axe, ...] = ("taille", "gabarit", "equilibre")
Colonne = Literal[
    "charge",
    "penalite",
    "difficulte",
    "prix",
    "jet_attaque",
    "jet_defense",
    "jet_tactique",
    "allonge",
    "hate",
    "solidite",
    "absorption",
    "protection",
]


@rule("TN-9.10")
class Rang(Struct, frozen=True, forbid_unknown_fields=True):
    """A catégorie of things: its encombrement, penalty and jet follow from its number."""

    categorie: int
    terme: str


@rule("TN-9.18")
class Facture(Struct, frozen=True, forbid_unknown_fields=True):
    """A level of quality, and what it multiplies prices by; consommables have no price at some."""

    qualite: int
    terme: str
    prix_equipement: str
    prix_conso: str = ""

    def facteur(self, consommable: bool) -> Fraction | None:
        """What a price is multiplied by; None: this is not made."""
        written = self.prix_conso if consommable else self.prix_equipement
        return Fraction(written) if written else None


@rule("TN-9.41")
class RangArme(Struct, frozen=True, forbid_unknown_fields=True):
    categorie: int
    famille: str
    terme: str
    prix_melee: int | None = None
    prix_distance: int | None = None


@rule("TN-9.97", "TN-9.98")
class RangArmure(Struct, frozen=True, forbid_unknown_fields=True):
    categorie: int
    travaille: bool
    famille: str
    modele: str
    prix: int


@rule("TN-9.118")
class RangSousPiece(Struct, frozen=True, forbid_unknown_fields=True):
    categorie: int
    type: str
    prix: int
    prix_cape: int | None = None


@rule("TN-9.49", "TN-9.100")
class Forme(Struct, frozen=True, forbid_unknown_fields=True):
    """What a thing is made of: it bears on its charge, its price and its solidité; some catégories have none of it."""

    valeur: int
    terme: str
    charge: int
    prix: int
    solidite: Literal["fragile", "normale", "solide"]
    letale: bool = True
    de: int = 0
    a: int = 8


@rule("TN-9.54", "TN-9.57", "TN-9.60", "TN-9.103", "TN-9.104", "TN-9.105")
class Cran(Struct, frozen=True, forbid_unknown_fields=True):
    """One step of taille, gabarit or équilibre, and all it changes."""

    valeur: int
    terme: str
    charge: int = 0
    penalite: int = 0
    difficulte: int = 0
    prix: int = 0
    jet_attaque: int = 0
    jet_defense: int = 0
    jet_tactique: int = 0
    allonge: int = 0
    hate: int = 0
    solidite: int = 0
    absorption: int = 0
    protection: int = 0


@rule("TN-9.81", "TN-9.83", "TN-9.85")
class Classe(Struct, frozen=True, forbid_unknown_fields=True):
    """A class of mechanical weapon: on its reference price, and for each catégorie on what it does."""

    terme: str
    prix: int
    perforation: int
    enrayement: int
    degats: int = 0


@rule("TN-9.64", "TN-9.65")
class Famille(Struct, frozen=True, forbid_unknown_fields=True):
    """Dice of D8 more or less on the jets of what is done with an arm of defence."""

    attaquer: int = 0
    parer: int = 0
    bloquer: int = 0
    contre: int = 0


@rule("TN-9.108", "TN-9.111", "TN-9.112")
class Bout(Struct, frozen=True, forbid_unknown_fields=True):
    """A piece of armour: its charge for each catégorie, and its part of the price of the whole, in hundredths."""

    terme: str
    charge: int
    prix: int
    realiste: int


@rule("TN-9.24", "TN-9.27", "TN-9.28", "TN-9.29", "TN-9.30", "TN-10.13")
class Echelles(Struct, frozen=True, forbid_unknown_fields=True):
    """What a place, the law, the rarity and the origin of a thing do to its price and to the search for it."""

    raretes: tuple[str, ...]  # factors of the price, by level
    recherche: tuple[int, ...]  # on the availability, by level
    lieux: dict[str, int]  # the usual quality of goods
    legalites: dict[str, int]
    cultures: dict[str, int]


@rule("TN-9.23.1", "TN-10.117")
class Substance(Struct, frozen=True, forbid_unknown_fields=True):
    """A matter of the extension: so many bonus mineurs on one figure of what is made of it, and malus on another."""

    nom: str
    rang: Annotated[int, Meta(ge=1, le=6)]
    sur: tuple[str, ...]  # natures
    bonus: Colonne
    malus: Colonne
    dit: str

    def ecart(self, colonne: Colonne) -> int:
        """What it does to one figure; of what weighs or hampers less is better."""
        sens = -1 if colonne in MOINDRES else 1
        return sens * self.rang * ((colonne == self.bonus) - (colonne == self.malus))


MOINDRES: tuple[Colonne, ...] = ("charge", "penalite")


class _Substances(Struct, frozen=True, forbid_unknown_fields=True):
    substance: dict[str, Substance]


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    categories: tuple[Rang, ...]
    qualites: tuple[Facture, ...]
    armes: tuple[RangArme, ...]
    armures: tuple[RangArmure, ...]
    sous_pieces: tuple[RangSousPiece, ...]
    formes: dict[str, tuple[Forme, ...]]
    crans: dict[str, dict[Axe, tuple[Cran, ...]]]
    references: dict[str, int]
    classes: dict[str, Classe]
    familles: dict[str, Famille]
    bouts: dict[str, Bout]
    marche: Echelles


_TABLES = read("tablee.games.terre_natale", "content/objets.toml", _File)

SUBSTANCES = read("tablee.games.terre_natale", "content/substances.toml", _Substances).substance
CATEGORIES = _TABLES.categories
QUALITES = {x.qualite: x for x in _TABLES.qualites}
ARMES = _TABLES.armes
ARMURES = {(x.categorie, x.travaille): x for x in _TABLES.armures}
SOUS_PIECES = _TABLES.sous_pieces
FORMES = {nature: {x.valeur: x for x in those} for nature, those in _TABLES.formes.items()}
CRANS = {
    nature: {axe: {x.valeur: x for x in those} for axe, those in axes.items()} for nature, axes in _TABLES.crans.items()
}
REFERENCES = _TABLES.references
CLASSES = _TABLES.classes
FAMILLES = _TABLES.familles
BOUTS = _TABLES.bouts
MARCHE = _TABLES.marche
ENTIERE = sum([x.charge for x in BOUTS.values()])  # what a complete armour weighs for each catégorie
REGLES: dict[str, dict[Axe, str]] = {
    "arme": {"taille": "TN-9.54", "gabarit": "TN-9.57", "equilibre": "TN-9.60"},
    "armure": {"taille": "TN-9.103", "gabarit": "TN-9.104", "equilibre": "TN-9.105"},
}
REGLES_DES_FORMES = {"arme": "TN-9.49", "armure": "TN-9.100"}
