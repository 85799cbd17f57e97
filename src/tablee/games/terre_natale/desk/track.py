"""The count of a confrontation as a scale: a lane for each round, passes where they are called, actions as tokens."""

from __future__ import annotations

from tablee.kernel.ledger import rule
from tablee.kernel.track import Lane, Spot, State, Track

from ..book.c8_confrontation.budget import RAPIDE
from ..book.c8_confrontation.mener import NOMS
from ..book.c8_confrontation.offres import compte
from ..model.confrontation import Attente, Confrontation
from ..model.scene import Scene
from .budget import left

ECART = 10  # from one round to the next (TN-8.20)
AU_MOINS = 2  # rounds of a tour (TN-8.21)
DESAVANTAGE = 3  # from which round on everything is harder (TN-8.22)


def track(scene: Scene) -> Track | None:
    """The rounds of this tour with whoever has, had or will have a passe in them; an escarmouche has no count."""
    e = scene.encounter
    if e is None or e.format == "escarmouche" or not e.initiatives:
        return None
    counts = {who: -compte(scene, who)[0] for who in e.initiatives if scene[who].up and scene[who].side}
    lanes = tuple(filter(None, [lane(e, n, counts) for n in range(1, max(AU_MOINS, last(e, counts)) + 1)]))
    tokens = {who: tuple(left(scene, who, b)) for who, b in e.budgets.items() if who in counts}
    waits = {who: said for who, a in e.attentes.items() if who in counts and (said := waiting(a))}
    return Track(lanes, e.manche, tokens, waits)


@rule("TN-8.74", "TN-8.80")
def waiting(a: Attente) -> str:
    """What somebody has prepared, and a defence that he has kept."""
    return " · ".join(filter(None, (NOMS.get(a.preparee, a.preparee), "défense gardée" if a.gardee else "")))


@rule("TN-8.21")
def last(e: Confrontation, counts: dict[str, int]) -> int:
    """The last round in which somebody is still above 0."""
    most = max(counts.values(), default=0)
    return e.manche + max(0, (most - 1) // ECART)


@rule("TN-8.20", "TN-8.22", "TN-8.23")
def lane(e: Confrontation, n: int, counts: dict[str, int]) -> Lane | None:
    """A round: ten lower than the one before; those who are not above 0 have no passe in it."""
    at = {who: count - ECART * (n - e.manche) for who, count in counts.items()}
    if n < e.manche:
        spots = [Spot(who, at[who], "done") for who in at]
    elif n == e.manche:
        spots = [Spot(who, at[who], state(e, who)) for who in at if who in e.budgets]
    else:
        spots = [Spot(who, at[who], lost_by=perdue(e, who, at[who])) for who in at if at[who] > 0]
    spots.sort(key=lambda spot: -(spot.at or 0))
    note = "désavantagé" if n >= DESAVANTAGE else ""
    return Lane(f"Round {n}", n, tuple(spots), note) if spots or n <= AU_MOINS else None


@rule("TN-8.67", "TN-8.23")
def perdue(e: Confrontation, who: str, count: int) -> str:
    """What would cost somebody a passe to come: the initiative of a quick action, while he may still take one."""
    b = e.budgets.get(who)
    return "action rapide" if b is not None and b.actr and count <= RAPIDE else ""


def state(e: Confrontation, who: str) -> State:
    return "now" if who == e.passe else "to_come" if who in e.restent else "done"
