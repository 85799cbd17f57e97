"""What consumables do: the catalogue of their uses, beside the models they are of."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from tablee.kernel.content import read
from tablee.kernel.ledger import rule

from .conditions import AFFECTIONS

Genre = Literal["soin", "potion", "stimulant", "remede", "poison", "huile", "bombe", "piege"]
Rend = Literal["", "PV", "PS", "PE", "fatigue"]


class Apport(Struct, frozen=True, forbid_unknown_fields=True):
    """So much on a figure for each level."""

    on: str
    n: int


@rule("TN-9.153")
class Emploi(Struct, frozen=True, forbid_unknown_fields=True):
    """What one of it does."""

    genre: Genre
    rend: Rend = ""
    competence: str = ""  # of care
    effets: tuple[Apport, ...] = ()
    duree: int = 0  # seconds
    contre: tuple[str, ...] = ()  # conditions a remedy takes charges off
    condition: str = ""  # what it afflicts with
    degats: bool = False

    def __post_init__(self) -> None:
        inconnues = [x for x in (*self.contre, self.condition) if x and x not in AFFECTIONS]
        if inconnues:
            raise ValueError(f"pas de condition {inconnues}")


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    emploi: dict[str, Emploi]


EMPLOIS = read("tablee.games.terre_natale", "content/emplois.toml", _File).emploi
