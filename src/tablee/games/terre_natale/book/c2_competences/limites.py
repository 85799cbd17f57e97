"""Skills that limit others: Représailles, the wrong hand; and those who serve an engine together."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed
from tablee.kernel.tally import Terms, total

from ...model.competences import AMBIDEXTRIE, COMPETENCES, GROUPES, REPRESAILLES, Lot
from ...model.people import Fiche, Personnage
from ...model.sums import modificateur
from ..c0_tests import Figures
from ..c0_tests.figures import limite_de_prouesse
from ..c0_tests.resolution import degre

AIDE = 5  # the difficulty at which the degrees of an aid are read (TN-10.105)
SERVANTS = ("DEX", "FOR")  # TN-2.38: quick or precise handling, or moving the engine


class Gene(Struct, frozen=True, gc=False):
    """What a limit takes from a test: from the attribute, from the score, from the dice; and from the levels used."""

    ajustements: Terms = ()
    bonus: Terms = ()
    net: Terms = ()
    niveau: int = 0  # levels of the skill that do not count
    groupe: int = 0  # levels of the group that do not count

    def __add__(self, other: Gene) -> Gene:
        return Gene(*(getattr(self, f) + getattr(other, f) for f in self.__struct_fields__))


@rule("TN-2.22")
def represailles(f: Fiche, base: Lot) -> Gene:
    """The skill that answers counts no further than the level of Représailles."""
    exces = max(0, f.competences.get(base.id, 0) - f.competences.get(REPRESAILLES, 0))
    nom = COMPETENCES[REPRESAILLES].nom
    return Gene(bonus=((nom, -exces, "TN-2.22"),), niveau=exces) if exces else Gene()


@rule("TN-2.22")
def sans_appui(lot: Lot, base: Lot | None) -> Closed | None:
    """Why an answer cannot rest on this: it wants another skill of the very group."""
    if base is None or base.limitante or base.groupe != lot.groupe:
        return Closed("TN-2.22", "{} se base sur une autre compétence du groupe {}", (lot.nom, GROUPES[lot.groupe].nom))
    return None


@rule("TN-2.29")
def de_la_mauvaise_main(mauvaise: bool, bouclier: bool = False) -> bool:
    """Whether Ambidextrie is called for: a shield is made for the other hand, so in the main one it is."""
    return mauvaise != bouclier


@rule("TN-2.27", "TN-2.28")
def mauvaise_main(p: Personnage, attribut: str, groupe: str) -> Gene:
    """The group counts no further than Ambidextrie, the attribute than DEX; two désavantages, less « ambidextre »."""
    f = p.fiche
    de_trop = max(0, f.groupes.get(groupe, 0) - f.groupes.get(AMBIDEXTRIE, 0))
    adresse = max(0, f.valeurs[attribut] - f.valeurs["DEX"])
    desavantages = max(0, 2 - total(p.bears.figure("ambidextre").terms))
    return Gene(
        (("Limité par DEX", -adresse, "TN-2.27"),) if adresse else (),
        ((GROUPES[AMBIDEXTRIE].nom, -de_trop, "TN-2.27"),) if de_trop else (),
        (("Mauvaise main", -desavantages, "TN-2.28"),) if desavantages else (),
        groupe=de_trop,
    )


def limitees(f: Figures, p: Personnage, gene: Gene) -> Figures:
    """The sums of a test with what limits it: levels that do not count raise no ceiling either."""
    valeur = f.valeur + gene.ajustements
    attribut = f.attribut, modificateur(total(valeur)), "TN-1.8"
    niveaux = {**p.fiche.groupes, f.groupe: p.fiche.groupes.get(f.groupe, 0) - gene.groupe}
    limite = limite_de_prouesse(replace(p, fiche=replace(p.fiche, groupes=niveaux)), f.competence, f.groupe)
    return replace(
        f,
        valeur=valeur,
        modificateurs=(attribut, *f.modificateurs[1:], *gene.bonus),
        avantages=f.avantages + gene.net,
        niveau=f.niveau - gene.niveau,
        chi=min(f.chi, max(0, limite - f.prouesse)),
    )


@rule("TN-2.38")
def entraide(tests: Iterable[tuple[int, int]]) -> int:
    """What those who help bring, from the score and level of each: the best helps, helped by the next, and so on."""
    aide = 0
    for score, niveau in sorted(tests):
        aide = degre(score + aide - AIDE, niveau)
    return aide
