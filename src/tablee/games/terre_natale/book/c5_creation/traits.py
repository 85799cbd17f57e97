"""Traits taken at creation: what they cost and bring, and what bounds them beside their own conditions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed

from ...model.people import Fiche, Trait
from ...model.traits import TRAITS
from ..c3_traits.acquisition import conditions, cout, points_d_attributs, rang_de, sujet_ferme
from .echelles import Destinee

PP_MAX = 6  # from désavantages


def _connus(traits: Iterable[Trait]) -> list[Trait]:
    return [t for t in traits if t.id in TRAITS]


@rule("TN-5.18")
def depense(traits: Iterable[Trait]) -> int:
    """PP for the avantages."""
    return sum(_prix(t) for t in _connus(traits) if TRAITS[t.id].polarite == "avantage")


@rule("TN-5.18", "TN-5.20")
def gain(traits: Iterable[Trait]) -> int:
    """PP from the désavantages, 6 at most."""
    return min(PP_MAX, sum(_prix(t) for t in _connus(traits) if TRAITS[t.id].polarite == "desavantage"))


@rule("TN-5.2")
def pa(traits: Iterable[Trait]) -> int:
    """The PA that avantages give."""
    return sum(t.rang * points_d_attributs(TRAITS[t.id]) for t in _connus(traits))


@rule("TN-5.43")
def pecule(pieces: int, traits: Iterable[Trait]) -> int:
    """Money to begin with, more or less by some traits."""
    percent = sum(t.rang * e.n for t in _connus(traits) for e in TRAITS[t.id].effets if e.on == "pecule")
    return max(0, pieces * (100 + percent) // 100)


def _prix(t: Trait) -> int:
    return cout(TRAITS[t.id], 0, t.rang)


@rule("TN-5.8", "TN-5.18", "TN-5.21")
def fermes(f: Fiche, d: Destinee | None) -> Iterator[Closed]:
    """What does not hold of the traits of a sheet: their ranks, their subjects, their conditions."""
    for t in f.traits:
        trait = TRAITS[t.id]
        if trait.extension:
            yield Closed("TN-3.10", "« {} » appartient à une extension", (trait.nom,))
        if not 1 <= t.rang <= trait.rangs:
            yield Closed("TN-3.7", "« {} » va du rang 1 au rang {}", (trait.nom, trait.rangs))
        elif d is not None and d.avantage is not None and trait.polarite == "avantage" and t.rang > d.avantage:
            yield Closed("TN-5.8", "« {} » : rang {} au plus à la création", (trait.nom, d.avantage))
        elif rang_de(f, t.id, t.sujet) > trait.rangs:
            yield Closed("TN-3.7", "« {} » : {} rangs au plus avec ceux de la caste", (trait.nom, trait.rangs))
        closed = sujet_ferme(trait, t.sujet) or conditions(f, trait)
        if closed is not None:
            yield closed
