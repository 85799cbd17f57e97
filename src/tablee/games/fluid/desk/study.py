"""What the author may want to know: the chances of a test, and the averages and explosions the book prints."""

from __future__ import annotations

from functools import partial

from tablee.kernel.odds import odds
from tablee.kernel.study import Curves, Growth, Printed, Study

from ..book.c3_tests.des import HAUT, explosions, lancer, lire
from ..model.people import Options
from ..model.tables import SEUIL

REGLE = explosions(Options())


def reussite(des: int, carac: int) -> float:
    """The chance to reach the threshold with so many dice of Avantage, or of Désavantage if negative."""
    return odds(lancer, des, REGLE).at_least(SEUIL - carac)


def moyenne(des: int) -> float:
    return odds(lancer, des, REGLE).mean()


def explosion(des: int) -> float:
    """The chance that the dice explode upwards; `des`: all of them, the base die counted."""
    return odds(lire, des - 1, REGLE).p(HAUT)


MOYENNES = ("5.5", "7.1", "8.0", "8.5", "8.8", "9.0")  # FLU-3.14: by dice of Avantage, from none
EXPLOSIONS = ("10.0", "11.0", "12.8", "15.2", "18.1", "24.4")  # FLU-3.15: by all dice, from one

STUDY = Study(
    tests=(
        Curves(
            "FLU-3.19",
            "Réussir un test",
            "Caractéristique",
            tuple(range(1, 11)),
            {
                "2 dés de désavantage": partial(reussite, -2),
                "1 dé de désavantage": partial(reussite, -1),
                "sans dé de plus": partial(reussite, 0),
                "1 dé d'avantage": partial(reussite, 1),
                "2 dés d'avantage": partial(reussite, 2),
                "3 dés d'avantage": partial(reussite, 3),
            },
        ),
    ),
    printed=(
        *(
            Printed("FLU-3.14", f"Moyenne (dés d'avantage) : {n}", said, partial(moyenne, n), chance=False)
            for n, said in enumerate(MOYENNES)
        ),
        *(
            Printed("FLU-3.15", f"Explosion (dés lancés) : {n}", said, partial(explosion, n))
            for n, said in enumerate(EXPLOSIONS, 1)
        ),
    ),
    growth=Growth(
        "armes", "epee", tuple(f"fiche.{c}" for c in ("FOR", "CON", "AGI", "PER", "INT", "VOL", "CHA", "CONN"))
    ),
)
