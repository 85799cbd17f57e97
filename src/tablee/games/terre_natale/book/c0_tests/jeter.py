"""Jets and percentages as actions."""

from __future__ import annotations

from typing import Any, ClassVar

from tablee.kernel.action import Action, Look
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Dice, Oracle
from tablee.kernel.sentence import Typed

from ...model.effects import Essai
from ...model.scene import Scene
from .actions import Epreuve, absent, hors_bornes, terme
from .jets import Jet, jets


def vu(fait: str, what: str) -> Look:
    """A look at one fact of the first event of a kind."""
    return lambda before, after, events: next(e for e in events if e.what == what)[fait]


@rule("TN-0.49", "TN-0.52", "TN-0.53")
class Jeter(Action, frozen=True, tag="jeter"):
    """A jet: what an action comes to. All that it measures with the same dice is read from one throw."""

    attribut: str = "FOR"
    categorie: int = 0
    critique: bool = False
    ajustement: int = 0
    mesures: tuple[str, ...] = ()  # what it measures: damage, charges...

    rank: ClassVar[int] = 60
    looks: ClassVar[dict[str, Any]] = {"total": vu("total", "jet")}
    offers: ClassVar[dict[str, dict[str, str]]] = {"attribut": Epreuve.offers["attribut"]}

    def closed(self, scene: Scene) -> Closed | None:
        missing = absent(scene, self.actor)
        if missing is not None:
            return missing
        if self.attribut not in scene[self.actor].fiche.valeurs:
            return Closed("TN-0.50", "Attribut inconnu : {}", (Typed(self.attribut),))
        return hors_bornes("TN-0.49", "Catégorie", self.categorie, 0, 8) or hors_bornes(
            "TN-0.8", "Ajustement", self.ajustement, -50, 50
        )

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        essai = Essai(scene[self.actor], scene, None, self.attribut)
        j = Jet(essai, terme("Ajustement", self.ajustement, "TN-0.8"), critique=self.critique)
        lus = jets(oracle, j, dict.fromkeys(self.mesures or ("",), self.categorie))
        for mesure, (terms, n) in lus.items():
            facts = ("attribut", self.attribut), ("mesure", mesure or "jet"), ("total", n)
            oracle.tell(Event("jet", self.actor, "", "TN-0.49", terms, facts))
        return scene


@rule("TN-0.1")
def cent(oracle: Oracle) -> int:
    """1D100: a die of tens and one of units, whose tens are read as 0; both at 0 is 100."""
    (dizaine,), (unite,) = oracle.together(Dice(1, 10, "dizaines"), Dice(1, 10, "unités"))
    return 10 * (dizaine % 10) + unite % 10 or 100


class Cent(Action, frozen=True, tag="cent"):
    """A percentage."""

    rank: ClassVar[int] = 70
    looks: ClassVar[dict[str, Any]] = {"pourcentage": vu("pourcentage", "cent")}

    def closed(self, scene: Scene) -> Closed | None:
        return absent(scene, self.actor)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        n = cent(oracle.of(self.actor))
        oracle.tell(Event("cent", self.actor, "", "TN-0.1", (), (("pourcentage", n),)))
        return scene


ACTIONS = (Jeter, Cent)
