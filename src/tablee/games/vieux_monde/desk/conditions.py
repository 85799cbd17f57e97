"""États as the game master gives and lifts them by a word."""

from __future__ import annotations

from tablee.kernel.tools import Conditions

from ..model.catalogue import ETATS
from ..model.people import Etat, avec_etat, sans_etat
from ..model.scene import Scene
from .judge import NIVEAUX_MAX


def donner_l_etat(scene: Scene, who: str, id: str, niveau: int) -> Scene:
    """The état at this level, for as long as its kind lasts."""
    duree = ETATS[id].duree
    return scene.put(avec_etat(scene[who], Etat(id, niveau, scene.clock + duree if duree else None)))


CONDITIONS = Conditions(
    names={id: genre.nom for id, genre in ETATS.items()},
    held=lambda p: {e.id: e.niveaux for e in p.etats},
    put=donner_l_etat,
    lift=lambda scene, who, id: scene.put(sans_etat(scene[who], id)),
    levels={id: NIVEAUX_MAX for id, genre in ETATS.items() if genre.cumul},
)
