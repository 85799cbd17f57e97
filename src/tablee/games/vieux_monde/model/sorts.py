"""Chapter 3, spells as they are written down (VM-3.1, VM-3.29): their rubrics, and the figures they give a caster."""

from __future__ import annotations

from typing import Literal

import msgspec

from tablee.kernel import content
from tablee.kernel.ledger import rule

from .catalogue import PACKAGE, Modif
from .tables import Carac, Difficulte

GenreSort = Literal["mineur", "arcane", "domaine", "chaos"]
Unite = Literal["instantane", "rounds", "minutes", "heures"]
Fait = Literal[
    "modif",  # `modifs` weigh on the target as long as the spell lasts; those of 0 are plain facts (« muet »)
    "etat",  # the target gains `niveaux` of `etat`; where the spell lasts they go with it
    "retire",  # the target loses `niveaux` of `etat` (all of it at 0)
    "soin",  # the target regains `points` + BFM of the caster Points de Blessure
    "degats",  # the target suffers `points` + BFM Dégâts, reduced as said by `be` and `pa`
    "trait",  # the target has the Trait de créature `trait` as long as the spell lasts
    "recul",  # the target is pushed away by `points` squares, or drawn nearer if negative
    "saut",  # the target goes by up to `points` squares towards the point the caster chose
    "avantage",  # the target gains `points` Avantages, or loses them all if negative
    "corruption",  # the target gains `points` Points de Corruption
    "invoque",  # `nombre` of a creature appear beside the caster, on his side, as long as the spell lasts
    "dissipe",  # spells of others on the target lose `points` NI, those at 0 end
    "recit",  # something that no figure of the game measures: told, and left to the table
]


class EffetSort(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One thing a spell does to each of its targets."""

    fait: Fait
    modifs: tuple[Modif, ...] = ()
    etat: str = ""
    niveaux: int = 1
    force: int = 0  # Enchevêtré: the strength of what holds
    points: int = 0
    be: bool = True
    pa: bool = True
    trait: str = ""
    creature: str = ""
    nombre: int = 1
    resiste: str = ""  # the Compétence or caractéristique whose Test, if it succeeds, wards the effect off
    difficulte: Difficulte = "intermediaire"
    allies: bool | None = None  # in a Zone d'Effet: True allies only, False enemies only
    blesse: bool = False  # only if the spell has just cost the target Points de Blessure
    mage: bool = False  # it befalls the caster instead of the target

    @property
    def nuit(self) -> bool:
        """Whether it makes the target worse off."""
        if self.mage or self.allies:
            return False
        perte = self.fait == "avantage" and self.points < 0
        malus = self.fait == "modif" and sum(m.mod for m in self.modifs) < 0
        return perte or malus or self.fait in ("degats", "etat", "corruption")


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
    puissance: int = 0  # VM-3.28: what an addition spent so adds to its Dégâts, to its healing or to its creatures
    vue: bool = True  # VM-3.17: the target must be in line of sight
    effets: tuple[EffetSort, ...] = ()

    @property
    def dure(self) -> bool:
        """Whether it stays at work for a while."""
        return self.unite != "instantane"

    @property
    def nuit(self) -> bool:
        """Whether nobody would want it cast on himself."""
        return self.projectile or any(e.nuit for e in self.effets)


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


@rule("VM-3.1", "VM-3.29", "VM-6.15")
def _lire() -> _Sorts:
    return content.read(PACKAGE, "content/sorts.toml", _Sorts)


_LUS = _lire()
DOMAINES = {d.id: d for d in _LUS.domaine}
SORTS = {s.id: s for s in _LUS.sort}


NOS_SORTS = "VM-6.15"  # what our catalogue says of a spell
