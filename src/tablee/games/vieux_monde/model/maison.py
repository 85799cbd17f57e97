"""All that a table may write beside the book: by kind, each as the catalogue has it."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from tablee.kernel.kept import cached_property
from tablee.kernel.own import with_own

from .catalogue import ARMES, ARMURES, Arme, Armure
from .ecrits import Ecrits
from .people import Equipement, Fiche


class Creature(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Somebody of whom many can be called."""

    fiche: Fiche
    equipement: Equipement = Equipement()


class Maison(Ecrits, frozen=True):
    """What is written in a scene, or can be chosen in a draft."""

    arme: dict[str, Arme] = {}
    armure: dict[str, Armure] = {}
    creature: dict[str, Creature] = {}

    @cached_property
    def armes(self) -> Mapping[str, Arme]:
        return with_own(ARMES, self.arme)

    @cached_property
    def armures(self) -> Mapping[str, Armure]:
        return with_own(ARMURES, self.armure)


AUCUNE = Maison()
