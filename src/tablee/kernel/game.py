"""What a game gives to the rest of the product, and where games are found."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import entry_points
from typing import Any, Union

import msgspec

from .action import Action, Legal, tag
from .content import ContentError, convert, texts
from .draft import Creation
from .ground import Cell, Ground, Way, all_seen, no_ground, no_way
from .ledger import Ledger
from .oracle import Policy, first
from .scene import Scene
from .sheet import Sheet
from .words import Words


class Switch(msgspec.Struct, frozen=True):
    """An optional or variant rule of the book, or a choice of the table, as a named switch of the campaign."""

    id: str
    rule: str
    default: bool = False
    excludes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Tactic:
    """A way of playing: what to do on one's turn, and how to answer when asked."""

    act: Callable[[Any, str], Action]
    answer: Policy = first


class Turn(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Somebody's place in the order of an encounter."""

    who: str
    value: int | None = None  # what he is ranked by, where the rules have a figure
    acted: bool = False  # he has had his turn in this round


def turns(had: Iterable[str], coming: Iterable[str], value: Callable[[str], int | None]) -> tuple[Turn, ...]:
    """Those who have had their turn, then those whose turn is still to come, each once."""
    waiting = dict.fromkeys(coming)
    done = [who for who in dict.fromkeys(had) if who not in waiting]
    return (*(Turn(who, value(who), True) for who in done), *(Turn(who, value(who)) for who in waiting))


def in_turn(scene: Any) -> tuple[Turn, ...]:
    """The plainest order: those who may act now."""
    return tuple(map(Turn, scene.turn()))


def untold(key: str, value: Any, lang: str) -> tuple[str, ...] | None:
    """Nothing is said in its own way: catalogues are read as they are written."""
    return None


def seated(scene: Any) -> tuple[str, ...]:
    """Everyone who has a side or a turn."""
    return tuple(dict.fromkeys([*(who for side in scene.sides().values() for who in side), *scene.turn()]))


@dataclass(frozen=True)
class Game:
    """One game: its book, its rules as actions, its characters, its tactics. All the rest reads only this."""

    id: str
    title: str
    credit: str
    ledger: Ledger
    words: Words
    switches: tuple[Switch, ...]
    scene: type[Scene]
    read_scene: Callable[[dict[str, Any], tuple[str, ...]], Scene]  # plain data and switches that are on
    actions: tuple[type[Action], ...]
    legal: Callable[[Any, str], Legal]
    sheet: Callable[[Any, str], Sheet]
    creation: Creation
    tactics: Mapping[str, Tactic]  # the first is the one used when none is named
    demos: Mapping[str, str] = field(default_factory=dict)  # ready scenes as TOML; the first is the demonstration
    complete: bool = False  # a complete game has a test for every rule of its ledger
    people: Callable[[Any], tuple[str, ...]] = seated  # everyone in a scene, in the order they are shown
    order: Callable[[Any], tuple[Turn, ...]] = in_turn  # those who have a turn in this round: first who has had it
    gather: Callable[[list[dict[str, Any]]], Scene] | None = None  # characters as plain data, nothing under way
    cast: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # who can be called into a scene: by key, by id
    ground: Callable[[Any], Ground | None] = no_ground  # the map of a scene, where the rules have one
    sight: Callable[[Any, frozenset[str]], frozenset[Cell] | None] = all_seen  # what these people see of it
    reach: Callable[[Any, str], Iterable[Way]] = no_way  # where somebody may go now, and at what cost
    tells: Callable[[str, Any, str], tuple[str, ...] | None] = untold  # a fact of its catalogues, as sentences

    @property
    def action_type(self) -> Any:
        """The tagged union of all the game's actions."""
        return Union[self.actions]  # noqa: UP007 - built from a tuple

    def action(self, data: Mapping[str, Any], name: str = "action") -> Action:
        """Plain data to an action, or ContentError naming the key that is wrong."""
        known = {tag(a): a for a in self.actions}
        kind = known.get(str(data.get("do", "")))
        if kind is None:
            wrong = data.get("do", "")
            raise ContentError(f"{name} : action inconnue « {wrong} » ; actions : {', '.join(sorted(known))}")
        return convert({k: v for k, v in data.items() if k != "do"}, kind, f"{name} {tag(kind)}")

    def check_switches(self, on: tuple[str, ...], name: str = "options") -> None:
        """ContentError if a switch does not exist or excludes another that is on."""
        known = {s.id: s for s in self.switches}
        for id in on:
            if id not in known:
                raise ContentError(f"{name} : option inconnue « {id} » ; options : {', '.join(known)}")
            for other in known[id].excludes:
                if other in on:
                    raise ContentError(f"{name} : « {id} » et « {other} » s'excluent ({known[id].rule})")


@cache
def games() -> dict[str, Game]:
    """Every game that is installed, by id."""
    found = [point.load() for point in entry_points(group="tablee.games")]
    return {g.id: g for g in sorted(found, key=lambda g: str(g.title))}


def game(id: str) -> Game:
    """The game with this id, or ContentError naming those there are."""
    try:
        return games()[id]
    except KeyError:
        raise ContentError(f"jeu inconnu « {id} » ; jeux : {', '.join(games())}") from None


def demos_of(package: str) -> dict[str, str]:
    """The ready scenes of a game, kept in `content/scenes`; the one named « demo » first."""
    scenes = texts(package, "content/scenes")
    return {name: scenes[name] for name in sorted(scenes, key=lambda n: (n != "demo", n))}
