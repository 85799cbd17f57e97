"""What a table may write beside the book: models of things, and opponents.

An object of such a model has the model with it (`Objet.propre`), so that all that looks at it alone knows what it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct, to_builtins

from tablee.kernel.kept import cached_property
from tablee.kernel.own import Own, with_own

from .people import Fiche
from .things import MODELES, Equipement, Modele, Objet


class Adversaire(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Somebody of whom many can be called."""

    fiche: Fiche
    equipement: Equipement = Equipement()


class Maison(Own, frozen=True):
    """What is written in a scene."""

    objet: dict[str, Modele] = {}
    adversaire: dict[str, Adversaire] = {}

    @cached_property
    def tous_modeles(self) -> Mapping[str, Modele]:
        return with_own(MODELES, self.objet)

    @cached_property
    def noms_des_objets(self) -> dict[str, str]:
        """What the models are called."""
        return {id: modele.nom for id, modele in self.tous_modeles.items()}

    @cached_property
    def modeles_ecrits(self) -> dict[str, Any]:
        """The models that the table has written, as plain data."""
        return {id: to_builtins(modele) for id, modele in self.objet.items()}

    def un_objet(self, modele: str, qualite: int = 0) -> Objet:
        """A new thing of a model."""
        return Objet(modele, qualite, propre=self.objet.get(modele))

    def avec_modeles(self, donne: Any) -> Any:
        """Plain data in which each object of a model of the table's own has it with it."""
        if isinstance(donne, list | tuple):
            return [self.avec_modeles(each) for each in donne]
        if not isinstance(donne, dict):
            return donne
        lu = {cle: self.avec_modeles(valeur) for cle, valeur in donne.items() if cle != "propre"}
        propre = self.modeles_ecrits.get(modele) if isinstance(modele := donne.get("modele"), str) else None
        propre = propre or donne.get("propre")
        return {**lu, "propre": propre} if propre is not None else lu


AUCUNE = Maison()
