"""What can be fought out: weapons, each in the hand of the same fighter."""

from __future__ import annotations

from typing import Any

from tablee.kernel.contest import Contest

from ..model.catalogue import ARMES

POINTS = {"PV": 24, "FOR": 6, "MAG": 6, "DEF": 4, "RES": 4, "HAB": 5, "AGI": 3, "CON": 8, "MOV": 5}


def duelliste(arme: str) -> dict[str, Any]:
    """Somebody as strong in arms as in magic."""
    return {"fiche": {"points": POINTS}, "equipement": {"actif": [arme]}}


CONTESTS = {"armes": Contest({arme.id: arme.nom for arme in ARMES.values() if not arme.tome}, duelliste)}
