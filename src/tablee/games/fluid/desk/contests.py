"""What can be fought out: weapons, each in the hand of the same fighter."""

from __future__ import annotations

from typing import Any

import msgspec

from tablee.kernel.contest import Contest

from ..model.catalogue import ARMES


def duelliste(arme: str) -> dict[str, Any]:
    """Somebody who knows his weapon, in leather."""
    objet = ARMES[arme]
    fiche = {"AGI": 5, "FOR": 5, "CON": 5, "PER": 5, "VOL": 5, "traits": [{"nom": objet.trait, "valeur": 3}]}
    return {"fiche": fiche, "armes": [msgspec.to_builtins(objet)], "armure": "cuir"}


MELEE = {objet.id: objet.nom for objet in ARMES.values() if objet.genre == "melee"}
CONTESTS = {"armes": Contest(MELEE, duelliste)}
