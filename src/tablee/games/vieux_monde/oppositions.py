"""Chapter 1, Tests against somebody: the higher DR wins, then the higher value, then the dice again."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Oracle, chance

from .tables import signe
from .tests import RIEN, Depenses, Essaye, Jet, Ligne, jeter, retoucher

class Oppose(msgspec.Struct, frozen=True, gc=False):
    """What an opposed Test came to, seen from the first side."""

    gagne: bool
    dr: int  # the winner's DR less the loser's, never below 0
    critique: int = 0
    contre: int = 0  # the other side's Critique
    zone: str = ""
    reussi: bool = True  # whether the first side's own Test succeeded
    propre: int = 0  # its own DR
    egal: bool = False  # a perfect tie, to be rolled again
    depenses: Depenses = RIEN
    leurs: Depenses = RIEN


@rule("VM-1.10", "VM-1.11", "VM-1.12")
def compare(a: Jet, b: Jet, base_a: int, base_b: int) -> int:
    """1: the first wins, -1: the second, 0: neither. The DR, +0 above -0, then the value on the sheet."""
    if a.dr != b.dr:
        return 1 if a.dr > b.dr else -1
    if a.dr == 0 and a.reussi != b.reussi:
        return 1 if a.reussi else -1
    return (base_a > base_b) - (base_a < base_b)


@rule("VM-1.10", "VM-1.12", "VM-2.26")
@chance
def opposer(oracle: Oracle, a: Ligne, b: Ligne) -> Oppose:
    """Both roll; a perfect tie is rolled again and its Critiques are void."""
    depenses, leurs = RIEN, RIEN
    while True:
        o = manche(oracle, a, b)
        if o.depenses is not RIEN or o.leurs is not RIEN:
            a, b = entamer(a, o.depenses), entamer(b, o.leurs)
            depenses, leurs = ajouter(depenses, o.depenses), ajouter(leurs, o.leurs)
        if not o.egal:
            return o if depenses is RIEN and leurs is RIEN else replace(o, depenses=depenses, leurs=leurs)
        if not oracle.deaf:
            oracle.tell(Event("egalite", a.qui, b.qui, "VM-1.12"))


@chance
def manche(oracle: Oracle, a: Ligne, b: Ligne) -> Oppose:
    """Both roll once, and whoever has the means may still spend."""
    ja, jb = jeter(oracle, a), jeter(oracle, b)
    if not (a.chance or a.resilience or b.chance or b.resilience):
        return conclure(ja, jb, compare(ja, jb, a.base, b.base))
    x, y = retouches(oracle, a, b, Essaye(ja), Essaye(jb))
    return conclure(x.jet, y.jet, compare(x.jet, y.jet, a.base, b.base), x.depenses, y.depenses)


def entamer(ligne: Ligne, d: Depenses) -> Ligne:
    """What is left to spend once this is spent."""
    return replace(ligne, chance=ligne.chance - d.chance, resilience=ligne.resilience - d.resilience)


def ajouter(a: Depenses, b: Depenses) -> Depenses:
    return Depenses(a.chance + b.chance, a.resilience + b.resilience)


def conclure(a: Jet, b: Jet, issue: int, de_a: Depenses = RIEN, de_b: Depenses = RIEN) -> Oppose:
    """What two rolls come to; of a perfect tie nothing is kept but what was spent."""
    if not issue:
        return Oppose(False, 0, egal=True, depenses=de_a, leurs=de_b)
    ecart = a.dr - b.dr if issue > 0 else b.dr - a.dr
    return Oppose(issue > 0, ecart, a.critique, b.critique, a.zone, a.reussi, a.dr, False, de_a, de_b)


@rule("VM-4.5", "VM-4.8")
def retouches(oracle: Oracle, a: Ligne, b: Ligne, x: Essaye, y: Essaye) -> tuple[Essaye, Essaye]:
    """The side that is losing may spend; so it goes back and forth until it does not, and then the winner may raise
    his DR. Résilience wins by at least 1 DR."""
    while True:
        issue = compare(x.jet, y.jet, a.base, b.base)
        if issue <= 0:
            apres = forcer(retoucher(oracle, a, x, signe(y.jet.dr, y.jet.reussi)), x, y)
            if apres is not x:
                x = apres
                continue
        if issue >= 0:
            apres = forcer(retoucher(oracle, b, y, signe(x.jet.dr, x.jet.reussi)), y, x)
            if apres is not y:
                y = apres
                continue
        break
    if issue > 0:
        while (apres := forcer(retoucher(oracle, a, x, signe(y.jet.dr, y.jet.reussi)), x, y)) is not x:
            x = apres
    elif issue < 0:
        while (apres := forcer(retoucher(oracle, b, y, signe(x.jet.dr, x.jet.reussi)), y, x)) is not y:
            y = apres
    return x, y


@rule("VM-4.8")
def forcer(apres: Essaye, avant: Essaye, autre: Essaye) -> Essaye:
    """A result chosen by Résilience also wins the opposed Test, by at least 1 DR."""
    if apres.force and not avant.force and apres.jet.dr <= autre.jet.dr:
        return replace(apres, jet=replace(apres.jet, dr=autre.jet.dr + 1))
    return apres
