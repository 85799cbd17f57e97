"""Things written by hand, judged as the catalogue is: weapons, armours, spells, Talents, careers."""

from __future__ import annotations

from collections.abc import Container, Iterable
from functools import partial

from tablee.kernel.faults import Faults, among, between, each, named
from tablee.kernel.own import Judge
from tablee.kernel.sentence import Said

from ..book.c2_combat.armes import RECHARGE
from ..book.c3_magie.magie import DRAPEAUX
from ..model.carrieres import CARRIERES, OBJETS, RANGS, Carriere
from ..model.catalogue import (
    ARMES,
    ARMURES,
    COMPETENCES,
    CREATURES,
    ETATS,
    TALENTS,
    TRAITS_ARMES,
    TRAITS_ARMURES,
    TRAITS_CREATURES,
    ZONES,
    Arme,
    Armure,
    Talent,
)
from ..model.ecrits import Ecrits
from ..model.effects import SUR
from ..model.maison import Maison
from ..model.sorts import DOMAINES, SORTS, Sort
from ..model.tables import NOMS

LOIN = 10_000  # squares
PRIX_MAX = 10**6  # couronnes
FOIS_MAX = 20  # that a Talent can be taken
LONGUEUR = 500  # characters of what is told of a thing


LIVRE: dict[str, Container[str]] = {
    "sort": SORTS,
    "talent": TALENTS,
    "carriere": CARRIERES,
    "arme": ARMES,
    "armure": ARMURES,
    "creature": CREATURES,
}


def juges_du_carnet(carnet: Ecrits) -> dict[str, Judge]:
    """How what somebody carries is judged: by what he carries besides. What his spells call may be at another table."""
    return {
        "sort": fautes_du_sort,
        "talent": fautes_du_talent,
        "carriere": partial(fautes_de_la_carriere, talents=carnet.talents),
    }


def juges_de_la_maison(maison: Maison) -> dict[str, Judge]:
    """How what a table has written is judged; creatures are judged like anybody."""

    def carriere(c: Carriere, ici: str) -> Faults:
        yield from fautes_de_la_carriere(c, ici, maison.talents)
        yield from each(f"{ici}.armes", c.armes, maison.armes)
        yield from each(f"{ici}.armures", c.armures, maison.armures)

    carnet = juges_du_carnet(maison)
    sort = partial(fautes_du_sort, creatures=[*CREATURES, *maison.creature])
    return {**carnet, "sort": sort, "carriere": carriere, "arme": fautes_de_l_arme, "armure": fautes_de_l_armure}


def fautes_du_talent(t: Talent, ici: str) -> Faults:
    yield from named(f"{ici}.nom", t.nom)
    yield from named(f"{ici}.dit", t.dit, LONGUEUR)
    yield from between(f"{ici}.max", t.max, 1, FOIS_MAX)
    for i, m in enumerate(t.modifs):
        yield from fautes_de_portee(f"{ici}.modifs[{i}].sur", m.sur)
        yield from between(f"{ici}.modifs[{i}].mod", m.mod, -100, 100)


def fautes_de_la_carriere(c: Carriere, ici: str, talents: Iterable[str]) -> Faults:
    """Three ranks, each of which opens something that is known; what one begins with is in the catalogues."""
    yield from named(f"{ici}.nom", c.nom)
    yield from named(f"{ici}.dit", c.dit, LONGUEUR)
    yield from between(f"{ici}.couronnes", c.couronnes, 0, PRIX_MAX)
    yield from each(f"{ici}.objets", c.objets, OBJETS)
    if len(c.rang) != RANGS:
        yield f"{ici}.rang", Said("une carrière a {} rangs, pas {}", (RANGS, len(c.rang)))
    for i, r in enumerate(c.rang):
        yield from named(f"{ici}.rang[{i}].nom", r.nom)
        yield from between(f"{ici}.rang[{i}].revenu", r.revenu, 0, PRIX_MAX)
        yield from each(f"{ici}.rang[{i}].competences", r.competences, COMPETENCES)
        yield from each(f"{ici}.rang[{i}].talents", r.talents, talents)
    if c.rang and not c.rang[0].competences:
        yield f"{ici}.rang[0].competences", Said("le premier rang ouvre au moins une Compétence")


def fautes_du_sort(s: Sort, ici: str, creatures: Iterable[str] | None = None) -> Faults:
    """A spell written out: its figures within bounds, all that it names known; of what it calls, if it is said."""
    yield from named(f"{ici}.nom", s.nom)
    yield from between(f"{ici}.ni", s.ni, 0, 100)
    for cle in ("degats", "duree", "puissance", "zde"):
        yield from between(f"{ici}.{cle}", getattr(s, cle), 0, LOIN)
    if s.genre == "domaine":
        yield from among(f"{ici}.domaine", s.domaine, DOMAINES)
    for i, e in enumerate(s.effets):
        cle = f"{ici}.effets[{i}]"
        if e.etat or e.fait in ("etat", "retire"):
            yield from among(f"{cle}.etat", e.etat, ETATS)
        if e.trait or e.fait == "trait":
            yield from among(f"{cle}.trait", e.trait, TRAITS_CREATURES)
        if e.fait == "invoque" and creatures is not None:
            yield from among(f"{cle}.creature", e.creature, creatures)
        if e.resiste:
            yield from among(f"{cle}.resiste", e.resiste, [*NOMS, *COMPETENCES])
        for m in e.modifs:
            yield from fautes_de_portee(f"{cle}.modifs", m.sur)


def fautes_de_portee(cle: str, sur: str) -> Faults:
    """What an effect weighs on: a figure of the game, or a flag of the form « genre:nom »."""
    genre, deux_points, nom = sur.partition(":")
    if deux_points and genre == "trait":
        yield from among(cle, nom, TRAITS_CREATURES)
    elif not deux_points and sur not in (*DRAPEAUX, RECHARGE):
        yield from among(cle, sur, [*SUR, *NOMS, *COMPETENCES])


def fautes_de_l_arme(a: Arme, ici: str) -> Faults:
    yield from named(f"{ici}.nom", a.nom)
    yield from among(f"{ici}.competence", a.competence, COMPETENCES)
    yield from between(f"{ici}.degats", a.degats, -20, 50)
    yield from between(f"{ici}.portee", a.portee, 0, LOIN)
    yield from between(f"{ici}.allonge", a.allonge, 1, 10)
    yield from between(f"{ici}.mains", a.mains, 0, 2)
    yield from each(f"{ici}.traits", a.traits, TRAITS_ARMES)


def fautes_de_l_armure(a: Armure, ici: str) -> Faults:
    yield from named(f"{ici}.nom", a.nom)
    yield from between(f"{ici}.pa", a.pa, 0, 20)
    familles = {z.famille for z in ZONES.values()}
    for zone in a.zones:
        yield from among(f"{ici}.zones", zone, [*familles, *ZONES])
    yield from each(f"{ici}.traits", a.traits, TRAITS_ARMURES)
