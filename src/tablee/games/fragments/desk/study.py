"""What the author may want to know: the chances of a roll and of an attack, and the d100 of the book's examples."""

from __future__ import annotations

from functools import partial

from tablee.kernel.odds import odds
from tablee.kernel.study import Curves, Growth, Printed, Study

from ..book.c2_systeme.jets import REUSSITE, REUSSITE_CRITIQUE, jet_de_caracteristique
from ..book.c4_attaque.calculs import CRITIQUE, MANQUE, TOUCHE, Tir, jet_d_attaque
from ..model.tables import COMBAT

BRULURE = "brulure"
VALEURS = tuple(range(0, 101, 5))


def reussite(difficulte: int) -> float:
    return odds(jet_de_caracteristique, difficulte).p(lambda lu: lu in (REUSSITE, REUSSITE_CRITIQUE))


def touche(esquive: bool, precision: int) -> float:
    return 1 - odds(jet_d_attaque, Tir(precision, 0, esquive=esquive)).p(MANQUE)


def issue(tir: Tir, lue: str) -> float:
    return odds(jet_d_attaque, tir).p(lue)


EXEMPLES = (  # a precise weapon, and one that is not
    (
        "FD-4.9",
        Tir(80, 17, ((BRULURE, 8),)),
        "précision 80",
        {CRITIQUE: "17", BRULURE: "8", TOUCHE: "55", MANQUE: "20"},
    ),
    ("FD-4.10", Tir(40, 25, ((BRULURE, 20),)), "précision 40", {CRITIQUE: "25", BRULURE: "15", MANQUE: "60"}),
)
ISSUES = {CRITIQUE: "Coup critique", BRULURE: "Brûlure", TOUCHE: "Coup simple", MANQUE: "Coup manqué"}

STUDY = Study(
    tests=(
        Curves("FD-2.4", "Réussir un jet de caractéristique", "Difficulté totale", VALEURS, {"réussir": reussite}),
        Curves(
            "FD-3.2",
            "Toucher",
            "Précision",
            VALEURS,
            {"contre qui n'esquive pas": partial(touche, False), "contre qui esquive": partial(touche, True)},
        ),
    ),
    printed=tuple(
        Printed(rule, f"{ISSUES[lue]}, {arme}", said, partial(issue, tir, lue))
        for rule, tir, arme, issues in EXEMPLES
        for lue, said in issues.items()
    ),
    growth=Growth("armes", "epee_courte", tuple(f"fiche.points.{c}" for c in ("PV", *COMBAT))),
)
