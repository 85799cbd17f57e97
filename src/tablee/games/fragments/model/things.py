"""Things as they are carried: found, added, taken away, used up. What they may be carried for is chapter 6."""

from __future__ import annotations

from msgspec.structs import replace

from .catalogue import Chose
from .people import Equipement


def sorte_de(chose: Chose) -> str:
    """Its id in the catalogue."""
    return chose.vaut or chose.id


def distincte(chose: Chose, autres: tuple[Chose, ...]) -> Chose:
    """The thing under an id that none of the others bears."""
    prises = {c.id for c in autres}
    sorte = sorte_de(chose)
    if chose.id not in prises:
        return chose
    n = next(n for n in range(1, len(prises) + 2) if _numero(sorte, n) not in prises)
    return replace(chose, id=_numero(sorte, n), vaut="" if n == 1 else sorte)


def _numero(sorte: str, n: int) -> str:
    return sorte if n == 1 else f"{sorte}_{n}"


def avec_chose(e: Equipement, chose: Chose, lieu: str = "actif") -> Equipement:
    """What one carries, and this."""
    neuve = distincte(chose, (*e.actif, *e.sac, *e.sorts))
    return replace(e, sac=(*e.sac, neuve)) if lieu == "sac" else replace(e, actif=(*e.actif, neuve))


def sans_chose(e: Equipement, id: str) -> Equipement:
    """What one carries without this, whatever was in hand or worn."""
    if e.chose(id) is None:
        return replace(e, sac=tuple(c for c in e.sac if c.id != id))
    return replace(
        e,
        actif=tuple(c for c in e.actif if c.id != id),
        en_main=tuple(a for a in e.en_main if a != id) if e.en_main is not None else None,
        bouclier=None if e.bouclier == id else e.bouclier,
    )


def trouver(e: Equipement, id: str) -> Chose | None:
    """A thing carried, in the active inventory or in the backpack."""
    return next((c for c in (*e.actif, *e.sac) if c.id == id), None)


def changer(e: Equipement, chose: Chose) -> Equipement:
    """This thing in place of the one that bears its id."""
    if e.chose(chose.id) is None:
        return replace(e, sac=tuple(chose if c.id == chose.id else c for c in e.sac))
    return replace(e, actif=tuple(chose if c.id == chose.id else c for c in e.actif))


def user(e: Equipement, id: str) -> Equipement:
    """One use of a thing less, wherever it is carried; it goes with the last."""
    chose = trouver(e, id)
    usages = getattr(chose, "usages", 0)
    if chose is None or not usages:
        return e
    return sans_chose(e, id) if usages == 1 else changer(e, replace(chose, usages=usages - 1))


def de_sorte(e: Equipement, sorte: str) -> str:
    """The id of a thing of this kind that one carries, or nothing."""
    return next((c.id for c in (*e.actif, *e.sac) if sorte_de(c) == sorte), "")
