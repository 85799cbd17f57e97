"""Aide as an interruption: an ally's test just before the one it helps."""

from __future__ import annotations

from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Oracle, Question
from tablee.kernel.tally import Terms

from ...model.people import Personnage
from ...model.plan import Plan
from ...model.scene import Scene
from ..c0_tests import evaluer, figures
from .amorces import DIFFICULTE, amorce
from .armes import a_portee
from .budget import depenser, moyens, preparation, repetition
from .offres import choix, offrir

ASSISTER = "assister"  # as it is prepared


@rule("TN-8.81", "TN-8.94", "TN-10.105")
def aidants(scene: Scene, p: Personnage, plan: Plan) -> list[tuple[Personnage, tuple[str, ...]]]:
    """Allies within reach of whoever they would help, who know how to and can pay."""
    found = []
    for q in scene.people.values():
        if q.side != p.side or not p.side or q.id == p.id or not q.up:
            continue
        if q.fiche.competences.get(plan.aide.competence) and a_portee(q, p, plan) is not None:
            prix = moyens(scene, q.id, "aide", ASSISTER)
            found += [(q, prix)] if prix else []
    return found


@rule("TN-8.77", "TN-8.81", "TN-10.104", "TN-10.105", "TN-R11", "TN-R81")
def aider(scene: Scene, oracle: Oracle, who: str, plan: Plan) -> tuple[Scene, Terms]:
    """What somebody's next test gains by an ally: the degrees of his test read at 5. One helper, and no amorce too."""
    p = scene[who]
    if scene.encounter is None or amorce(p):
        return scene, ()
    shown = (("pour", who),)
    questions = [
        Question(q.id, "tn.aide", "TN-8.81", choix((("aide", "Aider"),), prix), shown, group=f"aide:{who}")
        for q, prix in aidants(scene, p, plan)
    ]
    for aidant, option in offrir(scene, oracle, questions)[:1]:
        moyen, usage = str(option.id).partition("/")[2], f"{plan.aide.competence}/"
        net = preparation(scene, aidant, moyen, ASSISTER)
        of = plan.aide.attribut, plan.aide.competence, plan.aide.groupe
        f = figures(scene, scene[aidant], *of, bonus=repetition(scene, aidant, usage), net=net)
        scene, r = evaluer(depenser(scene, aidant, moyen, "aide", usage), oracle, f, DIFFICULTE)
        oracle.tell(Event("aide", aidant, who, "TN-10.105", facts=(("bonus", r.dr), ("reussi", r.dr > 0))))
        return scene, (("Aide", r.dr, "TN-10.105"),) if r.dr else ()
    return scene, ()
