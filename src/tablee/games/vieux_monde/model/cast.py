"""People from the catalogues: ready ones, creatures, what they carry named by its id."""

from __future__ import annotations

from typing import Any

from tablee.kernel.casting import built_on, thing
from tablee.kernel.content import convert
from tablee.kernel.ledger import rule

from .catalogue import ARMES, ARMURES, CREATURES, PRETS
from .people import Personnage

DISTRIBUTION = {"pret": PRETS, "creature": CREATURES}  # who can be called into a scene


def dresser(who: str, donne: Any) -> dict[str, Any]:
    """Somebody as plain data, built on the one that he is said to be."""
    p = built_on(who, donne, DISTRIBUTION, f"scene.personnages.{who}")
    p["fiche"] = sorts_ecrits(p["fiche"])
    if "equipement" in p:
        p["equipement"] = equiper(p["equipement"], f"scene.personnages.{who}.equipement")
    return p


@rule("VM-3.1")
def sorts_ecrits(fiche: dict[str, Any]) -> dict[str, Any]:
    """Spells written out among those he knows, as weapons are, stand apart on the sheet and are known by their ids."""
    lue, ecrits = dict(fiche), list(fiche.get("sorts_ecrits", ()))
    for cle in ("sorts", "grimoire"):
        if isinstance(lue.get(cle), list):
            ecrits += [x for x in lue[cle] if isinstance(x, dict)]
            lue[cle] = [x.get("id", "") if isinstance(x, dict) else x for x in lue[cle]]
    return {**lue, "sorts_ecrits": ecrits} if ecrits else lue


def equiper(donne: Any, name: str) -> Any:
    """Weapons and armours named by their ids become what the catalogue says of them."""
    if not isinstance(donne, dict):
        return donne
    lu = dict(donne)
    for cle, connus in (("armes", ARMES), ("armures", ARMURES)):
        if isinstance(lu.get(cle), list):
            lu[cle] = [thing(x, connus, f"{name}.{cle}") for x in lu[cle]]
    return lu


def une_creature(id: str, espece: str, camp: str = "", x: int = 0, y: int = 0) -> Personnage:
    """One of a kind of the catalogue, on a side, at a place."""
    return convert(dresser(id, {"creature": espece, "camp": camp, "x": x, "y": y}), Personnage, f"creature.{espece}")
