"""A game under examination: what several checks look at is made once, and what breaks on the way is kept."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any, TypeVar

from tablee.kernel.content import parse
from tablee.kernel.game import Game
from tablee.kernel.scenario import Scenario
from tablee.lab.opening import opening

from .fault import Fault, fault
from .heard import Heard, Random, fought
from .limits import TooLong
from .places import Sources

T = TypeVar("T")
ANYBODYS = Exception, SystemExit, RecursionError  # what anybody's code may do


class Subject:
    """One game, its sources, its ready scenes, and random fights of them.

    `n`: fights of each ready scene, and drafts; `more`: actions that were heard elsewhere, to be judged as well.
    """

    def __init__(self, game: Game, n: int = 4, more: Iterable[Heard] = ()) -> None:
        self.game, self.n, self._more = game, n, more
        self.sources = Sources(game)
        self.broken: list[Fault] = []  # what broke in work that checks share: told once

    # ---------------------------------------------------------------- faults

    def raised(self, error: BaseException, doing: str, of: Any = None) -> Fault:
        """Something that must not happen, at the line of the game where it did, or of what was asked."""
        where = self.sources.error(error) or self.sources.thing(of)
        if isinstance(error, TooLong):
            return fault("endless", where, doing=doing)
        return fault("raised", where, doing=doing, error=" ".join(f"{type(error).__name__}: {error}".split()))

    def phrase(self, part: str, key: str) -> str:
        """Where a phrase of its words is written."""
        return self.sources.key(part, *key.split(".")) if "." in key else self.sources.key(part, key)

    # ---------------------------------------------------------------- what is looked at

    @cached_property
    def scenarios(self) -> dict[str, Scenario]:
        """Its ready scenes as they are written."""
        return dict(self._each("Game.demos[{!r}]", self.game.demos, self._scenario))

    def _scenario(self, name: str) -> Scenario:
        return parse(self.game.demos[name], Scenario, f"{name}.toml")

    @cached_property
    def ready(self) -> dict[str, Any]:
        """Its ready scenes, by name."""
        return dict(self._each("Game.read_scene: demos[{!r}]", self.scenarios, self._scene))

    def _scene(self, name: str) -> Any:
        scenario = self.scenarios[name]
        self.game.check_switches(scenario.options, name)
        return self.game.read_scene(scenario.scene, scenario.options)

    @cached_property
    def begun(self) -> dict[str, Any]:
        """The same with the encounter under way, where one action begins it."""
        return dict(self._each("Game.legal: demos[{!r}]", self.ready, self._begun))

    def _begun(self, name: str) -> Any:
        scene = self.ready[name]
        first = None if scene.turn() else opening(self.game, scene)
        return scene if first is None else first.after(scene, Random(seeded(self.game.id, name)))

    @cached_property
    def fights(self) -> dict[str, tuple[Heard, ...]]:
        """Fights of all ready scenes, by name and number; of one that breaks, what came before."""
        found = dict[str, tuple[Heard, ...]]()
        self.__dict__["fights"] = found  # whoever is stopped in here leaves to the next what there is
        for name, scene in self.ready.items():
            for seed in range(self.n):
                heard = list[Heard]()
                try:
                    for each in fought(self.game, name, scene, seed):
                        heard.append(each)
                        found[f"{name} {seed}"] = tuple(heard)
                except ANYBODYS as error:
                    self.broken.append(self.raised(error, f"Action.resolve: demos[{name!r}]"))
        return found

    @cached_property
    def heard(self) -> tuple[Heard, ...]:
        """Every action of all fights, and what was heard elsewhere."""
        return (*(each for fight in self.fights.values() for each in fight), *self._more)

    @cached_property
    def moments(self) -> tuple[Any, ...]:
        """Scenes to look at: each ready one, as it begins and with nothing under way, and some along its fights."""
        along = (each.after for fight in self.fights.values() for each in fight[::8])
        still = (scene.calm() for scene in self.ready.values())
        return (*self.ready.values(), *self.begun.values(), *still, *along)

    def names(self, scene: Any) -> dict[str, str]:
        return {who: scene.name(who) for who in self.game.people(scene)}

    def _each(self, doing: str, names: Iterable[str], make: Any) -> Iterator[tuple[str, Any]]:
        """What can be made of each of these; what cannot is kept as broken."""
        for name in names:
            try:
                yield name, make(name)
            except ANYBODYS as error:
                self.broken.append(self.raised(error, doing.format(name)))


def seeded(*parts: object) -> random.Random:
    """Chance that is the same each time."""
    return random.Random("/".join(map(str, parts)))
