"""Ids of the catalogue as players read them: on buttons and among parameters an id stands for its name."""

from __future__ import annotations

from tablee.kernel.words import Words

from ..model.batailles import BATAILLES
from ..model.catalogue import COMPETENCES, CORPS
from ..model.maison import OBJETS
from ..model.tables import NOMS


def with_names(words: Words) -> Words:
    """These words, and for each id of the catalogue its French name and that name in English; what is said wins."""
    noms = {m.id: m.nom for corps in reversed(CORPS.values()) for m in corps}
    noms |= {id: x.nom for id, x in (*OBJETS.items(), *BATAILLES.items(), *COMPETENCES.items())} | NOMS
    return words.naming(noms)
