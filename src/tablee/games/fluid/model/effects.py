"""All that bears on a figure, and the names of those figures: the only place that says what a key means.

Figures of somebody:

    initiative              what is carried, off the INI (FLU-4.2)
    mouvement               what lames him, off the squares of a movement (FLU-4.4)
    protection              what is taken off the damage done to him, negative (FLU-4.34)

Avantages (Désavantages if negative) of a test; `Essai.cles` puts together those that one test is a test of:

    tests                   every test
    physiques, mentales     tests of such a caractéristique, or of the body in a fight: wounds, shocks
    gestes                  done with the body outside fights: equipment hampers (FLU-4.41)
    action                  what takes the turn in a fight and is no blow; rupture: breaking off; secours: first aid
    echange                 the roll of a fighter hand to hand; tir: that of a shot

Tags: `deux_armes` for those who hold two, and the name of each condition.

What a test is helped by because its maker named it (Traits, equipment, circumstances, points spent) is said with the
test itself: see `avantages` of chapter 3.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

from tablee.kernel.effects import Bears, Effects, Modifier
from tablee.kernel.ledger import rule

from .tables import DIFFICULTES

if TYPE_CHECKING:
    from .combat import Annonce, Combat
    from .essais import Essai
    from .people import Aide, Condition, Objet, Personnage, SortActif, Trait
    from .scene import Scene


class Cas(msgspec.Struct, frozen=True, gc=False):
    """What rules and conditions look at: whose test, in which scene and fight, the blow or shot it is the roll of."""

    p: Personnage
    scene: Scene
    e: Essai
    combat: Combat | None = None
    coup: Annonce | None = None
    allies: int = 0  # others who go for the same adversary


EFFECTS: Effects[Cas] = Effects()


@EFFECTS.when("compte")
def compte(c: Cas, nom: str) -> bool:
    """Whether a wound or shock was not put aside for this test, nor named against him already."""
    return nom not in c.e.hors and nom not in c.e.contre


# ---------------------------------------------------------------- what each part of somebody brings


@rule("FLU-4.65")
def degre_du_sbire(p: Personnage) -> int:
    """What is hard for the heroes helps the sbire, what is easy hinders it."""
    return -DIFFICULTES[p.fiche.sbire].avantages if p.fiche.sbire else 0


@rule("FLU-4.44", "FLU-4.57")
def des_maux(traits: tuple[Trait, ...]) -> tuple[Modifier, ...]:
    """Wounds weigh on bodily tests and shocks on mental ones, unless put aside."""
    sur = {"blessure": ("physiques", "FLU-4.44"), "psychique": ("mentales", "FLU-4.57")}
    maux = [(t, *sur[t.origine]) for t in traits if t.origine in sur]
    return tuple(Modifier(on, -t.valeur, t.nom, regle, when=f"compte:{t.nom}") for t, on, regle in maux)


@rule("FLU-4.9", "FLU-4.23", "FLU-4.39")
def des_conditions(conditions: tuple[Condition, ...]) -> tuple[Modifier, ...]:
    """What hampers him for some rounds, in his tests and in his movement."""
    return tuple(
        Modifier(on, -n, c.nom, c.rule)
        for c in conditions
        for on, n in (("tests", c.desavantages), ("mouvement", c.mouvement))
        if n
    )


@rule("FLU-4.19")
def des_aides(aides: tuple[Aide, ...]) -> tuple[Modifier, ...]:
    """The points others have given to his next test."""
    return tuple(Modifier("tests", a.points, "Points donnés", "FLU-4.19") for a in aides if a.points)


@rule("FLU-4.2", "FLU-4.34", "FLU-4.36", "FLU-4.37", "FLU-4.41")
def de_l_equipement(tenues: tuple[Objet, ...], armure: Objet | None, bouclier: Objet | None) -> tuple[Modifier, ...]:
    """All that is worn or held slows; armour protects; outside fights the heaviest thing alone hampers."""
    portes = [o for o in (*tenues, armure, bouclier) if o is not None]
    lourd, regle = "Handicap de l'équipement", "FLU-4.41"
    return (
        *(Modifier("initiative", -o.score, o.nom, "FLU-4.2") for o in portes),
        *(Modifier("gestes", -o.score, lourd, regle, "handicap") for o in portes),
        *((Modifier("protection", -armure.score, armure.nom, "FLU-4.34"),) if armure is not None else ()),
    )


@rule("FLU-5.10")
def des_sorts(sorts: tuple[SortActif, ...], who: str) -> tuple[Modifier, ...]:
    """The spells at work on somebody: Avantages, Désavantages, or so much armour."""
    figures = {"avantages": ("tests", 1), "desavantages": ("tests", -1), "armure": ("protection", -1)}
    siens = [(s, *figures[s.sort.effet]) for s in sorts if who in s.cibles and s.sort.effet in figures]
    return tuple(Modifier(on, signe * s.intensite, s.sort.nom, "FLU-5.10") for s, on, signe in siens)


# ---------------------------------------------------------------- all of it together


class Recueil(Bears[Cas]):
    """All that bears on somebody, and what it is made of: him without the pools that are spent and lost."""

    __slots__ = ("de",)

    def __init__(self, de: Personnage, modifiers: tuple[Modifier, ...], tags: tuple[str, ...]) -> None:
        super().__init__(EFFECTS, modifiers, tags)
        self.de = de

    def somme(self, key: str) -> int:
        """What bears on a figure whatever happens; no rule may be about it."""
        figure = self.known.get(key) or self.figure(key)
        if figure.rules:
            raise TypeError(f"rules bear on {key}: they must be given what they look at")
        return figure.n


def recueillir(de: Personnage) -> Recueil:
    """What the parts of somebody bring, in the order it is read."""
    tenues = de.tenues()
    modifiers = (
        *des_maux(de.traits),
        *des_aides(de.aides),
        *des_conditions(de.conditions),
        *((Modifier("tests", degre_du_sbire(de), "Degré du sbire", "FLU-4.65"),) if de.fiche.sbire else ()),
        *de_l_equipement(tenues, de.armure, de.bouclier),
    )
    deux = ("deux_armes",) if len(tenues) > 1 else ()
    return Recueil(de, modifiers, (*deux, *(c.nom for c in de.conditions)))


@lru_cache(1024)
def sous_les_sorts(sien: Recueil, sorts: tuple[SortActif, ...], who: str) -> Recueil:
    """What bears on somebody, and the spells at work on him."""
    return Recueil(sien.de, sien.modifiers + des_sorts(sorts, who), tuple(sien.tags))


def bears(scene: Scene, p: Personnage) -> Recueil:
    """All that bears on somebody in this scene."""
    return sous_les_sorts(p.bears, scene.sorts, p.id) if scene.sorts else p.bears
