"""What a round gives one to act with: simple and free actions, the quick one with its price, the free one of a tour."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.ledger import rule
from tablee.kernel.purse import Purse, least
from tablee.kernel.track import Token

from ..book.c8_confrontation.budget import RAPIDE, confrontation
from ..model.confrontation import LIBRES, SIMPLES, Budget
from ..model.scene import Scene


@rule("TN-8.66", "TN-8.67", "TN-8.83", "TN-8.87", "TN-8.89")
def left(scene: Scene, who: str, b: Budget) -> Iterator[Token]:
    """What is left of a round."""
    yield Token("S", "action simple", b.acts, max(0, SIMPLES - b.acts))
    yield Token("L", "action libre", b.actl, max(0, LIBRES - b.actl), shape="arch")
    yield Token("R", "action rapide", int(b.actr), int(not b.actr), f"initiative −{RAPIDE}", "lozenge")
    if any(tag.startswith("gratuite:") for tag in scene[who].bears.tags):
        used = confrontation(scene).attente(who).actg
        yield Token("G", "action gratuite du tour", int(not used), int(used), shape="square")


@rule("TN-8.61", "TN-8.65", "TN-8.83", "TN-8.88")
def budget(scene: Scene, who: str) -> Iterator[Purse]:
    """Of whoever has a place in the round. A free action is paid with a simple one once there is none left."""
    e = scene.encounter
    b = e.budgets.get(who) if e is not None else None
    if e is None or b is None:
        return

    def with_(**changes: Any) -> Scene:
        return replace(scene, encounter=replace(e, budgets={**e.budgets, who: replace(b, **changes)}))

    rien = with_(acts=0, supp=0, actl=0, actr=False)
    rien = replace(scene, encounter=confrontation(rien).attend(who, actg=True))

    @cache
    def payee(a: Action) -> bool:
        """Whether it takes anything at all: most of what is offered does not."""
        return a.closed(rien) is not None

    @cache
    def simple(a: Action) -> int:
        return least(a, b.acts, lambda n: with_(acts=n, supp=0)) if payee(a) else 0

    def libre(a: Action) -> int:
        return least(a, b.actl, lambda n: with_(acts=0, supp=0, actl=n)) if payee(a) and not simple(a) else 0

    def rapide(a: Action) -> int:
        return least(a, int(b.actr), lambda n: with_(actr=bool(n))) if payee(a) else 0

    def gratuite(a: Action) -> int:
        left = int(not e.attente(who).actg)
        return least(a, left, lambda n: replace(scene, encounter=e.attend(who, actg=not n))) if payee(a) else 0

    prices: dict[str, Callable[[Any], int]] = {"S": simple, "L": libre, "R": rapide, "G": gratuite}
    yield from (Purse(token, prices[token.letter]) for token in left(scene, who, b))
