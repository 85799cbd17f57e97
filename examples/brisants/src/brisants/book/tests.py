"""Tests: two dice and an attribute against a difficulty."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle, chance
from tablee.kernel.tally import Terms, total

from ..model import ATTRIBUTES, Sailor, Scene

USUAL, EASIEST, HARDEST = 9, 2, 17  # difficulties


@chance(table=True)
@rule("BRI-2.1")
def dice(oracle: Oracle) -> int:
    """Two dice, added up."""
    return oracle.total(2, 6, "jet")


def roll(oracle: Oracle, p: Sailor, attribute: str) -> Terms:
    """Two dice and an attribute."""
    thrown = dice(oracle.of(p.id))
    return ("Dés", thrown, "BRI-2.1"), (ATTRIBUTES[attribute], getattr(p, attribute), "BRI-1.1")


@rule("BRI-2.1")
class Tester(Action, frozen=True, tag="tester"):
    """What is tried comes off if two dice and an attribute reach the difficulty."""

    attribut: Literal["bras", "pied", "oeil"] = "oeil"
    difficulte: int = USUAL

    looks = {"reussite": lambda before, after, events: any(event.achieved for event in events)}
    offers = {"attribut": ATTRIBUTES}

    def closed(self, scene: Scene) -> Closed | None:
        if not EASIEST <= self.difficulte <= HARDEST:
            return Closed("BRI-2.1", "La difficulté va de {} à {}, pas {}", (EASIEST, HARDEST, self.difficulte))
        return scene.absent("BRI-2.1", self.actor)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        terms = roll(oracle, scene[self.actor], self.attribut)
        facts = ("total", total(terms)), ("difficulte", self.difficulte), ("reussi", total(terms) >= self.difficulte)
        oracle.tell(Event("test", self.actor, rule="BRI-2.1", terms=terms, facts=facts))
        return scene


ACTIONS = (Tester,)


def offers(scene: Scene, p: Sailor) -> Iterator[Action]:
    yield from (Tester(p.id, attribute) for attribute in ATTRIBUTES)
