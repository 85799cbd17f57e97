"""Chapters 3 and 6, mounts: getting on and off, carrying somebody, panic, buying them, bardes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Someone

from ...model.catalogue import BOUCLIERS, MONTURES, Bouclier, Monture
from ...model.hexes import Case, distance, voisines
from ...model.people import Fiche, Unite
from ...model.scene import Scene
from ...model.things import avec_chose, sans_chose
from ..c2_systeme.figures import inconnue, interdit, loin, mouvement
from ..c2_systeme.plateau import a_cote, chemin, deplacer, libre, trajets
from ..c3_combat.deplacements import marche, restants
from ..c3_combat.tours import apres_bonus, noter, pas_a_elle, suite, tour_de
from ..c3_combat.vie import monture_blessee
from .commerce import payer, prix_dit, prix_ferme, prix_mal_dit, revente
from .inventaire import au_calme, place_fermee

NOM_MAX = 40
POIDS_DE_BARDE, PRIX_DE_BARDE = 2, 4

# ---------------------------------------------------------------- getting on and off


@rule("FD-3.24")
def cout_de_selle(scene: Scene, u: Unite) -> int:
    """Half of one's present MOV: one's own on foot, the mount's in the saddle, the passenger's own behind."""
    return mouvement(scene, u) // 2


@rule("FD-3.24", "FD-3.22")
def selle_fermee(scene: Scene, u: Unite) -> Closed | None:
    """Too few cells left of this tour's move, or nothing of it left at all."""
    if scene.encounter is None:
        return None
    cause = interdit(scene, u, "deplacer")
    if cause is not None:
        return Closed(cause[2], "{} : impossible de se déplacer ({})", (Someone(u.id), cause[0]))
    if tour_de(scene, u.id).agi:
        return Closed("FD-3.22", "On se déplace avant toute autre action du tour")
    prix, reste = cout_de_selle(scene, u), restants(scene, u)
    return Closed("FD-3.24", "Il faut {} cases de mouvement, il en reste {}", (prix, reste)) if reste < prix else None


@rule("FD-3.24")
def garder_le_reste(avant: Scene, apres: Scene, who: str) -> Scene:
    """The cells left after getting on or off are those that were left before, less the cost."""
    if avant.encounter is None:
        return apres
    u = avant.people[who]
    reste = restants(avant, u) - cout_de_selle(avant, u)
    tour = tour_de(apres, who)
    en_selle = mouvement(apres, apres.people[who]) - tour.pas - reste
    return noter(apres, who, replace(tour, en_selle=en_selle, en_course=False))


@rule("FD-3.24", "FD-6.36")
class Monter(Action, frozen=True, tag="monter"):
    """Get on a mount of one's side that nobody rides, on the next cell, for half of one's MOV."""

    monture: Who

    def closed(self, scene: Scene) -> Closed | None:
        ferme = pas_a_elle(scene, self.actor) or inconnue(scene, self.monture)
        if ferme is not None:
            return ferme
        u, bete = scene.people[self.actor], scene.people[self.monture]
        if not bete.bete:
            return Closed("FD-6.36", "{} n'est pas une monture", (Someone(bete.id),))
        if u.monture:
            return Closed("FD-3.24", "{} est déjà en selle", (Someone(u.id),))
        if bete.cavalier:
            return Closed("FD-3.24", "{} a déjà un cavalier", (Someone(bete.id),))
        if bete.side not in ("", u.side):
            return Closed("FD-3.24", "{} n'est pas une monture de ce camp", (Someone(bete.id),))
        if not bete.conscient:
            return Closed("FD-6.35", "{} est sans connaissance", (Someone(bete.id),))
        if loin(u, bete) > 1:
            return Closed("FD-3.24", "{} est à {} cases : il faut être à côté", (Someone(bete.id), loin(u, bete)))
        return selle_fermee(scene, u)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        u, bete = scene.people[self.actor], scene.people[self.monture]
        oracle.tell(Event("monte", u.id, bete.id, "FD-3.24", (), (("cases", cout_de_selle(scene, u)),)))
        monte = scene.put(replace(u, monture=bete.id, x=bete.x, y=bete.y), replace(bete, cavalier=u.id, side=u.side))
        return suite(garder_le_reste(scene, monte, u.id), oracle)


@rule("FD-3.24", "FD-3.25")
class Descendre(Action, frozen=True, tag="descendre"):
    """Get off onto a free cell beside the mount, for half of its MOV; from behind somebody, for half of one's own."""

    x: int
    y: int

    def closed(self, scene: Scene) -> Closed | None:
        ferme = pas_a_elle(scene, self.actor, en_selle=True)
        if ferme is not None:
            return ferme
        u = scene.people[self.actor]
        if not u.monture and not u.passager_de:
            return Closed("FD-3.24", "{} n'est pas en selle", (Someone(u.id),))
        return case_prise(scene, u, (self.x, self.y)) or selle_fermee(scene, u)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        u = scene.people[self.actor]
        oracle.tell(Event("descend", u.id, u.monture, "FD-3.24", (), (("cases", cout_de_selle(scene, u)),)))
        a_terre = laisser_la_monture(scene, u) if u.monture else scene.put(replace(u, passager_de=""))
        a_terre = a_terre.put(replace(a_terre.people[u.id], x=self.x, y=self.y))
        return suite(garder_le_reste(scene, a_terre, u.id), oracle)


def case_prise(scene: Scene, u: Unite, case: Case) -> Closed | None:
    """Not beside one, not on the map, or taken."""
    if case not in voisines(u.case):
        return Closed("FD-3.24", "On descend sur une case voisine")
    if not scene.sur_la_carte(case) or scene.terrain(case).cout is None or not libre(scene, case):
        return Closed("FD-9.15", "Cette case n'est pas libre")
    return None


@rule("FD-3.24", "FD-3.25")
def laisser_la_monture(scene: Scene, u: Unite) -> Scene:
    """The rider is off; whoever sits behind takes the reins, or slips down when unconscious."""
    bete = scene.people[u.monture]
    passager = scene.passager(bete)
    scene = scene.put(replace(u, monture=""), replace(bete, cavalier=""))
    if passager is None:
        return scene
    if not passager.conscient:
        return scene.put(replace(passager, passager_de=""))
    return scene.put(replace(passager, passager_de="", monture=bete.id), replace(bete, cavalier=passager.id))


# ---------------------------------------------------------------- carrying somebody


@rule("FD-3.25")
class Sauver(Action, frozen=True, tag="sauver"):
    """Take an ally of the next cell up behind oneself, on one's feet or not: a bonus action."""

    cible: Who

    def closed(self, scene: Scene) -> Closed | None:
        ferme = pas_a_elle(scene, self.actor) or inconnue(scene, self.cible)
        if ferme is not None:
            return ferme
        u, v = scene.people[self.actor], scene.people[self.cible]
        if not u.monture or u.monture not in scene.people:
            return Closed("FD-3.25", "Il faut être en selle")
        if v.id == u.id or v.side != u.side or v.bete:
            return Closed("FD-3.25", "On prend en croupe un allié")
        if v.monture or v.passager_de:
            return Closed("FD-3.25", "{} est déjà en selle", (Someone(v.id),))
        if scene.passager(scene.people[u.monture]) is not None:
            return Closed("FD-3.25", "Quelqu'un est déjà en croupe")
        if loin(u, v) > 1:
            return Closed("FD-3.25", "{} est à {} cases : il faut être à côté", (Someone(v.id), loin(u, v)))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        u, v = scene.people[self.actor], scene.people[self.cible]
        oracle.tell(Event("sauve", u.id, v.id, "FD-3.25"))
        scene = scene.put(replace(v, passager_de=u.id, x=u.x, y=u.y, esquive=False))
        return apres_bonus(scene, oracle, u.id)


@rule("FD-3.25")
class Deposer(Action, frozen=True, tag="deposer"):
    """Set down an unconscious passenger on a free cell beside the mount: a bonus action."""

    x: int
    y: int

    def closed(self, scene: Scene) -> Closed | None:
        ferme = pas_a_elle(scene, self.actor)
        if ferme is not None:
            return ferme
        u = scene.people[self.actor]
        passager = scene.passager(scene.people[u.monture]) if u.monture in scene.people else None
        if passager is None:
            return Closed("FD-3.25", "Personne n'est en croupe")
        if passager.conscient:
            return Closed("FD-3.25", "{} descend de soi-même", (Someone(passager.id),))
        return case_prise(scene, u, (self.x, self.y))

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        u = scene.people[self.actor]
        passager = scene.passager(scene.people[u.monture])
        if passager is None:
            return scene
        oracle.tell(Event("depose", u.id, passager.id, "FD-3.25"))
        return apres_bonus(scene.put(replace(passager, passager_de="", x=self.x, y=self.y)), oracle, u.id)


# ---------------------------------------------------------------- panic


@rule("FD-9.23", "FD-9.21")
def paniquer(scene: Scene, oracle: Oracle, monture: str, devant: str = "") -> Scene:
    """A mount that nobody rides flees as far from the danger as its MOV takes it, or up to somebody it did not see."""
    bete = scene.people[monture]
    if not bete.conscient or bete.cavalier:
        return scene
    peurs = dangers(scene, bete, devant)
    cases = trajets(scene, bete, mouvement(scene, bete))
    but = max(cases, key=lambda c: (min((distance(c, p) for p in peurs), default=0), -cases[c], c))
    m = marche(scene, bete, chemin(scene, bete, but, mouvement(scene, bete)))
    but = m.faites[-1] if m.faites else bete.case
    oracle.tell(Event("panique", monture, devant, "FD-9.23", (), (("cases", distance(bete.case, but)),)))
    return deplacer(scene, bete, but)


@monture_blessee.then("FD-9.23")
def effrayee(scene: Scene, oracle: Oracle, bete: str, par: str) -> Scene:
    """A mount hurt in a fight while nobody rides it panics."""
    return paniquer(scene, oracle, bete, par) if scene.encounter is not None else scene


def dangers(scene: Scene, bete: Unite, devant: str) -> tuple[Case, ...]:
    """What it flees: whoever frightened it, else every adversary."""
    if devant in scene.people and devant != bete.id:
        return (scene.people[devant].case,)
    return tuple(v.case for v in scene.people.values() if v.conscient and v.side != bete.side)


@rule("FD-9.23", "FD-3.24")
class Effrayer(Action, frozen=True, tag="effrayer"):
    """The game master lets something frighten a mount that nobody rides: whoever is named, else all adversaries."""

    master = True

    monture: Who
    devant: Who = ""

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnue(scene, self.actor) or inconnue(scene, self.monture)
        absent = absent or (inconnue(scene, self.devant) if self.devant else None)
        if absent is not None:
            return absent
        bete = scene.people[self.monture]
        if not bete.bete:
            return Closed("FD-9.23", "{} n'est pas une monture", (Someone(bete.id),))
        if bete.cavalier:
            return Closed("FD-9.23", "{} a un cavalier, qui la tient", (Someone(bete.id),))
        if not bete.conscient:
            return Closed("FD-6.35", "{} est sans connaissance", (Someone(bete.id),))
        return Closed("FD-9.23", "On ne se fuit pas soi-même") if self.devant == self.monture else None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        return paniquer(scene, oracle, self.monture, self.devant)


# ---------------------------------------------------------------- having one


@rule("FD-9.14", "FD-6.39")
def fiche_de(sorte: Monture, nom: str = "") -> Fiche:
    """The sheet of a mount."""
    return Fiche(nom.strip() or sorte.nom, points=dict(sorte.caracs), types=sorte.types)


def ajouter(scene: Scene, u: Unite, sorte: Monture, nom: str) -> tuple[Scene, str]:
    """The mount beside its master, as a unit of the scene under a free id."""
    id = next(i for i in _ids(sorte.id) if i not in scene.people)
    x, y = a_cote(scene, u)
    bete = Unite(id, fiche_de(sorte, nom), side=u.side, bete=sorte.id, owner=u.id, x=x, y=y)
    return scene.put(bete), id


def _ids(sorte: str) -> Iterator[str]:
    yield sorte
    n = 2
    while True:
        yield f"{sorte}_{n}"
        n += 1


def sorte_fermee(scene: Scene, who: str, sorte: str, nom: str) -> Closed | None:
    ferme = au_calme(scene, who, "FD-6.34")
    if ferme is not None:
        return ferme
    if sorte not in MONTURES:
        connues = tuple(m.nom for m in MONTURES.values())
        return Closed("FD-6.39", "Monture inconnue : « {} » ; montures : {}", (sorte, connues))
    if len(nom) > NOM_MAX or (nom and not nom.isprintable()):
        return Closed("FD-6.39", "Un nom a {} signes au plus", (NOM_MAX,))
    return None


@rule("FD-6.34", "FD-6.39", "FD-9.14")
class AcheterMonture(Action, frozen=True, tag="acheter_monture"):
    """Buy a common mount in town: it comes into the scene."""

    sorte: str
    nom: str = ""

    def closed(self, scene: Scene) -> Closed | None:
        ferme = sorte_fermee(scene, self.actor, self.sorte, self.nom)
        if ferme is not None:
            return ferme
        sorte = MONTURES[self.sorte]
        if sorte.rarete != "commune":
            return Closed("FD-6.34", "{} ne s'achète pas en ville", (sorte.nom,))
        return prix_ferme(scene.people[self.actor], sorte.prix)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        sorte = MONTURES[self.sorte]
        scene = payer(scene, self.actor, sorte.prix)
        u = scene.people[self.actor]
        scene, id = ajouter(scene, u, sorte, self.nom)
        faits = (("chose", scene.name(id)), ("prix", sorte.prix), ("reste", u.equipement.ecus))
        oracle.tell(Event("achete", u.id, "", "FD-6.34", (), faits))
        return scene


@rule("FD-6.34")
class GagnerMonture(Action, frozen=True, tag="gagner_monture"):
    """The game master lets a mount be won: an egg, a bargain with the creature, a gift."""

    master = True

    sorte: str
    nom: str = ""

    def closed(self, scene: Scene) -> Closed | None:
        return sorte_fermee(scene, self.actor, self.sorte, self.nom)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        scene, id = ajouter(scene, scene.people[self.actor], MONTURES[self.sorte], self.nom)
        oracle.tell(Event("monture_gagnee", self.actor, id, "FD-6.34"))
        return scene


def pas_sa_monture(scene: Scene, who: str, monture: str) -> Closed | None:
    """Not a mount of one's side, or not where a fight is."""
    ferme = au_calme(scene, who, "FD-6.34") or inconnue(scene, monture)
    if ferme is not None:
        return ferme
    bete = scene.people[monture]
    if not bete.bete or bete.side != scene.people[who].side:
        return Closed("FD-6.34", "{} n'est pas une monture de ce camp", (Someone(bete.id),))
    return None


@rule("FD-6.3", "FD-6.34")
class VendreMonture(Action, frozen=True, tag="vendre_monture"):
    """Sell a mount that nobody rides and that carries nothing: it leaves the scene."""

    monture: Who
    prix: int | None = None

    weighty: ClassVar[bool] = True

    def closed(self, scene: Scene) -> Closed | None:
        ferme = pas_sa_monture(scene, self.actor, self.monture) or prix_mal_dit(self.prix)
        if ferme is not None:
            return ferme
        bete = scene.people[self.monture]
        if bete.cavalier:
            return Closed("FD-6.3", "{} a un cavalier", (Someone(bete.id),))
        if bete.equipement.actif or bete.equipement.sac:
            return Closed("FD-6.3", "{} porte encore quelque chose", (Someone(bete.id),))
        return None if bete.bete in MONTURES else Closed("FD-6.39", "Monture inconnue : « {} »", (bete.bete,))

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        bete = scene.people[self.monture]
        prix = prix_dit(self.prix, revente(MONTURES[bete.bete].prix))
        scene = payer(scene, self.actor, -prix)
        faits = (("chose", bete.nom), ("prix", prix), ("reste", scene.people[self.actor].equipement.ecus))
        oracle.tell(Event("vend", self.actor, "", "FD-6.3", (), faits))
        return replace(scene, people={id: u for id, u in scene.people.items() if id != bete.id})


# ---------------------------------------------------------------- bardes


@rule("FD-6.37")
def barde(bouclier: Bouclier) -> Bouclier:
    """The armour of a mount that answers to a shield: twice the weight, four times the price."""
    return replace(
        bouclier,
        id=f"barde_{bouclier.id}",
        nom=f"Barde ({bouclier.nom})",
        poids=POIDS_DE_BARDE * bouclier.poids,
        prix=PRIX_DE_BARDE * bouclier.prix,
        barde=True,
    )


def barde_de(bete: Unite) -> Bouclier | None:
    return next((c for c in bete.equipement.actif if isinstance(c, Bouclier) and c.barde), None)


@rule("FD-6.37", "FD-6.40")
class AcheterBarde(Action, frozen=True, tag="acheter_barde"):
    """Buy the barde that answers to a shield, and put it on a mount."""

    monture: Who
    bouclier: str

    def closed(self, scene: Scene) -> Closed | None:
        ferme = pas_sa_monture(scene, self.actor, self.monture)
        if ferme is not None:
            return ferme
        if self.bouclier not in BOUCLIERS:
            connus = tuple(b.nom for b in BOUCLIERS.values())
            return Closed("FD-6.37", "Bouclier inconnu : « {} » ; boucliers : {}", (self.bouclier, connus))
        bete, neuve = scene.people[self.monture], barde(BOUCLIERS[self.bouclier])
        if barde_de(bete) is not None:
            return Closed("FD-6.37", "{} a déjà une barde", (Someone(bete.id),))
        return place_fermee(bete, neuve, "actif") or prix_ferme(scene.people[self.actor], neuve.prix)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        neuve = barde(BOUCLIERS[self.bouclier])
        scene = payer(scene, self.actor, neuve.prix)
        faits = (("chose", neuve.nom), ("prix", neuve.prix), ("reste", scene.people[self.actor].equipement.ecus))
        oracle.tell(Event("achete", self.actor, self.monture, "FD-6.37", (), faits))
        bete = scene.people[self.monture]
        e = avec_chose(bete.equipement, neuve)
        return scene.put(replace(bete, equipement=replace(e, bouclier=neuve.id)))


@rule("FD-6.3", "FD-6.37")
class VendreBarde(Action, frozen=True, tag="vendre_barde"):
    """Take a mount's barde off and sell it."""

    monture: Who
    prix: int | None = None

    weighty: ClassVar[bool] = True

    def closed(self, scene: Scene) -> Closed | None:
        ferme = pas_sa_monture(scene, self.actor, self.monture) or prix_mal_dit(self.prix)
        if ferme is not None:
            return ferme
        bete = scene.people[self.monture]
        return None if barde_de(bete) is not None else Closed("FD-6.37", "{} n'a pas de barde", (Someone(bete.id),))

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        bete = scene.people[self.monture]
        portee = barde_de(bete)
        if portee is None:
            return scene
        prix = prix_dit(self.prix, revente(portee.prix))
        reste = replace(sans_chose(bete.equipement, portee.id), bouclier="")
        scene = payer(scene.put(replace(bete, equipement=reste)), self.actor, -prix)
        faits = (("chose", portee.nom), ("prix", prix), ("reste", scene.people[self.actor].equipement.ecus))
        oracle.tell(Event("vend", self.actor, "", "FD-6.3", (), faits))
        return scene


def offers(scene: Scene, u: Unite) -> Iterator[Action]:
    """Mounts within reach, cells to get off to, allies to take up; where nobody fights, the market."""
    if u.bete:
        return
    if scene.encounter is not None:
        seules = (v for v in scene.people.values() if v.bete and not v.cavalier and v.side == u.side and v.conscient)
        yield from (Effrayer(u.id, v.id) for v in seules)
    if u.monture or u.passager_de:
        yield from (Descendre(u.id, *c) for c in voisines(u.case) if case_prise(scene, u, c) is None)
    proches = [v for v in scene.people.values() if v.id != u.id and v.vie == "actif" and loin(u, v) <= 1]
    if u.monture:
        yield from (Sauver(u.id, v.id) for v in proches if v.side == u.side and not v.bete and not v.passager_de)
        passager = scene.passager(scene.people[u.monture])
        if passager is not None and not passager.conscient:
            yield from (Deposer(u.id, *c) for c in voisines(u.case) if case_prise(scene, u, c) is None)
    else:
        yield from (Monter(u.id, v.id) for v in proches if v.bete and v.side in ("", u.side) and not v.cavalier)
    if scene.encounter is None and u.joueur:
        yield from (AcheterMonture(u.id, m.id) for m in MONTURES.values() if m.rarete == "commune")


PLACE = 6
ACTIONS: tuple[type[Action], ...] = (
    Monter,
    Descendre,
    Sauver,
    Deposer,
    Effrayer,
    AcheterMonture,
    GagnerMonture,
    VendreMonture,
    AcheterBarde,
    VendreBarde,
)
