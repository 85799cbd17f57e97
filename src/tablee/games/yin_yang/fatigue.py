"""Chapter 7: fatigue, what actions cost, rest."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.tally import Terms, total

from .state import Personnage, inconnu
from .tables import TOUR
from .tests import tester
from .tours import ecouler, en_cours

if TYPE_CHECKING:
    from .scene import Scene

ND_DE_REPOS = 8

# ---------------------------------------------------------------- what it costs


@rule("YY-7.4", "YY-7.5", "YY-10.8")
def cout_de_l_action(p: Personnage, propre: int) -> Terms:
    """The fatigue of an action: its own cost, at least 1, and what load and wounds add."""
    terms: Terms = (("Coût de l'action", max(1, propre), "YY-7.4"),)
    charge = p.encombrement
    if charge:
        terms = (*terms, ("Encombrement", charge, "YY-7.5"))
    if p.blessures and p.blessure:
        terms = (*terms, ("Pire blessure", p.blessure, "YY-7.5"))
    return terms


def fatiguer(scene: Scene, oracle: Oracle, who: str, propre: int) -> Scene:
    """An action of the fight is paid in fatigue."""
    p = scene.personnages[who]
    terms = cout_de_l_action(p, propre)
    return perdre_de_la_fatigue(scene, oracle, who, total(terms), terms, "YY-7.4")


@rule("YY-7.2", "YY-7.3")
def perdre_de_la_fatigue(
    scene: Scene, oracle: Oracle, who: str, points: int, terms: Terms = (), regle: str = "YY-7.1", subie: bool = False
) -> Scene:
    """Fatigue points lost: unconscious in the last box, in a coma beyond it. `subie`: from outside."""
    if points <= 0:
        return scene
    p = scene.personnages[who]
    avant = p.conscient
    apres = replace(
        p, fatigue=p.fatigue + points, coma=p.coma or (subie and p.fatigue + points > 10 * max(1, p.f.endurance))
    )
    oracle.tell(Event("fatigue", who, "", regle, terms, (("points", points),)))
    if apres.coma and not p.coma:
        oracle.tell(Event("coma", who, "", "YY-7.3"))
    elif avant and not apres.conscient:
        oracle.tell(Event("evanoui", who, "", "YY-7.2"))
    return scene.put(apres)


# ---------------------------------------------------------------- getting it back


@rule("YY-7.6", "YY-7.7")
def souffler_en_combat(scene: Scene, oracle: Oracle) -> Scene:
    """At the end of a turn: those who did not act may get 1 point back; those who did begin again at nothing."""
    declarations = en_cours(scene).declarations
    for who, p in scene.personnages.items():
        if not p.fatigue and not p.repos:
            continue
        a = declarations.get(who)
        if a is None or not a.repos or not p.conscient:
            if p.repos:
                scene = scene.put(replace(scene[who], repos=0))
            continue
        scene = scene.put(replace(scene[who], repos=p.repos + 1))
        if p.fatigue:
            scene = reprendre_son_souffle(scene, oracle, who)
    return scene


@rule("YY-7.6", "YY-7.7")
def reprendre_son_souffle(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """A test of Terre/Constitution against 8 and the penalties of fatigue and wounds, +1 for each further idle turn."""
    p = scene[who]
    nd = ND_DE_REPOS + p.lassitude + p.blessure
    suite = min(p.repos - 1, p.rang("constitution"))
    plus: Terms = (("Tours de repos", suite, "YY-7.7"),) if suite > 0 else ()
    scene, r = tester(scene, oracle, who, "constitution", nd, plus)
    return rendre(scene, oracle, who, 1, "YY-7.6") if r.reussi else scene


def rendre(scene: Scene, oracle: Oracle, who: str, points: int, regle: str) -> Scene:
    """Fatigue points regained, never more than were lost; in a coma nothing comes back by itself."""
    p = scene[who]
    rendus = min(points, p.fatigue)
    if rendus <= 0 or p.coma:
        return scene
    oracle.tell(Event("souffle", who, "", regle, (("Fatigue rendue", rendus, regle),), (("points", rendus),)))
    reveille = not p.conscient
    p = replace(p, fatigue=p.fatigue - rendus)
    if reveille and p.conscient:
        oracle.tell(Event("reveil", who, "", "YY-7.3"))
    return scene.put(p)


@rule("YY-7.8")
def minute_de_repos(p: Personnage) -> Terms:
    """Out of fights: Endurance less the penalty of fatigue, at least 1."""
    terms: Terms = (("Endurance", p.f.endurance, "YY-7.8"),)
    if p.lassitude:
        terms = (*terms, ("Fatigue", -p.lassitude, "YY-7.8"))
    reste = total(terms)
    return terms if reste >= 1 else (*terms, ("Au moins 1", 1 - reste, "YY-7.8"))


@rule("YY-7.8")
class SeReposer(Action, frozen=True, tag="se_reposer"):
    """Rest for some minutes, all those named together."""

    minutes: int = 10
    avec: tuple[str, ...] = ()

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor, *self.avec)
        if absent is not None:
            return absent
        if scene.combat is not None:
            return Closed("YY-7.8", "On ne se repose pas au milieu d'un combat")
        if not 1 <= self.minutes <= 24 * 60:
            return Closed("YY-7.8", "De 1 à {} minutes, pas {}", (24 * 60, self.minutes))
        return mort_ou_parti(scene[self.actor])

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        for who in dict.fromkeys((self.actor, *self.avec)):
            scene = reposer(scene, oracle, who, self.minutes)
        return ecouler(scene, oracle, 60 * self.minutes)


def reposer(scene: Scene, oracle: Oracle, who: str, minutes: int) -> Scene:
    """Minute after minute, the penalty being looked at again each time."""
    p = scene[who]
    if p.vie != "actif" or p.coma:
        return scene
    avant, eveille = p.fatigue, p.conscient
    for _ in range(minutes):
        if not p.fatigue:
            break
        p = replace(p, fatigue=max(0, p.fatigue - total(minute_de_repos(p))))
    rendus = avant - p.fatigue
    if rendus:
        terms: Terms = (("Repos", rendus, "YY-7.8"),)
        oracle.tell(Event("souffle", who, "", "YY-7.8", terms, (("points", rendus),)))
    if not eveille and p.conscient:
        oracle.tell(Event("reveil", who, "", "YY-7.3"))
    return scene.put(replace(p, repos=0, souffle=0))


def mort_ou_parti(p: Personnage) -> Closed | None:
    """Even the unconscious rest; the dead do not."""
    if p.vie == "actif":
        return None
    return Closed("YY-6.4", "{} n'est plus là", (p.nom,))


@rule("YY-7.3")
class SortirDuComa(Action, frozen=True, tag="sortir_du_coma"):
    """The MJ decides that somebody in a coma begins to recover."""

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor)
        if absent is not None:
            return absent
        if not scene[self.actor].coma:
            return Closed("YY-7.3", "{} n'est pas dans le coma", (scene.name(self.actor),))
        return mort_ou_parti(scene[self.actor])

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        oracle.tell(Event("fin_du_coma", self.actor, "", "YY-7.3"))
        return scene.put(replace(scene[self.actor], coma=False))


# ---------------------------------------------------------------- breath


@rule("YY-7.9", "YY-7.10")
def perte_de_souffle(tours: int, intense: bool) -> int:
    """What the next turn without breath costs, after so many: 1, 2, 4, 8 in intense activity, else 1, 2, 3, 4."""
    return 2**tours if intense else tours + 1


@rule("YY-7.9", "YY-7.10")
class RetenirSonSouffle(Action, frozen=True, tag="retenir_son_souffle"):
    """Some turns without breath, holding it or unable to draw any; in a fight one turn at a time."""

    tours: int = 1
    intense: bool = False
    respire: bool = False  # breath is drawn again after it

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor)
        if absent is not None:
            return absent
        if not 1 <= self.tours <= 20:
            return Closed("YY-7.9", "De 1 à 20 tours, pas {}", (self.tours,))
        return mort_ou_parti(scene[self.actor])

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        regle = "YY-7.9" if self.intense else "YY-7.10"
        for _ in range(self.tours):
            p = scene[self.actor]
            points = perte_de_souffle(p.souffle, self.intense)
            scene = scene.put(replace(p, souffle=p.souffle + 1))
            terms: Terms = (("Souffle coupé", points, regle),)
            scene = perdre_de_la_fatigue(scene, oracle, self.actor, points, terms, regle, subie=True)
            if scene.combat is None:
                scene = ecouler(scene, oracle, TOUR)
            if scene[self.actor].coma:
                break
        if self.respire:
            oracle.tell(Event("respire", self.actor, "", regle))
            scene = scene.put(replace(scene[self.actor], souffle=0))
        return scene


def candidats(scene: Scene, p: Personnage) -> Iterator[Action]:
    """Out of fights: rest, for those who are tired; wake from a coma."""
    if scene.combat is None and p.fatigue:
        yield SeReposer(p.id)
    if p.coma:
        yield SortirDuComa(p.id)


ACTIONS: tuple[type[Action], ...] = (SeReposer, SortirDuComa, RetenirSonSouffle)
