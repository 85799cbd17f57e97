"""The moral of sides: what those who stand together lend each other, spent before endurance."""

from __future__ import annotations

from msgspec.structs import replace

from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Oracle
from tablee.kernel.tally import Terms, total

from ...model.people import MORAL
from ...model.scene import Scene
from ...model.sums import modif, modificateur
from ..c4_caracteristiques.ressources import gagner_temporaire
from .budget import confrontation
from .tour import arrivee, ouverture

PRESENTS = ("actif", "surpris", "assailli")


@rule("TN-8.409")
def moral_de(scene: Scene, side: str) -> Terms:
    """What everybody of a side who takes part brings: the modifier of his Charisme, for better or worse."""
    e = confrontation(scene)
    la = [p for p in scene.people.values() if p.side == side and p.up and e.statut(p.id) in PRESENTS]
    return tuple([modif(p.fiche, "CHA") for p in la])


@rule("TN-8.410")
def encourager(scene: Scene, oracle: Oracle, who: str, moral: int) -> Scene:
    """As much as his side has, no more than his résilience; what is left of another confrontation counts in it."""
    manque = moral - scene[who].temporaires.get(MORAL, 0)
    return gagner_temporaire(scene, oracle, who, MORAL, manque) if manque > 0 else scene


@ouverture.then("TN-8.409", "TN-8.410")
def serrer_les_rangs(scene: Scene, oracle: Oracle) -> Scene:
    """As a confrontation opens, each side has its moral, and everybody of it as much."""
    for side in scene.sides():
        terms = moral_de(scene, side)
        n = total(terms)
        e = confrontation(scene)
        scene = replace(scene, encounter=replace(e, moral={**e.moral, side: n}))
        if n > 0:
            oracle.tell(Event("moral", rule="TN-8.409", terms=terms, facts=(("camp", side), ("moral", n))))
        for p in scene.people.values():
            if p.side == side and p.up and e.statut(p.id) in PRESENTS:
                scene = encourager(scene, oracle, p.id, n)
    return scene


@arrivee.then("TN-8.411")
def preter_main_forte(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """Who joins has the moral of his side, his own with it; the others have as much more as he brings, if he does."""
    nouveau, e = scene[who], confrontation(scene)
    if not nouveau.side or not nouveau.up:
        return scene
    apport = modificateur(nouveau.fiche.valeurs["CHA"])
    n = e.moral.get(nouveau.side, 0) + apport
    scene = replace(scene, encounter=replace(e, moral={**e.moral, nouveau.side: n}))
    for p in scene.people.values():
        if p.id != who and p.side == nouveau.side and p.up and e.statut(p.id) in PRESENTS and apport > 0:
            scene = gagner_temporaire(scene, oracle, p.id, MORAL, apport)
    return encourager(scene, oracle, who, n)
