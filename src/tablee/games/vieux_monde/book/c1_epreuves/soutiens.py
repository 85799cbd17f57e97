"""Chapter 1, support: who may help somebody with a Test, and what it gives."""

from __future__ import annotations

from tablee.kernel.effects import amount
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import ALL, Closed, Oracle
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Terms

from ...model.catalogue import COMPETENCES
from ...model.effects import Cas
from ...model.people import Personnage, distance, hors_d_etat
from ...model.scene import Scene, inconnu
from ...model.tables import NOMS
from ..c1_tests.tests import carac_de, cles, nom_de
from ..c2_combat.combat import hors_d_atteinte

DANGERS = {"maladie": "la maladie", "poison": "le poison", "peur": "la peur", "danger": "le danger"}


@rule("VM-1.15")
def terms_du_soutien(soutiens: tuple[str, ...]) -> Terms:
    """+10 for each supporter."""
    return tuple([("Soutien", 10, "VM-1.15") for _ in soutiens])


def annoncer_les_soutiens(oracle: Oracle, who: str, soutiens: tuple[str, ...], audience: str = ALL) -> None:
    for soutien in soutiens:
        oracle.tell(Event("soutien", soutien, who, "VM-1.15", (("Soutien", 10, "VM-1.15"),), (), audience))


def soutien_refuse(
    scene: Scene, who: str, competence: str, soutiens: tuple[str, ...], resiste: str = "", mod: int = 0
) -> Closed | None:
    """Why these may not support him in this Test. `mod`: what difficulty and circumstances weigh on whoever rolls."""
    if not soutiens:
        return None
    return (
        hors_de_propos(competence, resiste)
        or trop_de_soutiens(scene[who], competence, soutiens)
        or next((why for s in soutiens if (why := ne_peut_soutenir(scene, s, who, competence, mod))), None)
    )


@rule("VM-1.18")
def hors_de_propos(competence: str, resiste: str) -> Closed | None:
    """Nobody helps another to resist disease, poison, fear or danger."""
    if not resiste and competence in COMPETENCES and COMPETENCES[competence].psychologie:
        resiste = "peur"
    return Closed("VM-1.18", "Pas de soutien pour résister à : {}", (DANGERS[resiste],)) if resiste in DANGERS else None


@rule("VM-1.19")
def trop_de_soutiens(p: Personnage, competence: str, soutiens: tuple[str, ...]) -> Closed | None:
    """At most as many as the bonus of the one who rolls, in the caractéristique concerned; nobody twice."""
    if len(set(soutiens)) < len(soutiens):
        return Closed("VM-1.15", "Chacun ne soutient un Test qu'une fois")
    carac = carac_de(competence)
    if len(soutiens) > p.bonus(carac):
        facts = (Someone(p.id), NOMS[carac], p.bonus(carac), len(soutiens))
        return Closed("VM-1.19", "{} : {} donne droit à {} soutiens, pas {}", facts)
    return None


@rule("VM-1.15", "VM-1.16", "VM-1.17")
def ne_peut_soutenir(scene: Scene, soutien: str, who: str, competence: str, mod: int) -> Closed | None:
    """Somebody else, awake, who knows the Compétence, stands beside him in a fight, and has no better chance."""
    if soutien == who:
        return Closed("VM-1.15", "On ne se soutient pas soi-même")
    if soutien not in scene.people:
        return inconnu(scene, soutien)
    p, q = scene[who], scene[soutien]
    perdu = hors_d_etat(q)
    if perdu is not None:
        return perdu
    if q.fiche.valeurs[competence] is None:
        return Closed("VM-1.16", "{} n'a pas accès à : {}", (Someone(q.id), nom_de(competence)))
    if hors_d_atteinte(scene, p, q):
        return Closed("VM-1.17", "{} n'est pas à côté de {} : {} cases", (Someone(q.id), Someone(p.id), distance(p, q)))
    mienne, sienne = chances(scene, p, competence, mod), chances(scene, q, competence, mod)
    if sienne > mienne:
        return Closed(
            "VM-1.15", "{} a plus de chances ({} % contre {} %) : à lui de lancer", (Someone(q.id), sienne, mienne)
        )
    return None


def chances(scene: Scene, p: Personnage, competence: str, mod: int = 0) -> int:
    """The chance of success in percent, nobody helping (VM-1.8)."""
    valeur = (p.fiche.valeurs[competence] or 0) + mod + amount(p.bears, cles(competence, ("presence",)), Cas(p, scene))
    return min(95, max(5, valeur))
