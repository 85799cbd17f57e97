"""Chapter 4, damage outside of an attack: raw, and doubled or halved by its type."""

from __future__ import annotations

from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Oracle
from tablee.kernel.tally import Terms, total

from ...model.effects import Source, bonus_de, types_de
from ...model.people import Unite
from ...model.scene import Scene
from ...model.tables import DEGATS
from ..c2_systeme.figures import sensibilites
from ..c3_combat.agir import acte, combien
from ..c3_combat.vie import perdre
from .calculs import efficacite


@acte("degats")
def blesser(scene: Scene, oracle: Oracle, who: str, id: str, source: Source) -> Scene:
    """Raw damage of an effect, doubled or halved where its type is one the unit is weak to or resists."""
    nom, e, regle = source
    u = scene.people[id]
    n = max(1, u.pv_max * e.n // 100) if e.sur == "pct" else combien(oracle.of(who), e)
    terms: Terms = ((nom, n, regle),)
    if e.sur in DEGATS:
        change = sensible(scene, u, e.sur, n) - n
        terms += (
            ((("Efficace", change, "FD-4.2") if change > 0 else ("Peu efficace", change, "FD-4.3")),) if change else ()
        )
    brute = min(total(terms), bonus_de(scene, u, "defense_brute"))
    if brute > 0:
        terms += (("Défense brute", -brute, "FD-4.22"),)
    n = total(terms)
    oracle.tell(Event("degats_effet", id, "", regle, terms, (("nom", nom), ("points", n))))
    return perdre(scene, oracle, id, n, regle, who)


@rule("FD-4.4", "FD-4.5", "FD-4.6", "FD-4.8")
def sensible(scene: Scene, u: Unite, type_: str, n: int) -> int:
    """Damage outside of an attack: doubled, halved, or as it is when both or neither."""
    effet = efficacite(types_de(scene, u), u.fiche.element, type_, "", (), *sensibilites(scene, u, (type_,)))
    return n if not effet else 2 * n if effet > 0 else n // 2
