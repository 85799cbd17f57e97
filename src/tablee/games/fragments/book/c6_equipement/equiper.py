"""Chapter 3, what is in hand and at hand: Équiper, Déséquiper, Remplacer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.sentence import Someone

from ...model.catalogue import MAINS_NUES, Arme
from ...model.people import EMPLACEMENTS, Equipement, Unite
from ...model.scene import Scene
from ...model.things import distincte
from ..c2_systeme.figures import changer_d_equipement
from ..c3_combat.tours import apres_bonus, finir_le_tour, pas_a_elle, revoir_initiative
from ..c4_attaque.attaque import PAS_A_DEUX

DEUX_MAINS = 2


@rule("FD-6.22", "FD-6.23")
def mains_fermees(u: Unite, ids: tuple[str, ...]) -> Closed | None:
    """Weapons that cannot be held so: not at hand, more than two, a pair with a Hast or an Arc."""
    if not 1 <= len(ids) <= DEUX_MAINS or len(set(ids)) != len(ids):
        return Closed("FD-6.22", "On tient une arme, ou deux différentes")
    armes = [u.equipement.chose(id) for id in ids]
    for id, arme in zip(ids, armes, strict=True):
        if not isinstance(arme, Arme):
            return Closed("FD-3.21", "{} n'a pas l'arme « {} » dans son inventaire actif", (Someone(u.id), id))
        if arme.type == "Soutien":
            return Closed("FD-6.14", "{} : un sort de soutien ne se tient pas en main", (arme.nom,))
        if len(ids) == DEUX_MAINS and arme.type in PAS_A_DEUX:
            return Closed("FD-6.23", "{} : une arme de type {} se manie seule", (arme.nom, arme.type))
    return None


@rule("FD-3.21", "FD-6.22", "FD-6.23", "FD-6.10")
class Equiper(Action, frozen=True, tag="equiper"):
    """Take a weapon of the active inventory in hand, or two; with two the shield is put off meanwhile."""

    armes: tuple[str, ...]

    def closed(self, scene: Scene) -> Closed | None:
        fermee = pas_a_elle(scene, self.actor)
        if fermee is not None:
            return fermee
        u = scene.people[self.actor]
        fermee = mains_fermees(u, self.armes)
        if fermee is None and tuple(a.id for a in u.equipement.tenues) == self.armes:
            return Closed("FD-3.21", "{} tient déjà cela", (Someone(u.id),))
        return fermee

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        u = scene.people[self.actor]
        porte = u.equipement.porte
        scene = changer_d_equipement(scene, u, replace(u.equipement, en_main=self.armes))
        noms = " + ".join(a.nom for a in scene.people[u.id].equipement.tenues)
        oracle.tell(Event("equipe", u.id, "", "FD-3.21", (), (("armes", noms),)))
        if porte is not None and scene.people[u.id].equipement.porte is None:
            oracle.tell(Event("bouclier_pose", u.id, "", "FD-6.22", (), (("bouclier", porte.nom),)))
        return apres_bonus(scene, oracle, u.id)


@rule("FD-3.21", "FD-6.10")
class Desequiper(Action, frozen=True, tag="desequiper"):
    """Put away a weapon one holds; the other of a pair stays in hand."""

    arme: str

    def closed(self, scene: Scene) -> Closed | None:
        fermee = pas_a_elle(scene, self.actor)
        if fermee is not None:
            return fermee
        u = scene.people[self.actor]
        if self.arme == MAINS_NUES.id or all(a.id != self.arme for a in u.equipement.tenues):
            return Closed("FD-3.21", "{} ne tient pas « {} »", (Someone(u.id), u.equipement.dite(self.arme)))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        u = scene.people[self.actor]
        restent = tuple(a.id for a in u.equipement.tenues if a.id != self.arme)
        oracle.tell(Event("desequipe", u.id, "", "FD-3.21", (), (("arme", scene.name(self.arme)),)))
        return apres_bonus(changer_d_equipement(scene, u, replace(u.equipement, en_main=restent)), oracle, u.id)


Lieu = Literal["actif", "sac"]


@rule("FD-3.39", "FD-6.4", "FD-6.5")
class Remplacer(Action, frozen=True, tag="remplacer"):
    """Move a thing to the active inventory or to the backpack; where there is no place, against one that is there."""

    chose: str
    vers: Lieu = "actif"
    contre: str = ""

    def closed(self, scene: Scene) -> Closed | None:
        fermee = pas_a_elle(scene, self.actor)
        if fermee is not None:
            return fermee
        u = scene.people[self.actor]
        e = u.equipement
        if not e.sac_a_dos:
            return Closed("FD-6.5", "{} n'a pas de sac à dos", (Someone(u.id),))
        la, ici = (e.actif, e.sac) if self.vers == "actif" else (e.sac, e.actif)
        if all(c.id != self.chose for c in ici):
            return Closed("FD-3.39", "« {} » n'est pas là d'où on veut le prendre", (e.dite(self.chose),))
        if not self.contre:
            plein = len(la) >= EMPLACEMENTS
            return Closed("FD-3.39", "Il n'y a plus de place : dire contre quoi l'échanger") if plein else None
        if len(la) < EMPLACEMENTS:
            return Closed("FD-3.39", "Il reste de la place : on n'échange rien")
        if all(c.id != self.contre for c in la):
            return Closed("FD-3.39", "« {} » n'est pas là d'où on veut le prendre", (e.dite(self.contre),))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        u = scene.people[self.actor]
        faits = (("chose", scene.name(self.chose)), ("vers", _LIEUX[self.vers]))
        oracle.tell(Event("remplace", u.id, "", "FD-3.39", (), faits))
        e = passer(u.equipement, self.chose, self.vers)
        if self.contre:
            oracle.tell(Event("echange_contre", u.id, "", "FD-3.39", (), (("chose", scene.name(self.contre)),)))
            e = passer(e, self.contre, "sac" if self.vers == "actif" else "actif")
        scene = changer_d_equipement(scene, u, e)
        return finir_le_tour(revoir_initiative(scene, oracle, u.id), oracle, u.id)


_LIEUX = {"actif": "l'inventaire actif", "sac": "le sac à dos"}


def passer(e: Equipement, id: str, vers: Lieu) -> Equipement:
    """A thing goes from one of the two to the other. What was in hand stays in hand, but for what goes away."""
    ici, la = (e.sac, e.actif) if vers == "actif" else (e.actif, e.sac)
    chose = next(c for c in ici if c.id == id)
    reste = tuple(c for c in ici if c.id != id)
    arrivee = (*la, distincte(chose, (*reste, *la, *e.sorts)))
    if vers == "actif":
        return replace(e, actif=arrivee, sac=reste, en_main=_en_main(e))
    bouclier = None if e.bouclier == id else e.bouclier
    return replace(e, actif=reste, sac=arrivee, en_main=tuple(a for a in _en_main(e) if a != id), bouclier=bouclier)


def _en_main(e: Equipement) -> tuple[str, ...]:
    return tuple(a.id for a in e.tenues if a.id != MAINS_NUES.id)


def offers(scene: Scene, u: Unite) -> Iterator[Action]:
    """Each weapon at hand, alone or beside the one held; what is held to put away; what may change places."""
    if u.bete:
        return
    e = u.equipement
    tenues = _en_main(e)
    for arme in e.armes:
        if arme.type == "Soutien":
            continue
        if (arme.id,) != tenues:
            yield Equiper(u.id, (arme.id,))
        if tenues and arme.id not in tenues and not {arme.type, e.tenues[0].type} & set(PAS_A_DEUX):
            yield Equiper(u.id, (tenues[0], arme.id))
    for id in tenues:
        yield Desequiper(u.id, id)
    if not e.sac_a_dos:
        return
    for chose in e.sac:
        for contre in e.actif if len(e.actif) >= EMPLACEMENTS else (None,):
            yield Remplacer(u.id, chose.id, "actif", contre.id if contre is not None else "")
    if len(e.sac) < EMPLACEMENTS:
        for chose in e.actif:
            yield Remplacer(u.id, chose.id, "sac")


PLACE = 9
ACTIONS: tuple[type[Action], ...] = (Equiper, Desequiper, Remplacer)
