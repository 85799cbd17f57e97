"""The tables the book prints: traits and attributes, difficulties, loads, limbs, prices of ranks."""

from __future__ import annotations

from typing import Literal

import msgspec

Attribut = Literal["reflexes", "intuition", "constitution", "volonte", "force", "perception", "agilite", "intelligence"]


ATTRIBUTS: tuple[Attribut, ...] = (
    "reflexes",
    "intuition",
    "constitution",
    "volonte",
    "force",
    "perception",
    "agilite",
    "intelligence",
)


TRAITS: dict[str, tuple[Attribut, Attribut]] = {
    "air": ("reflexes", "intuition"),
    "terre": ("constitution", "volonte"),
    "eau": ("force", "perception"),
    "feu": ("agilite", "intelligence"),
}


VIDE = "vide"


NOMS = {
    "air": "Air",
    "terre": "Terre",
    "eau": "Eau",
    "feu": "Feu",
    "vide": "Vide",
    "reflexes": "Air/Réflexes",
    "intuition": "Air/Intuition",
    "constitution": "Terre/Constitution",
    "volonte": "Terre/Volonté",
    "force": "Eau/Force",
    "perception": "Eau/Perception",
    "agilite": "Feu/Agilité",
    "intelligence": "Feu/Intelligence",
}


RANG_MAX = 9


# ---------------------------------------------------------------- difficulty


class Degre(msgspec.Struct, frozen=True):
    nd: int
    nom: str


NIVEAUX = (
    Degre(0, "Trivial"),
    Degre(4, "Très facile"),
    Degre(8, "Facile"),
    Degre(12, "Modéré"),
    Degre(16, "Délicat"),
    Degre(20, "Difficile"),
    Degre(24, "Héroïque"),
)


IMPOSSIBLE = 1000  # an ND that nothing reaches (YY-5.21)


# ---------------------------------------------------------------- loads, limbs


class Charge(msgspec.Struct, frozen=True):
    """A level of load: so many kilograms for each rank of Résistance, and its penalty."""

    nom: str
    kg: int
    penalite: int


CHARGES = (
    Charge("Sans fatigue", 4, 0),
    Charge("Fatigue légère", 8, 1),
    Charge("Fatigue lourde", 12, 2),
    Charge("À l'arrachée", 36, 4),
)


CASES_DE_FATIGUE = 5


COUT_DES_RANGS = {n: n * (n + 1) // 2 for n in range(1, 8)}  # Table 1: the whole price of a rank


# ---------------------------------------------------------------- time

TOUR = 6  # seconds


MINUTE, HEURE, JOUR = 60, 3600, 86400


# ---------------------------------------------------------------- sizes, of ours (YY-10.25)

TAILLES = ("minuscule", "petite", "moyenne", "grande", "énorme", "gigantesque")


Taille = Literal["minuscule", "petite", "moyenne", "grande", "énorme", "gigantesque"]
