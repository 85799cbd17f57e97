"""The score of a test, and what weighs on it; what Vide costs and gives back."""

from __future__ import annotations

from msgspec.structs import replace

from tablee.kernel.ledger import rule
from tablee.kernel.tally import Terms, total

from ...model.catalogue import COMPETENCES
from ...model.jets import Ligne, Liste, Prepare, UsageVide
from ...model.people import Personnage, effets_sur, rang_de
from ...model.tables import NOMS

BONUS_DE_VIDE = 4


# ---------------------------------------------------------------- what weighs on a test

AUTRES_PHYSIQUES = ("course", "crochetage", "discretion", "escalade", "escamotage", "evasion", "equitation", "natation")


PHYSIQUES = frozenset([*AUTRES_PHYSIQUES, *(c.id for c in COMPETENCES.values() if c.famille == "martiale")])


MARTIALES = frozenset(c.id for c in COMPETENCES.values() if c.famille == "martiale")


@rule("YY-5.14", "YY-5.16", "YY-6.5", "YY-7.1", "YY-9.1")
def penalites(p: Personnage, competence: str) -> Liste:
    """Load and worst wound on every test; fatigue on skills; armour on physical ones, the shield on martial ones."""
    terms: Liste = []
    charge = p.encombrement
    if charge:
        terms.append(("Encombrement", -charge, "YY-9.1"))
    if p.blessures and (blessure := p.blessure):
        terms.append(("Pire blessure", -blessure, "YY-6.5"))
    if competence not in NOMS:
        if p.fatigue and (lassitude := p.lassitude):
            terms.append(("Fatigue", -lassitude, "YY-7.1"))
        if competence in PHYSIQUES and (p.equipement.armures or p.equipement.bouclier is not None):
            terms += penalites_de_protection(p, competence)
    if p.effets:
        terms += [t for t in effets_sur(p, "tests", competence) if t[1]]
    return terms


@rule("YY-10.32", "YY-10.40", "YY-13.1", "YY-13.3")
def penalites_de_protection(p: Personnage, competence: str) -> Liste:
    """Armour and shield hamper by their rank, less the rank of the skill that goes with them; never a bonus."""
    terms: Liste = []
    gene = p.equipement.rang_max - p.competence("armures")
    if gene > 0:
        terms.append(("Armure", -gene, "YY-10.40"))
    if competence in MARTIALES and p.equipement.bouclier is not None and not p.equipement.au_dos:
        gene = p.equipement.bouclier.rang - p.competence("boucliers")
        if gene > 0:
            terms.append(("Bouclier", -gene, "YY-10.32"))
    return terms


def base(p: Personnage, competence: str, usage: str = "") -> Terms:
    """The ranks a test starts from: a trait or attribute alone, a skill with its weakest root."""
    if competence in NOMS:
        return rang_de(p.f, competence)
    return p.f.combine(competence, usage)


@rule("YY-5.3")
def la_plus_faible(p: Personnage, competences: tuple[str, ...], usage: str = "") -> str:
    """Of several skills used at once the one with the lowest rang combiné."""
    return min(competences, key=lambda c: total(base(p, c, usage)))


@rule("YY-5.17", "YY-5.19")
def preparer(
    p: Personnage, competence: str, plus: Liste, vide: UsageVide = "", usage: str = "", secret: bool = False
) -> Prepare:
    """The score of a test before the roll."""
    terms = (*base(p, competence, usage), *plus)
    if vide == "bonus":
        terms = (*terms, ("Point de vide", BONUS_DE_VIDE, "YY-5.19"))
    return Prepare(Ligne(p.id, total(terms), vide, p.rang("vide"), secret), terms)


@rule("YY-5.17")
def payer_le_vide(p: Personnage, vide: UsageVide) -> Personnage:
    """What was announced is paid before the roll, and lost even if it proves useless."""
    return replace(p, vide_perdu=p.vide_perdu + 1) if vide else p


@rule("YY-5.12")
def recuperer_le_vide(p: Personnage, points: int) -> Personnage:
    """An exploit gives 1 point de vide back, not above the rank of Vide."""
    return replace(p, vide_perdu=max(0, p.vide_perdu - points)) if points and p.vide_perdu else p


def circonstances(mod: int) -> Terms:
    """What the MJ adds or takes away."""
    return (("Circonstances", mod, "YY-5.1"),) if mod else ()
