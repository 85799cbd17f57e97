"""The scene of Vieux Monde: everybody in it, the clock, and whatever is under way."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from tablee.kernel import scene

from .catalogue import Arme
from .combat import Combat
from .sorts import SORTS
from .state import Personnage


class SortActif(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A spell at work (VM-3.12)."""

    id: str  # its own: « mage:sort »
    sort: str
    mage: str
    cibles: tuple[str, ...] = ()
    ni: int = 0
    fin: int | None = None  # on the scene's clock
    force: bool = False  # VM-3.6: it cannot be dispelled
    dissipation: dict[str, int] = {}  # VM-3.10: what each one (or each group) has gathered against it
    x: int = 0  # the middle of its Zone d'Effet
    y: int = 0
    rayon: int = 0  # squares


class Etendu(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An extended Test under way (VM-1.13)."""

    id: str  # its own: « qui:tache »
    competence: str
    vise: int
    total: int = 0
    round: int = 0  # the Round of the last Test, counted on the clock; 0: none yet
    perdu: bool = False  # VM-1.14: it may begin again next Round
    fini: bool = False
    qui: str = ""
    tache: str = ""


HORS_D_ATTEINTE = 10  # VM-2.58: the Distance from which a chase is over


class Poursuite(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A chase (VM-2.56)."""

    poursuivis: tuple[str, ...]
    poursuivants: tuple[str, ...]
    distance: int
    conducteurs: tuple[str, ...] = ()  # those who drive (VM-2.57)


class AuSol(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A weapon somebody let go, and where it lies."""

    arme: Arme
    x: int = 0
    y: int = 0


class Scene(scene.Scene, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    personnages: dict[str, Personnage]
    horloge: int = 0  # seconds since the scene began
    combat: Combat | None = None
    poursuite: Poursuite | None = None
    etendus: dict[str, Etendu] = {}
    sorts: tuple[SortActif, ...] = ()
    jetons: int = 0  # VM-2.62: major Jetons spent
    au_sol: tuple[AuSol, ...] = ()

    def __getitem__(self, who: str) -> Personnage:
        return self.personnages[who]

    def put(self, *changed: Personnage) -> Scene:
        """The scene with these characters as they are now."""
        personnages = self.personnages.copy()
        for p in changed:
            personnages[p.id] = p
        return replace(self, personnages=personnages)

    def turn(self) -> tuple[str, ...]:
        return self.combat.file[:1] if self.combat is not None else ()

    def sides(self) -> dict[str, tuple[str, ...]]:
        camps: dict[str, tuple[str, ...]] = {}
        for p in self.personnages.values():
            if p.camp:
                camps[p.camp] = (*camps.get(p.camp, ()), p.id)
        return camps

    def standing(self) -> tuple[str, ...]:
        return tuple([p.id for p in self.personnages.values() if p.conscient])

    def round(self) -> int:
        return self.combat.round if self.combat is not None else 0

    def name(self, who: str) -> str:
        known = self.personnages.get(who)
        if known is not None:
            return known.nom
        for actif in self.sorts:
            if actif.id == who:
                sort = SORTS.get(actif.sort)
                return f"{sort.nom if sort is not None else actif.sort} ({self.name(actif.mage)})"
        for p in self.personnages.values():
            noms = {a.id: a.nom for a in p.equipement.armes} | {b.id: b.nom for b in p.blessures}
            if who in noms:
                return noms[who]
        return who
