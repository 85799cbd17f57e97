"""Traits de créature: what they change in a fight. Nerveux and those of fear act where mounts and fear do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Term, Terms

from ...model.boutons import Bouton
from ...model.effects import EFFECTS, Cas
from ...model.people import Etat, Personnage, distance
from ...model.scene import Scene, inconnu
from ..c1_tests.tests import tester
from ..c2_combat.combat import action_prise, engages_avec, pas_d_action
from ..c6_etats import recevoir_etat

REGLE = "VM-6.10"
CHARGE = 3  # Dégâts
REGENERATION = 2  # Points de Blessure a Round
TOILE = 6  # squares
VENINS = {  # a wound calls for a Test, or this état
    "venin": ("intermediaire", "sonne"),
    "infecte": ("accessible", "extenue"),
    "paralysante": ("intermediaire", "enchevetre"),
}

# ---------------------------------------------------------------- in a melee


@rule(REGLE)
@EFFECTS.on("toucher", of="trait:meute")
def en_meute(c: Cas) -> Term | None:
    """+10 while another of the pack is Engagé with the target."""
    if c.scene is None or c.contre is None:
        return None
    autres = (c.scene[w] for w in engages_avec(c.scene, c.contre.id) if w != c.p.id)
    return ("Meute", 10, REGLE) if any(a.a_trait("meute") and a.side == c.p.side for a in autres) else None


@rule(REGLE)
@EFFECTS.on("degats", "degats_tir", of="trait:charge_furieuse")
def charge_furieuse(c: Cas) -> Term | None:
    """+3 Dégâts on the blow of a charge."""
    return ("Charge furieuse", CHARGE, REGLE) if c.charge else None


@rule(REGLE)
def attenuation(p: Personnage, points: int, magique: bool) -> Terms:
    """What a swarm or an ethereal thing does not feel of a weapon's damage."""
    if points <= 0:
        return ()
    if p.a_trait("ethere") and not magique:
        return (("Éthéré", points // 2 - points, REGLE),)
    if "nuee" in p.fiche.traits:
        return (("Nuée", (points + 1) // 2 - points, REGLE),)
    return ()


@rule(REGLE)
def apres_la_blessure(scene: Scene, oracle: Oracle, de: str, sur: str) -> Scene:
    """Venom, filth, claws that paralyse, and the hug: what a wounding blow brings besides."""
    p = scene[de]
    if not p.fiche.traits or scene[sur].vie != "actif":
        return scene
    for trait, (difficulte, etat) in VENINS.items():
        if trait in p.fiche.traits and f"immunise:{etat}" not in scene[sur].fiche.part.tags:
            scene, jet = tester(scene, oracle, sur, "resistance", difficulte)
            if not jet.reussi:
                scene = recevoir_etat(scene, oracle, sur, Etat(etat, force=p.carac("FOR")), REGLE)
    if "etreinte" in p.fiche.traits and not scene[sur].niveau("enchevetre"):
        scene = recevoir_etat(scene, oracle, sur, Etat("enchevetre", force=p.carac("FOR")), REGLE)
    return scene


@rule(REGLE)
def regenerer(scene: Scene, oracle: Oracle, rounds: int = 1) -> Scene:
    """At the end of so many Rounds: 2 Points de Blessure back for each, as long as there are some left."""
    for who, p in scene.people.items():
        if p.pb_perdus and (p.fiche.traits or p.effets) and p.a_trait("regeneration") and p.vie == "actif" and p.pb > 0:
            rendus = min(REGENERATION * rounds, p.pb_perdus)
            terms: Terms = (("Régénération", rendus, REGLE),)
            oracle.tell(Event("regenere", who, "", REGLE, terms, (("points", rendus),)))
            scene = scene.put(replace(scene[who], pb_perdus=p.pb_perdus - rendus))
    return scene


# ---------------------------------------------------------------- the web


def prise_vue(before: Any, after: Any, events: list[Event]) -> bool:
    return any(e.what == "toile" and e["prise"] for e in events)


@rule(REGLE)
class Entoiler(Action, frozen=True, tag="entoiler"):
    """Throw a web: an adversary within six squares dodges it or is entangled in it. It takes the Action."""

    rank = Bouton.CREATURES

    cible: Who

    looks = {"prise": prise_vue}

    def closed(self, scene: Scene) -> Closed | None:
        absent = pas_d_action(scene, self.actor) or inconnu(scene, self.cible)
        if absent is not None:
            return absent
        p, q = scene[self.actor], scene[self.cible]
        if not p.a_trait("toile"):
            return Closed(REGLE, "{} ne tisse pas de toile", (Someone(p.id),))
        if self.cible == self.actor or q.vie != "actif":
            return Closed(REGLE, "{} ne peut être pris dans une toile", (Someone(q.id),))
        if distance(p, q) > TOILE:
            return Closed(REGLE, "{} est trop loin : {} cases, {} au plus", (Someone(q.id), distance(p, q), TOILE))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        q = scene[self.cible]
        reussi = False
        if q.conscient:
            scene, jet = tester(scene, oracle, self.cible, "esquive", genres=("defense", "combat"))
            reussi = jet.reussi
        facts = (("prise", not reussi), ("issue", ISSUES[reussi]))
        oracle.tell(Event("toile", self.actor, self.cible, REGLE, (), facts))
        if not reussi:
            force = scene[self.actor].carac("FOR")
            scene = recevoir_etat(scene, oracle, self.cible, Etat("enchevetre", force=force), REGLE)
        return action_prise(scene)


ISSUES = {True: "l'évite", False: "s'y empêtre"}


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    if p.a_trait("toile") and scene.encounter is not None:
        for q in scene.people.values():
            if q.side != p.side and q.conscient:
                yield Entoiler(p.id, q.id)


ACTIONS = (Entoiler,)
