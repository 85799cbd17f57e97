"""The score of a test, and what weighs on it; what Vide costs and gives back."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from tablee.kernel.effects import tally
from tablee.kernel.ledger import rule
from tablee.kernel.tally import Term, Terms, total

from ...model.effects import EFFECTS, Contexte, cles
from ...model.jets import Ligne, Prepare, UsageVide
from ...model.people import Personnage, rang_de
from ...model.tables import NOMS

BONUS_DE_VIDE = 4


# ---------------------------------------------------------------- what weighs on a test


@rule("YY-5.14", "YY-5.16")
def penalites(p: Personnage, competence: str) -> Terms:
    """All that weighs on any test of this, by himself."""
    return tally(p.bears, cles(competence), Contexte(p))


@rule("YY-9.1")
@EFFECTS.on("tests")
def gene_de_la_charge(c: Contexte) -> Term | None:
    """The load, on every test."""
    charge = c.p.encombrement
    return ("Encombrement", -charge, "YY-9.1") if charge else None


@rule("YY-6.5")
@EFFECTS.on("tests", of="blesse")
def gene_de_la_blessure(c: Contexte) -> Term | None:
    """The worst wound, on every test."""
    blessure = c.p.blessure
    return ("Pire blessure", -blessure, "YY-6.5") if blessure else None


@rule("YY-7.1")
@EFFECTS.on("competences", of="las")
def gene_de_la_fatigue(c: Contexte) -> Term | None:
    """Fatigue, on skills."""
    lassitude = c.p.lassitude
    return ("Fatigue", -lassitude, "YY-7.1") if lassitude else None


@rule("YY-10.40", "YY-13.1")
@EFFECTS.on("physiques", of="protege")
def gene_de_l_armure(c: Contexte) -> Term | None:
    """Armour hampers physical skills by its rank, less that of the skill of armours; never a bonus."""
    gene = c.p.equipement.rang_max - c.p.competence("armures")
    return ("Armure", -gene, "YY-10.40") if gene > 0 else None


@rule("YY-10.32", "YY-13.3")
@EFFECTS.on("martiales", of="au_bras")
def gene_du_bouclier(c: Contexte) -> Term | None:
    """A shield on the arm hampers martial skills by its rank, less that of the skill of shields; never a bonus."""
    gene = rang_du_bouclier(c.p) - c.p.competence("boucliers")
    return ("Bouclier", -gene, "YY-10.32") if gene > 0 else None


def rang_du_bouclier(p: Personnage) -> int:
    return 0 if p.equipement.bouclier is None else p.equipement.bouclier.rang


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
    p: Personnage, competence: str, plus: Sequence[Term], vide: UsageVide = "", usage: str = "", secret: bool = False
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
