"""Chapter 1: attributes. Their three values, the modifier, the passive defence, and which of them make tests."""

from __future__ import annotations

from collections.abc import Iterator

from tablee.kernel.game import Switch
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed
from tablee.kernel.sentence import Someone, Typed
from tablee.kernel.tally import Terms

from ..model.attributs import CATALOGUE
from ..model.people import Fiche, Personnage
from ..model.sums import PRINCIPAUX, fixe, modificateur

SWITCHES = (Switch("attributs_supplementaires", "TN-1.19"),)

PALIERS = (  # TN-1.4: from this value on
    (0, "Morbide"), (2, "Maladif"), (4, "Carence"), (6, "Faible"), (8, "Moyenne Faible"), (10, "Moyenne"),
    (12, "Moyenne Haute"), (14, "Haute"), (16, "Très Haute"), (18, "Impressionnante"), (20, "Exceptionnelle"),
    (22, "Sommité"), (24, "Légendaire"), (26, "Surhumain"),
)  # fmt: skip


@rule("TN-1.4")
def qualificatif(valeur: int) -> str:
    """What a value is called among humans."""
    return next((label for least, label in reversed(PALIERS) if valeur >= least), PALIERS[0][1])


@rule("TN-1.6")
def ajustee(p: Personnage, attribut: str, ajustements: Terms = ()) -> Terms:
    """The value a test is made with: the fixed one, and whatever adjusts it for this test."""
    return fixe(p.fiche, attribut) + ajustements


@rule("TN-1.7")
def trop_bas(p: Personnage, attribut: str, valeur: int) -> Closed | None:
    """Below 0 no test can be made with an attribute; at 0 it still can."""
    if valeur >= 0:
        return None
    return Closed("TN-1.7", "{} : {} est à {}, en dessous de 0 aucun test", (Someone(p.id), attribut, valeur))


@rule("TN-1.1")
def sans_test(attribut: str, nomme: bool = False) -> Closed | None:
    """A secondary attribute serves in a test only where a skill, a save or a rule names it."""
    if attribut in PRINCIPAUX or nomme:
        return None
    return Closed("TN-1.1", "Attribut secondaire, {} ne fait pas de test à lui seul", (attribut,))


@rule("TN-1.10")
def defense_passive(attribut: str, valeur: int, epuise: bool = False) -> Terms:
    """15 (10 when épuisé), the modifier, and 1 for an odd value."""
    base = ("Épuisé", 10, "TN-4.14") if epuise else ("Base", 15, "TN-4.76")
    impair: Terms = (("Valeur impaire", 1, "TN-4.76"),) if valeur % 2 else ()
    return (base, (attribut, modificateur(valeur), "TN-1.8"), *impair)


@rule("TN-1.17")
def corpulence(stature: int, taille: int) -> str:
    """The build of somebody, from his Stature and his Taille."""
    return "Ordinaire" if stature == taille else "Mince" if stature < taille else "Trapu"


@rule("TN-1.19")
def supplementaires(f: Fiche, options: tuple[str, ...]) -> Iterator[Closed]:
    """What is wrong with the attributes a universe adds: they are secondary, and there are none without the option."""
    for code in f.supplementaires:
        if "attributs_supplementaires" not in options:
            yield Closed("TN-1.19", "{} : la campagne n'a pas d'attributs supplémentaires", (Typed(code),))
        elif code in CATALOGUE:
            yield Closed("TN-1.19", "{} est déjà un attribut", (code,))
