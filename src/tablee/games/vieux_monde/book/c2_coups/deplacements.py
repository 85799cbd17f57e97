"""Chapter 2, moving in a fight: walking, climbing, charging, running, getting up."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.faults import knowing
from tablee.kernel.ground import Way, square
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Terms, total

from ...model.boutons import Bouton
from ...model.people import Personnage, distance, hors_d_etat
from ...model.scene import Scene, inconnu
from ...model.tables import DIFFICULTES, Difficulte
from ..c1_tests.tests import hors_bornes, nom_de, tester
from ..c2_combat.combat import (
    PAS_DE_COMBAT,
    action_prise,
    en_cours,
    engages_avec,
    gagner,
    marche_restante,
    marcheur,
    mouvement,
    pas_d_action,
    pas_son_tour,
)
from ..c2_combat.places import (
    Case,
    a_l_oppose,
    avancer,
    competence_de_marche,
    en_deroute,
    equipage,
    marcher,
    ne_marche_pas,
    pas_jusqu_a,
    place_prise,
    places_libres,
    poser,
    retenu,
    tenu_par,
    trop_loin,
    vole,
)
from ..c6_creatures.psychologie import n_ose_pas
from ..c6_etats import cloue, ineffacable, pas_d_attaque, perdre_etat
from .attaque import Attaquer, hors_de_portee
from .coup import Coup

OBSTACLES = ("escalade", "athletisme", "acrobaties", "nage")  # what a complicated move may take

# ---------------------------------------------------------------- walking


@rule("VM-2.6", "VM-2.7", "VM-2.50")
class Deplacer(Action, frozen=True, tag="deplacer"):
    """Go to a square, within what is left of the Mouvement; over an obstacle it takes the Action and a Test."""

    rank = Bouton.PAS

    x: int
    y: int
    obstacle: str = ""
    difficulte: Difficulte = "intermediaire"

    def key(self) -> str:
        return "deplacer.obstacle" if self.obstacle else "deplacer"

    def closed(self, scene: Scene) -> Closed | None:
        empeche = ne_marche_pas(scene, self.actor) or retenu(scene, scene[self.actor])
        if empeche is not None:
            return empeche
        p = scene[self.actor]
        return (
            trop_loin(scene, p, (self.x, self.y))
            or place_prise(scene, p, (self.x, self.y))
            or en_deroute(scene, p, (self.x, self.y))
            or n_ose_pas(scene, p, self.x, self.y)
            or refus_d_obstacle(scene, p, self.obstacle, self.difficulte)
        )

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p, case = scene[self.actor], (self.x, self.y)
        scene = marcher(scene, pas_jusqu_a(p, case))
        if self.obstacle and not vole(scene, p):
            scene, jet = tester(scene, oracle, p.id, competence_de_marche(p, self.obstacle), self.difficulte)
            scene = action_prise(scene)
            if not jet.reussi:
                oracle.tell(Event("obstacle_manque", p.id, "", "VM-2.7"))
                return scene
        return avancer(scene, oracle, p.id, case)

    looks = {"arrive": lambda b, a, ev: any(e.what in ("deplacement", "vol") for e in ev)}

    def views(self) -> tuple[str, ...]:
        return ("arrive",) if self.obstacle else ()


@rule("VM-2.7", "VM-2.39", "VM-6.10")
def refus_d_obstacle(scene: Scene, p: Personnage, obstacle: str, difficulte: str) -> Closed | None:
    """What is in the way is overcome by a Test of a fitting Compétence, which takes the Action; or flown over."""
    if not obstacle:
        return None
    if obstacle not in OBSTACLES:
        return knowing(Closed("VM-2.7", "On ne franchit rien avec « {} »", (obstacle,)), obstacle, OBSTACLES)
    if difficulte not in DIFFICULTES:
        return Closed("VM-1.9", "« {} » n'est pas une Difficulté", (difficulte,))
    if vole(scene, p):
        return None
    competence = competence_de_marche(p, obstacle)
    if p.fiche.valeurs[competence] is None:
        return Closed("VM-1.2", "{} ne connaît pas {}", (Someone(p.id), nom_de(competence)))
    return pas_d_action(scene, p.id)


# ---------------------------------------------------------------- charging


@rule("VM-2.8", "VM-2.17")
class Charger(Attaquer, frozen=True, tag="charger"):
    """Straight at an adversary with all the Mouvement that is left: +1 Avantage, then the blow."""

    rank = Bouton.PAS

    def key(self) -> str:
        return "charger"

    def closed(self, scene: Scene) -> Closed | None:
        if scene.encounter is None:
            return PAS_DE_COMBAT
        empeche = pas_d_action(scene, self.actor) or ne_marche_pas(scene, self.actor)
        if empeche is not None:
            return empeche
        p = scene[self.actor]
        if engages := tuple(Someone(q) for who in equipage(scene, p) for q in engages_avec(scene, who)):
            return Closed("VM-2.8", "{} est déjà Engagé avec {} : on ne Charge plus", (Someone(p.id), engages))
        ferme = pas_d_attaque(p) or pas_debout(p) or inconnu(scene, self.cible) or self.hors_d_atteinte(scene)
        return ferme or hors_bornes(self.mod)

    def hors_d_atteinte(self, scene: Scene) -> Closed | None:
        """The target: an adversary that what is left of the Mouvement reaches."""
        p, q = scene[self.actor], scene[self.cible]
        if q.side == p.side:
            return Closed("VM-2.8", "{} n'est pas un adversaire", (Someone(q.id),))
        case, reste = arrivee(scene, p, q), marche_restante(scene, p)
        if not reste:
            return Closed("VM-2.8", "{} n'a plus de Mouvement pour Charger", (Someone(p.id),))
        if case is None:
            facts = (Someone(q.id), distance(p, q), reste)
            return Closed("VM-2.8", "{} est hors de portée d'une Charge : {} cases, {} de Mouvement", facts)
        return n_ose_pas(scene, p, *case) or hors_de_portee(poser(scene, p, case), p.id, q.id, self.arme)

    def coup(self, scene: Scene) -> Coup:
        return replace(super().coup(scene), charge=True)

    def elan(self, scene: Scene, oracle: Oracle) -> Scene:
        """He runs up to his target, and the Avantage counts before the blow."""
        p, q, combat = scene[self.actor], scene[self.cible], en_cours(scene)
        oracle.tell(Event("charge", p.id, q.id, "VM-2.8", (), (("pas", distance(p, q)),)))
        combat = replace(combat, marche=combat.marche + marche_restante(scene, p), charge=q.id)
        scene = poser(replace(scene, encounter=combat), p, arrivee(scene, p, q) or (p.x, p.y))
        return gagner(scene, oracle, p.id, "Charger", "VM-2.17")


def pas_debout(p: Personnage) -> Closed | None:
    return (
        Closed("VM-6.6", "{} est À Terre : il faut d'abord se relever", (Someone(p.id),))
        if p.niveau("a_terre")
        else None
    )


@rule("VM-2.8")
def arrivee(scene: Scene, p: Personnage, q: Personnage) -> Case | None:
    """Where a Charge ends: where he stands if he is beside his target, else the nearest free square beside it."""
    if distance(p, q) <= 1:
        return p.x, p.y
    libres = places_libres(scene, (q.x, q.y), equipage(scene, p))
    a_portee = [c for c in libres if pas_jusqu_a(p, c) <= marche_restante(scene, p)]
    return min(a_portee, key=lambda c: (pas_jusqu_a(p, c), (c[0] - p.x) ** 2 + (c[1] - p.y) ** 2), default=None)


# ---------------------------------------------------------------- running, getting up


@rule("VM-2.9", "VM-2.39")
class Courir(Action, frozen=True, tag="courir"):
    """The Action goes into running: more squares to walk in this tour."""

    rank = Bouton.PAS

    def closed(self, scene: Scene) -> Closed | None:
        if scene.encounter is None:
            return PAS_DE_COMBAT
        empeche = pas_d_action(scene, self.actor) or ne_marche_pas(scene, self.actor)
        return empeche or pas_debout(scene[self.actor]) or retenu(scene, scene[self.actor])

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        competence = competence_de_marche(scene[self.actor], "athletisme")
        scene, jet = tester(scene, oracle, self.actor, competence, "accessible")
        terms = foulees(scene, scene[self.actor], jet.dr, jet.reussi)
        n = max(0, total(terms))
        oracle.tell(Event("course", self.actor, "", "VM-2.9", terms, (("cases", n), ("reussi", jet.reussi))))
        combat = en_cours(scene)
        return action_prise(replace(scene, encounter=replace(combat, reserve=combat.reserve + n)))

    looks = {
        "reussit": lambda b, a, ev: any(e["reussi"] for e in ev if e.what == "course"),
        "cases": lambda b, a, ev: a.encounter.reserve - b.encounter.reserve,
    }


@rule("VM-2.9", "VM-6.3")
def foulees(scene: Scene, p: Personnage, dr: int, reussi: bool) -> Terms:
    """The squares a run adds: the Mouvement de Course and half the DR, or half of it."""
    course = mouvement_de_course(scene, p)
    if reussi:
        return (("Mouvement de Course", course, "VM-2.9"), ("Moitié du DR", dr // 2, "VM-2.9"))
    return (("Moitié du Mouvement de Course", course // 2, "VM-2.9"),)


@rule("VM-2.9", "VM-6.3")
def mouvement_de_course(scene: Scene, p: Personnage) -> int:
    """Twice the Mouvement (of ours), unless whoever runs has one of his own; what weighs on his legs weighs twice."""
    q, pas = marcheur(scene, p), total(mouvement(scene, p))
    propre = 2 * pas if q.fiche.course is None else q.fiche.course + 2 * (pas - q.fiche.mouvement)
    return max(0, propre)


@rule("VM-6.6", "VM-5.3")
class SeRelever(Action, frozen=True, tag="se_relever"):
    """Get up: it takes the whole Mouvement of the tour, and cannot be done at 0 PB."""

    rank = Bouton.PAS

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor)
        if absent is not None:
            return absent
        p = scene[self.actor]
        empeche = hors_d_etat(p) or pas_son_tour(scene, p.id)
        if empeche is not None:
            return empeche
        if not p.niveau("a_terre"):
            return Closed("VM-6.6", "{} est debout", (Someone(p.id),))
        if scene.encounter is not None and scene.encounter.marche:
            return Closed("VM-6.6", "Se relever prend tout le Mouvement du tour, déjà entamé")
        return cloue(p) or ineffacable(p, "a_terre")

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        oracle.tell(Event("se_releve", self.actor, "", "VM-6.6"))
        scene = perdre_etat(scene, oracle, self.actor, "a_terre")
        return marcher(scene, max(0, total(mouvement(scene, scene[self.actor]))))


# ---------------------------------------------------------------- buttons


def cases_a_portee(scene: Scene, who: str) -> Iterator[Way]:
    """The squares a walk leads to in a fight, each with the steps to it."""
    p = scene.people.get(who)
    if p is None or scene.encounter is None or ne_marche_pas(scene, who) is not None or retenu(scene, p) is not None:
        return
    autour = square((p.x, p.y), marche_restante(scene, p))
    yield Way(
        Deplacer(who, p.x, p.y),
        {case: pas_jusqu_a(p, case) for case in autour if Deplacer(who, *case).closed(scene) is None},
    )


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """Get up; at each adversary; towards the nearest, away from him; run."""
    if p.etats and p.niveau("a_terre"):
        yield SeRelever(p.id)
    if scene.encounter is None:
        return
    adverses = [q for q in scene.people.values() if q.side and q.side != p.side and q.conscient]
    for q in adverses:
        yield Charger(p.id, q.id)
    marche = marche_restante(scene, p)
    if adverses and marche and not tenu_par(scene, p):
        proche = min(adverses, key=lambda q: distance(p, q))
        avance = min(marche, distance(p, proche) - 1)
        if avance > 0:
            yield Deplacer(p.id, p.x + vers(proche.x - p.x, avance), p.y + vers(proche.y - p.y, avance))
        yield Deplacer(p.id, *a_l_oppose(p, proche, marche))
    yield Courir(p.id)


def vers(chemin: int, pas: int) -> int:
    """As many squares along one axis, not beyond."""
    return max(-pas, min(pas, chemin))


ACTIONS = (Deplacer, Charger, Courir, SeRelever)
