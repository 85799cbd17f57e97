"""The sheet: a character as sections of lines, every number with its sum."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablee.kernel.sheet import Section, Sheet, Stat

from .state import caracteristique
from .tables import CARACS, NOMS

if TYPE_CHECKING:
    from .scene import Scene


def sheet(scene: Scene, who: str) -> Sheet:
    p = scene[who]
    return Sheet(who, p.nom, (Section("Caractéristiques", tuple(Stat(NOMS[c], caracteristique(p.fiche, c)) for c in CARACS)),))
