"""Chapter 4, recovery: nights, breaks, medicine, emergencies, and time that goes by.

A night's rest ends with the next dawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, TypeVar

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.moments import Moment
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Term

from ...model.effects import EFFECTS, Cas
from ...model.people import JOUR, ROUND, Personnage, hors_d_etat
from ...model.scene import Scene, inconnu
from ...model.tables import RANGS, TABLES, duree, rang
from ..c3_tests.refus import refus
from ..c3_tests.tests import fact, faire_un_test, rang_vu, reussi, reussite_vue
from .combat import ecouler, reprendre_son_souffle
from .gardes import empeche, pas_son_tour
from .gestes import Geste
from .guerison import PERDUS, Parts, dire_les_points, infirmites, nouveaux_jours, rendre, repartir
from .places import distance, engage

COURTES = {1: 4, 2: 5}  # FLU-4.59: RES of a break and the step of the Table de temps it takes (15 minutes, 1 hour)
ALITES = ("coma", "inconscient")


# ---------------------------------------------------------------- time


a_leur_terme: Moment[[int]] = Moment("a_leur_terme")  # what would end before that second may still be kept up


@rule("FLU-2.15", "FLU-4.51", "FLU-4.52", "FLU-4.58")
def laisser_passer(scene: Scene, oracle: Oracle, secondes: int, reposes: tuple[str, ...] = ()) -> Scene:
    """Time goes by, round by round while somebody bleeds; each dawn that comes gives its day back.

    `reposes`: those who sleep at night; a coma is rest too, a faint of some hours is not.
    """
    debut, fin = scene.clock, scene.clock + secondes
    while scene.clock + ROUND <= fin and any(p.hemorragie and p.etat != "mort" for p in scene.people.values()):
        avant, scene = scene, ecouler(scene, oracle, ROUND)
        dire_ce_qui_cesse(oracle, avant, scene)
    aube = scene.clock - scene.clock % JOUR + JOUR
    alites = tuple(p.id for p in scene.people.values() if p.etat == "coma" and (p.reveil or aube) >= aube)
    scene = a_leur_terme(scene, oracle, fin)
    avant, reste = scene, fin - scene.clock
    scene = user_les_genes(scene, reste // ROUND).avancer(reste)
    dire_ce_qui_cesse(oracle, avant, scene)
    jours = fin // JOUR - debut // JOUR
    return nouveaux_jours(scene, oracle, jours, (*reposes, *alites)) if jours else scene


@rule("FLU-4.58")
def passer_le_temps(scene: Scene, oracle: Oracle, secondes: int) -> Scene:
    """Time spent on something: whole days have nights to sleep in, for everybody."""
    return laisser_passer(scene, oracle, secondes, tuple(scene.people) if secondes >= JOUR else ())


def user_les_genes(scene: Scene, rounds: int) -> Scene:
    """What hampers for some rounds wears off; Traits lent for a round come back."""
    changes = []
    for p in scene.people.values():
        if rounds and (p.conditions or p.cedes):
            restent = tuple([reste for c in p.conditions if (reste := c.apres(rounds)) is not None])
            changes.append(replace(p, conditions=restent, cedes=()))
    return scene.put(*changes) if changes else scene


def dire_ce_qui_cesse(oracle: Oracle, avant: Scene, apres: Scene) -> None:
    """Who wakes, which passing Traits and which spells are over."""
    for p in avant.people.values():
        q = apres[p.id]
        if p.etat in ALITES and q.etat == "actif":
            oracle.tell(Event("reveil", p.id, "", "FLU-4.52"))
        for t in p.traits:
            if t.fin is not None and t not in q.traits:
                oracle.tell(Event("trait_passe", p.id, "", "FLU-2.15", (), (("trait", t.nom),)))
    for s in avant.sorts:
        if s not in apres.sorts:
            oracle.tell(Event("sort_passe", s.mage, "", "FLU-5.10", (), (("sort", s.sort.nom),)))


# ---------------------------------------------------------------- guards


def occupes(scene: Scene, qui: tuple[str, ...]) -> Closed | None:
    """Neither a fight nor a chase leaves time for this."""
    if scene.encounter is not None:
        return Closed("FLU-4.1", "Un combat est engagé")
    p = scene.poursuite
    if p is not None and (p.fuyard in qui or p.poursuivant in qui):
        return Closed("FLU-4.67", "Une poursuite est en cours")
    return None


def perdus(scene: Scene, qui: tuple[str, ...]) -> Closed | None:
    """The dead and the eliminated neither rest nor heal."""
    return next((hors_d_etat(scene[q]) for q in qui if scene[q].etat in PERDUS), None)


def doublon(actor: str, avec: tuple[str, ...]) -> Closed | None:
    if len({actor, *avec}) <= len(avec):
        return Closed("FLU-4.58", "Chacun n'est nommé qu'une fois")
    return None


def loin_du_patient(scene: Scene, p: Personnage, patient: Personnage) -> Closed | None:
    """In a fight one tends somebody within a step, and not with an adversary upon oneself."""
    if scene.encounter is None:
        return None
    if engage(scene.encounter, p.id) or scene.encounter.phase != "approche":
        return Closed("FLU-4.61", "Au contact de l'ennemi on ne soigne personne")
    if distance(p, patient) > 1:
        return Closed("FLU-4.61", "{} est trop loin pour des soins : {} m", (Someone(patient.id), distance(p, patient)))
    return None


# ---------------------------------------------------------------- rest


@rule("FLU-4.57", "FLU-4.58", "FLU-4.70")
class Dormir(Action, frozen=True, tag="dormir"):
    """A night's rest, until the next dawn, for oneself and those who sleep too; the others keep watch."""

    asks: ClassVar[bool] = True
    rank = 1  # after what is done at once

    avec: tuple[Who, ...] = ()

    def closed(self, scene: Scene) -> Closed | None:
        qui = (self.actor, *self.avec)
        absent = inconnu(scene, *qui)
        if absent is not None:
            return absent
        return (
            hors_d_etat(scene[self.actor])
            or doublon(self.actor, self.avec)
            or perdus(scene, self.avec)
            or occupes(scene, qui)
        )

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        qui = (self.actor, *self.avec)
        oracle.tell(Event("nuit", self.actor, "", "FLU-4.58", (), (("dormeurs", qui),)))
        return laisser_passer(scene, oracle, JOUR - scene.clock % JOUR, qui)


@rule("FLU-4.59")
class Souffler(Action, frozen=True, tag="souffler"):
    """A short break: 1 RES in a quarter of an hour or 2 in an hour, CON points of RES a day at most."""

    asks: ClassVar[bool] = True
    rank = 1  # after what is done at once

    gain: int = 1
    avec: tuple[Who, ...] = ()

    def closed(self, scene: Scene) -> Closed | None:
        qui = (self.actor, *self.avec)
        absent = inconnu(scene, *qui)
        if absent is not None:
            return absent
        if self.gain not in COURTES:
            return Closed("FLU-4.59", "Une courte pause rend 1 ou 2 points de RES")
        return (
            hors_d_etat(scene[self.actor])
            or doublon(self.actor, self.avec)
            or perdus(scene, self.avec)
            or occupes(scene, qui)
            or rien_a_reprendre(scene[self.actor])
        )

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        cran = COURTES[self.gain]
        oracle.tell(Event("courte_pause", self.actor, "", "FLU-4.59", (), (("duree", duree(cran).duree),)))
        for who in (self.actor, *self.avec):
            p = scene[who]
            repris = reprendre_son_souffle(p, self.gain)
            rendus = p.res_perdue - repris.res_perdue
            if rendus:
                terms = (("Courte pause", rendus, "FLU-4.59"),)
                oracle.tell(Event("souffle", who, "", "FLU-4.59", terms, (("points", rendus),)))
                scene = scene.put(repris)
        return laisser_passer(scene, oracle, duree(cran).secondes)


@rule("FLU-4.59")
def rien_a_reprendre(p: Personnage) -> Closed | None:
    if p.pauses >= p.fiche.CON:
        return Closed(
            "FLU-4.59",
            "{} a déjà repris son souffle aujourd'hui. RES rendue : {}, {} au plus",
            (Someone(p.id), p.pauses, p.fiche.CON),
        )
    return None if p.res_perdue else Closed("FLU-4.59", "{} a toute sa RES", (Someone(p.id),))


@rule("FLU-3.25")
class PasserTemps(Action, frozen=True, tag="passer_temps"):
    """Time goes by: so many times a step of the Table de temps. Whole days have nights to sleep in."""

    asks: ClassVar[bool] = True
    rank = 1  # after what is done at once

    cran: int
    fois: int = 1

    def key(self) -> str:
        return f"passer_temps.{self.cran}" if 1 <= self.cran <= len(TABLES.temps) else "passer_temps"

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor)
        if absent is not None:
            return absent
        if not 1 <= self.cran <= len(TABLES.temps):
            return Closed("FLU-3.25", "La Table de temps va du cran 1 au cran 12")
        if not 1 <= self.fois <= 100:
            return Closed("FLU-3.25", "De 1 à 100 fois la durée")
        return occupes(scene, tuple(scene.people))

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        pas = duree(self.cran)
        oracle.tell(Event("temps", self.actor, "", "FLU-3.25", (), (("duree", pas.duree), ("fois", self.fois))))
        return passer_le_temps(scene, oracle, self.fois * pas.secondes)


def _issue(before: Scene, after: Scene, events: list[Event]) -> str:
    """What the survival test left, for the one whose button this is."""
    return next((str(e["issue"]) for e in events if e.what == "survie" and e.who == events[0].who), "actif")


@rule("FLU-4.51")
class Survivre(Action, frozen=True, tag="survivre"):
    """Bleeding outside a fight: a round goes by, and its survival test is made."""

    rank = 1  # after what is done at once

    looks = {"survit": lambda b, a, ev: _issue(b, a, ev) != "mort", "issue": _issue}

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor)
        if absent is not None:
            return absent
        if scene[self.actor].etat == "mort":
            return hors_d_etat(scene[self.actor])
        if not scene[self.actor].hemorragie:
            return Closed("FLU-4.51", "{} ne saigne pas", (Someone(self.actor),))
        return occupes(scene, ())

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        n = scene[self.actor].hemorragie
        oracle.tell(Event("saigne", self.actor, "", "FLU-4.51", (), (("n", n),)))
        return laisser_passer(scene, oracle, ROUND)


# ---------------------------------------------------------------- medicine

S = TypeVar("S", bound="Medecine")


class Medecine(Geste, frozen=True):
    """A test of medicine on somebody."""

    rank = 1  # after what is done at once

    patient: Who = ""

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor, self.patient)
        if absent is not None:
            return absent
        p, patient = scene[self.actor], scene[self.patient]
        return (
            empeche(p)
            or pas_son_tour(scene, self.actor)
            or perdus(scene, (self.patient,))
            or hors_medecine(self)
            or loin_du_patient(scene, p, patient)
            or self.inutile(patient)
            or refus(scene, en_medecin(p, self))
        )

    def inutile(self, patient: Personnage) -> Closed | None:
        """Why there is nothing to be done for this patient."""
        return None


@rule("FLU-4.60")
def en_medecin(p: Personnage, m: S) -> S:
    """What a test of medicine leaves unsaid: INT, and the Trait Médecine if he has it."""
    traits, ailleurs = m.traits, (*p.cedes, *m.contre)
    if not traits and not m.eloignes and "Médecine" in p.fiche.par_nom and "Médecine" not in ailleurs:
        traits = ("Médecine",)
    return replace(m, caracs=m.caracs or ("INT",), traits=traits)


@rule("FLU-4.60")
def hors_medecine(m: Medecine) -> Closed | None:
    """INT or CONN, as the MJ says."""
    if any(c not in ("INT", "CONN") for c in m.caracs):
        return Closed("FLU-4.60", "La médecine se teste sous l'Intelligence ou les Connaissances")
    return None


@rule("FLU-4.60")
def a_soigner(patient: Personnage) -> Parts:
    """What care can do something about: his wounds, and what lames him."""
    return (*((t.nom, t.guerissable) for t in patient.blessures() if t.guerissable), *infirmites(patient))


@rule("FLU-4.60")
def points_de_soin(total: int) -> int:
    """Points of wounds healed, by the rank of the test."""
    return RANGS[rang(total)].soin


@rule("FLU-4.60", "FLU-4.61")
class Soigner(Medecine, frozen=True, tag="soigner"):
    """Care for somebody's wounds; once a day for each patient."""

    looks = {
        "reussite": reussite_vue,
        "points": lambda b, a, ev: points_de_soin(fact("total")(b, a, ev)),
        "rang": rang_vu,
    }

    def inutile(self, patient: Personnage) -> Closed | None:
        if not a_soigner(patient):
            return Closed("FLU-4.60", "{} n'a aucune blessure", (Someone(patient.id),))
        if patient.soigne:
            return Closed("FLU-4.61", "{} a déjà eu ses soins aujourd'hui", (Someone(patient.id),))
        return None

    def faire(self, scene: Scene, oracle: Oracle) -> Scene:
        scene, issue = faire_un_test(scene, oracle, en_medecin(scene[self.actor], self))
        patient = replace(scene[self.patient], soigne=True)
        points = points_de_soin(issue.total)
        if not points:
            oracle.tell(Event("soin_rate", self.actor, self.patient, "FLU-4.60"))
            return scene.put(patient)
        parts = repartir(oracle, self.actor, a_soigner(patient), points, "FLU-4.60")
        dire_les_points(oracle, "soin", self.actor, self.patient, parts, "FLU-4.60")
        return scene.put(rendre(patient, parts))


@rule("FLU-4.54", "FLU-4.61")
class Secourir(Medecine, frozen=True, tag="secourir"):
    """Stop a bleeding, or bring somebody round; it is not counted as the day's care."""

    aussi = "action", "secours"
    looks = {"reussite": reussite_vue, "rang": rang_vu}

    def inutile(self, patient: Personnage) -> Closed | None:
        if patient.hemorragie or patient.etat == "inconscient":
            return None
        if patient.etat == "coma":
            return Closed("FLU-4.52", "{} est dans le coma : la médecine ne l'abrège pas", (Someone(patient.id),))
        return Closed("FLU-4.54", "{} ne saigne pas et n'a pas perdu connaissance", (Someone(patient.id),))

    def faire(self, scene: Scene, oracle: Oracle) -> Scene:
        scene, issue = faire_un_test(scene, oracle, en_medecin(scene[self.actor], self))
        p = scene[self.patient]
        if not reussi(issue.total):
            oracle.tell(Event("secours_rate", self.actor, p.id, "FLU-4.54"))
            return scene
        if p.hemorragie:
            oracle.tell(Event("sang_arrete", self.actor, p.id, "FLU-4.54"))
            return scene.put(replace(p, hemorragie=0))
        oracle.tell(Event("ranime", self.actor, p.id, "FLU-4.54"))
        return scene.put(replace(p, etat="actif", reveil=None, survie=0))


@EFFECTS.on("secours")
@rule("FLU-4.54")
def gravite(c: Cas) -> Term | None:
    """The Désavantages of the wound weigh on first aid; while it bleeds, those of the last survival test."""
    if not isinstance(c.e, Secourir):
        return None
    p = c.scene[c.e.patient]
    n = p.hemorragie - 1 if p.hemorragie else p.survie
    return ("Gravité de la blessure", -n, "FLU-4.54") if n else None


AU_BOUTON = (4, 5, 7, 9)  # a quarter of an hour, an hour, a day, a week; any other step can be said
ACTIONS: tuple[type[Action], ...] = (Dormir, Souffler, PasserTemps, Survivre, Soigner, Secourir)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """Whoever needs it is tended; in peace one rests, and time goes by."""
    for q in scene.people.values():
        if q.hemorragie or q.etat in ALITES:
            yield Secourir(p.id, patient=q.id)
    if scene.encounter is not None:
        return
    for q in scene.people.values():
        if a_soigner(q) and q.etat not in PERDUS:
            yield Soigner(p.id, patient=q.id)
    if p.hemorragie:
        yield Survivre(p.id)
    yield from (Souffler(p.id, gain) for gain in COURTES)
    allies = (q for q in scene.people.values() if q.side == p.side and q.id != p.id and q.etat not in PERDUS)
    yield Dormir(p.id, tuple(q.id for q in allies))
    yield from (PasserTemps(p.id, cran) for cran in AU_BOUTON)
