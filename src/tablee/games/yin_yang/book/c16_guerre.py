"""Chapter 16: the art of war. Crafts, lore, navigation and survival are tests like any other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Option, Oracle, Question
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Someone

from ..model.batailles import BATAILLES, GUERRE, Bataille
from ..model.jets import Liste, UsageVide
from ..model.people import Personnage, hors_d_etat, non_acquise
from ..model.scene import Scene, inconnu
from .c5_tests.essai import hors_bornes, sans_vide
from .c5_tests.opposes import Cote, confronter


@rule("YY-16.1")
def vainqueur(b: Bataille) -> str:
    """The general who has won more than half of the engagements set."""
    for general, gagnes in zip(b.generaux, b.gagnes, strict=True):
        if 2 * gagnes > b.engagements:
            return general
    return ""


@rule("YY-16.1")
class LivrerBataille(Action, frozen=True, tag="livrer_bataille"):
    """Two generals face each other; the MJ sets an odd number of engagements."""

    cible: Who
    engagements: int = 3

    weighty: ClassVar[bool] = True

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor, self.cible)
        if absent is not None:
            return absent
        if self.actor == self.cible:
            return Closed("YY-16.1", "Il faut deux généraux")
        if scene.bataille is not None and not scene.bataille.vainqueur:
            return Closed("YY-16.1", "Une bataille est déjà engagée")
        if self.engagements not in range(3, 22, 2):
            return Closed("YY-16.1", "Un nombre impair d'engagements, de 3 à 21, pas {}", (self.engagements,))
        for who in (self.actor, self.cible):
            manque = hors_d_etat(scene[who]) or non_acquise(scene[who], GUERRE)
            if manque is not None:
                return manque
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        oracle.tell(Event("bataille", self.actor, self.cible, "YY-16.1", (), (("engagements", self.engagements),)))
        return replace(scene, bataille=Bataille((self.actor, self.cible), self.engagements))


@rule("YY-16.1")
class Engagement(Action, frozen=True, tag="engagement"):
    """One engagement of a battle: an opposed test of Art de la guerre, each with his manoeuvre."""

    manoeuvre: str = ""
    vide: UsageVide = ""
    leur_vide: UsageVide = ""
    mod: int = 0  # ground and numbers, from the MJ
    leur_mod: int = 0

    looks = {"gagne": lambda b, a, ev: any(e.what == "engagement" and e["gagne"] for e in ev)}

    def closed(self, scene: Scene) -> Closed | None:
        b = scene.bataille
        if b is None:
            return Closed("YY-16.1", "Aucune bataille n'est en cours")
        if b.vainqueur:
            return Closed("YY-16.1", "La bataille est finie")
        if self.actor not in b.generaux:
            return Closed("YY-16.1", "{} ne commande pas cette bataille", (Someone(self.actor),))
        autre = l_autre_general(b, self.actor)
        absent = inconnu(scene, self.actor, autre)
        if absent is not None:
            return absent
        p, q = scene[self.actor], scene[autre]
        return (
            hors_d_etat(p)
            or hors_d_etat(q)
            or non_acquise(p, GUERRE)
            or non_acquise(q, GUERRE)
            or manoeuvre_refusee(b, p, self.manoeuvre)
            or sans_vide(p, 1 if self.vide else 0)
            or sans_vide(q, 1 if self.leur_vide else 0)
            or hors_bornes(self.mod)
            or hors_bornes(self.leur_mod)
        )

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        b = scene.bataille
        if b is None:
            return scene
        autre = l_autre_general(b, self.actor)
        leur = ordre_adverse(scene, oracle, b, autre)
        mien = Cote(self.actor, GUERRE, tuple(poids_de_bataille(b, self.actor, self.manoeuvre, self.mod)), self.vide)
        sien = Cote(autre, GUERRE, tuple(poids_de_bataille(b, autre, leur, self.leur_mod)), self.leur_vide)
        scene, m = confronter(scene, oracle, mien, sien)
        gagne = m.gagne if m.marge >= augmentations_de_bataille(self.manoeuvre if m.gagne > 0 else leur) else 0
        b = compter(b, ((self.actor, self.manoeuvre), (autre, leur)), gagne)
        facts = (("gagne", gagne > 0), ("manche", b.joues), ("score", b.gagnes), ("issue", ISSUES[gagne]))
        terms = (("Total", m.a, "YY-16.1"), ("Total adverse", -m.b, "YY-16.1"))
        oracle.tell(Event("engagement", self.actor, autre, "YY-16.1", terms, facts))
        if b.vainqueur:
            oracle.tell(Event("bataille_gagnee", b.vainqueur, "", "YY-16.1"))
        return replace(scene, bataille=b)


ISSUES = {1: "prend l'avantage", 0: "ne décide rien", -1: "cède du terrain"}


SANS_MANOEUVRE = "aucune"


def l_autre_general(b: Bataille, who: str) -> str:
    return b.generaux[1] if b.generaux[0] == who else b.generaux[0]


def ordre_adverse(scene: Scene, oracle: Oracle, b: Bataille, who: str) -> str:
    """The other general gives his own order, without knowing the first one's."""
    possibles = [m for id, m in BATAILLES.items() if manoeuvre_refusee(b, scene[who], id) is None]
    options = (Option(SANS_MANOEUVRE, "Aucune manœuvre"), *(Option(m.id, m.nom) for m in possibles))
    choisi = oracle.ask(Question(who, "yy.bataille", "YY-16.1", options, (("manche", b.joues + 1),)))
    return "" if choisi.id == SANS_MANOEUVRE else str(choisi.id)


def augmentations_de_bataille(id: str) -> int:
    """The margin a manoeuvre demands."""
    return BATAILLES[id].aug if id else 0


def manoeuvre_refusee(b: Bataille, p: Personnage, id: str) -> Closed | None:
    """Why a general may not order this."""
    if not id:
        return None
    m = BATAILLES.get(id)
    if m is None:
        return Closed("YY-16.1", "Pas de manœuvre de bataille « {} »", (id,))
    if p.competence(GUERRE) < max(m.rang, m.aug):
        return Closed("YY-16.1", "{} demande le rang {} en Art de la guerre", (m.nom, max(m.rang, m.aug)))
    if m.unique and (p.id, id) in b.faites:
        return Closed("YY-16.1", "{} ne sert qu'une fois par bataille", (m.nom,))
    if m.premier and b.joues:
        return Closed("YY-16.1", "{} ne sert qu'au premier engagement", (m.nom,))
    return None


def poids_de_bataille(b: Bataille, who: str, id: str, mod: int) -> Liste:
    """What a manoeuvre, the last engagement and the ground add."""
    terms: Liste = []
    m = BATAILLES.get(id)
    if m is not None and m.bonus:
        terms.append((m.nom, m.bonus, "YY-16.1"))
    elan = b.elans[b.generaux.index(who)]
    if elan:
        terms.append(("Élan de la bataille", elan, "YY-16.1"))
    if mod:
        terms.append(("Terrain et nombre", mod, "YY-16.1"))
    return terms


@rule("YY-16.1")
def compter(b: Bataille, ordres: tuple[tuple[str, str], tuple[str, str]], gagne: int) -> Bataille:
    """The engagement counts, with what one manoeuvre adds and the other has risked; never enough to win alone."""
    gagnes, elans = list(b.gagnes), [0, 0]
    if gagne:
        (vainc, ordre), (_, perdu) = ordres if gagne > 0 else ordres[::-1]
        i = b.generaux.index(vainc)
        m, risque = BATAILLES.get(ordre), BATAILLES.get(perdu)
        compte = 1 + (m.gain if m is not None else 0) + (risque.risque if risque is not None else 0)
        gagnes[i] += min(compte, b.engagements // 2)
        elans[i] = m.suivant if m is not None else 0
    faites = (*b.faites, *((who, id) for who, id in ordres if id))
    b = replace(b, gagnes=(gagnes[0], gagnes[1]), elans=(elans[0], elans[1]), joues=b.joues + 1, faites=faites)
    return replace(b, vainqueur=vainqueur(b))


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """For generals: a battle to be fought; in one, an engagement with each manoeuvre they may order."""
    if scene.encounter is not None or not p.competence(GUERRE):
        return
    b = scene.bataille
    if b is None or b.vainqueur:
        for q in scene.people.values():
            if q.id != p.id and q.competence(GUERRE) and q.conscient:
                yield LivrerBataille(p.id, q.id)
    elif p.id in b.generaux:
        yield Engagement(p.id)
        for id in BATAILLES:
            if manoeuvre_refusee(b, p, id) is None:
                yield Engagement(p.id, manoeuvre=id)


ACTIONS: tuple[type[Action], ...] = (LivrerBataille, Engagement)
PLACE = 13
