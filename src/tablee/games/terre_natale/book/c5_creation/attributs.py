"""Attributes bought with PA, point by point; secondary ones may be sold for some."""

from __future__ import annotations

from collections.abc import Mapping

from tablee.kernel.ledger import rule

from ...model.sums import PRINCIPAUX, SECONDAIRES

DEPART, MINIMUM = 7, 7
SECONDAIRE_DEPART, SECONDAIRE_MAX, SECONDAIRE_MIN = 10, 12, 7


@rule("TN-5.26")
def depart(code: str) -> int:
    """7 in the main attributes, 10 in the others."""
    return DEPART if code in PRINCIPAUX else SECONDAIRE_DEPART


@rule("TN-5.27", "TN-5.29", "TN-5.30")
def pas(code: str, valeur: int) -> int:
    """What it costs to reach this value from the one below: X - 5 for a main attribute, X - 7 for another."""
    return valeur - (5 if code in PRINCIPAUX else 7)


@rule("TN-5.27", "TN-5.28", "TN-5.29", "TN-5.30", "TN-5.32")
def cout(code: str, valeur: int) -> int:
    """PA from where creation begins; below 10 a secondary attribute gives back X - 7 for each point. EQU has none."""
    if code not in (*PRINCIPAUX, *SECONDAIRES):
        return 0
    if valeur >= depart(code):
        return sum(pas(code, x) for x in range(depart(code) + 1, valeur + 1))
    return -sum(x - SECONDAIRE_MIN for x in range(valeur + 1, depart(code) + 1))


def depense(valeurs: Mapping[str, int]) -> int:
    """PA for these values together."""
    return sum(cout(code, valeur) for code, valeur in valeurs.items())


@rule("TN-5.31")
def reliquat_max(valeurs: Mapping[str, int]) -> int:
    """The most PA that may be left: the next point of the highest main attribute."""
    return pas(PRINCIPAUX[0], max([valeurs.get(code, DEPART) for code in PRINCIPAUX]) + 1)
