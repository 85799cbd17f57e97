"""Chapter 3, moving: one's own move and Ruée, step by step, with the fog's surprises."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ground import Way
from tablee.kernel.ledger import rule
from tablee.kernel.meeting import Met
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Terms

from ...model.effects import tient
from ...model.hexes import Case, direction
from ...model.langage import passif
from ...model.people import Unite
from ...model.scene import Scene
from ..c2_systeme.figures import immobilise, mouvement
from ..c2_systeme.plateau import cases_vues, chemin, deplacer, franchit, libre, menent, trajets
from .tours import apres_rapide, noter, pas_a_elle, suite, tour_de

RUEE = 3
PROMENADE = 200  # cells, on a map where nobody is fighting
ETENDUE = 1000  # cells on each side, where there is no map


def restants(scene: Scene, u: Unite) -> int:
    """Cells left of this tour's move."""
    tour = tour_de(scene, u.id)
    return max(0, mouvement(scene, u) - tour.pas - tour.en_selle)


@rule("FD-3.29")
def cases_de_ruee(scene: Scene, u: Unite) -> int:
    """Up to three cells, less what afflictions and states take off the movement; riding, those of the mount."""
    pieds = scene.people.get(u.monture, u)
    if immobilise(scene, u):
        return 0
    maux = (e for _, e, regle in pieds.passagers() if regle in MAUX_SUBIS and e.fait == "bonus" and e.sur == "MOV")
    return max(0, RUEE + sum(e.n for e in maux if e.n < 0 and passif(e) and tient(scene, pieds, e)))


MAUX_SUBIS = ("FD-9.10", "FD-9.11")


class Marche(NamedTuple):
    """How far one comes on a way: the cells done, what they cost, and who stood unseen in it."""

    faites: tuple[Case, ...]
    prix: int
    barre: Unite | None


@rule("FD-9.21", "FD-9.15")
def marche(scene: Scene, u: Unite, way: tuple[Case, ...]) -> Marche:
    """Up to the last free cell before somebody one did not see; allies are passed, nobody stops where one stands."""
    faites, prix, arret = 0, 0, 0
    for n, case in enumerate(way, 1):
        arret += franchit(scene, u, case) or 1
        occupant = scene.occupant(case)
        if occupant is None:
            faites, prix = n, arret
        elif occupant.side != u.side or n == len(way):
            return Marche(way[:faites], prix, occupant)
    return Marche(way[:faites], prix, None)


@rule("FD-2.20", "FD-9.21", "FD-2.10")
def avancer(scene: Scene, oracle: Oracle, who: str, way: tuple[Case, ...], face: int | None) -> tuple[Scene, Marche]:
    """One goes that way, and faces where one was going, or the side one says."""
    u = scene.people[who]
    m = marche(scene, u, way)
    avant = (u.case, *m.faites)
    vers = face if face is not None else direction(*avant[-2:]) if m.faites else u.face
    scene = deplacer(scene, u, avant[-1], vers)
    if m.faites or face is not None:
        terms: Terms = (("Cases", len(m.faites), "FD-2.20"),)
        if m.prix > len(m.faites):
            terms += (("Terrain", m.prix - len(m.faites), "FD-9.15"),)
        faits = (("cases", m.prix), ("x", avant[-1][0]), ("y", avant[-1][1]))
        oracle.tell(Event("deplacement", who, "", "FD-3.22", terms, faits))
    if m.barre is not None:
        oracle.tell(Event("surpris", who, m.barre.id, "FD-9.21"))
    return scene, m


@rule("FD-3.22")
def reste_sur_place(scene: Scene, who: str) -> Closed | None:
    """Why somebody may not move at all now."""
    fermee = pas_a_elle(scene, who)
    if fermee is not None:
        return fermee
    u = scene.people[who]
    cause = immobilise(scene, u)
    if cause is not None:
        return Closed(cause[2], "{} : impossible de se déplacer ({})", (Someone(u.id), cause[0]))
    return Closed("FD-3.22", "On se déplace avant toute autre action du tour") if tour_de(scene, who).agi else None


def de_marche(scene: Scene, u: Unite) -> int:
    """Cells a move may cost now."""
    return restants(scene, u) if scene.encounter is not None else PROMENADE


@rule("FD-3.21", "FD-3.22", "FD-2.20")
class SeDeplacer(Action, frozen=True, tag="se_deplacer"):
    """Go to a cell, before anything else in the tour; `face`: which of the six sides one then faces."""

    x: int
    y: int
    face: int | None = None

    def closed(self, scene: Scene) -> Closed | None:
        fermee = reste_sur_place(scene, self.actor)
        if fermee is not None:
            return fermee
        if self.face is not None and not 0 <= self.face < 6:
            return Closed("FD-2.10", "Une direction va de 0 à 5, pas {}", (self.face,))
        return self.trop_loin(scene, scene.people[self.actor])

    def trop_loin(self, scene: Scene, u: Unite) -> Closed | None:
        if (self.x, self.y) == u.case:
            return None if self.face is not None else Closed("FD-3.22", "{} y est déjà", (Someone(u.id),))
        if scene.encounter is None and scene.carte is None:
            if max(abs(self.x), abs(self.y)) > ETENDUE:
                return Closed("FD-2.3", "Sans carte, on reste à {} cases du milieu", (ETENDUE,))
            return None
        points = de_marche(scene, u)
        if not menent(scene, u, points, (self.x, self.y)):
            return Closed("FD-2.20", "Cette case est hors d'atteinte avec {} cases de mouvement", (points,))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        u = scene.people[self.actor]
        if scene.encounter is None and scene.carte is None:
            oracle.tell(Event("deplacement", u.id, "", "FD-3.22", (), (("cases", 0), ("x", self.x), ("y", self.y))))
            return deplacer(scene, u, (self.x, self.y), self.face)
        way = chemin(scene, u, (self.x, self.y), de_marche(scene, u))
        scene, m = avancer(scene, oracle, self.actor, way, self.face)
        tour = tour_de(scene, self.actor)
        en_course = tour.en_course or bool(m.faites)
        tour = replace(tour, pas=tour.pas + m.prix, en_course=en_course, agi=m.barre is not None)
        return suite(noter(scene, self.actor, tour), oracle)


@rule("FD-3.29")
def sans_elan(scene: Scene, who: str) -> Closed | None:
    """Why no Ruée may follow now."""
    fermee = pas_a_elle(scene, who)
    if fermee is not None:
        return fermee
    if scene.encounter is None:
        return Closed("FD-3.29", "Une Ruée prolonge un déplacement de combat")
    return None if tour_de(scene, who).en_course else Closed("FD-3.29", "Une Ruée suit un déplacement")


@rule("FD-3.29", "FD-3.26")
class Ruee(Action, frozen=True, tag="ruee"):
    """Up to three cells more, directly after moving: a quick action."""

    x: int
    y: int

    def closed(self, scene: Scene) -> Closed | None:
        fermee = sans_elan(scene, self.actor)
        if fermee is not None:
            return fermee
        u = scene.people[self.actor]
        points = cases_de_ruee(scene, u)
        if (self.x, self.y) == u.case or not menent(scene, u, points, (self.x, self.y)):
            return Closed("FD-3.29", "Cette case est hors d'atteinte avec {} cases de Ruée", (points,))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        u = scene.people[self.actor]
        way = chemin(scene, u, (self.x, self.y), cases_de_ruee(scene, u))
        scene, m = avancer(scene, oracle, u.id, way, None)
        tour = tour_de(scene, u.id)
        scene = noter(scene, u.id, replace(tour, pas=tour.pas + m.prix))
        return apres_rapide(scene, oracle, u.id, en_course=m.barre is None)


def cases_a_portee(scene: Scene, who: str) -> Iterator[Way]:
    """Where a move leads now, and a Ruée, each cell with what the way there costs."""
    u = scene.people.get(who)
    if u is None:
        return
    bornee = scene.encounter is not None or scene.carte is not None  # else one goes anywhere, and nobody counts
    if bornee and reste_sur_place(scene, who) is None:
        yield Way(SeDeplacer(who, *u.case), ailleurs(scene, u, de_marche(scene, u)))
    if sans_elan(scene, who) is None:
        yield Way(Ruee(who, *u.case), ailleurs(scene, u, cases_de_ruee(scene, u)))


def ailleurs(scene: Scene, u: Unite, points: int) -> dict[Case, int]:
    """The cells so many points lead to, one's own left out."""
    return {case: prix for case, prix in trajets(scene, u, points).items() if case != u.case}


def offers(scene: Scene, u: Unite) -> Iterator[Action]:
    """The cells one can reach; Ruée where it may follow."""
    if scene.encounter is None or u.id not in scene.encounter.tours or u.passager_de:
        return
    tour = tour_de(scene, u.id)
    if not tour.agi:
        for x, y in ailleurs(scene, u, restants(scene, u)):
            yield SeDeplacer(u.id, x, y)
    if tour.en_course:
        for x, y in ailleurs(scene, u, cases_de_ruee(scene, u)):
            yield Ruee(u.id, x, y)


@rule("FD-9.21")
def rencontre(scene: Scene, connue: Scene, action: Action) -> Met | None:
    """Whoever walks by what he knows of a scene stops on the cell before somebody he could not know of."""
    if not isinstance(action, SeDeplacer | Ruee) or (connue.encounter is None and connue.carte is None):
        return None
    u = connue.people[action.actor]
    points = de_marche(connue, u) if isinstance(action, SeDeplacer) else cases_de_ruee(connue, u)
    m = marche(scene, scene.people[action.actor], chemin(connue, u, (action.x, action.y), points))
    if m.barre is None or libre(scene, m.barre.case, cases_vues(scene, u)):  # in the fog the move itself stops there
        return None
    arret = replace(action, x=m.faites[-1][0], y=m.faites[-1][1]) if m.faites else None
    return Met(arret, Closed("FD-9.21", "{} barre le chemin sans qu'on le voie", (Someone(m.barre.id),)))


PLACE = 5
ACTIONS: tuple[type[Action], ...] = (SeDeplacer, Ruee)
