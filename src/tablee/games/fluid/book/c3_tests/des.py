"""Chapter 3, the dice: the base die, the extra dice, what explodes."""

from __future__ import annotations

from functools import lru_cache

from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Dice, Oracle, chance

from ...model.people import Options

HAUT, BAS = "haut", "bas"
PLEIN = 400  # dice: beyond that the chance that not two of them explode is below 1e-15, and nobody throws so many


Regle = tuple[bool, bool]  # does the base die explode, do doubles explode


@rule("FLU-3.16", "FLU-3.17")
def explosions(options: Options) -> Regle:
    """Which dice explode: the options each take one kind away."""
    return not options.explosion_sans_base, not options.explosion_sans_doubles


def au_plus(des: int) -> int:
    """So many dice, and no more than can matter."""
    return des if -PLEIN <= des <= PLEIN else PLEIN if des > 0 else -PLEIN


@lru_cache(1024)
def des_du_jet(des: int) -> tuple[Dice, Dice]:
    """The base die and the extra dice, thrown together; only the two that count are looked at."""
    sorte, garde = ("avantages", 2) if des > 0 else ("désavantages", -2)
    return Dice(1, 10, "base"), Dice(abs(des), 10, sorte, garde)


@rule("FLU-3.8", "FLU-3.9", "FLU-3.11", "FLU-3.12", "FLU-3.13", "FLU-3.34", "FLU-3.36")
@chance(table=True)
def lire(oracle: Oracle, des: int, regle: Regle) -> int | str:
    """The roll as read: exploding up, exploding down, or the face kept. `des`: dice of Avantage, or of Désavantage if
    negative."""
    base_explose, doubles_explosent = regle
    if des == 0:
        base = oracle.d(10, "base")
        autres: tuple[int, ...] = ()
    else:
        (base,), autres = oracle.together(*des_du_jet(des))
    if base_explose and base == 10:
        return HAUT
    if base_explose and base == 1:
        return BAS
    if des == 0:
        return base
    if des > 0:
        if doubles_explosent and (base, *autres).count(10) >= 2:
            return HAUT
        return max(base, autres[0])
    if doubles_explosent and (base, *autres).count(1) >= 2:
        return BAS
    return min(base, autres[-1])


@rule("FLU-3.8", "FLU-3.9")
@chance(table=True)
def chaine(oracle: Oracle, relance: int) -> int:
    """An open-ended chain: roll and add while the same face comes back."""
    somme = face = oracle.d(10, "chaîne")
    while face == relance:
        face = oracle.d(10, "chaîne")
        somme += face
    return somme


@rule("FLU-3.13", "FLU-3.14", "FLU-3.15", "FLU-3.18", "FLU-3.18.2", "FLU-3.19")
@chance(table=True)
def lancer(oracle: Oracle, des: int, regle: Regle) -> int:
    """The die part of a test: the face kept, 10 and a chain upwards, or -1 and a chain downwards."""
    lu = lire(oracle, des, regle)
    if lu == HAUT:
        return 10 + chaine(oracle, 10)
    if lu == BAS:
        return -1 - chaine(oracle, 1)
    return int(lu)
