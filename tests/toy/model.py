"""What a duel is made of: people with their arms, and what bears on them."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Any

import msgspec
from msgspec import field
from msgspec.structs import replace

from tablee.kernel.effects import Bears, Effects, Modifier, Part, lasting
from tablee.kernel.refs import Who, WhoOnce
from tablee.kernel.scene import Person, Scene, share


class Coup(msgspec.Struct, frozen=True, gc=False):
    """What the rules that bear on a blow look at."""

    scene: Duel
    p: Duelliste
    q: Duelliste


EFFECTS: Effects[Coup] = Effects()


class Arme(msgspec.Struct, frozen=True, dict=True, omit_defaults=True):
    nom: str
    modifs: tuple[Modifier, ...] = ()
    traits: tuple[str, ...] = ()

    @cached_property
    def part(self) -> Part:
        return Part(self.modifs, tuple(f"arme:{trait}" for trait in self.traits))


EPEE = Arme("Épée")


class Duelliste(Person, frozen=True, dict=True):
    nom: str
    side: str = field(name="camp")
    force: int = 3
    souffle: int = 3
    vie: int = 10
    id: WhoOnce = ""
    arme: Arme = EPEE
    traits: tuple[str, ...] = ()
    effets: tuple[Modifier, ...] = ()

    @property
    def name(self) -> str:
        return self.nom

    @property
    def up(self) -> bool:
        return self.vie > 0

    @property
    def vigour(self) -> float:
        return share(self.vie, 10)

    @cached_property
    def bears(self) -> Bears[Coup]:
        return together(self.arme.part, self.traits, self.effets)


@lru_cache(maxsize=1024)
def together(arme: Part, traits: tuple[str, ...], effets: tuple[Modifier, ...]) -> Bears[Coup]:
    return Bears(EFFECTS, arme.modifiers + effets, (*arme.tags, *traits))


class Duel(Scene, frozen=True):
    people: dict[Who, Duelliste] = field(name="qui")
    encounter: tuple[Who, ...] | None = field(name="ordre")
    clock: int = field(name="tour", default=1)
    options: tuple[str, ...] = ()

    def turn(self) -> tuple[str, ...]:
        return self.encounter[:1] if self.encounter else ()

    def sides(self) -> dict[str, tuple[str, ...]]:
        return dict(sorted(super().sides().items()))

    def round(self) -> int:
        return self.clock

    def change(self, who: str, **changes: Any) -> Duel:
        return self.put(replace(self[who], **changes))

    def next(self) -> Duel:
        """The next one's turn; what lasted until now is over."""
        first, *others = self.encounter or ()
        clock = self.clock + 1
        over = [p for p in self.people.values() if lasting(p.effets, clock) is not p.effets]
        scene = self.put(*(replace(p, effets=lasting(p.effets, clock)) for p in over)) if over else self
        return replace(scene, encounter=(*others, first), clock=clock)
