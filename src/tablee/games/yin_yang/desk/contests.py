"""What can be fought out: weapons, each in the hand of the same fighter."""

from __future__ import annotations

from typing import Any

from tablee.kernel.contest import Contest

from ..model.catalogue import ARMES


def avec(arme: str) -> dict[str, Any]:
    """Somebody who knows his weapon, in leather."""
    attributs = dict.fromkeys(("agilite", "force", "reflexes", "constitution"), 5)
    fiche = {**attributs, "competences": {ARMES[arme].groupe: 5, "armures": 2}}
    return {"fiche": fiche, "equipement": {"armes": [arme], "armures": ["plastron_de_cuir"]}}


MELEE = {arme.id: arme.nom for arme in ARMES.values() if not arme.portee and not arme.infusion}
CONTESTS = {"armes": Contest(MELEE, avec)}
