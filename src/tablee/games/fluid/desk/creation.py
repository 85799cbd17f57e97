"""Creating a character: the steps, what does not hold yet, a preview, and characters made at random."""

from __future__ import annotations

from tablee.kernel.draft import Creation

from .draft import Brouillon, budgets, problems
from .guide import GUIDE, cartes, points_conseilles, remarques
from .random import au_hasard
from .sheet import fiche_du_brouillon
from .steps import STEPS, demande

CREATION = Creation(
    draft=Brouillon,
    steps=STEPS,
    asked=demande,
    problems=problems,
    budgets=budgets,
    preview=fiche_du_brouillon,
    build=Brouillon.personnage,
    random=au_hasard,
    guide=GUIDE,
    cards=cartes,
    spreads=points_conseilles,
    remarks=remarques,
)
