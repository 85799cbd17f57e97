"""Chapter 2, time outside fights: the Rounds that nobody plays."""

from __future__ import annotations

from msgspec.structs import replace

from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Oracle

from ...model.catalogue import ETATS
from ...model.people import MINUTE, ROUND, Personnage, avec_etat
from ...model.scene import Scene
from ..c5_blessures.mort import plaies_ouvertes
from ..c6_creatures.creatures import regenerer
from ..c6_etats import perdre_etat
from .rounds import ecouler, passer_un_round
from .souffrances import hors_de_danger, peut_recuperer


@rule("VM-5.4", "VM-5.9", "VM-6.6")
def laisser_passer(scene: Scene, oracle: Oracle, secondes: int) -> Scene:
    """Time goes by outside fights: Round by Round while somebody bleeds, burns or dies, then in one piece."""
    scene, reste = flammes_mourantes(scene), secondes
    while reste >= ROUND and any(en_peril(p) for p in scene.people.values()):
        scene = passer_un_round(scene, oracle)
        reste -= ROUND
    if secondes >= MINUTE:
        scene = apaiser(scene, oracle)
    if reste >= ROUND:
        scene = regenerer(scene, oracle, reste // ROUND)
    return ecouler(scene, oracle, reste) if reste else scene


def plus_tard(scene: Scene, oracle: Oracle, secondes: int) -> Scene:
    """The scene so much later, for the odds of what is done then. With somebody in peril it stays as it is now: what
    may befall him on the way has far too many branches."""
    peril = any(en_peril(p) for p in scene.people.values())
    return scene if peril else laisser_passer(scene, oracle, secondes)


def flammes_mourantes(scene: Scene) -> Scene:
    """No fire lasts longer than flames do, whatever lit it."""
    for p in scene.people.values():
        feu = p.etat("enflamme")
        if feu is not None and feu.fin is None and p.vie != "mort":
            scene = scene.put(avec_etat(p, replace(feu, fin=scene.clock + ETATS["enflamme"].duree)))
    return scene


def apaiser(scene: Scene, oracle: Oracle) -> Scene:
    """A minute of peace: what a Test would have removed Round after Round is gone without one."""
    for who, p in scene.people.items():
        for e in p.etats:
            if (ETATS[e.id].recuperation or e.id == "surpris") and peut_recuperer(scene, scene[who], e.id):
                scene = perdre_etat(scene, oracle, who, e.id, rule="VM-6.6")
    return scene


def en_peril(p: Personnage) -> bool:
    """Whether the next Round may do him harm."""
    if p.vie != "actif" or hors_de_danger(p):
        return False
    if any(e.id in PRESSANTS for e in p.etats):
        return True
    if p.a_zero is None:
        return False
    return not p.niveau("inconscient") or plaies_ouvertes(p) > p.bonus("END")


PRESSANTS = ("hemorragique", "enflamme")
