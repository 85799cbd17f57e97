"""Time outside of a fight: tours of ten seconds, and all that runs out with the clock."""

from __future__ import annotations

from msgspec.structs import replace

from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Oracle

from ...model.people import Unite
from ...model.scene import Scene
from ...model.tables import MANCHE
from .tours import vivre_un_tour


@rule("FD-3.1", "FD-2.13", "FD-3.4", "FD-3.7")
def un_tour(scene: Scene, oracle: Oracle) -> Scene:
    """Ten seconds without a fight: wounds, lack of air, afflictions and all that lasts, for everybody."""
    for id in tuple(scene.people):
        if scene.people[id].vie == "actif":
            scene = vivre_un_tour(scene, oracle, id)
    return replace(scene, clock=scene.clock + MANCHE)


UNITES = {"secondes": 1, "minutes": 60, "heures": 3600, "jours": 86400}


JOUR = UNITES["jours"]


MANCHES_SUIVIES = 1000  # after so many manches nothing that passes is left


@rule("FD-5.4")
def avancer_l_horloge(scene: Scene, oracle: Oracle, secondes: int) -> Scene:
    """So many seconds later: wounds bleed, breath and effects run out manche by manche, deadlines fall due."""
    fin = scene.clock + secondes
    for _ in range(min(secondes // MANCHE, MANCHES_SUIVIES)):
        if not any(map(en_suspens, scene.people.values())):
            break
        scene = un_tour(scene, oracle)
    return sonner(replace(scene, clock=fin), oracle)


def en_suspens(u: Unite) -> bool:
    """Whether ten seconds change anything for a unit."""
    if u.vie != "actif":
        return False
    if u.survie is not None:
        return u.survie.blessure != "Bénigne"
    maux = (*u.etats, u.affliction) if u.affliction is not None else u.etats
    passe = any(m.tours is not None for m in maux) or any(a.tours is not None or a.au_debut for a in u.effets)
    return u.souffle is not None or bool(u.recharges) or passe


@rule("FD-5.4")
def sonner(scene: Scene, oracle: Oracle) -> Scene:
    """The deadlines that are past are told, once."""
    if not any(quand <= scene.clock for _, quand in scene.echeances):
        return scene
    for titre, quand in scene.echeances:
        if quand <= scene.clock:
            oracle.tell(Event("echeance", "", "", "FD-5.4", (), (("titre", titre),)))
    return replace(scene, echeances=tuple(e for e in scene.echeances if e[1] > scene.clock))
