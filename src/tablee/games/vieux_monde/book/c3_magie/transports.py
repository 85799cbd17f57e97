"""Chapter 3, spells that move people: pushed, drawn near, carried where the caster likes."""

from __future__ import annotations

from functools import lru_cache

from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Option, Oracle, Question

from ...model.people import Personnage, distance
from ...model.scene import Scene
from ...model.sorts import NOS_SORTS
from ..c2_combat.combat import desengager, engages_avec
from ..c2_combat.places import BORD, Case, equipage, occupants, poser
from .emprise import Emprise

DIRECTIONS: dict[str, tuple[str, Case]] = {
    "nord": ("au nord", (0, -1)),
    "nord_est": ("au nord-est", (1, -1)),
    "est": ("à l'est", (1, 0)),
    "sud_est": ("au sud-est", (1, 1)),
    "sud": ("au sud", (0, 1)),
    "sud_ouest": ("au sud-ouest", (-1, 1)),
    "ouest": ("à l'ouest", (-1, 0)),
    "nord_ouest": ("au nord-ouest", (-1, -1)),
}
SUR_PLACE = Option("sur_place", "rester sur place")

# ---------------------------------------------------------------- where he comes to rest


def sens(de: Personnage, a: Personnage) -> Case:
    """The direction from one towards another."""
    return (a.x > de.x) - (a.x < de.x), (a.y > de.y) - (a.y < de.y)


def libre(scene: Scene, p: Personnage, case: Case) -> bool:
    """A square on the map where nobody stands."""
    return max(abs(case[0]), abs(case[1])) <= BORD and not occupants(scene, case, equipage(scene, p))


def emporter(scene: Scene, oracle: Oracle, e: Emprise, chemin: list[Case]) -> Scene:
    """To the farthest free square of a path; whoever is no longer beside him is no longer Engagé with him."""
    p = scene[e.qui]
    case = next((c for c in reversed(chemin) if libre(scene, p, c)), (p.x, p.y))
    if case == (p.x, p.y):
        return scene
    facts = (("sort", e.sort.nom), ("x", case[0]), ("y", case[1]))
    oracle.tell(Event("sort_deplace", e.qui, "", NOS_SORTS, (), facts))
    scene = poser(scene, p, case)
    for who in equipage(scene, p):
        loin = tuple(w for w in engages_avec(scene, who) if distance(scene[w], scene[who]) > 1)
        scene = desengager(scene, who, loin) if loin else scene
    return scene


# ---------------------------------------------------------------- the effects


@rule("VM-6.15")
def repousser(scene: Scene, oracle: Oracle, e: Emprise) -> Scene:
    """Straight away from the caster, or towards him and no nearer than the next square."""
    p, mage = scene[e.qui], scene[e.mage]
    n = e.effet.points
    if n > 0:
        dx, dy = sens(mage, p)
        return emporter(scene, oracle, e, droit(p, (dx or int(not dy), dy), n))
    chemin: list[Case] = []
    x, y = p.x, p.y
    while len(chemin) < -n and max(abs(mage.x - x), abs(mage.y - y)) > 1:
        x, y = x + (mage.x > x) - (mage.x < x), y + (mage.y > y) - (mage.y < y)
        chemin.append((x, y))
    return emporter(scene, oracle, e, chemin)


def droit(p: Personnage, vers: Case, n: int) -> list[Case]:
    """The squares of a straight line, the nearest first."""
    return [(p.x + k * vers[0], p.y + k * vers[1]) for k in range(1, n + 1)]


@lru_cache(8)
def directions(premiere: str) -> tuple[Option, ...]:
    """Where one may be sent, one of them first."""
    ids = (premiere, *(d for d in DIRECTIONS if d != premiere))
    return (*(Option(d, DIRECTIONS[d][0]) for d in ids), SUR_PLACE)


@lru_cache(16)
def distances(points: int) -> tuple[Option, ...]:
    """How far, the farthest first."""
    return tuple(Option(n, f"{n} cases" if n > 1 else "1 case") for n in range(points, 0, -1))


def a_l_abri(scene: Scene, p: Personnage, mage: Personnage) -> str:
    """For a friend the direction away from the nearest adversary; for an adversary, away from the caster."""
    contre = [q for q in scene.people.values() if q.conscient and q.side != p.side] if p.side == mage.side else [mage]
    proche = min(contre, key=lambda q: distance(p, q), default=p)
    fuite = sens(proche, p)
    return next((d for d, (_, v) in DIRECTIONS.items() if v == fuite), "nord")


@rule("VM-6.15")
def transporter(scene: Scene, oracle: Oracle, e: Emprise) -> Scene:
    """To a place the caster chooses: a direction, then how far. It frees from any melee."""
    p = scene[e.qui]
    montre = (("sort", e.sort.nom), ("cible", e.qui), ("cases", e.effet.points))
    options = directions(a_l_abri(scene, p, scene[e.mage]))
    ou = str(oracle.ask(Question(e.mage, "vm.direction", NOS_SORTS, options, montre)).id)
    if ou == "sur_place":
        return scene
    n = int(oracle.ask(Question(e.mage, "vm.cases", NOS_SORTS, distances(e.effet.points), montre)).id)
    return desengager(emporter(scene, oracle, e, droit(p, DIRECTIONS[ou][1], n)), e.qui)
