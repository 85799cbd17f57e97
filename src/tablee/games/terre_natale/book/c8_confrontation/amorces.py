"""Amorces: the scenery put to use before an attack, a tactic or a defence."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Any, ClassVar, Literal

from msgspec.structs import replace

from tablee.kernel.action import Action, Look
from tablee.kernel.effects import Modifier, tally
from tablee.kernel.event import Event
from tablee.kernel.game import Switch
from tablee.kernel.kept import kept_for
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.tally import Terms

from ...model.competences import COMPETENCES, GROUPES, lots
from ...model.confrontation import Forme
from ...model.effects import Essai
from ...model.people import Personnage
from ...model.plan import CORPS, ESPRIT
from ...model.scene import Scene
from ..c0_tests import evaluer
from ..c0_tests.actions import Epreuve, Evaluer
from ..c0_tests.figures import INITIATIVE, nom_de
from ..c0_tests.resolution import EVALUATION
from .budget import RAPIDE, confrontation, depenser, fermee, rapide, repetition
from .cycle import pour_un_cycle

AMORCE = "amorce"
DIFFICULTE, A_DIX = 5, "soutien_a_dix"  # TN-8.121, TN-R11; TN-10.104.1
SWITCHES = (Switch(A_DIX, "TN-10.104.1"),)
SIENS: dict[Forme, tuple[str, ...]] = {
    "combat": CORPS.groupes,
    "joute": ESPRIT.groupes,
    "mixte": CORPS.groupes + ESPRIT.groupes,
}


@rule("TN-8.121", "TN-10.104", "TN-10.104.1")
def lecture_du_soutien(options: tuple[str, ...]) -> int:
    """What an amorce is read at, and a support outside confrontations: 5, by the option 10."""
    return EVALUATION if A_DIX in options else DIFFICULTE


@rule("TN-8.121")
@kept_for
def amorce(p: Personnage) -> Terms:
    """What somebody's next attack, tactic or defence gains."""
    return tally(p.bears, AMORCE, Essai(p))


@rule("TN-8.121")
def sans_amorce(scene: Scene, who: str) -> Scene:
    """It has served, or was in vain: one amorce for one action."""
    p = scene[who]
    reste = tuple([m for m in p.effets if m.on != AMORCE]) if p.effets else p.effets
    return scene.put(replace(p, effets=reste)) if len(reste) < len(p.effets) else scene


@rule("TN-8.119")
def des_confrontations(forme: Forme, groupe: str, competence: str) -> bool:
    """Whether a skill is one of such a confrontation already, and so no amorce of it."""
    return groupe in SIENS[forme] or competence == INITIATIVE


@rule("TN-8.119", "TN-8.120", "TN-8.121", "TN-8.364")
class Amorcer(Action, frozen=True, tag="amorcer"):
    """Use what is at hand: a test of another skill, whose degrees help one's next attack, tactic or defence."""

    competence: str
    attribut: str = ""
    groupe: str = ""
    moyen: Literal["acts", "actr"] = "acts"
    decor: str = ""  # what one makes use of, and how

    rank: ClassVar[int] = 49
    offers: ClassVar[dict[str, dict[str, str]]] = {
        "competence": {c.id: c.nom for c in COMPETENCES.values()},
        "attribut": Epreuve.offers["attribut"],
        "groupe": {g.id: g.nom for g in GROUPES.values()},
    }
    looks: ClassVar[dict[str, Any]] = {"degre": Evaluer.looks["degre"]}

    def epreuve(self, scene: Scene) -> Evaluer:
        """The test it is; where no group is named, one that is not of the confrontation."""
        groupe = self.groupe
        if not groupe and scene.encounter is not None and self.actor in scene.people:
            p, forme = scene[self.actor], scene.encounter.forme
            ouverts = [x.groupe for x in lots(self.competence) if x.groupe not in SIENS[forme]]
            groupe = max(ouverts, key=lambda g: p.fiche.groupes.get(g, 0), default="")
        fois = sum([n for _, n, _ in repetition(scene, self.actor, self.usage)])
        return Evaluer(
            self.actor,
            bonus=fois,
            attribut=self.attribut,
            competence=self.competence,
            groupe=groupe,
            difficulte=lecture_du_soutien(scene.options),
        )

    @property
    def usage(self) -> str:
        return f"{self.competence}/"

    def closed(self, scene: Scene) -> Closed | None:
        simples = 1 if self.moyen == "acts" else 0
        if barred := fermee(scene, self.actor, AMORCE, simples):
            return barred
        if self.moyen == "actr" and not rapide(scene, self.actor):
            return Closed("TN-8.120", "Ni action rapide ni {} d'initiative pour elle", (RAPIDE,))
        epreuve = self.epreuve(scene)
        if barred := epreuve.closed(scene):
            return barred
        _, competence, groupe = epreuve.lot(scene)
        if des_confrontations(confrontation(scene).forme, groupe, competence):
            return Closed("TN-8.119", "{} sert déjà dans cette confrontation", (nom_de(competence),))
        p = scene[self.actor]
        if not p.fiche.competences.get(competence):
            return Closed("TN-8.121", "Sans rang en {}, une amorce n'apporte rien", (nom_de(competence),))
        return Closed("TN-8.121", "Une amorce attend déjà") if amorce(p) else None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        f = self.epreuve(scene).figures(scene)
        scene = depenser(scene, self.actor, self.moyen, AMORCE, self.usage)
        scene, r = evaluer(scene, oracle, f, lecture_du_soutien(scene.options))
        facts = ("bonus", r.dr), ("decor", self.decor), ("reussi", r.dr > 0)
        oracle.tell(Event("amorce", self.actor, rule="TN-8.121", facts=facts))
        return pour_un_cycle(scene, self.actor, Modifier(AMORCE, r.dr, "Amorce", "TN-8.121")) if r.dr else scene

    def seen(self, scene: Scene, look: str | Look | None = None) -> Callable[[Any], Hashable]:
        """How many degrees it comes to."""
        return super().seen(scene, look) if callable(look) else self.epreuve(scene).seen(scene, "degre")


ACTIONS = (Amorcer,)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """Of every skill somebody has that is none of the confrontation."""
    if scene.turn() == (p.id,):
        forme = confrontation(scene).forme
        for id, rang in p.fiche.competences.items():
            if rang and any(not des_confrontations(forme, x.groupe, id) for x in lots(id)):
                yield Amorcer(p.id, id)
