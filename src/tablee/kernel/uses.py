"""Which rules an action can bring up, read from the code of the game itself.

A rule is named where it is applied: as a text in a function (a term, a reason, a question) or on its `@rule` decorator.
So the rules of an action are those named in all the code of the game that its own methods can reach. A moment leads to
all who answer it; a text that is the key of a figure, or how such keys begin, or a condition, to the rules behind it.
"""

from __future__ import annotations

import dis
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any

import msgspec

from .action import Action, tag
from .chapter import belongs, modules
from .effects import Effects
from .game import Game
from .kept import cached_property
from .ledger import IMPLEMENTED
from .moments import Moment


def uses(game: Game) -> Mapping[str, Mapping[str, int]]:
    """By the tag of each action of a game, the rules it can bring up, and how many calls away from the action."""
    return _uses(game.package, game.actions, frozenset(game.ledger.rules))


def used_by(game: Game) -> Mapping[str, tuple[str, ...]]:
    """The other way round: by the id of each rule, the actions that can bring it up, the nearest first."""
    far: dict[str, dict[str, int]] = {id: {} for id in game.ledger.rules}
    for do, ids in uses(game).items():
        for id, calls in ids.items():
            far[id][do] = calls
    return {id: tuple(sorted(found, key=found.__getitem__)) for id, found in far.items()}


def reached(game: Game, kind: type[Action], method: str, calls: int) -> tuple[str, ...]:
    """The texts in a method of an action and in the game's code so many calls away from it, the nearest first."""
    return _reached(game.package, frozenset(game.ledger.rules), kind, method, calls)


@cache
def _reached(package: str, rules: frozenset[str], kind: type[Action], method: str, calls: int) -> tuple[str, ...]:
    return tuple(_walk(package, rules).texts(kind, method, calls))


@cache
def _uses(package: str, actions: tuple[type[Action], ...], rules: frozenset[str]) -> Mapping[str, Mapping[str, int]]:
    walk = _walk(package, rules)
    return {tag(action): walk.named_by(action) for action in actions}


@cache
def _walk(package: str, rules: frozenset[str]) -> _Walk:
    tied: dict[str, set[str]] = {}
    for rule, places in IMPLEMENTED.items():
        for place in places:
            tied.setdefault(place, set()).add(rule)
    return _Walk(package, rules, tied)


class _Walk:
    """Through the code of one package: what each thing names itself, and what it leads to."""

    def __init__(self, package: str, rules: frozenset[str], tied: Mapping[str, set[str]]) -> None:
        self.package, self.rules, self.tied = package, rules, tied
        self.known: dict[int, tuple[Any, frozenset[str], tuple[Any, ...]]] = {}
        self.spoken: dict[int, tuple[Any, tuple[str, ...], tuple[str, ...], tuple[Any, ...]]] = {}
        self.methods: dict[str, list[Any]] = {}  # of what actions work on: `scene.x()` does not say which x it is
        for thing in self.classes():
            for name, value in vars(thing).items():
                method = self.unwrapped(value)
                if isinstance(method, FunctionType):
                    self.methods.setdefault(name, []).append(method)
        self.alike = {id(each) for some in self.methods.values() if len(some) > 1 for each in some}
        self.bearing: dict[str, list[Any]] = {}  # on the figure of this key, or behind a condition of this name
        self.columns: dict[str, list[Any]] = {}  # on any figure whose key begins so
        self.bearers: set[int] = set()  # rules that bear on a figure: they ask which action it is, and do none
        for effects in dict.fromkeys(thing for thing in self.things() if isinstance(thing, Effects)):
            for keys, _, rule in effects.rules:
                self.bearers.add(id(rule))
                for key in {*keys, *(key.partition(":")[0] for key in keys)}:  # « net » too: its ends are put together
                    self.bearing.setdefault(key, []).append(rule)
                    if ":" in key:  # keys are put together from a column and what a test is a test of
                        self.columns.setdefault(key.partition(":")[0], []).append(rule)
            for name, holds in effects.conditions.items():
                self.bearing.setdefault(name, []).append(holds)

    def things(self) -> Iterator[Any]:
        """All that has a name in a module of the package, in the same order whatever was loaded first."""
        for module in sorted(modules(self.package), key=lambda module: module.__name__):
            yield from list(vars(module).values())

    def classes(self) -> Iterator[type]:
        """The classes of the package that are not actions themselves."""
        found = (thing for thing in self.things() if isinstance(thing, type))
        yield from dict.fromkeys(each for each in found if self.ours(each.__module__) and not issubclass(each, Action))

    def named_by(self, action: type[Action]) -> Mapping[str, int]:
        """The nearest first: what is a call away is looked at before what is two calls away."""
        found, seen, ring, calls = dict[str, int](), set[int](), [action], 0
        while ring:
            further: list[Any] = []
            for thing in ring:
                if id(thing) not in seen:
                    seen.add(id(thing))
                    names, leads = self.look(thing)
                    for name in sorted(names):
                        found.setdefault(name, calls)
                    further += leads
            ring, calls = further, calls + 1
        return found

    def texts(self, kind: type[Action], method: str, calls: int) -> Iterator[str]:
        """Texts in functions alone: what rules and catalogues hold is not said by whoever reads them. A method of which
        there are several by its name is not followed, unless it is the action's own."""
        seen, told, ring = set[int](), dict[str, None](), [getattr(kind, method)]
        named = ((name, self.unwrapped(value)) for each in reversed(kind.__mro__) for name, value in vars(each).items())
        mine = {name: value for name, value in named if isinstance(value, FunctionType)}
        for _ in range(calls + 1):
            further: list[Any] = []
            for thing in ring:
                if id(thing) not in seen:
                    seen.add(id(thing))
                    texts, names, leads = self.said(thing)
                    told |= dict.fromkeys(texts)
                    further += [*leads, *(mine[name] for name in names if name in mine)]
            ring = further
        return iter(told)

    def said(self, thing: Any) -> tuple[tuple[str, ...], tuple[str, ...], tuple[Any, ...]]:
        """The texts in a function, the names it uses, and the functions it leads to."""
        if id(thing) not in self.spoken:
            found = list(self.within(thing))
            names = thing.__code__.co_names if isinstance(thing, FunctionType) else ()
            leads = [each for each in found if isinstance(each, FunctionType | MethodType | Moment)]
            leads += [each for each in found if hasattr(each, "__wrapped__")]
            sure = {id(each): each for each in leads if id(each) not in self.alike}
            texts = tuple(dict.fromkeys([each for each in found if isinstance(each, str)]))
            self.spoken[id(thing)] = (thing, texts, names, tuple(sure.values()))
        return self.spoken[id(thing)][1:]

    def look(self, thing: Any) -> tuple[frozenset[str], tuple[Any, ...]]:
        if id(thing) not in self.known:
            found = list(self.within(thing))
            names = frozenset(each for each in found if isinstance(each, str) and each in self.rules)
            leads = tuple(lead for each in found for lead in (self.behind(each) if isinstance(each, str) else (each,)))
            if id(self.unwrapped(thing)) in self.bearers:
                leads = tuple(lead for lead in leads if not (isinstance(lead, type) and issubclass(lead, Action)))
            self.known[id(thing)] = (thing, names, leads)  # the thing is kept, so that its id stays its own
        return self.known[id(thing)][1:]

    def behind(self, text: str) -> Iterator[Any]:
        """The rules that bear on a figure of this key, or the condition of this name, whatever follows its colon."""
        yield from self.bearing.get(text, ())
        yield from self.columns.get(text, ())
        name, colon, _ = text.partition(":")
        if colon:
            yield from self.bearing.get(name, ())

    def ours(self, module: str | None) -> bool:
        return belongs(module or "", self.package)

    def within(self, thing: Any) -> Iterator[Any]:
        """Texts in a thing, and other things of the same package it leads to."""
        thing = getattr(thing, "__wrapped__", thing)
        match thing:
            case str():
                yield thing
            case FunctionType() if self.ours(thing.__module__):
                yield from self.tied.get(f"{thing.__module__}.{thing.__qualname__}", ())
                yield from self.of_code(thing.__code__, thing.__globals__)
                for cell in thing.__closure__ or ():
                    yield cell.cell_contents
                yield from thing.__defaults__ or ()
            case Moment():
                yield from thing.answers
            case Effects():  # read by name: whatever condition a modifier may have
                yield from thing.conditions.values()
            case MethodType():
                yield thing.__func__
            case type() if self.ours(thing.__module__):
                yield from self.tied.get(f"{thing.__module__}.{thing.__qualname__}", ())
                yield from thing.__bases__
                for value in vars(thing).values():
                    yield self.unwrapped(value)
            case msgspec.Struct():  # a row of a catalogue, a reason
                for field in thing.__struct_fields__:
                    yield getattr(thing, field)
            case dict():
                yield from thing.keys()
                yield from thing.values()
            case tuple() | list():
                yield from thing
            case set() | frozenset():
                yield from sorted(thing, key=str)  # in the same order whenever it is read

    @staticmethod
    def unwrapped(value: Any) -> Any:
        """What stands behind a property, a class method or a static method."""
        if isinstance(value, property):
            return value.fget
        if isinstance(value, cached_property):
            return value.func
        return value.__func__ if isinstance(value, (classmethod, staticmethod)) else value

    def of_code(self, code: CodeType, around: Mapping[str, Any]) -> Iterator[Any]:
        for const in code.co_consts:
            if isinstance(const, CodeType):
                yield from self.of_code(const, around)
            else:
                yield const
        here = [sys.modules.get(f"{self.package}.{name}") for name in imported(code)]
        for name in code.co_names:
            yield from self.methods.get(name, ())
            yield around.get(name)
        for module in (*here, *(around.get(name) for name in code.co_names)):
            if isinstance(module, ModuleType) and self.ours(module.__name__):
                yield from (vars(module)[each] for each in code.co_names if each in vars(module))


def imported(code: CodeType) -> list[str]:
    """The modules a function imports when it is called."""
    return [str(each.argval) for each in dis.get_instructions(code) if each.opname == "IMPORT_NAME"]
