"""Chapter 4, places: distances, movement, who is hand to hand with whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tablee.kernel.ledger import rule

from . import melee
from .state import (
    Personnage,
)

if TYPE_CHECKING:
    from .combat import Annoncer, Combat
    from .scene import Scene


def distance(a: Personnage, b: Personnage) -> int:
    """Squares between two places, diagonals counting one."""
    return max(abs(a.x - b.x), abs(a.y - b.y))


@rule("FLU-4.4")
def allure(p: Personnage) -> int:
    """How many squares a movement covers: INI, less what lames him."""
    pas = melee.ini(p)
    for c in p.conditions:
        pas -= c.mouvement
    return max(0, pas)


@rule("FLU-4.4")
def marche_restante(combat: Combat, p: Personnage) -> int:
    """What is left of the round's movement, in as many moves as one likes."""
    return max(0, allure(p) - combat.marche.get(p.id, 0))


@rule("FLU-4.5")
def marche_double(combat: Combat, p: Personnage) -> int:
    """What is left of a double movement."""
    return max(0, 2 * allure(p) - combat.marche.get(p.id, 0))


def engage(combat: Combat, who: str) -> bool:
    """Whether somebody is hand to hand with him."""
    return any(who in pair for pair in combat.contacts)


def au_contact(combat: Combat, a: str, b: str) -> bool:
    return (a, b) in combat.contacts or (b, a) in combat.contacts


def aux_prises(combat: Combat, who: str) -> tuple[str, ...]:
    """Those who are hand to hand with him."""
    return tuple([b if a == who else a for a, b in combat.contacts if who in (a, b)])


def tenir(scene: Scene, contacts: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    """The contacts that are left: nobody is hand to hand with one who cannot fight."""
    hors = [w for w, p in scene.personnages.items() if p.etat != "actif" or p.sans_defense]
    return tuple([x for x in contacts if x[0] not in hors and x[1] not in hors]) if hors else contacts


def vers(p: Personnage, cible: Personnage) -> tuple[int, int]:
    """The square beside the target on the way to it."""
    d = distance(p, cible)
    if d <= 1:
        return p.x, p.y
    return cible.x + round((p.x - cible.x) / d), cible.y + round((p.y - cible.y) / d)


@rule("FLU-4.4", "FLU-4.6")
def approcher(scene: Scene, combat: Combat, a: Annoncer) -> Scene:
    """Going up to one's adversaries and engaging them."""
    p, vises = scene[a.actor], [c for c in (a.cible, *a.cibles) if c]
    contacts, marche = combat.contacts, combat.marche
    for c in vises:
        cible = scene[c]
        if distance(p, cible) > 1:
            x, y = vers(p, cible)
            pas = distance(p, replace(p, x=x, y=y))
            marche = {**marche, p.id: marche.get(p.id, 0) + pas}
            p = replace(p, x=x, y=y)
            scene = scene.put(p)
        if not melee.incapable(cible) and not au_contact(combat, p.id, c):
            contacts = (*contacts, (p.id, c))
    return replace(scene, combat=replace(combat, contacts=contacts, marche=marche))
