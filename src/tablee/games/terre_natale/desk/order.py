"""The order of a confrontation, to be shown: whose turn it is, who comes next."""

from __future__ import annotations

from tablee.kernel.game import Turn, turns

from ..book.c8_confrontation.offres import compte
from ..model.scene import Scene


def order(scene: Scene) -> tuple[Turn, ...]:
    """Those who have had their passe in this round, or have none; who has it; the others as the count will call them.

    Initiatives are everybody's own secret (TN-8.72).
    """
    e = scene.encounter
    if e is None:
        return ()
    able = {p.id for p in scene.people.values() if p.side and p.up}
    coming = sorted({who for who in e.restent if who != e.passe} & able, key=lambda who: compte(scene, who))
    had = sorted(able - {e.passe, *coming}, key=lambda who: compte(scene, who))
    return turns(had, (e.passe, *coming) if e.passe else coming, lambda who: None)
