"""All that a table may write beside the book: by kind, each as the catalogue has it. Nobody carries any of it: things
are whole wherever they are, and powers are those of the place."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from tablee.kernel.kept import cached_property
from tablee.kernel.own import Own, with_own

from .catalogue import ARMES, ARMURES, BOUCLIERS, MATERIEL, Arme, Armure, Bouclier, Materiel
from .people import Equipement, Fiche
from .runes import POUVOIRS, Pouvoir, Sort
from .things import Objet

A_VENDRE = {id: a for id, a in ARMES.items() if id != "mains_nues"}
OBJETS: dict[str, Objet] = {**MATERIEL, **BOUCLIERS, **ARMURES, **A_VENDRE}


class Creature(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Somebody of whom many can be called."""

    fiche: Fiche
    equipement: Equipement = Equipement()


class Maison(Own, frozen=True):
    """What is written in a scene, or can be chosen in a draft."""

    arme: dict[str, Arme] = {}
    armure: dict[str, Armure] = {}
    bouclier: dict[str, Bouclier] = {}
    materiel: dict[str, Materiel] = {}
    pouvoir: dict[str, Pouvoir] = {}
    creature: dict[str, Creature] = {}

    @cached_property
    def armes(self) -> Mapping[str, Arme]:
        return with_own(ARMES, self.arme)

    @cached_property
    def a_vendre(self) -> Mapping[str, Arme]:
        """All weapons but bare hands."""
        return with_own(A_VENDRE, self.arme)

    @cached_property
    def armures(self) -> Mapping[str, Armure]:
        return with_own(ARMURES, self.armure)

    @cached_property
    def boucliers(self) -> Mapping[str, Bouclier]:
        return with_own(BOUCLIERS, self.bouclier)

    @cached_property
    def outils(self) -> Mapping[str, Materiel]:
        return with_own(MATERIEL, self.materiel)

    @cached_property
    def objets(self) -> Mapping[str, Objet]:
        """Everything that can be bought."""
        return with_own(OBJETS, {**self.materiel, **self.bouclier, **self.armure, **self.arme})

    @cached_property
    def pouvoirs(self) -> Mapping[str, Pouvoir]:
        return with_own(POUVOIRS, self.pouvoir)

    def nom_du_sort(self, sort: Sort) -> str:
        """What players read for a spell."""
        return self.pouvoirs[sort.pouvoir].nom if sort.pouvoir else "Magie brute"


AUCUNE = Maison()
