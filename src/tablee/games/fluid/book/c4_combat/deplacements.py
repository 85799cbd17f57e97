"""Chapter 4, moving in a fight: walking, charging, breaking off."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from tablee.kernel.action import Action, Look
from tablee.kernel.event import Event
from tablee.kernel.ground import Way, square
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Term

from ...model.combat import Annonce, Combat
from ...model.effects import EFFECTS, Cas
from ...model.people import Personnage
from ...model.scene import Scene, en_cours, inconnu
from ..c3_tests.refus import refus
from ..c3_tests.tests import Epreuve, faire_un_test, reussi
from .combat import fin_de_tour
from .gardes import PAS_DE_COMBAT, PAS_JOUEE, empeche, pas_son_tour, refus_de_cible
from .places import (
    adverses,
    allure,
    approcher,
    aux_prises,
    distance,
    engage,
    incapable,
    ini,
    marche_double,
    marche_restante,
)


@rule("FLU-4.4", "FLU-4.5")
class Deplacer(Action, frozen=True, tag="deplacer"):
    """Move; up to twice as far at the price of a Désavantage on the next action."""

    x: int
    y: int
    double: bool = False

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor) or empeche(scene[self.actor])
        if absent is not None:
            return absent
        combat, p = scene.encounter, scene[self.actor]
        if combat is None:
            return PAS_DE_COMBAT
        if not a_joue(combat, p.id) and (tour := pas_son_tour(scene, p.id)) is not None:
            return tour
        if engage(combat, p.id):
            return Closed("FLU-4.28", "Au contact il faut rompre le combat pour s'éloigner")
        pas = distance(p, replace(p, x=self.x, y=self.y))
        libre = marche_double(combat, p) if self.double else marche_restante(combat, p)
        if pas > libre:
            return Closed("FLU-4.5" if self.double else "FLU-4.4", "Trop loin : {} m, {} m de marche", (pas, libre))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        combat, p = en_cours(scene), scene[self.actor]
        pas, deja = distance(p, replace(p, x=self.x, y=self.y)), combat.marche.get(p.id, 0)
        trop = deja <= allure(p) < deja + pas  # the price is paid once
        oracle.tell(Event("deplacement", p.id, "", "FLU-4.5" if trop else "FLU-4.4", (), (("pas", pas),)))
        marche = {**combat.marche, p.id: deja + pas}
        elan = {**combat.elan, p.id: combat.elan.get(p.id, 0) - 1} if trop else combat.elan
        scene = scene.put(replace(p, x=self.x, y=self.y))
        return replace(scene, encounter=replace(combat, marche=marche, elan=elan))


def cases_a_portee(scene: Scene, who: str) -> Iterator[Way]:
    """The squares a movement leads to, and those only a double one does, each with the steps to it."""
    p = scene.people.get(who)
    if p is None or scene.encounter is None:
        return
    marche = marche_restante(scene.encounter, p)
    for double, libre in ((False, marche), (True, marche_double(scene.encounter, p))):
        pas = {case: distance(p, replace(p, x=case[0], y=case[1])) for case in square((p.x, p.y), libre)}
        loin = {case: n for case, n in pas.items() if not double or n > marche}
        ouvertes = {case: n for case, n in loin.items() if Deplacer(who, *case, double).closed(scene) is None}
        yield Way(Deplacer(who, p.x, p.y, double), ouvertes)


@rule("FLU-4.4")
def a_joue(combat: Combat, who: str) -> bool:
    """Whether his turn of this round is over: what is left of his movement can still be walked."""
    return who in combat.ordre and who not in combat.file


@rule("FLU-4.16")
class Charger(Action, frozen=True, tag="charger"):
    """Straight at an adversary with the whole movement: 1 Avantage on the next action of the fight."""

    cible: Who

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor, self.cible)
        if absent is not None:
            return absent
        if not scene.options.permet("charge"):
            return replace(PAS_JOUEE, facts=("charge",))
        p, combat = scene[self.actor], scene.encounter
        if combat is None:
            return PAS_DE_COMBAT
        if combat.phase != "approche" or combat.marche.get(p.id):
            return Closed("FLU-4.16", "Une charge prend tout le déplacement du tour")
        return (
            empeche(p)
            or pas_son_tour(scene, p.id)
            or sur_place(p, scene[self.cible])
            or refus_de_cible(scene, combat, p, Annonce(p.id, cible=self.cible))
        )

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        oracle.tell(Event("charge", self.actor, self.cible, "FLU-4.16"))
        scene, combat = approcher(scene, en_cours(scene), Annonce(self.actor, cible=self.cible))
        marche = {**combat.marche, self.actor: ini(scene[self.actor])}
        elan = {**combat.elan, self.actor: combat.elan.get(self.actor, 0) + 1}
        scene = replace(scene, encounter=replace(combat, elan=elan, marche=marche))
        if incapable(scene[self.cible]):  # nobody to announce with: he strikes now
            return scene
        return fin_de_tour(scene, oracle, self.actor)


def sur_place(p: Personnage, cible: Personnage) -> Closed | None:
    return Closed("FLU-4.16", "Il faut de la place pour charger") if distance(p, cible) <= 1 else None


@rule("FLU-4.28")
class Rompre(Epreuve, frozen=True, tag="rompre"):
    """Break off: at will for the quickest of the group, by a test of AGI for the others; then perhaps walk away."""

    ou: tuple[int, int] | None = None  # where he goes with what is left of his movement

    combat = True
    aussi = "action", "rupture"
    looks = {"rompt": lambda b, a, ev: any(e.what == "rupture" for e in ev)}

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor) or empeche(scene[self.actor]) or pas_son_tour(scene, self.actor)
        if absent is not None:
            return absent
        if not scene.options.permet("rompre"):
            return replace(PAS_JOUEE, facts=("rompre le combat",))
        if scene.encounter is None or not engage(scene.encounter, self.actor):
            return Closed("FLU-4.28", "{} n'est pas au contact", (Someone(self.actor),))
        if self.caracs not in ((), ("AGI",)):
            return Closed("FLU-4.28", "On rompt le combat par un test d'Agilité")
        p = scene[self.actor]
        pas, marche = distance(p, self.la_bas(p)), marche_restante(scene.encounter, p)
        if pas > marche:
            return Closed("FLU-4.4", "Trop loin : {} m, {} m de marche", (pas, marche))
        return refus(scene, replace(self, caracs=("AGI",)))

    def la_bas(self, p: Personnage) -> Personnage:
        return p if self.ou is None else replace(p, x=self.ou[0], y=self.ou[1])

    def faire(self, scene: Scene, oracle: Oracle) -> Scene:
        """The break itself, before anybody else does anything."""
        combat, libre = en_cours(scene), plus_rapide(scene, en_cours(scene), self.actor)
        if not libre:
            e = replace(self, caracs=("AGI",))
            scene, issue = faire_un_test(scene, oracle, e)
            libre = reussi(issue.total)
            elan = {q: n for q, n in combat.elan.items() if q != self.actor or n > 0}
            combat = replace(combat, elan=elan)
        oracle.tell(Event("rupture" if libre else "rupture_manquee", self.actor, "", "FLU-4.28"))
        if libre:
            p = scene[self.actor]
            marche = {**combat.marche, p.id: combat.marche.get(p.id, 0) + distance(p, self.la_bas(p))}
            contacts = tuple([x for x in combat.contacts if p.id not in x])
            combat, scene = replace(combat, contacts=contacts, marche=marche), scene.put(self.la_bas(p))
        actions = {**combat.actions, self.actor: combat.actions.get(self.actor, 0) + 1}
        return replace(scene, encounter=replace(combat, actions=actions) if combat.phase == "relances" else combat)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        return fin_de_tour(self.faire(scene, oracle), oracle, self.actor)

    def seen(self, scene: Scene, look: str | Look | None = None) -> Any:
        """The odds of the break, not of what the others do next."""
        see = self.looks[look or "rompt"] if look is None or isinstance(look, str) else look
        return lambda oracle: see(scene, self.faire(scene, oracle), oracle.events)


@rule("FLU-4.28")
def plus_rapide(scene: Scene, combat: Combat, who: str) -> bool:
    """Whether nobody in contact is as quick."""
    return all(ini(scene[who]) > ini(scene[c]) for c in aux_prises(combat, who))


@EFFECTS.on("rupture")
@rule("FLU-4.24")
def rupture_apres_l_echange(c: Cas) -> Term | None:
    """Breaking off once the exchange is over is one more action."""
    if c.combat is None or c.combat.phase != "relances":
        return None
    return ("Action supplémentaire", -c.combat.actions.get(c.p.id, 0), "FLU-4.24")


ACTIONS = (Deplacer, Charger, Rompre)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """To charge each adversary, to come nearer or draw away, to break off."""
    autres = adverses(scene, p)
    for q in autres:
        yield Charger(p.id, q.id)
    yield from pas_a_pas(scene, p, autres)
    yield Rompre(p.id)


def pas_a_pas(scene: Scene, p: Personnage, autres: list[Personnage]) -> Iterator[Deplacer]:
    """Towards the nearest adversary, and away from him, as far as what is left of the movement goes."""
    if scene.encounter is None or not autres:
        return
    proche = min(autres, key=lambda q: distance(p, q))
    marche = marche_restante(scene.encounter, p)
    avance = min(marche, distance(p, proche) - 1)
    if avance > 0:
        yield Deplacer(p.id, p.x + vers(proche.x - p.x, avance), p.y + vers(proche.y - p.y, avance))
    if marche > 0:
        dx, dy = (p.x >= proche.x) - (p.x < proche.x), (p.y > proche.y) - (p.y < proche.y)
        yield Deplacer(p.id, p.x + dx * marche, p.y + dy * marche)


def vers(chemin: int, pas: int) -> int:
    """As many steps along one axis, not beyond."""
    return max(-pas, min(pas, chemin))
