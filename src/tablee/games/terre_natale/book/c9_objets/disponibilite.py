"""How hard a thing is to find: the market one looks in, the search, and what a failure still lets one buy."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from tablee.kernel.game import Switch
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed
from tablee.kernel.tally import Term, Terms, total

from ...model.facture import MARCHE
from ...model.people import Personnage
from ...model.scene import Scene
from ...model.things import Objet
from ..c0_tests import Figures, figures
from .prix import NORMALE, infaisable

DEUX_FOIS = "disponibilite_deux_fois_qualite"
CULTUREL = "disponibilite_culturelle"
NEGOCIABLE = "surcout_negociable"
SWITCHES = (Switch(DEUX_FOIS, "TN-9.26.1"), Switch(CULTUREL, "TN-9.28"), Switch(NEGOCIABLE, "TN-9.33"))
BASE = 10
SUR_MESURE = 6  # a quality that is on no market (TN-9.30)
SURCOUT, PLUS_CHER = 10, 50  # hundredths for each point that is missing, and the most (TN-9.32)
RECHERCHE = ("INT", "negociation", "analyse")  # TN-10.16

Lieu = Literal["village", "cité", "grande cité", "très grande cité", "capitale"]
Legalite = Literal["légal", "délit", "crime"]
Culture = Literal["origine", "frontalière", "au-delà", "séparée"]


@rule("TN-9.27", "TN-9.28", "TN-9.29", "TN-9.30")
class Marche(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Where one looks for something, as the game master sees it for that thing."""

    lieu: Lieu = "cité"
    renomme: bool = False  # for goods of that kind
    legalite: Legalite = "légal"
    rarete: Annotated[int, Meta(ge=0, le=6)] = NORMALE
    origine: Annotated[int, Meta(ge=0)] = 0  # how far it comes from (TN-10.27)
    culture: Culture = "frontalière"  # the same by the option TN-9.28


@rule("TN-9.26", "TN-9.26.1", "TN-9.27", "TN-9.28", "TN-9.29")
def disponibilite(objet: Objet, marche: Marche, options: tuple[str, ...] = ()) -> Terms:
    """What the search must beat: 10, quality, améliorations, catégorie, promotions, and the state of the market."""
    double = DEUX_FOIS in options
    regle = "TN-9.26.1" if double else "TN-9.26"
    own = [
        ("Base", BASE, regle),
        ("Qualité x 2" if double else "Qualité", objet.qualite * (2 if double else 1), regle),
        ("Améliorations", len(objet.ameliorations), regle),
        ("Catégorie", objet.categorie, regle),
        ("Promotions", 0 if double or objet.promotion is None else objet.promotion.rang, regle),
        (f"Légalité : {marche.legalite}", MARCHE.legalites[marche.legalite], "TN-9.27"),
        ("Rareté", MARCHE.recherche[marche.rarete], "TN-9.29"),
        (f"Culture : {marche.culture}", MARCHE.cultures[marche.culture], "TN-9.28")
        if CULTUREL in options
        else ("Origine", marche.origine, "TN-10.27"),
    ]
    return tuple([term for term in own if term[1]])


@rule("TN-9.30")
def qualite_du_lieu(marche: Marche) -> int:
    """The quality of the goods that are usual there: one more where they are renowned."""
    return MARCHE.lieux[marche.lieu] + marche.renomme


@rule("TN-9.31")
def avantage_du_lieu(objet: Objet, marche: Marche) -> Term | None:
    """Looking for less than what is usual there is easy, for more is hard."""
    ecart = qualite_du_lieu(marche) - objet.qualite
    return (f"Lieu : {marche.lieu}", 1 if ecart > 0 else -1, "TN-9.31") if ecart else None


@rule("TN-9.30", "TN-9.36")
def hors_commerce(objet: Objet) -> Closed | None:
    """Why no market has it: it cannot be made, is grown, is legendary, or is spoiled and would be thrown away."""
    if barred := infaisable(objet):
        return barred
    if objet.sorte.naturelle:
        return Closed("TN-9.42", "{} ne s'achète pas : on naît avec", (objet.sorte.nom,))
    if objet.qualite >= SUR_MESURE:
        return Closed("TN-9.30", "Une qualité {} ne se trouve jamais à vendre", (SUR_MESURE,))
    if objet.sorte.ordre == "consommable" and objet.qualite < 0:
        return Closed("TN-9.36", "Un consommable de qualité {} ne se vend pas", (objet.qualite,))
    return None


@rule("TN-9.26", "TN-9.31", "TN-10.16")
def figures_de_recherche(scene: Scene, p: Personnage, objet: Objet, marche: Marche) -> Figures:
    """The test of whoever looks for something: his Négociation, with what the place brings."""
    lieu = avantage_du_lieu(objet, marche)
    return figures(scene, p, *RECHERCHE, net=(lieu,) if lieu is not None else ())


@rule("TN-9.32")
def surcout(marge_d_echec: int) -> int | None:
    """The hundredths more that still get it after a search that failed by so much; None: it is not to be had."""
    found = SURCOUT * max(1, marge_d_echec)
    return found if found <= PLUS_CHER else None


@rule("TN-9.32", "TN-9.33")
def prix_apres_recherche(prix: Terms, surcout: int = 0, reduction: int = 0, options: tuple[str, ...] = ()) -> Terms:
    """What is paid in the end: the surcharge, and what was bargained off; by the option twice that off the surcharge.

    `surcout` and `reduction` are hundredths of the price.
    """
    n = total(prix)
    plus = n * surcout // 100
    terms: Terms = (*prix, ("Surcoût", plus, "TN-9.32")) if plus else prix
    if not reduction:
        return terms
    terms += (("Négociation", -(n * reduction // 100), "TN-10.26"),)
    if plus and NEGOCIABLE in options:
        double = min(100, 2 * reduction)
        terms += (("Surcoût négocié", -(plus * double // 100), "TN-9.33"),)
    return terms
