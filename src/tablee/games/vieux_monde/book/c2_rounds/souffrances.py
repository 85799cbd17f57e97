"""What the end of a Round brings to those who bleed, burn, reel or tremble; and the Rounds nobody plays."""

from __future__ import annotations

from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Oracle

from ...model.catalogue import ETATS, FORMES, ZONES
from ...model.people import Personnage, distance
from ...model.scene import Scene
from ..c1_tests.tests import Demande, reussir, tester
from ..c2_combat.combat import engages_avec
from ..c5_blessures.degats import Source, degats
from ..c5_blessures.malheurs import perdre_des_pb
from ..c5_blessures.mort import mourir
from ..c6_creatures.psychologie import se_reprendre
from ..c6_etats import gagner_etat, perdre_etat

REGLE = "VM-6.6"
AU_CALME = 3  # squares that must be free of enemies for somebody Brisé to pull himself together
FEU = 3  # Dégâts, and as many again for each level


@rule("VM-2.2", "VM-6.6")
def etats_en_fin_de_round(scene: Scene, oracle: Oracle) -> Scene:
    """Surprise is over; then blood, fire, recovery and fear, one after the other."""
    for who, p in scene.people.items():
        if p.vie == "actif":
            if p.etats:
                scene = endurer(scene, oracle, who)
            if p.craintes:
                scene = se_reprendre(scene, oracle, who)
    return scene


def endurer(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """What his états do to somebody, and what he can do about them."""
    siens = [e.id for e in scene.people[who].etats]
    if "surpris" in siens:
        scene = perdre_etat(scene, oracle, who, "surpris", rule=REGLE)
    if "hemorragique" in siens:
        scene = saigner(scene, oracle, who)
    if "enflamme" in siens:
        scene = bruler(scene, oracle, who)
    for e in scene.people[who].etats:
        if ETATS[e.id].recuperation:
            scene = recuperer(scene, oracle, who, e.id)
    return scene


def saigner(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """Hémorragique: 1 PB for each level; at 0 PB a Test de Résistance, or unconsciousness, and then death."""
    p = scene[who]
    n = p.niveau("hemorragique")
    if not n or p.vie != "actif":
        return scene
    if p.pb > 0:
        return perdre_des_pb(scene, oracle, who, n, Source("Hémorragique", rule=REGLE))
    if hors_de_danger(p):
        return scene
    scene, tient = reussir(scene, oracle, who, Demande("resistance", plus=(("Hémorragique", -10 * n, REGLE),)))
    if tient:
        return scene
    if p.niveau("inconscient"):
        return mourir(scene, oracle, who, REGLE)
    return gagner_etat(scene, oracle, who, "inconscient", rule=REGLE)


def hors_de_danger(p: Personnage) -> bool:
    """Whether a Point de Destin keeps him, down and out, from anything worse (VM-4.2)."""
    return p.protege and p.pb <= 0


def bruler(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """Enflammé: 3 Dégâts and 3 for each level, that BE reduces and PA do not."""
    p = scene[who]
    n = p.niveau("enflamme")
    if not n or p.vie != "actif":
        return scene
    bruts = (("Flammes", FEU, REGLE), ("Niveaux d'Enflammé", FEU * n, REGLE))
    return degats(scene, oracle, who, bruts, Source("Flammes", zone_du_corps(p), pa=False, retenu=True, rule=REGLE))[0]


def zone_du_corps(p: Personnage) -> str:
    """The middle of his body, whatever its shape."""
    zones = [ligne.zone for ligne in FORMES[p.fiche.forme]]
    return next((z for z in zones if ZONES[z].famille == "corps"), zones[0])


def recuperer(scene: Scene, oracle: Oracle, who: str, id: str) -> Scene:
    """The Test at the end of a Round that takes levels of an état away: 1, and 1 more for each DR."""
    p, genre = scene[who], ETATS[id]
    if not peut_recuperer(scene, p, id):
        return scene
    scene, jet = tester(scene, oracle, who, genre.recuperation, genre.difficulte)
    return perdre_etat(scene, oracle, who, id, 1 + jet.dr, REGLE) if jet.reussi else scene


def peut_recuperer(scene: Scene, p: Personnage, id: str) -> bool:
    """Whether there is a Test: nothing holds the état in place, and whoever is Brisé is awake and out of reach."""
    e = p.etat(id)
    if e is None or not e.libres or p.vie != "actif":
        return False
    if id != "brise":
        return True
    return p.conscient and not engages_avec(scene, p.id) and not ennemi_a(scene, p, AU_CALME)


def ennemi_a(scene: Scene, p: Personnage, cases: int) -> bool:
    """Whether an enemy who is awake stands within so many squares."""
    return any(q.side != p.side and q.side and q.conscient and distance(p, q) <= cases for q in scene.people.values())


# ---------------------------------------------------------------- outside fights
