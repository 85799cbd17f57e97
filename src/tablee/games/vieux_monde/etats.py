"""États: gaining and losing them, what they do at the end of a Round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tablee.kernel.event import Event
from tablee.kernel.oracle import Oracle

from .catalogue import ETATS
from .state import Etat, avec_etat, sans_etat

if TYPE_CHECKING:
    from .scene import Scene


def gagner_etat(
    scene: Scene,
    oracle: Oracle,
    who: str,
    id: str,
    niveaux: int = 1,
    rule: str = "VM-2.1",
    fin: int | None = None,
    force: int = 0,
    tenace: str = "",
) -> Scene:
    """He gains an état, or more levels of it where levels add up."""
    p = scene[who]
    avant = p.etat(id)
    n = niveaux if avant is None or not ETATS[id].cumul else avant.niveaux + niveaux
    if avant is not None:
        fin = fin if avant.fin is None or (fin is not None and fin > avant.fin) else avant.fin
        force, tenace = max(force, avant.force), tenace or avant.tenace
    oracle.tell(Event("etat", who, "", rule, (), (("etat", ETATS[id].nom), ("niveaux", n))))
    return scene.put(avec_etat(p, Etat(id, n if ETATS[id].cumul else 1, fin, force, tenace)))


def perdre_etat(
    scene: Scene, oracle: Oracle, who: str, id: str, niveaux: int | None = None, rule: str = "VM-2.1"
) -> Scene:
    """He loses some levels of an état, or all of it."""
    p = scene[who]
    avant = p.etat(id)
    if avant is None:
        return scene
    reste = 0 if niveaux is None else max(0, avant.niveaux - niveaux)
    oracle.tell(Event("etat_perdu", who, "", rule, (), (("etat", ETATS[id].nom), ("niveaux", reste))))
    return scene.put(avec_etat(p, replace(avant, niveaux=reste)) if reste else sans_etat(p, id))


def etats_en_fin_de_round(scene: Scene, oracle: Oracle) -> Scene:
    """Blood, fire, recovery; whoever was Surpris no longer is."""
    for who, p in scene.personnages.items():
        if p.etats and p.niveau("surpris"):
            scene = perdre_etat(scene, oracle, who, "surpris")
    return scene
