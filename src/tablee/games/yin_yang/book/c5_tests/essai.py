"""The parameters of any test, and why one may be refused."""

from __future__ import annotations

from typing import Any

from tablee.kernel.action import Action
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed

from ...model.catalogue import COMPETENCES
from ...model.jets import UsageVide
from ...model.people import Personnage, hors_d_etat, non_acquise
from ...model.scene import Scene, inconnu
from ...model.tables import NOMS

# ---------------------------------------------------------------- parameters of any test


class Essai(Action, frozen=True):
    """The parameters of any test."""

    competence: str = ""
    mod: int = 0  # other circumstances, from the MJ
    vide: UsageVide = ""  # YY-5.17: announced before the roll
    risquer: bool = False  # YY-5.22: roll although the score alone would do
    secret: bool = False

    offers = {"competence": {**NOMS, **{c.id: c.nom for c in COMPETENCES.values()}}}

    def closed(self, scene: Scene) -> Closed | None:
        return (
            inconnu(scene, self.actor) or hors_d_etat(scene[self.actor]) or test_refuse(scene[self.actor], self, scene)
        )


def test_refuse(p: Personnage, e: Any, scene: Scene | None = None) -> Closed | None:
    """What is tested must have been acquired, and Vide is never spent below zero."""
    return intestable(p, e.competence) or sans_vide(p, 1 if e.vide else 0, scene) or hors_bornes(e.mod)


@rule("YY-16.6")
def intestable(p: Personnage, competence: str) -> Closed | None:
    """What is tested must have been acquired; languages are known or not, and never tested."""
    if competence == "langues":
        return Closed("YY-16.6", "Une langue se parle ou ne se parle pas : elle ne se teste pas")
    return non_acquise(p, competence)


@rule("YY-5.17")
def sans_vide(p: Personnage, points: int, scene: Scene | None = None) -> Closed | None:
    """Points de vide are never spent below zero; with a scene, those announced for this turn are spoken for."""
    libres = p.vide
    if points and scene is not None and scene.encounter is not None and p.id in scene.encounter.declarations:
        libres = max(0, libres - scene.encounter.declarations[p.id].vide_promis)
    if points <= libres:
        return None
    return Closed("YY-5.17", "Pas assez de points de vide : il en faut {}, il en reste {}", (points, libres))


def hors_bornes(mod: int) -> Closed | None:
    if -30 <= mod <= 30:
        return None
    return Closed("YY-5.1", "Les circonstances vont de -30 à +30, pas {}", (mod,))
