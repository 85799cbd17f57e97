"""The two planes of a confrontation: one procedure, two tables. All that differs between combat and joute is here.

No rule asks « is this a joute? »: it reads its plan.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from tablee.kernel.content import read
from tablee.kernel.ledger import rule

from .people import Nature

Nom = Literal["corps", "esprit"]
Genre = Literal["physique", "mental"]
Effet = Literal[
    "parer",
    "bloquer",
    "esquiver",
    "feinter",
    "proteger",
    "se_couvrir",
    "subir",
    "devier",
    "eviter",
    "encaisser",
    "se_premunir",
]


@rule("TN-8.109", "TN-8.110", "TN-8.151", "TN-8.164", "TN-8.437")
class Defense(Struct, frozen=True, forbid_unknown_fields=True):
    """A way to defend oneself, by what it does: one word for both planes, each with its own name and skill."""

    plan: Nom
    effet: Effet
    nom: str
    attributs: tuple[str, ...]  # several: as one likes
    groupe: str
    competence: str
    dit: str
    objet: Literal["", "arme", "armure"] = ""  # in a joute the armour is the raisonnement
    difficulte: int = 0  # above the score of the attack
    cause: Literal["", "devie", "annule", "moitie", "retourne"] = ""  # what it does for a cause under debate (TN-8.405)


@rule("TN-8.294", "TN-8.295", "TN-8.297", "TN-8.298")
class Zone(Struct, frozen=True, forbid_unknown_fields=True):
    """Where one may aim: the attribute whose passive defence it has, and what it is called to aim finer."""

    plan: Nom
    nom: str
    attribut: str
    sous: tuple[str, ...] = ()
    mortelle: bool = False  # what cripples it kills (TN-8.292)


class Aide(Struct, frozen=True, forbid_unknown_fields=True):
    attribut: str
    competence: str
    groupe: str


@rule("TN-8.2", "TN-8.39", "TN-8.92", "TN-8.124", "TN-8.387")
class Plan(Struct, frozen=True, dict=True, forbid_unknown_fields=True):
    """What a plane calls things, and the attributes it works them out with."""

    nom: Nom
    genre: Genre  # of its tests
    ressource: str  # that permanent damage takes
    lesion: Nature
    represailles: str
    aide: Aide
    seuil: str
    critique: str
    perforation: str
    interruption: str
    expertise: str
    absorption: str
    reflexe: str
    provoque: tuple[str, ...]
    groupes: tuple[str, ...]  # whose skills are those of such a confrontation (TN-8.119)
    emphase: str = ""  # a way to do the same at greater length, as an action complexe (TN-8.384)
    tolerance: str = ""  # the attribute of whoever is heard that attempts use up (TN-8.395)
    defenses: dict[str, Defense] = {}
    zones: dict[str, Zone] = {}


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    plan: dict[Nom, Plan]
    defense: tuple[Defense, ...]
    zone: tuple[Zone, ...]


def _read() -> dict[Nom, Plan]:
    found = read("tablee.games.terre_natale", "content/confrontation.toml", _File)
    for nom, plan in found.plan.items():
        plan.defenses.update({d.effet: d for d in found.defense if d.plan == nom})
        plan.zones.update({z.nom: z for z in found.zone if z.plan == nom})
    return found.plan


PLANS = _read()
CORPS, ESPRIT = PLANS["corps"], PLANS["esprit"]
