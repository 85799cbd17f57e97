"""Chapter 4: Destin, Chance, Résilience, Détermination."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Option, Oracle, Question

from .state import Personnage

if TYPE_CHECKING:
    from .scene import Scene

SUBIR = Option("subir", "subir")
EVITER = Option("destin", "dépenser un Point de Destin", (("Destin", 1),))


@rule("VM-4.4")
def depenser_destin(p: Personnage) -> Personnage:
    """One Point de Destin less for good: the Chance goes down with it, and stays at 0 if it is there."""
    p = replace(p, destin_perdu=p.destin_perdu + 1)
    return replace(p, chance_perdue=min(p.chance_perdue, max(0, p.chance_max)))


@rule("VM-4.3")
def eviter_les_degats(scene: Scene, oracle: Oracle, who: str, points: int) -> tuple[Scene, bool]:
    """Before damage is applied: a Point de Destin avoids all of it."""
    p = scene[who]
    if p.destin <= 0 or points <= 0:
        return scene, False
    montre = (("points", points), ("reste", p.pb))
    choix = oracle.ask(Question(who, "vm.eviter", "VM-4.3", (SUBIR, EVITER), montre))
    if choix.id != "destin":
        return scene, False
    oracle.tell(Event("degats_evites", who, "", "VM-4.3", (), (("points", points),)))
    return scene.put(depenser_destin(p)), True


@rule("VM-4.2")
def echapper_a_la_mort(scene: Scene, oracle: Oracle, who: str) -> tuple[Scene, bool]:
    """Instead of being killed: incapacitated, and sure to survive the fight."""
    p = scene[who]
    if p.destin <= 0:
        return scene, False
    choix = oracle.ask(Question(who, "vm.mort", "VM-4.2", (EVITER, SUBIR)))
    if choix.id != "destin":
        return scene, False
    oracle.tell(Event("sauve_par_le_destin", who, "", "VM-4.2"))
    return scene.put(depenser_destin(p)), True
