"""Chapter 5, magic: what a spell demands, the test that casts it, what it costs and what comes of it."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal

import msgspec
from msgspec.structs import replace

from tablee.kernel import content
from tablee.kernel.action import Action, Look
from tablee.kernel.event import Event
from tablee.kernel.ledger import plain, rule
from tablee.kernel.oracle import Closed, Option, Oracle, Question, chance
from tablee.kernel.tally import Terms, total, without_zeros

from .blessures import blesser
from .combat import Annoncer, complete, distance, fin_de_tour, incapable, pas_son_tour
from .degats import Coup, frapper, protection
from .state import PHYSIQUES, Carac, EffetDeSort, Options, Personnage, Sort, SortActif, hors_d_etat, inconnu
from .tables import PREMIERE_REUSSITE, RANGS, TABLES, duree, rang
from .tests import (
    Essai,
    Issue,
    Ligne,
    Prepare,
    Regle,
    annoncer_les_sommes,
    apres_le_jet,
    avantages,
    caracteristique,
    cout_des_traits,
    depenser,
    explosions,
    fact,
    faire_un_test,
    jeter,
    payer_avant,
    preparer,
    public,
    rang_vu,
    refus,
    reussi,
    reussite_vue,
)

if TYPE_CHECKING:
    from .scene import Scene

# ---------------------------------------------------------------- tables and sample spells


class Ligne51(msgspec.Struct, frozen=True):
    desavantages: int
    nom: str
    exemples: str


class Portee(msgspec.Struct, frozen=True):
    desavantages: int
    nom: str
    max: int


class Aire(msgspec.Struct, frozen=True):
    desavantages: int
    nom: str
    cibles: int | None = None


class Resultat(msgspec.Struct, frozen=True):
    """What a rank does to a spell, and what is paid of the points engaged in it."""

    dit: str
    paye: Literal["rien", "moitie", "tout"]
    plus: int = 0


class TablesDeMagie(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    complexite: tuple[Ligne51, ...]
    portee: tuple[Portee, ...]
    aire: tuple[Aire, ...]
    resultat: tuple[Resultat, ...]


class Sorts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    sort: tuple[Sort, ...]


MAGIE = content.read("tablee.games.fluid", "content/magie.toml", TablesDeMagie)
SORTS = {s.id: s for s in content.read("tablee.games.fluid", "content/sorts.toml", Sorts).sort}
INSTANTANES = ("degats", "soin")  # they act at once: the whole margin is their intensity
SUR_SOI = ("soin", "armure", "avantages")  # without a target named, for the mage himself
DERNIER_CRAN = len(TABLES.temps)
