"""A fight under way, as a scene keeps it."""

from __future__ import annotations

import msgspec

from tablee.kernel.refs import Who, WhoOrNobody, WithWho


class Engagement(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """Two who fight each other hand to hand, and the last Round in which one attacked the other."""

    a: WithWho
    b: WithWho
    round: int

    def autre(self, who: str) -> str:
        """The other one, or nobody if it is not about him."""
        return self.b if who == self.a else self.a if who == self.b else ""


class Combat(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A fight under way. What is said of the tour is about the first of `file`."""

    round: int = 1
    ordre: tuple[Who, ...] = ()  # everybody, by initiative
    file: tuple[Who, ...] = ()  # who is still to play his tour in this Round, the present one first
    initiatives: dict[Who, int] = {}
    engagements: tuple[Engagement, ...] = ()
    action: bool = False  # the Action of this tour is used
    marche: int = 0  # squares gone in this tour
    reserve: int = 0  # squares granted in this tour beyond the Mouvement (Course, Jeton)
    charge: WhoOrNobody = ""  # whom he has charged in this tour
    jeton: bool = False  # VM-2.61: a Jeton was used in this tour
    attente: tuple[tuple[Who, int], ...] = ()  # at the end of the tour: +1 Avantage, or 0: all are lost
    dissipations: tuple[Who, ...] = ()  # VM-3.9: who has tried to dispel something in this Round
    devance: tuple[Who, ...] = ()  # VM-4.6: who acts out of order in this Round
