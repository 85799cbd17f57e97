"""All that bears on a figure, and the names of those figures: the only place that says what a key means.

Figures of somebody:

    CC ... PRE              a caractéristique as it stands now, beyond what is on the sheet
    degats degats_tir degats_magie      on the Dégâts of blows, shots, Projectiles magiques
    pa                      PA on the whole body; cible: what whoever strikes at him hand to hand adds to his Test
    initiative mouvement soins

Figures of a Test (`cles` of chapter 1 puts together those that one Test is a Test of):

    tests                   every Test; test:FOR every Test that rests on Force, the caractéristique itself left alone
    esquive ...             the Tests of a Compétence, by its id
    attaque tir defense parade          by what they are for
    psychologie incantation dissipation
    combat                  Tests of a fight, which Avantages help (VM-2.15)
    toucher                 to hit somebody with a blow; viser: with a shot; contre: with either
    presence                any Test but those of blows, shots, spells: what is near may weigh on it

Tags: `monte` for whoever rides; `craint` for whoever fears somebody; `trait:ID` for each Trait de créature, by nature
or for a while; `immunise:ID` for each état that does not take hold; `ephemere` for those of whom nothing is left at
0 PB; and whatever else an Effet says of somebody by its `sur` (`muet`, `zeros`, `prouesse:ID`, `enraye:ID`,
`perd:action`).
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

from tablee.kernel.effects import Bears, Effects, Figure, Modifier, Part
from tablee.kernel.ledger import rule

from .catalogue import ETATS, Arme
from .tables import CARACS

if TYPE_CHECKING:
    from .people import Effet, Personnage
    from .scene import Scene

SUR = {
    "tests": "tous les Tests",
    "attaque": "toucher au Corps à corps",
    "tir": "toucher à distance",
    "defense": "se défendre, quelle que soit la manière",
    "parade": "parer",
    "psychologie": "résister à la peur et à l'influence des autres",
    "incantation": "lancer un Sort",
    "dissipation": "dissiper un Sort",
    "degats": "Dégâts au Corps à corps",
    "degats_tir": "Dégâts à distance",
    "degats_magie": "Dégâts des Projectiles magiques",
    "pa": "PA sur tout le corps",
    "pb": "Points de Blessure",
    "initiative": "valeur d'initiative",
    "zeros": "jets finissant par 0, Critiques s'ils réussissent",
    "mouvement": "Mouvement, en cases",
    "soins": "Points de Blessure rendus par ses soins",
}  # what a Modif or an Effet may weigh on, besides the caractéristiques and the Compétences


class Cas(msgspec.Struct, frozen=True, gc=False):
    """What the rules that bear on a figure look at: who, in which scene, against whom, with what."""

    p: Personnage
    scene: Scene | None = None  # None: nothing but the person himself
    contre: Personnage | None = None
    arme: Arme | None = None
    charge: bool = False


EFFECTS: Effects[Cas] = Effects()

# ---------------------------------------------------------------- what états and effects bring


@lru_cache(4096)
def des_etats(etats: tuple[tuple[str, int], ...]) -> tuple[Modifier, ...]:
    """Of états and their levels: each level weighs as much; on a caractéristique it weighs on its Tests alone."""
    found: list[Modifier] = []
    for id, niveaux in etats:
        genre = ETATS[id]
        for m in genre.modifs:
            on, regle = f"test:{m.sur}" if m.sur in CARACS else m.sur, "VM-6.6" if m.sur == "mouvement" else "VM-2.1"
            found.append(Modifier(on, m.mod * niveaux, genre.nom, regle))
        if genre.cible:
            found.append(Modifier("cible", genre.cible, genre.nom, "VM-2.24"))
    return tuple(found)


@rule("VM-3.16", "VM-4.10")
@lru_cache(4096)
def des_effets(effets: tuple[Effet, ...], stoique: bool) -> tuple[Modifier, ...]:
    """Spells are one family: the best bonus and the worst penalty count; the stoic ignore what wounds take."""
    return tuple(
        Modifier(e.sur, e.mod, e.nom, e.rule, "sort" if e.origine == "sort" else "")
        for e in effets
        if e.mod and not (stoique and e.origine == "critique" and e.mod < 0)
    )


@lru_cache(8192)
def reunis(
    parts: tuple[Part, Part], etats: tuple[tuple[str, int], ...], effets: tuple[Effet, ...], stoique: bool, *tags: str
) -> Bears[Cas]:
    """All that bears on somebody, made once for the same parts: états by what they are and their levels."""
    plus = des_etats(etats) + des_effets(effets, stoique)
    return porte_par(toujours(*parts), plus, (*tags, *(e.sur for e in effets)))


@lru_cache(1024)
def toujours(fiche: Part, equipement: Part) -> Bears[Cas]:
    """What bears on somebody who has no état and on whom nothing weighs for a while."""
    return Bears(EFFECTS, fiche.modifiers + equipement.modifiers, fiche.tags)


@lru_cache(8192)
def porte_par(toujours: Bears[Cas], plus: tuple[Modifier, ...], marques: tuple[str, ...]) -> Bears[Cas]:
    """The same of another wound or spell that weighs as much, whenever each ends."""
    return Bears(EFFECTS, plus, marques, toujours)


@lru_cache(4096)
def marques(fiche: Part, effets: tuple[Effet, ...]) -> frozenset[str]:
    """The tags of somebody, which no état changes."""
    return frozenset(fiche.tags).union([e.sur for e in effets])


def constante(bears: Bears[Cas], key: str) -> Figure[Cas]:
    """What bears on a figure that depends on nothing but the person: no rule of the book may be about it."""
    try:
        figure = bears.known[key]
    except KeyError:
        figure = bears.figure(key)
    if figure.rules:
        raise TypeError(f"rules bear on {key}: they must be given what they look at")
    return figure
