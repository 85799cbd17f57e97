"""Activities: what a single test does not do. Success adds a jet to the progress, failure takes 10 off it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Any, ClassVar, Literal

from msgspec.structs import replace

from tablee.kernel.action import Action, Look
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.sentence import Someone, Typed
from tablee.kernel.tally import Terms, total

from ...model.effects import Essai
from ...model.people import Personnage
from ...model.scene import Activite, Scene
from .actions import Epreuve, Essayer, Tester, absent, hors_bornes, mal_tourner
from .des import points
from .echelles import Complexite, Echelle, objectif_de
from .figures import Figures
from .jets import Jet, jet
from .resolution import Resultat, tester

RECUL = 10
Issue = Literal["", "reussie", "ratee"]


def en_cours(scene: Scene, who: str, nom: str) -> Activite | None:
    return next((a for a in scene.activites if a.qui == who and a.nom == nom), None)


@rule("TN-0.41")
def issue(a: Activite) -> Issue:
    """Done when the objective is reached, lost below 0; at 0 it goes on."""
    return "reussie" if a.progression >= a.objectif else "ratee" if a.progression < 0 else ""


def noter(scene: Scene, a: Activite) -> Scene:
    """The scene with an activity as it is now; one that has ended is not kept."""
    autres = tuple([x for x in scene.activites if (x.qui, x.nom) != (a.qui, a.nom)])
    return replace(scene, activites=autres if issue(a) else (*autres, a))


@rule("TN-0.41", "TN-0.42")
class Entreprendre(Action, frozen=True, tag="entreprendre"):
    """Begins an activity: with what it is tested, how hard each test is, and the objective, named or as a figure."""

    nom: str
    attribut: str = ""
    competence: str = ""
    groupe: str = ""
    difficulte: int = 15
    echelle: Echelle = ""
    objectif: int = 30
    complexite: Complexite = ""
    categorie: int = 0  # of what it is done with: dice of the jet

    rank: ClassVar[int] = 55
    offers: ClassVar[dict[str, dict[str, str]]] = Epreuve.offers

    @property
    def epreuve(self) -> Tester:
        """The test that each turn of it will be."""
        return Tester(
            self.actor,
            attribut=self.attribut,
            competence=self.competence,
            groupe=self.groupe,
            difficulte=self.difficulte,
            echelle=self.echelle,
        )

    def closed(self, scene: Scene) -> Closed | None:
        if not self.nom.strip():
            return Closed("TN-0.41", "Une activité a un nom")
        if en_cours(scene, self.actor, self.nom) is not None:
            return Closed("TN-0.41", "« {} » est déjà en cours", (Typed(self.nom),))
        return (
            self.epreuve.closed(scene)
            or hors_bornes("TN-0.42", "Objectif", self.objectif, 1, 1000)
            or hors_bornes("TN-0.49", "Catégorie", self.categorie, 0, 8)
        )

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        objectif, (difficulte,) = objectif_de(self.complexite, self.objectif), self.epreuve.contre(scene)
        a = Activite(self.actor, self.nom, objectif, *self.epreuve.lot(scene), difficulte, self.categorie)
        facts = ("nom", self.nom), ("objectif", objectif), ("difficulte", difficulte)
        oracle.tell(Event("entreprend", self.actor, "", "TN-0.41", (), facts))
        return noter(scene, a)


@rule("TN-0.41")
class Avancer(Essayer, frozen=True, tag="avancer"):
    """A turn of an activity: a test, and if it succeeds a jet, a critical one if it succeeds critically."""

    nom: str = ""

    looks: ClassVar[dict[str, Any]] = {
        "reussi": lambda r, a: r.reussi,
        "acheve": lambda r, a: issue(a) == "reussie",
        "progression": lambda r, a: a.progression,
    }

    def activite(self, scene: Scene) -> Activite:
        found = en_cours(scene, self.actor, self.nom)
        if found is None:
            raise KeyError(self.nom)
        return found

    def lot(self, scene: Scene) -> tuple[str, str, str]:
        a = self.activite(scene)
        return a.attribut, a.competence, a.groupe

    def contre(self, scene: Scene) -> tuple[int, ...]:
        return (self.activite(scene).difficulte,)

    def closed(self, scene: Scene) -> Closed | None:
        return sans_activite(scene, self.actor, self.nom) or super().closed(scene)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        a, f = self.activite(scene), self.figures(scene)
        scene, r = tester(scene, oracle, f, self.contre(scene), audience=self.audience)
        terms, a = avance(scene, oracle, f, a, r)
        facts = ("nom", a.nom), ("gain", total(terms)), ("progression", a.progression), ("objectif", a.objectif)
        oracle.tell(Event("avance", self.actor, "", "TN-0.41", terms, facts, self.audience))
        if issue(a):
            end = ("nom", a.nom), ("reussi", issue(a) == "reussie")
            oracle.tell(Event("activite", self.actor, "", "TN-0.41", (), end, self.audience))
        return mal_tourner(noter(scene, a), oracle, f, r, self.objet)

    def seen(self, scene: Scene, look: str | Look | None = None) -> Callable[[Any], Hashable]:
        """Its own looks stop at the progress made."""
        if callable(look):
            return super().seen(scene, look)
        a, f, voir = self.activite(scene), self.figures(scene), self.looks[look or "reussi"]
        contre = self.contre(scene)
        profil = f.profil(contre)

        def run(oracle: Oracle) -> Hashable:
            r = self.lu(f, points(oracle, profil), contre, scene.options)
            vu: Hashable = voir(r, avance(scene, oracle, f, a, r)[1])
            return vu

        return run


@rule("TN-0.41")
def avance(scene: Scene, oracle: Oracle, f: Figures, a: Activite, r: Resultat) -> tuple[Terms, Activite]:
    """The activity after a test: a jet more, or 10 less."""
    terms: Terms = (("Échec", -RECUL, "TN-0.41"),)
    if r.reussi:
        essai = Essai(scene[f.qui], scene, None, f.attribut)
        terms, _ = jet(oracle, Jet(essai, f.ajustements, critique=r.critique), a.categorie)
    return terms, replace(a, progression=a.progression + total(terms))


class Abandonner(Action, frozen=True, tag="abandonner"):
    """Gives an activity up."""

    nom: str

    rank: ClassVar[int] = 55

    def closed(self, scene: Scene) -> Closed | None:
        return sans_activite(scene, self.actor, self.nom)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        oracle.tell(Event("abandonne", self.actor, "", "TN-0.41", (), (("nom", self.nom),)))
        return replace(scene, activites=tuple([a for a in scene.activites if (a.qui, a.nom) != (self.actor, self.nom)]))


def sans_activite(scene: Scene, who: str, nom: str) -> Closed | None:
    if who in scene.people and en_cours(scene, who, nom) is None:
        return Closed("TN-0.41", "{} n'a pas d'activité « {} »", (Someone(who), Typed(nom)))
    return absent(scene, who)


ACTIONS = (Entreprendre, Avancer, Abandonner)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    for a in scene.activites:
        if a.qui == p.id:
            yield Avancer(p.id, nom=a.nom)
            yield Abandonner(p.id, a.nom)
