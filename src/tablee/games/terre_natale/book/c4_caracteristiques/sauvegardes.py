"""Saves: tests that the game master calls for, what is paid on them, what they leave of whatever called for them."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.game import Switch
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import ALL, Amount, Closed, Oracle, Question
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Typed
from tablee.kernel.tally import Term, Terms, total

from ...model.caracteristiques import SAUVEGARDES
from ...model.effects import EFFECTS, Essai
from ...model.people import Personnage
from ...model.scene import Scene
from ..c0_tests.actions import CIRCONSTANCES, absent, circonstance_inconnue, hors_bornes, terme
from ..c0_tests.des import gain
from ..c0_tests.echelles import difficulte_de_sauvegarde
from ..c0_tests.figures import Figures, figures_d_essai
from ..c0_tests.resolution import (
    Mesure,
    Resultat,
    apres_test,
    avec_les_des,
    comparer,
    impossible,
    mesurer,
    raconter_un_test,
)
from .ressources import est_mort, nom_de, perdre

A_CINQ = "critiques_des_sauvegardes"
SWITCHES = (Switch(A_CINQ, "TN-4.91"),)
PAYEES: dict[str, str] = {"physique": "PV", "mental": "PS"}
REGLE_PAYEE = {"PV": "TN-4.6", "PS": "TN-4.11"}
CONSCIENCE = ((10, "se situe"), (15, "voit les menaces présentes"), (20, "pressent ce qui peut survenir"))


# ---------------------------------------------------------------- criticals


@rule("TN-4.91")
@EFFECTS.on("criticite:sauvegarde")
def critique_a_cinq(c: Essai) -> Term | None:
    """By the option a save is a critical success at 5 above its difficulty."""
    return ("Sauvegarde", 5, "TN-4.91") if c.scene is not None and A_CINQ in c.scene.options else None


@rule("TN-4.91")
@EFFECTS.on("adresse:sauvegarde")
def rate_a_cinq(c: Essai) -> Term | None:
    """And a critical failure at 5 below, which another option may have made so for every test."""
    options = c.scene.options if c.scene is not None else ()
    return ("Sauvegarde", -5, "TN-4.91") if A_CINQ in options and "echec_critique_frequent" not in options else None


# ---------------------------------------------------------------- making one


@rule("TN-4.78")
def figures_de_sauvegarde(
    scene: Scene, p: Personnage, sauvegarde: str, net: Terms = (), circonstances: tuple[str, ...] = ()
) -> Figures:
    """A save is a test of its attribute, adjusted by what bears on this save: the caste, first of all."""
    attribut = SAUVEGARDES[sauvegarde].attribut
    return figures_d_essai(Essai(p, scene, None, attribut, "", "", sauvegarde, circonstances), net=net)


@rule("TN-4.82", "TN-4.6", "TN-4.11")
def payer(scene: Scene, oracle: Oracle, f: Figures, m: Mesure, difficulte: int) -> tuple[Scene, Mesure]:
    """Vitality raises the attribute of a physical save, spirituality that of a mental one, point for point.

    It is asked once the dice are seen, before it is said what they come to. There is no limit but death: whoever
    has too little left to raise the modifier is not asked.
    """
    ressource = PAYEES.get(SAUVEGARDES[f.sauvegarde].nature)
    if ressource is None:
        return scene, m
    p = scene[f.qui]
    au_plus = max(0, p.reste(ressource) + p.fiche.maxima[ressource])
    valeur = total(m.f.valeur)
    if not gain(valeur, au_plus):
        return scene, m
    shown = ("score", m.score), ("difficulte", difficulte), ("ressource", nom_de(ressource)), ("valeur", valeur)
    lieu = (("en_confrontation", 1),) if f.aux_prises else ()
    asked = Question(f.qui, "tn.payer_sauvegarde", "TN-4.82", Amount(0, au_plus), (*shown, *lieu))
    n = int(oracle.ask(asked).id)
    if not n:
        return scene, m
    regle = REGLE_PAYEE[ressource]
    scene = perdre(scene, oracle, f.qui, ressource, (("Sauvegarde", n, regle),), regle)
    plus = gain(valeur, n)
    return scene, replace(m, score=m.score + plus, terms=(*m.terms, (nom_de(ressource), plus, regle)))


@rule("TN-4.78", "TN-4.82")
def sauvegarder(scene: Scene, oracle: Oracle, f: Figures, difficulte: int) -> tuple[Scene, Resultat]:
    """A save from its figures to what it comes to."""
    if total(f.valeur) < 0:
        return impossible(scene, oracle, f, (difficulte,), ALL)
    scene, m = mesurer(scene, oracle, f, (difficulte,))
    scene, m = payer(scene, oracle, f, m, difficulte)
    resultat = avec_les_des(comparer(f, m.score, (difficulte,), scene.options), m)
    raconter_un_test(scene, oracle, m, resultat, comme=("sauvegarde", "TN-4.78"))
    return apres_test(scene, oracle, f, resultat), resultat


@rule("TN-4.81")
def effet_reduit(r: Resultat, valeur: int) -> Terms:
    """What is left of a figure: half as much again, all, half or nothing, by what the save came to; rounded up."""
    doubles = {"échec critique": 3, "échec": 2, "réussite": 1, "réussite critique": 0}[r.issue]
    reste = -(-valeur * doubles // 2)
    return ("Effet", valeur, "TN-4.81"), (r.issue.capitalize(), reste - valeur, "TN-4.81")


@rule("TN-4.78", "TN-4.81")
class Sauvegarder(Action, frozen=True, tag="sauvegarder"):
    """A save that the game master calls for, against the classic difficulty of its cause; what is left of an effect."""

    quoi: str
    difficulte: int = 15
    effet: int = 0
    avantages: int = 0
    desavantages: int = 0
    circonstances: tuple[str, ...] = ()

    master = True
    rank = 55
    offers = {"quoi": {s.id: s.nom for s in SAUVEGARDES.values()}, "circonstances": CIRCONSTANCES}
    looks = {
        "reussi": lambda before, after, events: any(e.what == "sauvegarde" and e["reussi"] for e in events),
        "effet": lambda before, after, events: next((e["effet"] for e in events if e.what == "effet_reduit"), 0),
    }

    def closed(self, scene: Scene) -> Closed | None:
        return (
            absent(scene, self.actor)
            or inconnue(self.quoi)
            or hors_bornes("TN-4.78", "Difficulté", self.difficulte, 0, 99)
            or hors_bornes("TN-4.81", "Effet", self.effet, 0, 999)
            or hors_bornes("TN-0.6", "Avantages", self.avantages, 0, 9)
            or hors_bornes("TN-0.7", "Désavantages", self.desavantages, 0, 9)
            or circonstance_inconnue(self.circonstances)
            or (Closed("TN-4.5", "Mort : aucune action") if est_mort(scene, scene[self.actor]) else None)
        )

    def views(self) -> tuple[str, ...]:
        return ("reussi", "effet") if self.effet else ("reussi",)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        net = terme("Avantages", self.avantages, "TN-0.6") + terme("Désavantages", -self.desavantages, "TN-0.7")
        f = figures_de_sauvegarde(scene, scene[self.actor], self.quoi, net, self.circonstances)
        scene, resultat = sauvegarder(scene, oracle, f, difficulte_de_sauvegarde(self.difficulte, scene.options))
        if self.effet:
            terms = effet_reduit(resultat, self.effet)
            oracle.tell(Event("effet_reduit", self.actor, "", "TN-4.81", terms, (("effet", total(terms)),)))
        return scene


def inconnue(quoi: str) -> Closed | None:
    return None if quoi in SAUVEGARDES else Closed("TN-4.78", "Pas de sauvegarde « {} »", (Typed(quoi),))


# ---------------------------------------------------------------- intuition and fortune


@rule("TN-4.79")
def conscience(score: int) -> tuple[str, ...]:
    """How much of a situation one is aware of: each grade that the score exceeds, the lower ones included."""
    return tuple([grade for difficulte, grade in CONSCIENCE if score > difficulte])


@rule("TN-4.79")
class PrendreConscience(Action, frozen=True, tag="prendre_conscience"):
    """The intuition of somebody who finds himself in a confrontation: where he is, what threatens, what may come."""

    master = True
    rank = 56

    def closed(self, scene: Scene) -> Closed | None:
        return absent(scene, self.actor) or (
            Closed("TN-4.5", "Mort : aucune action") if est_mort(scene, scene[self.actor]) else None
        )

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        f = figures_de_sauvegarde(scene, scene[self.actor], "intuition")
        scene, m = mesurer(scene, oracle, f)
        scene, m = payer(scene, oracle, f, m, CONSCIENCE[-1][0])
        grades = conscience(m.score)
        facts = (
            ("score", m.score),
            ("conscience", grades[-1] if grades else "ne se situe pas"),
            ("reussi", bool(grades)),
        )
        oracle.tell(Event("conscience", self.actor, "", "TN-4.79", m.terms, facts))
        return scene


@rule("TN-4.80")
class Designer(Action, frozen=True, tag="designer"):
    """Whom something from outside happens to: of all who make a fortune save the luckiest, or the unluckiest."""

    parmi: tuple[Who, ...] = ()  # besides the first
    favorable: bool = False

    master = True
    rank = 57

    def closed(self, scene: Scene) -> Closed | None:
        for who in (self.actor, *self.parmi):
            found = absent(scene, who)
            if found is not None:
                return found
        return Closed("TN-4.80", "Il faut au moins deux cibles") if len({self.actor, *self.parmi}) < 2 else None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        parmi = list(dict.fromkeys((self.actor, *self.parmi)))
        while len(parmi) > 1:
            scores = {}
            for who in parmi:
                f = figures_de_sauvegarde(scene, scene[who], "fortune")
                scene, m = mesurer(scene, oracle, f)
                scores[who] = m.score
                oracle.tell(Event("fortune", who, "", "TN-4.80", m.terms, (("score", m.score),)))
            retenu = (max if self.favorable else min)(scores.values())
            parmi = [who for who in parmi if scores[who] == retenu]
        oracle.tell(Event("designe", parmi[0], "", "TN-4.80", (), (("favorable", self.favorable),)))
        return scene


ACTIONS = (Sauvegarder, PrendreConscience, Designer)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    for quoi in SAUVEGARDES:
        yield Sauvegarder(p.id, quoi)
    if scene.encounter is not None:
        yield PrendreConscience(p.id)
