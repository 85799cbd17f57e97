"""What the author may want to know: the chances of a test, and Table 5 of the book against the dice."""

from __future__ import annotations

from functools import partial

from tablee.kernel.odds import odds
from tablee.kernel.study import Curves, Growth, Printed, Study

from ..book.c5_tests.des import lancer, valeur
from ..book.c5_tests.jets import eprouver
from ..model.jets import DESASTRE, EXPLOIT, Ligne

ATTRIBUTS = ("reflexes", "intuition", "constitution", "volonte", "force", "perception", "agilite", "intelligence")


def reussite(nd: int, score: int) -> float:
    """The chance of a test against an ND known beforehand."""
    return odds(eprouver, Ligne("", score), nd, False).p(lambda fait: fait.reussi)


def au_moins(bas: int) -> float:
    return odds(lancer).map(valeur).at_least(bas)


TABLE = {1: "99", 2: "81", 3: "65", 4: "51", 5: "39", 6: "29", 7: "21", 8: "15", 9: "11"}  # YY-19.3

STUDY = Study(
    tests=(
        Curves(
            "YY-5.1",
            "Réussir un test",
            "Score",
            tuple(range(4, 21)),
            {
                "ND 8, facile": partial(reussite, 8),
                "ND 12, modéré": partial(reussite, 12),
                "ND 16, délicat": partial(reussite, 16),
                "ND 20, difficile": partial(reussite, 20),
                "ND 24, héroïque": partial(reussite, 24),
            },
        ),
    ),
    printed=(
        Printed("YY-19.3", "Désastre", "1", lambda: odds(lancer).p(DESASTRE)),
        *(Printed("YY-19.3", f"Jet d'au moins {bas}", said, partial(au_moins, bas)) for bas, said in TABLE.items()),
        Printed("YY-19.3", "Exploit", "9", partial(au_moins, EXPLOIT)),
        Printed("YY-19.3", "Score 9 contre ND 12", "65", partial(reussite, 12, 9)),
        Printed("YY-19.3", "Score 9 contre ND 16", "21", partial(reussite, 16, 9)),
        Printed("YY-19.3", "Score 9 et point de Vide contre ND 20", "21", partial(reussite, 20, 13)),
        Printed("YY-19.3", "Score 9 et point de Vide contre ND 24", "0", partial(reussite, 24, 13)),
    ),
    growth=Growth("armes", "epee_longue", tuple(f"fiche.{a}" for a in ATTRIBUTS)),
)
