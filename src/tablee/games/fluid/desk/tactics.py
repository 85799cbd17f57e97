"""Ways of playing a fight, for the lab and for whoever does not want to choose."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.game import Tactic
from tablee.kernel.oracle import Amount, Option, Question, first

from ..book.c4_combat.combat import Annoncer
from ..book.c4_combat.deplacements import Deplacer, vers
from ..book.c4_combat.distance import offers as tirs_possibles
from ..book.c4_combat.places import distance, face_a, marche_restante
from ..book.c4_combat.tour import Attendre
from ..model.essais import Essai
from ..model.people import MAINS_NUES, Carac, Personnage
from ..model.scene import Scene

if TYPE_CHECKING:
    from ..model.combat import Combat


@lru_cache(4096)
def attaque(actor: str, cible: str, carac: Carac, trait: str) -> Annoncer:
    return Annoncer(actor, (carac,), (trait,) if trait else (), cible=cible)


@lru_cache(1024)
def attente(actor: str) -> Attendre:
    return Attendre(actor)


def frapper_le_plus_faible(scene: Scene, actor: str) -> Action:
    """Strike the adversary in reach who has the least RES left; shoot or come nearer otherwise; never insist."""
    combat = scene.encounter
    if combat is None or combat.phase == "relances":
        return attente(actor)
    p = scene.people[actor]
    tenues = p.tenues()
    arme = tenues[0] if tenues else MAINS_NUES
    if arme.genre == "tir":
        if combat.phase == "approche":
            return de_loin(scene, combat, p)
        arme = MAINS_NUES
    cible = choisir(scene, combat, p)
    if not cible:
        return de_loin(scene, combat, p)
    trait = arme.trait
    if trait not in p.fiche.par_nom or trait in p.cedes:
        trait = ""
    return attaque(actor, cible, arme.carac, trait)


def de_loin(scene: Scene, combat: Combat, p: Personnage) -> Action:
    """Nobody within a move: shoot at the weakest who still fights, else go towards the nearest as far as one can."""
    tirs = [t for t in tirs_possibles(scene, p) if scene[t.cible].etat == "actif" and t.closed(scene) is None]
    if tirs:
        return min(tirs, key=lambda t: scene[t.cible].res)
    adverses = [q for q in scene.people.values() if q.side != p.side and q.etat == "actif"]
    marche = marche_restante(combat, p)
    if not adverses or not marche or combat.phase != "approche":
        return attente(p.id)
    proche = min(adverses, key=lambda q: distance(p, q))
    pas = min(marche, distance(p, proche) - 1)
    if pas < 1:
        return attente(p.id)
    return Deplacer(p.id, p.x + vers(proche.x - p.x, pas), p.y + vers(proche.y - p.y, pas))


def choisir(scene: Scene, combat: Combat, p: Personnage) -> str:
    """The adversary with the least RES left, in contact or, for one who is free, within a move."""
    persos, choisi, moindre = scene.people, "", 10**6
    if combat.phase == "annonces":
        adverses = face_a(combat.contacts, p.id)
        if len(adverses) == 1:
            return adverses[0]
        for q in adverses:
            c = persos[q]
            res = c.fiche.RES - c.res_perdue
            if res < moindre:
                choisi, moindre = q, res
        return choisi
    marche, camp = marche_restante(combat, p), p.side
    for c in persos.values():
        if c.etat == "actif" and c.side != camp:
            res = c.fiche.RES - c.res_perdue
            if res < moindre and distance(p, c) - 1 <= marche:
                choisi, moindre = c.id, res
    return choisi


def investir_si_cela_suffit(question: Question) -> Option:
    """Invest after the roll when two points or fewer turn the tide; everything else as it comes."""
    options = question.options
    if question.key != "flu.apres_jet" or isinstance(options, Amount):
        return first(question)
    (_, obtenu), (_, vise) = question.shown
    if vise is not None and obtenu < vise <= obtenu + 2:
        manque: int = vise - obtenu
        if manque < len(options) and options[manque].cost == (("RES", 2 * manque),):
            return options[manque]
    return options[0]


EN_POINTS = 0, 2, 4  # Avantages taken as points,
DEPENSES = 0, 1, 2  # and RES spent beforehand, that are tried


def autrement(scene: Scene, action: Action) -> Iterator[Action]:
    """The same blow or shot with Avantages taken as points, and with RES spent on it (FLU-3.11, FLU-3.29)."""
    if isinstance(action, Essai) and action.combat:
        for points, res in product(EN_POINTS, DEPENSES):
            yield replace(action, points=points, res=res)


TACTICS = {
    "simple": Tactic(frapper_le_plus_faible, investir_si_cela_suffit),
    "econome": Tactic(frapper_le_plus_faible, first),
}
