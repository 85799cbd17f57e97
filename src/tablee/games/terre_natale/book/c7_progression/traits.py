"""Traits won in play: learned day by day and paid for in PP, imposed by events, or granted by exception."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.game import Switch
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import Who
from tablee.kernel.tally import Terms

from ...model.people import Apprentissage, Fiche, Personnage
from ...model.scene import Scene
from ...model.traits import TRAITS
from ..c3_traits import acquerir, cout, ferme, rang_de
from ..c4_caracteristiques.repos import en_paix
from .sujets import TRAIT, nom, partage

PAR_PP = 2  # days (TN-7.29)
EXCEPTION = "exception_du_mj"
SWITCHES = (Switch(EXCEPTION, "TN-7.28"),)
NOMS = {id: t.nom for id, t in TRAITS.items()}


def ecrit(id: str, sujet: str = "") -> str:
    """A trait as a subject of learning."""
    return f"{TRAIT}:{id}:{sujet}" if sujet else f"{TRAIT}:{id}"


def lu(sujet: str) -> tuple[str, str]:
    """The trait that a subject of learning is, and what that trait is about."""
    id, _, of = partage(sujet)[1].partition(":")
    return id, of


@rule("TN-7.29")
def jours(f: Fiche, sujet: str) -> int:
    """Days to learn the next rank of a trait: 2 for each PP of all its ranks up to that one."""
    id, of = lu(sujet)
    return PAR_PP * cout(TRAITS[id], 0, rang_de(f, id, of) + 1)


def trait_inconnu(f: Fiche, sujet: str, options: tuple[str, ...]) -> Closed | None:
    """Why a trait is not learned: it cannot be had, whatever it costs."""
    return ferme(f, *lu(sujet), exception=EXCEPTION in options)


@rule("TN-7.29")
def pas_appris(scene: Scene, f: Fiche, sujet: str) -> Closed | None:
    """Why a trait is not had yet: days are missing, or not over."""
    a = f.apprentissages.get(sujet, Apprentissage())
    faits = a.ta if a.jour <= scene.jour else a.ta - (a.jour - scene.jour)
    requis = jours(f, sujet)
    if faits >= requis:
        return None
    return Closed("TN-7.29", "{} : jours d'apprentissage, {} sur {}", (nom(sujet), faits, requis))


class AcquerirUnTrait(Action, frozen=True, tag="acquerir_un_trait"):
    """One more rank of an avantage, learned and paid for in PP."""

    trait: str
    sujet: str = ""
    weighty: ClassVar[bool] = True
    offers: ClassVar[dict[str, dict[str, str]]] = {"trait": NOMS}
    exception: ClassVar[bool] = False

    @rule("TN-7.26")
    def closed(self, scene: Scene) -> Closed | None:
        found = en_paix(scene, "TN-7.26", self.actor)
        if found is not None:
            return found
        f = scene[self.actor].fiche
        return ferme(f, self.trait, self.sujet, pp=f.pp, exception=self.exception) or pas_appris(
            scene, f, ecrit(self.trait, self.sujet)
        )

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        return recevoir(scene, oracle, self.actor, self.trait, self.sujet, "TN-7.26")


@rule("TN-7.28")
class AcquerirParException(AcquerirUnTrait, frozen=True, tag="acquerir_par_exception"):
    """A trait of creation that the game master lets somebody have in play."""

    master: ClassVar[bool] = True
    exception: ClassVar[bool] = True

    def closed(self, scene: Scene) -> Closed | None:
        if EXCEPTION not in scene.options:
            return Closed("TN-7.28", "La campagne n'admet pas de trait de départ en jeu")
        return super().closed(scene)


@rule("TN-7.4", "TN-7.26")
class Imposer(Action, frozen=True, tag="imposer_un_desavantage"):
    """A désavantage that events impose, or that the game master agrees to: it brings its PP."""

    cible: Who
    trait: str
    sujet: str = ""
    master: ClassVar[bool] = True
    offers: ClassVar[dict[str, dict[str, str]]] = {
        "trait": {id: t.nom for id, t in TRAITS.items() if t.polarite == "desavantage"}
    }

    def closed(self, scene: Scene) -> Closed | None:
        found = en_paix(scene, "TN-7.4", self.cible)
        if found is not None:
            return found
        found = ferme(scene[self.cible].fiche, self.trait, self.sujet, accord=True)
        if found is None and TRAITS[self.trait].polarite == "avantage":
            return Closed("TN-7.4", "« {} » est un avantage : il se paie en PP", (TRAITS[self.trait].nom,))
        return found

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        return recevoir(scene, oracle, self.cible, self.trait, self.sujet, "TN-7.4")


def recevoir(scene: Scene, oracle: Oracle, who: str, id: str, sujet: str, regle: str) -> Scene:
    """A rank more on the sheet, with the points it takes or brings; it is learned."""
    p = scene[who]
    f = acquerir(p.fiche, id, sujet)
    f = replace(f, apprentissages={key: a for key, a in f.apprentissages.items() if key != ecrit(id, sujet)})
    terms: Terms = ((TRAITS[id].nom, f.pp - p.fiche.pp, "TN-3.8"),)
    facts = ("quoi", TRAITS[id].nom), ("rang", rang_de(f, id, sujet)), ("pp", f.pp - p.fiche.pp), ("reste", f.pp)
    oracle.tell(Event("trait", who, "", regle, terms, (*facts, ("pa", f.pa - p.fiche.pa))))
    return scene.put(replace(p, fiche=f))


ACTIONS = (AcquerirUnTrait, AcquerirParException, Imposer)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """A trait that is being learned."""
    for key in p.fiche.apprentissages:
        if partage(key)[0] == TRAIT:
            yield AcquerirUnTrait(p.id, *lu(key))
