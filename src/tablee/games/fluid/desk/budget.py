"""What a round gives one to act with: what he will announce, and metres to walk before it."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.ledger import rule
from tablee.kernel.purse import Purse, least
from tablee.kernel.track import Token

from ..book.c4_combat.places import engage, marche_double, marche_restante
from ..model.combat import Annonce
from ..model.scene import Scene


@rule("FLU-4.2", "FLU-4.4", "FLU-4.5")
def budget(scene: Scene, who: str) -> Iterator[Purse]:
    """One announcement for each exchange; nobody who is hand to hand walks. A double move counts with what it takes."""
    combat = scene.encounter
    if combat is None or scene[who].etat != "actif":
        return
    p = scene[who]
    annonce = int(who not in combat.annonces)
    yield Purse(Token("A", "action", annonce, 1 - annonce), lambda a: int(isinstance(a, Annonce)))
    if engage(combat, who):
        return
    deja, metres = combat.marche.get(who, 0), marche_restante(combat, p)

    def pas(action: Action) -> int:
        libres = marche_double(combat, p) if getattr(action, "double", False) else metres
        return least(
            action,
            libres,
            lambda n: replace(scene, encounter=replace(combat, marche={**combat.marche, who: deja + libres - n})),
        )

    yield Purse(Token("M", "mètres", metres, deja, shape="triangle", many=True), pas)
