"""Species and careers, of ours: what one is born with, and what each rank of a trade opens."""

from __future__ import annotations

from typing import Literal

import msgspec

from tablee.kernel import content
from tablee.kernel.ledger import rule

from .catalogue import PACKAGE, Modif
from .tables import CARACS, Carac, Taille

Groupe = Literal["combattant", "citadin", "savant", "mage", "filou", "rural", "voyageur"]
GROUPES: dict[str, str] = {
    "combattant": "gens d'armes",
    "citadin": "gens de ville",
    "savant": "gens de savoir",
    "mage": "gens de magie",
    "filou": "gens de sac et de corde",
    "rural": "gens des champs",
    "voyageur": "gens de la route",
}
RANGS = 3


class Espece(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    nom: str
    dit: str
    base: dict[Carac, int]  # each caractéristique before points are placed
    destin: int
    resilience: int
    libres: int  # points to share between Destin and Résilience
    competences: dict[str, int]  # learned in childhood
    dons: tuple[str, ...]  # one of these Talents, chosen
    talents: tuple[str, ...] = ()  # all of these
    taille: Taille = "Moyenne"
    mouvement: int = 4


class Rang(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a rank opens, besides all that the ranks below it have opened."""

    nom: str
    statut: Literal["indigent", "modeste", "aisé", "notable"]
    revenu: int  # couronnes a week
    caracs: tuple[Carac, ...]
    competences: tuple[str, ...]
    talents: tuple[str, ...]


class Carriere(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    nom: str
    groupe: Groupe
    dit: str
    rang: tuple[Rang, ...]
    couronnes: int
    armes: tuple[str, ...] = ()
    armures: tuple[str, ...] = ()
    objets: tuple[str, ...] = ()


class Objet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Ordinary gear: a name and a price."""

    id: str
    nom: str
    prix: int


class Potion(Objet, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Gear that is drunk, and what it does (see potions.py)."""

    dit: str
    soin: int = 0  # Points de Blessure
    retire: tuple[str, ...] = ()  # États that go altogether
    modifs: tuple[Modif, ...] = ()
    immunise: tuple[str, ...] = ()  # États that do not take hold
    minutes: int = 0  # how long the last two last


class Hasard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What characters made at random are called, and what drives them."""

    prenoms: tuple[str, ...]
    surnoms: tuple[str, ...]
    motivations: tuple[str, ...]


class _Especes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    origin: Literal["tablee"]
    espece: tuple[Espece, ...]
    hasard: Hasard


class _Carrieres(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    origin: Literal["tablee"]
    objet: tuple[Objet, ...]
    carriere: tuple[Carriere, ...]


class _Potions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    origin: Literal["tablee"]
    potion: tuple[Potion, ...]


_NAISSANCES = content.read(PACKAGE, "content/especes.toml", _Especes)
_METIERS = content.read(PACKAGE, "content/carrieres.toml", _Carrieres)
ESPECES = {e.id: e for e in _NAISSANCES.espece}
HASARD = _NAISSANCES.hasard
CARRIERES = {c.id: c for c in _METIERS.carriere}
POTIONS = {p.id: p for p in content.read(PACKAGE, "content/potions.toml", _Potions).potion}
OBJETS: dict[str, Objet] = {o.id: o for o in _METIERS.objet} | POTIONS


class Ouvert(msgspec.Struct, frozen=True):
    """All that a career has opened up to a rank."""

    caracs: tuple[Carac, ...] = ()
    competences: tuple[str, ...] = ()
    talents: tuple[str, ...] = ()


@rule("VM-6.12", "VM-6.14")
def ouvert(carriere: Carriere | None, rang: int) -> Ouvert:
    """What is open at this rank of this career; nothing to those who have none."""
    if carriere is None:
        return Ouvert()
    rangs = carriere.rang[: max(0, rang)]
    return Ouvert(
        tuple(x for x in CARACS if any(x in r.caracs for r in rangs)),
        tuple(dict.fromkeys(x for r in rangs for x in r.competences)),
        tuple(dict.fromkeys(x for r in rangs for x in r.talents)),
    )


def rang_de(carriere: Carriere | None, rang: int) -> Rang | None:
    """The rank itself, if there is such a one."""
    return carriere.rang[rang - 1] if carriere is not None and 1 <= rang <= len(carriere.rang) else None
