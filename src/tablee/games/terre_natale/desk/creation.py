"""How characters are made: the steps, what does not hold yet, a preview, and characters made at random."""

from __future__ import annotations

from tablee.kernel.draft import Creation
from tablee.kernel.teaching import guide_of

from ..book.c5_creation.echelles import PACKAGE
from .draft import Brouillon, budgets, problems
from .random import at_random
from .sheet import sheet_of_draft
from .starts import STARTS
from .steps import STEPS, asked

CREATION = Creation(
    draft=Brouillon,
    steps=STEPS,
    problems=problems,
    budgets=budgets,
    preview=sheet_of_draft,
    build=Brouillon.personnage,
    random=at_random,
    asked=asked,
    starts=STARTS,
    guide=guide_of(PACKAGE),
)
