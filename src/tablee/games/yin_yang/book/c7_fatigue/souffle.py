"""Breath: held, cut off, drawn again."""

from __future__ import annotations

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Terms, total

from ...model.people import Apnee
from ...model.scene import Scene, en_cours, inconnu
from ...model.tables import TOUR
from ..c10_tours.temps import ecouler
from .fatigue import dans_le_coma, mort_ou_parti, perdre_de_la_fatigue

TOURS_SANS_SOUFFLE = 20  # more are not counted: nobody has that much fatigue to lose


# ---------------------------------------------------------------- breath


@rule("YY-7.9", "YY-7.10", "YY-7.11")
def perte_de_souffle(tours: int, apnee: Apnee) -> Terms:
    """What the next turn without breath costs, after so many: 1, 2, 4, 8 in intense activity, else 1, 2, 3, 4."""
    points, regle = (2**tours, "YY-7.9") if apnee.intense else (tours + 1, "YY-7.10")
    terms: Terms = (("Souffle coupé", points, regle),)
    if apnee.mod:
        terms = (*terms, ("Circonstances", max(-points, apnee.mod), "YY-7.11"))
    return terms


def perdre_son_souffle(scene: Scene, oracle: Oracle, who: str, apnee: Apnee) -> Scene:
    """One more turn without breath."""
    p = scene[who]
    terms = perte_de_souffle(p.souffle, apnee)
    scene = scene.put(replace(p, souffle=min(TOURS_SANS_SOUFFLE, p.souffle + 1)))
    return perdre_de_la_fatigue(scene, oracle, who, total(terms), terms, terms[0][2], subie=True)


def tour_sans_souffle(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """At the end of a turn of a fight: one more without breath, or the count begins anew. Holds choke by themselves."""
    p = scene[who]
    if any(c.sur == who and c.sorte == "étouffement" for c in en_cours(scene).clefs):
        return scene
    if p.apnee is None:
        return scene.put(replace(p, souffle=0))
    return scene if p.coma or p.vie != "actif" else perdre_son_souffle(scene, oracle, who, p.apnee)


@rule("YY-7.9", "YY-7.10", "YY-7.11")
class RetenirSonSouffle(Action, frozen=True, tag="retenir_son_souffle"):
    """No breath, held or cut off: for some turns at once; in a fight from this turn on, until it is drawn again."""

    tours: int = 1
    intense: bool = False
    mod: int = 0  # YY-7.11: on the loss of each turn

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor)
        if absent is not None:
            return absent
        if not 1 <= self.tours <= TOURS_SANS_SOUFFLE:
            return Closed("YY-7.9", "De 1 à {} tours, pas {}", (TOURS_SANS_SOUFFLE, self.tours))
        if scene.encounter is not None and self.tours != 1:
            return Closed("YY-7.9", "En combat le souffle se compte tour après tour")
        if not -20 <= self.mod <= 20:
            return Closed("YY-7.11", "Les circonstances vont de -20 à +20, pas {}", (self.mod,))
        p = scene[self.actor]
        if scene.encounter is not None and p.apnee == Apnee(self.intense, self.mod):
            return Closed("YY-7.9", "{} est déjà sans souffle", (Someone(p.id),))
        return mort_ou_parti(p) or dans_le_coma(p)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        apnee = Apnee(self.intense, self.mod)
        regle = "YY-7.9" if self.intense else "YY-7.10"
        oracle.tell(Event("sans_souffle", self.actor, "", regle))
        scene = scene.put(replace(scene[self.actor], apnee=apnee))
        if scene.encounter is not None:
            return scene
        for _ in range(self.tours):
            scene = ecouler(perdre_son_souffle(scene, oracle, self.actor, apnee), oracle, TOUR)
            if scene[self.actor].coma:
                break
        return scene


@rule("YY-7.9", "YY-7.10")
class Respirer(Action, frozen=True, tag="respirer"):
    """Draw breath again: the count of turns without it begins anew."""

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor)
        if absent is not None:
            return absent
        p = scene[self.actor]
        if p.apnee is None and not p.souffle:
            return Closed("YY-7.9", "{} respire librement", (Someone(p.id),))
        if scene.encounter is not None and any(
            c.sur == p.id and c.sorte == "étouffement" for c in scene.encounter.clefs
        ):
            return Closed("YY-11.10", "{} est étouffé : il faut d'abord s'échapper", (Someone(p.id),))
        return mort_ou_parti(p)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        oracle.tell(Event("respire", self.actor, "", "YY-7.9"))
        return scene.put(replace(scene[self.actor], souffle=0, apnee=None))
