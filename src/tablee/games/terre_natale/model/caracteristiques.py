"""The tables of chapter 4: resources, lésions, bands of reach, saves, trainings."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from tablee.kernel.content import read
from tablee.kernel.ledger import rule

Plan = Literal["physique", "mental"]
Mode = Literal["lancer", "tir", "mots"]
Classe = Literal["primordiale", "fondamentale", "spéciale", "temporaire"]


@rule("TN-4.1", "TN-4.23", "TN-4.30", "TN-4.31")
class Ressource(Struct, frozen=True, forbid_unknown_fields=True):
    """A resource: the primordial ones keep one alive, special and temporary ones have no maximum of their own."""

    id: str
    nom: str
    classe: Classe
    extension: str = ""  # the book names it and leaves it to an extension


class Gravite(Struct, frozen=True, forbid_unknown_fields=True):
    """A level of lésion: what it is called, and how many of it somebody can bear."""

    niveau: int
    nom: str
    cases: int


class Plage(Struct, frozen=True, forbid_unknown_fields=True):
    """A band of reach, in times the portée."""

    nom: str
    de: int
    a: int
    desavantages: int
    modes: tuple[Mode, ...] = ("lancer", "tir", "mots")


@rule("TN-4.78")
class Sauvegarde(Struct, frozen=True, forbid_unknown_fields=True):
    """A save: the attribute it is tested with, and what it is for."""

    id: str
    nom: str
    attribut: str
    dit: str
    nature: Literal["physique", "mental", ""] = ""


@rule("TN-4.90")
class Entrainement(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    nom: str
    extension: bool = False


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    ressource: tuple[Ressource, ...]
    lesion: tuple[Gravite, ...]
    plage: tuple[Plage, ...]
    sauvegarde: tuple[Sauvegarde, ...]
    entrainement: tuple[Entrainement, ...]


_FILE = read("tablee.games.terre_natale", "content/caracteristiques.toml", _File)
RESSOURCES_NOMMEES = {r.id: r for r in _FILE.ressource}
GRAVITES = _FILE.lesion  # by level
PLAGES = _FILE.plage
SAUVEGARDES = {s.id: s for s in _FILE.sauvegarde}
ENTRAINEMENTS = {e.id: e for e in _FILE.entrainement}
