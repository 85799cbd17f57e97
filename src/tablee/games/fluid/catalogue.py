"""The catalogue: weapons, armours, ready characters and sbires, of ours, on the book's own scales."""

from __future__ import annotations

from typing import Any

import msgspec

from tablee.kernel import content

from .state import Objet


class Equipement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    objet: tuple[Objet, ...]


ARMES = {o.id: o for o in content.read("tablee.games.fluid", "content/equipement.toml", Equipement).objet}
PRETS: dict[str, dict[str, Any]] = {}
SBIRES: dict[str, dict[str, Any]] = {}


def equipement(id: str) -> Objet | None:
    """A weapon, armour or shield of the catalogue."""
    return ARMES.get(id)
