"""Ways of playing a fight, for the lab and for whoever does not want to choose."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from tablee.kernel.action import Action
from tablee.kernel.game import Tactic
from tablee.kernel.oracle import Option, Question, first

from ..book.c2_systeme.figures import interdit
from ..book.c2_systeme.plateau import couts, en_vue, trajets
from ..book.c3_combat.actions import Attendre
from ..book.c3_combat.deplacements import SeDeplacer, restants
from ..book.c3_combat.tours import tour_de
from ..book.c4_attaque.attaque import Attaquer, Botte, botte, hors_de_portee, portee
from ..book.c9_emplois.objets import UtiliserObjet
from ..book.c9_emplois.soutien import UtiliserSoutien
from ..model.catalogue import Arme, Objet
from ..model.hexes import Case, atteignables, disque, distance
from ..model.people import Unite
from ..model.scene import Scene

LOIN = 60  # cells of movement looked ahead when nobody is within reach


@lru_cache(4096)
def attaque(actor: str, cible: str, mode: str, techniques: tuple[str, ...]) -> Attaquer:
    return Attaquer(actor, cible, "distance" if mode else "", techniques=techniques)


@lru_cache(1024)
def attente(actor: str) -> Attendre:
    return Attendre(actor)


def frapper(scene: Scene, actor: str) -> Action:
    """Care for those badly hurt, strike the weakest in reach, come to where somebody can be struck, else draw near."""
    u = scene.people[actor]
    if u.passager_de or not u.side:
        return attente(actor)
    secours = secourir(scene, u)
    if secours is not None:
        return secours
    adverses = [v for v in scene.people.values() if v.side != u.side and v.conscient and v.side and not v.cavalier]
    if not interdit(scene, u, "attaquer"):
        coup = coup_en_place(scene, u, adverses)
        if coup is not None:
            return coup
    if adverses and not tour_de(scene, actor).agi:
        pas = approche(scene, u, adverses)
        if pas is not None:
            return pas
    return attente(actor)


# ---------------------------------------------------------------- striking


def bottes_tenues(u: Unite) -> list[tuple[str, Botte]]:
    """The ways to strike with what is in hand."""
    arme = u.equipement.tenues[0]
    if arme.type == "Soutien":
        return []
    ways = [("", botte(arme))]
    return [*ways, ("distance", botte(arme, "distance"))] if arme.a_distance is not None else ways


def coup_en_place(scene: Scene, u: Unite, adverses: Iterable[Unite]) -> Action | None:
    """The adversary within reach with the fewest PV, struck with the dearest technique one can pay."""
    for mode, b in bottes_tenues(u):
        pres, plus_loin = portee(scene, u, b)
        choisi: Unite | None = None
        for v in adverses:
            if pres <= distance(u.case, v.case) <= plus_loin and (
                choisi is None or v.pv + v.ep < choisi.pv + choisi.ep
            ):
                choisi = v
        if choisi is None or hors_de_portee(scene, u, choisi.id, b) is not None:
            choisi = next((v for v in adverses if hors_de_portee(scene, u, v.id, b) is None), None)
        if choisi is None:
            continue
        for techniques in (_technique(u), ()):
            coup = attaque(u.id, choisi.id, mode, techniques)
            if coup.closed(scene) is None:
                return coup
    return None


def _technique(u: Unite) -> tuple[str, ...]:
    """The dearest technique for attacks that the JT allow."""
    meilleure, prix = "", -1
    for t in u.fiche.equipees:
        if t.activation == "attaque" and prix < t.jt <= u.jt and not u.recharge(t.id):
            meilleure, prix = t.id, t.jt
    return (meilleure,) if meilleure else ()


# ---------------------------------------------------------------- moving


def approche(scene: Scene, u: Unite, adverses: list[Unite]) -> Action | None:
    """To a cell from which somebody can be struck, the furthest from him; else the shortest way to the nearest."""
    points = restants(scene, u)
    if points <= 0:
        return None
    cases = trajets(scene, u, points)
    mieux: tuple[int, int, Case] | None = None
    for _, b in bottes_tenues(u):
        pres, plus_loin = portee(scene, u, b)
        for v in adverses:
            if distance(u.case, v.case) > points + plus_loin:
                continue
            for case in disque(v.case, plus_loin):
                if case in cases and case != u.case and (n := distance(case, v.case)) >= pres:
                    valeur = (-n, v.pv + cases[case], case)
                    if (mieux is None or valeur < mieux) and en_vue(scene, case, v.case):
                        mieux = valeur
    if mieux is not None:
        return SeDeplacer(u.id, *mieux[2])
    return vers(scene, u, min(adverses, key=lambda v: distance(u.case, v.case)), cases)


def vers(scene: Scene, u: Unite, but: Unite, cases: dict[Case, int]) -> Action | None:
    """The cell within reach from which the way to somebody is the shortest, if it is shorter than from here."""
    if scene.carte is None:
        reste = {c: distance(c, but.case) for c in cases}
    else:
        reste = atteignables(but.case, LOIN, couts(scene, u, frozenset()))
    choisie = min(cases, key=lambda c: (reste.get(c, LOIN + distance(c, but.case)), cases[c]))
    if choisie == u.case:
        return None
    return SeDeplacer(u.id, *choisie)


# ---------------------------------------------------------------- caring


def secourir(scene: Scene, u: Unite) -> Action | None:
    """A spell of support for an ally at half or less, a potion for oneself at a third or less."""
    if tour_de(scene, u.id).rapides:
        return None
    if u.equipement.lies:
        blesses = [v for v in scene.people.values() if v.side == u.side and v.vie == "actif" and 2 * v.pv <= v.pv_max]
        for sort in (s for s in u.equipement.sorts if s.id in u.equipement.lies and _soigne(s)):
            for v in sorted(blesses, key=lambda v: v.pv):
                soin = UtiliserSoutien(u.id, sort.id, v.id)
                if soin.closed(scene) is None:
                    return soin
    if 3 * u.pv <= u.pv_max:
        for chose in u.equipement.actif:
            if isinstance(chose, Objet) and any(e.fait == "soin" for e in chose.effets):
                boire = UtiliserObjet(u.id, chose.id)
                if boire.closed(scene) is None:
                    return boire
    return None


def _soigne(sort: Arme) -> bool:
    return any(e.fait in ("soin", "reanime") for e in sort.effets)


# ---------------------------------------------------------------- answering


def repondre(question: Question) -> Option:
    """React and roll again when it is worth it, never take a second tour at the price of initiative."""
    if question.key == "fd.reaction" or (question.key == "fd.impulsion" and question.see("jet") in ("manque", "échec")):
        oui = question.pick("oui")
        if oui is not None:
            return oui
    return first(question)


TACTIQUES = {"simple": Tactic(frapper, repondre)}
