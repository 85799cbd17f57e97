"""Plans: strategy points that good preparation makes, and what they are spent on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.effects import Modifier
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Someone, Typed

from ...model.competences import COMPETENCES, lots
from ...model.effects import Essai
from ...model.monde import PlanDAction
from ...model.people import Personnage
from ...model.scene import Scene
from ..c0_tests import evaluer, figures
from ..c0_tests.actions import absent, hors_bornes, refuse, terme
from ..c0_tests.resolution import PROCHAIN_TEST
from ..c4_caracteristiques.repos import en_paix, laisser_passer

COURT = 3 * 3600  # a temps court (TN-R68)
STRATEGIE = ("INT", "strategie", "analyse")
REACTIONS = {"defense", "representation", "guerison"}  # TN-10.83: to defend or to heal is not to follow a plan
NOMS = {id: c.nom for id, c in COMPETENCES.items()}


def plan_de(scene: Scene, nom: str) -> PlanDAction | None:
    return next((x for x in scene.plans if x.nom == nom), None)


def sans_plan(scene: Scene, nom: str) -> Closed | None:
    if plan_de(scene, nom) is not None:
        return None
    return Closed("TN-10.82", "Aucun plan « {} »", (Typed(nom),))


@rule("TN-10.82")
class EtablirPlan(Action, frozen=True, tag="etablir_plan"):
    """Make a plan in detail: a temps court, and as many strategy points as a test of Stratégie has degrees."""

    nom: str = "Le plan"
    compagnons: tuple[Who, ...] = ()
    bonus: int = 0  # help of others (TN-10.105)

    rank = 87
    choose: ClassVar[bool] = True
    looks: ClassVar = {"degre": lambda before, after, events: next(e["n"] for e in events if e.what == "plan")}

    def closed(self, scene: Scene) -> Closed | None:
        found = en_paix(scene, "TN-10.82", self.actor, *self.compagnons)
        if found is not None:
            return found
        if not self.nom.strip():
            return Closed("TN-10.82", "Un plan a un nom")
        if plan_de(scene, self.nom) is not None:
            return Closed("TN-10.82", "« {} » est déjà établi", (Typed(self.nom),))
        p = scene[self.actor]
        return refuse(scene, p, *STRATEGIE, Essai(p, scene, None, *STRATEGIE)) or hors_bornes(
            "TN-10.105", "Bonus", self.bonus, -20, 20
        )

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        scene = laisser_passer(scene, oracle, COURT)
        bonus = terme("Entraide", self.bonus, "TN-10.105")
        scene, r = evaluer(scene, oracle, figures(scene, scene[self.actor], *STRATEGIE, bonus=bonus))
        facts = ("nom", self.nom), ("n", r.dr), ("reussi", r.dr > 0)
        oracle.tell(Event("plan", self.actor, "", "TN-10.82", (), facts))
        if not r.dr:
            return scene
        membres = tuple(dict.fromkeys((self.actor, *self.compagnons)))
        return replace(scene, plans=(*scene.plans, PlanDAction(self.nom, membres, r.dr)))


@rule("TN-10.83")
class SuivreLePlan(Action, frozen=True, tag="suivre_le_plan"):
    """Before an action that carries the plan out: a strategy point for an avantage on the test of that skill."""

    nom: str
    competence: str

    rank = 60
    offers: ClassVar[dict[str, dict[str, str]]] = {"competence": NOMS}

    def closed(self, scene: Scene) -> Closed | None:
        found = absent(scene, self.actor) or sans_plan(scene, self.nom)
        if found is not None:
            return found
        plan = plan_de(scene, self.nom)
        assert plan is not None
        if self.actor not in plan.membres:
            return Closed("TN-10.83", "{} n'est pas de ce plan", (Someone(self.actor),))
        groupes = {x.groupe for x in lots(self.competence)}
        if not groupes:
            return Closed("TN-0.4", "Compétence inconnue : {}", (Typed(self.competence),))
        if groupes <= REACTIONS:
            return Closed("TN-10.83", "Se défendre ou se soigner n'est pas suivre un plan")
        if any(m.rule == "TN-10.83" for m in scene[self.actor].effets):
            return Closed("TN-10.83", "Une action du plan attend déjà")
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p, plan = scene[self.actor], plan_de(scene, self.nom)
        assert plan is not None
        reste = replace(plan, points=plan.points - 1)
        facts = ("nom", self.nom), ("quoi", NOMS.get(self.competence, self.competence)), ("reste", reste.points)
        oracle.tell(Event("plan_suivi", p.id, "", "TN-10.83", (), facts))
        m = Modifier(f"net:competence:{self.competence}", 1, "Plan suivi", "TN-10.83", of=PROCHAIN_TEST)
        autres = tuple([x for x in scene.plans if x is not plan])
        scene = replace(scene, plans=(*autres, reste) if reste.points else autres)
        return scene.put(replace(p, effets=(*p.effets, m)))


@rule("TN-10.82")
class AbandonnerPlan(Action, frozen=True, tag="abandonner_plan"):
    """The operation is over, or given up: what is left of the plan is lost."""

    nom: str

    master = True
    rank = 96

    def closed(self, scene: Scene) -> Closed | None:
        return absent(scene, self.actor) or sans_plan(scene, self.nom)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        oracle.tell(Event("plan_abandonne", self.actor, "", "TN-10.82", (), (("nom", self.nom),)))
        return replace(scene, plans=tuple([x for x in scene.plans if x.nom != self.nom]))


ACTIONS = (EtablirPlan, SuivreLePlan, AbandonnerPlan)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    for plan in scene.plans:
        if p.id in plan.membres:
            suivies = [id for id, n in p.fiche.competences.items() if n]
            yield from (SuivreLePlan(p.id, plan.nom, id) for id in suivies)
        yield AbandonnerPlan(p.id, plan.nom)
    if scene.encounter is None and scene.rixe is None and not plan_de(scene, "Le plan"):
        yield EtablirPlan(p.id)
