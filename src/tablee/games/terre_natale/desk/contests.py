"""What can be fought out: weapons, each in the hand of the same fighter."""

from __future__ import annotations

from typing import Any

from tablee.kernel.contest import Contest

from ..book.c8_confrontation.armes import GENRES
from ..model.things import MODELES

HABILE = {**dict.fromkeys(GENRES.values(), 2), "parade": 2, "evasion": 1, "represailles": 1}
GROUPES = {"combat": 1, "defense": 1, "sagacite": 1}


def avec(arme: str) -> dict[str, Any]:
    """Somebody who knows how to strike, parry and dodge, in leather."""
    fiche = {"base": {"FOR": 13, "DEX": 13}, "competences": HABILE, "groupes": GROUPES}
    return {"fiche": fiche, "equipement": {"armes": [{"modele": arme}], "armure": {"modele": "cuir"}}}


MELEE = {
    id: modele.nom
    for id, modele in MODELES.items()
    if modele.nature == "arme"
    and modele.prise in GENRES
    and not modele.classe
    and not modele.siege
    and not modele.naturelle
}
CONTESTS = {"armes": Contest(MELEE, avec)}
