"""Diseases: how one is caught, how it incubates and breaks out, what care and rest take off it, how it kills."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import Who, WhoOrNobody
from tablee.kernel.sentence import Someone, Typed
from tablee.kernel.tally import Term, Terms, total

from ...model.effects import EFFECTS, Essai
from ...model.maladies import FORMES, GRAVITES_DE_MALADIE, MAUX, Mal, Maladie, affaiblissement
from ...model.people import Personnage
from ...model.scene import Scene
from ..c0_tests import Figures, Resultat, evaluer
from ..c0_tests.actions import hors_bornes
from ..c0_tests.resolution import EVALUATION
from ..c1_attributs import defense_passive
from ..c4_caracteristiques.repos import Grade, au_repos, laisser_passer, repose, temps_passe
from ..c4_caracteristiques.ressources import devenir, est_mort
from ..c4_caracteristiques.sauvegardes import figures_de_sauvegarde, sauvegarder
from ..c4_caracteristiques.seuils import valeur_de_defense
from ..c4_caracteristiques.soins import (
    MEDICAUX,
    deja_soigne,
    figures_de_soin,
    jet_de_soin,
    malus_de_soin,
    ni_present_ni_vif,
    soigne_par,
)
from .stress import hors_d_atteinte

HEURE = 3600
COMPLEXE = 5  # TN-10.4: on the difficulty of care
PAR_INTERMEDIAIRE = 2  # TN-10.8
NOMS = {id: mal.nom for id, mal in MAUX.items()}


# ---------------------------------------------------------------- figures


@rule("TN-10.6", "TN-10.8")
def difficulte_de(mal: Mal, intermediaires: int = 0) -> Terms:
    """What the save must exceed: its severity, its particularités, 2 less for each intermediary."""
    terms: Terms = ((GRAVITES_DE_MALADIE[mal.gravite].nom, GRAVITES_DE_MALADIE[mal.gravite].difficulte, "TN-10.6"),)
    plus = mal.des_particularites("difficulte")
    terms += (("Particularités", plus, "TN-10.8"),) if plus else ()
    moins = -PAR_INTERMEDIAIRE * intermediaires
    return (*terms, ("Intermédiaires", moins, "TN-10.8")) if moins else terms


@rule("TN-10.1", "TN-10.8")
def gravite_contractee(mal: Mal, r: Resultat, intermediaires: int = 0) -> Terms:
    """The gravité one catches it with: its difficulty, its particularités; half as much again if badly failed."""
    terms = difficulte_de(mal, intermediaires)
    plus = mal.des_particularites("gravite")
    terms += (("Gravité propre", plus, "TN-10.8"),) if plus else ()
    manque = 1 - total(terms)
    terms += (("Minimum 1", manque, "TN-10.1"),) if manque > 0 else ()
    return (*terms, ("Échec critique", -(-total(terms) // 2), "TN-4.81")) if r.critique else terms


@rule("TN-10.5")
def figures_contre(scene: Scene, p: Personnage, mal: Mal) -> Figures:
    """The save against a disease: of the body, of the mind; against both the lower of the two."""
    saves = [figures_de_sauvegarde(scene, p, id) for id in FORMES[mal.forme].sauvegardes]
    return min(saves, key=lambda f: total(f.modificateurs))


@rule("TN-10.3", "TN-10.4", "TN-10.8")
def difficulte_des_soins(mal: Mal) -> Terms:
    """An évaluation; a complex disease is harder to care for, a rare one too, a common one easier."""
    terms: Terms = (("Évaluation", EVALUATION, "TN-10.3"),)
    terms += (("Maladie complexe", COMPLEXE, "TN-10.4"),) if mal.complexe else ()
    plus = mal.des_particularites("soin")
    return (*terms, ("Particularités", plus, "TN-10.8")) if plus else terms


@rule("TN-10.3", "TN-10.8")
def remission(p: Personnage, m: Maladie, repos: tuple[Grade, ...], options: tuple[str, ...]) -> Terms:
    """What a rest takes off its gravité: the récupération of conditions; of an endless one nothing."""
    if m.sorte.marque("sans_fin"):
        return ()
    terms = au_repos(p, f"condition:{m.sorte.forme}", repos, options)
    plus = m.sorte.des_particularites("recuperation")
    terms += (("Particularités", plus, "TN-10.8"),) if plus else ()
    return (*terms, ("Minimum 0", -total(terms), "TN-10.3")) if total(terms) < 0 else terms


@rule("TN-10.4")
@EFFECTS.on("defense", of="malade")
def defenses_affaiblies(c: Essai) -> Term | None:
    """An attribute that is lowered defends less."""
    n = affaiblissement(c.p.maladies).get(c.attribut, 0)
    if not n:
        return None
    valeur = total(valeur_de_defense(c.p, c.attribut))
    ecart = total(defense_passive(c.attribut, valeur - n)) - total(defense_passive(c.attribut, valeur))
    return ("Maladie", ecart, "TN-10.4") if ecart else None


# ---------------------------------------------------------------- its course


def porte(p: Personnage, id: str) -> Maladie | None:
    return next((m for m in p.maladies if m.id == id), None)


def noter(scene: Scene, oracle: Oracle, who: str, m: Maladie, apres: Maladie | None) -> Scene:
    """Somebody with a disease as it is now, or without it."""
    p = scene[who]
    maladies = tuple([x for x in (apres if x is m else x for x in p.maladies) if x is not None])
    return devenir(scene, oracle, replace(p, maladies=maladies))


@rule("TN-10.1", "TN-10.2")
def exposer(scene: Scene, oracle: Oracle, who: str, id: str, intermediaires: int = 0, par: str = "") -> Scene:
    """Somebody is exposed to a disease: a save keeps it off; else he has it, and it incubates."""
    mal = MAUX[id]
    difficulte = total(difficulte_de(mal, intermediaires))
    scene, r = sauvegarder(scene, oracle, figures_contre(scene, scene[who], mal), difficulte)
    if r.reussi:
        oracle.tell(Event("maladie_evitee", who, par, "TN-10.1", (), (("maladie", mal.nom), ("reussi", True))))
        return scene
    terms = gravite_contractee(mal, r, intermediaires)
    n = total(terms)
    p = scene[who]
    m = Maladie(id, n, scene.clock + n * HEURE, intermediaires, par)
    oracle.tell(Event("maladie", who, par, "TN-10.1", terms, (("maladie", mal.nom), ("points", n), ("heures", n))))
    return scene.put(replace(p, maladies=(*p.maladies, m)))


@temps_passe.then("TN-10.2")
def incuber(scene: Scene, oracle: Oracle) -> Scene:
    """What has incubated long enough breaks out, twice as bad."""
    for p in scene.people.values():
        for m in p.maladies:
            if not m.declaree and m.incube <= scene.clock and not est_mort(scene, scene[p.id]):
                scene = declarer(scene, oracle, p.id, m)
    return scene


@rule("TN-10.2", "TN-10.4", "TN-10.7")
def declarer(scene: Scene, oracle: Oracle, who: str, m: Maladie) -> Scene:
    """Incubation is over: the gravité doubles, the penalties are there, the rémission begins."""
    apres = replace(m, gravite=2 * m.gravite, incube=-1)
    terms: Terms = (("Gravité", m.gravite, "TN-10.1"), ("Fin de l'incubation", m.gravite, "TN-10.2"))
    facts = ("maladie", m.sorte.nom), ("points", apres.gravite), ("affaibli", affaibli(apres))
    oracle.tell(Event("maladie_declaree", who, "", "TN-10.2", terms, facts))
    return noter(scene, oracle, who, m, apres)


def affaibli(m: Maladie) -> tuple[str, ...]:
    """What it does now, attribute by attribute."""
    return tuple([f"{a} -{n}" for a, n in m.penalites.items()]) or (f"{m.points}",)


@rule("TN-10.3")
def soulager(scene: Scene, oracle: Oracle, who: str, m: Maladie, terms: Terms) -> Scene:
    """So much off its gravité; at nothing it is cured."""
    n = min(m.gravite, total(terms))
    if n <= 0:
        return scene
    apres = replace(m, gravite=m.gravite - n)
    if not apres.gravite:
        oracle.tell(Event("maladie_guerie", who, "", "TN-10.3", terms, (("maladie", m.sorte.nom),)))
        return noter(scene, oracle, who, m, None)
    facts = ("maladie", m.sorte.nom), ("perdues", n), ("gravite_restante", apres.gravite), ("affaibli", affaibli(apres))
    oracle.tell(Event("maladie_recule", who, "", "TN-10.3", terms, facts))
    return noter(scene, oracle, who, m, apres)


@repose.then("TN-10.3", "TN-10.32")
def au_fil_du_repos(scene: Scene, oracle: Oracle, who: str, conditions: tuple[Grade, ...]) -> Scene:
    """Rémission: every disease that has broken out loses what a rest takes off it."""
    pertes = [(m, remission(scene[who], m, conditions, scene.options)) for m in scene[who].maladies if m.declaree]
    for m, terms in pertes:
        scene = soulager(scene, oracle, who, m, terms)
    return scene


# ---------------------------------------------------------------- what is done


def inconnue(id: str) -> Closed | None:
    return None if id in MAUX else Closed("TN-10.9", "Pas de maladie « {} »", (Typed(id),))


def deja_malade(scene: Scene, who: str, id: str) -> Closed | None:
    if porte(scene[who], id) is None:
        return None
    return Closed("TN-10.1", "{} l'a déjà : {}", (Someone(who), NOMS[id]))


@rule("TN-10.1", "TN-10.5", "TN-10.6", "TN-10.8", "TN-10.9")
class ExposerALaMaladie(Action, frozen=True, tag="exposer_a_la_maladie"):
    """Somebody is exposed to a disease: bad water, a bite, too many nights in the fog."""

    maladie: str
    intermediaires: int = 0

    master = True
    rank = 92
    offers = {"maladie": NOMS}
    looks = {"malade": lambda before, after, events: any(e.what == "maladie" for e in events)}

    def closed(self, scene: Scene) -> Closed | None:
        return (
            hors_d_atteinte(scene, "TN-10.1", self.actor)
            or inconnue(self.maladie)
            or hors_bornes("TN-10.8", "Intermédiaires", self.intermediaires, 0, 9)
            or deja_malade(scene, self.actor, self.maladie)
        )

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        return exposer(scene, oracle, self.actor, self.maladie, self.intermediaires)


@rule("TN-10.8")
class Contaminer(Action, frozen=True, tag="contaminer"):
    """A contagious disease passes to somebody in contact with whoever has it: one more intermediary."""

    maladie: str
    cible: Who

    master = True
    rank = 92
    offers = {"maladie": NOMS}
    looks = ExposerALaMaladie.looks

    def closed(self, scene: Scene) -> Closed | None:
        found = hors_d_atteinte(scene, "TN-10.8", self.actor, self.cible) or inconnue(self.maladie)
        if found is not None:
            return found
        if self.cible == self.actor:
            return Closed("TN-10.8", "On ne se contamine pas soi-même")
        if porte(scene[self.actor], self.maladie) is None:
            return Closed("TN-10.8", "{} n'a pas cette maladie : {}", (Someone(self.actor), NOMS[self.maladie]))
        if not MAUX[self.maladie].marque("contagieuse"):
            return Closed("TN-10.8", "{} n'est pas contagieuse", (NOMS[self.maladie],))
        return deja_malade(scene, self.cible, self.maladie)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        m = porte(scene[self.actor], self.maladie)
        assert m is not None
        return exposer(scene, oracle, self.cible, self.maladie, m.intermediaires + 1, self.actor)


@rule("TN-10.3", "TN-10.4", "TN-10.8")
class SoignerMaladie(Action, frozen=True, tag="soigner_maladie"):
    """Care of a disease that has broken out: twenty minutes of médecine; reached, the jet comes off its gravité."""

    patient: Who
    maladie: str

    rank = 76
    offers = {"maladie": NOMS}
    looks = {
        "reussi": lambda before, after, events: any(e.what in ("maladie_recule", "maladie_guerie") for e in events)
    }

    def closed(self, scene: Scene) -> Closed | None:
        found = inconnue(self.maladie) or ni_present_ni_vif(scene, self.actor, self.patient, "medecine")
        if found is not None:
            return found
        m = porte(scene[self.patient], self.maladie)
        if m is None:
            return Closed("TN-10.3", "{} n'a pas cette maladie : {}", (Someone(self.patient), NOMS[self.maladie]))
        if not m.declaree:
            return Closed("TN-10.2", "{} incube encore : sa gravité ne peut pas baisser", (NOMS[self.maladie],))
        if scene.encounter is not None or scene.rixe is not None:
            return Closed("TN-8.312", "Pas pendant une confrontation")
        return deja_soigne(scene, self.actor, self.patient)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        scene = laisser_passer(scene, oracle, MEDICAUX)
        m = porte(scene[self.patient], self.maladie)
        assert m is not None
        malus = malus_de_soin(scene[self.patient], "traumatisme" if m.sorte.forme == "mental" else "blessure")
        f = figures_de_soin(scene, self.actor, self.patient, "medecine", malus)
        scene, r = evaluer(scene, oracle, f, total(difficulte_des_soins(m.sorte)))
        scene = soigne_par(scene, self.actor, self.patient)
        return soulager(scene, oracle, self.patient, m, jet_de_soin(scene, oracle, f, r.dr)) if r.reussi else scene


@rule("TN-10.9")
class DonnerMaladie(Action, frozen=True, tag="donner_maladie"):
    """Somebody has a disease, of this gravité, as the game master decides; without incubation if he says so."""

    maladie: str
    gravite: int = 10
    declaree: bool = True
    par: WhoOrNobody = ""

    master = True
    rank = 92
    offers = {"maladie": NOMS}

    def closed(self, scene: Scene) -> Closed | None:
        return (
            hors_d_atteinte(scene, "TN-10.1", self.actor, *((self.par,) if self.par else ()))
            or inconnue(self.maladie)
            or hors_bornes("TN-10.1", "Gravité", self.gravite, 1, 200)
            or deja_malade(scene, self.actor, self.maladie)
        )

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p, mal = scene[self.actor], MAUX[self.maladie]
        incube = -1 if self.declaree else scene.clock + self.gravite * HEURE
        m = Maladie(self.maladie, self.gravite, incube, par=self.par)
        heures = 0 if self.declaree else self.gravite
        facts = ("maladie", mal.nom), ("points", self.gravite), ("heures", heures)
        oracle.tell(Event("maladie", p.id, self.par, "TN-10.9", (("Gravité", self.gravite, "TN-10.9"),), facts))
        return devenir(scene, oracle, replace(p, maladies=(*p.maladies, m)))


class LeverMaladie(Action, frozen=True, tag="lever_maladie"):
    """A disease of somebody's ends, by decision of the game master: a remedy of the story, a miracle."""

    maladie: str

    master = True
    rank = 92
    offers = {"maladie": NOMS}

    def closed(self, scene: Scene) -> Closed | None:
        found = hors_d_atteinte(scene, "TN-10.3", self.actor) or inconnue(self.maladie)
        if found is not None or porte(scene[self.actor], self.maladie) is not None:
            return found
        return Closed("TN-10.3", "{} n'a pas cette maladie : {}", (Someone(self.actor), NOMS[self.maladie]))

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        m = porte(scene[self.actor], self.maladie)
        assert m is not None
        oracle.tell(Event("maladie_guerie", self.actor, "", "TN-10.3", (), (("maladie", m.sorte.nom),)))
        return noter(scene, oracle, self.actor, m, None)


ACTIONS = (SoignerMaladie, ExposerALaMaladie, Contaminer, DonnerMaladie, LeverMaladie)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    for q in scene.people.values():
        yield from (SoignerMaladie(p.id, q.id, m.id) for m in q.maladies if m.declaree)
    for m in p.maladies:
        yield LeverMaladie(p.id, m.id)
        if m.sorte.marque("contagieuse"):
            yield from (Contaminer(p.id, m.id, q.id) for q in scene.people.values() if q is not p)
    yield ExposerALaMaladie(p.id, next(iter(MAUX)))
