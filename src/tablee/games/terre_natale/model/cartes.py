"""Ready maps of ours: what each square is made of, what of it hides, and where nobody walks."""

from __future__ import annotations

from functools import cached_property
from typing import Annotated

from msgspec import Meta, Struct

from tablee.kernel.content import read
from tablee.kernel.ground import Cell
from tablee.kernel.ledger import rule

from .situations import TOTAL, Obstacle

RIEN = " "  # no square there


class Sol(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of ground, and how much of somebody behind it is hidden."""

    nom: str
    signe: str
    dit: str
    couvre: Annotated[int, Meta(ge=0, le=6)] = 0
    ferme: bool = False  # nobody walks there


class Carte(Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """Rows of signs; outside of them nobody goes."""

    nom: str
    dit: str
    fond: str  # what lies under whatever stands on a square
    lignes: tuple[str, ...]

    @cached_property
    def sols(self) -> dict[Cell, Sol]:
        signes = {(x, y): signe for y, ligne in enumerate(self.lignes) for x, signe in enumerate(ligne)}
        return {case: PAR_SIGNE[signe] for case, signe in signes.items() if signe != RIEN}

    @cached_property
    @rule("TN-8.368")
    def obstacles(self) -> tuple[Obstacle, ...]:
        """What stands on it before anything is broken or moved."""
        return tuple([Obstacle(x, y, sol.nom, sol.couvre) for (x, y), sol in self.sols.items() if sol.couvre])

    @cached_property
    def ouvertes(self) -> frozenset[Cell]:
        """The squares somebody can stand on, once nothing stands there."""
        return frozenset([case for case, sol in self.sols.items() if not sol.ferme])

    @cached_property
    def nues(self) -> dict[Cell, str]:
        """Each square by the name of its ground alone."""
        return {case: SOLS[self.fond].nom if sol.couvre else sol.nom for case, sol in self.sols.items()}


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    origin: str
    sol: dict[str, Sol]
    carte: dict[str, Carte]


_FILE = read("tablee.games.terre_natale", "content/cartes.toml", _File)
SOLS, CARTES = _FILE.sol, _FILE.carte
PAR_SIGNE = {sol.signe: sol for sol in SOLS.values()}
SIGNES = {sol.nom: sol.signe for sol in SOLS.values()}
INFRANCHISSABLES = tuple([sol.nom for sol in SOLS.values() if sol.ferme or sol.couvre >= TOTAL])
