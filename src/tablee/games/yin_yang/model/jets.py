"""Rolls: what chance needs to know of one, and what it came to."""

from __future__ import annotations

from typing import Literal

import msgspec

from tablee.kernel.refs import WithWho
from tablee.kernel.tally import Terms

DESASTRE, EXPLOIT = 0, 10


Liste = list[tuple[str, int, str]]


UsageVide = Literal["", "relance", "bonus"]


# ---------------------------------------------------------------- the roll


class Ligne(msgspec.Struct, frozen=True, gc=False):
    """What chance needs to know of a test."""

    qui: str
    score: int  # before the roll, penalties and the +4 of Vide counted
    vide: UsageVide = ""
    rang_vide: int = 0  # it decides between equals
    secret: bool = False


class Jet(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A roll and what it comes to."""

    qui: WithWho
    total: int
    jet: int  # as `lancer` gives it
    rang_vide: int = 0
    exploits: int = 0  # how many were rolled, a reroll counted too: each gives 1 point de vide back
    peut_relancer: bool = False  # a reroll was paid for and not used yet

    @property
    def desastre(self) -> bool:
        return self.jet == DESASTRE


# ---------------------------------------------------------------- putting a test together


class Prepare(msgspec.Struct, frozen=True, gc=False):
    """A test ready to be rolled: the figures, and the sum that explains them."""

    ligne: Ligne
    terms: Terms
