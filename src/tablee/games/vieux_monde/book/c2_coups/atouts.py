"""What the traits of a weapon do once it has hit. Those that only change figures stand in content/armes.toml."""

from __future__ import annotations

from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Oracle

from ...model.catalogue import ZONES
from ...model.people import Etat
from ...model.scene import Scene
from ..c1_tests.tests import tester
from ..c2_combat.armes import protege_de
from ..c2_combat.monte import deposer, vider_les_etriers
from ..c2_combat.places import occupants
from ..c6_etats import gagner_etat, recevoir_etat

PLAIE = 5  # Points de Blessure from which a sharp edge makes bleed


class Touche:
    """Who hit whom, where, how hard, and by how many categories of Taille he outweighs him."""

    __slots__ = ("categories", "de", "points", "sur", "zone")

    def __init__(self, de: str, sur: str, zone: str, points: int, categories: int) -> None:
        self.de, self.sur, self.zone, self.points, self.categories = de, sur, zone, points, categories


@rule("VM-6.4")
def apres_la_touche(scene: Scene, oracle: Oracle, t: Touche, traits: tuple[str, ...]) -> Scene:
    """Each trait that has something to do with a hit, in the order of the weapon's traits."""
    for trait in traits:
        effet = EFFETS.get(trait)
        if effet is not None and scene.people[t.sur].vie == "actif":
            scene = effet(scene, oracle, t)
    return scene


@rule("VM-2.47")
def percutante(scene: Scene, oracle: Oracle, t: Touche) -> Scene:
    """Whoever is wounded and not larger is driven back one square and may fall; a rider may leave the saddle."""
    q = scene.people[t.sur]
    if not t.points or t.categories < 0 or protege_de(q, t.zone, "matelassee"):
        return scene
    if q.monture:
        scene, jet = tester(scene, oracle, q.id, "chevaucher")
        return scene if jet.reussi else vider_les_etriers(scene, oracle, q.id, "VM-2.47")
    scene = faire_reculer(scene, oracle, t)
    if not q.conscient or q.niveau("a_terre"):
        return scene
    scene, jet = tester(scene, oracle, q.id, "athletisme")
    return scene if jet.reussi else gagner_etat(scene, oracle, q.id, "a_terre", rule="VM-2.47")


def faire_reculer(scene: Scene, oracle: Oracle, t: Touche) -> Scene:
    """One square straight away from the attacker, if nobody stands there."""
    p, q = scene.people[t.de], scene.people[t.sur]
    dx, dy = (q.x > p.x) - (q.x < p.x), (q.y > p.y) - (q.y < p.y)
    if not (dx or dy) or occupants(scene, (q.x + dx, q.y + dy), ()):
        return scene
    oracle.tell(Event("recule", q.id, p.id, "VM-2.47", (), (("x", q.x + dx), ("y", q.y + dy))))
    return deposer(scene, q.id, q.x + dx, q.y + dy)


def assommante(scene: Scene, oracle: Oracle, t: Touche) -> Scene:
    """A wound to the head: a Test of Résistance, or Sonné."""
    q = scene.people[t.sur]
    if not t.points or ZONES[t.zone].famille != "tete" or not q.conscient or protege_de(q, t.zone, "matelassee"):
        return scene
    scene, jet = tester(scene, oracle, q.id, "resistance")
    return scene if jet.reussi else gagner_etat(scene, oracle, q.id, "sonne", rule="VM-6.4")


def tranchante(scene: Scene, oracle: Oracle, t: Touche) -> Scene:
    """A deep cut bleeds, but not through mail."""
    if t.points < PLAIE or protege_de(scene.people[t.sur], t.zone, "maillee"):
        return scene
    return gagner_etat(scene, oracle, t.sur, "hemorragique", rule="VM-6.4")


def enchevetrante(scene: Scene, oracle: Oracle, t: Touche) -> Scene:
    """Caught, in a bond as strong as whoever threw it; one bond is enough."""
    if scene.people[t.sur].niveau("enchevetre"):
        return scene
    force = scene.people[t.de].carac("FOR")
    return recevoir_etat(scene, oracle, t.sur, Etat("enchevetre", force=force), "VM-6.4")


def incendiaire(scene: Scene, oracle: Oracle, t: Touche) -> Scene:
    """On fire, unless what covers the zone does not burn."""
    if protege_de(scene.people[t.sur], t.zone, "ignifugee"):
        return scene
    return gagner_etat(scene, oracle, t.sur, "enflamme", rule="VM-6.4")


EFFETS = {
    "percutante": percutante,
    "assommante": assommante,
    "tranchante": tranchante,
    "enchevetrante": enchevetrante,
    "incendiaire": incendiaire,
}
