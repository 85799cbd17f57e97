"""A word that nobody knows is refused with those that are known: all of them, or the nearest and how many there are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .action import Action
from .faults import knowing
from .game import Game
from .oracle import Closed
from .refs import named
from .sentence import Typed


def why_not(game: Game, scene: Any, action: Action) -> Closed | None:
    """Why an action that somebody wrote is not open; a word of it that is wrong comes with those that are not."""
    closed = action.closed(scene)
    if closed is None or any(isinstance(fact, tuple) for fact in closed.facts):
        return closed
    spoken = {fact.text if isinstance(fact, Typed) else fact for fact in closed.facts}
    for field, word in texts(action):
        if word in spoken:
            known = words(game, scene, action, field)
            if known and word not in known:
                return knowing(closed, word, known)
    return closed


def texts(action: Action) -> Iterator[tuple[str, str]]:
    """The words of an action with the parameter each stands in; those who are named are no words."""
    people = named(action)
    for field in action.__struct_fields__:
        value = getattr(action, field)
        for word in value if isinstance(value, tuple) else (value,):
            if isinstance(word, str) and word not in people:
                yield field, word


def words(game: Game, scene: Any, action: Action, field: str) -> dict[str, str]:
    """What may stand in a parameter, and what it is called: what the action offers, else what is worth a button now."""
    if field in action.offers:
        return action.offers[field]
    alike = (other for other, _ in game.legal(scene, action.actor) if type(other) is type(action))
    return {word: "" for other in alike for of, word in texts(other) if of == field and word}
