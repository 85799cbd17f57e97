"""Ids of the catalogue as players read them: on buttons and among parameters an id stands for its name."""

from __future__ import annotations

from tablee.kernel.words import Words

from ..model.cartes import CARTES
from ..model.catalogue import CHOSES, CLASSES, ENCHANTEMENTS, MAINS_NUES, MAUX, MONTURES, ORIGINES, TECHNIQUES, TERRAINS
from ..model.dire import phrases
from ..model.tables import DEGATS, NOMS


def avec_les_noms(words: Words) -> Words:
    """These words, and for each id of the catalogues its name, the same in both languages unless the words translate
    it; every effect as the engine reads it; what is said wins."""
    tables = (CARTES, TERRAINS, MAUX, MONTURES, ORIGINES, CLASSES, ENCHANTEMENTS, TECHNIQUES, CHOSES)
    noms = {id: x.nom for table in tables for id, x in table.items()} | {MAINS_NUES.id: MAINS_NUES.nom}
    noms |= DEGATS | NOMS
    return words.naming(noms, phrases())
