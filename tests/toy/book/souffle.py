"""Breath, and how it comes back."""

from __future__ import annotations

from collections.abc import Iterator

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.oracle import Closed, Oracle

from ..model import Duel, Duelliste
from .duel import a_son_tour


class Souffler(Action, frozen=True, tag="souffler"):
    def closed(self, scene: Duel) -> Closed | None:
        return a_son_tour(scene, self.actor)

    def resolve(self, scene: Duel, oracle: Oracle) -> Duel:
        oracle.tell(Event("souffle", self.actor, rule="TOY-2.6"))
        return scene.change(self.actor, souffle=scene[self.actor].souffle + 1).next()


ACTIONS = (Souffler,)


def offers(scene: Duel, p: Duelliste) -> Iterator[Action]:
    yield Souffler(p.id)
