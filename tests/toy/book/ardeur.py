"""Ardour: cries, and the taste of blood."""

from __future__ import annotations

from collections.abc import Iterator

from tablee.kernel.action import Action
from tablee.kernel.effects import Modifier
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle

from ..model import Duel, Duelliste
from .duel import a_son_tour, touche

PLACE = -1  # one shouts before one strikes


@rule("TOY-4.1")
class Crier(Action, frozen=True, tag="crier"):
    """Whoever has a voice: a bonus for the three turns to come; of several cries the best alone."""

    fort: int = 1

    rank = -1

    def closed(self, scene: Duel) -> Closed | None:
        return (
            a_son_tour(scene, self.actor)
            or (None if "voix" in scene[self.actor].bears else Closed("TOY-4.1", "Il faut de la voix"))
            or (None if 1 <= self.fort <= 3 else Closed("TOY-4.1", "De 1 à 3, pas {}", (self.fort,)))
        )

    def resolve(self, scene: Duel, oracle: Oracle) -> Duel:
        oracle.tell(Event("cri", self.actor, rule="TOY-4.1", facts=(("fort", self.fort),)))
        p, until = scene[self.actor], scene.clock + 4
        cri = Modifier("attaque", self.fort, "Cri", "TOY-4.1", family="cri", until=until, of="cri")
        return scene.change(p.id, effets=(*p.effets, cri)).next()


@touche.then("TOY-4.2")
def boire(scene: Duel, oracle: Oracle, who: str, target: str) -> Duel:
    """The thirsty get a breath back with every blow that hits."""
    if "soif" not in scene[who].bears:
        return scene
    oracle.tell(Event("soif", who, rule="TOY-4.2"))
    return scene.change(who, souffle=scene[who].souffle + 1)


ACTIONS = (Crier,)


def offers(scene: Duel, p: Duelliste) -> Iterator[Action]:
    if "voix" in p.bears:
        yield Crier(p.id)
