"""For whoever tests a game: play an action with scripted dice, and read what was told.

    from tablee.testing import play, told, refusal

    after, oracle = play(scene, Attaquer("ana", cible="bor"), 7, 3, answers={"vm.defense": "parer"})
    assert told(oracle, "blesse")["points"] == 4
    assert refusal(Attaquer("ana", cible="ana"), scene).rule == "VM-2.1"

Dice are faces in the order they are thrown, each once; answers as in `Scripted`: in order, or by question.
"""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from typing import TypeVar

from .kernel.action import Action
from .kernel.distribution import Distribution
from .kernel.event import Event
from .kernel.live import Answers, Scripted
from .kernel.oracle import Closed

S = TypeVar("S")


def play(scene: S, action: Action, *dice: int, answers: Answers = ()) -> tuple[S, Scripted]:
    """An action that must be open, with these faces and answers and no others: the scene after it, and the oracle."""
    closed = action.closed(scene)
    if closed is not None:
        raise AssertionError(f"closed: {closed}")
    oracle = Scripted(dice, answers)
    after: S = action.after(scene, oracle)
    left = oracle.left_over()
    if left is not None:
        raise AssertionError(str(left))
    return after, oracle


def told(oracle: Scripted, what: str) -> Event:
    """The last event of a kind."""
    found = all_told(oracle, what)
    if not found:
        raise AssertionError(f"no « {what} » among: {', '.join(event.what for event in oracle.events) or 'nothing'}")
    return found[-1]


def all_told(oracle: Scripted, what: str) -> list[Event]:
    """Every event of a kind."""
    return [event for event in oracle.events if event.what == what]


def refusal(action: Action, scene: object) -> Closed:
    """Why an action is closed; it must be."""
    closed = action.closed(scene)
    if closed is None:
        raise AssertionError(f"open: {action}")
    return closed


def exact(distribution: Distribution) -> dict[Hashable, Fraction]:
    """The odds as fractions, as far as they were followed."""
    return distribution.shares()
