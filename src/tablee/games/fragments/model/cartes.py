"""Ready maps, and cells as one counts them on a map: the column and the row."""

from __future__ import annotations

from typing import Literal

import msgspec

from tablee.kernel import content
from tablee.kernel.ledger import rule

from .catalogue import PACKAGE, TERRAINS
from .hexes import Case
from .scene import Carte


class CartePrete(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A map of ours with its name and what is particular to it."""

    id: str
    nom: str
    note: str
    lignes: tuple[str, ...]

    @property
    def carte(self) -> Carte:
        return Carte(self.lignes)


class _Fichier(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    origin: Literal["tablee"]
    carte: tuple[CartePrete, ...]


CARTES = {c.id: c for c in content.read(PACKAGE, "content/cartes.toml", _Fichier).carte}
SIGNES = {t.signe: t for t in TERRAINS.values()}
VIDE = " "  # no cell there


@rule("FD-9.19", "FD-2.3")
def case_de(colonne: int, ligne: int) -> Case:
    """The cell at a column and a row of a map, both counted from 0: odd rows lie half a cell to the right."""
    return colonne - (ligne - ligne % 2) // 2, ligne


@rule("FD-9.19", "FD-2.3")
def place_de(case: Case) -> tuple[int, int]:
    """The column and the row of a cell."""
    x, y = case
    return x + (y - y % 2) // 2, y
