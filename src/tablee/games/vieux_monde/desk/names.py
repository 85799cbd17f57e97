"""Ids of the catalogue as players read them: on buttons and among parameters an id stands for its name."""

from __future__ import annotations

from tablee.kernel.words import Words

from ..model.carrieres import CARRIERES, ESPECES, OBJETS
from ..model.catalogue import ARMES, ARMURES, COMPETENCES, ETATS, TALENTS
from ..model.sorts import DOMAINES, SORTS


def avec_les_noms(words: Words) -> Words:
    """These words, and for each id of the catalogue its French name and that name in English; what is said wins."""
    noms: dict[str, str] = {}
    for catalogue in (ARMURES, ARMES, OBJETS, SORTS, DOMAINES, ESPECES, CARRIERES, ETATS, TALENTS, COMPETENCES):
        noms.update({id: chose.nom for id, chose in catalogue.items()})
    return words.naming(noms)
