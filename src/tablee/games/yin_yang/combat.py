"""Chapter 10, the fight under way: what was declared, what was rolled, who is at grips with whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle

from .attaque import Attaquer, Defendre
from .lutte import Echapper, Nettoyer, Ramasser, SeLiberer
from .mouvements import SeDeplacer
from .repos import Attendre
from .state import inconnu
from .tests import Jet
from .tir import Tirer
from .tours import combat_fini, ordre_de_declaration

if TYPE_CHECKING:
    from .scene import Scene

Declaree = (
    Attaquer | Defendre | Tirer | Attendre | SeDeplacer | Echapper | SeLiberer | Nettoyer | Ramasser
)  # every kind of thing that can be declared


class Combat(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    tour: int = 1
    file: tuple[str, ...] = ()  # who is still to declare, the slowest first
    declarations: dict[str, Declaree] = {}
    jets: dict[str, Jet] = {}  # the one roll of each in this turn
    faits: tuple[tuple[str, str], ...] = ()  # attacks already settled as answers to other attacks
    touches: tuple[tuple[str, str], ...] = ()  # who has hit whom in this turn
    luttes: tuple[tuple[str, str], ...] = ()  # pairs at grips (YY-10.17)
    prises: tuple[tuple[str, str], ...] = ()  # pairs at grips from the next turn on (YY-11.17)
    lachers: tuple[tuple[str, str], ...] = ()  # pairs that come apart with the next turn (YY-11.23)
    blocages: tuple[tuple[str, str, int], ...] = ()  # who locks whose weapon, and by which margin (YY-11.8)
    clefs: tuple[tuple[str, str, str], ...] = ()  # who holds whom, and how (YY-11.10, YY-11.11)


@rule("YY-10.1")
class Combattre(Action, frozen=True, tag="combattre"):
    """A fight begins between all those who have a camp."""

    def closed(self, scene: Scene) -> Closed | None:
        if scene.combat is not None:
            return Closed("YY-10.5", "Un combat est déjà engagé")
        if combat_fini(scene):
            return Closed("YY-10.5", "Il faut deux camps debout")
        return inconnu(scene, self.actor)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        oracle.tell(Event("tour", "", "", "YY-10.5", (), (("tour", 1),)))
        changes = [replace(p, recentes={}) for p in scene.personnages.values() if p.recentes]
        scene = scene.put(*changes) if changes else scene
        return replace(scene, combat=Combat(file=ordre_de_declaration(scene)))


ACTIONS = (Combattre, Attendre)
