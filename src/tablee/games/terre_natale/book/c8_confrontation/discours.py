"""The discourse of a joute: an argument to attack with, a raisonnement to hold to, and what bearing them takes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Term, total

from ...model.competences import GROUPES
from ...model.confrontation import SIMPLES
from ...model.effects import EFFECTS, Essai
from ...model.people import Personnage
from ...model.scene import Scene
from ..c0_tests.actions import absent, hors_bornes
from ..c4_caracteristiques.capacites import (
    PLUS_HAUT,
    argument_de,
    discours_trop_lourd,
    manque_de_prestance,
    panache,
    prestance,
    raisonnement_de,
)
from .budget import budget
from .tour import fin_de_confrontation

SOCIAUX = tuple([g.id for g in GROUPES.values() if g.categorie == "Sociales"])
DIATRIBE = "diatribe"


# ---------------------------------------------------------------- what bearing it takes


@rule("TN-8.52", "TN-8.54", "TN-8.381")
@EFFECTS.on("net:attaque:mental")
def argument_trop_lourd(c: Essai) -> Term | None:
    """More argument than panache: whatever is done with it is at a disadvantage."""
    return discours_trop_lourd(c.p, argument_de(c.p, _options(c)), diatribe=DIATRIBE in c.circonstances)


@rule("TN-8.52", "TN-8.54", "TN-8.381")
@EFFECTS.on("net:defense:mental")
def raisonnement_trop_lourd(c: Essai) -> Term | None:
    """More raisonnement than panache: every defence in a joute is at a disadvantage."""
    return discours_trop_lourd(c.p, raisonnement_de(c.p), diatribe=DIATRIBE in c.circonstances)


@rule("TN-8.53", "TN-8.54")
@EFFECTS.on(*[f"net:groupe:{id}" for id in SOCIAUX], of="equipe")
def discours_demesure(c: Essai) -> Term | None:
    """More discourse than prestance: all that is social is at a disadvantage."""
    return manque_de_prestance(c.p, _options(c))


@rule("TN-8.53", "TN-8.54")
@EFFECTS.on("net:defense:mental", of="equipe")
def defense_demesuree(c: Essai) -> Term | None:
    """And a defence of a joute that no social group holds: to mock is to play a part."""
    return None if c.groupe in SOCIAUX else manque_de_prestance(c.p, _options(c))


def _options(c: Essai) -> tuple[str, ...]:
    return c.scene.options if c.scene is not None else ()


# ---------------------------------------------------------------- choosing it


@rule("TN-8.57")
class Discourir(Action, frozen=True, tag="discourir"):
    """Choose the catégories of one's discourse at the start of one's round, for nothing; too much is borne badly."""

    argument: int = 0
    raisonnement: int = 0

    rank: ClassVar[int] = 42

    def closed(self, scene: Scene) -> Closed | None:
        if missing := absent(scene, self.actor):
            return missing
        b = budget(scene, self.actor)
        if b is None:
            return Closed("TN-8.57", "{} n'a pas de round à commencer", (Someone(self.actor),))
        if b.genres or b.usages or not b.actr or b.acts < SIMPLES:
            return Closed("TN-8.57", "Un discours se choisit au début du round : {} a déjà agi", (Someone(self.actor),))
        return hors_bornes("TN-8.57", "Argument", self.argument, 0, PLUS_HAUT) or hors_bornes(
            "TN-8.57", "Raisonnement", self.raisonnement, 0, PLUS_HAUT
        )

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        facts = ("argument", self.argument), ("raisonnement", self.raisonnement)
        oracle.tell(Event("discours", self.actor, "", "TN-8.57", (), facts))
        p = scene[self.actor]
        e = replace(p.equipement, argument=self.argument, raisonnement=self.raisonnement)
        return scene.put(replace(p, equipement=e))


@fin_de_confrontation.then("TN-8.56")
def se_refermer(scene: Scene, oracle: Oracle) -> Scene:
    """Out of a confrontation everybody is closed to dialogue again."""
    for p in scene.people.values():
        e = p.equipement
        if e.argument is not None or e.raisonnement is not None:
            scene = scene.put(replace(p, equipement=replace(e, argument=None, raisonnement=None)))
    return scene


def choix(p: Personnage, options: tuple[str, ...] = ()) -> tuple[tuple[int, int], ...]:
    """Discourses worth a button: closed to dialogue; as much argument as panache bears, then what is left of prestance;
    the lightest argument, with nothing to hold to."""
    haut, tout = min(PLUS_HAUT, max(0, total(panache(p)) // 5)), max(0, total(prestance(p, options)) // 5)
    ferme = haut, max(0, min(PLUS_HAUT, tout - haut))
    return (ferme[1], ferme[0]), (haut, max(0, min(haut, tout - haut))), (min(1, haut), 0)


ACTIONS = (Discourir,)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """In a joute, other discourses than the present one."""
    e = scene.encounter
    if e is None or e.forme == "combat" or p.id not in e.budgets:
        return
    present = argument_de(p, scene.options), raisonnement_de(p)
    for a, r in dict.fromkeys(choix(p, scene.options)):
        if (a, r) != present:
            yield Discourir(p.id, a, r)
