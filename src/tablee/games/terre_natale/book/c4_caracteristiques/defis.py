"""Tests whose difficulty is the passive defence of somebody."""

from __future__ import annotations

from collections.abc import Iterator

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import Who
from tablee.kernel.tally import Terms, total

from ...model.people import Personnage
from ...model.scene import Scene
from ...model.sums import PRINCIPAUX
from ..c0_tests import tester
from ..c0_tests.actions import Epreuve, absent
from .seuils import defense


@rule("TN-0.18", "TN-1.1")
class Defier(Epreuve, frozen=True, tag="defier"):
    """A test against the passive defence of somebody: by the attribute of the test, unless another defends."""

    cible: Who = ""
    defense: str = ""

    offers = {**Epreuve.offers, "defense": {code: Epreuve.offers["attribut"][code] for code in PRINCIPAUX}}

    def passive(self, scene: Scene) -> Terms:
        return defense(scene[self.cible], self.defense or self.lot(scene)[0])

    def contre(self, scene: Scene) -> tuple[int, ...]:
        return (total(self.passive(scene)),)

    def closed(self, scene: Scene) -> Closed | None:
        if self.cible == self.actor:
            return Closed("TN-0.18", "On ne s'oppose pas à soi-même")
        missing = absent(scene, self.actor) or absent(scene, self.cible)
        if missing is not None:
            return missing
        par = self.defense or self.lot(scene)[0]
        if par and par not in PRINCIPAUX:
            return Closed("TN-1.1", "{} ne donne pas de défense passive", (par,))
        return super().closed(scene)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        terms = self.passive(scene)
        scene, _ = tester(
            scene, oracle, self.figures(scene), (total(terms),), connues=False, cible=self.cible, audience=self.audience
        )
        facts = ("attribut", self.defense or self.lot(scene)[0]), ("defense", total(terms))
        oracle.tell(Event("defense_passive", self.cible, "", "TN-4.76", terms, facts, self.audience))
        return scene


ACTIONS = (Defier,)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """Whom and with what is the player's to say."""
    yield from ()
