"""The map in play: where one may go and at what cost, what one sees, what an area covers, pushing somebody."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Oracle

from .catalogue import Motif
from .hexes import Case, atteignables, bande, cone, direction, disque, distance, ligne, pas
from .state import Unite, tient, traits_de, vision, vole

if TYPE_CHECKING:
    from .scene import Scene


@rule("FD-2.20", "FD-9.15", "FD-9.21")
def cout(scene: Scene, u: Unite, case: Case, vues: frozenset[Case] | None = None, aerien: bool | None = None) -> int | None:
    """What it costs to enter a cell; None: barred, by the edge, the terrain or an adversary one sees. `vues`: the
    cells one sees (None: all)."""
    if not scene.sur_la_carte(case):
        return None
    occupant = scene.occupant(case)
    if occupant is not None and occupant.camp != u.camp and (vues is None or case in vues):
        return None
    sol = scene.terrain(case)
    if sol.cout == 1:
        return 1
    if (vole(scene, u) if aerien is None else aerien) and not sol.cache:
        return 1
    if sol.cout is not None and any(s[1].sur == sol.id and tient(scene, u, s[1]) for s in traits_de(scene, u, "marche")):
        return 1
    return sol.cout


def trajets(scene: Scene, u: Unite, points: int) -> dict[Case, int]:
    """The cells so many points lead to, with the cost of each; nobody one sees stands there."""
    vues, aerien = cases_vues(scene, u), vole(scene, u)
    trouves = atteignables(u.case, points, lambda c: cout(scene, u, c, vues, aerien))
    return {c: n for c, n in trouves.items() if c == u.case or libre(scene, c, vues)}


def libre(scene: Scene, case: Case, vues: frozenset[Case] | None = None) -> bool:
    """Whether one may stop there, as far as one sees."""
    return scene.occupant(case) is None or (vues is not None and case not in vues)


def chemin(scene: Scene, u: Unite, but: Case, points: int) -> tuple[Case, ...]:
    """The cells one by one on the cheapest way, the start left out; empty if it cannot be reached."""
    vues, aerien = cases_vues(scene, u), vole(scene, u)
    couts = atteignables(u.case, points, lambda c: cout(scene, u, c, vues, aerien))
    if but not in couts:
        return ()
    way = [but]
    while way[-1] != u.case:
        ici = way[-1]
        prix = cout(scene, u, ici, vues, aerien)
        precedentes = [c for c in (pas(ici, d) for d in range(6)) if c in couts and couts[c] + (prix or 0) == couts[ici]]
        way.append(min(precedentes))
    return tuple(reversed(way[:-1]))


@rule("FD-3.44")
def voit(scene: Scene, u: Unite, case: Case) -> bool:
    """Within sight: not behind what hides, and in the fog not further than one's sight."""
    if scene.brouillard and distance(u.case, case) > vision(scene, u):
        return False
    if scene.carte is None and not scene.zones:
        return True
    return not any(scene.terrain(c).cache for c in entre(u.case, case))


@rule("FD-3.44")
def cases_vues(scene: Scene, u: Unite) -> frozenset[Case] | None:
    """The cells a unit sees in the fog; None without fog: there is nothing hidden."""
    if not scene.brouillard:
        return None
    return frozenset(c for c in disque(u.case, vision(scene, u)) if voit(scene, u, c))


def entre(a: Case, b: Case) -> tuple[Case, ...]:
    """The cells a straight line goes through, both ends left out."""
    n = distance(a, b)
    trouvees = []
    for i in range(1, n):
        # a hair off the middle, so that a line along an edge always falls on the same side
        x = a[0] + (b[0] - a[0]) * i / n + 1e-6
        y = a[1] + (b[1] - a[1]) * i / n + 2e-6
        trouvees.append(_arrondie(x, y))
    return tuple(trouvees)


def _arrondie(x: float, y: float) -> Case:
    z = -x - y
    rx, ry, rz = round(x), round(y), round(z)
    dx, dy, dz = abs(rx - x), abs(ry - y), abs(rz - z)
    if dx > dy and dx > dz:
        rx = -ry - rz
    elif dy > dz:
        ry = -rx - rz
    return rx, ry


@rule("FD-9.16", "FD-2.10")
def aire(u: Unite, motif: Motif, but: Case) -> frozenset[Case]:
    """The cells an area covers: around the cell aimed at, or ahead of oneself towards it."""
    if motif.forme == "rayon":
        return frozenset(disque(but, motif.longueur))
    face = direction(u.case, but) if but != u.case else u.face
    if motif.forme == "ligne":
        return frozenset(ligne(u.case, face, motif.longueur))
    if motif.forme == "cone":
        return cone(u.case, face, motif.longueur)
    return bande(u.case, face, motif.longueur, motif.largeur)


# ---------------------------------------------------------------- being moved


def deplacer(scene: Scene, u: Unite, case: Case, face: int | None = None) -> Scene:
    """Somebody stands elsewhere, with the mount and whoever rides along."""
    ici = replace(u, x=case[0], y=case[1], face=u.face if face is None else face % 6)
    suivent = [v for v in scene.unites.values() if v.cavalier == u.id or v.passager_de == u.id]
    return scene.put(ici, *(replace(v, x=case[0], y=case[1]) for v in suivent))


def arrivee(scene: Scene, u: Unite, sens: int, n: int) -> tuple[Case, int]:
    """How far one is pushed: to the last free cell that can be entered, up to n."""
    case, faits = u.case, 0
    for _ in range(n):
        suivante = pas(case, sens)
        if not scene.sur_la_carte(suivante) or scene.occupant(suivante) is not None:
            break
        if scene.terrain(suivante).cout is None and not vole(scene, u):
            break
        case, faits = suivante, faits + 1
    return case, faits


def pousser(scene: Scene, oracle: Oracle, cible: str, sens: int, n: int, regle: str) -> Scene:
    """Somebody is moved by force, as far as the way is free."""
    u = scene[cible]
    case, faits = arrivee(scene, u, sens, n)
    oracle.tell(Event("pousse", "", cible, regle, (), (("cases", faits),)))
    return deplacer(scene, u, case) if faits else scene
