"""All that bears on a figure, and the names of those figures: the only place that says what a key means.

Figures of somebody:

    rang:force ...          the rank of an attribute (YY-14.12)
    poids                   kilograms more or less to carry (YY-14.12)
    vue                     what hampers the eyes, negative (YY-10.33)
    forme                   features changed: told, and weighs on nothing
    initiative              when one acts (YY-10.2)
    protection              what damage to a limb is lessened by (YY-10.34)
    cout                    what an action costs in fatigue beyond its own cost (YY-7.5)

Figures of a test; `cles` puts together those that one test is a test of:

    tests                   every test
    competences             every test of a skill, not of a trait or attribute alone (YY-7.1)
    physiques, martiales    tests of physical skills, of martial skills (YY-5.16)
    epees ...               tests of this skill, or of this trait or attribute
    combat                  the roll of a fighter hand to hand; tir: that of a shot
    attaque, defense        the roll of an attack, near or far; that of a defence, and the passive defence too
    passive                 what is opposed without a roll (YY-10.21)
    echapper                the roll to break a hold (YY-11.10)

Tags are states: `blesse`, `las`, `protege` (armour or a shield), `au_bras` (a shield not on the back), `voit_mal`,
`a_terre`, `elan`, `insuffle`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

from tablee.kernel.effects import Bears, Effects, Modifier

from .catalogue import COMPETENCES, Arme
from .tables import ATTRIBUTS, NOMS

if TYPE_CHECKING:
    from .people import Effet, Personnage
    from .scene import Scene


class Contexte(msgspec.Struct, frozen=True, gc=False):
    """What the rules that bear on a figure look at: who, in which scene, what he has declared, with what."""

    p: Personnage
    scene: Scene | None = None  # None: nothing but the person himself
    acte: Any = None  # the attack, defence or shot it is the roll of
    arme: Arme | None = None
    membre: str = ""


EFFECTS: Effects[Contexte] = Effects()

# ---------------------------------------------------------------- keys

AUTRES_PHYSIQUES = ("course", "crochetage", "discretion", "escalade", "escamotage", "evasion", "equitation", "natation")
MARTIALES = frozenset(c.id for c in COMPETENCES.values() if c.famille == "martiale")
PHYSIQUES = MARTIALES.union(AUTRES_PHYSIQUES)


@lru_cache(1024)
def cles(competence: str, *aussi: str) -> tuple[str, ...]:
    """All that a test of this is a test of."""
    if competence in NOMS:
        return ("tests", competence, *aussi)
    physique = ("physiques",) if competence in PHYSIQUES else ()
    martiale = ("martiales",) if competence in MARTIALES else ()
    return ("tests", "competences", *physique, *martiale, competence, *aussi)


# ---------------------------------------------------------------- what bears on somebody


def modifier(e: Effet) -> Modifier:
    """What is stored of a passing effect, as what it is: a modifier of a figure."""
    return Modifier(f"rang:{e.sur}" if e.sur in ATTRIBUTS else e.sur, e.mod, e.nom, e.rule, of=e.lie)


@lru_cache(4096)
def together(effets: tuple[Effet, ...], *tags: str) -> Bears[Contexte]:
    """The same for the same effects and states."""
    modifiers = tuple([modifier(e) for e in effets if e.mod])
    marks = (*tags, "voit_mal") if any(m.on == "vue" for m in modifiers) else tags
    return Bears(EFFECTS, modifiers, marks, PERSONNE)


PERSONNE = Bears(EFFECTS)  # on whom nothing weighs: what nothing of his own touches is the same for everybody
