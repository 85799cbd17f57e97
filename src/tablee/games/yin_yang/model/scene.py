"""The scene of Yin-Yang: everybody in it, the clock, and whatever is under way."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from tablee.kernel import scene as kernel
from tablee.kernel.oracle import Closed
from tablee.kernel.refs import Who

from .batailles import Bataille
from .combat import Combat
from .epreuves import Epreuve, Piege, Poursuite
from .maison import AUCUNE, Maison
from .people import Personnage
from .runes import Enchantement, Sort, Zone


class Options(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The switches of the campaign; see SWITCHES for the rule behind each."""

    rune_double: bool = False


class Scene(kernel.Scene, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    people: dict[Who, Personnage] = msgspec.field(name="personnages")
    clock: int = msgspec.field(name="horloge", default=0)  # seconds since the scene began
    encounter: Combat | None = msgspec.field(name="combat", default=None)
    epreuves: dict[str, Epreuve] = {}
    pieges: dict[str, Piege] = {}
    poursuite: Poursuite | None = None
    bataille: Bataille | None = None
    sorts: dict[str, Sort] = {}  # spells at work, raw magic spread
    zones: dict[str, Zone] = {}
    enchantements: dict[str, Enchantement] = {}  # by the object that carries them
    options: Options = Options()
    own: Maison = msgspec.field(name="maison", default=AUCUNE)  # what the table has written beside the book

    def round(self) -> int:
        return self.encounter.tour if self.encounter is not None else 0

    def calm(self) -> Scene:
        """A chase and a battle end, zones are those of the place; spells, trials and traps are carried over."""
        return replace(self, encounter=None, poursuite=None, bataille=None, zones={})

    def thing(self, id: str) -> str:
        if id in self.sorts:
            return self.own.nom_du_sort(self.sorts[id])
        return next((p.equipement.noms[id] for p in self.people.values() if id in p.equipement.noms), id)


# ---------------------------------------------------------------- guards used everywhere


def inconnu(scene: Scene, *qui: str) -> Closed | None:
    """Nobody acts, or is acted upon, who is not there."""
    return scene.absent("YY-5.1", *qui)


def en_cours(scene: Scene) -> Combat:
    if scene.encounter is None:
        raise ValueError("no fight under way")
    return scene.encounter


def tel(scene: Scene, who: str) -> Personnage:
    """A creature as it stood when the present rank of initiative began."""
    combat = scene.encounter
    if combat is None or combat.avant is None:
        return scene.people[who]
    return combat.avant[who]
