"""Creating a character: the steps, what does not hold yet, a preview, and characters made at random."""

from __future__ import annotations

from tablee.kernel.draft import Creation

from .draft import Brouillon, budgets, problems
from .guide import GUIDE, guider, remarques
from .random import au_hasard
from .sheet import fiche_du_brouillon
from .steps import STEPS, demande

CREATION = Creation(
    draft=Brouillon,
    steps=STEPS,
    problems=problems,
    budgets=budgets,
    preview=fiche_du_brouillon,
    build=Brouillon.personnage,
    random=au_hasard,
    asked=demande,
    guide=GUIDE,
    cards=guider,
    remarks=remarques,
)
