"""What the author may want to know: the chances of a test over its bonus, and the one chance in two of the book."""

from __future__ import annotations

from functools import partial

from tablee.kernel.odds import odds
from tablee.kernel.study import Curves, Growth, Printed, Study

from ..book.c0_tests.des import Profil, points
from ..book.c0_tests.echelles import DIFFICULTES
from ..model.sums import modificateur

ORDINAIRE = 10  # an attribute nobody would remark upon
BONUS = tuple(range(-4, 21))
CONNUES = ("faible", "normale", "elevee", "tres_elevee", "extremement_elevee")
CORPS = ("FOR", "CON", "DEX", "AGI", "PER", "VOL", "INT", "RUS", "CHA", "CHN")


def reussite(difficulte: int, net: int, bonus: int) -> float:
    """The chance that 3D6 and a bonus are more than the difficulty; `net`: avantages less désavantages."""
    return odds(points, Profil("", bonus, ORDINAIRE, net)).at_least(difficulte + 1)


STUDY = Study(
    tests=(
        Curves(
            "TN-0.19",
            "Réussir un test",
            "Bonus en tout",
            BONUS,
            {f"difficulté {DIFFICULTES[id]}": partial(reussite, DIFFICULTES[id], 0) for id in CONNUES},
        ),
        Curves(
            "TN-0.6",
            "Réussir un test de difficulté 15",
            "Bonus en tout",
            BONUS,
            {
                "désavantages : 2": partial(reussite, 15, -2),
                "désavantages : 1": partial(reussite, 15, -1),
                "ni l'un ni l'autre": partial(reussite, 15, 0),
                "avantages : 1": partial(reussite, 15, 1),
                "avantages : 2": partial(reussite, 15, 2),
            },
        ),
    ),
    printed=(Printed("TN-10.99", "Test de Chance contre 10", "50", partial(reussite, 10, 0, modificateur(ORDINAIRE))),),
    growth=Growth("armes", "epee_longue", tuple(f"fiche.base.{a}" for a in CORPS)),
)
