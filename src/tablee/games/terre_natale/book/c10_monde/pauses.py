"""Pauses and the day: short nights, sleep that is braved, and what a day is made of.

Répit and repos themselves are those of chapter 4.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from msgspec import Meta
from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.effects import Modifier
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Terms, total

from ...model.effects import Essai
from ...model.people import SANS_SOMMEIL, Personnage
from ...model.scene import Scene
from ..c0_tests import figures, tester
from ..c0_tests.actions import refuse
from ..c4_caracteristiques.fatigue import fatiguer
from ..c4_caracteristiques.repos import Grade, en_paix, laisser_passer, recuperer, repose
from ..c4_caracteristiques.ressources import devenir

HEURE = 3600
NUIT, SANS_REPOS, EPUISANTE = 9, 6, 4  # hours: a whole night; below these fatigue stays, and grows (TN-10.114)
VEILLE, SOMNOLENT, ENDORMI = "veille", "somnolent", "endormi"
PERCEPTION = ("net:groupe:acuite", "net:competence:vigilance")  # what drowsiness dulls
ISSUES = ("s'endort", "tient, mais peu alerte", "tient, alerte")  # by the tests that were passed
PLUS_DUR = 8  # hours beyond which staying awake gets no harder (TN-10.33)
DISCIPLINE = "discipline"
EPREUVES = (("VOL", "concentration"), ("CON", "endurance"))  # TN-10.33


JOURNEE: dict[str, int] = {"matin": 6, "apres_midi": 6, "soir": 3}  # hours (TN-10.113); the night has nine
JOUR_ENTIER = 24


# ---------------------------------------------------------------- sleep


@repose.then("TN-10.34", "TN-10.35")
def dormir(scene: Scene, oracle: Oracle, who: str, conditions: tuple[Grade, ...]) -> Scene:
    """Whoever has slept is neither drowsy nor worn out by waking any more."""
    p = scene[who]
    epreuves = {e: n for e, n in p.epreuves.items() if e not in (VEILLE, SANS_SOMMEIL)}
    effets = tuple([m for m in p.effets if m.of not in (SOMNOLENT, ENDORMI)])
    if len(epreuves) == len(p.epreuves) and len(effets) == len(p.effets):
        return scene
    return devenir(scene, oracle, replace(p, epreuves=epreuves, effets=effets))


@rule("TN-10.33")
def difficulte_de_veille(heures: int) -> Terms:
    """10 and the hours spent awake, eight at most."""
    return ("Base", 10, "TN-10.33"), ("Heures de veille", min(heures, PLUS_DUR), "TN-10.33")


@rule("TN-10.35", "TN-10.114")
def sans_sommeil(scene: Scene, oracle: Oracle, who: str, heures: int) -> Scene:
    """So many hours of the night awake; after a day and a night one is épuisé until one sleeps."""
    p = scene[who]
    veille = p.epreuves.get(VEILLE, 0) + heures
    epreuves = {**p.epreuves, VEILLE: veille}
    if sum(JOURNEE.values()) + veille >= JOUR_ENTIER:
        epreuves[SANS_SOMMEIL] = 1
    return devenir(scene, oracle, replace(p, epreuves=epreuves))


@rule("TN-10.34")
def tenir(scene: Scene, oracle: Oracle, who: str, reussites: int) -> Scene:
    """Both tests passed: alert; one: awake but dull; none: asleep."""
    p = scene[who]
    effets = tuple([m for m in p.effets if m.of != SOMNOLENT])
    if reussites == 1:
        effets += tuple([Modifier(on, -1, "Somnolent", "TN-10.34", of=SOMNOLENT) for on in PERCEPTION])
    if reussites == 0:
        effets += (Modifier("interdit", 1, "Endormi", "TN-10.34", of=ENDORMI),)
    facts = ("reussites", reussites), ("veille", ISSUES[reussites]), ("reussi", reussites > 0)
    oracle.tell(Event("veille", who, "", "TN-10.34", (), facts))
    return scene.put(replace(p, effets=effets))


@rule("TN-10.33", "TN-10.34", "TN-10.35")
class BraverLeSommeil(Action, frozen=True, tag="braver_le_sommeil"):
    """Stay awake for one to four hours of the night: a test of Concentration, one of Endurance."""

    heures: Annotated[int, Meta(ge=1, le=4)] = 4
    compagnons: tuple[Who, ...] = ()

    asks: ClassVar[bool] = True
    rank = 82
    looks = {"reussi": lambda before, after, events: any(e.what == "veille" and e["reussi"] for e in events)}

    def closed(self, scene: Scene) -> Closed | None:
        found = en_paix(scene, "TN-10.33", self.actor, *self.compagnons)
        if found is not None:
            return found
        if not 1 <= self.heures <= 4:
            return Closed("TN-10.33", "Heures de veille : de 1 à 4, pas {}", (self.heures,))
        for who in (self.actor, *self.compagnons):
            for attribut, competence in EPREUVES:
                of = attribut, competence, DISCIPLINE
                found = refuse(scene, scene[who], *of, Essai(scene[who], scene, None, *of))
                if found is not None:
                    return found
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        scene = laisser_passer(scene, oracle, self.heures * HEURE)
        for who in dict.fromkeys((self.actor, *self.compagnons)):
            heures = scene[who].epreuves.get(VEILLE, 0) + self.heures
            difficulte, reussites = total(difficulte_de_veille(heures)), 0
            for attribut, competence in EPREUVES:
                f = figures(scene, scene[who], attribut, competence, DISCIPLINE)
                scene, r = tester(scene, oracle, f, (difficulte,))
                reussites += r.reussi
            scene = tenir(scene, oracle, who, reussites)
            scene = sans_sommeil(scene, oracle, who, self.heures) if reussites else scene
        return scene


@rule("TN-10.34")
class Reveiller(Action, frozen=True, tag="reveiller"):
    """Wake somebody who could not stay awake."""

    cible: Who

    rank = 83

    def closed(self, scene: Scene) -> Closed | None:
        found = en_paix(scene, "TN-10.34", self.actor, self.cible)
        if found is not None:
            return found
        if self.cible == self.actor or not endormi(scene[self.cible]):
            return Closed("TN-10.34", "{} ne dort pas", (Someone(self.cible),))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        q = scene[self.cible]
        oracle.tell(Event("reveille", self.actor, q.id, "TN-10.34"))
        return scene.put(replace(q, effets=tuple([m for m in q.effets if m.of != ENDORMI])))


def endormi(p: Personnage) -> bool:
    return any(m.of == ENDORMI for m in p.effets)


# ---------------------------------------------------------------- short nights, parts of the day


@rule("TN-10.114")
class NuitCourte(Action, frozen=True, tag="nuit_courte"):
    """A night cut short: sleep does not count; below six hours fatigue stays, below four it grows; none wears out."""

    heures: Annotated[int, Meta(ge=0, le=8)] = 6
    lieu: Grade = "partielle"
    nourriture: Grade = "partielle"
    compagnons: tuple[Who, ...] = ()

    asks: ClassVar[bool] = True
    rank = 82

    def closed(self, scene: Scene) -> Closed | None:
        if not 0 <= self.heures < NUIT:
            return Closed("TN-10.114", "Une nuit courte a de 0 à 8 heures, pas {}", (self.heures,))
        return en_paix(scene, "TN-10.114", self.actor, *self.compagnons)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        oracle.tell(Event("nuit_courte", self.actor, "", "TN-10.114", (), (("heures", self.heures),)))
        blanche = not self.heures
        scene = laisser_passer(scene, oracle, (NUIT if blanche else self.heures) * HEURE)
        conditions: tuple[Grade, ...] = self.lieu, self.nourriture, "non"
        for who in dict.fromkeys((self.actor, *self.compagnons)):
            if blanche:
                scene = sans_sommeil(scene, oracle, who, NUIT)
            else:
                scene = recuperer(scene, oracle, who, conditions, delasse=self.heures >= SANS_REPOS)
            if self.heures < EPUISANTE:
                n = oracle.of(who).d(8, "fatigue")
                scene = fatiguer(scene, oracle, who, (("Nuit trop courte", n, "TN-10.114"),))
        return scene


@rule("TN-10.113")
class LaisserPasserLaJournee(Action, frozen=True, tag="laisser_passer_la_journee"):
    """A part of the day goes by for everybody: six hours of a morning or an afternoon, three of an evening."""

    moment: Literal["matin", "apres_midi", "soir"] = "matin"

    master = True
    rank = 95

    def closed(self, scene: Scene) -> Closed | None:
        return en_paix(scene, "TN-10.113", self.actor)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        heures = JOURNEE[self.moment]
        facts = ("moment", self.moment), ("heures", heures)
        oracle.tell(Event("moment_de_la_journee", self.actor, "", "TN-10.113", (), facts))
        return laisser_passer(scene, oracle, heures * HEURE)


ACTIONS = (BraverLeSommeil, Reveiller, NuitCourte, LaisserPasserLaJournee)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    if scene.encounter is not None or scene.rixe is not None:
        return
    yield BraverLeSommeil(p.id)
    yield NuitCourte(p.id)
    yield from (Reveiller(p.id, q.id) for q in scene.people.values() if q is not p and endormi(q))
    yield LaisserPasserLaJournee(p.id)
