"""Scenes written by hand: ready characters and equipment named by their ids, all else by default."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from tablee.kernel import own
from tablee.kernel.casting import built_on, gathering, people_of, thing
from tablee.kernel.content import convert
from tablee.kernel.ledger import rule
from tablee.kernel.sentence import Said

from ..book.c4_combat.combat import ordre
from ..model.catalogue import PRETS, SBIRES
from ..model.maison import AUCUNE, Maison
from ..model.people import Objet, Sort
from ..model.scene import Scene
from .judge import juger

CAST = {"pret": PRETS, "sbire": SBIRES}  # who can be called into a scene


def read_scene(data: dict[str, Any], options: tuple[str, ...]) -> Scene:
    """Plain data to a scene; `pret`, `sbire` and ids of equipment are looked up in the catalogue."""
    personnages, data = people_of(data, "personnages", Said("il faut au moins un personnage"))
    maison = own.read_dressed(data.pop("maison", {}), AUCUNE, "scene.maison", "sbire", habiller)
    if maison is not AUCUNE:
        data["maison"] = maison
    lus = {who: _personnage(who, p, maison) for who, p in personnages.items()}
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


def _personnage(who: str, donne: Any, maison: Maison) -> dict[str, Any]:
    connus = {**CAST, "sbire": {**SBIRES, **own.plain(maison).get("sbire", {})}}
    ici = f"scene.personnages.{who}"
    p: dict[str, Any] = habiller(built_on(who, donne, connus, ici), maison, ici)
    return p


@rule("FLU-4.35", "FLU-4.36", "FLU-4.37", "FLU-5.16")
def habiller(p: Any, maison: Maison, ici: str) -> Any:
    """Somebody with things and written spells that are named by their ids as the catalogues say."""
    if not isinstance(p, dict):
        return p
    connus = dict.fromkeys(("armes", "armure", "bouclier"), maison.objets)
    rayons: dict[str, Mapping[str, Objet | Sort]] = {**connus, "grimoire": maison.sorts, "memoire": maison.sorts}
    return {**p, **{cle: _nommes(p[cle], rayon, f"{ici}.{cle}") for cle, rayon in rayons.items() if cle in p}}


def _nommes(valeur: Any, rayon: Mapping[str, Objet | Sort], name: str) -> Any:
    return [thing(v, rayon, name) for v in valeur] if isinstance(valeur, list) else thing(valeur, rayon, name)
