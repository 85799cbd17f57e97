"""Chapter 5: Blessures critiques, the four tables, and what they leave behind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Oracle

from .catalogue import ZONES
from .combat import perdre_les_avantages
from .state import Blessure

if TYPE_CHECKING:
    from .scene import Scene


@rule("VM-5.5", "VM-5.6", "VM-2.20")
def blessure_critique(scene: Scene, oracle: Oracle, who: str, zone: str, attenuee: bool = False) -> Scene:
    """A row of the Tableau des Critiques of this zone; all Avantages are lost."""
    de = oracle.d(100, "critique")
    jet = max(1, de - 20) if attenuee else de
    p = scene[who]
    nom = ZONES[zone].nom
    oracle.tell(Event("critique", who, "", "VM-5.5", (), (("nom", nom), ("jet", jet))))
    blessure = Blessure(f"{zone}_{len(p.blessures)}", nom, zone)
    return perdre_les_avantages(scene.put(replace(p, blessures=(*p.blessures, blessure))), oracle, who)
