"""The tables of crafting: times of finishing, améliorations, ranks of promotion."""

from __future__ import annotations

from msgspec import Struct

from tablee.kernel.content import read
from tablee.kernel.ledger import rule

from .ouvrages import Temps


@rule("TN-9.161", "TN-9.162", "TN-9.164")
class Duree(Struct, frozen=True, forbid_unknown_fields=True):
    """How long something takes: days of finishing by quality, what a workshop spares, and what secures it."""

    jours: tuple[int, ...]
    atelier: int
    fois: int


@rule("TN-9.179")
class Amelioration(Struct, frozen=True, forbid_unknown_fields=True):
    nom: str
    dit: str
    niveau: int = 1
    origin: str = ""


@rule("TN-9.183")
class Rang(Struct, frozen=True, forbid_unknown_fields=True):
    """A rank of promotion: how hard it is, and what it costs for arms and armour, or for anything else."""

    rang: int
    difficulte: int
    majeur: int
    mineur: int


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    temps: dict[Temps, Duree]
    rang: tuple[Rang, ...]
    amelioration: dict[str, Amelioration]


_FILE = read("tablee.games.terre_natale", "content/artisanat.toml", _File)
DUREES = _FILE.temps
RANGS = {x.rang: x for x in _FILE.rang}
AMELIORATIONS = _FILE.amelioration
