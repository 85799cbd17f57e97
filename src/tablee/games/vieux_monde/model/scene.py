"""The scene of Vieux Monde: everybody in it, the clock, and whatever is under way."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from tablee.kernel import scene
from tablee.kernel.oracle import Closed
from tablee.kernel.refs import Who, WithWho
from tablee.kernel.sentence import Said, Someone

from .catalogue import Arme
from .combats import Combat
from .maison import AUCUNE, Maison
from .people import Personnage


class SortActif(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A spell at work (VM-3.12)."""

    id: str  # its own: « mage:sort »
    sort: str
    mage: Who
    cibles: tuple[Who, ...] = ()
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
    qui: WithWho = ""
    tache: str = ""


HORS_D_ATTEINTE = 10  # VM-2.58: the Distance from which a chase is over


class Poursuite(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A chase (VM-2.56)."""

    poursuivis: tuple[Who, ...]
    poursuivants: tuple[Who, ...]
    distance: int
    conducteurs: tuple[Who, ...] = ()  # those who drive (VM-2.57)


class AuSol(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A weapon somebody let go, and where it lies."""

    arme: Arme
    x: int = 0
    y: int = 0


class Scene(scene.Scene, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    people: dict[Who, Personnage] = msgspec.field(name="personnages")
    clock: int = msgspec.field(name="horloge", default=0)  # seconds since the scene began
    encounter: Combat | None = msgspec.field(name="combat", default=None)
    poursuite: Poursuite | None = None
    etendus: dict[str, Etendu] = {}
    sorts: tuple[SortActif, ...] = ()
    jetons: int = 0  # VM-2.62: major Jetons spent
    au_sol: tuple[AuSol, ...] = ()
    options: tuple[str, ...] = ()  # the campaign's choices among rules that tables read differently
    own: Maison = msgspec.field(name="maison", default=AUCUNE)  # what the table has written beside the book

    def calm(self) -> Scene:
        """A chase ends; extended Tests, spells, Jetons and what fell to the ground are carried over."""
        return replace(self, encounter=None, poursuite=None)

    def thing(self, id: str) -> str | Said:
        for actif in self.sorts:
            if actif.id == id:
                sort = self.people[actif.mage].fiche.livre.get(actif.sort)
                return Said("{} ({})", (sort.nom if sort is not None else actif.sort, Someone(actif.mage)))
        for p in self.people.values():
            noms = {a.id: a.nom for a in p.equipement.armes} | {b.id: b.nom for b in p.blessures}
            if id in noms:
                return noms[id]
            if ecrit := p.fiche.own.name(id):
                return ecrit
        return id


def inconnu(scene: Scene, *qui: str) -> Closed | None:
    """Nobody acts, or is acted upon, who is not there."""
    return scene.absent("VM-1.2", *qui)
