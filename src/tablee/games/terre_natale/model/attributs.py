"""The catalogue of attributes: what each is called, what it covers, whether it is of the corps or of the esprit."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from tablee.kernel.content import read
from tablee.kernel.ledger import rule

Nature = Literal["physique", "mental", ""]
NATURES: dict[str, Nature] = {"corps": "physique", "esprit": "mental", "": ""}


@rule("TN-1.12", "TN-1.13", "TN-1.15", "TN-1.16")
class Attribut(Struct, frozen=True, forbid_unknown_fields=True):
    """An attribute. A main one has an aspect, which it shares with one of the other domain."""

    code: str
    nom: str
    dit: str  # what it covers, in a sentence
    domaine: Literal["corps", "esprit", ""] = ""
    aspect: str = ""
    pendant: str = ""  # what it is to the other domain, of the secondary ones

    @property
    def nature(self) -> Nature:
        """Which tests it makes: physical or mental ones; Chance and Équilibre neither."""
        return NATURES[self.domaine]


class _File(Struct, frozen=True):
    attribut: tuple[Attribut, ...]


CATALOGUE = {a.code: a for a in read("tablee.games.terre_natale", "content/attributs.toml", _File).attribut}


def nature(code: str) -> Nature:
    """Physical, mental or neither; an attribute of a universe is neither unless it says so."""
    return CATALOGUE[code].nature if code in CATALOGUE else ""


@rule("TN-1.13")
def jumeau(code: str) -> str:
    """The attribute of the other domain with the same aspect."""
    aspect = CATALOGUE[code].aspect
    return next((a.code for a in CATALOGUE.values() if aspect and a.aspect == aspect and a.code != code), "")


def nom(code: str) -> str:
    return CATALOGUE[code].nom if code in CATALOGUE else code
