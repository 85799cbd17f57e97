"""What a turn gives one to act with: one declaration, and the points de vide one may put into it."""

from __future__ import annotations

from collections.abc import Iterator

from tablee.kernel.action import Action
from tablee.kernel.ledger import rule
from tablee.kernel.purse import Purse
from tablee.kernel.track import Token

from ..book.c10_tours.declarer import Declaration
from ..model.scene import Scene


@rule("YY-10.1", "YY-5.17")
def budget(scene: Scene, who: str) -> Iterator[Purse]:
    """Of those who fight: a declaration until it is made; points de vide as long as there are any."""
    combat = scene.encounter
    if combat is None or not scene[who].conscient:
        return
    p, libre = scene[who], int(who in combat.file)
    yield Purse(Token("A", "action", libre, 1 - libre), lambda a: int(isinstance(a, Declaration)))

    if p.vide > 0:
        yield Purse(Token("V", "points de vide", p.vide, shape="lozenge", many=True), vide)


def vide(action: Action) -> int:
    """How many points it is paid with when its initiative comes."""
    return action.vide_promis if isinstance(action, Declaration) else 0
