"""How far: metres between people, who is within reach of whom."""

from __future__ import annotations

from tablee.kernel.ledger import rule

from ...model.people import Personnage
from ...model.scene import Scene

CONTACT = 3  # metres (YY-10.18)


# ---------------------------------------------------------------- how far


def metres(a: Personnage, b: Personnage) -> float:
    """Metres between two places."""
    dx, dy = a.x - b.x, a.y - b.y
    return float((dx * dx + dy * dy) ** 0.5)


def distance(a: Personnage, b: Personnage) -> int:
    """Metres between two places, rounded down."""
    return int(metres(a, b))


@rule("YY-10.18")
def a_portee(a: Personnage, b: Personnage) -> bool:
    """Near enough to strike hand to hand: coming within three metres is enough."""
    dx, dy = a.x - b.x, a.y - b.y
    return dx * dx + dy * dy <= CONTACT * CONTACT


@rule("YY-10.18")
def engages_avec(scene: Scene, p: Personnage) -> tuple[str, ...]:
    """The adversaries he is in close combat with: those less than three metres away who can fight."""
    return tuple(
        [q.id for q in scene.people.values() if q.side != p.side and q.side and metres(p, q) < CONTACT and q.conscient]
    )
