"""What the author may want to know: the chances of a Test, alone and against somebody. The book prints no odds."""

from __future__ import annotations

from functools import partial

from tablee.kernel.odds import odds
from tablee.kernel.study import Curves, Growth, Study

from ..book.c1_tests.oppositions import opposer
from ..book.c1_tests.tests import Jet, Ligne, jeter
from ..model.tables import NOMS

VALEURS = tuple(range(5, 101, 5))


def ligne(valeur: int) -> Ligne:
    return Ligne("", valeur, valeur)


def jet(valeur: int, dr: int) -> float:
    """The chance to succeed by at least so many DR."""

    def assez(obtenu: Jet) -> bool:
        return obtenu.reussi and obtenu.dr >= dr

    return odds(jeter, ligne(valeur)).p(assez)


def chance_de_l_emporter(adverse: int, valeur: int) -> float:
    return odds(opposer, ligne(valeur), ligne(adverse)).p(lambda o: o.gagne)


STUDY = Study(
    tests=(
        Curves(
            "VM-1.2",
            "Réussir un Test",
            "Valeur",
            VALEURS,
            {
                "réussir": lambda valeur: jet(valeur, 0),
                "réussir de 2 DR": lambda valeur: jet(valeur, 2),
                "réussir de 4 DR": lambda valeur: jet(valeur, 4),
            },
        ),
        Curves(
            "VM-1.10",
            "L'emporter dans un Test opposé",
            "Valeur",
            VALEURS,
            {
                "contre 30": partial(chance_de_l_emporter, 30),
                "contre 45": partial(chance_de_l_emporter, 45),
                "contre 60": partial(chance_de_l_emporter, 60),
            },
        ),
    ),
    growth=Growth("armes", "epee", tuple(f"fiche.{c}" for c in NOMS), by=5),
)
