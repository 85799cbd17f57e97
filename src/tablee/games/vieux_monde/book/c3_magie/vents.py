"""Chapter 3, the winds out of hand: the two tables of miscasts, and what their rows have in common."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import msgspec

from tablee.kernel import content
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Oracle, chance

from ...model.catalogue import PACKAGE
from ...model.people import CASE, Personnage
from ...model.scene import Scene
from ..c1_tests.tests import tester
from ..c6_corruption import gagner_corruption

Suite = Callable[["Scene", Oracle, str, str], "Scene"]  # scene, oracle, who, the spell


class Ligne(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of one of the tables."""

    min: int
    max: int
    id: str
    nom: str


class _Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    origin: Literal["livre"]
    mineure: tuple[Ligne, ...]
    majeure: tuple[Ligne, ...]


_LUES = content.read(PACKAGE, "content/imparfaites.toml", _Tables)
TABLEAUX = {"mineure": _LUES.mineure, "majeure": _LUES.majeure}
REGLES = {"mineure": "VM-3.30", "majeure": "VM-3.31"}


@chance(table=True)
def rangee_du_de(oracle: Oracle, tableau: str, plafond: int) -> int:
    """The row that a d100 falls on; -1 above the ceiling."""
    de = oracle.d(100, "incantation imparfaite")
    return next(i for i, x in enumerate(TABLEAUX[tableau]) if x.min <= de <= x.max) if de <= plafond else -1


@rule("VM-3.30", "VM-3.31")
@chance(table=True)
def rangee_imparfaite(oracle: Oracle, tableau: str, plafond: int) -> int:
    """The row of a table, by a d100; faces above the ceiling are rolled again."""
    ligne = rangee_du_de(oracle, tableau, plafond)
    while ligne < 0:
        ligne = rangee_du_de(oracle, tableau, plafond)
    return ligne


def subir_la_ligne(
    scene: Scene, oracle: Oracle, who: str, sort: str, tableau: str, suites: dict[str, Suite], plafond: int = 100
) -> Scene:
    """Draw a row, tell it, and let it happen."""
    ligne = TABLEAUX[tableau][rangee_imparfaite(oracle.of(who), tableau, plafond)]
    oracle.tell(Event("imparfaite", who, "", REGLES[tableau], (), (("nom", ligne.nom), ("tableau", tableau))))
    return suites[ligne.id](scene, oracle, who, sort)


# ---------------------------------------------------------------- what the rows have in common


def a_la_ronde(scene: Scene, who: str, metres: int) -> tuple[Personnage, ...]:
    """Everybody alive within so many metres of somebody, himself included."""
    p = scene[who]
    return tuple(
        [q for q in scene.people.values() if q.vie == "actif" and CASE * max(abs(p.x - q.x), abs(p.y - q.y)) <= metres]
    )


def rate(scene: Scene, oracle: Oracle, who: str, competence: str, difficulte: str) -> tuple[Scene, bool]:
    """Whether he fails this Test."""
    scene, jet = tester(scene, oracle, who, competence, difficulte)
    return scene, not jet.reussi


def corrompre(scene: Scene, oracle: Oracle, who: str, regle: str) -> Scene:
    """1 Point de Corruption."""
    return gagner_corruption(scene, oracle, who, 1, regle)
