"""Energies that come with a blow, or alone: what each must beat, and which come through."""

from __future__ import annotations

from msgspec import Struct

from tablee.kernel.effects import Bears, Sums
from tablee.kernel.kept import kept_for
from tablee.kernel.ledger import rule
from tablee.kernel.tally import Terms, total

from ...model.effects import Essai
from ...model.energies import ENERGIES, Energie
from ...model.people import Personnage
from ...model.scene import Scene
from ...model.things import Objet
from ..c4_caracteristiques.seuils import defense
from .armes import Arme

MEME_DEFENSE = 5  # TN-8.207


class Flamme(Struct, frozen=True, gc=False):
    """An energy that an attack carries: what its score must exceed for it, and its dice."""

    energie: Energie
    difficulte: int
    des: int


@rule("TN-8.204", "TN-8.205", "TN-8.207")
def defenses_des_energies(
    p: Personnage,
    energies: tuple[Energie, ...],
    attribut: str = "",
    scene: Scene | None = None,
    contre: Personnage | None = None,
    objet: Objet | None = None,
) -> dict[Energie, Terms]:
    """What a score must exceed for each energy: the defence of its attribute, 5 more where that one is met already."""
    found: dict[Energie, Terms] = {}
    deja = {attribut}
    for energie in energies:
        code = ENERGIES[energie]
        terms = defense(p, code, scene, contre, objet)
        found[energie] = (*terms, ("Même défense", MEME_DEFENSE, "TN-8.207")) if code in deja else terms
        deja.add(code)
    return found


@rule("TN-8.206")
def energies_qui_touchent(
    p: Personnage, score: int, energies: tuple[Energie, ...], attribut: str = ""
) -> tuple[Energie, ...]:
    """Those that come through; none at all where the blow they come with (on that attribute) misses."""
    if attribut and score <= total(defense(p, attribut)):
        return ()
    return tuple([e for e, terms in defenses_des_energies(p, energies, attribut).items() if score > total(terms)])


@rule("TN-8.99", "TN-8.206")
def energies_de(scene: Scene, p: Personnage, contre: Personnage) -> dict[str, int]:
    """What somebody's blows carry of each energy, in dice."""
    des = toutes_les_energies(p.bears).amounts(Essai(p, scene, contre))
    return {e: n for e, n in zip(ENERGIES, des, strict=True) if n > 0}


@kept_for
def toutes_les_energies(bears: Bears[Essai]) -> Sums[Essai]:
    """What bears on each of them, in their order."""
    return Sums(*[bears.figure(f"energie:{e}") for e in ENERGIES])


@rule("TN-8.204", "TN-8.206", "TN-8.207", "TN-8.365")
def flammes(
    scene: Scene, p: Personnage, q: Personnage, portees: dict[str, int], arme: Arme, seuils: Terms
) -> tuple[Flamme, ...]:
    """Each of them against its own defence, beside a blow that meets another; `seuils` bear on every one of them."""
    seules: tuple[Energie, ...] = tuple([e for e in ENERGIES if e in portees])
    contre = defenses_des_energies(q, seules, arme.defense, scene, p, arme.objet)
    return tuple([Flamme(e, total(contre[e] + seuils), portees[e]) for e in seules])
