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
    viser, deux_armes       such a roll that is aimed, or made with both weapons
    encore                  such a roll when somebody has acted already in this round

Tags: `deux_armes` for those who hold two, and the name of each condition.

What a test is helped by because its maker named it (Traits, equipment, circumstances, points spent) is said with the
test itself: see `avantages` of chapter 3.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

from tablee.kernel.effects import Bears, Effects, Modifier
from tablee.kernel.kept import cached_property
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


# ---------------------------------------------------------------- what each part of somebody brings


@rule("FLU-4.65")
def degre_du_sbire(p: Personnage) -> int:
    """What is hard for the heroes helps the sbire, what is easy hinders it."""
    return -DIFFICULTES[p.fiche.sbire].avantages if p.fiche.sbire else 0


@rule("FLU-4.44", "FLU-4.57")
def des_maux(traits: tuple[Trait, ...]) -> tuple[Modifier, ...]:
    """Wounds weigh on bodily tests and shocks on mental ones."""
    return tuple(
        [Modifier(MAUX[t.origine][0], -t.valeur, t.nom, MAUX[t.origine][1]) for t in traits if t.origine in MAUX]
    )


MAUX = {"blessure": ("physiques", "FLU-4.44"), "psychique": ("mentales", "FLU-4.57")}


@rule("FLU-4.9", "FLU-4.23", "FLU-4.39")
def des_conditions(conditions: tuple[Condition, ...]) -> tuple[Modifier, ...]:
    """What hampers him for some rounds, in his tests and in his movement."""
    sur = [(c, on, n) for c in conditions for on, n in (("tests", c.desavantages), ("mouvement", c.mouvement))]
    return tuple([Modifier(on, -n, c.nom, c.rule) for c, on, n in sur if n])


@rule("FLU-4.19")
def des_aides(aides: tuple[Aide, ...]) -> tuple[Modifier, ...]:
    """The points others have given to his next test."""
    return tuple([Modifier("tests", a.points, "Points donnés", "FLU-4.19") for a in aides if a.points])


@rule("FLU-4.2", "FLU-4.34", "FLU-4.36", "FLU-4.37", "FLU-4.41")
@lru_cache(4096)
def de_l_equipement(tenues: tuple[Objet, ...], armure: Objet | None, bouclier: Objet | None) -> Bears[Cas]:
    """All that is worn or held slows; armour protects; outside fights the heaviest thing alone hampers."""
    portes = [o for o in (*tenues, armure, bouclier) if o is not None]
    lourd, regle = "Handicap de l'équipement", "FLU-4.41"
    modifiers = (
        *(Modifier("initiative", -o.score, o.nom, "FLU-4.2") for o in portes),
        *(Modifier("gestes", -o.score, lourd, regle, "handicap") for o in portes),
        *((Modifier("protection", -armure.score, armure.nom, "FLU-4.34"),) if armure is not None else ()),
    )
    return Bears(EFFECTS, modifiers, ("deux_armes",) if len(tenues) > 1 else ())


@rule("FLU-5.10")
def des_sorts(sorts: tuple[SortActif, ...], who: str) -> tuple[Modifier, ...]:
    """The spells at work on somebody: Avantages, Désavantages, or so much armour."""
    figures = {"avantages": ("tests", 1), "desavantages": ("tests", -1), "armure": ("protection", -1)}
    siens = [(s, *figures[s.sort.effet]) for s in sorts if who in s.cibles and s.sort.effet in figures]
    return tuple(Modifier(on, signe * s.intensite, s.sort.nom, "FLU-5.10") for s, on, signe in siens)


# ---------------------------------------------------------------- all of it together


class Recueil(Bears[Cas]):
    """All that bears on somebody, and what it is made of: him without the pools that are spent and lost."""

    __slots__ = ("de", "harnais")

    def __init__(self, de: Personnage, sorts: tuple[Modifier, ...] = ()) -> None:
        self.de, self.harnais = de, de_l_equipement(de.tenues(), de.armure, de.bouclier)
        degre = (Modifier("tests", degre_du_sbire(de), "Degré du sbire", "FLU-4.65"),) if de.fiche.sbire else ()
        siens = des_maux(de.traits) + des_aides(de.aides) + des_conditions(de.conditions) + degre + sorts
        tags = (*self.harnais.tags, *[c.nom for c in de.conditions])
        super().__init__(EFFECTS, siens + self.harnais.modifiers, tags)

    @cached_property
    @rule("FLU-4.2")
    def ini(self) -> int:
        """The modified INI, which is also the movement allowance: never below 0."""
        return max(0, self.de.fiche.INI + somme(self.harnais, "initiative"))

    @cached_property
    def vivacite(self) -> tuple[int, int]:
        """What he is ranked by, by INI and then by AGI: the least goes first."""
        return -self.ini, -self.de.carac("AGI")


def somme(bears: Bears[Cas], key: str) -> int:
    """What bears on a figure whatever happens; no rule may be about it."""
    try:
        figure = bears.known[key]
    except KeyError:
        figure = bears.figure(key)
    if figure.rules:
        raise TypeError(f"rules bear on {key}: they must be given what they look at")
    return figure.n


@lru_cache(1024)
def sous_les_sorts(sien: Recueil, sorts: tuple[SortActif, ...], who: str) -> Recueil:
    """What bears on somebody, and the spells at work on him."""
    return Recueil(sien.de, des_sorts(sorts, who))


def bears(scene: Scene, p: Personnage) -> Recueil:
    """All that bears on somebody in this scene."""
    return sous_les_sorts(p.bears, scene.sorts, p.id) if scene.sorts else p.bears
