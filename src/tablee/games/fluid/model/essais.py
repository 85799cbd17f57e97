"""A test as it is announced: what is tested, what helps, what hinders, what is spent beforehand. No rule, no chance."""

from __future__ import annotations

from typing import ClassVar

from tablee.kernel.action import Action
from tablee.kernel.kept import cached_property
from tablee.kernel.tally import Terms

from .people import MENTALES, PHYSIQUES, Carac
from .tables import DIFFICULTES


class Essai(Action, frozen=True, dict=True, cache_hash=True):
    """The parameters of any test: what is tested, what helps, what hinders, what is spent beforehand."""

    caracs: tuple[Carac, ...] = ()  # several: their mean (FLU-3.5)
    traits: tuple[str, ...] = ()  # in order of importance (FLU-3.21)
    eloignes: tuple[tuple[str, int], ...] = ()  # remote Traits, with the part granted (FLU-3.22)
    contre: tuple[str, ...] = ()  # Traits that count against him here (FLU-2.11)
    hors: tuple[str, ...] = ()  # wounds and shocks that do not bear on this test
    circonstances: int = 0  # FLU-3.23, FLU-3.38
    equipement: int = 0  # FLU-3.24
    difficulte: str = ""  # FLU-3.28, FLU-3.41
    temps_normal: int = 0  # steps of the Table de temps; 0: time does not matter
    temps: int = 0
    essai: int = 1  # the how-manieth try (FLU-3.40)
    res: int = 0  # RES spent beforehand (FLU-3.29)
    depenses: tuple[tuple[Carac, int], ...] = ()  # caractéristiques spent beforehand
    points: int = 0  # Avantages (Désavantages) taken as points; the others are dice (FLU-3.11, FLU-3.34)
    laisses: int = 0  # Avantages not used
    secret: bool = False  # rolled by the game master, seen by him alone

    combat = False
    aussi: ClassVar[tuple[str, ...]] = ()  # the figures of this kind of test, see `effects`
    esprit = False  # done with the mind alone: no equipment hampers it (FLU-4.41)
    offers = {"difficulte": {d: degre.nom for d, degre in DIFFICULTES.items()}}

    @cached_property
    def gratuit(self) -> bool:
        """Whether it costs nothing beforehand, help put aside: one Trait at most, nothing spent."""
        return not (self.res or self.depenses or self.traits[1:] or self.eloignes)

    def propres(self) -> Terms:
        """What is said of this kind of test alone."""
        return ()

    @cached_property
    def cles(self) -> tuple[str, ...]:
        """All that it is a test of."""
        corps = self.combat or any(c in PHYSIQUES for c in self.caracs)
        return (
            "tests",
            *(("physiques",) if corps else ()),
            *(("mentales",) if any(c in MENTALES for c in self.caracs) else ()),
            *(() if self.combat or self.esprit else ("gestes",)),
            *self.aussi,
        )
