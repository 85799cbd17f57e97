"""Scenes written by hand: ready characters and equipment named by their ids, all else by default."""

from __future__ import annotations

from typing import Any

from tablee.kernel.content import ContentError, convert
from tablee.kernel.oracle import ALL, GM

from .catalogue import ARMES, PRETS, SBIRES, equipement
from .scene import Scene
from .state import Personnage


def lire_scene(data: dict[str, Any], options: tuple[str, ...]) -> Scene:
    """Plain data to a scene; `pret`, `sbire` and ids of equipment are looked up in the catalogue."""
    data = dict(data)
    personnages = data.pop("personnages", {})
    if not isinstance(personnages, dict) or not personnages:
        raise ContentError("scene.personnages : il faut au moins un personnage")
    for reserve in (ALL, GM):
        if reserve in personnages:
            raise ContentError(f"scene.personnages.{reserve} : ce nom est réservé")
    lus = {who: _personnage(who, dict(p)) for who, p in personnages.items()}
    return convert({**data, "personnages": lus, "options": dict.fromkeys(options, True)}, Scene, "scene")


def reunir(personnages: list[dict[str, Any]]) -> Scene:
    """Characters read from their files, together in one scene."""
    lus = [convert(p, Personnage, "personnage") for p in personnages]
    return Scene({p.id: p for p in lus})


def _personnage(who: str, p: dict[str, Any]) -> dict[str, Any]:
    pret, sbire = p.pop("pret", None), p.pop("sbire", None)
    for nom, connus in (("pret", PRETS), ("sbire", SBIRES)):
        choisi = pret if nom == "pret" else sbire
        if choisi is not None and choisi not in connus:
            raise ContentError(f"scene.personnages.{who}.{nom} : « {choisi} » inconnu ; connus : {', '.join(connus)}")
    base = PRETS[pret] if pret is not None else SBIRES[sbire] if sbire is not None else {}
    p = {**base, **p, "fiche": {"nom": who.capitalize(), **base.get("fiche", {}), **p.get("fiche", {})}}
    for cle in ("armes", "armure", "bouclier"):
        if cle in p:
            p[cle] = _objets(p[cle], f"scene.personnages.{who}.{cle}")
    return {"id": who, **p}


def _objets(valeur: Any, name: str) -> Any:
    if isinstance(valeur, list):
        return [_objets(v, name) for v in valeur]
    if not isinstance(valeur, str):
        return valeur
    objet = equipement(valeur)
    if objet is None:
        raise ContentError(f"{name} : « {valeur} » inconnu ; connus : {', '.join(ARMES)}")
    return objet
