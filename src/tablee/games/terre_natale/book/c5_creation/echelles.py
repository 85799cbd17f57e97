"""The two scales of a campaign: what is given to begin with, and how far it may go before play begins."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

import msgspec

from tablee.kernel import content
from tablee.kernel.ledger import rule

PACKAGE = "tablee.games.terre_natale"
STRICTS = "maxima_stricts"


class Destinee(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What destiny gives: points of attributes and of character, and the highest an attribute or avantage begins."""

    id: str
    nom: str
    pa: int
    pp: int
    maximum: int
    strict: int
    dit: str
    avantage: int | None = None  # None: no limit


class Vecu(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was lived: experience, and the highest a group, a skill and a caste begin."""

    id: str
    nom: str
    px: int
    groupe: int
    competence: int
    rang: int
    dit: str


class Disposition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A comportement, or a caractère, with its tendency."""

    id: str
    nom: str
    tendance: str
    dit: str


class Notion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of somebody's past, or the people he comes from."""

    id: str
    nom: str
    dit: str


class Repartition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ready-made array of the main attributes, to be laid out freely."""

    profil: str
    valeurs: tuple[int, ...]


class _Fichier(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    destinee: tuple[Destinee, ...]
    vecu: tuple[Vecu, ...]
    comportement: tuple[Disposition, ...]
    caractere: tuple[Disposition, ...]
    notion: tuple[Notion, ...]
    peuple: tuple[Notion, ...]
    repartitions: dict[str, tuple[Repartition, ...]]


T = TypeVar("T", Destinee, Vecu, Disposition, Notion)


def _par_id(choses: Iterable[T]) -> dict[str, T]:
    return {chose.id: chose for chose in choses}


_LU = content.read(PACKAGE, "content/creation.toml", _Fichier)
DESTINEES, VECUS = _par_id(_LU.destinee), _par_id(_LU.vecu)
COMPORTEMENTS, CARACTERES = _par_id(_LU.comportement), _par_id(_LU.caractere)
NOTIONS = _par_id(_LU.notion)
PEUPLES = _par_id(_LU.peuple)  # ours


@rule("TN-5.6", "TN-5.2", "TN-5.5")
def destinee(id: str) -> Destinee | None:
    """One to five stars: PA and PP to begin with."""
    return DESTINEES.get(id)


@rule("TN-5.10", "TN-5.3")
def vecu(id: str) -> Vecu | None:
    """One to five stars: PX to begin with."""
    return VECUS.get(id)


@rule("TN-5.7", "TN-5.7.1", "TN-5.27")
def maximum(d: Destinee, options: Iterable[str] = ()) -> int:
    """The highest a main attribute can be made; the option takes the figures of the descriptions."""
    return d.strict if STRICTS in options else d.maximum


@rule("TN-5.9")
def repartitions(d: Destinee) -> dict[str, tuple[int, ...]]:
    """The five arrays of a destiny, by their profile; each costs all of its PA."""
    return {r.profil: r.valeurs for r in _LU.repartitions[d.id]}


@rule("TN-5.43")
def pecule(v: Vecu) -> int:
    """Half the experience of the vécu, in pieces."""
    return v.px // 2
