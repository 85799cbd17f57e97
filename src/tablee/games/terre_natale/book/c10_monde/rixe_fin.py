"""The conclusion of a rixe: resources staked on markers, stress for those that remain, and what is due anyway."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Option, Oracle, Question
from tablee.kernel.sentence import Said, Someone
from tablee.kernel.tally import Terms

from ...model.people import Personnage
from ...model.scene import Scene
from ..c0_tests.actions import absent
from ..c4_caracteristiques.fatigue import fatiguer
from ..c4_caracteristiques.ressources import devenir, nom_de
from .rixe import camps, en_jeu, la_rixe
from .stress import NORMALE, monter_le_stress

DE_MISE = 8  # TN-10.65
PM_PAR_NOTION = 4  # at most (TN-10.69)
GARDER = Option("garder", "Garder ses marqueurs")


@rule("TN-10.65")
def ressources_engagees(scene: Scene, who: str) -> tuple[str, ...]:
    """What somebody can stake, while any is left: vitality if his body took part, spirituality if his mind did."""
    genres = {s.genre for s in la_rixe(scene).protagonistes[who].scores.values()}
    possibles = [r for r, genre in (("PV", "physique"), ("PS", "mental")) if genre in genres]
    return tuple([r for r in possibles if scene[who].reste(r) > 0])


@rule("TN-10.65")
def miser(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """Marker by marker: whoever likes stakes 1D8 of a resource, known only once he has decided, to be rid of it."""
    while la_rixe(scene).protagonistes[who].marqueurs > 0:
        ressources = ressources_engagees(scene, who)
        if not ressources:
            break
        marqueurs = la_rixe(scene).protagonistes[who].marqueurs
        options = (GARDER, *(Option(r, Said("Miser 1D8 : {}", (nom_de(r),))) for r in ressources))
        shown = (("marqueurs", marqueurs), *((f"reste_{r}", scene[who].reste(r)) for r in ressources))
        choix = str(oracle.ask(Question(who, "tn.rixe_miser", "TN-10.65", options, shown)).id)
        if choix == GARDER.id:
            break
        scene = payer_un_marqueur(scene, oracle, who, choix)
    return scene


def payer_un_marqueur(scene: Scene, oracle: Oracle, who: str, ressource: str) -> Scene:
    """What is temporary does not count: the resource itself is spent."""
    p, n = scene[who], oracle.of(who).d(DE_MISE, "mise")
    apres = replace(p, pertes={**p.pertes, ressource: p.pertes.get(ressource, 0) + n})
    terms: Terms = (("1D8", n, "TN-10.65"),)
    facts = ("ressource", nom_de(ressource)), ("points", n), ("reste", apres.reste(ressource))
    oracle.tell(Event("rixe_mise", who, "", "TN-10.65", terms, facts))
    scene = devenir(scene, oracle, apres)
    r = la_rixe(scene)
    q = r.protagonistes[who]
    marqueurs = q.marqueurs - 1
    return replace(scene, rixe=r.avec(who, marqueurs=marqueurs, ralliements=min(q.ralliements, marqueurs)))


@rule("TN-10.67")
def fatigue_fixe(scene: Scene, who: str, debout: tuple[str, ...]) -> Terms:
    """The adversaries who were still in it at the end, and the tours it lasted: nothing lessens that."""
    adversaires = sum([scene[q].side != scene[who].side for q in debout])
    terms: Terms = (("Adversaires debout", adversaires, "TN-10.67"),) if adversaires else ()
    return (*terms, ("Tours de la rixe", la_rixe(scene).tour, "TN-10.67"))


@rule("TN-10.69")
def mana_depense(scene: Scene, who: str) -> int:
    """PM for each notion that rested on magic: as many as the markers he ends with, one at least, four at most."""
    q = la_rixe(scene).protagonistes[who]
    return q.magies * min(PM_PAR_NOTION, max(1, q.marqueurs)) + q.renforts


@rule("TN-10.65", "TN-10.66", "TN-10.67", "TN-10.69")
def solder(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """What a rixe has cost somebody: what he stakes, stress for each marker left, the fatigue that is due anyway."""
    r = la_rixe(scene)
    debout = tuple([q for camp in r.ordre for q in en_jeu(scene, camp)])
    fixe = fatigue_fixe(scene, who, debout)
    mana = mana_depense(scene, who)
    scene = miser(scene, oracle, who)
    for _ in range(la_rixe(scene).protagonistes[who].marqueurs):
        scene = monter_le_stress(scene, oracle, who, NORMALE, regle="TN-10.66")
    scene = fatiguer(scene, oracle, who, fixe)
    if mana:
        oracle.tell(Event("rixe_mana", who, "", "TN-10.69", (), (("pm", mana),)))
    return replace(scene, rixe=la_rixe(scene).avec(who, conclu=True))


def clore(scene: Scene, oracle: Oracle) -> Scene:
    """Gone, once everybody who can has settled: to the side that is left in it, to neither if both are."""
    if la_rixe(scene).a_jouer(camps(scene)):
        return scene
    oracle.tell(Event("rixe_close", "", "", "TN-10.64"))
    restent = [camp for camp in la_rixe(scene).ordre if en_jeu(scene, camp)]
    return replace(scene, rixe=None, verdict=restent[0] if len(restent) == 1 else "")


def pas_en_conclusion(scene: Scene) -> Closed | None:
    if scene.rixe is not None and scene.rixe.phase == "conclusion":
        return None
    return Closed("TN-10.65", "Aucune rixe n'est à conclure")


@rule("TN-10.65", "TN-10.66", "TN-10.67")
class Conclure(Action, frozen=True, tag="conclure"):
    """Settle what a rixe has cost oneself."""

    weighty: ClassVar[bool] = True
    rank = 1

    def closed(self, scene: Scene) -> Closed | None:
        found = pas_en_conclusion(scene) or absent(scene, self.actor)
        if found is None and self.actor not in scene.turn():
            return Closed("TN-10.65", "{} n'a rien à conclure", (Someone(self.actor),))
        return found

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        return clore(solder(scene, oracle, self.actor), oracle)


@rule("TN-10.65", "TN-10.66", "TN-10.67")
class CloreRixe(Action, frozen=True, tag="clore_rixe"):
    """Settle a rixe for all who have not yet: one after the other."""

    master = True
    rank = 2

    def closed(self, scene: Scene) -> Closed | None:
        return pas_en_conclusion(scene) or absent(scene, self.actor)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        for who in la_rixe(scene).a_jouer(camps(scene)):
            scene = solder(scene, oracle, who)
        return clore(scene, oracle)


ACTIONS = (Conclure, CloreRixe)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    if scene.rixe is not None and scene.rixe.phase == "conclusion":
        yield Conclure(p.id)
        yield CloreRixe(p.id)
