"""Endurance spent on a test of a confrontation, before it is rolled."""

from __future__ import annotations

from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Oracle
from tablee.kernel.tally import Term

from ...model.effects import EFFECTS, Essai
from ...model.people import Personnage
from ...model.scene import Scene
from ..c0_tests import Figures, Realise, mise_payee
from ..c0_tests.des import ENDURANCE_PAR_POINT
from .ressources import perdre


@rule("TN-4.17")
def effort_possible(p: Personnage, competence: str) -> int:
    """The most that can be bought: the level of the skill, and never below 0 of endurance."""
    return max(0, min(p.fiche.competences.get(competence, 0), p.reserves.PE // ENDURANCE_PAR_POINT))


@rule("TN-4.17")
@EFFECTS.on("effort")
def effort(c: Essai) -> Term | None:
    """In a confrontation whoever tests a skill may buy up to its level on the score."""
    if not c.competence or c.scene is None or c.scene.encounter is None:
        return None
    au_plus = effort_possible(c.p, c.competence)
    return ("Effort", au_plus, "TN-4.17") if au_plus else None


@mise_payee.then("TN-4.17")
def effort_paye(scene: Scene, oracle: Oracle, f: Figures, fait: Realise) -> Scene:
    if not fait.effort:
        return scene
    paye = (("Effort", ENDURANCE_PAR_POINT * fait.effort, "TN-4.17"),)
    return perdre(scene, oracle, f.qui, "PE", paye, "TN-4.17")
