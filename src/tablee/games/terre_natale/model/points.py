"""Points vitaux: what a great creature can lose one after the other before its body is beaten."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from tablee.kernel.ledger import rule

Acte = Literal["attaque", "deplacement", "tactique", "pouvoir"]
SUPPLEMENTAIRES = 1  # actions of a passe that come with several points (TN-8.421)


@rule("TN-8.416", "TN-8.417", "TN-8.429", "TN-8.432")
class Point(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A point besides the main one, which is always the trunk and the legs: what it does, and with what it strikes."""

    nom: str  # « gueule », « ailes »
    actes: tuple[Acte, ...] = ("attaque",)
    arme: str = ""  # the model of what it strikes with
    tete: bool = False  # what the creature finds its way by (TN-8.430)


class Atteinte(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """What a point has suffered: vitality of its own, and the levels of its wounds."""

    perdus: int = 0
    blessures: tuple[int, ...] = ()


INTACT = Atteinte()
