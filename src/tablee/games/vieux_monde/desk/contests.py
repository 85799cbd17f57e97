"""What can be fought out: weapons, each in the hand of the same fighter."""

from __future__ import annotations

from typing import Any

from tablee.kernel.contest import Contest

from ..model.catalogue import ARMES


def duelliste(arme: str) -> dict[str, Any]:
    """Somebody who knows his weapon, in leather."""
    fiche = {"CC": 40, "FOR": 35, "END": 35, "AGI": 35, "competences": {ARMES[arme].competence: 10, "esquive": 5}}
    return {"fiche": fiche, "equipement": {"armes": [arme], "armures": ["jaque_de_cuir"]}}


MELEE = {arme.id: arme.nom for arme in ARMES.values() if arme.genre == "melee"}
CONTESTS = {"armes": Contest(MELEE, duelliste)}
