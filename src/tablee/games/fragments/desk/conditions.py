"""Afflictions and states as the game master gives and lifts them by a word."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from tablee.kernel.tools import Conditions

from ..book.c3_combat.vie import desarmer_l_esquive
from ..model.catalogue import AFFLICTIONS, MAUX
from ..model.people import MalActif, Unite
from ..model.scene import Scene


def maux_subis(u: Unite) -> Mapping[str, int]:
    maux = (*((u.affliction,) if u.affliction is not None else ()), *u.etats)
    return {mal.id: 1 for mal in maux}


def donner(scene: Scene, who: str, id: str, niveau: int) -> Scene:
    """For as long as its kind lasts; an affliction in place of another, since there is one at a time."""
    mal, u = MalActif(id, MAUX[id].tours or None), scene[who]
    if id in AFFLICTIONS:
        u = replace(u, affliction=mal)
    else:
        u = replace(u, etats=(*(e for e in u.etats if e.id != id), mal))
    return scene.put(desarmer_l_esquive(scene.put(u), u))


def lever_le_mal(scene: Scene, who: str, id: str) -> Scene:
    u = scene[who]
    if u.affliction is not None and u.affliction.id == id:
        u = replace(u, affliction=None)
    return scene.put(replace(u, etats=tuple(e for e in u.etats if e.id != id)))


CONDITIONS = Conditions(names={id: mal.nom for id, mal in MAUX.items()}, held=maux_subis, put=donner, lift=lever_le_mal)
