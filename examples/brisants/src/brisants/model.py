"""What a scene is made of: people with their arms and hides, a fight, a reef; and the catalogues they come from."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import field
from msgspec.structs import replace

from tablee.kernel import scene as kernel
from tablee.kernel.content import read
from tablee.kernel.ground import Cell
from tablee.kernel.ledger import rule
from tablee.kernel.look import Figure
from tablee.kernel.refs import Who, WhoOnce

LEAST, MOST, POINTS = 1, 5, 9  # of an attribute, and in all
ATTRIBUTES = {"bras": "Bras", "pied": "Pied", "oeil": "Œil"}


@rule("BRI-4.1")
class Weapon(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a weapon adds to a blow, how far it reaches, and which attribute swings it."""

    nom: str
    degats: int
    attribut: str = "bras"
    portee: int = 1  # cells
    figure: Figure = "dagger"


@rule("BRI-4.2")
class Hide(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a hide takes off every blow, and how much slower it makes."""

    nom: str
    protection: int
    lourd: int = 0


class Song(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    nom: str
    souffle: int  # what it costs
    portee: int


class Creature(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Somebody of the bestiary: what he keeps, as in the file of a character."""

    nom: str
    bras: int
    pied: int
    oeil: int
    arme: str
    cuir: str = "rien"
    chants: tuple[str, ...] = ()
    figure: Figure = ""


class Reef(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A map: a letter for each cell, row by row."""

    nom: str
    cases: tuple[str, ...]

    @property
    def kinds(self) -> dict[Cell, str]:
        rows = enumerate(self.cases)
        return {(x, y): GROUND[letter] for y, row in rows for x, letter in enumerate(row) if letter in GROUND}


GROUND = {".": "roche", "~": "eau", "#": "ecueil"}  # rock, water, reef: on a reef nobody stands


class Catalogue(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    arme: dict[str, Weapon] = {}
    cuir: dict[str, Hide] = {}
    chant: dict[str, Song] = {}
    creature: dict[str, Creature] = {}
    recif: dict[str, Reef] = {}


THINGS = read("brisants", "content/choses.toml", Catalogue)
WEAPONS, HIDES, SONGS, REEFS = THINGS.arme, THINGS.cuir, THINGS.chant, THINGS.recif
CREATURES = read("brisants", "content/bestiaire.toml", Catalogue).creature
NAMES = {id: thing.nom for kind in (WEAPONS, HIDES, SONGS, REEFS) for id, thing in kind.items()}


class Sailor(kernel.Person, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    id: WhoOnce = ""
    nom: str = ""
    side: str = field(name="camp", default="")
    x: int = 0
    y: int = 0
    bras: int = 3
    pied: int = 3
    oeil: int = 3
    arme: str = "gaffe"
    cuir: str = "rien"
    chants: tuple[str, ...] = ()
    figure: Figure = "anchor"
    perdu: int = 0  # of life
    depense: int = 0  # of breath
    pare: bool = False  # in this round
    fascine: bool = False  # by a song, until his next turn

    @property
    def name(self) -> str:
        return self.nom or self.id.capitalize()

    @property
    def weapon(self) -> Weapon:
        return WEAPONS[self.arme]

    @property
    def hide(self) -> Hide:
        return HIDES[self.cuir]

    @property
    @rule("BRI-1.2")
    def life(self) -> int:
        """Eight points, and twice Bras."""
        return 8 + 2 * self.bras

    @property
    @rule("BRI-1.3")
    def breath(self) -> int:
        """Two points, and Œil."""
        return 2 + self.oeil

    @property
    @rule("BRI-3.4")
    def steps(self) -> int:
        """Pied, and what the hide takes off it; one step at least."""
        return max(1, self.pied - self.hide.lourd)

    @property
    def up(self) -> bool:
        return self.perdu < self.life

    @property
    def vigour(self) -> float:
        return kernel.share(self.life - self.perdu, self.life)


class Fight(msgspec.Struct, frozen=True, omit_defaults=True):
    file: tuple[Who, ...]  # those who are still to act in this round
    acted: tuple[Who, ...] = field(name="agi", default=())
    round: int = 1
    moved: bool = field(name="bouge", default=False)  # whoever has the turn has gone somewhere


class Scene(kernel.Scene, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    here = ("recif",)

    people: dict[Who, Sailor] = field(name="personnages")
    encounter: Fight | None = field(name="combat", default=None)
    clock: int = field(name="horloge", default=0)
    options: tuple[str, ...] = ()
    recif: str = ""  # the reef one is on; none: open ground

    def change(self, who: str, **changes: Any) -> Scene:
        return self.put(replace(self[who], **changes))

    def calm(self) -> Scene:
        """Once it is over everybody has his guard and his mind again."""
        if self.encounter is None:
            return self
        free = (replace(p, pare=False, fascine=False) for p in self.people.values())
        return replace(self, encounter=None).put(*free)

    def thing(self, id: str) -> str:
        return NAMES.get(id, id)

    @property
    def kinds(self) -> dict[Cell, str]:
        """What each cell of the map is made of; nothing on open ground."""
        return REEFS[self.recif].kinds if self.recif else {}
