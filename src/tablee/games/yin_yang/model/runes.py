"""Runes, their powers, spells at work, enchantments, places with resistances of their own."""

from __future__ import annotations

from typing import Literal

import msgspec

from tablee.kernel import content
from tablee.kernel.ledger import rule
from tablee.kernel.refs import Who, WhoOrNobody

from .catalogue import PACKAGE

PUISSANCE_PAR_RUNE = 5


EffetDePouvoir = Literal[
    "degats",
    "poids",
    "attributs",
    "protection",
    "forme",
    "temperature",
    "lumiere",
    "tenebres",
    "regenerer",
    "espace",
    "temps",
    "plan_du_temps",
]


Methode = Literal["maintenu", "reserve", "permanent"]


# ---------------------------------------------------------------- the catalogue


class Rune(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of runes, the skill that draws it, and the kind opposed to it."""

    id: str
    nom: str
    competence: str
    oppose: str = ""


class Pouvoir(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something a rune can do (YY-14.12)."""

    id: str
    nom: str
    rune: str
    nd: int
    effet: EffetDePouvoir
    par_point: int
    sur: Literal["lieu", "creature"]
    deux_sens: bool = False  # it can also lessen, contract
    membre: bool = False  # it bears on a limb that is named
    attributs: tuple[str, ...] = ()
    nd_fixe: int = 0
    rang: int = 1  # of the rune skill


class Combinaison(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    a: str
    b: str
    nom: str


@rule("YY-20.3")
class Gabarit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The room a body of a size takes, in metres, and its weight."""

    largeur: int
    hauteur: int
    kg: int


class _Runes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    origin: Literal["livre"]
    rune: tuple[Rune, ...]
    pouvoir: tuple[Pouvoir, ...]
    combinaison: tuple[Combinaison, ...]


class _Gabarits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    origin: Literal["tablee"]
    gabarit: dict[str, Gabarit]


_LUES = content.read(PACKAGE, "content/pouvoirs.toml", _Runes)


RUNES = {r.id: r for r in _LUES.rune}


POUVOIRS = {p.id: p for p in _LUES.pouvoir}


COMBINAISONS = {frozenset((c.a, c.b)): c.nom for c in _LUES.combinaison}


GABARITS = content.read(PACKAGE, "content/gabarits.toml", _Gabarits).gabarit


@rule("YY-8.9", "YY-8.10")
def combinaison(a: str, b: str) -> str | None:
    """The kind that two different runes merge into, in either order; None: they do not combine."""
    return COMBINAISONS.get(frozenset((a, b)))


def nom_des_runes(elements: tuple[str, ...]) -> str:
    """What players read for the runes of a spell."""
    if len(elements) == 2:
        return combinaison(*elements) or ""
    return RUNES[elements[0]].nom if elements else ""


# ---------------------------------------------------------------- spells


class Sort(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A spell at work, or raw magic spread (`pouvoir` empty)."""

    id: str
    par: Who
    pouvoir: str
    elements: tuple[str, ...]  # one kind of runes, or the two that were combined
    runes: int
    aire: int
    rang: int = 1  # of the rune skill, the lower of the two if combined
    methode: Literal["maintenu", "reserve", "permanent", "bref"] = "maintenu"
    cibles: tuple[Who, ...] = ()
    lieux: tuple[tuple[int, int], ...] = ()  # the places it was cast on
    membre: str = "torse"
    reduire: bool = False
    partage: tuple[tuple[str, int], ...] = ()
    reserve: int = 0  # runes that feed it, one each turn
    objet: str = ""  # the objet de transfert, or the enchanted one
    depuis: int = 0  # on the clock
    fin: int | None = None
    contre: str = ""  # raw magic: the spell it is spread over
    ecarts: tuple[tuple[Who, int, int], ...] = ()  # YY-14.17: how far it has moved whom

    @property
    def force(self) -> int:
        return PUISSANCE_PAR_RUNE * self.runes - self.aire if self.pouvoir else 0


class Enchantement(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a Rune de Permanence keeps in an object (YY-14.14): a spell, points de vide, or both."""

    objet: str
    par: WhoOrNobody = ""
    resistance: int  # what wear has left of it
    sort: Sort | None = None
    vide: int = 0
    toujours: bool = True  # always at work; else it is activated
    depuis: int = 0  # on the clock
    annees: int = 0  # years of wear counted

    @property
    def runes(self) -> int:
        """What it loses each time: the runes of its spell and its points de vide."""
        return (self.sort.runes if self.sort is not None else 0) + self.vide


class Zone(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A place with resistances of its own (YY-8.6)."""

    nom: str
    x: int = 0
    y: int = 0
    rayon: int = 10
    resistances: dict[str, int] = {}
