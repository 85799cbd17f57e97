"""Battles, and the manoeuvres of generals."""

from __future__ import annotations

from typing import Literal

import msgspec

from tablee.kernel import content
from tablee.kernel.ledger import rule
from tablee.kernel.refs import Who, WhoOrNobody

from .catalogue import PACKAGE

GUERRE = "art_de_la_guerre"


@rule("YY-20.6")
class ManoeuvreDeBataille(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    nom: str
    dit: str
    rang: int = 1
    aug: int = 0
    bonus: int = 0
    gain: int = 0  # engagements more that a victory counts for
    risque: int = 0  # engagements more that a defeat gives the other side
    suivant: int = 0  # bonus of the next engagement, after a victory
    unique: bool = False  # once in a battle
    premier: bool = False  # in the first engagement only


class _Fichier(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    origin: Literal["tablee"]
    manoeuvre: tuple[ManoeuvreDeBataille, ...]


BATAILLES = {m.id: m for m in content.read(PACKAGE, "content/batailles.toml", _Fichier).manoeuvre}


class Bataille(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A battle: two generals, how many engagements it takes, who has won how many."""

    generaux: tuple[Who, Who]
    engagements: int = 3
    gagnes: tuple[int, int] = (0, 0)
    joues: int = 0
    elans: tuple[int, int] = (0, 0)
    faites: tuple[tuple[Who, str], ...] = ()  # who has used which manoeuvre
    vainqueur: WhoOrNobody = ""
