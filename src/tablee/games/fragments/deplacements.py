"""Chapter 3, moving: one's own move and Ruée, step by step, with the fog's surprises."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle

from .hexes import Case, direction
from .plateau import cases_vues, chemin, cout, deplacer, trajets
from .state import Unite, interdit, mouvement
from .tours import noter, pas_a_elle, suite, tour_de

if TYPE_CHECKING:
    from .scene import Scene

RUEE = 3


def restants(scene: Scene, u: Unite) -> int:
    """Cells left of this tour's move."""
    return max(0, mouvement(scene, u) - tour_de(scene, u.id).pas)


@rule("FD-3.29")
def cases_de_ruee(scene: Scene, u: Unite) -> int:
    """Up to three cells, less what afflictions and states take off the movement."""
    perte = sum(e.n for _, e, regle in u.passagers() if e.fait == "bonus" and e.sur == "MOV" and e.n < 0 and regle in _MAUX)
    return 0 if interdit(scene, u, "deplacer") else max(0, RUEE + perte)


_MAUX = ("FD-9.10", "FD-9.11")


@rule("FD-9.21", "FD-2.10")
def avancer(scene: Scene, oracle: Oracle, who: str, way: tuple[Case, ...], face: int | None) -> tuple[Scene, int]:
    """Cell after cell; an unseen adversary on the way stops the move before it. Also: what it has cost."""
    u = scene.unites[who]
    depart, paye = u.case, 0
    vues = cases_vues(scene, u)
    for i, case in enumerate(way):
        occupant = scene.occupant(case)
        if occupant is not None and (occupant.camp != u.camp or i == len(way) - 1):
            oracle.tell(Event("surpris", who, occupant.id, "FD-9.21"))
            break
        paye += cout(scene, u, case, vues) or 1
        scene = deplacer(scene, scene.unites[who], case, direction(scene.unites[who].case, case))
    arrivee = scene.unites[who]
    if face is not None:
        scene = scene.put(replace(arrivee, face=face % 6))
    faits = (("cases", paye), ("x", arrivee.x), ("y", arrivee.y))
    if arrivee.case != depart or face is not None:
        oracle.tell(Event("deplacement", who, "", "FD-3.22", (), faits))
    return scene, paye


@rule("FD-3.21", "FD-3.22", "FD-2.20")
class SeDeplacer(Action, frozen=True, tag="se_deplacer"):
    """Go to a cell, before anything else in the tour; `face`: which of the six sides one then faces."""

    x: int
    y: int
    face: int | None = None

    def closed(self, scene: Scene) -> Closed | None:
        fermee = pas_a_elle(scene, self.actor)
        if fermee is not None:
            return fermee
        u = scene.unites[self.actor]
        cause = interdit(scene, u, "deplacer")
        if cause is not None:
            return Closed(cause[2], "{} : impossible de se déplacer ({})", (u.nom, cause[0]))
        if tour_de(scene, u.id).agi:
            return Closed("FD-3.22", "On se déplace avant toute autre action du tour")
        if self.face is not None and not 0 <= self.face < 6:
            return Closed("FD-2.10", "Une direction va de 0 à 5, pas {}", (self.face,))
        return self.trop_loin(scene, u)

    def trop_loin(self, scene: Scene, u: Unite) -> Closed | None:
        if (self.x, self.y) == u.case:
            return None if self.face is not None else Closed("FD-3.22", "{} y est déjà", (u.nom,))
        if scene.combat is None and scene.carte is None:
            return None
        points = restants(scene, u) if scene.combat is not None else 10**6
        if (self.x, self.y) not in trajets(scene, u, min(points, 200)):
            return Closed("FD-2.20", "Cette case est hors d'atteinte avec {} cases de mouvement", (points,))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        u = scene.unites[self.actor]
        if scene.combat is None and scene.carte is None:
            oracle.tell(Event("deplacement", u.id, "", "FD-3.22", (), (("cases", 0), ("x", self.x), ("y", self.y))))
            return deplacer(scene, u, (self.x, self.y), self.face)
        points = restants(scene, u) if scene.combat is not None else 200
        way = chemin(scene, u, (self.x, self.y), points)
        scene, paye = avancer(scene, oracle, self.actor, way, self.face)
        tour = tour_de(scene, self.actor)
        return suite(noter(scene, self.actor, replace(tour, pas=tour.pas + paye, en_course=True)), oracle)


@rule("FD-3.29", "FD-3.26")
class Ruee(Action, frozen=True, tag="ruee"):
    """Up to three cells more, directly after moving: a quick action."""

    x: int
    y: int

    def closed(self, scene: Scene) -> Closed | None:
        fermee = pas_a_elle(scene, self.actor)
        if fermee is not None:
            return fermee
        u = scene.unites[self.actor]
        if scene.combat is None:
            return Closed("FD-3.29", "Une Ruée prolonge un déplacement de combat")
        if not tour_de(scene, u.id).en_course:
            return Closed("FD-3.29", "Une Ruée suit un déplacement")
        points = cases_de_ruee(scene, u)
        if (self.x, self.y) == u.case or (self.x, self.y) not in trajets(scene, u, points):
            return Closed("FD-3.29", "Cette case est hors d'atteinte avec {} cases de Ruée", (points,))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        from .tours import finir_le_tour

        u = scene.unites[self.actor]
        scene, _ = avancer(scene, oracle, u.id, chemin(scene, u, (self.x, self.y), cases_de_ruee(scene, u)), None)
        tour = tour_de(scene, u.id)
        scene = noter(scene, u.id, replace(tour, rapides=tour.rapides + 1, en_course=True))
        return finir_le_tour(scene, oracle, u.id) if tour.rapides >= 1 else suite(scene, oracle)


def candidats(scene: Scene, u: Unite) -> Iterator[Action]:
    """The cells one can reach; Ruée where it may follow."""
    if scene.combat is None or u.id not in scene.combat.tours:
        return
    tour = tour_de(scene, u.id)
    if not tour.agi:
        for x, y in trajets(scene, u, restants(scene, u)):
            if (x, y) != u.case:
                yield SeDeplacer(u.id, x, y)
    if tour.en_course:
        for x, y in trajets(scene, u, cases_de_ruee(scene, u)):
            if (x, y) != u.case:
                yield Ruee(u.id, x, y)


ACTIONS: tuple[type[Action], ...] = (SeDeplacer, Ruee)
