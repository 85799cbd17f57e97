"""What of a book is ever used: rules, actions and things of its catalogues, over many scenes that are wandered through.

A rule is used when a function tied to it is called, or when something that was told names it. Scenes are the ready ones
of the game; in half of them everybody acts by the tactic, in the others somebody does anything that is open. What has
been worked out and kept is not called again, so the counts of rules are those of a process that begins with nothing.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import msgspec

from tablee.kernel.action import Action, open_actions, tag
from tablee.kernel.catalogue import things
from tablee.kernel.event import Event
from tablee.kernel.game import Game
from tablee.kernel.ledger import IMPLEMENTED
from tablee.kernel.opening import openings
from tablee.kernel.oracle import Amount, Option, Question
from tablee.kernel.own import texts
from tablee.kernel.scenario import demo
from tablee.kernel.simulated import Simulated

STEPS = 40  # actions of one walk

Calls = Counter[tuple[str, str]]  # by module and name of a function


class Coverage(msgspec.Struct, frozen=True):
    """How often each was used; those that never were have 0."""

    walks: int
    rules: dict[str, int]
    actions: dict[str, int]
    things: dict[str, dict[str, int]]  # by catalogue, by id

    def never(self) -> tuple[list[str], list[str], list[tuple[str, str]]]:
        """Rules, actions and things that were not used once."""
        return (
            [id for id, n in self.rules.items() if not n],
            [do for do, n in self.actions.items() if not n],
            [(kind, id) for kind, ids in self.things.items() for id, n in ids.items() if not n],
        )

    def to_json(self) -> dict[str, Any]:
        rules, actions, unused = self.never()
        return {
            "walks": self.walks,
            "rules": self.rules,
            "actions": self.actions,
            "things": self.things,
            "never": {"rules": rules, "actions": actions, "things": [f"{kind}/{id}" for kind, id in unused]},
        }


def coverage(game: Game, walks: int = 40, seed: int = 0, told: Callable[[int], None] | None = None) -> Coverage:
    """So many walks through the ready scenes of a game, in turn."""
    calls, named, done = Calls(), Counter[str](), Counter[str]()
    words = Counter[str]()
    for n in range(walks):
        name = list(game.demos)[n % len(game.demos)]
        rng = random.Random(f"{seed}:{n}")
        with heard(calls):
            for action, events in walk(game, demo(game.id, name), rng, plain=n // len(game.demos) % 2 == 0):
                done[tag(action)] += 1
                named.update(rule for event in events for rule in rules_in(event))
                words.update(set(texts(msgspec.to_builtins((action, [event.facts for event in events])))))
        words.update(set(texts(msgspec.to_builtins(demo(game.id, name)))))
        if told is not None:
            told(1)
    return Coverage(walks, used_rules(game, calls, named), used_actions(game, done), used_things(game, words))


def walk(game: Game, scene: Any, rng: random.Random, plain: bool) -> Iterator[tuple[Action, list[Event]]]:
    """What is done in a scene and what was told of it: by the tactic, or anything that is open by anybody."""
    events: list[Event] = []
    tactic = game.tactic()
    oracle = Simulated(rng.random().hex(), tactic.answer if plain else lambda question: anything(question, rng), events)
    for begin in openings(game, scene)[:1]:
        scene = begin.resolve(scene, oracle)
        yield begin, events
    for _ in range(STEPS):
        events.clear()
        turn = scene.turn()
        action = tactic.act(scene, turn[0]) if plain and turn else some_action(game, scene, rng)
        if action is None:
            return
        scene = action.resolve(scene, oracle)
        yield action, events


def some_action(game: Game, scene: Any, rng: random.Random) -> Action | None:
    """Any open action: first a kind, then one of it, so that the many of one kind do not crowd out the others."""
    who = rng.choice(scene.turn() or game.people(scene) or ("",))
    kinds: dict[str, list[Action]] = {}
    for action in open_actions(game.legal(scene, who)) if who else []:
        kinds.setdefault(tag(action), []).append(action)
    return rng.choice(kinds[rng.choice(sorted(kinds))]) if kinds else None


def anything(question: Question, rng: random.Random) -> Option:
    options = question.options
    if isinstance(options, Amount):
        return options.option(rng.randint(options.low, options.high))
    return rng.choice([option for option in options if option.closed is None])


# ---------------------------------------------------------------- what was used


@contextmanager
def heard(calls: Calls) -> Iterator[None]:
    """Every call of a function that is tied to a rule, counted."""
    tied = {place for places in IMPLEMENTED.values() for place in places}

    def note(frame: FrameType, event: str, given: Any) -> None:
        if event == "call":
            module, name = frame.f_globals.get("__name__", ""), frame.f_code.co_qualname
            if f"{module}.{name}" in tied:
                calls[module, name] += 1

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        yield
    finally:
        sys.setprofile(before)


def used_rules(game: Game, calls: Calls, named: Counter[str]) -> dict[str, int]:
    places = {f"{module}.{name}": n for (module, name), n in calls.items()}
    return {
        id: named[id] + sum(places.get(place, 0) for place in IMPLEMENTED.get(id, ()))
        for id, rule in game.ledger.rules.items()
        if rule.needs_code
    }


def used_actions(game: Game, done: Counter[str]) -> dict[str, int]:
    return {do: done[do] for do in sorted(tag(kind) for kind in game.actions)}


def used_things(game: Game, words: Counter[str]) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for thing in things(game):
        found.setdefault(thing.catalogue, {})[thing.id] = words[thing.id]
    return found


def rules_in(event: Event) -> Iterator[str]:
    if event.rule:
        yield event.rule
    yield from (rule for _, _, rule in event.terms if rule)
