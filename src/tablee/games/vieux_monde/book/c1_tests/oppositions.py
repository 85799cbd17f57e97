"""Chapter 1, Tests against somebody: the higher DR wins, then the higher value, then the dice again."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import ALL, GM, Oracle, chance

from ...model.tables import signe
from .tests import RIEN, Depenses, Essaye, Jet, Ligne, jeter, retoucher


class Oppose(msgspec.Struct, frozen=True, gc=False):
    """What an opposed Test came to, seen from the first side."""

    gagne: bool
    dr: int  # the winner's DR less the loser's, never below 0
    critique: int = 0
    contre: int = 0  # the other side's Critique
    zone: str = ""
    reussi: bool = True  # whether the first side's own Test succeeded
    egal: bool = False  # a perfect tie, to be rolled again
    depenses: Depenses = RIEN
    leurs: Depenses = RIEN


# ---------------------------------------------------------------- who wins


@rule("VM-1.10", "VM-1.11", "VM-1.12")
def compare(a: Jet, b: Jet, base_a: int, base_b: int) -> int:
    """1: the first wins, -1: the second, 0: neither. The DR, +0 above -0, then the value on the sheet."""
    if a.dr != b.dr:
        return 1 if a.dr > b.dr else -1
    if a.dr == 0 and a.reussi != b.reussi:
        return 1 if a.reussi else -1
    return (base_a > base_b) - (base_a < base_b)


@rule("VM-2.52")
def trop_petit(a: Jet, b: Jet, categories: int) -> int:
    """In a Test of Force against one who is larger by one category only a Succès Critique is compared; else 1 or -1."""
    if categories > 0:
        return 0 if b.critique > 0 else 1
    if categories < 0:
        return 0 if a.critique > 0 else -1
    return 0


# ---------------------------------------------------------------- the Tests


@rule("VM-1.10", "VM-1.12", "VM-2.26")
@chance
def opposer(oracle: Oracle, a: Ligne, b: Ligne) -> Oppose:
    """Both roll; a perfect tie is rolled again and its Critiques are void."""
    return disputer(oracle, a, b, 0)


@chance
def l_emporter(oracle: Oracle, a: Ligne, b: Ligne) -> tuple[bool, Depenses, Depenses]:
    """An opposed Test of which nothing matters but who wins, and what both spent on it."""
    o = opposer(oracle, a, b)
    return o.gagne, o.depenses, o.leurs


@rule("VM-2.52")
@chance
def opposer_en_force(oracle: Oracle, a: Ligne, b: Ligne, categories: int) -> Oppose:
    """An opposed Test of Force; `categories`: by how many the first is larger. Two are enough to win without dice."""
    if abs(categories) < 2:
        return disputer(oracle, a, b, categories)
    gagne = categories > 0
    grand, petit = (a.qui, b.qui) if gagne else (b.qui, a.qui)
    audience = GM if a.secret or b.secret else ALL
    oracle.tell(Event("d_office", grand, petit, "VM-2.52", (), (("categories", abs(categories)),), audience))
    return Oppose(gagne, 0, reussi=gagne)


def disputer(oracle: Oracle, a: Ligne, b: Ligne, categories: int) -> Oppose:
    """Roll until somebody wins."""
    depenses, leurs = RIEN, RIEN
    while True:
        o = manche(oracle, a, b, categories)
        if o.depenses is not RIEN or o.leurs is not RIEN:
            a, b = entamer(a, o.depenses), entamer(b, o.leurs)
            depenses, leurs = ajouter(depenses, o.depenses), ajouter(leurs, o.leurs)
        if not o.egal:
            return o if depenses is RIEN and leurs is RIEN else replace(o, depenses=depenses, leurs=leurs)
        oracle.tell(Event("egalite", a.qui, b.qui, "VM-1.12", (), (), GM if a.secret or b.secret else ALL))


@chance
def manche(oracle: Oracle, a: Ligne, b: Ligne, categories: int) -> Oppose:
    """Both roll once, and whoever has the means may still spend."""
    ja, jb = jeter(oracle, a), jeter(oracle, b)
    if not (a.chance or a.resilience or b.chance or b.resilience):
        issue = (categories and trop_petit(ja, jb, categories)) or compare(ja, jb, a.base, b.base)
        return conclure(ja, jb, issue)
    x, y = retouches(oracle, a, b, Essaye(ja), Essaye(jb), categories)
    return conclure(x.jet, y.jet, departager(x, y, a, b, categories), x.depenses, y.depenses)


def entamer(ligne: Ligne, d: Depenses) -> Ligne:
    """What is left to spend once this is spent."""
    return replace(
        ligne,
        chance=ligne.chance - d.chance,
        chaos=ligne.chaos - d.chaos,
        resilience=ligne.resilience - d.resilience,
    )


def ajouter(a: Depenses, b: Depenses) -> Depenses:
    return Depenses(a.chance + b.chance, a.resilience + b.resilience, a.chaos + b.chaos)


def conclure(a: Jet, b: Jet, issue: int, de_a: Depenses = RIEN, de_b: Depenses = RIEN) -> Oppose:
    """What two rolls come to; of a perfect tie nothing is kept but what was spent."""
    if not issue:
        return Oppose(False, 0, egal=True, depenses=de_a, leurs=de_b)
    ecart = a.dr - b.dr if issue > 0 else b.dr - a.dr
    if ecart < 0:  # VM-2.52: the larger wins with the lower DR
        ecart = 0
    return Oppose(issue > 0, ecart, a.critique, b.critique, a.zone, a.reussi, False, de_a, de_b)


# ---------------------------------------------------------------- after the rolls


@rule("VM-4.8")
def departager(x: Essaye, y: Essaye, a: Ligne, b: Ligne, categories: int) -> int:
    """Who wins as things stand: the one who spent Résilience, before anything else."""
    if x.force or y.force:
        return 1 if x.force else -1
    return trop_petit(x.jet, y.jet, categories) or compare(x.jet, y.jet, a.base, b.base)


@rule("VM-4.5", "VM-4.8")
def retouches(oracle: Oracle, a: Ligne, b: Ligne, x: Essaye, y: Essaye, categories: int = 0) -> tuple[Essaye, Essaye]:
    """Whoever is losing may spend first, then whoever is winning; any change opens it to both again."""
    while True:
        perd = departager(x, y, a, b, categories) <= 0  # the first side
        for premier in (perd, not perd):
            if premier:
                apres = retoucher(oracle, a, x, signe(y.jet.dr, y.jet.reussi))
                change = apres is not x
                y, x = forcer(oracle, b, a, y, apres) if change else (y, x)
            else:
                apres = retoucher(oracle, b, y, signe(x.jet.dr, x.jet.reussi))
                change = apres is not y
                x, y = forcer(oracle, a, b, x, apres) if change else (x, y)
            if change:
                break
        else:
            return x, y


@rule("VM-4.8")
def forcer(oracle: Oracle, a: Ligne, b: Ligne, x: Essaye, apres: Essaye) -> tuple[Essaye, Essaye]:
    """After the second side has spent: the last to spend Résilience wins, by at least 1 DR, whatever Chance adds."""
    if x.force and apres.force:
        x = replace(x, force=False)
    if apres.force:
        return x, au_dessus(oracle, b, apres, x)
    return (au_dessus(oracle, a, x, apres) if x.force else x), apres


def au_dessus(oracle: Oracle, ligne: Ligne, e: Essaye, autre: Essaye) -> Essaye:
    """At least 1 DR above the other."""
    if e.jet.dr > autre.jet.dr:
        return e
    jet = replace(e.jet, dr=autre.jet.dr + 1)
    terms = (("DR adverse", autre.jet.dr, "VM-1.10"), ("Résilience", 1, "VM-4.8"))
    oracle.tell(Event("dr_force", ligne.qui, "", "VM-4.8", terms, (("dr", signe(jet.dr, jet.reussi)),)))
    return replace(e, jet=jet)
