"""The table of movements."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from tablee.kernel.content import read
from tablee.kernel.ledger import rule


@rule("TN-8.362")
class Deplacement(Struct, frozen=True, forbid_unknown_fields=True):
    """One way to move: what it takes, how far it leads, what else it does."""

    nom: str
    prix: Literal["libre", "simple", "complexe"]
    dit: str
    demis: int = 0  # halves of the Déplacement
    cases: int = 0  # or so many squares
    sur: bool = False  # it gives nobody an opportunity
    test: tuple[str, ...] = ()  # the skills it may be tested with
    elan: int = 0  # halves that a test gives instead; 0: who fails it stays where he is
    mouvement: bool = False  # harder to shoot at for the round
    degage: bool = False  # it breaks what holds one
    regle: str = "TN-8.362"
    origin: str = "book"


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    deplacement: dict[str, Deplacement]


DEPLACEMENTS = read("tablee.games.terre_natale", "content/deplacements.toml", _File).deplacement
