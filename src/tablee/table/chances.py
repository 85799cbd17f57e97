"""The odds of an action for one member: exact where that is quick, else by draws; none that would tell a secret.

A member's odds are those of the scene he knows: whoever is not there for him is taken out of it first. No odds are
given for an action that speaks of, or turns out to involve, somebody whose sheet or rolls are a secret.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from time import monotonic
from typing import Any

import msgspec

from tablee.kernel.action import Action, Scene
from tablee.kernel.distribution import Distribution
from tablee.kernel.event import Event
from tablee.kernel.live import Live
from tablee.kernel.odds import TooMany, odds, remember
from tablee.kernel.oracle import Option, Question, first
from tablee.kernel.simulated import Simulated

from . import scenes
from .refusal import Refused
from .seen import Outcome, SeenOdds
from .visibility import OPEN, Eyes

TAIL = 10**9  # what is rarer is left out of the figure on a button
BRANCHES = 20_000  # more would keep the reader waiting
SECONDS = 0.2
LEAST, MOST = 100, 2_000  # draws, where there are too many branches
OUTCOMES = 200  # values sent

KNOWN: dict[Hashable, SeenOdds] = {}


def chances(eyes: Eyes, data: dict[str, Any], look: str = "", at: Hashable = None) -> SeenOdds:
    """How this action may end. `at` names the state looked at, so that the answer can be remembered."""
    action = eyes.action(data)
    if not eyes.sees(action.actor):
        raise Refused("not_yours")
    views = action.views()
    if not views or (look and look not in views):
        raise Refused("no_odds")
    key = at, eyes.member, msgspec.json.encode(action), look  # what one member may know is no answer for another
    found = KNOWN.get(key) if at is not None else None
    if found is None:
        scene = known_scene(eyes, action)
        found = _shown(eyes, look or views[0], *_worked_out(action, scene, look or views[0]))
        remember(KNOWN, key, found)
    return found


def known_scene(eyes: Eyes, action: Action) -> Scene:
    """The scene as far as this member knows it; Refused if the action depends on a secret, or is closed in it."""
    if eyes.member.gm:
        scene: Scene = eyes.scene
    else:
        try:
            scene = scenes.without(eyes.game, eyes.scene, eyes.play.options, eyes.concealed & set(eyes.here))
        except Refused:
            raise Refused("secret_odds") from None
        secret = {who for who in eyes.people if who not in eyes.mine and eyes.play.veils.get(who, OPEN).secret}
        if eyes.names_any(action, secret | eyes.concealed):
            raise Refused("secret_odds")
        if action.closed(scene) is None and involved(action, scene) & secret:
            raise Refused("secret_odds")
    if action.closed(scene) is not None:
        raise Refused("no_odds")
    return scene


class Listening(Live):
    """Plays once, the first answer to everything, and notes who had a part in it."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: set[str] = set()

    def throw(self, dice: Any, who: str, audience: str) -> tuple[tuple[int, ...], ...]:
        self.heard.add(who)
        return super().throw(dice, who, audience)

    def ask_all(self, questions: tuple[Question, ...]) -> tuple[Option, ...]:
        self.heard.update(q.who for q in questions)
        return tuple(map(first, questions))

    def tell(self, event: Event) -> None:
        self.heard.update((event.who, event.target))


def involved(action: Action, scene: Scene, times: int = 5) -> set[str]:
    """Who rolls, is asked or is told of when it is done, as some tries show."""
    heard: set[str] = set()
    for _ in range(times):
        once = Listening()
        action.resolve(scene, once)
        heard |= once.heard
    return heard


def _worked_out(action: Action, scene: Scene, look: str) -> tuple[Distribution, bool]:
    try:
        return odds(action, scene, look, tail=TAIL, limit=BRANCHES), True
    except TooMany:
        return _drawn(action, scene, look), False


def _drawn(action: Action, scene: Scene, look: str) -> Distribution:
    oracle, see = Simulated(0, first, events=[]), action.seen(scene, look)
    ways: Counter[Any] = Counter()
    end = monotonic() + SECONDS
    while ways.total() < LEAST or (ways.total() < MOST and monotonic() < end):
        oracle.events.clear()
        ways[see(oracle)] += 1
    return Distribution(dict(ways), ways.total())


def _shown(eyes: Eyes, look: str, found: Distribution, exact: bool) -> SeenOdds:
    values = list(found.ways)
    yes = found.p(True) if all(isinstance(v, bool) for v in values) else None
    if yes is not None and yes and yes + found.lost >= 1:
        yes = 1.0
    numbers = bool(values) and all(isinstance(v, int | float) for v in values) and yes is None
    most = [Outcome(msgspec.to_builtins(value), p) for value, p in found.items()[:OUTCOMES]]
    return eyes.veil(SeenOdds(look, exact, yes, found.mean() if numbers else None, tuple(most), found.lost))
