"""Getting one's breath back: in a fight, in minutes of rest, in a turn of doing nothing; out of a coma."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Terms, total

from ...model.jets import UsageVide
from ...model.people import Personnage
from ...model.scene import Scene, en_cours, inconnu
from ...model.tables import HEURE, MINUTE, TOUR
from ..c5_tests.essai import sans_vide
from ..c5_tests.tests import Tente, tester
from ..c10_tours.declarer import Declaration, pas_a_lui
from ..c10_tours.temps import ecouler
from ..c10_tours.tour import fin_de_tour
from .fatigue import PAS_DE_REPOS, dans_le_coma, fatiguer, mort_ou_parti, rendre, reveiller
from .souffle import tour_sans_souffle

ND_DE_REPOS = 8


# ---------------------------------------------------------------- getting it back


@fin_de_tour.then("YY-7.6", "YY-7.7")
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
                scene = reprendre_son_souffle(scene, oracle, who, a.vide if isinstance(a, Attendre) else "")
        elif p.repos and (a is not None or not combat.hors_du_temps):
            scene = scene.put(replace(scene[who], repos=0))
        if p.apnee is not None or p.souffle:
            scene = tour_sans_souffle(scene, oracle, who)
    return scene


@rule("YY-7.6", "YY-7.7")
def reprendre_son_souffle(scene: Scene, oracle: Oracle, who: str, vide: UsageVide = "") -> Scene:
    """A test of Terre/Constitution against 8 and the penalties of fatigue and wounds, +1 for each further idle turn."""
    p = scene[who]
    nd = ND_DE_REPOS + p.lassitude + p.blessure
    suite = min(p.repos - 1, p.rang("constitution"))
    plus: Terms = (("Tours de repos", suite, "YY-7.7"),) if suite > 0 else ()
    scene, r = tester(scene, oracle, who, Tente("constitution", nd, plus, vide))
    return rendre(scene, oracle, who, 1, "YY-7.6") if r.reussi else scene


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

    asks: ClassVar[bool] = True

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


@rule("YY-7.6")
class Attendre(Declaration, frozen=True, tag="attendre"):
    """Do nothing this turn; whoever has to get up or to calm down does so."""

    vide: UsageVide = ""  # YY-5.17: on the test to get one's breath back, in a fight

    releve: ClassVar[bool] = True

    @property
    def repos(self) -> bool:
        return True

    def closed(self, scene: Scene) -> Closed | None:
        p = scene.people.get(self.actor)
        if p is not None and p.occupe:
            scene = scene.put(replace(p, occupe=""))
        return pas_a_lui(scene, self.actor) or self.vide_refuse(scene)

    def vide_refuse(self, scene: Scene) -> Closed | None:
        """Vide is for a test: in a fight, for one who is tired and does not spend the turn on something else."""
        if not self.vide:
            return None
        p = scene[self.actor]
        if scene.encounter is None or not p.fatigue or p.a_terre:
            return Closed("YY-5.17", "{} n'a pas de test à faire en attendant", (Someone(p.id),))
        return sans_vide(p, 1)

    def executer(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene[self.actor]
        jete = scene.encounter is not None and p.id in scene.encounter.projetes  # in this very turn: he lies there
        if p.occupe or (p.a_terre and not jete):
            scene = se_reprendre(scene, oracle, p)
        else:
            oracle.tell(Event("attend", p.id, "", "YY-7.6"))
        return ecouler(scene, oracle, TOUR) if scene.encounter is None else scene


@rule("YY-7.4", "YY-15.5", "YY-15.10", "YY-16.5", "YY-16.14")
def se_reprendre(scene: Scene, oracle: Oracle, p: Personnage) -> Scene:
    """A turn spent getting up, securing one's holds or calming down: it is no rest, and in a fight it costs 1."""
    oracle.tell(Event("se_reprend", p.id, "", "YY-10.6", (), (("quoi", p.occupe or "se relever"),)))
    if scene.encounter is None:
        return scene.put(replace(p, occupe=""))
    return fatiguer(scene.put(replace(p, occupe="", repos=PAS_DE_REPOS)), oracle, p.id, 1)
