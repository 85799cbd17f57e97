"""Chapter 2, Taille: what the larger and the smaller of two gain and lose. Tests of Force stand in oppositions.py."""

from __future__ import annotations

from functools import lru_cache

from tablee.kernel.ledger import rule
from tablee.kernel.tally import Terms, total

from ...model.people import Personnage
from ...model.tables import TAILLES


def ecart(p: Personnage, q: Personnage) -> int:
    """By how many categories the first is larger than the second (negative: smaller)."""
    mien, sien = p.fiche, q.fiche
    return mien.rang_taille - sien.rang_taille if mien.taille != sien.taille else 0


@rule("VM-2.45")
def modificateur_de_tir(q: Personnage) -> Terms:
    """What the Taille of the target adds to a shot at it."""
    stature = TAILLES[q.fiche.taille]
    return ((f"Taille {stature.nom}", stature.tir, "VM-2.45"),) if stature.tir else ()


@rule("VM-2.47")
@lru_cache(1024)
def atouts(traits: tuple[str, ...], categories: int) -> tuple[str, ...]:
    """The larger strikes with Dévastatrice, the larger by two categories with Percutante besides."""
    if categories <= 0:
        return traits
    plus = ("devastatrice",) if categories == 1 else ("devastatrice", "percutante")
    return (*traits, *(t for t in plus if t not in traits))


@rule("VM-2.48")
def multiplier(bruts: Terms, categories: int) -> Terms:
    """Dégâts are multiplied by the number of categories, before BE and PA."""
    if categories < 2:
        return bruts
    return (*bruts, (f"Taille : x{categories}", total(bruts) * (categories - 1), "VM-2.48"))


@rule("VM-2.51")
def malus_de_parade(categories: int) -> int:
    """Parrying one who is larger: -2 DR for each category."""
    return -2 * categories if categories > 0 else 0
