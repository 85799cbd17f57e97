"""Where somebody's things are, whatever they are: naming one of them, changing it, taking it away, adding another."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import fields, replace

from .things import Equipement, Objet

NATURELS = ("naturelles", "peau")  # grown on somebody: nothing he could lay down
LIEUX = tuple([f.name for f in fields(Equipement) if f.name not in NATURELS])


class Place(Struct, frozen=True):
    """One thing somebody has, and where: « armes », « sac »; alone there (armour), or the how-manieth."""

    lieu: str
    rang: int | None
    objet: Objet


def places(e: Equipement) -> Iterator[Place]:
    """All somebody has: in hand first, then on him, then in his pouches, then in his bag."""
    for lieu in LIEUX:
        there = getattr(e, lieu)
        if isinstance(there, Objet):
            yield Place(lieu, None, there)
        elif isinstance(there, tuple):
            yield from (Place(lieu, i, x) for i, x in enumerate(there) if isinstance(x, Objet))


def trouver(e: Equipement, modele: str, rang: int = 0) -> Place | None:
    """The first thing of a model, or the one so many further on."""
    found = [place for place in places(e) if place.objet.modele == modele]
    return found[rang] if 0 <= rang < len(found) else None


def changer(e: Equipement, place: Place, objet: Objet | None) -> Equipement:
    """The same with something else in that place; None: with nothing."""
    if place.rang is None:
        return replace(e, **{place.lieu: objet})
    there = list(getattr(e, place.lieu))
    there[place.rang : place.rang + 1] = [] if objet is None else [objet]
    return replace(e, **{place.lieu: tuple(there)})


def sans_un(e: Equipement, place: Place) -> Equipement:
    """Without one of what lies there."""
    o = place.objet
    return changer(e, place, replace(o, nombre=o.nombre - 1) if o.nombre > 1 else None)


def en_main(e: Equipement, objet: Objet, main: int | None = None) -> Equipement:
    """With an arm in hand: the same ones are held together; `main`: in which of the hands, if it is to be that one."""
    for i, x in enumerate(e.armes):
        if x.sorte.usage == "lancer" and replace(x, nombre=1) == replace(objet, nombre=1):
            ensemble = replace(x, nombre=x.nombre + objet.nombre)
            return replace(e, armes=(*e.armes[:i], ensemble, *e.armes[i + 1 :]))
    i = len(e.armes) if main is None else min(main, len(e.armes))
    return replace(e, armes=(*e.armes[:i], objet, *e.armes[i:]))


def avec(e: Equipement, lieu: str, objet: Objet) -> Equipement:
    """With one more there; in the bag and in pouches the same things lie together."""
    there: tuple[Objet, ...] = getattr(e, lieu)
    if lieu in ("sac", "annexes"):
        for i, x in enumerate(there):
            if replace(x, nombre=1) == replace(objet, nombre=1):
                ensemble = replace(x, nombre=x.nombre + objet.nombre)
                return replace(e, **{lieu: (*there[:i], ensemble, *there[i + 1 :])})
    return replace(e, **{lieu: (*there, objet)})
