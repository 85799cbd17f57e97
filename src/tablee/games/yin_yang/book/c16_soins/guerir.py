"""Wounds closing: which points may come back, and to which limbs."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from tablee.kernel.event import Event
from tablee.kernel.faults import knowing
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Terms, total

from ...model.people import Personnage, detruit
from ...model.scene import Scene
from ..c7_fatigue.fatigue import reveiller

# ---------------------------------------------------------------- wounds closing


@rule("YY-6.4")
def guerissables(p: Personnage, limite: dict[str, int]) -> dict[str, int]:
    """What may be healed on each limb: no more than was lost, and nothing on one that is destroyed."""
    return {
        m: min(n, p.blessures[m])
        for m, n in limite.items()
        if n > 0 and p.blessures.get(m) and (p.fiche.membres[m].vital or not detruit(p, m))
    }


def partager(p: Personnage, points: int, limite: dict[str, int], dabord: tuple[str, ...] = ()) -> dict[str, int]:
    """Points shared among limbs: those the healer names first, then the worst, none beyond what may be healed."""
    au_plus = guerissables(p, limite)
    ordre = [m for m in dabord if m in au_plus]
    ordre += sorted((m for m in au_plus if m not in dabord), key=lambda m: -p.blessures[m])
    rendus: dict[str, int] = {}
    for membre in ordre:
        part = min(points, au_plus[membre])
        if part > 0:
            rendus[membre] = part
            points -= part
    return rendus


def membres_inconnus(p: Personnage, membres: tuple[str, ...]) -> Closed | None:
    """Only limbs that are there can be tended, each named once."""
    for m in membres:
        if m not in p.fiche.membres:
            return knowing(Closed("YY-6.1", "{} n'a pas de membre « {} »", (Someone(p.id), m)), m, p.fiche.membres)
    if len(set(membres)) < len(membres):
        return Closed("YY-6.1", "Chaque membre une seule fois")
    return None


def guerir(scene: Scene, oracle: Oracle, who: str, rendus: dict[str, int], regle: str, par: str = "") -> Scene:
    """PV given back to limbs, none above its full PV; who was out of action may come round."""
    p = scene[who]
    blessures = {m: n - rendus.get(m, 0) for m, n in p.blessures.items()}
    recentes = {m: min(n, blessures.get(m, 0)) for m, n in p.recentes.items()}
    terms: Terms = tuple((p.fiche.membres[m].nom, n, regle) for m, n in rendus.items())
    oracle.tell(Event("soigne", par or who, who, regle, terms, (("points", total(terms)),)))
    gueri = replace(
        p,
        blessures={m: n for m, n in blessures.items() if n > 0},
        recentes={m: n for m, n in recentes.items() if n > 0},
    )
    return reveiller(scene, oracle, p, gueri)


# ---------------------------------------------------------------- medicine


def points_vus(what: str) -> Any:
    """A look at the points of the first event of a kind."""

    def look(before: Any, after: Any, events: list[Event]) -> int:
        return int(next((e["points"] for e in events if e.what == what), 0))

    return look
