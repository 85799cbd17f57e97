"""Tasks done with tools, one time of work after the other; by an option, locks to be opened one by one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar

from msgspec import Meta
from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.game import Switch
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.sentence import Someone, Typed
from tablee.kernel.tally import Terms, total

from ...model.effects import Essai
from ...model.monde import Tache
from ...model.people import Personnage
from ...model.scene import Scene
from ...model.things import MODELES
from ..c0_tests import Figures, Jet, Resultat, figures_d_essai, jet, tester
from ..c0_tests.actions import Tester, hors_bornes, sans_objet
from ..c4_caracteristiques.repos import en_paix, laisser_passer

INTERACTIVES = "taches_interactives"
SWITCHES = (Switch(INTERACTIVES, "TN-10.109"),)
RECUL, RATES = 20, 2  # TN-10.108
PAR_VERROU = 5  # of difficulty (TN-U18)


def en_cours(scene: Scene, who: str, nom: str) -> Tache | None:
    return next((t for t in scene.taches if (t.qui, t.nom) == (who, nom)), None)


@rule("TN-10.108", "TN-10.110")
def objectif(difficulte: int, integrite: int = 0) -> int:
    """Twice the difficulty, or the intégrité of what is worked on."""
    return integrite or max(1, 2 * difficulte)


@rule("TN-10.109")
def verrous(difficulte: int) -> int:
    """One for every 5 of difficulty begun."""
    return max(1, -(-difficulte // PAR_VERROU))


@rule("TN-10.108", "TN-10.109")
def apres(t: Tache, r: Resultat, gain: int) -> Tache:
    """The task after a test: a jet more or 20 less, never below 0; of locks one open, two if it is critical."""
    echecs = t.echecs + (not r.reussi)
    if t.verrous:
        ouverts = 2 if r.reussi and r.critique else int(r.reussi)
        return replace(t, echecs=echecs, verrous=max(0, t.verrous - ouverts), progression=t.progression + ouverts)
    return replace(t, echecs=echecs, progression=max(0, t.progression + gain))


@rule("TN-10.108", "TN-10.109")
def issue(avant: Tache, t: Tache) -> str:
    """Done when the objective is reached or all locks are open; lost at the second failure in all."""
    fait = (avant.verrous and not t.verrous) or (not avant.verrous and t.progression >= t.objectif)
    return "accomplie" if fait else "ratée" if t.echecs >= RATES else ""


@rule("TN-10.108", "TN-10.109")
class CommencerTache(Action, frozen=True, tag="commencer_tache"):
    """A task with a tool: how hard it is, how long a time of work is; with locks where the campaign likes them."""

    nom: str
    competence: str
    difficulte: Annotated[int, Meta(ge=5, le=40)] = 15
    integrite: Annotated[int, Meta(ge=0, le=999)] = 0
    outil: str = ""
    minutes: Annotated[int, Meta(ge=0, le=1440)] = 0
    interactive: bool = False

    rank = 55
    offers: ClassVar[dict[str, dict[str, str]]] = {
        "competence": Tester.offers["competence"],
        "outil": {id: m.nom for id, m in MODELES.items() if m.nature == "outil"},
    }

    @property
    def epreuve(self) -> Tester:
        return Tester(self.actor, competence=self.competence, objet=self.outil, difficulte=self.difficulte)

    def closed(self, scene: Scene) -> Closed | None:
        found = en_paix(scene, "TN-10.108", self.actor)
        if found is not None:
            return found
        if not self.nom.strip():
            return Closed("TN-10.108", "Une tâche a un nom")
        if en_cours(scene, self.actor, self.nom) is not None:
            return Closed("TN-10.108", "« {} » est déjà en cours", (Typed(self.nom),))
        if self.interactive and INTERACTIVES not in scene.options:
            return Closed("TN-10.109", "La campagne n'a pas de tâches interactives")
        if not self.competence:
            return Closed("TN-10.108", "Il faut une compétence")
        return self.epreuve.closed(scene) or hors_bornes("TN-10.108", "Difficulté", self.difficulte, 5, 40)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        attribut, competence, groupe = self.epreuve.lot(scene)
        n = verrous(self.difficulte) if self.interactive else 0
        but = n or objectif(self.difficulte, self.integrite)
        t = Tache(
            self.actor,
            self.nom,
            attribut,
            competence,
            groupe,
            self.difficulte,
            but,
            self.outil,
            self.minutes * 60,
            verrous=n,
        )
        facts = ("nom", self.nom), ("objectif", but), ("difficulte", self.difficulte)
        oracle.tell(Event("tache", self.actor, "", "TN-10.108", (), facts))
        return replace(scene, taches=(*scene.taches, t))


def sans_tache(scene: Scene, who: str, nom: str) -> Closed | None:
    if who in scene.people and en_cours(scene, who, nom) is None:
        return Closed("TN-10.108", "{} n'a pas de tâche « {} »", (Someone(who), Typed(nom)))
    return None


@rule("TN-10.108", "TN-10.109")
class Oeuvrer(Action, frozen=True, tag="oeuvrer"):
    """A time of work at a task."""

    nom: str

    rank = 54
    looks: ClassVar[dict[str, Any]] = {
        "reussi": lambda before, after, events: any(e.what == "test" and e["reussi"] for e in events),
        "acheve": lambda before, after, events: any(e.what == "tache_finie" and e["reussi"] for e in events),
    }

    def tache(self, scene: Scene) -> Tache:
        found = en_cours(scene, self.actor, self.nom)
        assert found is not None
        return found

    def closed(self, scene: Scene) -> Closed | None:
        found = en_paix(scene, "TN-10.108", self.actor) or sans_tache(scene, self.actor, self.nom)
        if found is not None:
            return found
        t = self.tache(scene)
        e = Tester(self.actor, attribut=t.attribut, competence=t.competence, groupe=t.groupe, difficulte=t.difficulte)
        return sans_objet(scene[self.actor], t.outil) or e.closed(scene)

    def figures(self, scene: Scene, t: Tache) -> Figures:
        p = scene[self.actor]
        outil = p.equipement.objet(t.outil)
        return figures_d_essai(Essai(p, scene, None, t.attribut, t.competence, t.groupe, objet=outil))

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        scene = laisser_passer(scene, oracle, self.tache(scene).duree)
        t = self.tache(scene)
        f = self.figures(scene, t)
        scene, r = tester(scene, oracle, f, (t.difficulte,))
        terms: Terms = ()
        if not t.verrous:
            terms = (("Échec", -RECUL, "TN-10.108"),)
            if r.reussi:
                outil = scene[self.actor].equipement.objet(t.outil)
                c = outil.categorie if outil is not None else 0
                essai = Essai(scene[self.actor], scene, None, t.attribut)
                terms, _ = jet(oracle, Jet(essai, f.ajustements, critique=r.critique), c)
        suite = apres(t, r, total(terms))
        facts = ("nom", t.nom), ("progression", suite.progression), ("objectif", t.objectif), ("echecs", suite.echecs)
        oracle.tell(Event("oeuvre", self.actor, "", "TN-10.108", terms, facts))
        fin = issue(t, suite)
        taches = tuple([x for x in (suite if x is t else x for x in scene.taches) if x is not suite or not fin])
        if fin:
            end = ("nom", t.nom), ("issue", fin), ("reussi", fin == "accomplie")
            oracle.tell(Event("tache_finie", self.actor, "", "TN-10.108", (), end))
        return replace(scene, taches=taches)


class LaisserTache(Action, frozen=True, tag="laisser_tache"):
    """Give a task up."""

    nom: str

    rank = 55

    def closed(self, scene: Scene) -> Closed | None:
        return en_paix(scene, "TN-10.108", self.actor) or sans_tache(scene, self.actor, self.nom)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        oracle.tell(Event("abandonne", self.actor, "", "TN-10.108", (), (("nom", self.nom),)))
        return replace(scene, taches=tuple([t for t in scene.taches if (t.qui, t.nom) != (self.actor, self.nom)]))


ACTIONS = (CommencerTache, Oeuvrer, LaisserTache)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    for t in scene.taches:
        if t.qui == p.id:
            yield Oeuvrer(p.id, t.nom)
            yield LaisserTache(p.id, t.nom)
