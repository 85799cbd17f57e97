"""Chapter 3, how a spell ends, and what becomes then of all that hangs on it."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Oracle

from ...model.catalogue import ETATS
from ...model.people import Personnage
from ...model.scene import Scene, SortActif
from ..c2_rounds.rounds import temps_passe
from ..c6_etats import perdre_etat
from .invocations import renvoyer
from .magie import ETAT, INVOQUE, nom_actif


@rule("VM-3.12")
def cesser(scene: Scene, oracle: Oracle, actif: SortActif, pourquoi: Literal["duree", "dissipe"]) -> Scene:
    """A spell is over, and all that hangs on it with it."""
    facts = (("sort", nom_actif(scene, actif)),)
    if pourquoi == "duree":
        oracle.tell(Event("sort_fini", actif.mage, "", "VM-3.12", (), facts))
    else:
        oracle.tell(Event("sort_dissipe", actif.mage, "", "VM-3.10", (), facts))
    scene = replace(scene, sorts=tuple([s for s in scene.sorts if s.id != actif.id]))
    return finir(scene, oracle, actif)


@temps_passe.then("VM-3.12")
def expirer(scene: Scene, oracle: Oracle) -> Scene:
    """Spells whose Durée has run out on the scene's clock."""
    for actif in scene.sorts:
        if actif.fin is not None and actif.fin <= scene.clock:
            scene = cesser(scene, oracle, actif, "duree")
    return scene


@rule("VM-3.12")
def finir(scene: Scene, oracle: Oracle, actif: SortActif) -> Scene:
    """All that hangs on a spell goes with it: modifiers, Traits, états, creatures."""
    for who, p in scene.people.items():
        if p.effets and any(e.lie == actif.id for e in p.effets):
            scene = relacher(scene, oracle, scene[who], actif.id)
    return replace(scene, sorts=tuple([s for s in scene.sorts if s.id != actif.id]))


def relacher(scene: Scene, oracle: Oracle, p: Personnage, lie: str) -> Scene:
    """One of those it had hold of is free of it."""
    restent = tuple([e for e in p.effets if e.lie != lie])
    scene = scene.put(replace(p, effets=restent))
    for e in p.effets:
        if e.lie != lie:
            continue
        if e.sur == INVOQUE:
            scene = renvoyer(scene, oracle, p.id)
        elif e.sur.startswith(ETAT):
            scene = rendre_l_etat(scene, oracle, p.id, e.sur.removeprefix(ETAT), e.mod)
    return scene


def rendre_l_etat(scene: Scene, oracle: Oracle, who: str, etat: str, niveaux: int) -> Scene:
    """The levels a spell gave go; an état without levels stays as long as another spell holds him so."""
    if ETATS[etat].cumul:
        return perdre_etat(scene, oracle, who, etat, niveaux, "VM-3.12")
    if any(e.sur == ETAT + etat for e in scene[who].effets):
        return scene
    return perdre_etat(scene, oracle, who, etat, None, "VM-3.12")
