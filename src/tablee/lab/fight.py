"""One simulated fight: every side played by a tactic, by the same rules as at the table.

Fight number i of a seed is always the same fight, whoever fights it: ranges fought apart merge into the same report.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tablee.kernel.action import Action
from tablee.kernel.game import Game, Tactic
from tablee.kernel.oracle import Closed
from tablee.kernel.scene import Scene
from tablee.kernel.sheet import Pool
from tablee.kernel.simulated import Sampled

from .pairing import Paired
from .report import DRAW, UNFINISHED, Report, Result

LIMIT = 5_000  # actions; a fight that takes longer is given up and counted as such,
ROUNDS = 300  # and one that goes on for so many rounds, whatever is done in them

Progress = Callable[[int], None]  # told how many fights have just been fought
Pools = dict[str, dict[str, int]]  # somebody's pools by label, what is left in each


class NotOpen(Exception):
    """A tactic that does what is closed."""

    def __init__(self, action: Action, closed: Closed) -> None:
        super().__init__(f"{action!r}: {closed}")
        self.action, self.closed = action, closed


def within(tactic: Tactic) -> Tactic:
    """The same tactic, each of its actions asked whether it is open: NotOpen if one is not."""

    def act(scene: Any, who: str) -> Action:
        action = tactic.act(scene, who)
        closed = action.closed(scene)
        if closed is not None:
            raise NotOpen(action, closed)
        return action

    return Tactic(act, tactic.answer)


def left(scene: Scene) -> list[str]:
    """The sides that still have somebody standing."""
    standing = frozenset(scene.standing())
    return [side for side, who in scene.sides().items() if not standing.isdisjoint(who)]


def turns(scene: Any, tactic: Tactic, oracle: Sampled, limit: int = LIMIT) -> Iterator[tuple[Action, Any]]:
    """A fight turn after turn: what is done, and the scene after it, until one side is left."""
    last = scene.round() + ROUNDS
    for _ in range(limit):
        turn = scene.turn()
        if not turn or len(left(scene)) < 2 or scene.round() >= last:
            return
        if isinstance(oracle, Paired):
            oracle.begin(scene.round(), turn[0])
        action = tactic.act(scene, turn[0])
        scene = action.after(scene, oracle)
        yield action, scene


def fight(
    game: Game,
    scene: Any,
    tactic: Tactic,
    seed: int | str,
    limit: int = LIMIT,
    cost: bool = False,
    dice: type[Sampled] = Sampled,
    opening: Action | None = None,
) -> Result:
    """One fight to its end, begun by `opening` where it is not under way: who has the initiative is luck of its own.

    `cost`: with what it took from the pools of everybody's sheet, which takes time.
    """
    oracle = dice(seed, tactic.answer)
    if opening is not None:
        scene = opening.after(scene, oracle)
    end, actions, rounds = scene, 0, scene.round()
    for _, end in turns(scene, tactic, oracle, limit):
        actions += 1
        rounds = end.round() or rounds  # a game may end its encounter with the last blow
    down = tuple(fell(scene, end))
    spent = _spent(end, pools(game, scene), pools(game, end)) if cost else {}
    return Result(_winner(end), rounds, actions, _by_side(end, down), down, spent)


def fights(
    game: Game,
    scene: Any,
    n: int,
    seed: int | str,
    tactic: Tactic,
    progress: Progress | None = None,
    start: int = 0,
    limit: int = LIMIT,
    cost: bool = False,
    opening: Action | None = None,
) -> Report:
    """The fights number start to start + n - 1 of this seed; in the very first the tactic is held to what is open."""
    report = Report()
    for i in range(start, start + n):
        held = tactic if i else within(tactic)
        report.count(fight(game, scene, held, f"{seed}:{i}", limit, cost, opening=opening))
        if progress is not None:
            progress(1)
    return report


# ---------------------------------------------------------------- how it ended


def _winner(scene: Scene) -> str | None:
    settled, sides = scene.settled(), left(scene)
    if settled is not None:
        return settled
    return UNFINISHED if len(sides) > 1 else sides[0] if sides else DRAW


def fell(before: Scene, after: Scene) -> Iterator[str]:
    """Who stood before and does not stand after."""
    standing = frozenset(after.standing())
    return (who for who in before.standing() if who not in standing)


def _by_side(scene: Scene, down: tuple[str, ...]) -> dict[str, int]:
    return {side: sum(who in down for who in people) for side, people in scene.sides().items()}


def pools(game: Game, scene: Scene) -> Pools:
    """What everybody has left in the pools of his sheet."""
    return {who: dict(_pools(game, scene, who)) for people in scene.sides().values() for who in people}


def _pools(game: Game, scene: Scene, who: str) -> Iterator[tuple[str, int]]:
    if who in scene.people:
        lines = (line for section in game.sheet(scene, who).sections for line in section.lines)
        yield from ((line.label, line.now) for line in lines if isinstance(line, Pool))


def _spent(scene: Scene, before: Pools, after: Pools) -> dict[str, dict[str, int]]:
    """By side, what is gone from each pool; whoever came or went in between counts for nothing."""
    spent: dict[str, dict[str, int]] = {}
    for side, people in scene.sides().items():
        lost: dict[str, int] = {}
        for who in people:
            had, has = before.get(who, {}), after.get(who, {})
            for pool in had.keys() & has.keys():
                lost[pool] = lost.get(pool, 0) + had[pool] - has[pool]
        spent[side] = {pool: lost[pool] for pool in sorted(lost)}
    return spent
