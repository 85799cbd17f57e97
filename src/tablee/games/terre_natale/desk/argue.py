"""How to argue, for the lab and for whoever does not want to choose: what to hold, whom to move, how long to insist."""

from __future__ import annotations

from collections.abc import Iterator

from tablee.kernel.action import Action
from tablee.kernel.tally import total

from ..book.c4_caracteristiques.capacites import (
    PLUS_HAUT,
    argument_de,
    discours_trop_lourd,
    panache,
    prestance,
    raisonnement_de,
)
from ..book.c8_confrontation.budget import RAPIDE, confrontation, rapide
from ..book.c8_confrontation.debat import Plaider, PlaiderEncore, PlaiderEnDiatribe
from ..book.c8_confrontation.dialogue import NEUF, matiere, rompu, tolerance
from ..book.c8_confrontation.diatribe import Diatribe
from ..book.c8_confrontation.discours import Discourir
from ..book.c8_confrontation.frappes import Doubler, Tirade
from ..book.c8_confrontation.mener import Passer
from ..model.people import Personnage
from ..model.scene import Scene

TRIES = 3  # failed attempts that somebody has to bear with


def argue(scene: Scene, who: str) -> Action:
    """The first of what one would say that is open; whoever is listened to by nobody lets it be."""
    return next((action for action in wishes(scene, who) if action.closed(scene) is None), Passer(who))


def wishes(scene: Scene, who: str) -> Iterator[Action]:
    """A discourse one can bear; a second word, if one is fast; the cause, or whoever is nearest to giving in."""
    p, e = scene[who], confrontation(scene)
    argument, raisonnement = discourse(scene, p)
    if (argument, raisonnement) != (argument_de(p, scene.options), raisonnement_de(p)):
        yield Discourir(who, argument, raisonnement)
    at_length = discours_trop_lourd(p, argument_de(p, scene.options)) is not None
    if e.suite is not None and e.suite.de == who and e.initiatives[who] > 2 * RAPIDE:
        yield PlaiderEncore(who)
        yield Doubler(who, e.suite.sur)
    if e.cause is not None:
        yield PlaiderEnDiatribe(who) if at_length else Plaider(who)
        return
    for q in sorted(listeners(scene, p), key=lambda q: (q.reste("PS"), q.id)):
        yield Diatribe(who, q.id) if at_length else Tirade(who, q.id)


def discourse(scene: Scene, p: Personnage) -> tuple[int, int]:
    """As much argument as panache bears, or a diatribe that nobody can break in on; the rest defends.

    People are tried with less: three failed attempts have to be borne with. A cause has all the patience there is.
    """
    borne, all_of_it = total(panache(p)), total(prestance(p, scene.options)) // 5
    quiet = not any(rapide(scene, q.id) for q in scene.people.values() if q.side and q.side != p.side)
    heavy = min(PLUS_HAUT, all_of_it, (borne + borne // 2 if quiet else borne) // 5)
    if confrontation(scene).cause is None:
        patience = max([left(scene, p, q) for q in listeners(scene, p)], default=0)
        heavy = min(heavy, max(1, patience // (2 * TRIES)))
    return max(0, heavy), max(0, min(borne // 5, all_of_it - heavy))


def listeners(scene: Scene, p: Personnage) -> list[Personnage]:
    """Adversaries who have not heard enough of one's matter yet."""
    adverse = [q for q in scene.people.values() if q.side and q.side != p.side and q.up]
    return [q for q in adverse if not rompu(scene, p, q)]


def left(scene: Scene, p: Personnage, q: Personnage) -> int:
    """How much of his tolérance is not used up."""
    return total(tolerance(p, q)) - q.dialogues.get(matiere(scene, p), NEUF).usee
