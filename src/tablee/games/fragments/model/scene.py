"""The scene of Les Fragments: everybody in it, the map, the clock, and the fight under way."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from tablee.kernel import scene
from tablee.kernel.kept import cached_property
from tablee.kernel.ledger import rule
from tablee.kernel.own import taken
from tablee.kernel.refs import Who, WithWho

from .catalogue import MONTURES, TERRAINS, Chose, Terrain
from .hexes import Case
from .maison import AUCUNE, Maison
from .people import Unite

PLAINE = TERRAINS["plaine"]
CONVOI = 100  # things (FD-6.8)


@rule("FD-9.19")
class Carte(msgspec.Struct, frozen=True, dict=True, omit_defaults=True, forbid_unknown_fields=True):
    """Rows of signs, the odd ones half a cell to the right; outside of it nobody goes."""

    lignes: tuple[str, ...]

    @cached_property
    def cases(self) -> dict[Case, Terrain]:
        signes = {t.signe: t for t in TERRAINS.values()}
        return {
            (colonne - (y - y % 2) // 2, y): signes.get(signe, PLAINE)
            for y, ligne in enumerate(self.lignes)
            for colonne, signe in enumerate(ligne)
            if signe != " "
        }


class Zone(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """Cells that have become another terrain, for so many tours of whoever laid it down (None: for good)."""

    cases: tuple[Case, ...]
    terrain: str
    par: WithWho = ""  # whose tours are counted: without him nothing would end it
    tours: int | None = None


class Tour(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """What a unit has done in its tour."""

    pas: int = 0  # cells of movement spent
    en_selle: int = 0  # cells less (or more) since one got on or off a mount (FD-3.24)
    agi: bool = False  # something other than moving: no more moving (FD-3.22)
    en_course: bool = False  # the last thing done was to move: Ruée may follow (FD-3.29)
    rapides: int = 0  # quick actions done (FD-3.26)
    rafraichi: bool = False  # FD-4.23


class Combat(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    manche: int = 1
    initiatives: dict[Who, int] = {}  # effective ones
    file: tuple[Who, ...] = ()  # who is to play in this manche, those whose tour it is included
    tours: dict[Who, Tour] = {}  # those whose tour it is, at the same time when they are equal (FD-3.47)
    repris: tuple[Who, ...] = ()  # who has used Reprise in this manche
    differes: tuple[Who, ...] = ()  # delayed: their tour has begun already (FD-3.40)
    passes: tuple[Who, ...] = ()  # who has had a tour in this manche: the fallen have no other (FD-3.7)
    comptes: dict[Who, int] = {}  # AGI, weight and bonuses as they are counted in the initiatives (FD-3.46)
    joues: tuple[Who, ...] = ()  # whose first tour of the fight is over or under way: 2 JT at each of the next
    relances: tuple[Who, ...] = ()  # who was given one more tour by a technique in this manche (FD-9.20)


class Options(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    croissance_aleatoire: bool = False  # FD-8.2
    croissance_fixe: bool = False  # FD-8.3
    convoi: bool = False  # FD-6.8
    regle_du_cool: bool = False  # FD-2.16
    situations_logiques: bool = False  # FD-5.3
    methode_fixe: bool = False  # FD-7.16


class Scene(scene.Scene, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    people: dict[Who, Unite] = msgspec.field(name="unites")
    clock: int = msgspec.field(name="horloge", default=0)  # seconds since the scene began
    encounter: Combat | None = msgspec.field(name="combat", default=None)
    carte: Carte | None = None
    brouillard: bool = False
    zones: tuple[Zone, ...] = ()
    degats: tuple[tuple[Case, int], ...] = ()  # what destructible cells have suffered
    convoi: tuple[Chose, ...] = ()
    places_du_convoi: int = CONVOI  # how many things it holds, if the MJ would have another number (FD-6.8)
    echeances: tuple[tuple[str, int], ...] = ()  # what the game master waits for, and at which second (FD-5.4)
    options: Options = Options()
    own: Maison = msgspec.field(name="maison", default=AUCUNE)  # what the table has written beside the book

    def turn(self) -> tuple[str, ...]:
        return tuple(self.encounter.tours) if self.encounter is not None else ()

    def calm(self) -> Scene:
        """The ground is that of the encounter, with its fog, zones and damage; clock, convoi and échéances go on."""
        return replace(self, encounter=None, carte=None, brouillard=False, zones=(), degats=())

    def sides(self) -> dict[str, tuple[str, ...]]:
        """Mounts have their rider's side and no say in the fight: they are left out (FD-6.36)."""
        camps: dict[str, tuple[str, ...]] = {}
        for u in self.people.values():
            if u.side and not u.bete:
                camps[u.side] = (*camps.get(u.side, ()), u.id)
        return camps

    def round(self) -> int:
        return self.encounter.manche if self.encounter is not None else 0

    def thing(self, id: str) -> str:
        choses = (
            c for u in self.people.values() for c in (*u.equipement.actif, *u.equipement.sac, *u.equipement.sorts)
        )
        fiches = [u.fiche for u in self.people.values()]
        inventees = (f.inventee for f in fiches if f.inventee is not None)
        classes = [c for f in fiches for c in f.siennes]
        siennes = (t for c in classes for t in c.techniques)
        return next((c.nom for c in (*choses, *inventees, *classes, *siennes) if c.id == id), id)

    def terrain(self, case: Case) -> Terrain:
        """What a cell is made of now: the last zone laid on it, else the map; open ground without one."""
        for zone in reversed(self.zones):
            if case in zone.cases:
                return TERRAINS[zone.terrain]
        return PLAINE if self.carte is None else self.carte.cases.get(case, PLAINE)

    def sur_la_carte(self, case: Case) -> bool:
        return self.carte is None or case in self.carte.cases

    def occupant(self, case: Case) -> Unite | None:
        """Who stands on a cell; those on the ground or riding behind somebody bar nobody's way."""
        for u in self.people.values():
            if u.x == case[0] and u.y == case[1] and u.conscient and not u.passager_de and not u.cavalier:
                return u
        return None

    def initiative(self, who: str) -> int:
        return self.encounter.initiatives.get(who, 0) if self.encounter is not None else 0

    def passager(self, monture: Unite) -> Unite | None:
        """Who was rescued onto a mount (FD-3.25)."""
        qui = monture.cavalier
        return next((u for u in self.people.values() if u.passager_de == qui), None) if qui else None

    def type_de_monture(self, u: Unite) -> str:
        """What riding makes of one: Montée, or Volante and then not Montée (FD-4.7)."""
        sorte = MONTURES.get(self.people[u.monture].bete)
        return sorte.type if sorte is not None else "Montée"


def instruite(scene: Scene, who: str, *ids: str) -> Unite:
    """Somebody who carries these classes and techniques, as far as the table has written them."""
    u = scene.people[who]
    carnet = taken(u.fiche.own, scene.own, *ids)
    return u if carnet is u.fiche.own else replace(u, fiche=replace(u.fiche, own=carnet))
