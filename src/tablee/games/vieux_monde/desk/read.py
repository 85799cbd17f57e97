"""Scenes written by hand: ready characters, creatures and equipment named by their ids, all else by default."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from tablee.kernel.casting import gathering, numbered, people_of
from tablee.kernel.content import convert
from tablee.kernel.sentence import Said

from ..book.c2_combat.combat import combattant
from ..model.cast import dresser, ecrire
from ..model.combats import Combat
from ..model.maison import Maison
from ..model.people import Etat, avec_etat
from ..model.scene import Scene
from .judge import juger


def lire_scene(data: dict[str, Any], options: tuple[str, ...] = ()) -> Scene:
    """Plain data to a scene that holds, or ContentError saying what does not."""
    return juger(allonger(en_ordre(composer({**data, "options": options}))), "scene")


def composer(data: dict[str, Any]) -> Scene:
    """Plain data to a scene; `pret`, `creature` and ids of equipment are looked up in the catalogue."""
    personnages, data = people_of(data, "personnages", Said("il faut au moins un personnage"))
    maison = ecrire(data.pop("maison", {}))
    if maison != {}:
        convert(maison, Maison, "scene.maison")
        data["maison"] = maison
    lus = numbered({who: dresser(who, p, maison) for who, p in personnages.items()}, personnages)
    return convert({**data, "personnages": lus}, Scene, "scene")


def en_ordre(scene: Scene) -> Scene:
    """A fight of which nothing is said yet is still to begin, by a roll of initiative (VM-2.3).

    Any other has an order, and if it is nobody's tour it is at the beginning of a Round.
    """
    combat = scene.encounter
    if combat is None or combat == Combat():
        return replace(scene, encounter=None)
    rangs = combat.ordre or combat.file or par_initiative(scene, combat)
    return replace(scene, encounter=replace(combat, ordre=rangs, file=combat.file or rangs))


def par_initiative(scene: Scene, combat: Combat) -> tuple[str, ...]:
    """Those who take part, the quickest first: by the values that are given, else by Initiative and Agilité."""
    gens = [p for p in scene.people.values() if combattant(scene, p)]
    gens.sort(key=lambda p: (combat.initiatives.get(p.id, 0), p.carac("INI"), p.carac("AGI")), reverse=True)
    return tuple(p.id for p in gens)


def allonger(scene: Scene) -> Scene:
    """Whoever is said to have lost all of his Points de Blessure lies on the ground (VM-5.3), since just now.

    For whoever has some left nothing is counted (VM-5.4).
    """
    for p in scene.people.values():
        if p.pb > 0 and p.a_zero is not None:
            scene = scene.put(replace(p, a_zero=None))
        if p.vie == "actif" and p.pb <= 0 and p.a_zero is None:
            couche = p if p.niveau("a_terre") else avec_etat(p, Etat("a_terre"))
            scene = scene.put(replace(couche, a_zero=0))
    return scene


reunir = gathering(Scene, lire_scene)
