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


@rule("TN-9.181", "TN-9.191", "TN-9.192", "TN-9.193", "TN-9.194", "TN-9.195", "TN-9.196")
class Particularite(Struct, frozen=True, forbid_unknown_fields=True):
    """What a promoted thing may become: on what, with what choices, and its measure at each rank."""

    nom: str
    regle: str
    sur: tuple[str, ...]
    dit: str
    limites: tuple[int, ...]
    choix: tuple[str, ...] = ()


class _Promotions(Struct, frozen=True, forbid_unknown_fields=True):
    particularite: dict[str, Particularite]


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    temps: dict[Temps, Duree]
    rang: tuple[Rang, ...]
    amelioration: dict[str, Amelioration]


_FILE = read("tablee.games.terre_natale", "content/artisanat.toml", _File)
DUREES = _FILE.temps
RANGS = {x.rang: x for x in _FILE.rang}
AMELIORATIONS = _FILE.amelioration
PARTICULARITES = read("tablee.games.terre_natale", "content/promotions.toml", _Promotions).particularite
