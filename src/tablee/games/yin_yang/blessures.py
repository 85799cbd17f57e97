"""Chapter 6: falls."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Terms, total

from .degats import blesser
from .fatigue import mort_ou_parti
from .state import Personnage, inconnu
from .tests import UsageVide, sans_vide, tester

if TYPE_CHECKING:
    from .scene import Scene

ND_DE_CHUTE = 8


@rule("YY-6.6", "YY-6.8")
def choc(metres: int, fois: int = 1, mod: int = 0) -> Terms:
    """1 point of damage a metre; the landing place multiplies it, adds to it or takes away from it."""
    terms: Terms = (("Mètres de chute", metres, "YY-6.6"),)
    if fois > 1:
        terms = (*terms, (f"Multiplié par {fois}", (fois - 1) * metres, "YY-6.8"))
    if mod:
        terms = (*terms, ("Circonstances", max(mod, -fois * metres), "YY-6.8"))
    return terms


@rule("YY-6.7")
def amortir(
    scene: Scene,
    oracle: Oracle,
    who: str,
    bruts: Terms,
    membres: tuple[str, ...] = ("torse",),
    vide: UsageVide = "",
    risquer: bool = False,
) -> Scene:
    """A fall, less the margin of a test of Terre/Constitution against 8, shared among the limbs it comes down on."""
    if total(bruts) <= 0:
        oracle.tell(Event("chute", who, "", "YY-6.6", bruts, (("points", 0),)))
        return scene
    scene, r = tester(scene, oracle, who, "constitution", ND_DE_CHUTE, (), vide, risquer)
    terms = bruts
    if r.reussi and r.marge:
        terms = (*terms, ("Marge de réussite", -min(r.marge, total(bruts)), "YY-6.7"))
    points = total(terms)
    oracle.tell(Event("chute", who, "", "YY-6.6", terms, (("points", points),)))
    for i, membre in enumerate(membres):
        part = points // len(membres) + (1 if i < points % len(membres) else 0)
        if part:
            scene = blesser(scene, oracle, who, membre, part)
    return scene


def chuter(scene: Scene, oracle: Oracle, who: str, metres: int) -> Scene:
    """A fall of so many metres, on the torso."""
    return amortir(scene, oracle, who, choc(metres)) if metres > 0 else scene


@rule("YY-6.6", "YY-6.7", "YY-6.8")
class Chuter(Action, frozen=True, tag="chuter"):
    """Somebody falls: how far, on which limbs, on what, is for the MJ to say."""

    metres: int = 3
    membres: tuple[str, ...] = ("torse",)
    fois: int = 1  # YY-6.8: sharp stakes multiply
    mod: int = 0  # YY-6.8: dense bushes take away
    vide: UsageVide = ""
    risquer: bool = False

    looks = {"indemne": lambda b, a, ev: vus(ev) == 0, "degats": lambda b, a, ev: vus(ev)}

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor)
        if absent is not None:
            return absent
        p = scene[self.actor]
        if not 1 <= self.metres <= 1000:
            return Closed("YY-6.6", "Une chute de 1 à 1000 m, pas {}", (self.metres,))
        if not self.membres or len(set(self.membres)) < len(self.membres):
            return Closed("YY-6.6", "Il faut dire sur quels membres, chacun une fois")
        for m in self.membres:
            if m not in p.fiche.membres:
                return Closed("YY-6.1", "{} n'a pas de membre « {} »", (Someone(p.id), m))
        if not 1 <= self.fois <= 10 or not -1000 <= self.mod <= 1000:
            return Closed("YY-6.8", "Les dégâts d'une chute se multiplient par 1 à 10, et changent de 1000 au plus")
        return mort_ou_parti(p) or sans_vide(p, 1 if self.vide else 0, scene)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        bruts = choc(self.metres, self.fois, self.mod)
        return amortir(scene, oracle, self.actor, bruts, self.membres, self.vide, self.risquer)


def vus(events: list[Event]) -> int:
    return int(next((e["points"] for e in events if e.what == "chute"), 0))


def candidats(scene: Scene, p: Personnage) -> Iterator[Action]:
    """A fall, out of fights."""
    if scene.encounter is None and p.vie == "actif":
        yield Chuter(p.id)


ACTIONS: tuple[type[Action], ...] = (Chuter,)
