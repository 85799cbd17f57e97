"""A tactic that looks ahead: every open action is weighed by its exact odds, the best by the answers they will get.

What is good is a value of the scene, higher for the side that has more left to fight with. An action is first worth
what the scene is worth right after it, over all its outcomes; so is each way of putting it that has no button of its
own, as with more spent on it. The best then run a race: each is played on, with the same luck for all, by the game's
own plain tactic on all sides, to the end of a short fight and through some rounds of a long one; those that do best
are played on more often. What is best of all is done if it is surely better than what the plain tactic would do.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain, count, islice, takewhile, zip_longest
from math import inf, sqrt
from operator import itemgetter
from statistics import mean, stdev
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeVar

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
KEPT = 8  # so many of the best run a race:
LEGS = 8, 8, 16  # each is played on so often, with the same luck for all, then the better half goes on,
AHEAD = 24  # for so many turns,
ACTIONS = 40  # and so many actions at most
SURE = 1.0  # what is done instead of the usual must be better by so many standard errors

T = TypeVar("T")
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
        found = best(buttons + weighed(islice(others, CHOICES), 1 / 2), 2 * KEPT)
        lasting = (action for action in found if not turns_back(game, plain, scene, action))
        return raced(game, plain, scene, usual, islice(lasting, KEPT), began + seconds)

    return act


def in_time(things: Iterable[T], end: float) -> Iterator[T]:
    """Those one comes to before it is too late."""
    return takewhile(lambda _: monotonic() < end, things)


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
    """Whether it changes nothing, or can be taken back for nothing and done again: one could do that for ever."""
    after = action.resolve(scene, Sampled(0, plain.answer))
    if after == scene:
        return True
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


def raced(game: Game, plain: Tactic, scene: Any, usual: Action, others: Iterable[Action], end: float) -> Action:
    """What is best once it has been answered: leg by leg the better half goes on, without what is surely worse."""
    side, luck, known = scene[usual.actor].side, count(), list[float]()
    running = [(action, list[float]()) for action in others]
    for leg in LEGS:
        if not running:
            return usual
        for n in in_time(islice(luck, leg), end):
            for action, values in [(usual, known), *running]:
                values.append(game.value(played_on(plain, scene, action, n), side))
        half = (len(running) + 1) // 2
        running = sorted(running, key=lambda each: -sum(each[1]))[:half]
        running = [each for each in running if surely(known, each[1]) <= 0]
    return next((action for action, values in running if surely(values, known) > 0), usual)


def surely(values: list[float], others: list[float]) -> float:
    """By how much something is better than something else, less what may be luck; 0 where too little is known."""
    gains = [a - b for a, b in zip(values, others, strict=True)]
    if len(gains) < 2:
        return 0.0
    return mean(gains) - SURE * stdev(gains) / sqrt(len(gains))


def played_on(plain: Tactic, scene: Any, action: Action, luck: int) -> Any:
    """The scene some turns later, everybody played by the plain tactic.

    It is turns that are counted: of actions, whoever does one more that changes nothing would seem to gain by it.
    """
    oracle, who, turns = Sampled(luck, plain.answer), action.actor, 0
    scene = action.resolve(scene, oracle)
    for _ in range(ACTIONS):
        now = scene.turn()
        if not now or len({p.side for p in scene.people.values() if p.side and p.up}) < 2:
            break
        if now[0] != who:
            who, turns = now[0], turns + 1
            if turns > AHEAD:
                break
        scene = plain.act(scene, who).resolve(scene, oracle)
    return scene
