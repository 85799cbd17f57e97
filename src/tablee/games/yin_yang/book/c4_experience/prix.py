"""Prices in points de personnage, each as a sum."""

from __future__ import annotations

from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed
from tablee.kernel.tally import Terms, total

from ...model.catalogue import COMPETENCES, ancetres, nom_de, racines
from ...model.people import Fiche
from ...model.tables import ATTRIBUTS, NOMS, RANG_MAX

SANS_ACCORD = 7  # YY-2.12


PAR_RANG_D_ATTRIBUT = 12


LANGUES = "langues"


# ---------------------------------------------------------------- prices, each as a sum


@rule("YY-2.4")
def prix_de_l_attribut(fiche: Fiche, attribut: str) -> Terms:
    """12 PP for each rank of the one to be reached."""
    vise = fiche.rangs[attribut] + 1
    return (("12 x le rang visé", PAR_RANG_D_ATTRIBUT * vise, "YY-2.4"),)


def rang_dans(fiche: Fiche, nom: str) -> int:
    """The rank of a trait, an attribute or a skill."""
    return fiche.rangs[nom] if nom in NOMS else fiche.competences.get(nom, 0)


@rule("YY-4.2")
def prix_d_acquisition(fiche: Fiche, competence: str) -> Terms:
    """1 PP, doubled for every ancestor of rank zero, each counted once."""
    terms: Terms = (("Acquisition", 1, "YY-4.2"),)
    for a in ancetres(competence):
        if rang_dans(fiche, a) <= 0:
            terms = (*terms, (nom_de(a), total(terms), "YY-4.2"))
    return terms


@rule("YY-4.5")
def prix_d_amelioration(fiche: Fiche, competence: str) -> Terms:
    """Twice the rank to be reached; as much again for a weaker trait or attribute, then for each weaker skill."""
    vise = fiche.competences.get(competence, 0) + 1
    terms: Terms = (("2 x le rang visé", 2 * vise, "YY-4.5"),)
    faible = min(racines(competence), key=lambda r: fiche.rangs[r])
    if fiche.rangs[faible] < vise:
        terms = (*terms, (NOMS[faible], total(terms), "YY-4.5"))
    une_fois = total(terms)
    for a in ancetres(competence):
        if a in COMPETENCES and fiche.competences.get(a, 0) < vise:
            terms = (*terms, (nom_de(a), une_fois, "YY-4.5"))
    return terms


def prix_du_rang_suivant(fiche: Fiche, nom: str) -> Terms | None:
    """What the next rank of anything costs; None for traits, which nobody buys, and for the highest rank."""
    if nom in COMPETENCES:
        return prix_d_amelioration(fiche, nom) if fiche.competences.get(nom, 0) else prix_d_acquisition(fiche, nom)
    return prix_de_l_attribut(fiche, nom) if nom in ATTRIBUTS and fiche.rangs[nom] < RANG_MAX else None


# ---------------------------------------------------------------- attributes


@rule("YY-2.2", "YY-2.12")
def rang_refuse(fiche: Fiche, attribut: str, rang: int, accord: bool) -> Closed | None:
    """No rank above 9, none above 7 without the MJ's agreement."""
    if rang > RANG_MAX:
        return Closed("YY-2.2", "{} ne dépasse pas {}", (NOMS[attribut], RANG_MAX))
    if rang > SANS_ACCORD and not (accord or fiche.accord_mj):
        return Closed("YY-2.12", "{} à {} : au-delà de {} il faut l'accord du MJ", (NOMS[attribut], rang, SANS_ACCORD))
    return None


# ---------------------------------------------------------------- languages


@rule("YY-16.6")
def langues_possibles(fiche: Fiche) -> Terms:
    """The mother tongue, and one more for each rank of Langues."""
    return (("Langue maternelle", 1, "YY-16.6"), (nom_de(LANGUES), fiche.competences.get(LANGUES, 0), "YY-16.6"))
