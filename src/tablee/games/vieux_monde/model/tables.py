"""The tables the book prints: difficulties, degrees, sizes. Its other tables stand with the rules that use them."""

from __future__ import annotations

from typing import Literal

import msgspec

from tablee.kernel.ledger import rule

Carac = Literal["CC", "TIR", "FOR", "END", "INI", "AGI", "DOI", "INT", "FM", "PRE"]
CARACS: tuple[Carac, ...] = ("CC", "TIR", "FOR", "END", "INI", "AGI", "DOI", "INT", "FM", "PRE")
NOMS = {
    "CC": "Capacité de Combat",
    "TIR": "Tir",
    "FOR": "Force",
    "END": "Endurance",
    "INI": "Initiative",
    "AGI": "Agilité",
    "DOI": "Doigté",
    "INT": "Intelligence",
    "FM": "Force Mentale",
    "PRE": "Présence",
}

# ---------------------------------------------------------------- difficulty

Difficulte = Literal["tres_facile", "facile", "accessible", "intermediaire", "complexe", "difficile", "tres_difficile"]


class Degre(msgspec.Struct, frozen=True):
    nom: str
    mod: int


DIFFICULTES: dict[str, Degre] = {
    "tres_facile": Degre("Très Facile", 60),
    "facile": Degre("Facile", 40),
    "accessible": Degre("Accessible", 20),
    "intermediaire": Degre("Intermédiaire", 0),
    "complexe": Degre("Complexe", -10),
    "difficile": Degre("Difficile", -20),
    "tres_difficile": Degre("Très Difficile", -30),
}

# ---------------------------------------------------------------- degrees of success


@rule("VM-1.7")
def rang(dr: int, reussi: bool) -> str:
    """How a DR reads; at 0 success and failure tell +0 from -0."""
    if dr >= 6:
        return "Succès Stupéfiant"
    if dr >= 4:
        return "Succès Impressionnant"
    if dr >= 2:
        return "Succès"
    if dr == 1 or (dr == 0 and reussi):
        return "Succès Minime"
    if dr >= -1:
        return "Échec Minime"
    if dr >= -3:
        return "Échec"
    if dr >= -5:
        return "Échec Impressionnant"
    return "Échec Stupéfiant"


def signe(dr: int, reussi: bool) -> str:
    """A DR as it is written: +2, -3, +0, -0 (VM-1.6)."""
    return f"{'+' if dr > 0 or (dr == 0 and reussi) else '-'}{abs(dr)}"


# ---------------------------------------------------------------- size

Taille = Literal["Minuscule", "Très petite", "Petite", "Moyenne", "Grande", "Énorme", "Monstrueuse"]


class Stature(msgspec.Struct, frozen=True):
    nom: Taille
    rang: int
    hauteur: str
    tir: int  # VM-2.45: the modifier of whoever shoots at it


TAILLES: dict[str, Stature] = {
    "Minuscule": Stature("Minuscule", 1, "moins de 30 cm", -30),
    "Très petite": Stature("Très petite", 2, "jusqu'à 60 cm", -20),
    "Petite": Stature("Petite", 3, "jusqu'à 1,20 m", -10),
    "Moyenne": Stature("Moyenne", 4, "jusqu'à 2,10 m", 0),
    "Grande": Stature("Grande", 5, "jusqu'à 3,65 m", 20),
    "Énorme": Stature("Énorme", 6, "jusqu'à 6 m", 40),
    "Monstrueuse": Stature("Monstrueuse", 7, "plus de 6 m", 60),
}
