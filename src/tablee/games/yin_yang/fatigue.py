"""Chapter 7: fatigue, what actions cost, rest, breath."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Terms, total

from .state import Apnee, Personnage, inconnu
from .tables import HEURE, MINUTE, TOUR
from .tests import tester
from .tours import ecouler, en_cours

if TYPE_CHECKING:
    from .scene import Scene

ND_DE_REPOS = 8
TOURS_SANS_SOUFFLE = 20  # more are not counted: nobody has that much fatigue to lose
PAS_DE_REPOS = -1  # in `repos`: the turn was spent on something, if only on getting up

# ---------------------------------------------------------------- what it costs


@rule("YY-7.4", "YY-7.5", "YY-9.1", "YY-10.8")
def cout_de_l_action(p: Personnage, propre: int, detail: Terms = (), au_moins: int = 1) -> Terms:
    """The fatigue of an action: its own cost, at least 1 in a fight, and what load and wounds add."""
    if detail:
        manque = au_moins - propre
        terms = (*detail, ("Au moins 1", manque, "YY-7.4")) if manque > 0 else detail
    else:
        terms = (("Coût de l'action", max(au_moins, propre), "YY-7.4"),)
    charge = p.encombrement
    if charge:
        terms = (*terms, ("Encombrement", charge, "YY-7.5"))
    if p.blessures and (blessure := p.blessure):
        terms = (*terms, ("Pire blessure", blessure, "YY-7.5"))
    return terms


def fatiguer(
    scene: Scene, oracle: Oracle, who: str, propre: int, detail: Terms = (), regle: str = "YY-7.4", au_moins: int = 1
) -> Scene:
    """An action is paid in fatigue. `detail`: its own cost as a sum."""
    p = scene.people[who]
    terms = cout_de_l_action(p, propre, detail, au_moins)
    return perdre_de_la_fatigue(scene, oracle, who, total(terms), terms, regle)


@rule("YY-7.2", "YY-7.3")
def perdre_de_la_fatigue(
    scene: Scene, oracle: Oracle, who: str, points: int, terms: Terms = (), regle: str = "YY-7.1", subie: bool = False
) -> Scene:
    """Fatigue points lost: unconscious in the last box, in a coma beyond it. `subie`: from outside."""
    if points <= 0:
        return scene
    p = scene.people[who]
    perdus, endurance = p.fatigue + points, max(1, p.f.endurance)
    apres = replace(p, fatigue=perdus)
    oracle.tell(Event("fatigue", who, "", regle, terms, (("points", points),)))
    if perdus <= 8 * endurance:
        return scene.put(apres)
    if subie and perdus > 10 * endurance and not p.coma:
        apres = replace(apres, coma=True)
        oracle.tell(Event("coma", who, "", "YY-7.3"))
    elif p.conscient:
        oracle.tell(Event("evanoui", who, "", "YY-7.2"))
    return scene.put(apres)


# ---------------------------------------------------------------- getting it back


@rule("YY-7.6", "YY-7.7")
def souffler_en_combat(scene: Scene, oracle: Oracle) -> Scene:
    """At the end of a turn: who did not act may get 1 point back; who did begins again at nothing; air runs out."""
    combat = en_cours(scene)
    for who, p in scene.people.items():
        a = combat.declarations.get(who)
        if a is None:
            inactif = not combat.hors_du_temps and p.vie == "actif" and not p.coma
        else:
            inactif = a.repos and p.repos != PAS_DE_REPOS and all(c.par != who for c in combat.clefs)
        if inactif:
            scene = scene.put(replace(scene[who], repos=p.repos + 1))
            if p.fatigue:
                scene = reprendre_son_souffle(scene, oracle, who)
        elif p.repos and (a is not None or not combat.hors_du_temps):
            scene = scene.put(replace(scene[who], repos=0))
        if p.apnee is not None or p.souffle:
            scene = tour_sans_souffle(scene, oracle, who)
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


@rule("YY-7.3")
def rendre(scene: Scene, oracle: Oracle, who: str, points: int, regle: str) -> Scene:
    """Fatigue points regained, never more than were lost; in a coma nothing comes back by itself."""
    p = scene[who]
    rendus = min(points, p.fatigue)
    if rendus <= 0 or p.coma:
        return scene
    oracle.tell(Event("souffle", who, "", regle, (("Fatigue rendue", rendus, regle),), (("points", rendus),)))
    return reveiller(scene, oracle, p, replace(p, fatigue=p.fatigue - rendus))


@rule("YY-7.3")
def reveiller(scene: Scene, oracle: Oracle, avant: Personnage, apres: Personnage) -> Scene:
    """Whoever has recovered enough comes round at once."""
    if apres.conscient and not avant.conscient:
        oracle.tell(Event("reveil", apres.id, "", "YY-7.3"))
    return scene.put(apres)


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
    avec: tuple[Who, ...] = ()

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor, *self.avec)
        if absent is not None:
            return absent
        if scene.encounter is not None:
            return Closed("YY-7.8", "On ne se repose pas au milieu d'un combat")
        if not 1 <= self.minutes <= 24 * 60:
            return Closed("YY-7.8", "De 1 à {} minutes, pas {}", (24 * 60, self.minutes))
        return mort_ou_parti(scene[self.actor]) or dans_le_coma(scene[self.actor])

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        for who in dict.fromkeys((self.actor, *self.avec)):
            scene = reposer(scene, oracle, who, self.minutes)
        return laisser_passer(scene, oracle, MINUTE * self.minutes)


@rule("YY-7.3", "YY-7.8")
def reposer(scene: Scene, oracle: Oracle, who: str, minutes: int) -> Scene:
    """Minute after minute, the penalty being looked at again each time; not for those in a coma."""
    avant = p = scene[who]
    if p.vie != "actif" or p.coma:
        return scene
    for _ in range(minutes):
        if not p.fatigue:
            break
        p = replace(p, fatigue=max(0, p.fatigue - total(minute_de_repos(p))))
    rendus = avant.fatigue - p.fatigue
    if rendus:
        terms: Terms = (("Repos", rendus, "YY-7.8"),)
        oracle.tell(Event("souffle", who, "", "YY-7.8", terms, (("points", rendus),)))
    return reveiller(scene, oracle, avant, replace(p, repos=0, souffle=0, apnee=None, occupe=""))


def laisser_passer(scene: Scene, oracle: Oracle, secondes: int) -> Scene:
    """Time out of fights; after an hour no wound is fresh any more (YY-16.7)."""
    scene = ecouler(scene, oracle, secondes)
    if secondes < HEURE:
        return scene
    anciennes = [replace(p, recentes={}) for p in scene.people.values() if p.recentes]
    return scene.put(*anciennes) if anciennes else scene


def mort_ou_parti(p: Personnage) -> Closed | None:
    """Even the unconscious rest; the dead do not."""
    if p.vie == "actif":
        return None
    return Closed("YY-6.4", "{} n'est plus là", (Someone(p.id),))


@rule("YY-7.3")
def dans_le_coma(p: Personnage) -> Closed | None:
    """Nothing comes back in a coma before the MJ says so."""
    return Closed("YY-7.3", "{} est dans le coma : le MJ décide quand il en sort", (Someone(p.id),)) if p.coma else None


@rule("YY-7.3")
class SortirDuComa(Action, frozen=True, tag="sortir_du_coma"):
    """The MJ decides that somebody in a coma begins to recover."""

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor)
        if absent is not None:
            return absent
        if not scene[self.actor].coma:
            return Closed("YY-7.3", "{} n'est pas dans le coma", (Someone(self.actor),))
        return mort_ou_parti(scene[self.actor])

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        oracle.tell(Event("fin_du_coma", self.actor, "", "YY-7.3"))
        p = scene[self.actor]
        return reveiller(scene, oracle, p, replace(p, coma=False))


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


def candidats(scene: Scene, p: Personnage) -> Iterator[Action]:
    """Rest for those who are tired, out of fights; breath, held or drawn again; the end of a coma."""
    if scene.encounter is None and p.fatigue:
        yield SeReposer(p.id)
    if p.coma:
        yield SortirDuComa(p.id)
    if p.apnee is not None or p.souffle:
        yield Respirer(p.id)
    else:
        yield RetenirSonSouffle(p.id, intense=scene.encounter is not None)


ACTIONS: tuple[type[Action], ...] = (SeReposer, SortirDuComa, RetenirSonSouffle, Respirer)
