"""Things one carries: finding them, changing them for others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from msgspec.structs import replace

from .catalogue import Arme, Armure, Bouclier, Materiel
from .people import Equipement, Personnage

Objet = Arme | Armure | Bouclier | Materiel


T = TypeVar("T", Arme, Armure, Materiel)


JADE = "objet_de_transfert"


def objets_de(p: Personnage) -> Iterator[Objet]:
    """Everything somebody carries or wears."""
    e = p.equipement
    yield from e.armes
    yield from e.armures
    if e.bouclier is not None:
        yield e.bouclier
    yield from e.materiel


def objet_de(p: Personnage, id: str) -> Objet | None:
    return next((o for o in objets_de(p) if o.id == id), None)


def changer(p: Personnage, ancien: Objet, nouveau: Objet | None) -> Personnage:
    """The object changed for another, or gone; what is in hand, at the feet or filled with Qì follows."""
    e = p.equipement
    id = nouveau.id if nouveau is not None else ""
    bouclier = e.bouclier
    if bouclier is ancien:
        bouclier = nouveau if isinstance(nouveau, Bouclier) else None
    e = Equipement(
        armes=_echange(e.armes, ancien, nouveau, Arme),
        armures=_echange(e.armures, ancien, nouveau, Armure),
        bouclier=bouclier,
        au_dos=e.au_dos,
        materiel=_echange(e.materiel, ancien, nouveau, Materiel),
        en_main=None if e.en_main is None else _noms(e.en_main, ancien.id, id),
        sous=e.sous,
    )
    insufflations = p.insufflations
    if insufflations:
        suivies = [replace(i, arme=id) if i.arme == ancien.id else i for i in insufflations]
        insufflations = tuple(i for i in suivies if i.arme)
    a_terre = _noms(p.a_terre_armes, ancien.id, id) if p.a_terre_armes else ()
    return replace(p, equipement=e, insufflations=insufflations, a_terre_armes=a_terre)


def _echange(objets: tuple[T, ...], ancien: Objet, nouveau: Objet | None, genre: type[T]) -> tuple[T, ...]:
    apres: list[Objet | None] = [*objets]
    i = next((i for i, o in enumerate(objets) if o is ancien), None)  # like things may be one and the same value
    if i is not None:
        apres[i] = nouveau
    return tuple(o for o in apres if isinstance(o, genre))


def _noms(ids: tuple[str, ...], ancien: str, nouveau: str) -> tuple[str, ...]:
    return tuple(x for x in (nouveau if i == ancien else i for i in ids) if x)
