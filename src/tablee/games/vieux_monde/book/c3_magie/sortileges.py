"""Chapter 3, spells at work: whom a spell takes hold of when it is cast, and what becomes of it all when it ends."""

from __future__ import annotations

from msgspec.structs import replace

from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Oracle

from ...model.scene import Scene, SortActif
from ...model.sorts import NOS_SORTS, EffetSort, Sort
from ..c1_tests.tests import tester
from .emprise import Emprise
from .emprises import AGIT, frapper_du_projectile, meurtrir
from .magie import Lancement, demarrer, identifiant, nom_actif, touches

Resistances = dict[tuple[str, str, str], bool]  # who, with what, at what Difficulté -> whether he resisted

# ---------------------------------------------------------------- a spell begins


@rule("VM-3.12", "VM-3.13", "VM-3.29", "VM-6.15")
def appliquer_le_sort(scene: Scene, oracle: Oracle, lancement: Lancement) -> Scene:
    """A spell that has been cast does what it says to everybody it touches.

    Incantation Critique and Prendre le dessus follow from the wounds it leaves, in incantation.py.
    """
    sort, id = scene[lancement.mage].fiche.livre[lancement.sort], identifiant(lancement.mage, lancement.sort)
    if sort.dure and not any(s.id == id for s in scene.sorts):
        scene = demarrer(scene, lancement, False)
    actif = next((s for s in scene.sorts if s.id == id), None) if sort.dure else None
    lie, fin = (actif.id, actif.fin) if actif is not None else ("", None)
    resistances: Resistances = {}
    for qui in cibles(scene, sort, lancement):
        blesse = 0
        if sort.projectile and scene[qui].vie == "actif":
            scene, blesse = frapper_du_projectile(scene, oracle, sort, lancement, qui)
        for effet in sort.effets:
            emprise = Emprise(lancement, sort, effet, lancement.mage if effet.mage else qui, lie, fin)
            scene, resiste = epargne(scene, oracle, emprise, qui, blesse, resistances)
            if resiste:
                continue
            if effet.fait == "degats":
                scene, points = meurtrir(scene, oracle, emprise)
                blesse += points
            else:
                scene = AGIT[effet.fait](scene, oracle, emprise)
    return scene if actif is None else tenir(scene, oracle, actif)


def cibles(scene: Scene, sort: Sort, lancement: Lancement) -> tuple[str, ...]:
    """Those it touches; what is « Spécial » in our catalogue happens around the caster."""
    if sort.cible == "special":
        return (lancement.mage,)
    return touches(scene, lancement.mage, sort, lancement.cibles, lancement.x, lancement.y, lancement.aire)


def epargne(
    scene: Scene, oracle: Oracle, e: Emprise, qui: str, blesse: int, resistances: Resistances
) -> tuple[Scene, bool]:
    """Whether an effect passes somebody by: it is not meant for him, he is gone, it did not wound, or he resists it."""
    if scene[e.qui].vie != "actif" or not concerne(scene, e.sort, e.effet, e.mage, qui):
        return scene, True
    if e.effet.blesse and not blesse:
        return scene, True
    return resister(scene, oracle, e, resistances)


@rule("VM-3.29", "VM-6.15")
def concerne(scene: Scene, sort: Sort, effet: EffetSort, mage: str, qui: str) -> bool:
    """Inside a Zone d'Effet: everybody, or only the caster's side, or only the others."""
    if sort.cible != "zde" or effet.allies is None:
        return True
    return (scene[qui].side == scene[mage].side) == effet.allies


@rule("VM-6.15")
def resister(scene: Scene, oracle: Oracle, e: Emprise, resistances: Resistances) -> tuple[Scene, bool]:
    """A Test, once for all the effects that leave him the same one; friends let themselves be carried."""
    effet = e.effet
    if not effet.resiste or (effet.fait == "saut" and scene[e.qui].side == scene[e.mage].side):
        return scene, False
    essai = (e.qui, effet.resiste, effet.difficulte)
    if essai not in resistances:
        scene, jet = tester(scene, oracle, e.qui, effet.resiste, effet.difficulte)
        resistances[essai] = jet.reussi
        if jet.reussi:
            oracle.tell(Event("sort_resiste", e.qui, e.mage, NOS_SORTS, (), (("sort", e.sort.nom),)))
    return scene, resistances[essai]


@rule("VM-3.12")
def tenir(scene: Scene, oracle: Oracle, actif: SortActif) -> Scene:
    """A lasting spell stays at work on those it has hold of; without anybody, there is nothing left to last."""
    tenus = tuple([p.id for p in scene.people.values() if p.effets and any(e.lie == actif.id for e in p.effets)])
    if tenus:
        return replace(scene, sorts=tuple([replace(s, cibles=tenus) if s.id == actif.id else s for s in scene.sorts]))
    oracle.tell(Event("sort_sans_prise", actif.mage, "", "VM-3.12", (), (("sort", nom_actif(scene, actif)),)))
    return replace(scene, sorts=tuple([s for s in scene.sorts if s.id != actif.id]))


# ---------------------------------------------------------------- a spell ends
