"""What somebody might well do now, with the reason: at most three of the actions that are open to him.

Reasons are what anybody may count himself who sees the odds: what the game's own tactic would do, the best chance, the
most to be had, a fallen friend to be helped. They are worked out from what the member knows when he looks, and by his
odds. A tactic reads figures: where somebody's are a secret, it is not asked.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from itertools import islice

from tablee.kernel.words import MASTER

from .chances import many_chances
from .hidden import OPEN
from .seen import SeenAction, SeenBest, SeenOdds
from .texts import say
from .visibility import Eyes

MOST = 3
LEAST = 0.25  # a smaller chance is none to advise
ASKED = 24  # actions whose odds are compared
WORTH = {"fight", "cast"}  # what is done to others: more of it is better

Why = tuple[SeenAction, str]


def best(eyes: Eyes, who: str, at: Hashable = None) -> tuple[SeenBest, ...]:
    """For somebody who has the turn, for those who play him; nothing is worth more than another at other times."""
    offered = [each for each in eyes.legal(who) if not (each.closed or each.choose or each.asks)]
    offered = [each for each in offered if each.intent != MASTER]
    if eyes.known(who) not in eyes.turn or eyes.play.open is not None:
        return ()
    found: dict[int, Why] = {}
    up = {eyes.alias(each) for each in eyes.scene.standing()}  # nobody is advised to strike who is down
    against = [each for each in offered if each.target in up and eyes.side(each.target) != eyes.side(who)]
    for action, because in (*usual(eyes, who, offered), *fallen(eyes, offered), *likeliest(eyes, against, at)):
        found.setdefault(id(action), (action, because))
    return tuple(SeenBest(action.action, because) for action, because in islice(found.values(), MOST))


def usual(eyes: Eyes, who: str, offered: Iterable[SeenAction]) -> Iterator[Why]:
    """What the game's tactic would do."""
    if any(eyes.play.veils.get(one, OPEN).secret for one in eyes.people if one not in eyes.mine) and not eyes.member.gm:
        return
    tactic = next(iter(eyes.game.tactics.values()), None)
    if tactic is not None:
        meant = eyes.data(tactic.act(eyes.scene, eyes.known(who)))
        yield from ((each, say("best.usual", eyes.member.lang)) for each in offered if each.action == meant)


def fallen(eyes: Eyes, offered: Iterable[SeenAction]) -> Iterator[Why]:
    """Help for one's own who are down."""
    standing = {eyes.alias(each) for each in eyes.scene.standing()}
    for each in offered:
        if each.intent == "care" and each.target and each.target not in standing:
            yield each, say("best.fallen", eyes.member.lang).format(name=eyes.voice.called(eyes.real(each.target)))


def likeliest(eyes: Eyes, offered: Iterable[SeenAction], at: Hashable) -> Iterator[Why]:
    """The best chance, and the most that may be had, among what differs."""
    few = [each for each in offered if each.looks and each.intent in WORTH][:ASKED]
    for n, key, value in ((0, "best.chance", chance), (1, "best.most", mean)):
        asked = [each for each in few if len(each.looks) > n]
        odds = [each.odds for each in many_chances(eyes, [(each.action, each.looks[n]) for each in asked], at)]
        worth = [(value(odds), each) for odds, each in zip(odds, asked, strict=True) if odds is not None]
        most, action = max(worth, key=lambda pair: pair[0], default=(0.0, None))
        if action is not None and len({n for n, _ in worth}) > 1 and (value is mean or most >= LEAST):
            said = f"{eyes.voice.number(most * 100)}" if value is chance else eyes.voice.number(most, 1)
            yield action, say(key, eyes.member.lang).format(n=said, look=eyes.voice.look(action.looks[n]))


def chance(odds: SeenOdds) -> float:
    return odds.yes or 0.0


def mean(odds: SeenOdds) -> float:
    return odds.mean or 0.0
