"""Scenes written by hand: ready characters, creatures, mounts and things named by their ids, all else by default."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tablee.kernel.content import ContentError, convert
from tablee.kernel.oracle import ALL, GM

from .catalogue import CHOSES, CREATURES, MONTURES, PRETS, TOMES
from .scene import Scene
from .state import Unite


def lire_scene(data: dict[str, Any], options: tuple[str, ...] = ()) -> Scene:
    """Plain data to a scene that holds, or ContentError saying what does not."""
    return composer(data, options)


def composer(data: dict[str, Any], options: tuple[str, ...] = ()) -> Scene:
    """Plain data to a scene, whatever its figures; `pret`, `creature`, `bete` and ids of things are looked up."""
    data = dict(data)
    unites = data.pop("unites", {})
    if not isinstance(unites, dict) or not unites:
        raise ContentError("scene.unites : il faut au moins une unité")
    for reserve in (ALL, GM):
        if reserve in unites:
            raise ContentError(f"scene.unites.{reserve} : ce nom est réservé")
    lues = numeroter({who: _unite(who, u) for who, u in unites.items()}, unites)
    return convert({**data, "unites": lues, "options": dict.fromkeys(options, True)}, Scene, "scene")


def numeroter(lues: dict[str, dict[str, Any]], donnees: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Those who were given no name of their own are told apart: « Loup 1 », « Loup 2 »."""
    anonymes = [who for who, u in donnees.items() if "nom" not in u.get("fiche", {})]
    pareilles, vues = Counter(lues[who]["fiche"]["nom"] for who in anonymes), Counter[str]()
    for who in anonymes:
        nom = lues[who]["fiche"]["nom"]
        if pareilles[nom] > 1:
            vues[nom] += 1
            lues[who]["fiche"]["nom"] = f"{nom} {vues[nom]}"
    return lues


def reunir(unites: list[dict[str, Any]]) -> Scene:
    """Characters read from their files, together in one scene."""
    lues = [convert(u, Unite, "personnage") for u in unites]
    return Scene({u.id: u for u in lues})


def _unite(who: str, donnee: Any) -> dict[str, Any]:
    if not isinstance(donnee, dict) or not isinstance(donnee.get("fiche", {}), dict):
        raise ContentError(f"scene.unites.{who} : attendu une table, et une table pour « fiche »")
    u = dict(donnee)
    base: dict[str, Any] = {}
    for nom, connus in (("pret", PRETS), ("creature", CREATURES)):
        choisi = u.pop(nom, None)
        if choisi is not None and choisi not in connus:
            raise ContentError(f"scene.unites.{who}.{nom} : « {choisi} » inconnu ; connus : {', '.join(connus)}")
        if choisi is not None:
            base = connus[choisi]
    if isinstance(u.get("bete"), str) and u["bete"] in MONTURES:
        sorte = MONTURES[u["bete"]]
        base = {"fiche": {"nom": sorte.nom, "points": dict(sorte.caracs)}}
    u = {**base, **u, "fiche": {"nom": who.capitalize(), **base.get("fiche", {}), **u.get("fiche", {})}}
    if "equipement" in u:
        u["equipement"] = equiper(u["equipement"], f"scene.unites.{who}.equipement")
    return {**u, "id": who}


def equiper(donne: Any, name: str) -> Any:
    """Things named by their ids become what the catalogue says of them; the second of a kind gets an id of its own."""
    if not isinstance(donne, dict):
        return donne
    lu = dict(donne)
    for cle in ("actif", "sac"):
        if isinstance(lu.get(cle), list):
            lu[cle] = _distinctes([_chose(x, CHOSES, f"{name}.{cle}") for x in lu[cle]])
    if isinstance(lu.get("sorts"), list):
        lu["sorts"] = [_chose(x, TOMES, f"{name}.sorts") for x in lu["sorts"]]
    return lu


def _distinctes(choses: list[Any]) -> list[Any]:
    from msgspec import to_builtins

    vues = Counter[str]()
    rendues = []
    for c in choses:
        d = c if isinstance(c, dict) else to_builtins(c)
        id = str(d.get("id", ""))
        vues[id] += 1
        rendues.append({**d, "id": f"{id}_{vues[id]}", "vaut": id} if vues[id] > 1 else d)
    return rendues


def _chose(x: Any, connues: Any, name: str) -> Any:
    if not isinstance(x, str):
        return x
    if x not in connues:
        raise ContentError(f"{name} : « {x} » inconnu ; connus : {', '.join(connues)}")
    return connues[x]
