"""Fatigue: where it comes from, and what it weighs on all that one tries."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.effects import tally
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.tally import Term, Terms, total

from ...model.caracteristiques import GRAVITES
from ...model.effects import EFFECTS, Essai
from ...model.people import Personnage
from ...model.scene import Scene
from ..c0_tests.actions import absent, hors_bornes
from .ressources import devenir

Origine = Literal["stress", "action", "soins"]
ORIGINES = {"stress": "Montée de stress", "action": "Action fatigante", "soins": "Soins non naturels"}
PAR_POINT = 3  # points regained unnaturally for one of fatigue


@rule("TN-4.49")
@EFFECTS.on("penalite", of="fatigue")
def fatigue(c: Essai) -> Term | None:
    """The level of fatigue, on every test."""
    niveau = c.p.niveau_de_fatigue
    return ("Fatigue", -niveau, "TN-4.49") if niveau else None


def fatiguer(scene: Scene, oracle: Oracle, who: str, terms: Terms) -> Scene:
    """So much fatigue more."""
    p = scene[who]
    terms += tally(p.bears, "stress", Essai(p, scene))
    if total(terms) <= 0:
        return scene
    return changer(scene, oracle, "fatigue", replace(p, fatigue=p.fatigue + total(terms)), terms, "TN-4.47")


def defatiguer(scene: Scene, oracle: Oracle, who: str, terms: Terms, regle: str) -> Scene:
    """So much fatigue less, down to none."""
    p = scene[who]
    if total(terms) > p.fatigue:
        terms += (("Minimum 0", p.fatigue - total(terms), regle),)
    if total(terms) <= 0:
        return scene
    return changer(scene, oracle, "defatigue", replace(p, fatigue=p.fatigue - total(terms)), terms, regle)


def changer(scene: Scene, oracle: Oracle, what: str, apres: Personnage, terms: Terms, regle: str) -> Scene:
    niveau = apres.niveau_de_fatigue
    facts = ("points", total(terms)), ("fatigue", apres.fatigue), ("niveau", niveau), ("gravite", GRAVITES[niveau].nom)
    oracle.tell(Event(what, apres.id, "", regle, terms, facts))
    return devenir(scene, oracle, apres)


@rule("TN-4.47")
class Fatiguer(Action, frozen=True, tag="fatiguer"):
    """Fatigue of one of its origins: stress (1D8 unless a figure is given), an action's cost, unnatural care."""

    origine: Origine = "stress"
    n: int = 0  # the cost of the action, the points regained; 0 for stress: 1D8

    master = True
    rank = 93

    def closed(self, scene: Scene) -> Closed | None:
        au_moins = 0 if self.origine == "stress" else 1
        return absent(scene, self.actor) or hors_bornes("TN-4.47", "Points", self.n, au_moins, 999)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        label = ORIGINES[self.origine]
        if self.origine == "stress" and not self.n:
            n = oracle.of(self.actor).d(8, "stress")
        else:
            n = self.n // PAR_POINT if self.origine == "soins" else self.n
        return fatiguer(scene, oracle, self.actor, ((label, n, "TN-4.47"),))


ACTIONS = (Fatiguer,)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    yield Fatiguer(p.id)
