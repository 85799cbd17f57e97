"""The catalogue: weapons, armours, ready characters and sbires, of ours, on the book's own scales."""

from __future__ import annotations

from typing import Any

import msgspec

from tablee.kernel import content
from tablee.kernel.ledger import rule

from .people import CARACS, Objet, Sort

PACKAGE = "tablee.games.fluid"


class Equipement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    objet: tuple[Objet, ...]


class Sorts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    sort: tuple[Sort, ...]


class Prets(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pret: dict[str, dict[str, Any]]


class Sbire(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sbire as it is written: one value, one degree, what it carries."""

    nom: str
    valeur: int
    degre: str
    res: int | None = None
    armes: list[Any] = []
    armure: str | None = None
    bouclier: str | None = None


class Sbires(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    sbire: dict[str, Sbire]


@rule("FLU-4.64")
def sbire(s: Sbire) -> dict[str, Any]:
    """One flat value for every caractéristique, hence twice that as RES, unless the MJ sets the RES."""
    fiche: dict[str, Any] = {"nom": s.nom, "sbire": s.degre, **dict.fromkeys(CARACS, s.valeur)}
    if s.res is not None:
        fiche["res_fixee"] = s.res
    porte = {"armes": s.armes, "armure": s.armure, "bouclier": s.bouclier}
    return {"fiche": fiche, **{cle: chose for cle, chose in porte.items() if chose}}


ARMES = {o.id: o for o in content.read(PACKAGE, "content/equipement.toml", Equipement).objet}
SORTS = {s.id: s for s in content.read(PACKAGE, "content/sorts.toml", Sorts).sort}
PRETS = content.read(PACKAGE, "content/prets.toml", Prets).pret
SBIRES = {id: sbire(s) for id, s in content.read(PACKAGE, "content/sbires.toml", Sbires).sbire.items()}
