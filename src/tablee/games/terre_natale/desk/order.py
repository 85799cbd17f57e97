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
        return beside(scene)
    able = {p.id for p in scene.people.values() if p.side and p.up}
    coming = sorted({who for who in e.restent if who != e.passe} & able, key=lambda who: compte(scene, who))
    had = sorted(able - {e.passe, *coming}, key=lambda who: compte(scene, who))
    return turns(had, (e.passe, *coming) if e.passe else coming, lambda who: None)


def beside(scene: Scene) -> tuple[Turn, ...]:
    """In a rixe the group that acts and those that follow it, who has acted before them; in a chronicle all of it."""
    turn = scene.turn()
    if not turn:
        return ()
    standing = [who for who in scene.standing() if scene[who].side]
    r = scene.rixe
    if r is None or r.phase != "jeu":
        return turns([who for who in standing if who not in turn], turn, lambda who: None)
    later = r.ordre[r.ordre.index(r.camp) + 1 :]
    coming = [*turn, *(who for camp in later for who in standing if scene[who].side == camp)]
    return turns([who for who in standing if who not in coming], coming, lambda who: None)
