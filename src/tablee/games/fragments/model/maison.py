"""All that a table may write beside the book: by kind, each as the catalogue has it."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from tablee.kernel.kept import cached_property
from tablee.kernel.own import with_own

from .catalogue import ARMES, BOUCLIERS, CHOSES, OBJETS, TOMES, Arme, Bouclier, Chose, Objet
from .ecrits import Ecrits
from .people import Equipement, Fiche


class Creature(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Somebody of whom many can be called."""

    fiche: Fiche
    equipement: Equipement = Equipement()


class Maison(Ecrits, frozen=True):
    """What is written in a scene, or can be chosen in a draft."""

    arme: dict[str, Arme] = {}
    tome: dict[str, Arme] = {}  # and support spells
    bouclier: dict[str, Bouclier] = {}
    objet: dict[str, Objet] = {}
    creature: dict[str, Creature] = {}

    @cached_property
    def armes(self) -> Mapping[str, Arme]:
        return with_own(ARMES, self.arme)

    @cached_property
    def tomes(self) -> Mapping[str, Arme]:
        return with_own(TOMES, self.tome)

    @cached_property
    def boucliers(self) -> Mapping[str, Bouclier]:
        return with_own(BOUCLIERS, self.bouclier)

    @cached_property
    def objets(self) -> Mapping[str, Objet]:
        return with_own(OBJETS, self.objet)

    @cached_property
    def siennes(self) -> dict[str, Chose]:
        """Everything of the table's own that can be carried."""
        return {**self.arme, **self.tome, **self.bouclier, **self.objet}

    @cached_property
    def choses(self) -> Mapping[str, Chose]:
        """Everything that can be carried."""
        return with_own(CHOSES, self.siennes)


AUCUNE = Maison()
