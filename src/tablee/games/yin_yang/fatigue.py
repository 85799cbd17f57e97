"""Chapter 7: fatigue, what actions cost, rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Oracle
from tablee.kernel.tally import Terms, total

from .state import Personnage

if TYPE_CHECKING:
    from .scene import Scene


@rule("YY-7.4", "YY-7.5", "YY-10.8")
def cout_de_l_action(p: Personnage, propre: int) -> Terms:
    """The fatigue of an action: its own cost, at least 1, and what load and wounds add."""
    terms: Terms = (("Coût de l'action", max(1, propre), "YY-7.4"),)
    charge = p.encombrement
    if charge:
        terms = (*terms, ("Encombrement", charge, "YY-7.5"))
    if p.blessures and p.blessure:
        terms = (*terms, ("Pire blessure", p.blessure, "YY-7.5"))
    return terms


def fatiguer(scene: Scene, oracle: Oracle, who: str, propre: int) -> Scene:
    """An action of the fight is paid in fatigue."""
    p = scene.personnages[who]
    terms = cout_de_l_action(p, propre)
    return perdre_de_la_fatigue(scene, oracle, who, total(terms), terms, "YY-7.4")


@rule("YY-7.2", "YY-7.3")
def perdre_de_la_fatigue(
    scene: Scene, oracle: Oracle, who: str, points: int, terms: Terms = (), regle: str = "YY-7.1", subie: bool = False
) -> Scene:
    """Fatigue points lost: unconscious in the last box, in a coma beyond it. `subie`: from outside."""
    if points <= 0:
        return scene
    p = scene.personnages[who]
    avant = p.conscient
    apres = replace(
        p, fatigue=p.fatigue + points, coma=p.coma or (subie and p.fatigue + points > 10 * max(1, p.f.endurance))
    )
    oracle.tell(Event("fatigue", who, "", regle, terms, (("points", points),)))
    if apres.coma and not p.coma:
        oracle.tell(Event("coma", who, "", "YY-7.3"))
    elif avant and not apres.conscient:
        oracle.tell(Event("evanoui", who, "", "YY-7.2"))
    return scene.put(apres)


def souffler_en_combat(scene: Scene, oracle: Oracle) -> Scene:
    """At the end of a turn: those who did not act may get their breath back."""
    return scene
