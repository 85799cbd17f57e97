"""Creating a character: the steps, what does not hold yet, a preview, and characters made at random."""

from __future__ import annotations

from tablee.kernel.draft import Creation

from .brouillon import Brouillon, budgets, problems
from .etapes import STEPS, demande
from .fiche import fiche_du_brouillon
from .hasard import au_hasard

CREATION = Creation(
    draft=Brouillon,
    steps=STEPS,
    problems=problems,
    budgets=budgets,
    preview=fiche_du_brouillon,
    build=Brouillon.personnage,
    random=au_hasard,
    asked=demande,
)
