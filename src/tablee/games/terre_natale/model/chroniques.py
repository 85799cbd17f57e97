"""Chronicles as they are written: situations one after the other, each with its key test and what may help it."""

from __future__ import annotations

from msgspec import Struct

from tablee.kernel.content import read
from tablee.kernel.ledger import rule


class Voie(Struct, frozen=True, forbid_unknown_fields=True):
    """A way to go about something: a skill, and how hard it is."""

    competence: str
    groupe: str
    attribut: str
    difficulte: int = 5


@rule("TN-10.72")
class Etape(Struct, frozen=True, forbid_unknown_fields=True):
    """A situation: the ways to its key test, what may help at the price of time, and what failure is."""

    titre: str
    dit: str
    echec: str
    voies: tuple[Voie, ...]
    aides: tuple[Voie, ...] = ()
    heures: int = 1  # lost with each penalty, and by getting help


@rule("TN-10.70", "TN-10.73")
class Recit(Struct, frozen=True, forbid_unknown_fields=True):
    titre: str
    dit: str
    fin: str
    etapes: tuple[Etape, ...]


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    chronique: dict[str, Recit]


RECITS = read("tablee.games.terre_natale", "content/chroniques.toml", _File).chronique
