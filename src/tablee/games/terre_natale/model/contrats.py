"""Kinds of contract: work, and quick missions."""

from __future__ import annotations

from msgspec import Struct

from tablee.kernel.content import read
from tablee.kernel.ledger import rule

CATEGORIES = ("Apprenti", "Débutant", "Confirmé", "Expert", "Renommé", "Sommité")  # TN-10.86


@rule("TN-10.85", "TN-10.94")
class Emploi(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of contract: how well it pays, and what it is done with."""

    nom: str
    dit: str
    ratio: int
    competence: str = ""
    groupe: str = ""
    attribut: str = ""
    etapes: tuple[str, ...] = ()  # of a mission: the skill that each step calls for
    dangers: int = 0  # of them, the first so many are dangerous

    @property
    def mission(self) -> bool:
        return bool(self.etapes)


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    origin: str
    contrat: dict[str, Emploi]


EMPLOIS = read("tablee.games.terre_natale", "content/contrats.toml", _File).contrat
TRAVAUX = tuple([id for id, e in EMPLOIS.items() if not e.mission])
MISSIONS = tuple([id for id, e in EMPLOIS.items() if e.mission])
