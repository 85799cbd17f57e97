"""The map for whoever draws it: its cells as they are now, and those that somebody sees through the fog."""

from __future__ import annotations

from tablee.kernel.ground import Ground, Plot
from tablee.kernel.kept import once
from tablee.kernel.ledger import rule

from ..book.c2_systeme.plateau import cases_vues
from ..model.catalogue import TERRAINS
from ..model.hexes import Case
from ..model.scene import Carte, Scene

SIGNES = {t.id: t.signe for t in TERRAINS.values()}


@rule("FD-2.3", "FD-9.19")
def sol(scene: Scene) -> Ground:
    """Hexagons; every cell of the map with its terrain, zones laid down over it included."""
    if scene.carte is None:
        return Ground("hex")
    if not scene.zones:
        return once(scene.carte, nu)
    return Ground("hex", tuple(Plot(x, y, scene.terrain((x, y)).id) for x, y in scene.carte.cases), SIGNES)


def nu(carte: Carte) -> Ground:
    """A map with nothing laid over it."""
    return Ground("hex", tuple(Plot(x, y, terrain.id) for (x, y), terrain in carte.cases.items()), SIGNES)


@rule("FD-3.44")
def vue(scene: Scene, qui: frozenset[str]) -> frozenset[Case] | None:
    """What these units see between them in the fog; None without fog."""
    if not scene.brouillard:
        return None
    vues: set[Case] = set()
    for id in qui:
        u = scene.people.get(id)
        if u is not None and u.conscient:
            vues |= cases_vues(scene, u) or frozenset()
    return frozenset(vues)
