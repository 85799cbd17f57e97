"""Everyday services, and what they cost."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from tablee.kernel.content import read

Grade = Literal["", "non", "partielle", "totale"]


class Service(Struct, frozen=True, forbid_unknown_fields=True):
    """Something one pays for."""

    nom: str
    dit: str
    prix: int
    lieu: Grade = ""
    nourriture: Grade = ""
    sommeil: Grade = ""
    confort: int = 0  # conditions of a rest that count one grade better (TN-10.31)
    heures: int = 0  # that it takes


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    origin: str
    service: dict[str, Service]


SERVICES = read("tablee.games.terre_natale", "content/services.toml", _File).service
LOGEMENTS = {id: s for id, s in SERVICES.items() if s.lieu}
REPAS = {id: s for id, s in SERVICES.items() if s.nourriture and not s.lieu}
