"""Asking something of somebody: first impressions, requests, and whoever will hear no more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from msgspec import Meta
from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.effects import tally
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Terms, total

from ...model.effects import Essai
from ...model.monde import Attitude, Humeur
from ...model.people import Personnage
from ...model.scene import Scene
from ..c0_tests import figures, mesurer, tester
from ..c0_tests.actions import hors_bornes, refuse, terme
from ..c0_tests.resolution import DEGRE
from ..c4_caracteristiques.repos import en_paix

DEMANDE = 15  # TN-10.74
Circonstance = Literal["sans_desavantage", "contre_ses_convictions", "danger", "du_temps", "mal_vu", "contrainte"]
MODIFICATEURS: dict[str, tuple[str, int]] = {  # TN-10.75
    "sans_desavantage": ("Sans désavantage pour lui", -5),
    "contre_ses_convictions": ("Contre ses convictions", 5),
    "danger": ("Le met en danger", 5),
    "du_temps": ("Lui prend du temps", 5),
    "mal_vu": ("N'apprécie pas qui demande", 5),
    "deja_echouee": ("Déjà refusée", 5),
    "contrainte": ("Sous la contrainte", -5),
}
Maniere = Literal["persuader", "contraindre", "suggerer", "raisonner"]
MANIERES: dict[Maniere, str] = {"persuader": "CHA", "contraindre": "RUS", "suggerer": "SAG", "raisonner": "INT"}
PERSUASION = ("persuasion", "communication")
FRANCHISES = {"sincerite": ("CHA", *PERSUASION), "mensonge": ("RUS", "escroquerie", "eloquence")}
SEUILS: tuple[tuple[int, Humeur], ...] = ((15, "positive"), (10, "neutre"), (6, "mefiante"))  # TN-10.80
TOLERANCE: dict[Humeur, int] = {"positive": 3, "neutre": 1, "mefiante": 0, "fermee": -1}
HUMEURS: dict[Humeur, str] = {"positive": "positive", "neutre": "neutre", "mefiante": "méfiante", "fermee": "fermée"}


# ---------------------------------------------------------------- who thinks what of whom


def attitude(scene: Scene, qui: str, who: str) -> Attitude | None:
    """How somebody meets the group somebody else belongs to, in his eyes."""
    return next((a for a in scene.attitudes if a.qui == qui and who in a.envers), None)


def noter(scene: Scene, avant: Attitude | None, apres: Attitude) -> Scene:
    return replace(scene, attitudes=(*(a for a in scene.attitudes if a is not avant), apres))


@rule("TN-10.78")
def porte_parole(scene: Scene, membres: tuple[str, ...]) -> str:
    """Whom one speaks to in a group: who has the best looks, the first of equal ones."""
    return max(membres, key=lambda who: scene[who].fiche.valeurs["APP"])


@rule("TN-10.80")
def humeur(score: int) -> Humeur:
    """What a first impression comes to."""
    return next((h for least, h in SEUILS if score >= least), "fermee")


@rule("TN-10.76", "TN-10.80")
def contrarier(scene: Scene, oracle: Oracle, a: Attitude, sujet: str) -> Scene:
    """Crossed once more: beyond what he bears he will hear no more."""
    n = a.contrarietes + 1
    ferme = n > TOLERANCE[a.humeur]
    apres = replace(a, contrarietes=n, echecs=(*a.echecs, sujet), humeur="fermee" if ferme else a.humeur)
    if ferme:
        oracle.tell(Event("se_ferme", a.qui, "", "TN-10.76"))
    return noter(scene, a, apres)


@rule("TN-10.78", "TN-10.79", "TN-10.80")
class PremiereImpression(Action, frozen=True, tag="premiere_impression"):
    """The first contact with a stranger: 3D6 and the best looks of the group, and what clothes add or take."""

    cible: Who
    compagnons: tuple[Who, ...] = ()
    bonus: int = 0

    rank = 84
    looks: ClassVar = {"score": lambda before, after, events: next(e["score"] for e in events if e.what == "attitude")}

    @property
    def groupe(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((self.actor, *self.compagnons)))

    def closed(self, scene: Scene) -> Closed | None:
        found = en_paix(scene, "TN-10.79", *self.groupe, self.cible)
        if found is not None:
            return found
        if self.cible in self.groupe:
            return Closed("TN-10.79", "Il faut un interlocuteur hors du groupe")
        connu = next((who for who in self.groupe if attitude(scene, self.cible, who) is not None), None)
        if connu is not None:
            return Closed("TN-10.79", "{} connaît déjà {}", (Someone(self.cible), Someone(connu)))
        return hors_bornes("TN-10.79", "Bonus", self.bonus, -20, 20)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        who = porte_parole(scene, self.groupe)
        bonus = terme("Tenue", self.bonus, "TN-10.79") + tally(scene[who].bears, "attitude", Essai(scene[who], scene))
        scene, m = mesurer(scene, oracle, figures(scene, scene[who], "APP", bonus=bonus), (10,))
        a = Attitude(self.cible, self.groupe, humeur(m.score))
        facts = ("score", m.score), ("humeur", HUMEURS[a.humeur]), ("reussi", m.score >= 10)
        oracle.tell(Event("attitude", who, self.cible, "TN-10.80", m.terms, facts))
        return noter(scene, None, a)


# ---------------------------------------------------------------- requests


@rule("TN-10.74", "TN-10.75")
def difficulte_de(circonstances: tuple[str, ...]) -> Terms:
    """15, and each circumstance."""
    own: Terms = (("Demande", DEMANDE, "TN-10.74"),)
    return own + tuple([(*MODIFICATEURS[c], "TN-10.75") for c in circonstances])


@rule("TN-10.74", "TN-10.75", "TN-10.76", "TN-10.77", "TN-10.78")
class Demander(Action, frozen=True, tag="demander"):
    """Ask somebody for something: one test of Persuasion for the whole group, by who has the best looks in it.

    `franchise`: what is said is a truth hard to believe, or a lie; its own test then weighs on the request.
    """

    cible: Who
    sujet: str = "une demande"
    maniere: Maniere = "persuader"
    circonstances: tuple[Circonstance, ...] = ()
    compagnons: tuple[Who, ...] = ()
    franchise: Literal["", "sincerite", "mensonge"] = ""
    epreuve: Annotated[int, Meta(ge=10, le=25)] = 15  # how hard what is said is to believe
    bonus: int = 0  # help of others (TN-10.105)

    rank = 85
    offers: ClassVar[dict[str, dict[str, str]]] = {"circonstances": {c: nom for c, (nom, _) in MODIFICATEURS.items()}}
    looks: ClassVar = {"reussi": lambda before, after, events: any(e.what == "demande" and e["reussi"] for e in events)}

    @property
    def groupe(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((self.actor, *self.compagnons)))

    def membres(self, scene: Scene) -> tuple[str, ...]:
        """All he takes for one group."""
        a = attitude(scene, self.cible, self.actor)
        return tuple(dict.fromkeys((*self.groupe, *(a.envers if a is not None else ()))))

    def circonstances_de(self, scene: Scene) -> tuple[str, ...]:
        a = attitude(scene, self.cible, self.actor)
        deja = a is not None and self.sujet in a.echecs
        return (*dict.fromkeys(self.circonstances), *(("deja_echouee",) if deja else ()))

    def closed(self, scene: Scene) -> Closed | None:
        found = en_paix(scene, "TN-10.74", *self.groupe, self.cible)
        if found is not None:
            return found
        if self.cible in self.groupe:
            return Closed("TN-10.79", "Il faut un interlocuteur hors du groupe")
        a = attitude(scene, self.cible, self.actor)
        if a is not None and a.humeur == "fermee":
            return Closed("TN-10.80", "{} refuse le dialogue", (Someone(self.cible),))
        if not self.sujet.strip():
            return Closed("TN-10.74", "Il faut dire ce qu'on demande")
        who = porte_parole(scene, self.membres(scene))
        of = MANIERES[self.maniere], *PERSUASION
        return refuse(scene, scene[who], *of, Essai(scene[who], scene, None, *of)) or hors_bornes(
            "TN-10.105", "Bonus", self.bonus, -20, 20
        )

    @rule("TN-10.76")
    def franchement(self, scene: Scene, oracle: Oracle, who: str) -> tuple[Scene, Terms]:
        """A truth or a lie that is believed helps, by a point for each 5 of its margin; one that is not hampers."""
        if not self.franchise:
            return scene, ()
        scene, r = tester(scene, oracle, figures(scene, scene[who], *FRANCHISES[self.franchise]), (self.epreuve,))
        n = r.marge // DEGRE if r.reussi else -(-r.marge // DEGRE)
        return scene, terme("Sincérité" if self.franchise == "sincerite" else "Mensonge", n, "TN-10.76")

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        who = porte_parole(scene, self.membres(scene))
        scene, plus = self.franchement(scene, oracle, who)
        terms = difficulte_de(self.circonstances_de(scene))
        bonus = plus + terme("Entraide", self.bonus, "TN-10.105")
        f = figures(scene, scene[who], MANIERES[self.maniere], *PERSUASION, bonus=bonus)
        scene, r = tester(scene, oracle, f, (total(terms),))
        contrainte = "contrainte" in self.circonstances or self.maniere == "contraindre"
        facts = ("sujet", self.sujet), ("exige", total(terms)), ("contrainte", contrainte), ("reussi", r.reussi)
        oracle.tell(Event("demande", who, self.cible, "TN-10.74", terms, facts))
        if r.reussi:
            return scene
        a = attitude(scene, self.cible, self.actor) or Attitude(self.cible, self.membres(scene))
        return contrarier(scene, oracle, a, self.sujet)


@rule("TN-10.81")
class Amadouer(Action, frozen=True, tag="amadouer"):
    """Bring somebody round who will hear no more: Manipulation, where the game master finds the arguments good."""

    cible: Who
    difficulte: int = 15

    master = True
    rank = 86
    looks: ClassVar = {"reussi": lambda before, after, events: any(e.what == "se_rouvre" for e in events)}

    def closed(self, scene: Scene) -> Closed | None:
        found = en_paix(scene, "TN-10.81", self.actor, self.cible)
        if found is not None:
            return found
        a = attitude(scene, self.cible, self.actor)
        if a is None or a.humeur != "fermee":
            return Closed("TN-10.81", "{} ne refuse pas le dialogue", (Someone(self.cible),))
        p, of = scene[self.actor], ("CHA", "manipulation", "inspiration")
        return refuse(scene, p, *of, Essai(p, scene, None, *of)) or hors_bornes(
            "TN-0.19", "Difficulté", self.difficulte, 0, 99
        )

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        a = attitude(scene, self.cible, self.actor)
        assert a is not None
        f = figures(scene, scene[self.actor], "CHA", "manipulation", "inspiration")
        scene, r = tester(scene, oracle, f, (self.difficulte,))
        if not r.reussi:
            return noter(scene, a, replace(a, reprises=a.reprises + 1))
        oracle.tell(Event("se_rouvre", self.cible, self.actor, "TN-10.81"))
        return noter(scene, a, replace(a, humeur="mefiante", contrarietes=0))


ACTIONS = (PremiereImpression, Demander, Amadouer)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    if scene.encounter is not None or scene.rixe is not None:
        return
    for q in scene.people.values():
        if q is p or (q.side and q.side == p.side):
            continue
        a = attitude(scene, q.id, p.id)
        if a is None:
            yield PremiereImpression(p.id, q.id)
        yield Amadouer(p.id, q.id) if a is not None and a.humeur == "fermee" else Demander(p.id, q.id)
