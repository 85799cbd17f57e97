"""Scenes written by hand: ready characters, creatures and equipment named by their ids, all else by default."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from tablee.kernel import own
from tablee.kernel.casting import built_on, gathering, people_of, thing
from tablee.kernel.content import ContentError, convert
from tablee.kernel.sentence import Said

from ..book.c10_tours.initiative import ordre_de_declaration, rangs_de_declaration
from ..model.catalogue import CREATURES, PRETS
from ..model.maison import AUCUNE, Maison
from ..model.scene import Scene
from .judge import judge

CAST = {"pret": PRETS, "creature": CREATURES}  # who can be called into a scene


def read_scene(data: dict[str, Any], options: tuple[str, ...] = ()) -> Scene:
    """Plain data to a scene that holds, or ContentError saying what does not."""
    return en_ordre(judge(plaies_a_jour(composer(data, options)), "scene"))


def composer(data: dict[str, Any], options: tuple[str, ...] = ()) -> Scene:
    """Plain data to a scene, whatever its figures; `pret`, `creature` and ids of things are looked up."""
    personnages, data = people_of(data, "personnages", Said("il faut au moins un personnage"))
    maison = own.read_dressed(data.pop("maison", {}), AUCUNE, "scene.maison", "creature", habiller)
    if maison is not AUCUNE:
        data["maison"] = maison
    lus = {who: _personnage(who, p, maison) for who, p in personnages.items()}
    return convert({**data, "personnages": lus, "options": dict.fromkeys(options, True)}, Scene, "scene")


def plaies_a_jour(scene: Scene) -> Scene:
    """What has healed is no wound, and the wounds of this fight (YY-16.7) are no more than those there are."""
    for p in scene.people.values():
        if 0 not in p.blessures.values() and all(n <= p.blessures.get(m, 0) for m, n in p.recentes.items()):
            continue
        recentes = {m: min(n, p.blessures.get(m, 0)) for m, n in p.recentes.items()}
        scene = scene.put(
            replace(
                p,
                blessures={m: n for m, n in p.blessures.items() if n},
                recentes={m: n for m, n in recentes.items() if n > 0},
            )
        )
    return scene


def en_ordre(scene: Scene) -> Scene:
    """A fight goes by initiative: whoever has declared nothing yet and is not to, has just come and takes his place."""
    combat = scene.encounter
    if combat is None or (combat.file and combat.hors_du_temps):
        return scene
    rangs, file = rangs_de_declaration(scene), list(combat.file)
    for who in ordre_de_declaration(scene):
        if who not in file and (not combat.file or who not in combat.declarations):
            plus_vif = (n for n, autre in enumerate(file) if rangs.get(autre, rangs[who]) > rangs[who])
            file.insert(next(plus_vif, len(file)), who)
    if not file:
        raise ContentError("scene.combat", Said("il faut au moins un personnage en état d'agir, avec un camp"))
    return replace(scene, encounter=replace(combat, file=tuple(file)))


gather = gathering(Scene, read_scene)


def _personnage(who: str, donne: Any, maison: Maison) -> dict[str, Any]:
    connues = {**CAST, "creature": {**CREATURES, **own.plain(maison).get("creature", {})}}
    ici = f"scene.personnages.{who}"
    p: dict[str, Any] = habiller(built_on(who, donne, connues, ici), maison, ici)
    return p


def habiller(p: Any, maison: Maison, ici: str) -> Any:
    """Somebody with what he carries as the catalogues say."""
    if not isinstance(p, dict) or "equipement" not in p:
        return p
    return {**p, "equipement": equiper(p["equipement"], maison, f"{ici}.equipement")}


def equiper(donne: Any, maison: Maison, name: str) -> Any:
    """Weapons, armours, shields and gear named by their ids become what the catalogue says of them."""
    if not isinstance(donne, dict):
        return donne
    lu = dict(donne)
    for cle, connus in (("armes", maison.armes), ("armures", maison.armures), ("materiel", maison.outils)):
        if isinstance(lu.get(cle), list):
            lu[cle] = [thing(x, connus, f"{name}.{cle}") for x in lu[cle]]
    if "bouclier" in lu:
        lu["bouclier"] = thing(lu["bouclier"], maison.boucliers, f"{name}.bouclier")
    return lu
