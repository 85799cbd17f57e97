"""Languages: what a level allows, facet by facet."""

from __future__ import annotations

from typing import Literal

from tablee.kernel.ledger import plain, rule
from tablee.kernel.oracle import Closed
from tablee.kernel.sentence import Someone, Typed
from tablee.kernel.tally import Terms, total

from ...model.competences import CATALOGUE, GROUPES, LANGUES
from ...model.people import Fiche, Personnage
from ..c0_tests.figures import nom_de

Facette = Literal["comprehension", "expression", "lecture_ecriture"]
FACETTES: dict[Facette, int] = {
    "comprehension": 1,
    "expression": 2,
    "lecture_ecriture": 3,
}  # TN-2.67: from this level of Langues
COMPLETE = 3


def langue(nom: str) -> str:
    """The skill that a language is."""
    return f"{LANGUES}:{nom}"


@rule("TN-2.65")
def maternelle(f: Fiche, nom: str) -> bool:
    """Whether it is the language somebody grew up with: spoken without restriction, and without a level."""
    return bool(f.maternelle) and plain(f.maternelle) == plain(nom)


@rule("TN-2.65", "TN-2.67")
def facette(f: Fiche, nom: str, of: Facette) -> Terms:
    """The level of one facet of a language: that of the skill, and 1 if the group is high enough; 3 at most."""
    if maternelle(f, nom):
        return (("Langue maternelle", COMPLETE, "TN-2.65"),)
    niveau = f.competences.get(langue(nom), 0)
    if not niveau:
        return ()
    terms: Terms = ((nom_de(langue(nom)), min(niveau, COMPLETE), "TN-2.66"),)
    if f.groupes.get(LANGUES, 0) >= FACETTES[of] and niveau < COMPLETE:
        terms += ((GROUPES[LANGUES].nom, 1, "TN-2.67"),)
    return terms


@rule("TN-2.66")
def permet(niveau: int, of: Facette) -> str:
    """What a level of a facet allows, in words."""
    return str(getattr(CATALOGUE.langue[niveau], of))


@rule("TN-2.66")
def muet(p: Personnage, nom: str, of: Facette) -> Closed | None:
    """Why somebody has no use of a language: nothing of it is known, or it is not read."""
    niveau = total(facette(p.fiche, nom, of))
    if permet(niveau, of) != permet(0, of):
        return None
    return Closed("TN-2.66", "{} : {} au niveau {} en {}, rien n'est possible", (Someone(p.id), of, niveau, Typed(nom)))


@rule("TN-2.66")
def malentendus(f: Fiche, nom: str, of: Facette) -> Terms:
    """Bare notions are prone to misunderstandings: a désavantage when speaking."""
    if of != "expression" or total(facette(f, nom, of)) != 1:
        return ()
    return (("Notions de base", -1, "TN-2.66"),)
