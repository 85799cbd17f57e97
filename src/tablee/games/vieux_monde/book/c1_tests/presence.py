"""The Trait Perturbante: what merely being near weighs on a Test."""

from __future__ import annotations

from tablee.kernel.tally import Terms

from ...model.people import Personnage, distance
from ...model.scene import Scene

TROUBLE = -10
PRES = 2  # squares


def trouble(p: Personnage, q: Personnage) -> bool:
    """Whether the second unsettles the first: Perturbante, near, awake, and he neither brave nor of the same kind."""
    return (
        q.a_trait("perturbante")
        and not p.brave
        and distance(p, q) <= PRES
        and q.conscient
        and not p.a_trait("perturbante")
        and not p.a_trait("sans_esprit")
    )


def malaise(scene: Scene, p: Personnage) -> Terms:
    """What something Perturbante nearby weighs on any Test."""
    for q in scene.people.values():
        if (q.fiche.traits or q.effets) and q.id != p.id and trouble(p, q):
            return (("Perturbante", TROUBLE, "VM-6.10"),)
    return ()
