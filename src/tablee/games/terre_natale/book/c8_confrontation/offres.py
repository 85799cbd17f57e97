"""Interruptions: the order of everything, and one stop for all who could act at a moment."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from tablee.kernel.effects import amount
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Option, Oracle, Question

from ...model.effects import Essai
from ...model.scene import Scene
from .budget import PRIX, RIEN, SANS_RAPIDITE


@rule("TN-8.4", "TN-8.23", "TN-8.24", "TN-8.26", "TN-8.37")
def compte(scene: Scene, who: str) -> tuple[int, int, int]:
    """Where somebody stands on the count, highest first: initiative and rapidité, then Chance, then who came first."""
    p, e = scene[who], scene.encounter
    initiative = e.initiatives.get(who, 0) if e is not None else 0
    rapidite = 0 if SANS_RAPIDITE in scene.options else amount(p.bears, "rapidite", Essai(p, scene))
    return -initiative - rapidite, -p.fiche.valeurs["CHN"], _venue(scene, who)


@rule("TN-8.23", "TN-8.24", "TN-9.61")
def tour_d_interrompre(scene: Scene, who: str) -> tuple[int, int, int]:
    """The same for interruptions, which rapidité does not touch: by the initiative alone."""
    e = scene.encounter
    initiative = e.initiatives.get(who, 0) if e is not None else 0
    return -initiative, -scene[who].fiche.valeurs["CHN"], _venue(scene, who)


def _venue(scene: Scene, who: str) -> int:
    """After how many others somebody stands in the scene, whatever he is called."""
    return next(n for n, other in enumerate(scene.people) if other == who)


@lru_cache(maxsize=512)
def choix(noms: tuple[tuple[str, str], ...], moyens: tuple[str, ...]) -> tuple[Option, ...]:
    """Nothing first, then each thing (id, name) at each price: « parer/acts »."""
    return (RIEN, *[Option(f"{id}/{moyen}", nom, PRIX[moyen]) for id, nom in noms for moyen in moyens])


@rule("TN-8.77", "TN-8.81")
def offrir(scene: Scene, oracle: Oracle, questions: Iterable[Question]) -> list[tuple[str, Option]]:
    """Ask all at once and blind. Who takes it: what was prepared first, then by the count (TN-R71).

    An offer that was taken is not paid yet: what cannot happen any more when its time comes costs nothing.
    """
    asked = tuple(sorted(questions, key=lambda question: tour_d_interrompre(scene, question.who)))
    if not asked:
        return []
    answers = zip(asked, oracle.ask_all(asked), strict=True)
    taken = [(question.who, option) for question, option in answers if option.id != RIEN.id]
    return sorted(taken, key=lambda pair: not str(pair[1].id).endswith("/prepare"))  # stable
