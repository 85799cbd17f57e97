"""Scenes written by hand: ready characters and equipment named by their ids, all else by default."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from tablee.kernel.content import ContentError, convert
from tablee.kernel.oracle import ALL, GM

from .catalogue import ARMES, PRETS, SBIRES, equipement
from .combat import ordre
from .juger import juger
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
    lus = {who: _personnage(who, p) for who, p in personnages.items()}
    scene = convert({**data, "personnages": lus, "options": dict.fromkeys(options, True)}, Scene, "scene")
    return en_ordre(juger(scene, "scene"))


def en_ordre(scene: Scene) -> Scene:
    """A fight that says not who acts, or in which order, goes by INI."""
    combat = scene.combat
    if combat is None:
        return scene
    rangs = combat.ordre or ordre(scene, [p.id for p in scene.personnages.values() if p.etat == "actif" and p.camp])
    file = combat.file if combat.file or combat.phase != "approche" else rangs
    return replace(scene, combat=replace(combat, ordre=rangs, file=file))


def reunir(personnages: list[dict[str, Any]]) -> Scene:
    """Characters read from their files, together in one scene."""
    lus = [convert(p, Personnage, "personnage") for p in personnages]
    scenario = max([t.scenario for p in lus for t in (*p.fiche.traits, *p.traits)], default=0)
    return juger(Scene({p.id: p for p in lus}, scenario=max(1, scenario)), "scene")


def _personnage(who: str, donne: Any) -> dict[str, Any]:
    if not isinstance(donne, dict) or not isinstance(donne.get("fiche", {}), dict):
        raise ContentError(f"scene.personnages.{who} : attendu une table, et une table pour « fiche »")
    p = dict(donne)
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
    return {**p, "id": who}


def _objets(valeur: Any, name: str) -> Any:
    if isinstance(valeur, list):
        return [_objets(v, name) for v in valeur]
    if not isinstance(valeur, str):
        return valeur
    objet = equipement(valeur)
    if objet is None:
        raise ContentError(f"{name} : « {valeur} » inconnu ; connus : {', '.join(ARMES)}")
    return objet
