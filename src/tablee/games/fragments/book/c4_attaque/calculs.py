"""Chapter 4, figures: precision, the bands of an attack roll, damage from Puissance to what is lost."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Oracle, chance

from ...model.catalogue import Puissance
from ...model.tables import EFFICACE_CONTRE_TYPE, EFFICACE_SUR_ELEMENT, JAMAIS

CRITIQUE, TOUCHE, MANQUE, ECHEC = "critique", "touche", "manque", "échec critique"

# ---------------------------------------------------------------- the attack roll

Bandes = tuple[tuple[str, int], ...]  # afflictions, then states, in the wielder's order: id and percent


class Tir(msgspec.Struct, frozen=True, gc=False):
    """What chance needs to know of an attack roll."""

    precision: int
    critique: int
    bandes: Bandes = ()
    inconnue: bool = False  # FD-6.18: a weapon type never mastered
    esquive: bool = False  # FD-3.37: two dice, the worse kept


@rule("FD-4.9", "FD-4.10", "FD-4.13", "FD-4.14", "FD-6.18")
def issue_du_jet(tir: Tir, de: int) -> str:
    """A face of the d100: critical, then afflictions and states one after the other, then a plain hit; above the
    precision it misses whatever else it would have been."""
    if tir.inconnue and de >= 96:
        return ECHEC
    if de > tir.precision:
        return MANQUE
    borne = min(tir.critique, 1) if tir.inconnue else tir.critique
    if de <= borne:
        return CRITIQUE
    for id, chances in tir.bandes:
        borne += chances
        if de <= borne:
            return id
    return TOUCHE


@rule("FD-3.2", "FD-3.37")
@chance(table=True)
def jet_d_attaque(oracle: Oracle, tir: Tir) -> str:
    """The attack roll as read; against somebody who dodges two dice, the higher kept."""
    de = max(oracle.pool(2, 100, "attaque")) if tir.esquive else oracle.d(100, "attaque")
    return issue_du_jet(tir, de)


@rule("FD-2.11", "FD-4.16", "FD-6.16", "FD-6.17", "FD-6.18")
def precision_propre(pre: int, hab: int, maitrise: int) -> int:
    """PRE + HAB x half the mastery, rounded down; with a type never mastered half of PRE, without HAB."""
    return pre // 2 if maitrise == JAMAIS else (2 * pre + hab * max(0, maitrise)) // 2


# ---------------------------------------------------------------- effectiveness


@lru_cache(4096)
@rule("FD-4.2", "FD-4.3", "FD-4.4", "FD-4.5", "FD-4.6", "FD-4.8")
def efficacite(
    types: tuple[str, ...],
    element: str,
    degats: str,
    arme: str,
    propres: tuple[str, ...],
    vulnerable: bool,
    resiste: bool,
) -> int:
    """1: effective, -1: ineffective, 0: neither or both. `propres`: unit types this weapon is effective against."""
    fort = (
        EFFICACE_CONTRE_TYPE.get(degats) in types
        or EFFICACE_CONTRE_TYPE.get(arme) in types
        or element in EFFICACE_SUR_ELEMENT.get(degats, ())
        or any(t in types for t in propres)
        or vulnerable
    )
    return int(fort) - int(resiste)


# ---------------------------------------------------------------- damage


class Coup(msgspec.Struct, frozen=True, gc=False):
    """The figures of one blow that has hit."""

    puissance: Puissance
    force: int  # FOR or MAG
    defense: int  # DEF or RES
    efficacite: int = 0
    critique: bool = False
    mult: int = 1  # other multipliers
    bruts: int = 0
    defense_brute: int = 0
    moitie: bool = False  # a second weapon, a further arrow


@rule("FD-4.2", "FD-6.11")
@chance(table=True)
def jet_de_degats(oracle: Oracle, p: Puissance, doubles: bool) -> int:
    """The dice of the Puissance and its fixed part, at least 1; effective attacks roll twice the dice."""
    n = 2 * p.n if doubles else p.n
    fixe = 2 * p.fixe if doubles else p.fixe
    return max(1, (oracle.total(n, p.faces, "dégâts") if n else 0) + fixe)


def jet_le_plus_haut(p: Puissance, doubles: bool) -> int:
    """The most those dice can show."""
    return max(1, (p.n * p.faces + p.fixe) * (2 if doubles else 1))


@rule("FD-4.15", "FD-4.18", "FD-4.19", "FD-4.20", "FD-4.21", "FD-4.22", "FD-4.24")
def degats(coup: Coup, jet: int, au_dernier: bool) -> int:
    """From the roll to what is lost, in the order of FD-4.24. `au_dernier`: the target is at 1 PV (FD-4.20)."""
    force = 2 * coup.force if coup.efficacite > 0 else coup.force
    mult = coup.mult * (2 if coup.critique else 1)
    demis = (force + jet) * mult * (1 if coup.efficacite < 0 else 2)  # in half points
    reste = max(0, (demis - 2 * coup.defense) // 2)
    contre_bruts = min(coup.defense_brute, coup.bruts)
    total = coup.bruts - contre_bruts + max(0, reste - (coup.defense_brute - contre_bruts))
    if coup.moitie:
        total //= 2
    if total >= 1:
        return total
    return 0 if au_dernier else 1
