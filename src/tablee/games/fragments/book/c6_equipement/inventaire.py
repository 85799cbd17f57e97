"""Chapter 6, what is carried: five places, a backpack, a shield worn or not, gifts, finds, the convoy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.faults import knowing
from tablee.kernel.game import Switch
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Someone

from ...model.catalogue import Arme, Bouclier, Chose
from ...model.people import EMPLACEMENTS, Equipement, Unite
from ...model.scene import Scene
from ...model.things import avec_chose, distincte, sans_chose, sorte_de, trouver
from ..c2_systeme.figures import changer_d_equipement, hors_d_etat, inconnue
from ..c3_combat.tours import apres_bonus, pas_a_elle
from ..c3_combat.vie import PIERRE

Lieu = Literal["actif", "sac"]
EN_COMBAT = "On ne fait pas cela au milieu d'un combat"

# ---------------------------------------------------------------- places


def au_calme(scene: Scene, who: str, regle: str) -> Closed | None:
    """Able to act, and nobody is fighting."""
    absent = hors_d_etat(scene, who)
    if absent is not None:
        return absent
    return Closed(regle, EN_COMBAT) if scene.encounter is not None else None


@rule("FD-6.4", "FD-6.5", "FD-3.18")
def place_fermee(u: Unite, chose: Chose, lieu: str) -> Closed | None:
    """Why a thing finds no place: five in the active inventory, five in a backpack one has, one stone in all."""
    e = u.equipement
    if lieu not in ("actif", "sac"):
        return Closed("FD-6.4", "L'inventaire est « actif » ou « sac », pas « {} »", (lieu,))
    if lieu == "sac" and not e.sac_a_dos:
        return Closed("FD-6.5", "{} n'a pas de sac à dos", (Someone(u.id),))
    if len(e.sac if lieu == "sac" else e.actif) >= EMPLACEMENTS:
        if lieu == "sac":
            return Closed("FD-6.5", "Le sac à dos de {} est plein", (Someone(u.id),))
        return Closed("FD-6.4", "L'inventaire actif de {} est plein", (Someone(u.id),))
    if sorte_de(chose) == PIERRE and any(sorte_de(c) == PIERRE for c in (*e.actif, *e.sac)):
        return Closed("FD-3.18", "On ne porte qu'une pierre de résurrection")
    return None


def lieu_libre(u: Unite) -> Lieu:
    """Where the next thing goes: the backpack once the active inventory is full."""
    e = u.equipement
    return "sac" if e.sac_a_dos and len(e.actif) >= EMPLACEMENTS else "actif"


def pas_portee(scene: Scene, u: Unite, id: str) -> Closed | None:
    if trouver(u.equipement, id) is None:
        return Closed("FD-6.4", "{} n'a pas « {} »", (Someone(u.id), u.equipement.dite(id)))
    return None


# ---------------------------------------------------------------- finding, giving, throwing away

A_PART = ("sac_a_dos", "talisman", "selle")  # had or not, without a place in the inventory (FD-6.5, FD-6.32, FD-6.38)


@rule("FD-6.4", "FD-6.5", "FD-6.32", "FD-6.38")
def acquisition_fermee(u: Unite, chose: Chose, lieu: str) -> Closed | None:
    """Why something new finds no place; a support spell, a backpack, a talisman and a saddle take none."""
    e = u.equipement
    if chose.id in A_PART:
        return Closed("FD-6.4", "{} a déjà : {}", (Someone(u.id), chose.nom)) if getattr(e, chose.id) else None
    if _sort(chose):
        connu = any(sorte_de(s) == chose.id for s in e.sorts)
        return Closed("FD-9.6", "{} possède déjà ce sort : {}", (Someone(u.id), chose.nom)) if connu else None
    return place_fermee(u, chose, lieu)


def acquerir(e: Equipement, chose: Chose, lieu: str) -> Equipement:
    """What one has, and this, where such things go."""
    if chose.id == "sac_a_dos":
        return replace(e, sac_a_dos=True)
    if chose.id == "talisman":
        return replace(e, talisman=True)
    if chose.id == "selle":
        return replace(e, selle=True)
    if isinstance(chose, Arme) and _sort(chose):
        return replace(e, sorts=(*e.sorts, chose))
    return avec_chose(e, chose, lieu)


def _sort(chose: Chose) -> bool:
    return isinstance(chose, Arme) and chose.type == "Soutien"


def hors_catalogue(scene: Scene, chose: str) -> Closed:
    """What neither the book nor the table has, with what is like it."""
    return knowing(Closed("FD-6.2", "Le catalogue n'a pas « {} »", (chose,)), chose, scene.own.choses)


@rule("FD-6.4", "FD-6.5", "FD-6.7")
class Recevoir(Action, frozen=True, tag="recevoir"):
    """The game master gives a thing of the catalogue: found, offered, won."""

    master = True

    chose: str
    lieu: Lieu = "actif"

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnue(scene, self.actor)
        if absent is not None:
            return absent
        chose = scene.own.choses.get(self.chose)
        if chose is None:
            return hors_catalogue(scene, self.chose)
        return acquisition_fermee(scene.people[self.actor], chose, self.lieu)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        u, chose = scene.people[self.actor], scene.own.choses[self.chose]
        oracle.tell(Event("recoit", u.id, "", "FD-6.4", (), (("chose", chose.nom),)))
        recu = acquerir(u.equipement, chose, self.lieu)
        return scene.put(replace(u, equipement=sur_le_dos(u, recu) if u.bete else recu))


@rule("FD-6.37")
def sur_le_dos(bete: Unite, recu: Equipement) -> Equipement:
    """What a mount carries from now on: on its back a shield is a load, only a barde is worn."""
    porte = recu.porte
    return replace(recu, bouclier="") if bete.equipement.porte is None and porte and not porte.barde else recu


@rule("FD-6.4", "FD-6.40")
class Donner(Action, frozen=True, tag="donner"):
    """Hand a thing to somebody of one's side, or load it on a mount; not in a fight."""

    cible: Who
    chose: str
    lieu: Lieu = "actif"

    weighty: ClassVar[bool] = True

    def closed(self, scene: Scene) -> Closed | None:
        ferme = au_calme(scene, self.actor, "FD-6.4") or inconnue(scene, self.cible)
        if ferme is not None:
            return ferme
        u, v = scene.people[self.actor], scene.people[self.cible]
        if v.id == u.id or v.side != u.side:
            return Closed("FD-6.4", "On donne à quelqu'un de son camp")
        chose = trouver(u.equipement, self.chose)
        return pas_portee(scene, u, self.chose) if chose is None else place_fermee(v, chose, self.lieu)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        u, v = scene.people[self.actor], scene.people[self.cible]
        chose = trouver(u.equipement, self.chose)
        if chose is None:
            return scene
        oracle.tell(Event("donne", u.id, v.id, "FD-6.4", (), (("chose", chose.nom),)))
        recu = avec_chose(v.equipement, chose, self.lieu)
        if v.bete:
            recu = sur_le_dos(v, recu)
        return scene.put(replace(u, equipement=sans_chose(u.equipement, self.chose)), replace(v, equipement=recu))


@rule("FD-6.40", "FD-6.36")
class Decharger(Action, frozen=True, tag="decharger"):
    """Take back what a mount carries."""

    monture: Who
    chose: str
    lieu: Lieu = "actif"

    def closed(self, scene: Scene) -> Closed | None:
        ferme = au_calme(scene, self.actor, "FD-6.4") or inconnue(scene, self.monture)
        if ferme is not None:
            return ferme
        u, bete = scene.people[self.actor], scene.people[self.monture]
        if not bete.bete or bete.side != u.side:
            return Closed("FD-6.36", "{} n'est pas une monture de ce camp", (Someone(bete.id),))
        chose = trouver(bete.equipement, self.chose)
        if chose is None:
            return pas_portee(scene, bete, self.chose)
        if isinstance(chose, Bouclier) and chose.barde:
            return Closed("FD-6.37", "Une barde ne va qu'à une monture")
        return place_fermee(u, chose, self.lieu)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        u, bete = scene.people[self.actor], scene.people[self.monture]
        chose = trouver(bete.equipement, self.chose)
        if chose is None:
            return scene
        oracle.tell(Event("decharge", u.id, bete.id, "FD-6.40", (), (("chose", chose.nom),)))
        reste = sans_chose(bete.equipement, self.chose)
        gagne = avec_chose(u.equipement, chose, self.lieu)
        return scene.put(replace(bete, equipement=reste), replace(u, equipement=gagne))


@rule("FD-6.4")
class Jeter(Action, frozen=True, tag="jeter"):
    """Leave a thing behind."""

    chose: str

    weighty: ClassVar[bool] = True

    def closed(self, scene: Scene) -> Closed | None:
        return au_calme(scene, self.actor, "FD-6.4") or pas_portee(scene, scene.people[self.actor], self.chose)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        u = scene.people[self.actor]
        oracle.tell(Event("jette", u.id, "", "FD-6.4", (), (("chose", scene.name(self.chose)),)))
        return scene.put(replace(u, equipement=sans_chose(u.equipement, self.chose)))


# ---------------------------------------------------------------- the shield


@rule("FD-6.20", "FD-6.21", "FD-6.22")
class PorterBouclier(Action, frozen=True, tag="porter_bouclier"):
    """Wear a shield of the active inventory beside the weapon in hand: a bonus action in a fight."""

    bouclier: str

    def closed(self, scene: Scene) -> Closed | None:
        ferme = pas_a_elle(scene, self.actor)
        if ferme is not None:
            return ferme
        u = scene.people[self.actor]
        chose = u.equipement.chose(self.bouclier)
        if not isinstance(chose, Bouclier) or chose.barde:
            return Closed("FD-6.21", "{} n'a pas de bouclier « {} »", (Someone(u.id), u.equipement.dite(self.bouclier)))
        if len(u.equipement.tenues) > 1:
            return Closed("FD-6.22", "Pas de bouclier avec deux armes en main")
        porte = u.equipement.porte
        if porte is not None and porte.id == self.bouclier:
            return Closed("FD-6.21", "{} le porte déjà", (Someone(u.id),))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        u = scene.people[self.actor]
        oracle.tell(Event("bouclier_porte", u.id, "", "FD-6.21", (), (("bouclier", scene.name(self.bouclier)),)))
        return apres_bonus(changer_d_equipement(scene, u, replace(u.equipement, bouclier=self.bouclier)), oracle, u.id)


@rule("FD-6.21")
class RetirerBouclier(Action, frozen=True, tag="retirer_bouclier"):
    """Take the shield off: what it gives and what it costs stops."""

    def closed(self, scene: Scene) -> Closed | None:
        ferme = pas_a_elle(scene, self.actor)
        if ferme is not None:
            return ferme
        u = scene.people[self.actor]
        return (
            None
            if u.equipement.porte is not None
            else Closed("FD-6.21", "{} ne porte pas de bouclier", (Someone(u.id),))
        )

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        u = scene.people[self.actor]
        porte = u.equipement.porte
        oracle.tell(Event("bouclier_retire", u.id, "", "FD-6.21", (), (("bouclier", porte.nom if porte else ""),)))
        return apres_bonus(changer_d_equipement(scene, u, replace(u.equipement, bouclier="")), oracle, u.id)


# ---------------------------------------------------------------- the convoy


@rule("FD-6.8")
def convoi_ferme(scene: Scene, who: str) -> Closed | None:
    """No convoy at this table, or a fight."""
    if not scene.options.convoi:
        return Closed("FD-6.8", "Il n'y a pas de convoi dans cette campagne")
    return au_calme(scene, who, "FD-6.8")


@rule("FD-6.8")
class Deposer(Action, frozen=True, tag="deposer_au_convoi"):
    """Put a thing in the common store."""

    chose: str

    def closed(self, scene: Scene) -> Closed | None:
        ferme = convoi_ferme(scene, self.actor)
        if ferme is not None:
            return ferme
        if len(scene.convoi) >= scene.places_du_convoi:
            return Closed("FD-6.8", "Le convoi est plein : {} objets", (scene.places_du_convoi,))
        return pas_portee(scene, scene.people[self.actor], self.chose)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        u = scene.people[self.actor]
        chose = trouver(u.equipement, self.chose)
        if chose is None:
            return scene
        oracle.tell(Event("depose_au_convoi", u.id, "", "FD-6.8", (), (("chose", chose.nom),)))
        scene = replace(scene, convoi=(*scene.convoi, distincte(chose, scene.convoi)))
        return scene.put(replace(u, equipement=sans_chose(u.equipement, self.chose)))


@rule("FD-6.8")
class Retirer(Action, frozen=True, tag="retirer_du_convoi"):
    """Take a thing out of the common store."""

    chose: str
    lieu: Lieu = "actif"

    def closed(self, scene: Scene) -> Closed | None:
        ferme = convoi_ferme(scene, self.actor)
        if ferme is not None:
            return ferme
        chose = next((c for c in scene.convoi if c.id == self.chose), None)
        if chose is None:
            return Closed("FD-6.8", "Le convoi n'a pas « {} »", (self.chose,))
        return place_fermee(scene.people[self.actor], chose, self.lieu)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        u = scene.people[self.actor]
        chose = next(c for c in scene.convoi if c.id == self.chose)
        oracle.tell(Event("retire_du_convoi", u.id, "", "FD-6.8", (), (("chose", chose.nom),)))
        scene = replace(scene, convoi=tuple(c for c in scene.convoi if c.id != self.chose))
        return scene.put(replace(u, equipement=avec_chose(u.equipement, chose, self.lieu)))


def offers(scene: Scene, u: Unite) -> Iterator[Action]:
    """The shield on or off; where nobody fights, gifts and the convoy."""
    if u.bete:
        return
    e = u.equipement
    if e.porte is not None:
        yield RetirerBouclier(u.id)
    yield from (PorterBouclier(u.id, c.id) for c in e.actif if isinstance(c, Bouclier) and c is not e.porte)
    if scene.encounter is not None:
        return
    if scene.options.convoi:
        yield from (Deposer(u.id, c.id) for c in (*e.actif, *e.sac))
        yield from (Retirer(u.id, c.id, lieu_libre(u)) for c in scene.convoi)
    for v in scene.people.values():
        if v.id == u.id or v.side != u.side or v.vie != "actif":
            continue
        yield from (Donner(u.id, v.id, c.id, lieu_libre(v)) for c in (*e.actif, *e.sac))
        if v.bete:
            yield from (Decharger(u.id, v.id, c.id, lieu_libre(u)) for c in v.equipement.actif if not _barde(c))


def _barde(c: Chose) -> bool:
    return isinstance(c, Bouclier) and c.barde


PLACE = 16
ACTIONS: tuple[type[Action], ...] = (
    Recevoir,
    Donner,
    Decharger,
    Jeter,
    PorterBouclier,
    RetirerBouclier,
    Deposer,
    Retirer,
)
SWITCHES = (Switch("convoi", "FD-6.8"),)
