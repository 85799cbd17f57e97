"""Chapter 5, the end and the way back: zero Points de Blessure, unconsciousness, death, and being healed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.game import Switch
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Terms, total

from ...model.boutons import Bouton
from ...model.people import Personnage, distance
from ...model.scene import Scene, inconnu
from ..c2_combat.combat import action_prise, desengager, pas_d_action
from ..c4_destin import echapper_a_la_mort
from ..c6_etats import a_terre, gagner_etat, pas_d_attaque, perdre_etat

ROUNDS_PLEINS = "rounds_pleins"  # the Round in which somebody falls to 0 PB is not one of those he can stand
SWITCHES = (Switch(ROUNDS_PLEINS, "VM-5.4"),)

# ---------------------------------------------------------------- down


@rule("VM-5.3")
def tomber(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """At 0 PB one is À Terre, and stays so until healed; the undead and demons are no more."""
    p = scene[who]
    scene = scene.put(replace(p, a_zero=0))
    if "ephemere" in p.marques:
        return mourir(scene, oracle, who, "VM-5.3")
    return scene if p.niveau("a_terre") else gagner_etat(scene, oracle, who, "a_terre", rule="VM-5.3")


@rule("VM-4.2", "VM-5.11")
def mourir(scene: Scene, oracle: Oracle, who: str, regle: str = "VM-5.11") -> Scene:
    """Death, unless a Point de Destin makes it incapacity."""
    p = scene[who]
    if p.vie != "actif" or p.protege:
        return scene
    scene, sauve = echapper_a_la_mort(scene, oracle, who)
    p = scene[who]
    if sauve:
        scene = scene.put(replace(p, pb_perdus=p.fiche.PB, a_zero=p.a_zero or 0, protege=True, avantages=0))
        scene = gagner_etat(scene, oracle, who, "a_terre", rule="VM-5.3")
        return gagner_etat(scene, oracle, who, "inconscient", rule="VM-4.2")
    oracle.tell(Event("mort", who, "", regle))
    scene = desengager(scene.put(replace(p, vie="mort", avantages=0, pb_perdus=p.fiche.PB)), who)
    return a_terre(scene, oracle, who)


@rule("VM-5.4", "VM-5.9")
def a_l_agonie(scene: Scene, oracle: Oracle) -> Scene:
    """At the end of a Round: those at 0 PB come nearer to unconsciousness, and the worst wounded of these die."""
    for who in scene.people:
        p = scene.people[who]
        if (p.a_zero is not None or p.pb <= 0) and p.vie == "actif":
            scene = agoniser(scene, oracle, p)
    return scene


@rule("VM-5.4", "VM-5.9")
def agoniser(scene: Scene, oracle: Oracle, p: Personnage) -> Scene:
    """One more Round at 0 PB, the one in which he fell included: after BE of them Inconscient; then, with more open
    wounds than BE, death. By the switch only whole Rounds count."""
    rounds = (p.a_zero or 0) + 1
    scene = scene.put(replace(p, a_zero=rounds))
    if not p.niveau("inconscient"):
        if rounds >= p.bonus("END") + rounds_debout(p) + (ROUNDS_PLEINS in scene.options):
            scene = gagner_etat(scene, oracle, p.id, "inconscient", rule="VM-5.4")
    elif not p.protege and plaies_ouvertes(p) > p.bonus("END"):
        scene = mourir(scene, oracle, p.id, "VM-5.9")
    return scene


@rule("VM-5.4")
def rounds_debout(p: Personnage) -> int:
    """Refuse de tomber: Rounds at 0 PB beyond BE before he is Inconscient."""
    return 2 * p.talent("refuse_de_tomber")


@rule("VM-5.9")
def plaies_ouvertes(p: Personnage) -> int:
    """How many Blessures critiques count against his life: those nobody has dressed yet."""
    return len([b for b in p.blessures if not b.soignee])


# ---------------------------------------------------------------- up again


@rule("VM-5.3", "VM-5.4")
def guerir(scene: Scene, oracle: Oracle, who: str, terms: Terms, regle: str, par: str = "") -> tuple[Scene, int]:
    """Points de Blessure given back, not beyond the total; the first of them ends Inconscient and lets him stand."""
    p = scene[who]
    rendus = min(p.pb_perdus, total(terms))
    if p.vie != "actif" or rendus <= 0:
        return scene, 0
    facts = (("points", rendus), ("reste", p.pb + rendus))
    oracle.tell(Event("gueri", par or who, who, regle, terms, facts))
    leve = p.pb <= 0
    p = replace(p, pb_perdus=p.pb_perdus - rendus, a_zero=None, protege=p.protege and scene.encounter is not None)
    scene = scene.put(p)
    return (perdre_etat(scene, oracle, who, "inconscient", rule="VM-5.4") if leve else scene), rendus


# ---------------------------------------------------------------- the last blow


@rule("VM-5.10")
class Achever(Action, frozen=True, tag="achever"):
    """Kill somebody who lies Inconscient; it takes the Action, and no dice."""

    weighty: ClassVar[bool] = True
    rank = Bouton.ACHEVER

    cible: Who

    def closed(self, scene: Scene) -> Closed | None:
        ferme = pas_d_action(scene, self.actor) or inconnu(scene, self.cible)
        return ferme if ferme is not None else a_merci(scene, scene[self.actor], scene[self.cible])

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        oracle.tell(Event("achever", self.actor, self.cible, "VM-5.10"))
        return action_prise(mourir(scene, oracle, self.cible, "VM-5.10"))


@rule("VM-5.10", "VM-4.2")
def a_merci(scene: Scene, p: Personnage, q: Personnage) -> Closed | None:
    """Whom one may kill at once: an Inconscient one is Engagé with (outside fights: beside), a weapon in hand."""
    if p.id == q.id or q.vie != "actif" or not q.niveau("inconscient"):
        return Closed("VM-5.10", "{} n'est pas Inconscient", (Someone(q.id),))
    if scene.encounter is not None and not any(e.autre(p.id) == q.id for e in scene.encounter.engagements):
        return Closed("VM-5.10", "{} n'est pas Engagé avec {}", (Someone(p.id), Someone(q.id)))
    if distance(p, q) > 1:
        return Closed("VM-5.10", "{} est trop loin de {}", (Someone(q.id), Someone(p.id)))
    if not any(a.genre == "melee" for a in p.equipement.tenues):
        return Closed("VM-5.10", "{} n'a pas en main d'arme qui convienne", (Someone(p.id),))
    if q.protege:
        return Closed("VM-4.2", "Le Destin protège {} jusqu'à la fin du combat", (Someone(q.id),))
    return pas_d_attaque(p)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    for q in scene.people.values():
        if q.etats and q.niveau("inconscient") and q.vie == "actif" and q.side != p.side:
            yield Achever(p.id, q.id)


ACTIONS = (Achever,)
