"""Ways of playing a fight, for the lab and for whoever does not want to choose."""

from __future__ import annotations

from functools import lru_cache

from tablee.kernel.action import Action
from tablee.kernel.game import Tactic
from tablee.kernel.oracle import Amount, Option, Question, first

from ..book.c2_combat.armes import arme_de_tir
from ..book.c2_combat.combat import engages_avec, marche_restante
from ..book.c2_coups.attaque import Attaquer
from ..book.c2_coups.deplacements import Charger, Deplacer, SeRelever, vers
from ..book.c2_coups.tir import Recharger, Tirer
from ..book.c2_rounds.rounds import Terminer
from ..book.c3_magie.incantation import Incanter
from ..book.c6_etats import pas_d_attaque
from ..model.people import Personnage, distance
from ..model.scene import Scene


@lru_cache(4096)
def attaque(actor: str, cible: str) -> Attaquer:
    return Attaquer(actor, cible)


@lru_cache(1024)
def fin(actor: str) -> Terminer:
    return Terminer(actor)


def frapper_le_plus_faible(scene: Scene, actor: str) -> Action:
    """Cast or shoot from afar, strike the weakest in reach, charge, come nearer; up again first, and never insist."""
    combat = scene.encounter
    if combat is None or combat.action:
        return fin(actor)
    p = scene.people[actor]
    if p.etats:
        if p.pb and p.niveau("a_terre") and (debout := SeRelever(actor)).closed(scene) is None:
            return debout
        if pas_d_attaque(p) is not None:
            return fin(actor)
    if (p.fiche.sorts or p.equipement.pour_tirer) and not engages_avec(scene, actor):
        loin = de_loin(scene, p)
        if loin is not None:
            return loin
    cible = a_portee(scene, p)
    return attaque(actor, cible) if cible else approcher(scene, p)


def adverses(scene: Scene, p: Personnage) -> list[Personnage]:
    """Those still worth a blow: awake, and with Points de Blessure left if there are such."""
    tous = [q for q in scene.people.values() if q.side and q.side != p.side and q.conscient]
    return [q for q in tous if q.pb] or tous


def a_portee(scene: Scene, p: Personnage) -> str:
    """The adversary in reach with the fewest Points de Blessure left, those at 0 last."""
    camp, allonge, choisi, moindre = p.side, p.equipement.en_melee.allonge, "", 10**6
    for q in scene.people.values():
        if q.side != camp and q.side:
            pb = q.fiche.PB - q.pb_perdus or 10**5
            if pb < moindre and q.conscient and distance(p, q) <= allonge:
                choisi, moindre = q.id, pb
    return choisi


def de_loin(scene: Scene, p: Personnage) -> Action | None:
    """A magic missile, else a shot at the weakest, else loading again."""
    cibles = sorted(adverses(scene, p), key=lambda q: q.pb)
    for sort in p.fiche.sorts:
        if p.fiche.livre[sort].projectile:
            for q in cibles:
                lance = Incanter(p.id, sort, (q.id,))
                if lance.closed(scene) is None:
                    return lance
    arme = arme_de_tir(p)
    if arme is None:
        return None
    for q in cibles:
        tir = Tirer(p.id, q.id, arme.id)
        if tir.closed(scene) is None:
            return tir
    recharge = Recharger(p.id, arme.id)
    return recharge if recharge.closed(scene) is None else None


def approcher(scene: Scene, p: Personnage) -> Action:
    """Charge the nearest adversary, else walk towards him as far as one can."""
    proches = sorted(adverses(scene, p), key=lambda q: distance(p, q))
    for q in proches:
        charge = Charger(p.id, q.id)
        if charge.closed(scene) is None:
            return charge
    marche = marche_restante(scene, p)
    for q in proches[:1]:
        pas = min(marche, distance(p, q) - 1)
        if pas > 0:
            marche_vers = Deplacer(p.id, p.x + vers(q.x - p.x, pas), p.y + vers(q.y - p.y, pas))
            if marche_vers.closed(scene) is None:
                return marche_vers
    return fin(p.id)


def depenser_a_propos(question: Question) -> Option:
    """Reroll a failure that loses, keep Destin for one's life; everything else as it comes."""
    options = question.options
    if question.key != "vm.apres_jet" or isinstance(options, Amount):
        return first(question)
    if not question.see("reussi") and len(options) > 1 and options[1].id == "relancer":
        return options[1]
    return options[0]


TACTIQUES = {
    "simple": Tactic(frapper_le_plus_faible, depenser_a_propos),
    "econome": Tactic(frapper_le_plus_faible, first),
}
