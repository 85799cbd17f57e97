"""Works under way: what begins one, a day at it, what it ends in; taking up another's, giving it up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta
from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.moments import Moment
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.sentence import Someone, Typed
from tablee.kernel.tally import Terms, total

from ...model.effects import Essai
from ...model.inventaire import Place, avec, changer, places
from ...model.ouvrages import ARTISANAT, METIERS, Atelier, Ouvrage, Patron
from ...model.people import Personnage
from ...model.scene import Scene
from ...model.things import MODELES, Objet
from ..c0_tests import Figures, Jet, Resultat, figures, figures_d_essai, jet, tester
from ..c0_tests.actions import absent, refuse
from ..c4_caracteristiques.repos import en_paix
from .artisanat import (
    ECHECS,
    EVEIL,
    RECUL,
    attribut,
    difficulte,
    finition,
    heures,
    matiere,
    objectif,
    qualite_maximale,
)
from .solidite import degrader

Etat = Literal["en_cours", "securise", "fini"]
DE_SUITE = 100  # days
JOUR, HEURES = "artisanat:jour", "artisanat:heures"  # when somebody last worked, and how long on that day
RAVAGE = 10**6  # more than anything can suffer

ouvrage_fini: Moment[[Ouvrage]] = Moment("ouvrage_fini")  # a promotion has its price in créativité


# ---------------------------------------------------------------- finding things


def ouvrage(scene: Scene, nom: str) -> Ouvrage | None:
    return next((o for o in scene.ouvrages if o.nom == nom), None)


def noter(scene: Scene, o: Ouvrage) -> Scene:
    """The scene with a work as it is now."""
    connus = [o if x.nom == o.nom else x for x in scene.ouvrages]
    return replace(scene, ouvrages=tuple(connus if o in connus else [*connus, o]))


def retirer(scene: Scene, nom: str) -> Scene:
    return replace(scene, ouvrages=tuple([o for o in scene.ouvrages if o.nom != nom]))


def baptiser(scene: Scene, o: Ouvrage) -> Ouvrage:
    """A work under a name of its own: « Épée longue », « Épée longue 2 »."""
    base, pris = o.nom or o.objet.sorte.nom, {x.nom for x in scene.ouvrages}
    noms = (base if n == 1 else f"{base} {n}" for n in range(1, len(pris) + 2))
    return replace(o, nom=next(nom for nom in noms if nom not in pris))


def ateliers(scene: Scene, who: str, o: Ouvrage) -> list[Atelier]:
    """The workshops where somebody can go on with a work: of its trade, fit for its catégorie, his or open to all."""
    ici = [x for x in scene.ateliers if o.metier in x.metiers and x.a in ("", who) and x.objet.utilisable]
    return [x for x in ici if x.categorie >= o.objet.categorie]


@rule("TN-9.152", "TN-9.157")
def outils(p: Personnage, metier: str) -> list[Place]:
    """The tools of a trade that somebody has and that can be used, the best first."""
    found = [x for x in places(p.equipement) if x.objet.sorte.nature == "outil" and metier in x.objet.sorte.pour]
    usable = [x for x in found if x.objet.utilisable]
    return sorted(usable, key=lambda x: (x.objet.qualite, x.objet.effective), reverse=True)


@rule("TN-9.151")
def materiels(p: Personnage, metier: str) -> list[Objet]:
    """The matériel of a trade that somebody has, the best first."""
    found = [x.objet for x in places(p.equipement)]
    mine = [x for x in found if x.sorte.nature == "materiel" and metier in x.sorte.pour and x.utilisable]
    return sorted(mine, key=lambda x: x.qualite, reverse=True)


# ---------------------------------------------------------------- matter


@rule("TN-9.150")
def reserves(p: Personnage, metier: str, qualite: int) -> list[Place]:
    """The raw matter of a trade that somebody has, good enough, the poorest first; a unit is worth a piece."""
    found = [x for x in places(p.equipement) if x.objet.sorte.nature == "matiere" and metier in x.objet.sorte.pour]
    return sorted([x for x in found if x.objet.qualite >= qualite], key=lambda x: x.objet.qualite)


@rule("TN-9.150", "TN-9.169")
def fournir(p: Personnage, metier: str, qualite: int, n: int) -> tuple[Personnage, Terms]:
    """Matter for so many pieces: what one has first, the rest bought."""
    terms: Terms = ()
    while n > 0 and (la := reserves(p, metier, qualite)):
        place = la[0]
        pris = min(n, place.objet.nombre)
        reste = replace(place.objet, nombre=place.objet.nombre - pris) if place.objet.nombre > pris else None
        p = replace(p, equipement=changer(p.equipement, place, reste))
        n -= pris
        terms += ((place.objet.sorte.nom, pris, "TN-9.150"),)
    if n > 0:
        p = replace(p, fiche=replace(p.fiche, pecule=p.fiche.pecule - n))
        terms += (("Pièces", n, "TN-9.169"),)
    return p, terms


def trop_cher(p: Personnage, metier: str, qualite: int, n: int) -> Closed | None:
    """Neither enough matter nor enough money."""
    la = sum([x.objet.nombre for x in reserves(p, metier, qualite)])
    if la + p.fiche.pecule >= n:
        return None
    return Closed("TN-9.169", "Il faut {} de matière ; il y en a {}, et {} pièces", (n, la, p.fiche.pecule))


# ---------------------------------------------------------------- beginning


@rule("TN-9.157")
def metier_ferme(scene: Scene, who: str, metier: str) -> Closed | None:
    """Somebody who can work, at a trade there is, in peace."""
    found = en_paix(scene, "TN-9.157", who)
    if found is not None:
        return found
    if metier not in METIERS:
        return Closed("TN-9.154", "Pas de métier « {} » ; métiers : {}", (Typed(metier), tuple(METIERS.values())))
    return None


@rule("TN-9.150", "TN-9.151", "TN-9.157", "TN-9.158", "TN-9.160")
def commencable(scene: Scene, o: Ouvrage) -> Closed | None:
    """Why a work cannot be begun: too good for who makes it, no matériel, no tools, no workshop, no matter."""
    p, q = scene[o.qui], o.objet.qualite
    au_plus = total(qualite_maximale(p, o.metier))
    if o.tache != "reparation" and q > au_plus:
        return Closed("TN-9.158", "{} ne travaille que jusqu'à la qualité {}, pas {}", (Someone(p.id), au_plus, q))
    if o.tache == "creation":
        materiel = next(iter(materiels(p, o.metier)), None)
        if materiel is None or materiel.qualite < q:
            bon = materiel.qualite if materiel is not None else "aucun"
            return Closed("TN-9.151", "Il faut un matériel de qualité {} au moins ; le meilleur : {}", (q, bon))
    if not outils(p, o.metier):
        return Closed("TN-9.157", "{} n'a pas d'outils pour cela : {}", (Someone(p.id), METIERS[o.metier]))
    if not ateliers(scene, p.id, o):
        facts = (METIERS[o.metier], o.objet.categorie)
        return Closed("TN-9.160", "Pas d'atelier ici : {}, catégorie {} au moins", facts)
    return trop_cher(p, o.metier, max(0, q), total(matiere(o)))


def entamer(scene: Scene, oracle: Oracle, o: Ouvrage) -> Scene:
    """Its matter is consumed, and it is under way."""
    o = replace(baptiser(scene, o), de=o.qui)
    p, payes = fournir(scene[o.qui], o.metier, max(0, o.objet.qualite), total(matiere(o)))
    facts = (
        ("ouvrage", o.nom),
        ("tache", TACHES[o.tache]),
        ("matiere", total(matiere(o))),
        ("difficulte", total(difficulte(o))),
        ("objectif", objectif(o)),
        ("payes", payes),
    )
    oracle.tell(Event("entame", o.qui, "", REGLES[o.tache], matiere(o), facts))
    return noter(scene.put(p), o)


TACHES = {
    "patron": "patron",
    "creation": "création",
    "reparation": "réparation",
    "modification": "modification",
    "amelioration": "amélioration",
    "promotion": "promotion",
    "particularite": "changement de particularité",
}
REGLES = {
    "patron": "TN-9.171",
    "creation": "TN-9.174",
    "reparation": "TN-9.176",
    "modification": "TN-9.177",
    "amelioration": "TN-9.178",
    "promotion": "TN-9.182",
    "particularite": "TN-9.187",
}


# ---------------------------------------------------------------- a day of work


@rule("TN-9.164", "TN-9.165")
def etat(o: Ouvrage, atelier: Atelier) -> Etat:
    """Under way, secured, or finished."""
    if not o.securise:
        return "en_cours"
    return "fini" if o.finition >= total(finition(o, atelier)) else "securise"


@rule("TN-9.163", "TN-9.159", "TN-9.172")
def figures_du_jour(scene: Scene, o: Ouvrage, outil: Objet) -> Figures:
    """The test of a day: the trade, with its tool; at an advantage by a pattern."""
    net: Terms = (("Patron", 1, "TN-9.172"),) if o.patron else ()
    return figures_d_essai(Essai(scene[o.qui], scene, None, attribut(o), o.metier, ARTISANAT, objet=outil), net=net)


@rule("TN-9.163", "TN-9.164", "TN-9.166")
def avancer(scene: Scene, oracle: Oracle, o: Ouvrage, outil: Objet, f: Figures, r: Resultat) -> Ouvrage:
    """The work after a test: a jet further on, or 20 back, never below 0."""
    terms: Terms = (("Échec", -min(RECUL, o.progression), "TN-9.163"),)
    if r.reussi:
        p = scene[o.qui]
        j = Jet(Essai(p, scene, None, f.attribut, objet=outil), f.ajustements, critique=r.critique)
        terms, _ = jet(oracle, j, outil.utile, "artisanat")
    progression = max(0, o.progression + total(terms))
    securise = progression >= objectif(o)
    apres = replace(o, progression=progression, echecs=min(1, o.echecs + (not r.reussi)), securise=securise, degre=r.dr)
    facts = ("ouvrage", o.nom), ("gain", total(terms)), ("progression", progression), ("objectif", objectif(o))
    oracle.tell(Event("ouvre", o.qui, "", "TN-9.163", terms, (*facts, ("securise", securise))))
    return apres


@rule("TN-9.163", "TN-9.165", "TN-9.166", "TN-9.167")
class Travailler(Action, frozen=True, tag="travailler"):
    """Days of work at one thing, from today on: a test each until it is secured, then its finishing.

    What is done counts on the day it is done: a work that ends later is handed over on that day.
    """

    ouvrage: str
    atelier: str = ""  # the best there is, if none is named
    outil: str = ""
    jours: Annotated[int, Meta(ge=1, le=DE_SUITE)] = 1

    asks: ClassVar[bool] = True
    rank: ClassVar[int] = 75
    looks: ClassVar[dict[str, Any]] = {
        "reussi": lambda before, after, events: all(e["reussi"] for e in events if e.what == "test")
    }
    offers: ClassVar[dict[str, dict[str, str]]] = {
        "outil": {id: m.nom for id, m in MODELES.items() if m.nature == "outil"}
    }

    def lieu(self, scene: Scene, o: Ouvrage) -> Atelier | None:
        la = [x for x in ateliers(scene, self.actor, o) if self.atelier in ("", x.nom)]
        return max(la, key=lambda x: x.qualite, default=None)

    def instrument(self, scene: Scene, o: Ouvrage) -> Objet | None:
        la = [x.objet for x in outils(scene[self.actor], o.metier) if self.outil in ("", x.objet.modele)]
        return next(iter(la), None)

    def premier(self, scene: Scene, o: Ouvrage) -> int:
        """The first day that is still free for it."""
        return max(scene.jour, o.jour + 1)

    def closed(self, scene: Scene) -> Closed | None:
        found = en_paix(scene, "TN-9.157", self.actor) or sans_ouvrage(scene, self.actor, self.ouvrage)
        if found is not None:
            return found
        o = ouvrage(scene, self.ouvrage)
        assert o is not None
        lieu, p = self.lieu(scene, o), scene[self.actor]
        if lieu is None:
            facts = (METIERS[o.metier], o.objet.categorie)
            return Closed("TN-9.160", "Pas d'atelier ici : {}, catégorie {} au moins", facts)
        if self.instrument(scene, o) is None:
            return Closed("TN-9.157", "{} n'a pas d'outils pour cela : {}", (Someone(p.id), METIERS[o.metier]))
        if etat(o, lieu) == "fini":
            return Closed("TN-9.165", "Il ne reste qu'à attendre la fin des jours de travail")
        if self.jours == 1 and self.premier(scene, o) > scene.jour:
            return Closed("TN-9.167", "Une journée de travail y est déjà passée aujourd'hui")
        if deja(p, self.premier(scene, o)) + heures(lieu) > EVEIL:
            prises = deja(p, self.premier(scene, o))
            return Closed("TN-9.167", "Il faut {} heures de suite, et {} sont déjà prises", (heures(lieu), prises))
        of = attribut(o), o.metier, ARTISANAT
        return refuse(scene, p, *of, Essai(p, scene, None, *of))

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        o = ouvrage(scene, self.ouvrage)
        assert o is not None
        premier = self.premier(scene, o)
        for jour in range(premier, premier + self.jours):
            lieu, outil = self.lieu(scene, o), self.instrument(scene, o)
            p = scene[self.actor]
            if lieu is None or outil is None or deja(p, jour) + heures(lieu) > EVEIL:
                break
            passees = {JOUR: jour, HEURES: deja(p, jour) + heures(lieu)}
            scene = scene.put(replace(p, usages={**p.usages, **passees}))
            scene, o = un_jour(scene, oracle, replace(o, jour=jour), lieu, outil)
            if o is None or etat(o, lieu) == "fini":
                break
        return scene if o is None else remettre(scene, oracle, o, self.lieu(scene, o))


def deja(p: Personnage, jour: int) -> int:
    """Hours somebody has worked on a day; up to the last one he has given away all are taken."""
    dernier = p.usages.get(JOUR, -1)
    return EVEIL if dernier > jour else p.usages.get(HEURES, 0) if dernier == jour else 0


@rule("TN-9.163", "TN-9.165", "TN-9.166")
def un_jour(scene: Scene, oracle: Oracle, o: Ouvrage, lieu: Atelier, outil: Objet) -> tuple[Scene, Ouvrage | None]:
    """One day: of finishing if it is secured, else a test. None: that was one failure too many."""
    if o.securise:
        o = replace(o, finition=o.finition + 1)
        facts = ("ouvrage", o.nom), ("jours", o.finition), ("requis", total(finition(o, lieu)))
        oracle.tell(Event("finition", o.qui, "", "TN-9.165", finition(o, lieu), facts))
        return noter(scene, o), o
    f = figures_du_jour(scene, o, outil)
    scene, r = tester(scene, oracle, f, (total(difficulte(o)),))
    apres = avancer(scene, oracle, o, outil, f, r)
    if not r.reussi and o.echecs + 1 >= ECHECS:
        return rater(scene, oracle, apres), None
    return noter(scene, apres), apres


def remettre(scene: Scene, oracle: Oracle, o: Ouvrage, lieu: Atelier | None) -> Scene:
    """A finished work is handed over on its day."""
    if lieu is None or etat(o, lieu) != "fini" or o.jour > scene.jour:
        return scene
    return achever(scene, oracle, o)


# ---------------------------------------------------------------- what it ends in


@rule("TN-9.165", "TN-9.171", "TN-9.175", "TN-9.176.2", "TN-9.177", "TN-9.178", "TN-9.181", "TN-9.187")
def achever(scene: Scene, oracle: Oracle, o: Ouvrage) -> Scene:
    """What it was for is there: a pattern, a thing, as it was to be."""
    p = scene[o.qui]
    facts = ("ouvrage", o.nom), ("tache", TACHES[o.tache]), ("nombre", o.nombre), ("reussi", True)
    oracle.tell(Event("ouvrage", p.id, "", "TN-9.165", (), facts))
    if o.tache == "patron":
        p = replace(p, patrons=(*p.patrons, Patron(o.objet)))
    else:
        p = replace(p, equipement=avec(p.equipement, "sac", rendu(o)))
    return ouvrage_fini(retirer(scene.put(p), o.nom), oracle, o)


@rule("TN-9.121", "TN-9.175", "TN-9.176.2")
def rendu(o: Ouvrage) -> Objet:
    """The thing as it comes out: mended by a level for each degree, one at least; new, it is of today."""
    if o.tache == "reparation":
        rendus = max(1, o.degre)
        return replace(o.objet, degradation=max(0, o.objet.degradation - rendus * o.objet.integrite))
    if o.tache == "creation":
        return replace(o.objet, nombre=o.nombre, depuis=o.jour if o.objet.sorte.durabilite else None)
    return o.objet


@rule("TN-9.166", "TN-9.177.2", "TN-9.178")
def rater(scene: Scene, oracle: Oracle, o: Ouvrage) -> Scene:
    """Matter is lost; what was modified has suffered a level, what was improved is broken, all else is as it was."""
    facts = ("ouvrage", o.nom), ("tache", TACHES[o.tache]), ("nombre", o.nombre), ("reussi", False)
    oracle.tell(Event("ouvrage", o.qui, "", "TN-9.166", (), facts))
    scene = retirer(scene, o.nom)
    rendu = restitue(o)
    if rendu is None:
        return scene
    if o.tache in ("modification", "particularite"):
        rendu = degrader(rendu, rendu.integrite)
    elif o.tache == "amelioration":
        rendu = degrader(rendu, RAVAGE)
    p = scene[o.qui]
    return scene.put(replace(p, equipement=avec(p.equipement, "sac", rendu)))


def restitue(o: Ouvrage) -> Objet | None:
    """The thing a work was begun with, as it was; None: there was but matter."""
    return o.objet if o.tache == "reparation" else o.avant


@rule("TN-9.166")
class AbandonnerOuvrage(Action, frozen=True, tag="abandonner_ouvrage"):
    """Gives a work up: its matter is lost, the thing it was begun with is as it was."""

    ouvrage: str

    weighty: ClassVar[bool] = True
    rank: ClassVar[int] = 96

    def closed(self, scene: Scene) -> Closed | None:
        return absent(scene, self.actor) or sans_ouvrage(scene, self.actor, self.ouvrage)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        o = ouvrage(scene, self.ouvrage)
        assert o is not None
        facts = ("ouvrage", o.nom), ("tache", TACHES[o.tache])
        oracle.tell(Event("delaisse", self.actor, "", "TN-9.166", (), facts))
        scene, rendu = retirer(scene, o.nom), restitue(o)
        if rendu is None:
            return scene
        p = scene[self.actor]
        return scene.put(replace(p, equipement=avec(p.equipement, "sac", rendu)))


@rule("TN-9.165")
class Recueillir(Action, frozen=True, tag="recueillir"):
    """Takes what was finished on a day that has come."""

    ouvrage: str

    rank: ClassVar[int] = 74

    def closed(self, scene: Scene) -> Closed | None:
        found = absent(scene, self.actor) or sans_ouvrage(scene, self.actor, self.ouvrage)
        if found is not None:
            return found
        o = ouvrage(scene, self.ouvrage)
        assert o is not None
        if fini(scene, o) is None:
            return Closed("TN-9.165", "« {} » n'est pas fini", (Typed(o.nom),))
        if o.jour > scene.jour:
            return Closed("TN-9.165", "« {} » sera fini dans {} jour(s)", (Typed(o.nom), o.jour - scene.jour))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        o = ouvrage(scene, self.ouvrage)
        assert o is not None
        return achever(scene, oracle, o)


def fini(scene: Scene, o: Ouvrage) -> Atelier | None:
    """The workshop by which a work is finished, if it is."""
    return next((x for x in ateliers(scene, o.qui, o) if etat(o, x) == "fini"), None)


@rule("TN-9.168")
class Reprendre(Action, frozen=True, tag="reprendre_ouvrage"):
    """Takes up what another has begun: a test of the trade with Ruse, once a day."""

    ouvrage: str

    rank: ClassVar[int] = 76
    looks: ClassVar[dict[str, Any]] = {"reussi": lambda before, after, events: any(e.what == "reprise" for e in events)}

    @property
    def essai(self) -> str:
        return f"reprise:{self.ouvrage}"

    def closed(self, scene: Scene) -> Closed | None:
        found = en_paix(scene, "TN-9.168", self.actor)
        o = ouvrage(scene, self.ouvrage)
        if found is not None or o is None:
            return found or Closed("TN-9.168", "Pas d'ouvrage « {} »", (Typed(self.ouvrage),))
        if o.qui == self.actor:
            return Closed("TN-9.168", "C'est déjà son ouvrage")
        if scene[self.actor].usages.get(self.essai) == scene.jour:
            return Closed("TN-9.168", "Déjà tenté aujourd'hui")
        p, of = scene[self.actor], ("RUS", o.metier, ARTISANAT)
        return refuse(scene, p, *of, Essai(p, scene, None, *of))

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        o, p = ouvrage(scene, self.ouvrage), scene[self.actor]
        assert o is not None
        scene = scene.put(replace(p, usages={**p.usages, self.essai: scene.jour}))
        f = figures(scene, scene[self.actor], "RUS", o.metier, ARTISANAT)
        scene, r = tester(scene, oracle, f, (total(difficulte(o)),))
        if not r.reussi:
            return scene
        oracle.tell(Event("reprise", self.actor, o.qui, "TN-9.168", (), (("ouvrage", o.nom),)))
        return noter(scene, replace(o, qui=self.actor))


def sans_ouvrage(scene: Scene, who: str, nom: str) -> Closed | None:
    o = ouvrage(scene, nom)
    if o is None or o.qui != who:
        return Closed("TN-9.163", "{} n'a pas d'ouvrage « {} »", (Someone(who), Typed(nom)))
    return None


ACTIONS = (Travailler, Recueillir, Reprendre, AbandonnerOuvrage)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    for o in scene.ouvrages:
        if o.qui != p.id:
            yield Reprendre(p.id, o.nom)
            continue
        yield Recueillir(p.id, o.nom) if fini(scene, o) is not None else Travailler(p.id, o.nom)
        yield AbandonnerOuvrage(p.id, o.nom)
