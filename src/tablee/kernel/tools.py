"""The game master's plain tools, in every game: somebody loses or regains so much of a pool, a condition comes or goes.

They are actions like any other, told and taken back like any other, and his alone. What there is to lose stands on the
sheet: each `Pool` that says where it is kept. Which conditions there are a game says by `Game.conditions`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from . import paths
from .action import Action
from .event import Event
from .faults import knowing
from .oracle import ALL, READERS, Closed, Oracle
from .scene import in_files
from .sentence import Someone, Typed
from .sheet import Pool
from .tally import Terms

if TYPE_CHECKING:
    from .game import Game

LONGEST = 200  # characters of a reason


@dataclass(frozen=True)
class Conditions:
    """The conditions that a game master gives and lifts by a word.

    - `names`: what they are called in French, by id; English comes from the game's words.
    - `held(person)`: the ids of those he has, each with its level; those that have none are at 1.
    - `put(scene, who, id, level)`: the scene in which he has it at this level, and what he had of it no more.
    - `lift(scene, who, id)`: the scene in which he has it no more.
    - `levels`: the highest level, by id, of those that have levels.
    """

    names: Mapping[str, str]
    held: Callable[[Any], Mapping[str, int]]
    put: Callable[[Any, str, str, int], Any]
    lift: Callable[[Any, str, str], Any]
    levels: Mapping[str, int] = field(default_factory=dict)

    def __or__(self, other: Conditions) -> Conditions:
        """Both, each kept in its own way."""
        return Conditions(
            {**self.names, **other.names},
            lambda person: {**self.held(person), **other.held(person)},
            lambda scene, who, id, level: (self if id in self.names else other).put(scene, who, id, level),
            lambda scene, who, id: (self if id in self.names else other).lift(scene, who, id),
            {**self.levels, **other.levels},
        )


def kept_in(name: str, names: Mapping[str, str]) -> Conditions:
    """Conditions without levels whose ids stand in a tuple of a person, under this name."""

    def held(person: Any) -> Mapping[str, int]:
        return dict.fromkeys([id for id in getattr(person, name) if id in names], 1)

    def put(scene: Any, who: str, id: str, level: int) -> Any:
        without = lift(scene, who, id)[who]
        return scene.put(replace(without, **{name: (*getattr(without, name), id)}))

    def lift(scene: Any, who: str, id: str) -> Any:
        left = tuple(each for each in getattr(scene[who], name) if each != id)
        return scene.put(replace(scene[who], **{name: left}))

    return Conditions(names, held, put, lift)


def switched(names: Mapping[str, str]) -> Conditions:
    """Conditions that are a yes or no of a person each, under their ids."""

    def held(person: Any) -> Mapping[str, int]:
        return dict.fromkeys([id for id in names if getattr(person, id)], 1)

    def set_to(scene: Any, who: str, id: str, on: bool) -> Any:
        return scene.put(replace(scene[who], **{id: on}))

    return Conditions(
        names, held, lambda s, who, id, level: set_to(s, who, id, True), lambda s, who, id: set_to(s, who, id, False)
    )


# ---------------------------------------------------------------- actions


class Tool(Action, frozen=True):
    """What a game master does to somebody by his word: `actor` is whom it befalls."""

    master = True
    rank = 1000  # after all that is the game's
    game: ClassVar[Any]

    def _reason(self, reason: str) -> Closed | None:
        if len(reason) > LONGEST:
            return Closed("", "Une raison a {} caractères au plus, pas {}", (LONGEST, len(reason)))
        return None


def why(reason: str) -> tuple[str, str]:
    """The reason behind a sentence, where one is given."""
    return "pourquoi", f" ({reason.strip()})" if reason.strip() else ""


class OfPool(Tool, frozen=True):
    """So much of a pool, by what the sheet calls it."""

    reserve: str
    points: int
    raison: str = ""

    sign: ClassVar[int]
    what: ClassVar[str]

    def closed(self, scene: Any) -> Closed | None:
        found = scene.absent("", self.actor) or self._reason(self.raison)
        if found is not None:
            return found
        pools = pools_of(self.game, scene, self.actor)
        if self.reserve not in pools:
            no = Closed("", "{} n’a pas de réserve « {} »", (Someone(self.actor), Typed(self.reserve)))
            return knowing(no, self.reserve, pools)
        return self.bounds(pools[self.reserve])

    def room(self, pool: Pool) -> int:
        """How much can be lost, or regained."""
        return pool.now - pool.low if self.sign < 0 else pool.most - pool.now

    def bounds(self, pool: Pool) -> Closed | None:
        room = self.room(pool)
        if room < 1:
            nothing = "{} : il n’en reste rien à perdre" if self.sign < 0 else "{} : il n’y manque rien"
            return Closed("", nothing, (pool.label,))
        if not 1 <= self.points <= room:
            return Closed("", "{} : de {} à {} points, pas {}", (pool.label, 1, room, self.points))
        return None

    def resolve(self, scene: Any, oracle: Oracle) -> Any:
        pool = pools_of(self.game, scene, self.actor)[self.reserve]
        left = pool.now + self.sign * self.points
        terms: Terms = (("Avant", pool.now, ""), ("Décision du maître du jeu", self.sign * self.points, ""))
        facts = ("reserve", pool.label), ("points", self.points), ("reste", left), why(self.raison)
        oracle.tell(Event(self.what, self.actor, terms=terms, facts=facts, audience=READERS))
        return with_kept(self.game, scene, self.actor, pool.at, pool.kept(left))


class Lose(OfPool, frozen=True, tag="mj_perdre"):
    """Somebody loses so much of a pool."""

    sign = -1
    what = "mj.perdu"


class Regain(OfPool, frozen=True, tag="mj_rendre"):
    """Somebody regains so much of a pool, up to all of it."""

    sign = 1
    what = "mj.rendu"


class OfCondition(Tool, frozen=True):
    """A condition by its id."""

    condition: str

    def _known(self, scene: Any, raison: str) -> Closed | None:
        found = scene.absent("", self.actor) or self._reason(raison)
        if found is None and self.condition not in self.game.conditions.names:
            found = knowing(
                Closed("", "Condition inconnue : « {} »", (Typed(self.condition),)),
                self.condition,
                self.game.conditions.names,
            )
        return found

    def _tell(self, what: str, before: Any, after: Any, oracle: Oracle, raison: str, *facts: tuple[str, Any]) -> Any:
        """The scene after it, told to all who see it on him; else to those who may read his sheet."""
        name = self.game.conditions.names[self.condition]
        seen = {mark for scene in (before, after) for mark, _ in self.game.look(scene, self.actor).marks}
        audience = ALL if name in seen else READERS
        oracle.tell(Event(what, self.actor, facts=(("condition", name), *facts, why(raison)), audience=audience))
        return after


class Afflict(OfCondition, frozen=True, tag="mj_affecter"):
    """A condition comes upon somebody; one that has levels, at this one."""

    niveau: int = 1
    raison: str = ""

    choose = True

    def closed(self, scene: Any) -> Closed | None:
        found = self._known(scene, self.raison)
        if found is not None:
            return found
        name, most = self.game.conditions.names[self.condition], self.game.conditions.levels.get(self.condition, 1)
        if not 1 <= self.niveau <= most:
            return Closed("", "{} : niveau de {} à {}, pas {}", (name, 1, most, self.niveau))
        if self.game.conditions.held(scene[self.actor]).get(self.condition) == self.niveau:
            return Closed("", "{} l’a déjà : {}", (Someone(self.actor), name))
        return None

    def resolve(self, scene: Any, oracle: Oracle) -> Any:
        after = self.game.conditions.put(scene, self.actor, self.condition, self.niveau)
        degree = f" {self.niveau}" if self.condition in self.game.conditions.levels else ""
        return self._tell("mj.affecte", scene, after, oracle, self.raison, ("degre", degree))


class Relieve(OfCondition, frozen=True, tag="mj_lever"):
    """A condition of somebody's ends."""

    raison: str = ""

    def closed(self, scene: Any) -> Closed | None:
        found = self._known(scene, self.raison)
        if found is None and self.condition not in self.game.conditions.held(scene[self.actor]):
            name = self.game.conditions.names[self.condition]
            return Closed("", "{} n’a pas cette condition : {}", (Someone(self.actor), name))
        return found

    def resolve(self, scene: Any, oracle: Oracle) -> Any:
        after = self.game.conditions.lift(scene, self.actor, self.condition)
        return self._tell("mj.leve", scene, after, oracle, self.raison)


# ---------------------------------------------------------------- of one game

T = TypeVar("T", bound=Tool)


class Tools(NamedTuple):
    """The tools that know one game; those for conditions are there if it has any."""

    lose: type[Lose]
    regain: type[Regain]
    afflict: type[Afflict] | None = None
    relieve: type[Relieve] | None = None

    @property
    def kinds(self) -> tuple[type[Action], ...]:
        return tuple([kind for kind in self if kind is not None])


def tools_of(game: Game) -> Tools:
    if game.conditions is None:
        return Tools(_of(game, Lose), _of(game, Regain))
    return Tools(_of(game, Lose), _of(game, Regain), _of(game, Afflict), _of(game, Relieve))


def _of(game: Game, kind: type[T]) -> type[T]:
    """The same kind of action, which knows its game."""
    offers = {"condition": dict(game.conditions.names)} if game.conditions and issubclass(kind, OfCondition) else {}
    within = {"game": game, "offers": offers, "__doc__": kind.__doc__, "__module__": kind.__module__}
    struct: Any = type(kind)
    made: type[T] = struct(kind.__name__, (kind,), within, frozen=True, tag=kind.__struct_config__.tag)
    return made


def pools_of(game: Game, scene: Any, who: str) -> dict[str, Pool]:
    """The pools of somebody that can be set by hand, by what they are called; of the same name the first."""
    found: dict[str, Pool] = {}
    for section in game.sheet(scene, who).sections:
        for line in section.lines:
            if isinstance(line, Pool) and line.at:
                found.setdefault(line.label, line)
    return found


def with_kept(game: Game, scene: Any, who: str, at: str, value: int) -> Any:
    """The scene with this value at a path below somebody, as the game reads it."""
    path = f"{in_files(type(scene), 'people')}.{who}.{at}"
    data = paths.put(msgspec.to_builtins(scene, str_keys=True), path, value)
    return game.read_scene(data, game.switched_on(scene))


def offered(game: Game, scene: Any, who: str) -> Iterator[Action]:
    """What is worth a button for the game master, all of it open: a point of each pool, a condition to be chosen, and
    the end of those there are."""
    if who not in game.people(scene):
        return
    pools = pools_of(game, scene, who).values()
    for kind in (game.tools.lose, game.tools.regain):
        for pool in pools:
            tool = kind(who, pool.label, 1)
            if tool.bounds(pool) is None:
                yield tool
    if game.conditions is None or game.tools.afflict is None or game.tools.relieve is None:
        return
    held = game.conditions.held(scene[who])
    free = next((id for id in game.conditions.names if id not in held), "")
    if free:
        yield game.tools.afflict(who, free)
    for id in held:
        yield game.tools.relieve(who, id)
