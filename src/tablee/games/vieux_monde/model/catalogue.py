"""The catalogue, of ours unless it says so: what the book names and leaves to the table. A TOML file for each kind."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from tablee.kernel import content
from tablee.kernel.ledger import rule
from tablee.kernel.sentence import Said, Typed

from .tables import Carac

PACKAGE = "tablee.games.vieux_monde"


class Modif(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """So much on such a thing: a caractéristique, a Compétence, or a kind of Test (SUR in tests.py)."""

    sur: str
    mod: int


# ---------------------------------------------------------------- skills and talents


class Competence(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    nom: str
    carac: Carac
    avancee: bool = False  # only for those who learned it
    psychologie: bool = False  # VM-2.15: Avantages help
    dit: str = ""


class Talent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    nom: str
    dit: str
    modifs: tuple[Modif, ...] = ()  # what it adds each time it is taken; other Talents act where their id is asked for
    max: int = 1
    rule: str = "VM-6.13"  # the rule it bends, or the one that speaks of Talents


# ---------------------------------------------------------------- weapons and armour


class TraitArme(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A trait of a weapon or of an armour; `modifs`: what it adds, and to what (see armes.py)."""

    id: str
    nom: str
    dit: str
    modifs: tuple[Modif, ...] = ()


class Arme(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    id: str
    nom: str
    competence: str = "corps_a_corps"
    degats: int = 0
    force: bool = True  # BF is part of its Dégâts
    genre: Literal["melee", "tir", "bouclier"] = "melee"
    portee: int = 0  # squares; thrown weapons of melee have one too
    allonge: int = 1  # squares
    mains: int = 1
    traits: tuple[str, ...] = ()
    largeur: int = 0  # shields: from 2 on it is large enough against shots (VM-2.28)
    prix: int = 0


class Armure(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    id: str
    nom: str
    pa: int
    zones: tuple[str, ...]  # zones, or whole families of zones
    traits: tuple[str, ...] = ()
    prix: int = 0


MAINS_NUES = Arme("mains_nues", "Mains nues", degats=0)

# ---------------------------------------------------------------- bodies

Famille = Literal["tete", "bras", "corps", "jambe"]


class Zone(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a body, and the critical table that goes with it."""

    id: str
    nom: str
    famille: Famille


class Ligne(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """From this reversed roll to that one, this zone."""

    min: int
    max: int
    zone: str


class Corps(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    zone: tuple[Zone, ...]
    forme: dict[str, tuple[Ligne, ...]]


# ---------------------------------------------------------------- states


class TypeEtat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an état does. `modifs` count once for each level."""

    id: str
    nom: str
    dit: str
    cumul: bool = False  # levels add up
    modifs: tuple[Modif, ...] = ()
    cible: int = 0  # what whoever strikes at him hand to hand adds to his Test
    sans_action: bool = False
    sans_mouvement: bool = False
    sans_defense: bool = False
    sans_attaque: bool = False  # neither blows, shots, charges nor spells
    duree: int = 0  # seconds after which it is over by itself; 0: it is not
    recuperation: str = ""  # the Test that removes levels at the end of the Round, DR + 1 of them
    difficulte: str = "intermediaire"


# ---------------------------------------------------------------- creatures and ready characters


class TraitCreature(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    nom: str
    dit: str


class _Fichier(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Every file says whose work it is."""

    origin: Literal["tablee", "livre"]
    competence: tuple[Competence, ...] = ()
    talent: tuple[Talent, ...] = ()
    trait_arme: tuple[TraitArme, ...] = ()
    arme: tuple[Arme, ...] = ()
    trait_armure: tuple[TraitArme, ...] = ()
    armure: tuple[Armure, ...] = ()
    etat: tuple[TypeEtat, ...] = ()
    regle: str = ""  # what holds of all that the file lists, for players
    trait_creature: tuple[TraitCreature, ...] = ()
    creature: dict[str, dict[str, Any]] = {}
    pret: dict[str, dict[str, Any]] = {}
    corps: Corps | None = None


def lire(nom: str) -> _Fichier:
    return content.read(PACKAGE, f"content/{nom}.toml", _Fichier)


COMPETENCES = {c.id: c for c in lire("competences").competence}
TALENTS = {t.id: t for t in lire("talents").talent}
TRAITS_ARMES = {t.id: t for t in lire("armes").trait_arme}
ARMES = {a.id: a for a in lire("armes").arme}
TRAITS_ARMURES = {t.id: t for t in lire("armures").trait_armure}
ARMURES = {a.id: a for a in lire("armures").armure}
ETATS = {e.id: e for e in lire("etats").etat}
REGLE_DES_ETATS = lire("etats").regle
TRAITS_CREATURES = {t.id: t for t in lire("creatures").trait_creature}
CREATURES = lire("creatures").creature
PRETS = lire("prets").pret


def _corps() -> Corps:
    corps = lire("corps").corps
    if corps is None:
        raise content.ContentError("corps.toml", Said("il manque la table « {} »", (Typed("corps"),)))
    return corps


ZONES = {z.id: z for z in _corps().zone}
FORMES = _corps().forme


@rule("VM-2.32")
def inverser(de: int) -> int:
    """The roll with its two digits exchanged: 23 becomes 32, 40 becomes 04, 00 stays 00."""
    return 100 if de == 100 else de % 10 * 10 + de // 10


@rule("VM-2.32", "VM-2.33", "VM-2.34")
def _zones_par_jet(lignes: tuple[Ligne, ...]) -> tuple[str, ...]:
    """The zone for each roll, read reversed; nothing stands at 0."""
    return ("", *(next(x.zone for x in lignes if x.min <= inverser(de) <= x.max) for de in range(1, 101)))


LOCALISATION = {forme: _zones_par_jet(lignes) for forme, lignes in FORMES.items()}


def competence(id: str) -> Competence:
    """A Compétence of the catalogue."""
    return COMPETENCES[id]
