"""The map for whoever draws it: its cells as they are now, and those that somebody sees through the fog."""

from __future__ import annotations

from typing import Any

from tablee.kernel.action import Action
from tablee.kernel.ground import Drawing, Figure, Ground, Plot, Zone
from tablee.kernel.kept import once
from tablee.kernel.ledger import rule

from ..book.c2_systeme.plateau import aire, cases_vues
from ..book.c9_emplois.techniques import UtiliserTechnique
from ..model.catalogue import TERRAINS
from ..model.hexes import Case
from ..model.scene import Carte, Scene

SIGNES = {t.id: t.signe for t in TERRAINS.values()}


def dessinee(lignes: tuple[str, ...]) -> dict[str, Any]:
    """A map drawn by hand, as a scene keeps it."""
    return {"carte": {"lignes": lignes}}


DESSIN = Drawing("hex", SIGNES, dessinee)


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


@rule("FD-9.16")
def aire_touchee(scene: Scene, action: Action) -> frozenset[Case]:
    """The cells a technique covers, as it is aimed."""
    if not isinstance(action, UtiliserTechnique):
        return frozenset()
    u = scene.people[action.actor]
    motif = action.de(u).motif
    if motif is None:
        return frozenset()
    but = u.case if not action.cible else scene.people[action.cible].case
    if action.x is not None and action.y is not None:
        but = action.x, action.y
    return frozenset(case for case in aire(u, motif, but) if scene.sur_la_carte(case))


@rule("FD-9.15")
def zones_posees(scene: Scene) -> tuple[Zone, ...]:
    """What was laid over the ground for a while, or for good."""
    return tuple(Zone(TERRAINS[zone.terrain].nom, frozenset(zone.cases)) for zone in scene.zones)


@rule("FD-2.10")
def allure(scene: Scene, who: str) -> Figure:
    """Which of the six directions a unit faces; it stands on one cell, its mount under it."""
    return Figure(facing=60 * (scene.people[who].face % 6))
