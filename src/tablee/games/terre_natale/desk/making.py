"""Opponents made on the spot: a profile, a kind and a role, and for monsters their powers (TN-10.118 to TN-10.125)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec

from tablee.kernel.making import Maker, Wish
from tablee.kernel.oracle import Closed

from ..book.c10_monde.adversite import (
    NOMS_DE_PROFILS,
    NOMS_DE_ROLES,
    NOMS_DE_SORTES,
    Commande,
    engendrer,
    infaisable,
)
from ..book.c10_monde.meneur import identifiant
from ..model.adversite import NOMS_DE_POUVOIRS


class Opposant(Wish, frozen=True):
    profil: str = "sbire"
    sorte: str = "humain"
    role: str = "guerrier"
    pouvoirs: tuple[str, ...] = ()
    promotions: int = -1  # below 0: as many as the profile has by default
    avec_caste: bool = True

    offers: ClassVar[Mapping[str, Mapping[str, str]]] = {
        "profil": NOMS_DE_PROFILS,
        "sorte": NOMS_DE_SORTES,
        "role": NOMS_DE_ROLES,
        "pouvoirs": NOMS_DE_POUVOIRS,
    }

    def commande(self) -> Commande:
        combien = None if self.promotions < 0 else self.promotions
        return Commande(self.profil, self.role, self.sorte, "", self.pouvoirs, combien, self.avec_caste)


def closed(wish: Opposant) -> Closed | None:
    return infaisable(wish.commande())


def make(wish: Opposant) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(engendrer(wish.commande(), identifiant(wish.role)), str_keys=True)
    return plain


MAKER = Maker(Opposant, closed, make, words="faire_venir")
