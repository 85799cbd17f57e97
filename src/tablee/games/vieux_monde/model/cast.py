"""People from the catalogues: ready ones, creatures, what they carry named by its id; the book's or the table's own."""

from __future__ import annotations

from typing import Any

from tablee.kernel import own
from tablee.kernel.casting import built_on, thing
from tablee.kernel.content import convert
from tablee.kernel.ledger import rule

from .catalogue import ARMES, ARMURES, CREATURES, PRETS
from .ecrits import PORTES
from .maison import AUCUNE, Maison
from .people import Personnage

Table = dict[str, Any]
DISTRIBUTION = {"pret": PRETS, "creature": CREATURES}  # who can be called into a scene
CARNET = "fiche.maison"  # where somebody carries what his table has written of his


def ecrire(donne: Any) -> Any:
    """What a table has written, as plain data: creatures with all that they name."""
    maison = own.as_written(donne, Maison)
    creatures = maison.get("creature") if isinstance(maison, dict) else None
    if not isinstance(creatures, dict):
        return maison
    habillees = {id: habiller(c, maison, f"scene.maison.creature.{id}") for id, c in creatures.items()}
    return {**maison, "creature": habillees}


def dresser(who: str, donne: Any, maison: Table | None = None) -> Table:
    """Somebody as plain data, built on the one that he is said to be."""
    maison = maison or {}
    connues = {**DISTRIBUTION, "creature": {**CREATURES, **maison.get("creature", {})}}
    p: Table = habiller(built_on(who, donne, connues, f"scene.personnages.{who}"), maison, f"scene.personnages.{who}")
    return p


def habiller(p: Any, maison: Table, ici: str) -> Any:
    """The same with what he carries as the catalogues say, and what the table has written of it."""
    if not isinstance(p, dict) or not isinstance(p.get("fiche"), dict):
        return p
    lu = {**p, "fiche": sorts_ecrits(p["fiche"])}
    if "equipement" in lu:
        lu["equipement"] = equiper(lu["equipement"], maison, f"{ici}.equipement")
    return own.carry(lu, maison, CARNET, PORTES)


@rule("VM-3.1")
def sorts_ecrits(fiche: Table) -> Table:
    """Spells written out among those he knows, as weapons are, stand apart on the sheet and are known by their ids."""
    lue = dict(fiche)
    ecrits = _par_id(lue.pop("sorts_ecrits", ()))  # where version 1 kept them
    for cle in ("sorts", "grimoire"):
        if isinstance(lue.get(cle), list):
            ecrits |= _par_id(lue[cle])
            lue[cle] = [x.get("id", "") if isinstance(x, dict) else x for x in lue[cle]]
    carnet = lue.get("maison", {})
    return {**lue, "maison": own.merged(carnet, {"sort": ecrits})} if ecrits and isinstance(carnet, dict) else lue


def _par_id(sorts: Any) -> Table:
    return {str(x.get("id", "")): x for x in sorts if isinstance(x, dict)} if isinstance(sorts, list | tuple) else {}


def aujourd_hui(p: Any) -> Any:
    """Somebody as an earlier version wrote him, as he is written today."""
    ancien = isinstance(p, dict) and isinstance(p.get("fiche"), dict) and "sorts_ecrits" in p["fiche"]
    return {**p, "fiche": sorts_ecrits(p["fiche"])} if ancien else p


def equiper(donne: Any, maison: Table, name: str) -> Any:
    """Weapons and armours named by their ids become what the catalogue says of them."""
    if not isinstance(donne, dict):
        return donne
    lu = dict(donne)
    for cle, connus, siens in (("armes", ARMES, "arme"), ("armures", ARMURES, "armure")):
        if isinstance(lu.get(cle), list):
            tous = {**connus, **maison.get(siens, {})}
            lu[cle] = [thing(x, tous, f"{name}.{cle}") for x in lu[cle]]
    return lu


def une_creature(id: str, espece: str, camp: str = "", x: int = 0, y: int = 0, maison: Maison = AUCUNE) -> Personnage:
    """One of a kind of the catalogue, or of the table's own, on a side, at a place."""
    donne = {"creature": espece, "camp": camp, "x": x, "y": y}
    la = own.plain(maison) if maison.creature else {}
    return convert(dresser(id, donne, la), Personnage, f"creature.{espece}")
