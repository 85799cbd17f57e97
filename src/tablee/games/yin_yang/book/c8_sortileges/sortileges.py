"""The life of a spell: maintained, on reserve, permanent; how it ends, what time does to it."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.sentence import Someone

from ...model.people import Personnage, hors_d_etat
from ...model.runes import Sort
from ...model.scene import Scene, inconnu
from ...model.tables import TOUR
from ...model.things import objet_de
from ..c7_fatigue.fatigue import fatiguer
from ..c10_tours.declarer import Declaration, pas_a_lui
from ..c10_tours.places import CONTACT, distance
from ..c10_tours.temps import temps_passe
from ..c10_tours.tour import acte_accompli
from ..c12_equipement import detruire, porteur
from .pouvoirs import agir, deplier_l_espace, lever

TOURS_JOUES = 100  # a permanent spell acts turn by turn no longer than this in one go


def sort_nouveau(scene: Scene) -> str:
    """An id no spell bears."""
    n = 1
    while f"sort_{n}" in scene.sorts:
        n += 1
    return f"sort_{n}"


def noter_le_sort(scene: Scene, sort: Sort) -> Scene:
    return replace(scene, sorts={**scene.sorts, sort.id: sort})


# ---------------------------------------------------------------- the end


@rule("YY-8.2", "YY-8.3", "YY-8.4")
def finir(scene: Scene, oracle: Oracle, id: str, pourquoi: str, regle: str) -> Scene:
    """The spell is over, with what hangs on it; a common objet de transfert goes with its reserve."""
    sort = scene.sorts[id]
    sorts = {i: s for i, s in scene.sorts.items() if i != id and s.contre != id}
    oracle.tell(
        Event("sort_fini", sort.par, "", regle, (), (("sort", scene.own.nom_du_sort(sort)), ("pourquoi", pourquoi)))
    )
    scene = deplier_l_espace(lever(replace(scene, sorts=sorts), id), sort)
    if sort.methode == "reserve" and not infuse(scene, sort.objet):
        scene = detruire(scene, oracle, sort.objet, "YY-8.4")
    return scene


def infuse(scene: Scene, id: str) -> bool:
    """Whether an object was infused when it was made."""
    p = porteur(scene, id)
    objet = objet_de(p, id) if p is not None else None
    return objet is not None and objet.infusion > 0


@acte_accompli.then("YY-8.2")
def rompre(scene: Scene, oracle: Oracle) -> Scene:
    """Maintained spells end at once when their magician is out, or does something else than magic this turn."""
    combat = scene.encounter
    for sort in tuple(scene.sorts.values()):
        if sort.methode != "maintenu" or sort.id not in scene.sorts:
            continue
        p = scene.people.get(sort.par)
        if p is None or not p.conscient:
            scene = finir(scene, oracle, sort.id, "le magicien n'est plus en état", "YY-8.2")
        elif combat is not None and not combat.file:
            declaree = combat.declarations.get(sort.par)
            if declaree is not None and not declaree.magique:
                scene = finir(scene, oracle, sort.id, "la concentration cesse", "YY-8.2")
    return scene


def maintenus(scene: Scene, who: str) -> tuple[Sort, ...]:
    """The spells somebody feeds."""
    return tuple(s for s in scene.sorts.values() if s.par == who and s.methode == "maintenu")


# ---------------------------------------------------------------- time


@temps_passe.then("YY-8.2", "YY-8.3", "YY-14.16")
def faire_durer(scene: Scene, oracle: Oracle, secondes: int) -> Scene:
    """Time has gone by: runes nobody holds any more are lost, spells go on or end."""
    scene = perdre_les_runes_oubliees(rompre(scene, oracle), oracle)
    for id in tuple(scene.sorts):
        if id in scene.sorts:
            scene = continuer(scene, oracle, scene.sorts[id], secondes // TOUR)
    return scene


@rule("YY-8.17")
def perdre_les_runes_oubliees(scene: Scene, oracle: Oracle) -> Scene:
    """Accumulated runes are lost as soon as a turn passes without magic."""
    for p in tuple(scene.people.values()):
        if p.runes and (not p.conscient or oublie(scene, p)):
            scene = disperser(scene, oracle, p.id)
    return scene


def oublie(scene: Scene, p: Personnage) -> bool:
    """Whether a whole turn has gone by since he last used magic."""
    return p.incante is None or scene.clock - p.incante > TOUR


def disperser(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """The runes somebody has accumulated are lost."""
    p = scene[who]
    if not p.runes:
        return scene
    oracle.tell(Event("runes_perdues", who, "", "YY-8.17", (), (("runes", sum(p.runes.values())),)))
    return scene.put(replace(p, runes={}, runes_nd=0))


def continuer(scene: Scene, oracle: Oracle, sort: Sort, tours: int) -> Scene:
    """What some turns make of a spell, by its method."""
    if sort.methode == "maintenu":
        if scene.encounter is None and oublie(scene, scene[sort.par]):
            return finir(scene, oracle, sort.id, "la concentration cesse", "YY-8.2")
        return scene
    if sort.fin is not None and scene.clock >= sort.fin:
        return finir(scene, oracle, sort.id, "son temps est passé", "YY-8.7" if not sort.pouvoir else "YY-14.16")
    if sort.methode == "reserve":
        return puiser(scene, oracle, sort, tours)
    return durer(scene, oracle, sort, tours) if sort.methode == "permanent" else scene


@rule("YY-8.3")
def puiser(scene: Scene, oracle: Oracle, sort: Sort, tours: int) -> Scene:
    """One rune of reserve each turn, the first at its casting; it ends when there is none left, or nothing to hold it.

    It acts once a turn: at its casting, then at the end of each turn that follows.
    """
    premier = scene.clock - tours * TOUR <= sort.depuis  # it was cast in the first of these turns
    for n in range(tours):
        if porteur(scene, sort.objet) is None:
            return finir(scene, oracle, sort.id, "l'objet de transfert est détruit", "YY-8.3")
        if sort.reserve > 0 and (n or not premier):
            sort = replace(sort, reserve=sort.reserve - 1)
            scene = agir(noter_le_sort(scene, sort), oracle, sort)
        if sort.reserve <= 0:
            return finir(scene, oracle, sort.id, "la réserve est épuisée", "YY-8.3")
    return scene


@rule("YY-14.16")
def durer(scene: Scene, oracle: Oracle, sort: Sort, tours: int) -> Scene:
    """A permanent spell acts every turn, always active ones on whoever carries the object."""
    for _ in range(min(tours, TOURS_JOUES)):
        p = porteur(scene, sort.objet)
        if p is None:
            return finir(scene, oracle, sort.id, "l'objet de transfert est détruit", "YY-14.15")
        if sort.fin is None and len(sort.cibles) == 1 and sort.cibles != (p.id,) and suit_le_porteur(scene, sort):
            sort = replace(sort, cibles=(p.id,))
            scene = noter_le_sort(scene, sort)
        scene = agir(scene, oracle, sort)
    return scene


def suit_le_porteur(scene: Scene, sort: Sort) -> bool:
    """Whether it was made for whoever carries its object: nobody else was named then."""
    fait = scene.enchantements.get(sort.objet)
    return fait is None or fait.sort is None or fait.sort.cibles in ((), (fait.par,))


# ---------------------------------------------------------------- ending a spell on purpose


@rule("YY-8.2")
class LacherSort(Action, frozen=True, tag="lacher_sort"):
    """Stop feeding a spell one maintains."""

    sort: str = ""

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor)
        if absent is not None:
            return absent
        sort = scene.sorts.get(self.sort)
        if sort is None:
            return Closed("YY-8.2", "Aucun sortilège « {} » n'est à l'œuvre", (self.sort,))
        if sort.methode == "reserve":
            return Closed("YY-8.3", "Un sortilège sur réserve n'obéit plus à personne")
        if sort.methode != "maintenu" or sort.par != self.actor:
            return Closed("YY-8.2", "{} n'alimente pas ce sortilège", (Someone(self.actor),))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        return finir(scene, oracle, self.sort, "le magicien le laisse aller", "YY-8.2")


@rule("YY-8.3")
class BriserObjet(Declaration, frozen=True, tag="briser_objet"):
    """Destroy the objet de transfert of a spell on reserve: one's own, or that of somebody who cannot prevent it."""

    sort: str = ""

    weighty: ClassVar[bool] = True

    def closed(self, scene: Scene) -> Closed | None:
        absent = pas_a_lui(scene, self.actor)
        if absent is not None:
            return absent
        sort = scene.sorts.get(self.sort)
        if sort is None or sort.methode != "reserve":
            return Closed("YY-8.3", "Aucun sortilège sur réserve « {} » n'est à l'œuvre", (self.sort,))
        p, q = scene[self.actor], porteur(scene, sort.objet)
        if q is None:
            return Closed("YY-8.3", "L'objet de transfert n'est plus là")
        if distance(p, q) > CONTACT:
            return Closed("YY-8.3", "L'objet de transfert est à {} m", (distance(p, q),))
        if q.id != p.id and q.conscient and (not q.side or q.side != p.side):
            return Closed("YY-8.3", "{} ne laisse pas briser ce qu'il porte", (Someone(q.id),))
        return hors_d_etat(p)

    def executer(self, scene: Scene, oracle: Oracle) -> Scene:
        sort = scene.sorts.get(self.sort)
        if sort is None:
            return scene
        if scene.encounter is not None:
            scene = fatiguer(scene, oracle, self.actor, 1)
        scene = detruire(scene, oracle, sort.objet, "YY-8.3")
        return finir(scene, oracle, self.sort, "l'objet de transfert est détruit", "YY-8.3")
