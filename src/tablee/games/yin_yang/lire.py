"""Scenes written by hand: ready characters, creatures and equipment named by their ids, all else by default."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from tablee.kernel.content import ContentError, convert
from tablee.kernel.oracle import ALL, GM

from .catalogue import ARMES, ARMURES, BOUCLIERS, CREATURES, MATERIEL, PRETS
from .juger import juger
from .scene import Scene
from .state import Personnage
from .tours import ordre_de_declaration


def lire_scene(data: dict[str, Any], options: tuple[str, ...] = ()) -> Scene:
    """Plain data to a scene that holds, or ContentError saying what does not."""
    return en_ordre(juger(composer(data, options), "scene"))


def composer(data: dict[str, Any], options: tuple[str, ...] = ()) -> Scene:
    """Plain data to a scene, whatever its figures; `pret`, `creature` and ids of things are looked up."""
    data = dict(data)
    personnages = data.pop("personnages", {})
    if not isinstance(personnages, dict) or not personnages:
        raise ContentError("scene.personnages : il faut au moins un personnage")
    for reserve in (ALL, GM):
        if reserve in personnages:
            raise ContentError(f"scene.personnages.{reserve} : ce nom est réservé")
    lus = {who: _personnage(who, p) for who, p in personnages.items()}
    return convert({**data, "personnages": lus, "options": dict.fromkeys(options, True)}, Scene, "scene")


def en_ordre(scene: Scene) -> Scene:
    """A fight that says not who is to declare goes by initiative."""
    combat = scene.combat
    if combat is None or combat.file:
        return scene
    file = ordre_de_declaration(scene)
    if not file:
        raise ContentError("scene.combat : il faut au moins un personnage en état d'agir, avec un camp")
    return replace(scene, combat=replace(combat, file=file))


def reunir(personnages: list[dict[str, Any]]) -> Scene:
    """Characters read from their files, together in one scene."""
    lus = [convert(p, Personnage, "personnage") for p in personnages]
    return juger(Scene({p.id: p for p in lus}), "scene")


def _personnage(who: str, donne: Any) -> dict[str, Any]:
    if not isinstance(donne, dict) or not isinstance(donne.get("fiche", {}), dict):
        raise ContentError(f"scene.personnages.{who} : attendu une table, et une table pour « fiche »")
    p = dict(donne)
    base: dict[str, Any] = {}
    for nom, connus in (("pret", PRETS), ("creature", CREATURES)):
        choisi = p.pop(nom, None)
        if choisi is not None and choisi not in connus:
            raise ContentError(f"scene.personnages.{who}.{nom} : « {choisi} » inconnu ; connus : {', '.join(connus)}")
        if choisi is not None:
            base = connus[choisi]
    p = {**base, **p, "fiche": {"nom": who.capitalize(), **base.get("fiche", {}), **p.get("fiche", {})}}
    if "equipement" in p:
        p["equipement"] = equiper(p["equipement"], f"scene.personnages.{who}.equipement")
    return {**p, "id": who}


def equiper(donne: Any, name: str) -> Any:
    """Weapons, armours, shields and gear named by their ids become what the catalogue says of them."""
    if not isinstance(donne, dict):
        return donne
    lu = dict(donne)
    for cle, connus in (("armes", ARMES), ("armures", ARMURES), ("materiel", MATERIEL)):
        if isinstance(lu.get(cle), list):
            lu[cle] = [_objet(x, connus, f"{name}.{cle}") for x in lu[cle]]
    if "bouclier" in lu:
        lu["bouclier"] = _objet(lu["bouclier"], BOUCLIERS, f"{name}.bouclier")
    return lu


def _objet(x: Any, connus: Any, name: str) -> Any:
    if not isinstance(x, str):
        return x
    if x not in connus:
        raise ContentError(f"{name} : « {x} » inconnu ; connus : {', '.join(connus)}")
    return connus[x]
