"""Chapter 3, spells as they are written down (VM-3.1, VM-3.29)."""

from __future__ import annotations

from typing import Literal

import msgspec

from tablee.kernel import content
from tablee.kernel.ledger import rule

from .catalogue import PACKAGE, Modif
from .tables import Carac

GenreSort = Literal["mineur", "arcane", "domaine", "chaos"]
Unite = Literal["instantane", "rounds", "minutes", "heures"]


class EffetSort(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One thing a spell does to each of its targets. What a field means is said where it is applied (sortileges.py)."""

    fait: Literal[
        "modif",  # `modifs` weigh on the target as long as the spell lasts
        "etat",  # the target gains `niveaux` of `etat`, unless it resists
        "retire",  # the target loses `niveaux` of `etat` (all of it at 0)
        "soin",  # the target regains `points` + BFM of the caster Points de Blessure
        "degats",  # the target suffers `points` + BFM Dégâts, reduced as said by `be` and `pa`
        "trait",  # the target has the Trait de créature `trait` as long as the spell lasts
        "recul",  # the target is pushed away by `points` squares
        "saut",  # the target moves by up to `points` squares to a place chosen by the caster
        "avantage",  # the target gains `points` Avantages, or loses them all if negative
        "invoque",  # a creature of the catalogue appears beside the caster, on his side, as long as the spell lasts
        "dissipe",  # other spells on the target lose `points` NI, those at 0 end
        "recit",  # something that no figure of the game measures: told, and left to the table
    ]
    modifs: tuple[Modif, ...] = ()
    etat: str = ""
    niveaux: int = 1
    points: int = 0
    be: bool = True
    pa: bool = True
    trait: str = ""
    creature: str = ""
    resiste: str = ""  # the Compétence or caractéristique that resists it, opposed to the casting's DR
    difficulte: str = "intermediaire"
    allies: bool | None = None  # in a Zone d'Effet: True allies only, False enemies only


class Sort(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A spell of the catalogue."""

    id: str
    nom: str
    genre: GenreSort
    ni: int
    dit: str
    domaine: str = ""  # for those of genre « domaine »
    portee: Literal["vous", "contact"] | int = "vous"  # metres; with `portee_carac` times that bonus of the caster
    portee_carac: Carac | None = None
    cible: Literal["vous", "zde", "special"] | int = "vous"  # how many, or everybody inside the Zone d'Effet
    zde: int = 0  # diameter in metres; with `zde_carac` times that bonus of the caster
    zde_carac: Carac | None = None
    unite: Unite = "instantane"
    duree: int = 1  # in that unit; with `duree_carac` times that bonus of the caster
    duree_carac: Carac | None = None
    projectile: bool = False  # VM-3.13
    degats: int = 0
    vue: bool = True  # VM-3.17: the target must be in line of sight
    effets: tuple[EffetSort, ...] = ()


class Domaine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    nom: str
    couleur: str
    dit: str
    chante: bool = False  # VM-3.14: sung rather than said


class _Sorts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    origin: Literal["tablee"]
    domaine: tuple[Domaine, ...]
    sort: tuple[Sort, ...]


@rule("VM-3.1", "VM-3.29")
def _lire() -> _Sorts:
    return content.read(PACKAGE, "content/sorts.toml", _Sorts)


_LUS = _lire()
DOMAINES = {d.id: d for d in _LUS.domaine}
SORTS = {s.id: s for s in _LUS.sort}
