"""Maladresses: what befalls an attacker who fumbles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Oracle

from .combat import perdre_les_avantages

if TYPE_CHECKING:
    from .attaque import Coup
    from .scene import Scene


@rule("VM-2.21")
def maladresse(scene: Scene, oracle: Oracle, coup: Coup) -> Scene:
    """A row of the Tableau des Maladresses, and all Avantages are lost."""
    de = oracle.d(100, "maladresse")
    oracle.tell(Event("maladresse", coup.de, "", "VM-2.21", (), (("jet", de),)))
    return perdre_les_avantages(scene, oracle, coup.de, "VM-2.21")
