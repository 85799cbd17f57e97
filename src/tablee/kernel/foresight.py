"""A tactic that looks ahead: every open action is weighed by its exact odds, the best by the answers they will get.

What is good is a value of the scene, higher for the side that has more left to fight with. An action is first worth
what the scene is worth right after it, over all its outcomes; so is each way of putting it that has no button of its
own, as with more spent on it. The few best are then played on, with the same luck for each, by the game's own plain
tactic on all sides, until whoever acts has the turn again.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain, islice, takewhile, zip_longest
from math import inf, sqrt
from operator import itemgetter
from statistics import mean, stdev
from time import monotonic
from typing import TYPE_CHECKING, Any

from .action import Action, Legal, open_actions, tag
from .odds import TooMany, odds
from .simulated import Sampled

if TYPE_CHECKING:
    from .game import Game, Tactic
    from .scene import Person, Scene

NAME = "prevoyante"  # of the tactic, in every game

STANDING = 0.25  # of what somebody is worth, for being on his feet at all
VICTORY = 10.0  # an encounter that is won is worth more than anybody
CHOICES = 24  # actions that are weighed, of every kind about as many
BRANCHES = 30  # one with more outcomes is drawn,
DRAWS = 6  # so often
PUT = 2  # so many of the best are put otherwise, beside the usual one
KEPT = 4  # so many of the best are played on,
PLAYED = 12  # each so often,
AHEAD = 24  # for so many actions at most
SURE = 1.0  # what is done instead of the usual must be better by so many standard errors

Value = Callable[[Any, str], float]  # of a scene, for a side


def worth(p: Person) -> float:
    """What somebody counts for: more while he stands, and the more the less he has lost."""
    return STANDING + (1 - STANDING) * p.vigour if p.up else 0.0


def value(scene: Scene, side: str) -> float:
    """What a scene is worth to a side: those who fight for it, less those who fight against it."""
    settled = scene.settled()
    won = 0.0 if settled in (None, "") else VICTORY if settled == side else -VICTORY
    return won + sum(worth(p) if p.side == side else -worth(p) for p in scene.people.values() if p.side)


def foreseeing(game: Game, plain: Tactic, seconds: float = inf) -> Callable[[Any, str], Action]:
    """What to do on one's turn, by looking ahead: what the plain tactic would do, unless something else is better.

    `seconds`: how long it may take, where somebody waits: half for weighing actions, half for playing them on. What was
    not come to is left out.
    """

    def act(scene: Any, who: str) -> Action:
        began = monotonic()
        usual, side = plain.act(scene, who), scene[who].side

        def weighed(actions: Iterable[Action], share: float) -> list[tuple[float, Action]]:
            open = (a for a in in_time(actions, began + share * seconds) if not gives_up(plain, scene, a))
            return [(at_once(game, plain, scene, action, side), action) for action in open]

        buttons = weighed((a for a in choices(game.legal(scene, who), CHOICES) if a != usual), 1 / 4)
        put = [usual, *best(buttons, PUT)]
        others = (a for each in put for a in game.variants(scene, each) if a != usual and a.closed(scene) is None)
        kept = best(buttons + weighed(islice(others, CHOICES), 1 / 2), KEPT)
        known = played_on(game, plain, scene, usual, who) if kept else []
        gains = [
            (surely(played_on(game, plain, scene, action, who), known), -n)
            for n, action in enumerate(in_time(kept, began + seconds))
        ]
        better = (kept[-n] for gain, n in sorted(gains, reverse=True) if gain > 0)
        return next((action for action in better if not turns_back(game, plain, scene, action)), usual)

    return act


def in_time(actions: Iterable[Action], end: float) -> Iterator[Action]:
    """Those one comes to before it is too late."""
    return takewhile(lambda _: monotonic() < end, actions)


def best(weighed: list[tuple[float, Action]], n: int) -> list[Action]:
    """So many of them, those that came first where they weigh the same."""
    return [action for _, action in heapq.nlargest(n, weighed, key=itemgetter(0))]


def as_it_is(scene: Any, action: Action) -> Iterable[Action]:
    """There is no other way to put it than by its button."""
    return ()


def choices(legal: Legal, most: int) -> list[Action]:
    """Open actions that are the player's to take, of each kind one, then of each a second, and so on."""
    kinds: dict[str, list[Action]] = {}
    for action in open_actions(legal):
        if not action.master:
            kinds.setdefault(tag(action), []).append(action)
    turns = chain.from_iterable(zip_longest(*kinds.values()))
    return list(islice((action for action in turns if action is not None), most))


def gives_up(plain: Tactic, scene: Any, action: Action) -> bool:
    """Whether it breaks the encounter off with several sides standing and nothing settled."""
    after = action.resolve(scene, Sampled(0, plain.answer))
    return not after.turn() and after.settled() is None and len({p.side for p in after.people.values() if p.up}) > 1


def turns_back(game: Game, plain: Tactic, scene: Any, action: Action) -> bool:
    """Whether it costs nothing, can be taken back for nothing, and done again: one could go on with that for ever."""
    after = action.resolve(scene, Sampled(0, plain.answer))
    if after.turn() != scene.turn():
        return False
    same = (each for each in open_actions(game.legal(after, action.actor)) if tag(each) == tag(action))
    back = (each.resolve(after, Sampled(0, plain.answer)) for each in same)
    again = (each for each in back if each != after and action.closed(each) is None)
    return any(action.resolve(each, Sampled(0, plain.answer)) == after for each in again)


def at_once(game: Game, plain: Tactic, scene: Any, action: Action, side: str) -> float:
    """What the scene is worth right after it, on average over all its outcomes.

    Where the rules only note what will be done, that is what comes of it as its odds are shown.
    """
    see = partial(_after, game.value, side)
    try:
        return odds(action, scene, see, policy=plain.answer, limit=BRANCHES).mean()
    except TooMany:
        run: Callable[[Any], Any] = action.seen(scene, see)
        return float(sum(run(Sampled(n, plain.answer, [])) for n in range(DRAWS)) / DRAWS)


def _after(value: Value, side: str, before: Any, after: Any, events: Any) -> float:
    return value(after, side)


def played_on(game: Game, plain: Tactic, scene: Any, action: Action, who: str) -> list[float]:
    """What it is worth when everybody has answered it, each time with other luck, the same for every action."""
    side = scene[who].side
    return [game.value(_answered(plain, scene, action, who, luck), side) for luck in range(PLAYED)]


def surely(values: list[float], usual: list[float]) -> float:
    """By how much something is better than the usual, less what may be luck."""
    gains = [a - b for a, b in zip(values, usual, strict=True)]
    return mean(gains) - SURE * stdev(gains) / sqrt(len(gains))


def _answered(plain: Tactic, scene: Any, action: Action, who: str, luck: int) -> Any:
    """The scene when he has the turn again."""
    oracle = Sampled(luck, plain.answer)
    scene, others = action.resolve(scene, oracle), False
    for _ in range(AHEAD):
        turn = scene.turn()
        if not turn or (others and turn[0] == who):
            break
        others = others or turn[0] != who
        scene = plain.act(scene, turn[0]).resolve(scene, oracle)
    return scene
