"""The roll, the reroll, and a test against an ND as chance sees it."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import ALL, GM, Oracle, chance
from tablee.kernel.tally import Terms

from ...model.jets import DESASTRE, EXPLOIT, Jet, Ligne
from ...model.tables import IMPOSSIBLE
from .des import lancer, valeur


def jeter(oracle: Oracle, ligne: Ligne) -> Jet:
    """One yin/Yang roll on a score, told at once so that its faces stand beside it."""
    jet = lancer(oracle.of(ligne.qui, GM if ligne.secret else ALL))
    obtenu = Jet(
        ligne.qui, ligne.score + valeur(jet), jet, ligne.rang_vide, int(jet > EXPLOIT), ligne.vide == "relance"
    )
    if not oracle.deaf:
        terms: Terms = (("Score", ligne.score, "YY-5.1"), ("Jet yin/Yang", valeur(jet), "YY-5.8"))
        facts = (("total", obtenu.total), ("jet", nom_du_jet(jet)))
        oracle.tell(Event("jet", ligne.qui, "", "YY-5.8", terms, facts, GM if ligne.secret else ALL))
    return obtenu


def nom_du_jet(jet: int) -> str:
    return "désastre" if jet == DESASTRE else "exploit" if jet > EXPLOIT else str(jet)


@rule("YY-5.18")
def relancer(oracle: Oracle, ligne: Ligne, avant: Jet) -> Jet:
    """The reroll a point de vide was announced for: the second result stands."""
    apres = jeter(oracle, ligne)
    return replace(apres, exploits=avant.exploits + apres.exploits, peut_relancer=False)


class Resultat(msgspec.Struct, frozen=True, gc=False):
    """What a test against an ND came to."""

    reussi: bool
    marge: int  # of success, or of failure if negative
    desastre: bool = False
    exploits: int = 0
    lance: bool = True  # False: it succeeded, or failed, without a roll
    total: int = 0  # what was reached


@rule("YY-5.21", "YY-5.22")
def sans_jet(score: int, nd: int, risquer: bool = False) -> bool:
    """Whether no roll is needed: a trivial action, or a score above an ND known beforehand; one may still risk it."""
    return not risquer and (nd < score or nd <= 0)


@rule("YY-5.1", "YY-5.2", "YY-5.10", "YY-5.18", "YY-5.21")
@chance
def eprouver(oracle: Oracle, ligne: Ligne, nd: int, risquer: bool) -> Resultat:
    """A test against an ND known beforehand. What is impossible fails, what is trivial fails by a désastre only."""
    score = ligne.score
    if nd >= IMPOSSIBLE:
        return Resultat(False, -1, lance=False, total=score)
    if sans_jet(score, nd, risquer):
        return Resultat(True, max(0, score - nd), lance=False, total=score)
    jet = jeter(oracle, ligne)
    if ligne.vide == "relance" and (jet.desastre or jet.total < nd):
        jet = relancer(oracle, ligne, jet)
    marge = jet.total - nd
    if jet.desastre:
        return Resultat(False, min(-1, marge), True, jet.exploits, total=jet.total)
    if nd <= 0:
        marge = max(0, marge)
    return Resultat(marge >= 0, marge, False, jet.exploits, total=jet.total)
