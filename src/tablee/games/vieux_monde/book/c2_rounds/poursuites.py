"""Chapter 2, chases: the Distance, a Test of movement for everybody each Round, and how it ends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from msgspec.structs import replace

from tablee.kernel.action import Action, Look
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Option, Oracle, Question, chance
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Terms, total

from ...model.boutons import Bouton
from ...model.people import Personnage
from ...model.scene import HORS_D_ATTEINTE, Poursuite, Scene, inconnu
from ...model.tables import signe
from ..c1_tests.tests import Demande, Jet, Ligne, mettre_au_point, nom_de, tenter, tester
from ..c2_combat.combat import cavalier, mouvement
from .rounds import passer_un_round

PAS_DE_POURSUITE = Closed("VM-2.56", "Aucune poursuite n'est en cours")

# ---------------------------------------------------------------- it begins


@rule("VM-2.56")
class Poursuivre(Action, frozen=True, tag="poursuivre"):
    """A chase begins, at a Distance the MJ sets: 1 is almost within reach, 8 almost out of it."""

    rank = Bouton.POURSUITES

    poursuivis: tuple[Who, ...]
    poursuivants: tuple[Who, ...]
    distance: int = 4
    conducteurs: tuple[Who, ...] = ()  # those who drive; riders test Chevaucher, the others Athlétisme

    def closed(self, scene: Scene) -> Closed | None:
        tous = (*self.poursuivis, *self.poursuivants)
        absent = inconnu(scene, self.actor, *tous, *self.conducteurs)
        if absent is not None:
            return absent
        if scene.encounter is not None:
            return Closed("VM-2.56", "Le combat n'est pas fini")
        if scene.poursuite is not None:
            return Closed("VM-2.56", "Une poursuite est déjà en cours")
        if not self.poursuivis or not self.poursuivants or len(set(tous)) < len(tous):
            return Closed("VM-2.56", "Il faut des poursuivis et des poursuivants, chacun d'un seul côté")
        if not set(self.conducteurs) <= set(tous):
            return Closed("VM-2.57", "Qui conduit prend part à la poursuite")
        if not 1 <= self.distance < HORS_D_ATTEINTE:
            return Closed("VM-2.56", "La Distance de départ va de 1 à {}, pas {}", (HORS_D_ATTEINTE - 1, self.distance))
        for who in tous:
            p = scene[who]
            if p.vie == "mort" or p.niveau("inconscient") or (p.vie == "parti" and who in self.poursuivants):
                return Closed("VM-2.57", "{} n'est pas en état de courir", (Someone(p.id),))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        facts = (("poursuivis", self.poursuivis), ("poursuivants", self.poursuivants), ("distance", self.distance))
        oracle.tell(Event("poursuite", "", "", "VM-2.56", (), facts))
        partis = [replace(scene[q], vie="actif") for q in self.poursuivis if scene[q].vie == "parti"]
        return replace(
            scene.put(*partis),
            poursuite=Poursuite(self.poursuivis, self.poursuivants, self.distance, self.conducteurs),
        )


# ---------------------------------------------------------------- a Round of it


def rattrapes_vus(distance: int) -> bool:
    """Whether the pursuers are upon them."""
    return distance <= 0


def distance_vue(distance: int) -> int:
    """The Distance after this Round."""
    return distance


def tests_de_course(scene: Scene, qui: tuple[str, ...]) -> tuple[Ligne, ...]:
    """The Tests of movement of those who can still run."""
    chasse = en_chasse(scene)
    return tuple(mettre_au_point(scene, q, Demande(allure(chasse, scene[q]))).ligne for q in qui if scene[q].conscient)


@chance
def le_plus_bas(oracle: Oracle, lignes: tuple[Ligne, ...]) -> int:
    """The lowest DR, one Test after the other, so that equal ones meet."""
    dr = tenter(oracle, lignes[0]).jet.dr
    return dr if len(lignes) == 1 else min(dr, le_plus_bas(oracle, lignes[1:]))


@chance
def le_plus_haut(oracle: Oracle, lignes: tuple[Ligne, ...]) -> int:
    """The highest DR, in the same way."""
    dr = tenter(oracle, lignes[0]).jet.dr
    return dr if len(lignes) == 1 else max(dr, le_plus_haut(oracle, lignes[1:]))


@rule("VM-2.57", "VM-2.58")
class Talonner(Action, frozen=True, tag="talonner"):
    """A Round of the chase: everybody tests his movement, and the Distance says how it goes on."""

    rank = Bouton.POURSUITES

    looks: ClassVar[dict[str, Any]] = {"rattrapes": rattrapes_vus, "distance": distance_vue}

    def closed(self, scene: Scene) -> Closed | None:
        if scene.poursuite is None:
            return PAS_DE_POURSUITE
        if scene.encounter is not None:
            return Closed("VM-2.56", "Le combat n'est pas fini")
        return inconnu(scene, self.actor) or etranger(scene, self.actor)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        scene, jets = courses(scene, oracle)
        chasse = en_chasse(scene)
        fuyards = [q for q in chasse.poursuivis if q in jets]
        chasseurs = [q for q in chasse.poursuivants if q in jets]
        if not chasseurs or not fuyards:
            return passer_un_round(semes(scene, oracle) if not chasseurs else rattrapes(scene, oracle), oracle)
        terms = nouvelle_distance(chasse.distance, [jets[q].dr for q in fuyards], [jets[q].dr for q in chasseurs])
        n = total(terms)
        oracle.tell(Event("distance", "", "", "VM-2.57", terms, (("distance", n),)))
        return passer_un_round(issue(scene, oracle, n, jets), oracle)

    def seen(self, scene: Scene, look: str | Look | None = None) -> Any:
        """Its own looks stop at the Distance; any other function follows the Round to its end."""
        if callable(look):
            return super().seen(scene, look)
        chasse, voir = en_chasse(scene), self.looks[look or "rattrapes"]
        fuyards, chasseurs = tests_de_course(scene, chasse.poursuivis), tests_de_course(scene, chasse.poursuivants)
        if not fuyards or not chasseurs:
            return lambda oracle: voir(0 if not fuyards else HORS_D_ATTEINTE)
        return lambda oracle: voir(chasse.distance + le_plus_bas(oracle, fuyards) - le_plus_haut(oracle, chasseurs))


def en_chasse(scene: Scene) -> Poursuite:
    if scene.poursuite is None:
        raise ValueError("no chase under way")
    return scene.poursuite


def etranger(scene: Scene, who: str) -> Closed | None:
    chasse = en_chasse(scene)
    if who in chasse.poursuivis or who in chasse.poursuivants:
        return None
    return Closed("VM-2.57", "{} ne prend pas part à la poursuite", (Someone(who),))


@rule("VM-2.57", "VM-2.59")
def courses(scene: Scene, oracle: Oracle) -> tuple[Scene, dict[str, Jet]]:
    """Everybody's Test of movement; whoever has dropped makes none."""
    chasse, jets = en_chasse(scene), dict[str, "Jet"]()
    for who in (*chasse.poursuivis, *chasse.poursuivants):
        if not scene[who].conscient:
            continue
        competence = allure(chasse, scene[who])
        scene, jets[who] = tester(scene, oracle, who, competence)
        jet = jets[who]
        facts = (("competence", nom_de(competence)), ("dr", signe(jet.dr, jet.reussi)), ("voie", voie(jet)))
        oracle.tell(Event("foulee", who, "", "VM-2.59", (), facts))
    return scene, jets


def allure(chasse: Poursuite, p: Personnage) -> str:
    """Conduite for whoever drives, Chevaucher for whoever rides, Athlétisme for the others."""
    return "conduite" if p.id in chasse.conducteurs else "chevaucher" if p.monture else "athletisme"


@rule("VM-2.59")
def voie(jet: Jet) -> str:
    """What the DR looks like to those who watch."""
    if jet.dr > 0:
        return "la voie se dégage"
    return "rien ne gêne" if jet.reussi else "un faux pas" if jet.dr > -3 else "tout se met en travers"


@rule("VM-2.57")
def nouvelle_distance(distance: int, fuyards: list[int], chasseurs: list[int]) -> Terms:
    """The Distance, the lowest DR of the pursued added, the highest of the pursuers taken off."""
    return (
        ("Distance", distance, "VM-2.56"),
        ("DR du poursuivi le plus lent", min(fuyards), "VM-2.57"),
        ("DR du meilleur poursuivant", -max(chasseurs), "VM-2.57"),
    )


# ---------------------------------------------------------------- how it goes on

FAIRE_FACE = Option("combattre", "s'arrêter et se battre")
SACRIFIER = Option("sacrifier", "abandonner le plus lent")
CONTINUER = Option("continuer", "poursuivre les autres")
S_ARRETER = Option("arreter", "s'arrêter pour celui-là")


@rule("VM-2.58")
def issue(scene: Scene, oracle: Oracle, distance: int, jets: dict[str, Jet]) -> Scene:
    """Caught at 0, lost from 10 on, else it goes on."""
    chasse = en_chasse(scene)
    if distance >= HORS_D_ATTEINTE:
        return semes(scene, oracle)
    if distance > 0:
        return replace(scene, poursuite=replace(chasse, distance=distance))
    lent = le_plus_lent(scene, jets)
    tete = [q for q in chasse.poursuivis if q != lent and q in jets]
    if tete:
        choix = oracle.ask(
            Question(
                tete[0], "vm.rattrapes", "VM-2.58", (FAIRE_FACE, SACRIFIER), (("lent", lent), ("distance", distance))
            )
        )
        if choix.id == "sacrifier":
            return laisser(scene, oracle, lent)
    return rattrapes(scene, oracle)


@rule("VM-2.58")
def le_plus_lent(scene: Scene, jets: dict[str, Jet]) -> str:
    """Of the pursued: the lowest DR, then the smallest Mouvement."""
    fuyards = [q for q in en_chasse(scene).poursuivis if q in jets]
    return min(fuyards, key=lambda q: (jets[q].dr, jets[q].reussi, total(mouvement(scene, scene[q]))))


@rule("VM-2.58")
def laisser(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """One is left behind: each pursuer says whether he stops for him; ignored by all, he has escaped."""
    chasse = en_chasse(scene)
    oracle.tell(Event("abandonne", who, "", "VM-2.58"))
    libres = tuple(q for q in chasse.poursuivants if scene[q].conscient)
    montre = (("lent", who),)
    questions = tuple(Question(q, "vm.s_arreter", "VM-2.58", (CONTINUER, S_ARRETER), montre) for q in libres)
    reponses = oracle.ask_all(questions) if questions else ()
    arretes = tuple(q.who for q, choix in zip(questions, reponses, strict=True) if choix.id == "arreter")
    if arretes:
        oracle.tell(Event("s_arretent", "", who, "VM-2.58", (), (("arretes", arretes),)))
    else:
        oracle.tell(Event("echappe", who, "", "VM-2.58"))
    restent = tuple(q for q in chasse.poursuivants if q not in arretes)
    fuyards = tuple(q for q in chasse.poursuivis if q != who)
    scene = replace(scene, poursuite=replace(chasse, poursuivis=fuyards, poursuivants=restent))
    if not fuyards:
        return clore_la_poursuite(scene)
    return scene if restent else semes(scene, oracle)


@rule("VM-2.58")
def rattrapes(scene: Scene, oracle: Oracle) -> Scene:
    """Caught: the chase is over, and the fight may begin."""
    oracle.tell(Event("rattrapes", "", "", "VM-2.58", (), (("poursuivis", en_chasse(scene).poursuivis),)))
    return clore_la_poursuite(scene)


@rule("VM-2.58")
def semes(scene: Scene, oracle: Oracle) -> Scene:
    """Out of reach: the pursuers have lost them, for now."""
    oracle.tell(Event("semes", "", "", "VM-2.58", (), (("poursuivis", en_chasse(scene).poursuivis),)))
    return clore_la_poursuite(scene)


def clore_la_poursuite(scene: Scene) -> Scene:
    return replace(scene, poursuite=None)


@rule("VM-2.58")
class Renoncer(Action, frozen=True, tag="renoncer"):
    """Leave the chase: a pursuer gives up; one of the pursued stops, and the pursuers say who stops for him."""

    rank = Bouton.POURSUITES

    def closed(self, scene: Scene) -> Closed | None:
        if scene.poursuite is None:
            return PAS_DE_POURSUITE
        return inconnu(scene, self.actor) or etranger(scene, self.actor)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        chasse = en_chasse(scene)
        if self.actor in chasse.poursuivis:
            return laisser(scene, oracle, self.actor) if len(chasse.poursuivis) > 1 else rattrapes(scene, oracle)
        oracle.tell(Event("renonce", self.actor, "", "VM-2.58"))
        restent = tuple(q for q in chasse.poursuivants if q != self.actor)
        scene = replace(scene, poursuite=replace(chasse, poursuivants=restent))
        return scene if restent else semes(scene, oracle)


# ---------------------------------------------------------------- buttons


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """Begin a chase after the other camps, those who left the fight included; a Round of it; leave it."""
    chasse = scene.poursuite
    if chasse is not None:
        if p.id in chasse.poursuivis or p.id in chasse.poursuivants:
            yield Talonner(p.id)
            yield Renoncer(p.id)
        return
    if scene.encounter is not None or not p.side:
        return
    a_pied = [q for q in scene.people.values() if cavalier(scene, q.id) is None]  # mounts go with their riders
    miens = tuple(q.id for q in a_pied if q.side == p.side and q.conscient)
    fuyards = tuple(
        q.id for q in a_pied if q.side and q.side != p.side and q.vie != "mort" and not q.niveau("inconscient")
    )
    if fuyards and p.id in miens:
        yield Poursuivre(p.id, fuyards, miens)


ACTIONS = (Poursuivre, Talonner, Renoncer)
