"""Chapter 3, creatures that a spell calls: they come to the caster's side, and leave when the spell ends."""

from __future__ import annotations

from msgspec.structs import replace

from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Oracle
from tablee.kernel.tally import total

from ...model.cast import une_creature
from ...model.people import Personnage
from ...model.scene import Scene
from ...model.sorts import NOS_SORTS
from ..c2_combat.combat import desengager
from .chiffres import puissance
from .emprise import Emprise
from .magie import INVOQUE


@rule("VM-6.15")
def invoquer(scene: Scene, oracle: Oracle, e: Emprise) -> Scene:
    """Creatures come to the caster's side; in a fight they play from the next Round on, right after him."""
    for _ in range(e.effet.nombre + total(puissance(e.sort, e.lancement.puissance))):
        bete = creature(scene, e)
        oracle.tell(Event("sort_invoque", e.mage, bete.id, NOS_SORTS, (), (("sort", e.sort.nom),)))
        scene = entrer_en_combat(scene.put(bete), e.mage, bete.id)
    return scene


def creature(scene: Scene, e: Emprise) -> Personnage:
    """The next one of its kind, on a free square near the caster; one that has left may come again."""
    mage, espece, n = scene[e.mage], e.effet.creature, 1
    while (id := f"{mage.id}_{espece}_{n}") in scene.people and scene[id].vie != "parti":
        n += 1
    x, y = place_libre(scene, mage)
    lu = une_creature(id, espece, mage.side, x, y, scene.own)
    return replace(lu, fiche=replace(lu.fiche, nom=f"{lu.nom} {n}"), effets=(e.lier(INVOQUE, passe=False),))


def place_libre(scene: Scene, p: Personnage) -> tuple[int, int]:
    """The nearest square where nobody stands."""
    prises = {(q.x, q.y) for q in scene.people.values() if q.vie == "actif"}
    autour = (
        (x, y) for r in range(1, 99) for x in range(-r, r + 1) for y in range(-r, r + 1) if max(abs(x), abs(y)) == r
    )
    return next((p.x + x, p.y + y) for x, y in autour if (p.x + x, p.y + y) not in prises)


def entrer_en_combat(scene: Scene, apres: str, qui: str) -> Scene:
    """Right after somebody in the order of the fight, from the next Round on."""
    combat = scene.encounter
    if combat is None or apres not in combat.ordre:
        return scene
    ordre = [w for w in combat.ordre if w != qui]
    ordre.insert(ordre.index(apres) + 1, qui)
    initiatives = {**combat.initiatives, qui: combat.initiatives.get(apres, 0)}
    return replace(scene, encounter=replace(combat, ordre=tuple(ordre), initiatives=initiatives))


@rule("VM-3.12", "VM-6.15")
def renvoyer(scene: Scene, oracle: Oracle, qui: str) -> Scene:
    """A creature goes back where it came from, unless it is dead."""
    p = scene[qui]
    if p.vie != "actif":
        return scene
    oracle.tell(Event("sort_renvoie", qui, "", "VM-3.12"))
    scene = desengager(scene.put(replace(p, vie="parti", avantages=0)), qui)
    combat = scene.encounter
    if combat is None or combat.file[:1] == (qui,):
        return scene
    ordre, file = (tuple(w for w in x if w != qui) for x in (combat.ordre, combat.file))
    initiatives = {w: n for w, n in combat.initiatives.items() if w != qui}
    return replace(scene, encounter=replace(combat, ordre=ordre, file=file, initiatives=initiatives))
