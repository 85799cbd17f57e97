"""Chapter 10: a fight begins, somebody passes, it is broken off."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.sentence import Someone

from ..model.combat import Combat
from ..model.people import Personnage
from ..model.scene import Scene, en_cours, inconnu
from .c7_fatigue.repos import Attendre
from .c10_tours.declarer import PAS_DE_COMBAT
from .c10_tours.initiative import ordre_de_declaration
from .c10_tours.tour import clore, combat_fini, resoudre


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


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """Begin a fight; in it wait, pass or break it off."""
    if scene.encounter is None:
        yield Combattre(p.id)
        return
    yield Attendre(p.id)
    if not p.conscient:
        yield Passer(p.id)
    yield Cesser(p.id)


ACTIONS: tuple[type[Action], ...] = (Combattre, Attendre, Passer, Cesser)
PLACE = 16
