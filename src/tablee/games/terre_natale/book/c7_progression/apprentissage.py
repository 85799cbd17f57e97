"""Learning: time spent on a subject day after day, masters with what they have to teach, and sources."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Annotated, ClassVar, Literal

from msgspec import Meta
from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import Who, WhoOrNobody
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Terms, total

from ...model.inventaire import places
from ...model.people import Apprentissage, Fiche, Lecon, Personnage
from ...model.scene import JOUR, Scene
from ..c0_tests import Resultat, evaluer, figures
from ..c4_caracteristiques.repos import en_paix, laisser_passer
from .sujets import (
    ATTRIBUT,
    AUGMENTABLES,
    COMPETENCE,
    SUJETS,
    TRAIT,
    atteint,
    inconnu,
    niveau,
    nom,
    partage,
    temps,
    temps_de_base,
)
from .traits import jours, trait_inconnu

Activite = Literal["une_action", "courte", "longue"]
GAINS: dict[Activite, int] = {"une_action": 0, "courte": 1, "longue": 2}  # TN-7.6: 3 hours, 6 hours
PAR_JOUR = 2  # TN-7.7
ENSEIGNEMENT, ENTREGENT = "enseignement", "entregent"
DE_SUITE = 400  # days
MANUEL = "manuel"

# ---------------------------------------------------------------- what has been learned


@rule("TN-7.5", "TN-7.14", "TN-7.9")
def acquis(f: Fiche, sujet: str) -> int:
    """The learning time that counts: whole with a source, half without; an autodidacte needs none."""
    a = f.apprentissages.get(sujet, Apprentissage())
    return a.ta + a.seul // _sans_source(f)


def _sans_source(f: Fiche) -> int:
    """How much time it takes without a source for what takes 1 with one."""
    return 1 if "autodidacte" in f.bears else 2


def commences(f: Fiche) -> Iterator[str]:
    """The subjects on which some learning time has been gathered and not used."""
    return (sujet for sujet, a in f.apprentissages.items() if a.ta or a.seul)


def employe(f: Fiche, sujet: str, n: int) -> Fiche:
    """The sheet once so much learning time has borne fruit; what is left over is kept."""
    a = f.apprentissages.get(sujet, Apprentissage())
    entier = min(a.ta, n)
    reste = replace(a, ta=a.ta - entier, seul=max(0, a.seul - (n - entier) * _sans_source(f)))
    return replace(f, apprentissages={**f.apprentissages, sujet: reste})


@rule("TN-7.7")
def encore(f: Fiche, sujet: str, jour: int) -> int:
    """How much a subject can still grow on a day: 2 in all; of a trait, the day itself."""
    a = f.apprentissages.get(sujet, Apprentissage())
    if a.jour > jour:
        return 0
    return (1 if partage(sujet)[0] == TRAIT else PAR_JOUR) - (a.du_jour if a.jour == jour else 0)


def en_cours(scene: Scene, f: Fiche, sujet: str) -> Closed | None:
    """Why nothing comes of it yet: the days of learning it are not over."""
    jour = f.apprentissages.get(sujet, Apprentissage()).jour
    if jour <= scene.jour:
        return None
    return Closed("TN-7.5", "{} : l'apprentissage n'est pas fini, jours restants : {}", (nom(sujet), jour - scene.jour))


def requis(f: Fiche, sujet: str) -> Terms:
    """How much is needed for the next step; of a trait, days."""
    return (("Jours", jours(f, sujet), "TN-7.29"),) if partage(sujet)[0] == TRAIT else temps(f, sujet)


def sujet_inconnu(f: Fiche, sujet: str, options: tuple[str, ...]) -> Closed | None:
    """Why nothing of this name is learned: no such attribute, group or skill, nor a trait that could be had."""
    return (trait_inconnu if partage(sujet)[0] == TRAIT else inconnu)(f, sujet, options)


# ---------------------------------------------------------------- masters


@rule("TN-7.10", "TN-7.15")
def prix(sujet: str, visee: int) -> int:
    """What a master takes, in pieces: 10 times the square of the learning time, never doubled."""
    return 10 * temps_de_base(sujet, visee) ** 2


@rule("TN-7.14", "TN-7.15")
def qualifie(eleve: Personnage, maitre: Personnage, sujet: str, visee: int) -> bool:
    """Whether a master is a source: he has reached what he teaches, as nobody has who teaches himself."""
    return eleve.id != maitre.id and atteint(maitre.fiche, sujet) >= visee


@rule("TN-7.13")
def gene_du_maitre(eleve: Personnage, maitre: Personnage, sujet: str, visee: int) -> Terms:
    """A désavantage for who teaches himself, and one for who has not reached it."""
    terms: Terms = (("Son propre maître", -1, "TN-7.13"),) if eleve.id == maitre.id else ()
    return terms if qualifie(eleve, maitre, sujet, visee) else (*terms, ("N'a pas atteint ce niveau", -1, "TN-7.13"))


@rule("TN-7.11")
def limite_du_maitre(maitre: Personnage) -> int:
    """The most a master can have to teach: 1, his group and his level of Enseignement."""
    f = maitre.fiche
    return 1 + f.groupes.get(ENTREGENT, 0) + f.competences.get(ENSEIGNEMENT, 0)


@rule("TN-7.11", "TN-7.11.1")
def reserve(r: Resultat, limite: int, options: tuple[str, ...]) -> int:
    """What the test of a master gives him to teach: its degrees; by the option its score; within his limit."""
    return max(0, min(limite, r.score if "reserve_au_score" in options else r.dr))


@rule("TN-7.11")
def commencer(scene: Scene, oracle: Oracle, who: str, lecon: Lecon) -> tuple[Scene, Lecon]:
    """The one test of a master, at the first session; a good pupil gets more out of him."""
    maitre = scene[lecon.maitre]
    net = gene_du_maitre(scene[who], maitre, lecon.sujet, lecon.visee)
    limite = limite_du_maitre(maitre)
    f = figures(scene, maitre, "INT", ENSEIGNEMENT, ENTREGENT, net=net)
    scene, r = evaluer(scene, oracle, f, plafond=limite)
    terms: Terms = (("Enseignement", reserve(r, limite, scene.options), "TN-7.11"),)
    terms += scene[who].fiche.bears.figure("lecons").terms
    facts = ("quoi", nom(lecon.sujet)), ("reserve", max(0, total(terms)))
    oracle.tell(Event("lecons", who, maitre.id, "TN-7.11", terms, facts))
    return scene, replace(lecon, reserve=max(0, total(terms)))


def lecon_de(p: Personnage, sujet: str, maitre: str) -> Lecon | None:
    """What this master teaches him now: the step he is at."""
    visee = niveau(p.fiche, sujet) + 1
    return next((x for x in p.lecons if (x.sujet, x.maitre, x.visee) == (sujet, maitre, visee)), None)


@rule("TN-7.10")
class PrendreUnMaitre(Action, frozen=True, tag="prendre_un_maitre"):
    """A master for the next step of a subject: an ally asks nothing, anybody else is paid."""

    sujet: str
    maitre: Who
    allie: bool = False
    offers: ClassVar[dict[str, dict[str, str]]] = {"sujet": AUGMENTABLES}

    def prix(self, scene: Scene) -> int:
        gratuit = self.allie or self.maitre == self.actor
        return 0 if gratuit else prix(self.sujet, niveau(scene[self.actor].fiche, self.sujet) + 1)

    def closed(self, scene: Scene) -> Closed | None:
        found = en_paix(scene, "TN-7.10", self.actor, self.maitre)
        if found is not None:
            return found
        p = scene[self.actor]
        found = inconnu(p.fiche, self.sujet, scene.options)
        if found is not None:
            return found
        if lecon_de(p, self.sujet, self.maitre) is not None:
            return Closed("TN-7.11", "{} l'enseigne déjà : {}", (Someone(self.maitre), nom(self.sujet)))
        cout = self.prix(scene)
        if cout > p.fiche.pecule:
            return Closed("TN-7.10", "Un maître coûte {} pièces, il y en a {}", (cout, p.fiche.pecule))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p, cout = scene[self.actor], self.prix(scene)
        visee = niveau(p.fiche, self.sujet) + 1
        lecons = (*p.lecons, Lecon(self.sujet, self.maitre, visee))
        scene = scene.put(replace(p, lecons=lecons, fiche=replace(p.fiche, pecule=p.fiche.pecule - cout)))
        if cout:
            m = scene[self.maitre]
            scene = scene.put(replace(m, fiche=replace(m.fiche, pecule=m.fiche.pecule + cout)))
        facts = ("quoi", nom(self.sujet)), ("visee", visee), ("prix", cout)
        oracle.tell(Event("maitre", self.actor, self.maitre, "TN-7.10", (), facts))
        return scene


# ---------------------------------------------------------------- sessions


@rule("TN-7.14")
def manuel_suffit(sujet: str, visee: int, qualite: int) -> bool:
    """Whether a manual is a source: up to its quality for a level, 14 more for an attribute."""
    return qualite + (14 if partage(sujet)[0] == ATTRIBUT else 0) >= visee


class SEntrainer(Action, frozen=True, tag="s_entrainer"):
    """Time spent on one subject, today and on as many days as one likes: alone, with a master, from a manual.

    What is learned counts when those days are over; until he has enough.
    """

    sujet: str
    activite: Activite = "longue"
    jours: Annotated[int, Meta(ge=1, le=DE_SUITE)] = 1
    maitre: WhoOrNobody = ""
    manuel: bool = False
    qualite: Annotated[int, Meta(ge=-5, le=6)] = 0  # of the manual
    asks: ClassVar[bool] = True
    offers: ClassVar[dict[str, dict[str, str]]] = {"sujet": SUJETS}

    @property
    def trait(self) -> bool:
        return partage(self.sujet)[0] == TRAIT

    @rule("TN-7.14", "TN-7.15")
    def source(self, scene: Scene) -> bool:
        """A master who has reached what he teaches, or a manual that is good enough; a trait wants none."""
        if self.trait:
            return True
        p = scene[self.actor]
        visee = niveau(p.fiche, self.sujet) + 1
        du_maitre = bool(self.maitre) and qualifie(p, scene[self.maitre], self.sujet, visee)
        return du_maitre or (self.manuel and manuel_suffit(self.sujet, visee, self.lu(p)))

    @rule("TN-7.14")
    def lu(self, p: Personnage) -> int:
        """The quality of the manual: the one that was said, or of what he has the best; a thick one is worth more."""
        siens = [x.objet for x in places(p.equipement) if x.objet.sorte.genre == MANUEL and x.objet.utilisable]
        return max([self.qualite, *[x.qualite + x.categorie - 1 for x in siens]])

    def closed(self, scene: Scene) -> Closed | None:
        found = en_paix(scene, "TN-7.5", self.actor, *((self.maitre,) if self.maitre else ()))
        if found is not None:
            return found
        p = scene[self.actor]
        found = sujet_inconnu(p.fiche, self.sujet, scene.options)
        if found is not None:
            return found
        if self.activite == "une_action":
            return Closed("TN-7.5", "Une seule action n'est pas un entraînement : il faut une activité entière")
        if encore(p.fiche, self.sujet, scene.jour) < 1:
            return Closed("TN-7.7", "{} : assez appris pour aujourd'hui", (nom(self.sujet),))
        if self.maitre and (self.trait or lecon_de(p, self.sujet, self.maitre) is None):
            return Closed("TN-7.10", "{} n'est pas son maître : {}", (Someone(self.maitre), nom(self.sujet)))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        scene = self.lecons(scene, oracle)
        p, source = scene[self.actor], self.source(scene)
        terms: Terms = ()
        for jour in range(scene.jour, scene.jour + self.jours):
            if acquis(p.fiche, self.sujet) < total(requis(p.fiche, self.sujet)) or not terms:
                p, du_jour = self.un_jour(p, jour, source)
                terms = somme(terms, du_jour)
        f = p.fiche
        facts = ("quoi", nom(self.sujet)), ("gagne", total(terms)), ("acquis", acquis(f, self.sujet))
        outcome = ("requis", total(requis(f, self.sujet))), ("source", source)
        oracle.tell(Event("seance", p.id, self.maitre, "TN-7.5", terms, (*facts, *outcome)))
        return scene.put(p)

    def lecons(self, scene: Scene, oracle: Oracle) -> Scene:
        """A master who has not taught him yet makes his test first."""
        p = scene[self.actor]
        lecon = lecon_de(p, self.sujet, self.maitre) if self.maitre else None
        if lecon is None or lecon.reserve >= 0:
            return scene
        scene, apprise = commencer(scene, oracle, self.actor, lecon)
        p = scene[self.actor]
        return scene.put(replace(p, lecons=tuple([apprise if x == lecon else x for x in p.lecons])))

    @rule("TN-7.6", "TN-7.7", "TN-7.12", "TN-7.29")
    def un_jour(self, p: Personnage, jour: int, source: bool) -> tuple[Personnage, Terms]:
        """1 for a short activity, 2 for a long one, and as much again from the master while he has any left."""
        f = p.fiche
        n = min(GAINS[self.activite], encore(f, self.sujet, jour))
        terms: Terms = (("Activité", n, "TN-7.29" if self.trait else "TN-7.6"),)
        lecon = lecon_de(p, self.sujet, self.maitre) if self.maitre else None
        if lecon is not None and lecon.reserve:
            du_maitre = min(n, lecon.reserve)
            terms += (("Maître", du_maitre, "TN-7.12"),)
            reste = replace(lecon, reserve=lecon.reserve - du_maitre)
            p = replace(p, lecons=tuple([reste if x == lecon else x for x in p.lecons]))
        a = f.apprentissages.get(self.sujet, Apprentissage())
        plus = replace(a, ta=a.ta + total(terms)) if source else replace(a, seul=a.seul + total(terms))
        plus = replace(plus, jour=jour, du_jour=n + (a.du_jour if a.jour == jour else 0))
        return replace(p, fiche=replace(f, apprentissages={**f.apprentissages, self.sujet: plus})), terms


def somme(terms: Terms, plus: Terms) -> Terms:
    """Terms of several days, each label once."""
    found = {label: (label, n, regle) for label, n, regle in terms}
    for label, n, regle in plus:
        found[label] = (label, n + found[label][1] if label in found else n, regle)
    return tuple(found.values())


class Apprendre(SEntrainer, frozen=True, tag="apprendre"):
    """The same with something one has not begun yet: which, is chosen."""

    asks: ClassVar[bool] = True
    rank: ClassVar[int] = 80
    choose: ClassVar[bool] = True


@rule("TN-7.5")
class PasserDesJours(Action, frozen=True, tag="passer_des_jours"):
    """Days go by, for everybody."""

    jours: Annotated[int, Meta(ge=1, le=DE_SUITE)] = 1
    master: ClassVar[bool] = True
    rank: ClassVar[int] = 97

    def closed(self, scene: Scene) -> Closed | None:
        return en_paix(scene, "TN-7.5", self.actor)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        oracle.tell(Event("jours", self.actor, "", "TN-7.5", (), (("jours", self.jours),)))
        return laisser_passer(scene, oracle, self.jours * JOUR)


ACTIONS = (SEntrainer, Apprendre, PrendreUnMaitre, PasserDesJours)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """To go on with what was begun, with whoever teaches it."""
    enseignes = [x for x in p.lecons if x.visee == niveau(p.fiche, x.sujet) + 1 and x.reserve]
    for lecon in enseignes:
        yield SEntrainer(p.id, lecon.sujet, maitre=lecon.maitre)
    for sujet in commences(p.fiche):
        if not any(x.sujet == sujet for x in enseignes) and acquis(p.fiche, sujet) < total(requis(p.fiche, sujet)):
            yield SEntrainer(p.id, sujet)
    siennes = (Apprendre(p.id, f"{COMPETENCE}:{id}") for id in p.fiche.competences)
    yield from islice((x for x in siennes if x.closed(scene) is None), 1)
