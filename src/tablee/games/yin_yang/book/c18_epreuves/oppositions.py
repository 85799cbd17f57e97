"""Chapter 19, Table 4: what opposes each skill, as data."""

from __future__ import annotations

from typing import Literal

import msgspec

from tablee.kernel import content
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed
from tablee.kernel.tally import total

from ...model.catalogue import COMPETENCES, PACKAGE, nom_de
from ...model.people import Personnage
from ...model.tables import NOMS


class LigneDeTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of the table, and the skills of ours it stands for."""

    table: str
    competences: tuple[str, ...]
    opposition: str
    par: tuple[str, ...] = ()


class _Fichier(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    origin: Literal["livre"]
    ligne: tuple[LigneDeTable, ...]


def membres_du_groupe(noms: tuple[str, ...]) -> tuple[str, ...]:
    """Skills, a group standing for all of its own."""
    return tuple(c for nom in noms for c in ([nom] if nom in COMPETENCES else du_groupe(nom)))


def du_groupe(groupe: str) -> list[str]:
    return [c.id for c in COMPETENCES.values() if c.groupe == groupe]


LIGNES = content.read(PACKAGE, "content/oppositions.toml", _Fichier).ligne


TABLE = {c: ligne for ligne in LIGNES for c in membres_du_groupe(ligne.competences)}


CONTINUES = frozenset(c for c, ligne in TABLE.items() if ligne.opposition == "Test continu")


@rule("YY-19.1", "YY-15.1", "YY-15.7", "YY-15.11", "YY-16.1", "YY-17.1")
def oppositions(competence: str) -> tuple[str, ...]:
    """The skills that oppose a skill; none: it is tested against an ND, or not tested at all."""
    return membres_du_groupe(TABLE[competence].par) if competence in TABLE else ()


@rule("YY-19.1")
def oppose_par(q: Personnage, competence: str) -> str:
    """What an opponent meets this with: the best he has of those the table gives; to an attribute the same one."""
    if competence in NOMS:
        return competence
    possibles = oppositions(competence)
    connues = [c for c in possibles if q.competence(c)]
    if connues:
        return max(connues, key=lambda c: total(q.f.combine(c)))
    return possibles[0] if possibles else ""


@rule("YY-19.1")
def sans_opposition(competence: str) -> Closed | None:
    """Why nobody opposes this of himself."""
    if competence in NOMS or competence not in TABLE or oppositions(competence):
        return None
    return Closed(
        "YY-19.1", "Rien ne s'oppose à {} : il faut un ND, ou dire ce que l'autre teste", (nom_de(competence),)
    )
