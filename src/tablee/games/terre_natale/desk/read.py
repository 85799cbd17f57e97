"""Scenes written by hand: ready characters named by their ids, all else by default."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from tablee.kernel import own
from tablee.kernel.casting import built_on, gathering, known, numbered, people_of
from tablee.kernel.content import convert
from tablee.kernel.sentence import Said

from ..model.cartes import CARTES
from ..model.confrontation import Budget
from ..model.maison import AUCUNE, Maison
from ..model.scene import Scene
from .judge import judged
from .starts import CAST


def read_scene(data: dict[str, Any], options: tuple[str, ...] = ()) -> Scene:
    """Plain data to a scene that holds, or ContentError saying what does not."""
    people, data = people_of(data, "personnages", Said("il faut au moins un personnage"))
    if "terrain" in data:  # a ready map, with all that stands on it
        data["carte"] = data.pop("terrain")
        plan = known(data["carte"], CARTES, "scene.terrain")
        data["obstacles"] = [*msgspec.to_builtins(plan.obstacles), *data.get("obstacles", ())]
    maison = own.read_dressed(data.pop("maison", {}), AUCUNE, "scene.maison", "adversaire", dressed)
    if maison is not AUCUNE:
        data = {**maison.avec_modeles(data), "maison": maison}
    read = numbered({who: person(who, p, maison) for who, p in people.items()}, people)
    scene = convert({**data, "personnages": read, "options": options}, Scene, "scene")
    return judged(still_to_begin(scene), "scene")


def still_to_begin(scene: Scene) -> Scene:
    """A confrontation in which it is nobody's passe has yet to be engaged; else whose it is can act in it.

    An initiative that is not written is 0.
    """
    e = scene.encounter
    if e is None or not e.passe:
        return replace(scene, encounter=None)
    initiatives = {**dict.fromkeys(scene.people, 0), **e.initiatives}
    return replace(scene, encounter=replace(e, initiatives=initiatives, budgets={e.passe: Budget(), **e.budgets}))


gather = gathering(Scene, read_scene)


def person(who: str, given: Any, maison: Maison = AUCUNE) -> dict[str, Any]:
    """Somebody as he is written out, or built on the one of a catalogue, with what he has."""
    called = {**CAST, "adversaire": {**CAST["adversaire"], **own.plain(maison).get("adversaire", {})}}
    read: dict[str, Any] = dressed(built_on(who, given, called, f"scene.personnages.{who}"), maison, "")
    return read


def dressed(person: Any, maison: Maison, here: str) -> Any:
    """The same, each thing of a model of the table's own with the model."""
    return maison.avec_modeles(person) if maison.objet else person
