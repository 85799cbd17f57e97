"""Chapter 12, equipment: the catalogue as a market, what one can carry, buying, selling; things that carry magic."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, TypeVar

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.faults import knowing
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Terms, total

from ..model.catalogue import Arme, Armure, Bouclier, Materiel
from ..model.people import Equipement, Personnage, hors_d_etat
from ..model.scene import Scene, inconnu
from ..model.tables import CHARGES, Charge
from ..model.things import JADE, Objet, changer, objet_de, objets_de


def porteur(scene: Scene, id: str) -> Personnage | None:
    """Who carries the object of this id."""
    return next((p for p in scene.people.values() if objet_de(p, id) is not None), None)


def pris(scene: Scene, id: str) -> bool:
    """Whether an object carries a spell or an enchantment already."""
    return id in scene.enchantements or any(s.objet == id for s in scene.sorts.values())


def mettre_a_part(scene: Scene, who: str, id: str) -> tuple[Scene, str]:
    """An object that is to carry magic gets an id of its own, if another in the scene has the same one."""
    p = scene[who]
    objet = objet_de(p, id)
    memes = [o for q in scene.people.values() for o in objets_de(q) if o.id == id]
    if objet is None or (len(memes) < 2 and id != JADE):
        return scene, id
    n = 1
    while porteur(scene, f"{id}_{n}") is not None or pris(scene, f"{id}_{n}"):
        n += 1
    return scene.put(changer(p, objet, replace(objet, id=f"{id}_{n}"))), f"{id}_{n}"


def detruire(scene: Scene, oracle: Oracle, id: str, regle: str) -> Scene:
    """The object is no more."""
    p = porteur(scene, id)
    objet = objet_de(p, id) if p is not None else None
    if p is None or objet is None:
        return scene
    oracle.tell(Event("objet_detruit", p.id, "", regle, (), (("objet", objet.nom),)))
    return scene.put(changer(p, objet, None))


T = TypeVar("T", bound=Objet)


PRIX_MAX = 100_000  # sous, for one thing or one payment


# ---------------------------------------------------------------- what is carried


def grammes(objet: Objet) -> int:
    """Its mass as a whole number."""
    return round(objet.poids * 1000)


def portes(e: Equipement) -> tuple[Objet, ...]:
    """Everything there is, weapons first."""
    bouclier = () if e.bouclier is None else (e.bouclier,)
    return (*e.armes, *e.armures, *bouclier, *e.materiel)


@rule("YY-9.2")
def masse(e: Equipement) -> Terms:
    """The mass carried, in grams, thing by thing."""
    return tuple((o.nom, grammes(o), "YY-9.2") for o in portes(e))


@rule("YY-3.4")
def limite(niveau: Charge, resistance: int) -> Terms:
    """The most a level of load allows, in grams: 4, 8, 12 or 36 kilograms for each rank of Résistance."""
    return ((f"{niveau.kg} kg par rang de Résistance", niveau.kg * 1000 * resistance, "YY-3.4"),)


@rule("YY-3.4")
def trop_lourd(resistance: int, e: Equipement) -> Closed | None:
    """Whether nobody of that Résistance could lift all this."""
    porte, au_plus = sum(map(grammes, portes(e))), total(limite(CHARGES[-1], resistance))
    if porte <= au_plus:
        return None
    return Closed("YY-3.4", "Trop lourd : {} g, au plus {} g avec Résistance {}", (porte, au_plus, resistance))


@rule("YY-12.4", "YY-12.5")
def deja_porte(e: Equipement, objet: Objet) -> Closed | None:
    """One piece of armour on each limb, one shield."""
    if isinstance(objet, Bouclier) and e.bouclier is not None:
        return Closed("YY-12.5", "Un seul bouclier à la fois : {}", (e.bouclier.nom,))
    if isinstance(objet, Armure):
        dessous = next((a for a in e.armures if a.membre == objet.membre), None)
        if dessous is not None:
            return Closed("YY-12.4", "Une seule pièce d'armure par membre : {}", (dessous.nom,))
    return None


def sans_ce_membre(p: Personnage, objet: Objet) -> Closed | None:
    """Armour fits the limb it was made for."""
    if isinstance(objet, Armure) and objet.membre not in p.fiche.membres:
        return Closed("YY-12.4", "{} ne va pas à ce corps", (objet.nom,))
    return None


def ajouter(e: Equipement, objet: Objet) -> Equipement:
    """With this too; a weapon one has already gets a number, so that each can be held."""
    match objet:
        case Arme():
            return replace(e, armes=(*e.armes, numeroter(objet, {a.id for a in e.armes})))
        case Armure():
            return replace(e, armures=(*e.armures, objet))
        case Bouclier():
            return replace(e, bouclier=objet, au_dos=False)
        case Materiel():
            return replace(e, materiel=(*e.materiel, objet))


def numeroter(objet: T, pris: set[str]) -> T:
    """The thing itself, or with the first number that makes it another than these."""
    n = 1
    while (id := objet.id if n == 1 else f"{objet.id}_{n}") in pris:
        n += 1
    return objet if n == 1 else replace(objet, id=id, nom=f"{objet.nom} {n}")


# ---------------------------------------------------------------- guards


def au_marche(scene: Scene, who: str) -> Closed | None:
    """One trades in peace, awake."""
    absent = inconnu(scene, who) or hors_d_etat(scene[who])
    if absent is not None:
        return absent
    return Closed("YY-12.2", "Pas en plein combat") if scene.encounter is not None else None


def prix_hors_bornes(prix: int | None) -> Closed | None:
    if prix is None or 0 <= prix <= PRIX_MAX:
        return None
    return Closed("YY-12.2", "Un prix va de 0 à {} sous, pas {}", (PRIX_MAX, prix))


@rule("YY-12.2")
def sans_le_sou(p: Personnage, prix: int) -> Closed | None:
    """Nobody pays more sous than he has."""
    if prix <= p.equipement.sous:
        return None
    return Closed("YY-12.2", "Pas assez d'argent : {} sous requis, {} disponibles", (prix, p.equipement.sous))


# ---------------------------------------------------------------- buying and selling


def magiques(scene: Scene) -> set[str]:
    """The ids of the things that carry a spell or an enchantment."""
    return {*scene.enchantements, *(s.objet for s in scene.sorts.values() if s.objet)}


@rule("YY-12.2", "YY-12.3", "YY-12.4", "YY-12.5")
class Acheter(Action, frozen=True, tag="acheter"):
    """Buy a thing of the catalogue, at its price or at the one agreed on."""

    quoi: str
    prix: int | None = None

    def closed(self, scene: Scene) -> Closed | None:
        absent = au_marche(scene, self.actor) or prix_hors_bornes(self.prix)
        if absent is not None:
            return absent
        p, objet = scene[self.actor], scene.own.objets.get(self.quoi)
        if objet is None:
            return Closed("YY-12.2", "« {} » n'est pas au catalogue", (self.quoi,))
        apres = ajouter(p.equipement, objet)
        return (
            deja_porte(p.equipement, objet)
            or sans_ce_membre(p, objet)
            or sans_le_sou(p, self.montant(objet))
            or trop_lourd(p.f.resistance, apres)
        )

    def montant(self, objet: Objet) -> int:
        return objet.cout if self.prix is None else self.prix

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p, objet = scene[self.actor], scene.own.objets[self.quoi]
        terms: Terms = (("Bourse", p.equipement.sous, "YY-12.2"), (objet.nom, -self.montant(objet), "YY-12.2"))
        facts = (("quoi", objet.nom), ("prix", self.montant(objet)), ("reste", total(terms)))
        oracle.tell(Event("achat", p.id, "", "YY-12.2", terms, facts))
        neuf = numeroter(objet, magiques(scene))  # what carries magic is known by its id alone
        return scene.put(replace(p, equipement=replace(ajouter(p.equipement, neuf), sous=total(terms))))


@rule("YY-12.2")
class Vendre(Action, frozen=True, tag="vendre"):
    """Sell a thing one carries: for half its price, of ours, or for the price agreed on."""

    quoi: str
    prix: int | None = None

    weighty: ClassVar[bool] = True

    def closed(self, scene: Scene) -> Closed | None:
        absent = au_marche(scene, self.actor) or prix_hors_bornes(self.prix)
        if absent is not None:
            return absent
        p = scene[self.actor]
        if objet_de(p, self.quoi) is None:
            return knowing(
                Closed("YY-12.2", "{} ne porte pas « {} »", (Someone(p.id), self.quoi)),
                self.quoi,
                [o.id for o in objets_de(p)],
            )
        if self.quoi in p.a_terre_armes:
            return Closed("YY-11.16", "Cette arme est à terre : il faut la ramasser")
        if self.quoi in magiques(scene):
            return Closed("YY-14.14", "Cet objet porte de la magie : il n'est pas à vendre")
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene[self.actor]
        objet = objet_de(p, self.quoi)
        if objet is None:
            raise ValueError(f"{self.quoi} is not carried")
        prix = objet.cout // 2 if self.prix is None else self.prix
        terms: Terms = (("Bourse", p.equipement.sous, "YY-12.2"), (objet.nom, prix, "YY-12.2"))
        facts = (("quoi", objet.nom), ("prix", prix), ("reste", total(terms)))
        oracle.tell(Event("vente", p.id, "", "YY-12.2", terms, facts))
        p = changer(p, objet, None)
        return scene.put(replace(p, equipement=replace(p.equipement, sous=total(terms))))


@rule("YY-12.2")
class Solder(Action, frozen=True, tag="solder"):
    """The MJ puts sous into a purse, or takes some out of it: pay, loot, tolls, lodging."""

    master = True

    sous: int

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor)
        if absent is not None:
            return absent
        if not 1 <= abs(self.sous) <= PRIX_MAX:
            return Closed("YY-12.2", "De 1 à {} sous, donnés ou pris, pas {}", (PRIX_MAX, self.sous))
        return sans_le_sou(scene[self.actor], -self.sous)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene[self.actor]
        label = "Reçus" if self.sous > 0 else "Dépensés"
        terms: Terms = (("Bourse", p.equipement.sous, "YY-12.2"), (label, self.sous, "YY-12.2"))
        what = "recette" if self.sous > 0 else "depense"
        oracle.tell(Event(what, p.id, "", "YY-12.2", terms, (("sous", abs(self.sous)), ("reste", total(terms)))))
        return scene.put(replace(p, equipement=replace(p.equipement, sous=total(terms))))


ACTIONS: tuple[type[Action], ...] = (Acheter, Vendre, Solder)
PLACE = 15


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """In peace: what a purse allows, of weapons only those one can use, and what one could sell."""
    if scene.encounter is not None or not p.fiche.joueur:
        return
    if p.equipement.sous:
        for objet in scene.own.objets.values():
            if objet.cout <= p.equipement.sous and (not isinstance(objet, Arme) or p.competence(objet.groupe)):
                yield Acheter(p.id, objet.id)
    for id in dict.fromkeys(o.id for o in portes(p.equipement)):
        yield Vendre(p.id, id)
    yield Solder(p.id, 10)
