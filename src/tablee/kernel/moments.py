"""Moments: what an earlier chapter says happens, and later ones answer.

    touche: Moment[[str, str]] = Moment("touche")     # the chapter of blows names it, and says when it is:
    scene = touche(scene, oracle, who, target)

    @touche.then("VM-2.42")                           # the chapter of mounts answers; that of blows never hears of it
    def quitter_la_selle(scene, oracle, who, target): ...

It is for an earlier chapter that must not know who answers; a later one that merely uses an earlier one calls it. There
are no priorities: answers come in the order of the chapters. None stops the others, none gives back but the scene.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from .ledger import rule
from .oracle import Oracle

P = ParamSpec("P")
S = TypeVar("S")
Answer = Callable[Concatenate[Any, Oracle, P], Any]


class Moment(Generic[P]):
    """Something that happens in a scene; to call it is to have all that follows from it happen, in order."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.answers: tuple[Answer[P], ...] = ()

    def then(self, *rules: str) -> Callable[[Answer[P]], Answer[P]]:
        """What follows from it by these rules: a function of the scene, the oracle and what the moment tells."""

        def keep(answer: Answer[P]) -> Answer[P]:
            self.answers = (*self.answers, rule(*rules)(answer))
            return answer

        return keep

    def sort(self, place: Callable[[str], int]) -> None:
        """The answers in the order of the places of their modules."""
        self.answers = tuple(sorted(self.answers, key=lambda answer: place(answer.__module__)))

    def __call__(self, scene: S, oracle: Oracle, *args: P.args, **kwargs: P.kwargs) -> S:
        for answer in self.answers:
            scene = answer(scene, oracle, *args, **kwargs)
        return scene
