"""A test against an ND, from announcement to result."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import ALL, GM, Oracle
from tablee.kernel.tally import Terms, total

from ...model.catalogue import nom_de
from ...model.jets import Prepare, UsageVide
from ...model.people import Personnage
from ...model.scene import Scene
from ...model.tables import IMPOSSIBLE, NOMS
from .figures import payer_le_vide, penalites, preparer, recuperer_le_vide
from .jets import Resultat, eprouver


def annoncer(oracle: Oracle, prepare: Prepare, competence: str, cible: str = "", contre: str = "en opposition") -> None:
    """Told before the dice: what is tested, the sum of its score, and against what."""
    facts = (
        ("competence", nom_de(competence)),
        ("score", prepare.ligne.score),
        ("contre", contre),
    )
    oracle.tell(
        Event("essai", prepare.ligne.qui, cible, "YY-5.1", prepare.terms, facts, GM if prepare.ligne.secret else ALL)
    )


def contre_le_nd(nd: int, secret: bool) -> str:
    """What players read of an ND."""
    return "contre un ND secret" if secret else "impossible" if nd >= IMPOSSIBLE else f"contre ND {nd}"


class Tente(msgspec.Struct, frozen=True, gc=False):
    """A test somebody makes against an ND: of what, against how much, with what besides.

    `secret`: the MJ rolls it unseen. `nd_secret`: the player rolls, and only the MJ knows what it had to reach; an ND
    that is not known beforehand spares nobody the roll (YY-5.22).
    """

    competence: str
    nd: int
    plus: Terms = ()
    vide: UsageVide = ""
    risquer: bool = False
    usage: str = ""
    secret: bool = False
    nd_secret: bool = False


def tester(scene: Scene, oracle: Oracle, who: str, t: Tente) -> tuple[Scene, Resultat]:
    """One test against an ND from announcement to result. Every test nobody opposes goes through here."""
    p = scene[who]
    prepare = preparer(p, t.competence, [*penalites(p, t.competence), *t.plus], t.vide, t.usage, t.secret)
    annoncer(oracle, prepare, t.competence, contre=contre_le_nd(t.nd, t.nd_secret))
    r = eprouver(oracle, prepare.ligne, t.nd, t.risquer or t.nd_secret)
    p = noter(recuperer_le_vide(payer_le_vide(p, t.vide), r.exploits), t.competence)
    facts = (("marge", abs(r.marge)), ("issue", issue(r)), ("reussi", r.reussi))
    oracle.tell(Event("test", who, "", "YY-5.2", comptes(r, t.nd), facts, GM if t.secret or t.nd_secret else ALL))
    return (scene.put(p) if p is not scene[who] else scene), r


@rule("YY-5.2", "YY-5.10", "YY-5.21")
def comptes(r: Resultat, nd: int) -> Terms:
    """The margin as a sum: the total less the ND; a désastre fails by 1 at least, what is trivial cannot be missed."""
    if nd >= IMPOSSIBLE:
        return (("Impossible", r.marge, "YY-5.21"),)
    terms: Terms = (("Total", r.total, "YY-5.1"), ("ND", -nd, "YY-5.1"))
    reste = r.marge - total(terms)
    if not reste:
        return terms
    return (*terms, ("Désastre", reste, "YY-5.10") if r.desastre else ("Action triviale", reste, "YY-5.21"))


def issue(r: Resultat) -> str:
    """How it went, in a word."""
    if r.desastre:
        return "désastre"
    if r.reussi:
        return "réussit" if r.lance else "réussit sans jet"
    return "échoue"


@rule("YY-4.3")
def noter(p: Personnage, competence: str) -> Personnage:
    """A skill that was used in the adventure may be improved after it."""
    if competence in NOMS or competence in p.fiche.utilisees or not p.fiche.joueur:
        return p
    return replace(p, fiche=replace(p.fiche, utilisees=(*p.fiche.utilisees, competence)))
