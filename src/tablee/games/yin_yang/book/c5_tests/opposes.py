"""Tests between two who both roll."""

from __future__ import annotations

import msgspec

from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Oracle, chance
from tablee.kernel.tally import Terms

from ...model.jets import EXPLOIT, Jet, Ligne, UsageVide
from ...model.scene import Scene
from .figures import payer_le_vide, penalites, preparer, recuperer_le_vide
from .jets import jeter, relancer
from .tests import annoncer, noter

# ---------------------------------------------------------------- between two who both roll


@rule("YY-5.5", "YY-5.13")
def l_emporte(oracle: Oracle, a: Jet, b: Jet) -> int:
    """1: the first wins, -1: the second, 0: nobody (two désastres). Exploits by face, totals, Vide, then a coin."""
    if a.desastre or b.desastre:
        return 0 if a.desastre and b.desastre else -1 if a.desastre else 1
    if a.jet > EXPLOIT and b.jet > EXPLOIT:
        if a.jet != b.jet:
            return 1 if a.jet > b.jet else -1
    elif a.total != b.total:
        return 1 if a.total > b.total else -1
    if a.rang_vide != b.rang_vide:
        return 1 if a.rang_vide > b.rang_vide else -1
    return 1 if oracle.of(a.qui).d(2, "pile ou face") == 1 else -1


@rule("YY-5.6")
def sous_le_nd(gagne: int, a: Jet, b: Jet, nd: int) -> int:
    """A creature that does not reach the ND cannot win; if the other one does, it is the winner; else nobody is."""
    if not nd or not gagne:
        return gagne
    a_atteint, b_atteint = a.total >= nd and not a.desastre, b.total >= nd and not b.desastre
    if a_atteint and b_atteint:
        return gagne
    return 1 if a_atteint else -1 if b_atteint else 0


@rule("YY-5.18")
def departager(oracle: Oracle, a: Jet, b: Jet, la: Ligne, lb: Ligne, nd: int = 0) -> tuple[Jet, Jet, int]:
    """Who wins, once the losers who announced a reroll have had it: the loser of the first rolls uses his first."""
    while True:
        devant = l_emporte(oracle, a, b)
        gagne = sous_le_nd(devant, a, b, nd)
        a_relance, b_relance = a.peut_relancer and gagne <= 0, b.peut_relancer and gagne >= 0
        if a_relance and b_relance and a.desastre and b.desastre:
            a, b = relancer(oracle, la, a), relancer(oracle, lb, b)  # both have failed: both throw again
            continue
        if a_relance and not (b_relance and devant > 0):
            a = relancer(oracle, la, a)
        elif b_relance:
            b = relancer(oracle, lb, b)
        else:
            return a, b, gagne


class Mesure(msgspec.Struct, frozen=True, gc=False):
    """How an opposed test came out: who won (1, -1, 0), both totals, the exploits of each."""

    gagne: int
    a: int
    b: int
    exploits_a: int = 0
    exploits_b: int = 0

    @property
    def marge(self) -> int:
        """The winner's, never below 0 (YY-5.5, YY-5.13)."""
        return max(0, (self.a - self.b) * self.gagne)


@rule("YY-5.5")
@chance
def mesurer(oracle: Oracle, la: Ligne, lb: Ligne, nd: int) -> Mesure:
    """Both roll, the totals are compared, rerolls that were announced are used."""
    a, b, gagne = departager(oracle, jeter(oracle, la), jeter(oracle, lb), la, lb, nd)
    return Mesure(gagne, a.total, b.total, a.exploits, b.exploits)


class Cote(msgspec.Struct, frozen=True):
    """One side of an opposed test."""

    qui: str
    competence: str
    plus: Terms = ()
    vide: UsageVide = ""


def confronter(
    scene: Scene, oracle: Oracle, a: Cote, b: Cote, nd: int = 0, secret: bool = False
) -> tuple[Scene, Mesure]:
    """An opposed test from announcement to result: what both paid in Vide, what exploits gave back."""
    lignes = []
    for c, autre in ((a, b), (b, a)):
        p = scene[c.qui]
        prepare = preparer(p, c.competence, [*penalites(p, c.competence), *c.plus], c.vide, secret=secret)
        annoncer(oracle, prepare, c.competence, autre.qui)
        lignes.append(prepare.ligne)
    m = mesurer(oracle, lignes[0], lignes[1], nd)
    for c, exploits in ((a, m.exploits_a), (b, m.exploits_b)):
        scene = scene.put(noter(recuperer_le_vide(payer_le_vide(scene[c.qui], c.vide), exploits), c.competence))
    return scene, m
