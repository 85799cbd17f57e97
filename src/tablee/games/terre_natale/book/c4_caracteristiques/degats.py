"""Damage as chapter 4 has it: what endurance takes upon itself, what is lost for good, the lésion it leaves."""

from __future__ import annotations

from collections.abc import Iterator

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.game import Switch
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Option, Oracle, Question
from tablee.kernel.sentence import Said
from tablee.kernel.tally import Terms, total

from ...model.people import Nature, Personnage
from ...model.scene import Scene
from ..c0_tests.actions import absent, hors_bornes
from .lesions import leser, niveau_de_lesion
from .ressources import est_mort, perdre

CONDITIONS = "conditions_pour_encaisser"
SWITCHES = (Switch(CONDITIONS, "TN-4.19"),)
TOUCHEE: dict[Nature, str] = {"blessure": "PV", "traumatisme": "PS"}


@rule("TN-4.18", "TN-8.130", "TN-8.131", "TN-8.132")
def prix(k: int, absorption: int, limite: int) -> int:
    """The least endurance for which k points are removed.

    A point costs 2 of endurance, or 1 and 1 of absorption, or 2 of absorption for at most `limite` points: the cheapest
    mix of the three costs this.
    """
    return max(0, 2 * k - absorption, k - limite)


@rule("TN-4.18", "TN-8.130", "TN-8.131", "TN-8.132")
def enleves(au_plus: int, absorption: int, limite: int, endurance: int) -> int:
    """The most points, up to so many, whose `prix` so much endurance pays."""
    return max(0, min(au_plus, (endurance + absorption) // 2, endurance + limite))


@rule("TN-4.18", "TN-8.132", "TN-8.141")
def limite(d: int, defendue: bool) -> int:
    """How many points absorption alone may remove: half of the damage, unless the attack was defended."""
    return d if defendue else d // 2


@rule("TN-4.18", "TN-4.19")
def encaisses(
    p: Personnage, degats: int, absorption: int, defendue: bool, averti: bool, options: tuple[str, ...]
) -> tuple[int, ...]:
    """The points one may keep off: for nothing, with all one's absorption, with all one's endurance.

    Whoever does not know where it comes from has no endurance but along with absorption; by the option none at all.
    """
    souffle = max(0, p.disponible("PE"))
    if not averti and CONDITIONS in options:
        souffle = 0
    au_plus = degats if averti else min(degats, absorption)

    sans = limite(degats, defendue)
    usuel = enleves(min(au_plus, absorption), absorption, sans, souffle)
    return enleves(au_plus, absorption, sans, 0), usuel, enleves(au_plus, absorption, sans, souffle)


@rule("TN-4.13", "TN-4.18", "TN-4.19", "TN-4.33")
class Blesser(Action, frozen=True, tag="blesser"):
    """Somebody takes damage of a nature, after résistance: he may take it upon his endurance, the rest is permanent."""

    degats: int
    nature: Nature = "blessure"
    absorption: int = 0
    defendue: bool = False  # a successful defence
    averti: bool = True  # he can tell where it comes from
    precision: int = 0

    master = True
    rank = 90

    def closed(self, scene: Scene) -> Closed | None:
        return (
            absent(scene, self.actor)
            or hors_bornes("TN-4.13", "Dégâts", self.degats, 0, 999)
            or hors_bornes("TN-4.18", "Absorption", self.absorption, 0, 999)
            or hors_bornes("TN-4.84", "Précision", self.precision, 0, 99)
            or (Closed("TN-4.5", "Déjà mort") if est_mort(scene, scene[self.actor]) else None)
        )

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene[self.actor]
        retires, paye = self.encaisser(scene, oracle, p)
        terms: Terms = (("Dégâts", self.degats, "TN-4.13"),)
        if retires:
            terms += (("Encaissés", -retires, "TN-4.18"),)
        permanents = total(terms)
        facts = ("points", permanents), ("endurance", paye), ("nature", self.nature)
        oracle.tell(Event("degats", p.id, "", "TN-4.13", terms, facts))
        if paye:
            scene = perdre(scene, oracle, p.id, "PE", (("Encaisser", paye, "TN-4.18"),), "TN-4.18")
        scene = perdre(scene, oracle, p.id, TOUCHEE[self.nature], (("Dégâts", permanents, "TN-4.13"),), "TN-4.13")
        if est_mort(scene, scene[p.id]) or (self.defendue and not permanents):
            return scene
        niveau = niveau_de_lesion(p, self.nature, permanents, self.precision)
        return leser(scene, oracle, p.id, self.nature, niveau)

    def encaisser(self, scene: Scene, oracle: Oracle, p: Personnage) -> tuple[int, int]:
        """How many points are kept off, and the endurance paid for it; asked where there is a choice."""
        par = encaisses(p, self.degats, self.absorption, self.defendue, self.averti, scene.options)
        sans = limite(self.degats, self.defendue)
        combien = {k: prix(k, self.absorption, sans) for k in dict.fromkeys(par)}
        if len(combien) == 1:
            return next(iter(combien.items()))
        options = tuple(
            [Option(k, Said("Encaisser {} points", (k,)), (("PE", n),) if n else ()) for k, n in combien.items()]
        )
        shown = ("degats", self.degats), ("absorption", self.absorption)
        choisi = int(oracle.ask(Question(p.id, "tn.encaisser", "TN-4.18", options, shown)).id)
        return choisi, combien[choisi]


ACTIONS = (Blesser,)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    yield Blesser(p.id, 5)
    yield Blesser(p.id, 5, "traumatisme")
