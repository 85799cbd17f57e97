"""Ways of playing a fight, for the lab and for whoever does not want to choose."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import get_args

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.game import Tactic
from tablee.kernel.oracle import first

from ..book.c7_fatigue.repos import Attendre
from ..book.c10_attaque.attaquer import Attaquer, Defendre, trop_nombreux
from ..book.c10_attaque.combattants import Combattant
from ..book.c10_attaque.tir import Tirer, arme_de_tir
from ..book.c10_gestes import Degainer
from ..book.c10_lutte import Echapper
from ..book.c10_modes import adversaire_de_lutte, arme_nommee, competence_de_combat, immobilise
from ..book.c10_tours.places import a_portee, distance
from ..book.c15_mouvements import SeDeplacer
from ..model.catalogue import Arme
from ..model.jets import UsageVide
from ..model.people import Personnage
from ..model.scene import Scene


@lru_cache(4096)
def attaque(actor: str, cible: str) -> Attaquer:
    return Attaquer(actor, cible=cible)


@lru_cache(1024)
def attente(actor: str) -> Attendre:
    return Attendre(actor)


def frapper_le_plus_atteint(scene: Scene, actor: str) -> Action:
    """Strike the adversary in reach who is worst off; shoot or come nearer otherwise; else wait."""
    p = scene.people[actor]
    if p.occupe:
        return attente(actor)
    if p.a_terre:
        return se_garder(scene, p)
    if scene.encounter is not None and scene.encounter.clefs and immobilise(scene, actor) is not None:
        return Echapper(actor) if p.competence("lutte") else attente(actor)
    autre = adversaire_de_lutte(scene, actor)
    if autre:
        return attaque(actor, autre) if p.competence("lutte") else attente(actor)
    cible = choisir(scene, p)
    if cible and p.competence(competence_de_combat(scene, p, arme_nommee(p))):
        return a_deux_mains(scene, p, arme_nommee(p)) or attaque(actor, cible)
    return de_loin(scene, p)


def a_deux_mains(scene: Scene, p: Personnage, arme: Arme) -> Action | None:
    """The shield on the back first, where it keeps a hand that the weapon needs (YY-10.32)."""
    if p.equipement.bouclier is None or arme.mains < 2 or not p.equipement.main_prise:
        return None
    degainer = Degainer(p.id, (arme.id,))
    return degainer if degainer.closed(scene) is None else None


def choisir(scene: Scene, p: Personnage) -> str:
    """The adversary within reach with the most points lost, if there is still room around him."""
    choisi, pire = "", -1
    for q in scene.people.values():
        if q.side != p.side and q.conscient and q.side and q.id not in p.surpris_par and a_portee(p, q):
            perdus = sum(q.blessures.values()) + q.fatigue
            if perdus > pire and trop_nombreux(scene, p, q.id) is None:
                choisi, pire = q.id, perdus
    return choisi


def de_loin(scene: Scene, p: Personnage) -> Action:
    """Nobody in reach: shoot at the nearest, else run towards him, else wait."""
    adverses = [q for q in scene.people.values() if q.side and q.side != p.side and q.conscient]
    if not adverses:
        return attente(p.id)
    proche = min(adverses, key=lambda q: distance(p, q))
    arme = arme_de_tir(p)
    if arme is not None:
        au_dos = a_deux_mains(scene, p, arme)
        if au_dos is not None:
            return au_dos
        tir = Tirer(p.id, proche.id, arme.id)
        if tir.closed(scene) is None:
            return tir
    course = SeDeplacer(p.id, vers=proche.id)
    return course if not a_portee(p, proche) and course.closed(scene) is None else attente(p.id)


def se_garder(scene: Scene, p: Personnage) -> Action:
    """On the ground: ward off those around while getting up."""
    proches = [q.id for q in scene.people.values() if q.side != p.side and q.conscient and a_portee(p, q)]
    garde = Defendre(p.id, contre=tuple(proches[:3]))
    return garde if proches and garde.closed(scene) is None else attente(p.id)


PUISSANT = "coup_puissant"


def autrement(scene: Scene, action: Action) -> Iterator[Action]:
    """The same with a point de vide, for the bonus or for a second roll; a blow with Coup Puissant too (YY-5.17)."""
    if not isinstance(action, Combattant):
        return
    fort = isinstance(action, Attaquer) and not action.manoeuvres
    for each in (action, replace(action, manoeuvres=(PUISSANT,), n=1)) if fort else (action,):
        yield from (replace(each, vide=vide) for vide in get_args(UsageVide))


TACTICS = {"simple": Tactic(frapper_le_plus_atteint, first)}
