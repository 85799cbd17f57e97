"""What a blow does to the things it is struck, stopped and worn with: which of them is put to the test, and by what.

How a thing stands the test and what it loses is for the chapter of things to say: it answers `solidite`.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from tablee.kernel.ledger import rule
from tablee.kernel.moments import Moment
from tablee.kernel.refs import Who

from ...model.people import Personnage
from ...model.things import Objet

Cas = Literal["attaque_critique", "defense_critique", "echec_critique", "improvise"]
ARMURE = -1
RIEN = -2
SEULES = ("echec_critique", "improvise")  # nothing else opposes the thing: it is tested against itself (TN-9.129)


@rule("TN-8.354", "TN-8.374")
class Epreuve(Struct, frozen=True, gc=False):
    """A thing put to the test: whose, which, why."""

    qui: Who
    main: int  # which of the arms in hand; ARMURE: what he wears
    cas: Cas
    contre: Objet | None = (
        None  # what struck it or turned it aside; none: a bare hand, or (by `cas`) nothing but itself
    )
    jet: int = 0  # of the critical action: what is at stake; by itself, a thing stakes its own intégrité

    def objet(self, p: Personnage) -> Objet | None:
        """The thing itself, if it is still there."""
        if self.main == ARMURE:
            return p.equipement.armure
        return tenu(p, self.main)


def tenu(p: Personnage, main: int) -> Objet | None:
    """What somebody has in that hand."""
    armes = p.equipement.armes
    return armes[main] if 0 <= main < len(armes) else None


solidite: Moment[[Epreuve]] = Moment("solidite")  # this thing must prove its solidité now
