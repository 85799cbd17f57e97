"""Sums of what was chosen that a scene itself needs: values of attributes, and the most there can be of a resource.

They are made of the sheet alone, and kept with it. The chapters that state them are 1 and 4.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablee.kernel.kept import kept_for
from tablee.kernel.ledger import rule
from tablee.kernel.tally import Term, Terms, total

from .adversite import PROFILS

if TYPE_CHECKING:
    from .people import Fiche

CORPS = ("FOR", "CON", "DEX", "AGI", "PER")
ESPRIT = ("CHA", "VOL", "INT", "RUS", "SAG")
PRINCIPAUX = (*CORPS, *ESPRIT)
SECONDAIRES = ("EGO", "APP", "STA", "TAI", "CHN")  # Équilibre is computed
ATTRIBUTS = (*PRINCIPAUX, *SECONDAIRES, "EQU")
RESSOURCES = ("PV", "PS", "PE", "PK", "PC")
DOUBLE_DE = {"PV": ("CON", "TN-4.2"), "PS": ("VOL", "TN-4.7"), "PE": ("EQU", "TN-4.12"), "PK": ("CHN", "TN-4.20")}


@rule("TN-1.8")
def modificateur(valeur: int) -> int:
    """What a value adds to a test; it changes on even values."""
    return (valeur - 10) // 2


def modif(f: Fiche, code: str) -> Term:
    """The modifier of the fixed value of an attribute."""
    return code, modificateur(f.valeurs[code]), "TN-1.8"


@rule("TN-1.3", "TN-1.11", "TN-1.14", "TN-1.18")
def base(f: Fiche, code: str) -> int:
    """The value without any ajustement; Équilibre is the average of the second highest and the lowest of the main."""
    if code != "EQU":
        return f.base.get(code, f.supplementaires.get(code, 10))
    rangees = sorted([f.base.get(a, 10) for a in PRINCIPAUX], reverse=True)
    return (rangees[1] + rangees[-1]) // 2


@rule("TN-1.5")
@kept_for
def fixe(f: Fiche, code: str) -> Terms:
    """The value from which all characteristics are computed: the base and the ajustements that last."""
    return (code, base(f, code), "TN-1.18" if code == "EQU" else "TN-1.3"), *f.bears.figure(code).terms


@rule("TN-4.2", "TN-4.7", "TN-4.12", "TN-4.20", "TN-4.21", "TN-10.120")
def maximum(f: Fiche, code: str) -> Terms:
    """The most there can be of a resource: twice an attribute, or for chi the two attributes of the caste.

    Of an opponent made from a profile, a share of it.
    """
    if code in DOUBLE_DE:
        attribut, regle = DOUBLE_DE[code]
        own: Terms = ((f"{attribut} x 2", 2 * f.valeurs[attribut], regle),)
    elif f.caste is not None:
        own = tuple([(a, f.valeurs[a], "TN-4.21") for a in (f.caste.principal, f.caste.secondaire)])
    else:
        own = ()
    own += f.bears.figure(code).terms
    if not f.profil:
        return own
    n = total(own)
    return (*own, (PROFILS[f.profil].nom, n * PROFILS[f.profil].part(code) // 100 - n, "TN-10.120"))


@rule("TN-4.85")
def resilience(f: Fiche) -> Terms:
    """How much fatigue makes a level of it, and the most there can be of a temporary resource."""
    return ("Base", 10, "TN-4.85"), modif(f, "VOL"), modif(f, "EQU"), *f.bears.figure("resilience").terms
