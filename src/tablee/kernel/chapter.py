"""Chapters: a game is a list of them, in the order they depend on each other, and `legal` is the same for all.

ACTIONS = (Attaquer, Charger)                    # in the module of a chapter: what one can do by it
def offers(scene, person): ...                   # which of that may be worth a button now
PLACE = 1                                        # where its buttons stand: lower first; 0 when it says nothing

CHAPTERS = tuple(map(chapter, (c1_tests, c8_attaque, c4_sante)))
Game(chapters=CHAPTERS, ...)                     # its actions, `legal`, and the order of moments and effects
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from types import ModuleType
from typing import Any

import msgspec

from .action import Action, Legal
from .effects import Effects
from .moments import Moment


class Chapter(msgspec.Struct, frozen=True):
    """What a chapter of the book brings."""

    id: str  # its module; what lies in a folder of that name belongs to it
    actions: tuple[type[Action], ...] = ()
    offers: Callable[[Any, Any], Iterable[Action]] | None = None  # of a scene and a person
    place: int = 0


def chapter(module: ModuleType) -> Chapter:
    """What a module brings, by the names that mean the same in every game."""
    named = vars(module)
    return Chapter(module.__name__, tuple(named.get("ACTIONS", ())), named.get("offers"), named.get("PLACE", 0))


def legal(chapters: Sequence[Chapter], scene: Any, actor: str) -> Legal:
    """What every chapter offers somebody, each judged by its own `closed`: by the rank of the action, then by place."""
    person = scene.people.get(actor)
    if person is None:
        return
    offered = [c.offers(scene, person) for c in sorted(chapters, key=lambda c: c.place) if c.offers is not None]
    for action in sorted((action for some in offered for action in some), key=lambda action: action.stands()):
        yield action, action.closed(scene)


def in_order(chapters: Sequence[Chapter], package: str) -> None:
    """All moments and effects of a package in the order of its chapters, whatever was imported first."""
    ids = [c.id for c in chapters]

    def place(module: str) -> int:
        return next((n for n, id in enumerate(ids) if belongs(module, id)), len(ids))

    for module in modules(package):
        for thing in vars(module).values():
            if isinstance(thing, Moment | Effects):
                thing.sort(place)


def modules(package: str) -> Iterator[ModuleType]:
    """The modules of a package that are loaded."""
    for name, module in list(sys.modules.items()):
        if belongs(name, package):
            yield module


def belongs(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")
