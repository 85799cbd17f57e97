"""The tables of where one stands: what it does to a passive defence, and what an obstacle hides of somebody."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from tablee.kernel.content import read
from tablee.kernel.ledger import rule

Couverture = Annotated[int, Meta(ge=1, le=6)]


@rule("TN-8.365", "TN-8.366")
class Situation(Struct, frozen=True, forbid_unknown_fields=True):
    """What a situation adds to the difficulty of an action on whoever is in it."""

    nom: str
    n: int
    dit: str
    tir: bool = False  # only of a shot or a throw
    chacun: bool = False  # for each of so many
    regle: str = "TN-8.365"


@rule("TN-8.368")
class Couvert(Struct, frozen=True, forbid_unknown_fields=True):
    """How much of somebody an obstacle hides, and what it takes off a test against him."""

    couvre: str
    n: Couverture


@rule("TN-8.335")
class Entrave(Struct, frozen=True, forbid_unknown_fields=True):
    """Skills of a group that armour hampers."""

    groupe: str
    competences: tuple[str, ...]


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    situation: dict[str, Situation]
    couvert: tuple[Couvert, ...]
    gene: tuple[Entrave, ...]


_FILE = read("tablee.games.terre_natale", "content/situations.toml", _File)
SITUATIONS, COUVERTS = _FILE.situation, {c.n: c for c in _FILE.couvert}
GENES = frozenset([(g.groupe, id) for g in _FILE.gene for id in g.competences])
TOTAL = max(COUVERTS)  # nobody behind it can be hit


class Obstacle(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Something on a square that hides whoever is behind it."""

    x: int
    y: int
    nom: str = "Obstacle"
    couvre: Couverture = 3
