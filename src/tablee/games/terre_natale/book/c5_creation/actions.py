"""What creation leaves to be done at the table: telling who one is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.sentence import Someone

from ...model.people import Personnage
from ...model.scene import Scene
from .echelles import CARACTERES, COMPORTEMENTS
from .personnalite import tendance


@rule("TN-5.12", "TN-5.13")
class SePresenter(Action, frozen=True, tag="se_presenter"):
    """Tell one's personality: how one behaves, what one's character is, and the tendency that is."""

    rank: ClassVar[int] = 90

    def closed(self, scene: Scene) -> Closed | None:
        if self.actor not in scene.people:
            return Closed("TN-5.12", "{} n'est pas là", (Someone(self.actor),))
        f = scene[self.actor].fiche
        known = tendance(f.comportement, f.caractere)
        return None if known else Closed("TN-5.12", "{} n'a pas de personnalité", (Someone(self.actor),))

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        f = scene[self.actor].fiche
        facts = (
            ("comportement", COMPORTEMENTS[f.comportement].nom),
            ("caractere", CARACTERES[f.caractere].nom),
            ("tendance", tendance(f.comportement, f.caractere)),
        )
        oracle.tell(Event("presentation", self.actor, "", "TN-5.13", (), facts))
        return scene


ACTIONS = (SePresenter,)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    if scene.encounter is None and p.fiche.comportement and p.fiche.caractere:
        yield SePresenter(p.id)
