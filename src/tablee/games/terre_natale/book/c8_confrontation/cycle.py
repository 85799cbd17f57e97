"""Durations in cycles: from a round of one tour to the end of the same round of the next."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar, Literal

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.effects import Modifier, tally
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.tally import Term, total

from ...model.effects import EFFECTS, Essai
from ...model.people import Personnage
from ...model.scene import Scene
from ..c0_tests.actions import absent, hors_bornes
from .budget import confrontation
from .tour import fin_de_confrontation, fin_de_round, fin_de_tour

CYCLE, NOM = "cycle", "Effet de cycle"
PLUS = 5  # the most the game master gives or takes at a time


@rule("TN-8.29")
@EFFECTS.when(CYCLE)
def tant_que_l_on_se_mesure(c: Essai, _: str) -> bool:
    """It bears on what is done in the confrontation, whose rounds count it down."""
    return c.scene is None or c.scene.encounter is not None


@rule("TN-8.29")
def pour_un_cycle(scene: Scene, who: str, m: Modifier) -> Scene:
    """Something bears on somebody until the same round of the next tour is over."""
    e, p = confrontation(scene), scene[who]
    m = replace(m, of=f"{CYCLE}:{e.tour + 1}:{e.manche}", when=m.when or CYCLE)
    return scene.put(replace(p, effets=(*p.effets, m)))


def _sans(scene: Scene, fini: Callable[[int, int], bool]) -> Scene:
    """Without what lasts until a tour and a round that are over."""

    def passe(m: Modifier) -> bool:
        genre, _, quand = m.of.partition(":")
        tour, _, manche = quand.partition(":")
        return genre == CYCLE and fini(int(tour), int(manche))

    for p in scene.people.values():
        reste = tuple([m for m in p.effets if not passe(m)]) if p.effets else p.effets
        if len(reste) < len(p.effets):
            scene = scene.put(replace(p, effets=reste))
    return scene


@fin_de_round.then("TN-8.29")
def au_bout_du_cycle(scene: Scene, oracle: Oracle) -> Scene:
    """What was to last until this round is over."""
    e = confrontation(scene)
    return _sans(scene, lambda tour, manche: (tour, manche) <= (e.tour, e.manche))


@fin_de_tour.then("TN-8.29")
def au_bout_du_tour(scene: Scene, oracle: Oracle) -> Scene:
    """Where the tour had no such round, it ends with the tour."""
    e = confrontation(scene)
    return _sans(scene, lambda tour, manche: tour <= e.tour)


@fin_de_confrontation.then("TN-8.29")
def au_bout_de_tout(scene: Scene, oracle: Oracle) -> Scene:
    """There are no rounds any more."""
    return _sans(scene, lambda tour, manche: True)


@rule("TN-8.29")
@EFFECTS.on("bonus", of="effet:cycle")
def d_un_cycle(c: Essai) -> Term | None:
    """What the game master gave on every test."""
    return _terme(c, CYCLE)


@rule("TN-8.29")
@EFFECTS.on("bonus:physique", of="effet:cycle:physique")
def d_un_cycle_au_corps(c: Essai) -> Term | None:
    return _terme(c, f"{CYCLE}:physique")


@rule("TN-8.29")
@EFFECTS.on("bonus:mental", of="effet:cycle:mental")
def d_un_cycle_a_l_esprit(c: Essai) -> Term | None:
    return _terme(c, f"{CYCLE}:mental")


def _terme(c: Essai, cle: str) -> Term | None:
    terms = tally(c.p.bears, cle, c)
    return (terms[0][0] if len(terms) == 1 else NOM, total(terms), "TN-8.29") if terms else None


@rule("TN-8.29")
class EffetDeCycle(Action, frozen=True, tag="effet_de_cycle"):
    """The game master gives somebody a bonus or a malus until the end of the cycle."""

    n: int = 1
    sur: Literal["", "physique", "mental"] = ""
    raison: str = ""

    master: ClassVar[bool] = True
    rank: ClassVar[int] = 94

    def closed(self, scene: Scene) -> Closed | None:
        if scene.encounter is None:
            return Closed("TN-8.29", "Aucune confrontation n'est en cours")
        if not self.n:
            return Closed("TN-8.29", "Un bonus ou un malus, pas 0")
        return absent(scene, self.actor) or hors_bornes("TN-8.29", "Bonus", self.n, -PLUS, PLUS)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        e = confrontation(scene)
        facts = ("n", self.n), ("raison", self.raison), ("tour", e.tour + 1), ("manche", e.manche)
        oracle.tell(Event("effet_de_cycle", self.actor, rule="TN-8.29", facts=facts))
        on = f"{CYCLE}:{self.sur}" if self.sur else CYCLE
        return pour_un_cycle(scene, self.actor, Modifier(on, self.n, self.raison or NOM, "TN-8.29"))


ACTIONS = (EffetDeCycle,)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    if scene.encounter is not None:
        yield EffetDeCycle(p.id)
