"""People of a scene written by hand: built on ready ones, told apart, with what they carry named by its id."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from .content import ContentError
from .faults import once, refuse, unknown
from .oracle import ALL, GM
from .scene import Scene
from .sentence import Id, Said, Typed

Plain = dict[str, Any]
S = TypeVar("S", bound=Scene)


def people_of(data: Plain, key: str, nobody: Said) -> tuple[Plain, Plain]:
    """The people of a scene, and the scene without them; ContentError if there are none, or one has a reserved id."""
    rest = dict(data)
    people = rest.pop(key, {})
    if not isinstance(people, dict) or not people:
        raise ContentError(f"scene.{key}", nobody)
    for reserved in (ALL, GM):
        if reserved in people:
            raise ContentError(f"scene.{key}.{reserved}", Said("ce nom est réservé"))
    return people, rest


def known(chosen: Any, there: Mapping[str, Any], name: str) -> Any:
    """What an id stands for; ContentError naming all that there are."""
    if not isinstance(chosen, str) or chosen not in there:
        raise ContentError(name, unknown(Typed(str(chosen)), map(Typed, there)))
    return there[chosen]


def thing(given: Any, there: Mapping[str, Any], name: str) -> Any:
    """What an id stands for; what is written out stays as it is."""
    return known(given, there, name) if isinstance(given, str) else given


def built_on(who: str, given: Any, catalogues: Mapping[str, Mapping[str, Plain]], name: str) -> Plain:
    """Somebody as plain data: a ready one if a catalogue's key names one, with what is said of this one over it."""
    if not isinstance(given, dict) or not isinstance(given.get("fiche", {}), dict):
        raise ContentError(name, Said("attendu une table, et une table pour « fiche »"))
    own, base = dict(given), Plain()
    for key, there in catalogues.items():
        chosen = own.pop(key, None)
        if chosen is not None:
            base = known(chosen, there, f"{name}.{key}")
    sheet = over({"nom": who.capitalize(), **base.get("fiche", {})}, own.get("fiche", {}))
    return {**base, **own, "fiche": sheet, "id": who}


def cast(given: Plain, catalogues: Mapping[str, Mapping[str, Plain]], build: Callable[[str, Plain], Plain]) -> Plain:
    """Somebody as he is written out, or built on the one of a catalogue whom its key calls."""
    if catalogues.keys().isdisjoint(given):
        return given
    who = given.get("id")
    if not isinstance(who, str):
        raise ContentError("personnage.id", Said("attendu un texte"))
    return build(who, given)


def gathering(
    scene: Callable[[dict[str, Any]], S], read: Callable[[Plain, tuple[str, ...]], S], key: str = "personnages"
) -> Callable[[list[Plain]], S]:
    """How characters come together, read from their files or called from a catalogue: as a scene of them alone."""

    def gather(people: list[Plain]) -> S:
        ids = [p.get("id") for p in people]
        for id in ids:
            if id is None:
                raise ContentError("personnage", Said("il manque la clé « {} »", (Typed("id"),)))
            if not isinstance(id, str):
                raise ContentError("personnage.id", Said("attendu un texte"))
        refuse(once("id", map(str, ids), map(str, ids), Id), "personnage")
        return read({key: {str(p["id"]): p for p in people}}, ()) if people else scene({})

    return gather


def over(under: Plain, given: Plain) -> Plain:
    """A sheet with some of it changed: in a table of figures those that are not named stay."""
    mixed = {k: {**under[k], **v} for k, v in given.items() if isinstance(v, dict) and isinstance(under.get(k), dict)}
    return {**under, **given, **mixed}


def numbered(read: dict[str, Plain], given: Plain) -> dict[str, Plain]:
    """Those who were given no name of their own are told apart: « Loup 1 », « Loup 2 »."""
    nameless = [who for who, p in given.items() if "nom" not in p.get("fiche", {})]
    alike, met = Counter(read[who]["fiche"]["nom"] for who in nameless), Counter[str]()
    for who in nameless:
        name = read[who]["fiche"]["nom"]
        if alike[name] > 1:
            met[name] += 1
            read[who] = {**read[who], "fiche": {**read[who]["fiche"], "nom": f"{name} {met[name]}"}}
    return read
