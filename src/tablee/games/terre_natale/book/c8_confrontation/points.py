"""What a blow does to a point vital of a great creature: the vitality it loses, the wound it keeps, how it is lost."""

from __future__ import annotations

from msgspec.structs import replace

from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.sentence import Someone, Typed

from ...model.caracteristiques import GRAVITES
from ...model.people import INCAPACITANTE, Personnage
from ...model.plan import CORPS, Plan
from ...model.points import INTACT, Atteinte
from ...model.scene import Scene
from ..c4_caracteristiques.lesions import cases
from .tour import passes


@rule("TN-8.428")
def inatteignable(q: Personnage, plan: Plan, zone: str, point: str) -> Closed | None:
    """Why a blow cannot be aimed so: a creature of several points is struck on one of them, never at a zone."""
    if plan is not CORPS or not q.fiche.points:
        return Closed("TN-8.416", "{} n'a qu'un point vital : son corps", (Someone(q.id),)) if point else None
    if zone:
        return Closed(
            "TN-8.428", "{} a plusieurs points vitaux : on ne localise pas, on en frappe un", (Someone(q.id),)
        )
    actifs = tuple([x.nom for x in q.actifs])
    if point and point not in actifs:
        facts = (Someone(q.id), Typed(point), actifs or ("aucun",))
        return Closed("TN-8.425", "{} n'a pas de point vital « {} » à frapper ; il lui reste : {}", facts)
    return None


@rule("TN-8.432")
def sans_point(scene: Scene, who: str, point: str) -> Closed | None:
    """Why somebody cannot strike with a point vital: he has none of that name, or it has nothing to strike with."""
    if not point or who not in scene.people:
        return None
    armes = tuple([x.nom for x in scene[who].fiche.points if x.arme])
    if point in armes:
        return None
    facts = (Someone(who), Typed(point), armes or ("aucun",))
    return Closed("TN-8.432", "{} n'attaque pas par ce point vital : « {} » ; il attaque par : {}", facts)


def main_du_point(p: Personnage, point: str) -> int:
    """Which of his weapons a point vital strikes with."""
    modeles = [x.modele for x in (*p.equipement.armes, *p.equipement.naturelles)]
    arme = next((x.arme for x in p.fiche.points if x.nom == point), "")
    return modeles.index(arme) if arme in modeles else len(modeles)


def frappe(q: Personnage, plan: Plan, point: str) -> str:
    """The point that takes a blow: the one meant, or the body once that one is lost."""
    return point if point and plan is CORPS and any(x.nom == point for x in q.actifs) else ""


@rule("TN-8.425")
def entamer(scene: Scene, oracle: Oracle, who: str, point: str, n: int) -> Scene:
    """Vitality of a point, half of that of the creature; without any left it is lost."""
    p = scene[who]
    etat = p.points.get(point, INTACT)
    apres = replace(p, points={**p.points, point: replace(etat, perdus=etat.perdus + n)})
    facts = ("point", point), ("points", n), ("reste", apres.vitalite(point))
    oracle.tell(Event("point_touche", who, "", "TN-8.425", (("Dégâts", n, "TN-8.133"),), facts))
    if apres.vitalite(point) > 0:
        return scene.put(apres)
    return perdre_le_point(scene, oracle, apres, point)


@rule("TN-8.419", "TN-8.425")
def perdre_le_point(scene: Scene, oracle: Oracle, apres: Personnage, point: str) -> Scene:
    """Passes that it gave and that were not taken yet go with it."""
    avant = passes(scene, apres.id)
    scene = scene.put(apres)
    oracle.tell(
        Event("point_perdu", apres.id, "", "TN-8.425", (), (("point", point), ("actifs", 1 + len(apres.actifs))))
    )
    e = scene.encounter
    if e is None:
        return scene
    restent = list(e.restent)
    for _ in range(min(avant - passes(scene, apres.id), restent.count(apres.id))):
        restent.remove(apres.id)
    return replace(scene, encounter=replace(e, restent=tuple(restent)))


@rule("TN-8.431")
def blesser_le_point(scene: Scene, oracle: Oracle, who: str, point: str, niveau: int) -> Scene:
    """A wound that weighs on this point alone: of this level, or of the first above it with a free box."""
    p = scene[who]
    etat: Atteinte = p.points.get(point, INTACT)
    libres = [n for n in range(niveau, INCAPACITANTE + 1) if etat.blessures.count(n) < cases(p, "blessure", n)]
    if not libres:
        return scene
    facts = ("point", point), ("niveau", libres[0]), ("gravite", GRAVITES[libres[0]].nom)
    oracle.tell(Event("point_blesse", who, "", "TN-8.431", (), facts))
    apres = replace(etat, blessures=(*etat.blessures, libres[0]))
    return scene.put(replace(p, points={**p.points, point: apres}))
