"""Chapter 3, one effect of a spell about to take hold of somebody."""

from __future__ import annotations

import msgspec

from ...model.people import Effet
from ...model.sorts import EffetSort, Sort
from .magie import Lancement


class Emprise(msgspec.Struct, frozen=True, gc=False):
    """One effect of a spell about to take hold of somebody."""

    lancement: Lancement
    sort: Sort
    effet: EffetSort
    qui: str
    lie: str = ""  # the spell at work; nothing for one that is over at once
    fin: int | None = None

    @property
    def mage(self) -> str:
        return self.lancement.mage

    def lier(self, sur: str, mod: int = 0, passe: bool = True) -> Effet:
        """Something that weighs on him as long as the spell lasts; unless it passes by itself, until it is undone."""
        return Effet(self.sort.nom, sur, mod, "VM-3.16", "sort", self.fin if passe else None, self.lie)
