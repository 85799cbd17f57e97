"""The clock: what time does to everybody."""

from __future__ import annotations

from msgspec.structs import replace

from tablee.kernel.moments import Moment
from tablee.kernel.oracle import Oracle

from ...model.scene import Scene
from ...model.tables import TOUR

temps_passe: Moment[[int]] = Moment("temps_passe")  # so many seconds: what lasts goes on or ends


def ecouler(scene: Scene, oracle: Oracle, secondes: int) -> Scene:
    """The clock moves on: effects with an end are over."""
    horloge = scene.clock + secondes
    tours = secondes // TOUR
    changes = []
    for p in scene.people.values():
        if p.effets:
            restent = tuple(
                [
                    e if e.tours is None else replace(e, tours=e.tours - tours)
                    for e in p.effets
                    if (e.fin is None or e.fin > horloge) and (e.tours is None or e.tours > tours)
                ]
            )
            if restent != p.effets:
                changes.append(replace(p, effets=restent))
    scene = replace(scene, clock=horloge)
    if changes:
        scene = scene.put(*changes)
    return temps_passe(scene, oracle, secondes)
