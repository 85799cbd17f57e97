"""Ways of looking at an announcement: what one may want to know of the blows it leads to."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any

from ...model.scene import Scene
from .degats import Coup, degats
from .melee import frapper_tous

if TYPE_CHECKING:
    from ...model.combat import Annonce


def touche(a: Annonce, scene: Scene, coups: list[Coup], oracle: Any) -> bool:
    """Whether a blow of his gets through."""
    return any([c.de == a.actor for c in coups])  # noqa: C419 - walked thousands of times


def degats_nets(a: Annonce, scene: Scene, coups: list[Coup], oracle: Any) -> int:
    """Points inflicted, or suffered if negative."""
    return sum([degats(scene, c)[1] * ((c.de == a.actor) - (c.sur == a.actor)) for c in coups if not c.botte])


def ecart(a: Annonce, scene: Scene, coups: list[Coup], oracle: Any) -> int:
    """By how much he beats his adversary, or is beaten if negative."""
    for c in coups:
        if c.de == a.actor or c.sur == a.actor:
            return c.terms[0][1] if c.de == a.actor else -c.terms[0][1]
    return 0


def issue(a: Annonce, scene: Scene, coups: list[Coup], oracle: Any) -> str:
    """What becomes of the one who is attacked, or of the one who only defends himself; followed to the wounds."""
    qui = next(iter(a.vises), a.actor)
    frapper_tous(scene, oracle, coups)
    for e in oracle.events:
        if e.who == qui and e.what in ("survie", "hors_jeu"):
            return str(e["issue"]) if e.what == "survie" else "hors jeu"
    return "debout"


def indemne(a: Annonce, scene: Scene, coups: list[Coup], oracle: Any) -> bool:
    """Whether nothing reaches him: no damage beyond his armour, no secret thrust."""
    return not any([c.sur == a.actor and (c.botte or degats(scene, c)[1]) for c in coups])  # noqa: C419 - the same


VUES: dict[str, Callable[[Annonce, Scene, list[Coup], Any], Hashable]] = {
    "touche": touche,
    "degats": degats_nets,
    "ecart": ecart,
    "issue": issue,
    "indemne": indemne,
}
