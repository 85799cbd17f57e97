"""The tables of the book, read once into typed rows."""

from __future__ import annotations

from bisect import bisect_left

import msgspec

from tablee.kernel import content
from tablee.kernel.ledger import rule


class Rang(msgspec.Struct, frozen=True):
    """A line of the Table de résultats."""

    nom: str
    delai: int
    effet: str
    max: int | None = None
    formule: str = ""
    soin: int = 0


class Temps(msgspec.Struct, frozen=True):
    duree: str
    secondes: int


class Degre(msgspec.Struct, frozen=True):
    nom: str
    avantages: int


class Portee(msgspec.Struct, frozen=True):
    nom: str
    max: int
    tir: int


class Zone(msgspec.Struct, frozen=True):
    nom: str
    desavantages: int


class Localisation(msgspec.Struct, frozen=True):
    zone: str
    nom: str


class Botte(msgspec.Struct, frozen=True):
    """What a secret thrust does; the level of the Trait scales what is marked true (FLU-4.23)."""

    condition: str
    dit: str
    desavantages: int = 0
    rounds: bool = False
    mouvement: bool = False
    desarme: bool = False


class Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rang: tuple[Rang, ...]
    temps: tuple[Temps, ...]
    difficulte: dict[str, Degre]
    portee: tuple[Portee, ...]
    zone: dict[str, Zone]
    localisation: tuple[Localisation, ...]
    botte: dict[str, Botte]


TABLES = content.read("tablee.games.fluid", "content/tables.toml", Tables)
RANGS = TABLES.rang
DIFFICULTES = TABLES.difficulte
BOTTES = TABLES.botte
_BORNES = [r.max for r in RANGS if r.max is not None]
SEUIL = 11  # FLU-3.3: the lowest total that succeeds
PREMIERE_REUSSITE = 4  # its rank


@rule("FLU-3.2", "FLU-3.3", "FLU-3.4")
def rang(total: int) -> int:
    """The rank of a total: 0 Échec critique ... 7 Réussite critique; from 4 on it succeeds."""
    return bisect_left(_BORNES, total)


@rule("FLU-3.7")
def marge(total: int) -> int:
    """MR when positive or zero, ME when negative: what the total has above or below 10."""
    return total - 10


@rule("FLU-3.25")
def duree(cran: int) -> Temps:
    """The n-th step of the Table de temps, the ladder clamped at both ends."""
    return TABLES.temps[min(max(cran, 1), len(TABLES.temps)) - 1]


@rule("FLU-3.28", "FLU-3.41")
def difficulte(degre: str) -> int:
    """Avantages of an easier task, Désavantages (negative) of a harder one."""
    return DIFFICULTES[degre].avantages


@rule("FLU-4.29")
def portee(metres: int) -> Portee | None:
    """The band a distance falls in, bounds included; None beyond sight."""
    return next((p for p in TABLES.portee if metres <= p.max), None)
