"""The catalogue: the skill graph of the book; weapons, armours, shields, gear, bodies and creatures of ours."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Literal

import msgspec

from tablee.kernel import content
from tablee.kernel.ledger import rule

from .tables import NOMS

PACKAGE = "tablee.games.yin_yang"


class Competence(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A skill and what it hangs from: traits, attributes, other skills."""

    id: str
    nom: str
    famille: Literal["martiale", "mystique", "diverse", "savante", "de jeu"]
    parents: tuple[str, ...]
    groupe: str = ""
    parent_lance: str = ""  # Armes mixtes: the parent when thrown,
    parent_melee: str = ""  # and hand to hand


@rule("YY-12.3", "YY-20.1")
class Arme(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """With the book's columns (YY-12.3)."""

    id: str
    nom: str
    groupe: str  # the skill: epees, arcs, arts_martiaux...
    degats: int | None = None  # the most it can inflict; None: no limit (bare hands)
    vitesse: int = 0
    portee: int = 0  # base range in metres; 0: hand to hand only
    poids: float = 0.0
    cout: int = 0
    mains: int = 1
    fixe: int = 0  # crossbows: their own damage, in place of Force (YY-10.39)
    assommante: bool = False  # blunt arrows, bolts and thrown weapons (YY-11.5)
    reflet: bool = False  # able to throw the sun in somebody's eyes (YY-11.7)
    infusion: int = 0  # rank given when it was made


@rule("YY-12.4", "YY-20.1")
class Armure(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A piece for one limb (YY-12.4)."""

    id: str
    nom: str
    membre: str
    rang: int
    poids: float = 0.0
    cout: int = 0
    infusion: int = 0


@rule("YY-12.5", "YY-20.1")
class Bouclier(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    id: str
    nom: str
    rang: int
    poids: float = 0.0
    cout: int = 0
    infusion: int = 0


@rule("YY-12.2", "YY-20.1")
class Materiel(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    id: str
    nom: str
    poids: float = 0.0
    cout: int = 0
    infusion: int = 0


@rule("YY-6.1", "YY-20.4")
class Membre(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A limb: how many wound boxes, and what it is for."""

    id: str
    nom: str
    cases: int
    vital: bool = False  # destroyed it kills, unusable it puts out of action
    genre: Literal["tete", "bras", "jambe", "torse"] = "torse"


class _Fichier(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    origin: Literal["tablee", "livre"]
    competence: tuple[Competence, ...] = ()
    arme: tuple[Arme, ...] = ()
    armure: tuple[Armure, ...] = ()
    bouclier: tuple[Bouclier, ...] = ()
    materiel: tuple[Materiel, ...] = ()
    corps: dict[str, tuple[Membre, ...]] = {}
    creature: dict[str, dict[str, Any]] = {}
    pret: dict[str, dict[str, Any]] = {}


def lire(nom: str) -> _Fichier:
    return content.read(PACKAGE, f"content/{nom}.toml", _Fichier)


COMPETENCES = {c.id: c for c in lire("competences").competence}


_EQUIPEMENT = lire("equipement")


ARMES = {a.id: a for a in _EQUIPEMENT.arme}


ARMURES = {a.id: a for a in _EQUIPEMENT.armure}


BOUCLIERS = {b.id: b for b in _EQUIPEMENT.bouclier}


MATERIEL = {m.id: m for m in _EQUIPEMENT.materiel}


CORPS = lire("corps").corps


CREATURES = lire("creatures").creature


PRETS = lire("prets").pret


MAINS_NUES = Arme("mains_nues", "Mains nues", "arts_martiaux")


@lru_cache(512)
@rule("YY-4.1")
def ancetres(competence: str, usage: str = "") -> tuple[str, ...]:
    """All it hangs from, each once, parents of parents too. `usage`: « lance » or « melee » for Armes mixtes."""
    trouves: dict[str, None] = {}
    c = COMPETENCES[competence]
    parents: tuple[str, ...] = c.parents
    if usage and c.parent_lance:
        parents = (c.parent_lance if usage == "lance" else c.parent_melee,)
    for parent in parents:
        trouves[parent] = None
        if parent in COMPETENCES:
            trouves.update(dict.fromkeys(ancetres(parent)))
    return tuple(trouves)


@lru_cache(512)
def racines(competence: str, usage: str = "") -> tuple[str, ...]:
    """The traits and attributes among its ancestors."""
    return tuple(a for a in ancetres(competence, usage) if a in NOMS)


def nom_de(id: str) -> str:
    """What players read for a trait, an attribute or a skill."""
    return NOMS.get(id) or COMPETENCES[id].nom
