"""The scales of the book: difficulties, those of saves, and the objectives of activities."""

from __future__ import annotations

from typing import Literal

from tablee.kernel.ledger import rule

Echelle = Literal[
    "", "tres_faible", "faible", "normale", "elevee", "tres_elevee", "extremement_elevee", "quasiment_impossible"
]
DIFFICULTES: dict[str, int] = {  # TN-0.19
    "tres_faible": 5,
    "faible": 10,
    "normale": 15,
    "elevee": 20,
    "tres_elevee": 25,
    "extremement_elevee": 30,
    "quasiment_impossible": 35,
}
Complexite = Literal["", "tres_faible", "faible", "normale", "elevee", "tres_elevee", "extremement_elevee"]
OBJECTIFS: dict[str, int] = {  # TN-0.42
    "tres_faible": 10,
    "faible": 20,
    "normale": 30,
    "elevee": 40,
    "tres_elevee": 50,
    "extremement_elevee": 60,
}


@rule("TN-0.19")
def difficulte_de(echelle: str, valeur: int) -> int:
    """The difficulty that is named, or else the figure."""
    return DIFFICULTES.get(echelle, valeur)


@rule("TN-0.42")
def objectif_de(complexite: str, valeur: int) -> int:
    """The objective of the complexity that is named, or else the figure."""
    return OBJECTIFS.get(complexite, valeur)


@rule("TN-0.57", "TN-0.58")
def difficulte_de_sauvegarde(classique: int, options: tuple[str, ...] = ()) -> int:
    """What a save must beat, from the classic difficulty of what calls for it; narrative ones may keep that one."""
    if "sauvegardes_narratives" in options:
        return classique
    rang = min(max(classique // 5, 1), len(DIFFICULTES))  # the highest row that does not exceed it
    return 8 + 2 * rang
