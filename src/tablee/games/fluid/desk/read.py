"""Scenes written by hand: ready characters and equipment named by their ids, all else by default."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from tablee.kernel.casting import built_on, gathering, people_of
from tablee.kernel.content import ContentError, convert
from tablee.kernel.faults import unknown
from tablee.kernel.sentence import Said, Typed

from ..book.c4_combat.combat import ordre
from ..model.catalogue import ARMES, PRETS, SBIRES, equipement
from ..model.scene import Scene
from .judge import juger

CAST = {"pret": PRETS, "sbire": SBIRES}  # who can be called into a scene


def read_scene(data: dict[str, Any], options: tuple[str, ...]) -> Scene:
    """Plain data to a scene; `pret`, `sbire` and ids of equipment are looked up in the catalogue."""
    personnages, data = people_of(data, "personnages", Said("il faut au moins un personnage"))
    lus = {who: _personnage(who, p) for who, p in personnages.items()}
    scene = convert({**data, "personnages": lus, "options": dict.fromkeys(options, True)}, Scene, "scene")
    return en_ordre(juger(a_jour(scene), "scene"))


def a_jour(scene: Scene) -> Scene:
    """It is no earlier scenario than the one in which somebody got a Trait (FLU-6.1)."""
    traits = [t for p in scene.people.values() for t in (*p.fiche.traits, *p.traits)]
    return replace(scene, scenario=max([scene.scenario, *(t.scenario for t in traits)]))


def en_ordre(scene: Scene) -> Scene:
    """A fight goes by INI: whoever is not in its order has just come, and acts in this round if it is still time."""
    combat = scene.encounter
    if combat is None:
        return scene
    venus = [p.id for p in scene.people.values() if p.etat == "actif" and p.side and p.id not in combat.ordre]
    rangs = combat.ordre
    for who in ordre(scene, venus):  # the others keep the order in which the round began
        rapide = scene[who].bears.vivacite
        n = next((n for n, q in enumerate(rangs) if scene[q].bears.vivacite > rapide), len(rangs))
        rangs = (*rangs[:n], who, *rangs[n:])
    file = combat.file
    if combat.phase == "approche" and (venus or not file):
        attendent = {*file[1:], *venus} if file else {*rangs}
        file = (*file[:1], *(who for who in rangs if who in attendent and who not in file[:1]))
    return replace(scene, encounter=replace(combat, ordre=rangs, file=file))


gather = gathering(Scene, read_scene)


def _personnage(who: str, donne: Any) -> dict[str, Any]:
    p = built_on(who, donne, CAST, f"scene.personnages.{who}")
    for cle in ("armes", "armure", "bouclier"):
        if cle in p:
            p[cle] = _objets(p[cle], f"scene.personnages.{who}.{cle}")
    return p


def _objets(valeur: Any, name: str) -> Any:
    if isinstance(valeur, list):
        return [_objets(v, name) for v in valeur]
    if not isinstance(valeur, str):
        return valeur
    objet = equipement(valeur)
    if objet is None:
        raise ContentError(name, unknown(Typed(valeur), map(Typed, ARMES)))
    return objet
