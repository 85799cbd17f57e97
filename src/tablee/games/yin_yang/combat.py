"""Chapter 10, the fight under way: what was declared, what was rolled, who is at grips with whom."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Someone

from .attaque import Attaquer, Defendre
from .brute import Repandre
from .enchantement import Activer
from .gestes import AutreAction, Nettoyer, Ramasser
from .lancement import Lancer
from .lutte import Echapper, SeLiberer
from .magie import Accumuler, Maintenir
from .mouvements import Monter, SeDeplacer
from .qi import SentirLeQi, VoilerLeQi
from .repos import Attendre
from .soins import QiInsuffler, QiSoigner, QiSouffler
from .sortileges import BriserObjet
from .state import Personnage, inconnu
from .tests import Jet
from .tir import Tirer
from .tours import PAS_DE_COMBAT, Blocage, Clef, clore, combat_fini, en_cours, ordre_de_declaration, resoudre

if TYPE_CHECKING:
    from .scene import Scene

Declaree = (  # every kind of thing that can be declared
    Attaquer
    | Defendre
    | Tirer
    | Attendre
    | SeDeplacer
    | Monter
    | QiSoigner
    | QiSouffler
    | QiInsuffler
    | AutreAction
    | Echapper
    | SeLiberer
    | Nettoyer
    | Ramasser
    | Accumuler
    | Lancer
    | Maintenir
    | Repandre
    | BriserObjet
    | Activer
    | SentirLeQi
    | VoilerLeQi
)


class Combat(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    tour: int = 1
    file: tuple[Who, ...] = ()  # who is still to declare, the slowest first
    declarations: dict[Who, Declaree] = {}
    jets: dict[Who, Jet] = {}  # the one roll of each in this turn
    faits: tuple[tuple[Who, Who], ...] = ()  # attacks already settled as answers to other attacks
    touches: tuple[tuple[Who, Who], ...] = ()  # who has hit whom in this turn
    parades: tuple[tuple[Who, Who], ...] = ()  # who was kept off by whose defence in this turn
    luttes: tuple[tuple[Who, Who], ...] = ()  # pairs at grips (YY-10.17)
    prises: tuple[tuple[Who, Who], ...] = ()  # pairs at grips from the next turn on (YY-11.17)
    lachers: tuple[tuple[Who, Who], ...] = ()  # pairs that come apart with the next turn (YY-11.23)
    projetes: tuple[Who, ...] = ()  # thrown to the ground in this turn (YY-11.21)
    eblouis: tuple[Who, ...] = ()  # blinded for the next turn (YY-11.7)
    blocages: tuple[Blocage, ...] = ()
    clefs: tuple[Clef, ...] = ()
    avant: dict[Who, Personnage] | None = None  # while equals act: everybody as they were before (YY-10.2)
    hors_du_temps: bool = False  # YY-14.18: a turn lived only by those whose time was dilated


@rule("YY-10.1")
class Combattre(Action, frozen=True, tag="combattre"):
    """A fight begins between all those who have a camp."""

    def closed(self, scene: Scene) -> Closed | None:
        if scene.encounter is not None:
            return Closed("YY-10.5", "Un combat est déjà engagé")
        if combat_fini(scene):
            return Closed("YY-10.5", "Il faut deux camps debout")
        return inconnu(scene, self.actor)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        oracle.tell(Event("tour", "", "", "YY-10.5", (), (("tour", 1),)))
        changes = [replace(p, recentes={}) for p in scene.people.values() if p.recentes]
        scene = scene.put(*changes) if changes else scene
        return replace(scene, encounter=Combat(file=ordre_de_declaration(scene)))


@rule("YY-10.1", "YY-7.2")
class Passer(Action, frozen=True, tag="passer"):
    """Whoever fell before he could declare anything declares nothing this turn."""

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor)
        if absent is not None:
            return absent
        if scene.encounter is None:
            return PAS_DE_COMBAT
        if self.actor not in scene.encounter.file or scene[self.actor].conscient:
            return Closed("YY-10.1", "{} peut déclarer une action, ou l'a déjà fait", (Someone(self.actor),))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        combat = en_cours(scene)
        oracle.tell(Event("passe", self.actor, "", "YY-10.1"))
        file = tuple(w for w in combat.file if w != self.actor)
        scene = replace(scene, encounter=replace(combat, file=file))
        return scene if file else resoudre(scene, oracle)


@rule("YY-10.5")
class Cesser(Action, frozen=True, tag="cesser"):
    """The fight is broken off: flight, surrender, truce. It ends for everybody: the game master says so."""

    master = True

    def closed(self, scene: Scene) -> Closed | None:
        return PAS_DE_COMBAT if scene.encounter is None else inconnu(scene, self.actor)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        return clore(scene, oracle)


def candidats(scene: Scene, p: Personnage) -> Iterator[Action]:
    """Begin a fight; in it wait, pass or break it off."""
    if scene.encounter is None:
        yield Combattre(p.id)
        return
    yield Attendre(p.id)
    if not p.conscient:
        yield Passer(p.id)
    yield Cesser(p.id)


ACTIONS: tuple[type[Action], ...] = (Combattre, Attendre, Passer, Cesser)
