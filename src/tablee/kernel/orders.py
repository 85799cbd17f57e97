"""Standing orders: what a player says once is answered in front of him from then on, and told to him.

    Order("tn.aide", "rien")                                               # never ask me for aide
    Order("tn.defense", "parer", (When("chance:parer", low=0.4),))         # parry if my chance is above 40 %
    Order("tn.defense", "rien", (When("blesse", high=0),))                 # ask only if I would be hurt
    Order("tn.defense")                                                    # ask me

The first that fits answers; one without an answer (« ask me ») ends the search. A figure is a fact shown with the
question, or one of its `tries`: a chance function with its figures, worked out only if somebody reads it. The page
draws the same figures on the buttons of the answers, so an order never knows more than its player.

An order answers once: what it said stands in the transcript like any answer, and orders that are changed later change
nothing of what has happened.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from .live import ORDER, USUAL, Given
from .odds import odds
from .oracle import Option, Policy, Question


def figure(question: Question, name: str) -> float | None:
    """What a question says under this name: the mean of a try, its chance if it is a yes or no, or a fact shown."""
    for each in question.tries or ():
        if each.name == name:
            found = odds(each.chance, *each.figures)
            return float(found.p(True) if all(isinstance(value, bool) for value in found.ways) else found.mean())
    shown: Any = dict(question.shown).get(name)
    return float(shown) if isinstance(shown, int | float) else None


class When(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A figure of the question lies between these; one that the question does not have never does."""

    figure: str
    low: float | None = None
    high: float | None = None

    def holds(self, question: Question) -> bool:
        n = figure(question, self.figure)
        return n is not None and (self.low is None or n >= self.low) and (self.high is None or n <= self.high)


class Order(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """How one kind of question is to be answered, if all this holds; without an answer: it is to be asked."""

    key: str
    answer: str | int = ""
    when: tuple[When, ...] = ()

    def fits(self, question: Question) -> bool:
        return self.key == question.key and all(each.holds(question) for each in self.when)


class Orders(msgspec.Struct, frozen=True):
    """Everybody's own orders, and those that a game gives whoever has said nothing else."""

    own: Mapping[str, tuple[Order, ...]] = {}
    usual: tuple[Order, ...] = ()

    def given(self, question: Question) -> Given | None:
        """What was ordered, and whether he said so himself; None: he is to be asked. One whose answer is closed now
        is passed over."""
        for by, orders in ((ORDER, self.own.get(question.who, ())), (USUAL, self.usual)):
            for order in orders:
                if order.fits(question):
                    if order.answer == "":
                        return None
                    found = question.pick(order.answer)
                    if found is not None:
                        return found, by
        return None

    def answer(self, question: Question) -> Option | None:
        found = self.given(question)
        return None if found is None else found[0]


class Then:
    """A way of answering: by order, else by another one."""

    def __init__(self, orders: Orders, policy: Policy) -> None:
        self.orders, self.policy = orders, policy

    def __call__(self, question: Question) -> Option:
        return self.orders.answer(question) or self.policy(question)
