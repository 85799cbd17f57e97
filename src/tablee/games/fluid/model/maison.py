"""All that a table may write beside the book: by kind, each as the catalogue has it. Nobody carries any of it: things
and spells are whole wherever they are."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from tablee.kernel.kept import cached_property
from tablee.kernel.own import Own, with_own

from .catalogue import ARMES, SORTS
from .people import Fiche, Objet, Sort


class Adversaire(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Somebody of whom many can be called: a sbire if his sheet says so, or somebody with Traits."""

    fiche: Fiche
    armes: tuple[Objet, ...] = ()
    armure: Objet | None = None
    bouclier: Objet | None = None
    grimoire: tuple[Sort, ...] = ()


class Maison(Own, frozen=True):
    """What is written in a scene, or can be chosen in a draft."""

    objet: dict[str, Objet] = {}
    sort: dict[str, Sort] = {}
    sbire: dict[str, Adversaire] = {}

    @cached_property
    def objets(self) -> Mapping[str, Objet]:
        return with_own(ARMES, self.objet)

    @cached_property
    def sorts(self) -> Mapping[str, Sort]:
        return with_own(SORTS, self.sort)

    @cached_property
    def armures(self) -> tuple[Objet, ...]:
        return self.du_genre("armure")

    @cached_property
    def boucliers(self) -> tuple[Objet, ...]:
        return self.du_genre("bouclier")

    @cached_property
    def a_porter(self) -> tuple[Objet, ...]:
        """Weapons but bare hands."""
        return tuple(o for o in self.du_genre("melee", "tir") if o.id != "mains_nues")

    def du_genre(self, *genres: str) -> tuple[Objet, ...]:
        return tuple(o for o in self.objets.values() if o.genre in genres)


AUCUNE = Maison()
