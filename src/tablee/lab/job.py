"""What is to be fought, as plain data that any process can be sent."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from typing import Any

import msgspec

from tablee.kernel.action import Action, tag
from tablee.kernel.game import Game, Tactic, game
from tablee.kernel.opening import openings
from tablee.kernel.scene import Scene

from .fight import LIMIT, fights, left
from .report import Report

BLOCK = 25  # fights that are fought in one piece: what is lost at most when a worker dies


class Unfit(Exception):
    """Why a scene cannot be fought; `why` is « sides », « begin » or « which »."""

    def __init__(self, why: str, *facts: str) -> None:
        super().__init__(why, *facts)
        self.why, self.facts = why, facts


class Job(msgspec.Struct, frozen=True):
    """Fights of one scene, by one tactic and one seed."""

    game: str
    scene: bytes  # as JSON; what is not under way is begun by each fight anew
    tactic: str
    seed: int
    limit: int = LIMIT
    cost: bool = False

    @property
    def key(self) -> str:
        """The same for the same fights, whoever asks for them and with whatever seed."""
        same = msgspec.structs.replace(self, seed=0)
        return sha256(msgspec.json.encode((same, game(self.game).version))).hexdigest()[:16]


def job(game: Game, scene: Scene, tactic: str, seed: int, cost: bool = False, limit: int = LIMIT) -> Job:
    """These fights, or Unfit."""
    opening(game, scene)
    return Job(game.id, msgspec.json.encode(scene), tactic, seed, limit, cost)


def opening(game: Game, scene: Scene) -> Action | None:
    """The one way to begin, None if the encounter is under way; or Unfit."""
    sides = left(scene)
    if len(sides) < 2:
        raise Unfit("sides", *sides)
    if scene.turn():
        return None
    ways = openings(game, scene)
    if len(ways) != 1:
        raise Unfit("which", *map(tag, ways)) if ways else Unfit("begin")
    return ways[0]


def fought(job: Job, start: int, n: int) -> Report:
    """Some of the fights of a job: what a worker does."""
    played, scene, tactic, way = opened(job)
    return fights(played, scene, n, job.seed, tactic, start=start, limit=job.limit, cost=job.cost, opening=way)


@lru_cache(8)
def opened(job: Job) -> tuple[Game, Any, Tactic, Action | None]:
    """The game, the scene, the tactic, and how each fight begins."""
    played = game(job.game)
    scene = msgspec.json.decode(job.scene, type=played.scene)
    return played, scene, played.tactic(job.tactic), opening(played, scene)
