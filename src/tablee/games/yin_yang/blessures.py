"""Chapter 6: falls, and what becomes of limbs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Oracle
from tablee.kernel.tally import Terms, total

from .degats import blesser
from .tests import tester

if TYPE_CHECKING:
    from .scene import Scene

ND_DE_CHUTE = 8


@rule("YY-6.6", "YY-6.7")
def chuter(scene: Scene, oracle: Oracle, who: str, metres: int, membres: tuple[str, ...] = ("torse",)) -> Scene:
    """1 point of damage a metre, less the margin of a test of Terre/Constitution, shared among the limbs hit."""
    if metres <= 0:
        return scene
    scene, r = tester(scene, oracle, who, "constitution", ND_DE_CHUTE)
    terms: Terms = (("Mètres de chute", metres, "YY-6.6"),)
    if r.reussi and r.marge:
        terms = (*terms, ("Marge de réussite", -min(r.marge, metres), "YY-6.7"))
    points = total(terms)
    oracle.tell(Event("chute", who, "", "YY-6.6", terms, (("points", points), ("metres", metres))))
    for i, membre in enumerate(membres):
        part = points // len(membres) + (1 if i < points % len(membres) else 0)
        if part:
            scene = blesser(scene, oracle, who, membre, part)
    return scene
