"""The map in play: where one may go and at what cost, what one sees, what an area covers, pushing somebody."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from msgspec.structs import replace

from tablee.kernel.effects import amount
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Oracle

from ...model.catalogue import TERRAINS, Motif, Terrain
from ...model.effects import Essai, bears, vole
from ...model.hexes import Case, atteignables, bande, cone, direction, disque, distance, ligne, pas, voisines
from ...model.people import Unite
from ...model.scene import Scene, Zone
from .figures import vision

Vues = frozenset[Case] | None  # the cells one sees; None: all of them
Prix = Callable[[Case], int | None]

# ---------------------------------------------------------------- what a cell costs


@rule("FD-2.20", "FD-9.15")
def entree(sol: Terrain, aerien: bool, aises: frozenset[str]) -> int | None:
    """What a terrain costs to enter; None: barred. Flyers mind only what hides; on some grounds some walk at ease."""
    if aerien and not sol.cache:
        return 1
    return 1 if sol.cout is not None and sol.id in aises else sol.cout


def aises(scene: Scene, u: Unite) -> frozenset[str]:
    """The terrains a unit crosses as if they were open ground."""
    b = bears(scene, u)
    if "marche" not in b.tags:
        return frozenset()
    c = Essai(scene, u)
    return frozenset([sol for sol in TERRAINS if amount(b, f"marche:{sol}", c)])


def franchit(scene: Scene, u: Unite, case: Case) -> int | None:
    """What entering a cell costs a unit whoever stands there; None: the edge of the map, or barred ground."""
    return entree(scene.terrain(case), vole(scene, u), aises(scene, u)) if scene.sur_la_carte(case) else None


@rule("FD-2.20", "FD-9.15", "FD-9.21")
def cout(scene: Scene, u: Unite, case: Case, vues: Vues = None) -> int | None:
    """What it costs to enter a cell; None: barred, by the edge, the terrain or an adversary one sees."""
    occupant = scene.occupant(case)
    if occupant is not None and occupant.side != u.side and (vues is None or case in vues):
        return None
    return franchit(scene, u, case)


def couts(scene: Scene, u: Unite, vues: Vues = None) -> Prix:
    """The same for many cells: what does not change from one to the next is worked out once."""
    barrees = {
        (v.x, v.y)
        for v in scene.people.values()
        if v.side != u.side and v.conscient and not v.passager_de and not v.cavalier
    }
    if vues is not None:
        barrees &= vues
    aerien, aise = vole(scene, u), aises(scene, u)
    carte = scene.carte.cases if scene.carte is not None else None
    poses = {case: TERRAINS[zone.terrain] for zone in scene.zones for case in zone.cases}
    selon = _tarif(aerien, aise)

    def prix(case: Case) -> int | None:
        if case in barrees or (carte is not None and case not in carte):
            return None
        sol = poses.get(case)
        if sol is None:
            if carte is None:
                return 1
            sol = carte[case]
        return selon[sol.id]

    return prix


@lru_cache(64)
def _tarif(aerien: bool, aises: frozenset[str]) -> dict[str, int | None]:
    """What each terrain costs such a unit."""
    return {t.id: entree(t, aerien, aises) for t in TERRAINS.values()}


# ---------------------------------------------------------------- ways

_derniere: tuple[Scene, Unite, int, dict[Case, int], Prix, Vues] | None = (
    None  # buttons and tactics ask again and again
)


def explorer(scene: Scene, u: Unite, points: int) -> tuple[dict[Case, int], Prix, Vues]:
    """All cells so many points lead through, what a cell costs, and what one sees, from where one stands."""
    global _derniere
    connue = _derniere
    if connue is not None and connue[0] is scene and connue[1] is u and connue[2] == points:
        return connue[3:]
    vues = cases_vues(scene, u)
    prix = couts(scene, u, vues)
    trouvees = atteignables(u.case, points, prix)
    _derniere = scene, u, points, trouvees, prix, vues
    return trouvees, prix, vues


@rule("FD-9.15", "FD-9.21")
def trajets(scene: Scene, u: Unite, points: int) -> dict[Case, int]:
    """The cells so many points lead to, with the cost of each; nobody one sees stands there."""
    trouvees, _, vues = explorer(scene, u, points)
    prises = occupees(scene, u, vues)
    return {c: n for c, n in trouvees.items() if c not in prises}


def menent(scene: Scene, u: Unite, points: int, case: Case) -> bool:
    """Whether so many points lead to a cell, and nobody one sees stands there."""
    trouvees, _, vues = explorer(scene, u, points)
    return case in trouvees and case not in occupees(scene, u, vues)


def occupees(scene: Scene, u: Unite, vues: Vues = None) -> set[Case]:
    """The cells where somebody else stands, as far as one sees."""
    prises = {
        (v.x, v.y)
        for v in scene.people.values()
        if v.id != u.id and v.conscient and not v.passager_de and not v.cavalier
    }
    return prises if vues is None else prises & vues


def libre(scene: Scene, case: Case, vues: Vues = None) -> bool:
    """Whether one may stop there, as far as one sees."""
    return scene.occupant(case) is None or (vues is not None and case not in vues)


def chemin(scene: Scene, u: Unite, but: Case, points: int) -> tuple[Case, ...]:
    """The cells one by one on the cheapest way, the start left out; empty if it cannot be reached."""
    trouvees, prix, _ = explorer(scene, u, points)
    if but not in trouvees:
        return ()
    way = [but]
    while way[-1] != u.case:
        ici = way[-1]
        avant = trouvees[ici] - (prix(ici) or 0)
        way.append(min(c for c in voisines(ici) if trouvees.get(c) == avant))
    return tuple(reversed(way[:-1]))


@rule("FD-9.15")
def a_cote(scene: Scene, u: Unite) -> Case:
    """The nearest free cell one can stand on, one's own left out; one's own when there is none."""
    proches = (c for rayon in range(1, 6) for c in disque(u.case, rayon) if scene.sur_la_carte(c))
    return next((c for c in proches if libre(scene, c) and scene.terrain(c).cout is not None), u.case)


@rule("FD-9.15")
def ecarter_de_la(scene: Scene, who: str) -> Scene:
    """Whoever stands on a cell that is taken goes to one that is not."""
    u = scene.people[who]
    if not u.conscient or not any(v.id != who and v.case == u.case and _debout(v) for v in scene.people.values()):
        return scene
    x, y = a_cote(scene, u)
    return scene.put(replace(u, x=x, y=y))


def _debout(u: Unite) -> bool:
    """Whether it takes up its cell."""
    return u.conscient and not u.passager_de and not u.cavalier


# ---------------------------------------------------------------- sight


@rule("FD-3.44")
def voit(scene: Scene, u: Unite, case: Case) -> bool:
    """Within sight: not behind what hides, and in the fog not further than one's sight."""
    if scene.brouillard and distance(u.case, case) > vision(scene, u):
        return False
    return en_vue(scene, u.case, case)


def en_vue(scene: Scene, de: Case, vers: Case) -> bool:
    """Whether nothing hides one cell from another."""
    if scene.carte is None and not scene.zones:
        return True
    return not any(scene.terrain(c).cache for c in entre(de, vers))


@rule("FD-3.44")
def cases_vues(scene: Scene, u: Unite) -> Vues:
    """The cells a unit sees in the fog; None without fog: there is nothing hidden."""
    if not scene.brouillard:
        return None
    return frozenset(c for c in disque(u.case, vision(scene, u)) if voit(scene, u, c))


def entre(a: Case, b: Case) -> tuple[Case, ...]:
    """The cells a straight line goes through, both ends left out: the same both ways."""
    if b < a:
        a, b = b, a
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


# ---------------------------------------------------------------- areas


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
    """Somebody stands elsewhere; mount, rider and passenger go together."""
    x, y = case
    ici = replace(u, x=x, y=y, face=u.face if face is None else face % 6)
    if not u.monture and not u.cavalier:
        return scene.put(ici)
    cavalier = u.cavalier or u.id
    autres = (v for v in scene.people.values() if v.id != u.id)
    suivent = (v for v in autres if v.id == cavalier or v.cavalier == cavalier or v.passager_de == cavalier)
    return scene.put(ici, *(replace(v, x=x, y=y) for v in suivent))


def arrivee(scene: Scene, u: Unite, sens: int, n: int) -> tuple[Case, int]:
    """How far one is pushed: to the last free cell that can be entered, up to n."""
    case, faits = u.case, 0
    for _ in range(n):
        suivante = pas(case, sens)
        if scene.occupant(suivante) is not None or franchit(scene, u, suivante) is None:
            break
        case, faits = suivante, faits + 1
    return case, faits


def pousser(scene: Scene, oracle: Oracle, cible: str, sens: int, n: int, regle: str) -> Scene:
    """Somebody is moved by force, as far as the way is free."""
    u = scene.people[cible]
    case, faits = arrivee(scene, u, sens, n)
    oracle.tell(Event("pousse", "", cible, regle, (), (("cases", faits),)))
    return deplacer(scene, u, case) if faits else scene


# ---------------------------------------------------------------- zones


@rule("FD-9.15")
def lever(scene: Scene, restent: tuple[Zone, ...]) -> Scene:
    """Zones end: their cells are again what they were, and so whole."""
    if len(restent) == len(scene.zones):
        return replace(scene, zones=restent)
    gardees = {case for zone in restent for case in zone.cases}
    levees = {case for zone in scene.zones for case in zone.cases} - gardees
    return replace(scene, zones=restent, degats=tuple(d for d in scene.degats if d[0] not in levees))
