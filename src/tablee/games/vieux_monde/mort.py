"""Chapter 5, the end: zero Points de Blessure, unconsciousness, death."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Oracle

from .combat import desengager
from .destin import echapper_a_la_mort
from .etats import gagner_etat

if TYPE_CHECKING:
    from .scene import Scene


@rule("VM-5.3")
def tomber(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """At 0 PB one is À Terre, and stays so until healed."""
    scene = scene.put(replace(scene[who], a_zero=0))
    return scene if scene[who].niveau("a_terre") else gagner_etat(scene, oracle, who, "a_terre", rule="VM-5.3")


@rule("VM-4.2", "VM-5.11")
def mourir(scene: Scene, oracle: Oracle, who: str, regle: str = "VM-5.11") -> Scene:
    """Death, unless a Point de Destin makes it incapacity."""
    p = scene[who]
    if p.vie == "mort" or p.protege:
        return scene
    scene, sauve = echapper_a_la_mort(scene, oracle, who)
    p = scene[who]
    if sauve:
        scene = scene.put(replace(p, pb_perdus=p.fiche.PB, a_zero=p.a_zero or 0, protege=True, avantages=0))
        scene = tomber(scene, oracle, who)
        return gagner_etat(scene, oracle, who, "inconscient", rule="VM-4.2")
    oracle.tell(Event("mort", who, "", regle))
    return desengager(scene.put(replace(p, vie="mort", avantages=0, pb_perdus=p.fiche.PB)), who)


@rule("VM-5.4", "VM-5.9")
def a_l_agonie(scene: Scene, oracle: Oracle) -> Scene:
    """At the end of a Round: those at 0 PB come nearer to unconsciousness, and the worst wounded of these die."""
    for who, p in scene.personnages.items():
        if p.a_zero is None or p.vie != "actif":
            continue
        rounds = p.a_zero + 1
        scene = scene.put(replace(p, a_zero=rounds))
        if not p.niveau("inconscient"):
            if rounds >= p.bonus("END"):
                scene = gagner_etat(scene, oracle, who, "inconscient", rule="VM-5.4")
        elif not p.protege and len([b for b in p.blessures if not b.soignee]) > p.bonus("END"):
            scene = mourir(scene, oracle, who, "VM-5.9")
    return scene
