"""What a tour gives one to act with: an Action, and squares to walk."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tablee.kernel.ledger import rule
from tablee.kernel.purse import Purse, least
from tablee.kernel.track import Token

from ..book.c2_combat.combat import marche_restante
from ..book.c2_coups.jetons import Jeton
from ..model.scene import Scene


@rule("VM-2.1")
def budget(scene: Scene, who: str) -> Iterator[Purse]:
    """Of whoever has the tour; a Jeton comes before the Action and takes none."""
    combat = scene.encounter
    if combat is None or combat.file[:1] != (who,):
        return

    def actions(n: int) -> Scene:
        return replace(scene, encounter=replace(combat, action=not n))

    def pas(n: int) -> Scene:
        return replace(scene, encounter=replace(combat, marche=combat.marche + cases - n))

    action, cases = int(not combat.action), marche_restante(scene, scene[who])
    yield Purse(
        Token("A", "Action", action, 1 - action), lambda a: 0 if isinstance(a, Jeton) else least(a, action, actions)
    )
    yield Purse(Token("C", "cases", cases, combat.marche, shape="triangle", many=True), lambda a: least(a, cases, pas))
