"""What somebody has to act with in his turn, and what each action takes of it: small shapes beside his buttons.

A game says both by `Game.budget`. Where its rules close an action for want of something, what it takes is read from
them (`least`): nothing is said twice, and the price on the button is the one that is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from .action import Action
from .track import Token

Price = tuple[tuple[str, int], ...]  # by the letter of what it takes, how many


@dataclass(frozen=True)
class Purse:
    """Something of which somebody has so many; `price` says how many an action takes that is open to him."""

    token: Token
    price: Callable[[Any], int]


def least(action: Action, left: int, leaving: Callable[[int], Any]) -> int:
    """The fewest of something an open action must find: in the scene `leaving` so many it is open, with fewer not."""
    low, high = 0, left
    while low < high:
        middle = (low + high) // 2
        if action.closed(leaving(middle)) is None:
            high = middle
        else:
            low = middle + 1
    return low


def price(purses: Iterable[Purse], action: Action) -> Price:
    """What an open action takes of all this."""
    taken = ((purse.token.letter, purse.price(action)) for purse in purses)
    return tuple((letter, n) for letter, n in taken if n)


def no_budget(scene: Any, who: str) -> tuple[Purse, ...]:
    """Nothing is counted."""
    return ()
