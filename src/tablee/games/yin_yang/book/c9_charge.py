"""Chapter 9: the volume of what one carries. Its mass is counted with people, and limited in chapter 12."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.sentence import Someone

from ..model.people import Effet, Personnage
from ..model.scene import Scene, inconnu
from ..model.tables import CHARGES

VOLUME = "volume"


GENE_MAX = CHARGES[-1].penalite


@rule("YY-9.3")
class Encombrer(Action, frozen=True, tag="encombrer"):
    """The MJ finds somebody hampered by the volume of what he carries: no more than the worst load; 0: no longer."""

    master = True

    penalite: int = 1

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor)
        if absent is not None:
            return absent
        if not 0 <= self.penalite <= GENE_MAX:
            return Closed("YY-9.3", "Une gêne de 0 à {}, pas {}", (GENE_MAX, self.penalite))
        if not self.penalite and all(e.lie != VOLUME for e in scene[self.actor].effets):
            return Closed("YY-9.3", "Rien ne gêne {}", (Someone(self.actor),))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene[self.actor]
        effets = tuple(e for e in p.effets if e.lie != VOLUME)
        if not self.penalite:
            oracle.tell(Event("a_l_aise", p.id, "", "YY-9.3"))
            return scene.put(replace(p, effets=effets))
        gene = Effet("Volume", "tests", -self.penalite, "YY-9.3", lie=VOLUME)
        oracle.tell(Event("encombre", p.id, "", "YY-9.3", (("Volume", gene.mod, "YY-9.3"),)))
        return scene.put(replace(p, effets=(*effets, gene)))


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """Out of fights: hampered, or at ease again."""
    if scene.encounter is None and p.vie == "actif":
        yield Encombrer(p.id, 0 if any(e.lie == VOLUME for e in p.effets) else 1)


ACTIONS: tuple[type[Action], ...] = (Encombrer,)
PLACE = 12
