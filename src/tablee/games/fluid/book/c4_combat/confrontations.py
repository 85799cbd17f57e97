"""Chapter 4, confrontations of other kinds: chases, mass combat, verbal jousts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal, TypeVar

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Terms, total

from ...model.people import PHYSIQUES, Armee, Carac, Personnage, Poursuite, hors_d_etat
from ...model.scene import Scene, inconnu
from ..c3_tests.oppositions import confronter, plusieurs
from ..c3_tests.tests import Epreuve, Tester, fact, public

E = TypeVar("E", bound=Epreuve)
TRES_GRAND = 1_000_000  # nobody counts further


def un_combat(scene: Scene) -> Closed | None:
    """A fight comes first."""
    return Closed("FLU-4.1", "Un combat est engagé") if scene.encounter is not None else None


def en_plein_combat(scene: Scene, *qui: str) -> Closed | None:
    """Whoever has a camp is in the fight under way."""
    return un_combat(scene) if any(scene[q].side for q in qui) else None


def sous(e: E, caracs: tuple[Carac, ...]) -> E:
    """The test under these caractéristiques, unless others are named."""
    return e if e.caracs else replace(e, caracs=caracs)


# ---------------------------------------------------------------- chases


@rule("FLU-4.67")
class Poursuivre(Action, frozen=True, tag="poursuivre"):
    """A chase begins: the gap, and the gap at which the quarry is away, both in metres."""

    rank = 1  # after what is done at once

    fuyard: Who
    ecart: int
    but: int
    vehicules: bool = False

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor, self.fuyard)
        if absent is not None:
            return absent
        if scene.poursuite is not None:
            return Closed("FLU-4.67", "Une poursuite est en cours")
        if self.actor == self.fuyard:
            return Closed("FLU-4.67", "On poursuit quelqu'un d'autre que soi")
        if not 0 < self.ecart < self.but <= TRES_GRAND:
            return Closed("FLU-4.67", "L'écart de départ est entre 0 et la valeur à atteindre")
        return un_combat(scene) or hors_d_etat(scene[self.actor]) or hors_d_etat(scene[self.fuyard])

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        terms = (("Écart de départ", self.ecart, "FLU-4.67"),)
        facts = (("ecart", self.ecart), ("but", self.but))
        oracle.tell(Event("poursuite", self.actor, self.fuyard, "FLU-4.67", terms, facts))
        return replace(scene, poursuite=Poursuite(self.fuyard, self.actor, self.ecart, self.but, self.vehicules))


FINS = {"echappe": "en fuite", "rattrape": "rattrapé"}


@rule("FLU-4.68", "FLU-4.69")
class Courir(Epreuve, frozen=True, tag="courir"):
    """One opposed test of a chase: its margin widens the gap or closes it."""

    rank = 1  # after what is done at once

    reponse: Tester | None = None  # the other's test; the same caractéristiques if it is not said

    looks = {
        "gagne": lambda b, a, ev: fact("gagne", "course")(b, a, ev),
        "metres": lambda b, a, ev: fact("ecart", "course")(b, a, ev),
        "issue": lambda b, a, ev: next((FINS[e.what] for e in ev if e.what in FINS), "en course"),
    }

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor)
        if absent is not None:
            return absent
        p = scene.poursuite
        if p is None:
            return Closed("FLU-4.67", "Aucune poursuite n'est en cours")
        if self.actor not in (p.fuyard, p.poursuivant):
            return Closed("FLU-4.68", "{} n'est pas de cette poursuite", (Someone(self.actor),))
        if self.reponse is not None and self.reponse.actor != autre_coureur(p, self.actor):
            return Closed("FLU-4.68", "L'autre coureur est {}", (Someone(autre_coureur(p, self.actor)),))
        return un_combat(scene) or plusieurs(scene, self.essais(p))

    def essais(self, p: Poursuite) -> tuple[Epreuve, Epreuve]:
        mien = sous(self, ("AGI",))
        return mien, sous(self.reponse or Tester(autre_coureur(p, self.actor)), mien.caracs)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene.poursuite
        if p is None:
            raise ValueError("no chase under way")
        essais = self.essais(p)
        scene, (mien, sien) = confronter(scene, oracle, essais)
        avance = mien - sien if self.actor == p.fuyard else sien - mien
        terms = ecart_apres(p, avance)
        facts = (("ecart", total(terms)), ("gagne", mien > sien))
        oracle.tell(Event("course", self.actor, essais[1].actor, "FLU-4.68", terms, facts, public(*essais)))
        return fin_de_poursuite(replace(scene, poursuite=replace(p, ecart=total(terms))), oracle)


def autre_coureur(p: Poursuite, who: str) -> str:
    return p.poursuivant if who == p.fuyard else p.fuyard


@rule("FLU-4.68")
def ecart_apres(p: Poursuite, avance: int) -> Terms:
    """The gap in metres: the quarry's margin widens it, the pursuer's closes it, tenfold with vehicles."""
    qui = "Marge du fuyard" if avance > 0 else "Marge du poursuivant"
    terms: Terms = (("Écart", p.ecart, "FLU-4.67"), (qui, avance, "FLU-4.68"))
    return (*terms, ("Véhicules ×10", 9 * avance, "FLU-4.68")) if p.vehicules else terms


@rule("FLU-4.69")
def fin_de_poursuite(scene: Scene, oracle: Oracle) -> Scene:
    """Away at the value set, caught at 0."""
    p = scene.poursuite
    if p is None or 0 < p.ecart < p.but:
        return scene
    if p.ecart <= 0:
        oracle.tell(Event("rattrape", p.poursuivant, p.fuyard, "FLU-4.69"))
    else:
        oracle.tell(Event("echappe", p.fuyard, p.poursuivant, "FLU-4.69"))
    return replace(scene, poursuite=None)


# ---------------------------------------------------------------- mass combat

SOURCES = {
    "nombre": "Supériorité numérique",
    "technique": "Supériorité technique",
    "moral": "Moral",
    "terrain": "Position de l'armée",
    "officiers": "Généraux et officiers",
}


@rule("FLU-4.63")
class Commander(Epreuve, frozen=True, tag="commander"):
    """The test of one who commands an army, with what its army has over the other."""

    rank = 1  # after what is done at once

    nombre: int = 0
    technique: int = 0
    moral: int = 0
    terrain: int = 0
    officiers: int = 0

    combat = True

    def propres(self) -> Terms:
        return tuple((nom, getattr(self, s), "FLU-4.63") for s, nom in SOURCES.items() if getattr(self, s))


@rule("FLU-4.63")
def trop_d_avantages(e: Commander) -> Closed | None:
    if all(0 <= getattr(e, s) <= 10 for s in SOURCES):
        return None
    return Closed("FLU-4.63", "Chaque supériorité d'une armée donne de 0 à 10 Avantages")


@rule("FLU-4.62")
class Ranger(Action, frozen=True, tag="ranger"):
    """A battle begins: two armies, each under its general, and the scale of their losses."""

    rank = 1  # after what is done at once

    ennemi: Who
    effectif: int
    effectif_ennemi: int
    echelle: int = 1

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor, self.ennemi)
        if absent is not None:
            return absent
        if en_bataille(scene):
            return Closed("FLU-4.62", "Une bataille est en cours")
        if camp(scene, self.actor) == camp(scene, self.ennemi):
            return Closed("FLU-4.62", "Les deux armées sont du même camp")
        if not all(0 < n <= TRES_GRAND for n in (self.effectif, self.effectif_ennemi)):
            return Closed("FLU-4.62", "Une armée compte de 1 à 1 000 000 de combattants")
        if self.echelle not in (1, 10, 100):
            return Closed("FLU-4.62", "Les pertes se comptent par 1, par 10 ou par 100")
        return hors_d_etat(scene[self.actor]) or hors_d_etat(scene[self.ennemi])

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        armees = {
            camp(scene, self.actor): Armee(self.actor, self.effectif, echelle=self.echelle),
            camp(scene, self.ennemi): Armee(self.ennemi, self.effectif_ennemi, echelle=self.echelle),
        }
        facts = (("effectif", self.effectif), ("effectif_ennemi", self.effectif_ennemi))
        oracle.tell(Event("bataille", self.actor, self.ennemi, "FLU-4.62", (), facts))
        return replace(scene, armees=armees)


def camp(scene: Scene, general: str) -> str:
    """Whose army one leads: one's camp, or one's own."""
    return scene[general].side or general


def en_bataille(scene: Scene) -> bool:
    """Whether two armies still stand."""
    return sum(a.debout > 0 for a in scene.armees.values()) > 1


def armee_de(scene: Scene, general: str) -> str | None:
    """The camp whose army he commands."""
    return next((c for c, a in scene.armees.items() if a.general == general), None)


@rule("FLU-4.62", "FLU-4.63")
class Bataille(Commander, frozen=True, tag="bataille"):
    """One exchange of two armies: the generals' tests, and each total is what the other camp loses."""

    reponse: Commander | None = None  # the other general's test; the same caractéristiques if it is not said

    looks = {
        "gagne": lambda b, a, ev: _pertes(ev, 0) > _pertes(ev, 1),
        "infligees": lambda b, a, ev: _pertes(ev, 0),
        "subies": lambda b, a, ev: _pertes(ev, 1),
    }

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor)
        if absent is not None:
            return absent
        if not en_bataille(scene):
            return Closed("FLU-4.62", "Aucune bataille n'est en cours")
        adverse = general_adverse(scene, self)
        if adverse is None:
            return Closed("FLU-4.62", "Il faut deux généraux de deux armées qui tiennent encore")
        mien, sien = self.essais(adverse)
        return (
            inconnu(scene, adverse)
            or en_plein_combat(scene, self.actor, adverse)
            or trop_d_avantages(mien)
            or trop_d_avantages(sien)
            or plusieurs(scene, (calme(scene, mien), calme(scene, sien)))
        )

    def essais(self, adverse: str) -> tuple[Commander, Commander]:
        mien = sous(self, ("INT",))
        return mien, sous(self.reponse or Commander(adverse), mien.caracs)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        mien, sien = self.essais(general_adverse(scene, self) or "")
        scene, (inflige, subi) = confronter(scene, oracle, (calme(scene, mien), calme(scene, sien)))
        audience = public(mien, sien)
        scene = perdre_des_troupes(scene, oracle, mien.actor, sien.actor, inflige, audience)
        scene = perdre_des_troupes(scene, oracle, sien.actor, mien.actor, subi, audience)
        return fin_de_bataille(scene, oracle)


def _pertes(events: list[Event], rang: int) -> int:
    return int([e for e in events if e.what == "pertes"][rang]["pertes"])


def general_adverse(scene: Scene, b: Bataille) -> str | None:
    """Who commands against him: the one named, or the only other general left."""
    mienne = armee_de(scene, b.actor)
    autres = [a.general for c, a in scene.armees.items() if c != mienne and a.debout > 0]
    if mienne is None or scene.armees[mienne].debout <= 0:
        return None
    if b.reponse is not None:
        return b.reponse.actor if b.reponse.actor in autres else None
    return autres[0] if len(autres) == 1 else None


def calme(scene: Scene, e: E) -> E:
    """Words and orders suffer from wounds only when the body is tested."""
    if e.actor not in scene.people or any(c in PHYSIQUES for c in e.caracs):
        return e
    plaies = tuple(t.nom for t in scene[e.actor].blessures())
    return replace(e, hors=(*e.hors, *plaies)) if plaies else e


@rule("FLU-4.62")
def pertes(obtenu: int, echelle: int, debout: int) -> Terms:
    """The total of one camp is what the other loses, times the scale; nothing at 0 or less, never more than it has."""
    terms: Terms = (("Total du général", obtenu, "FLU-4.62"),)
    if obtenu <= 0:
        return (*terms, ("Aucune perte à 0 ou moins", -obtenu, "FLU-4.62"))
    if echelle > 1:
        terms = (*terms, (f"Échelle ×{echelle}", obtenu * (echelle - 1), "FLU-4.62"))
    trop = total(terms) - debout
    return (*terms, ("Plus personne à perdre", -trop, "FLU-4.62")) if trop > 0 else terms


def perdre_des_troupes(scene: Scene, oracle: Oracle, de: str, sur: str, obtenu: int, audience: str) -> Scene:
    """The losses one general inflicts on the other's army."""
    qui = armee_de(scene, sur)
    if qui is None:
        return scene
    armee = scene.armees[qui]
    terms = pertes(obtenu, armee.echelle, armee.debout)
    armee = replace(armee, pertes=armee.pertes + total(terms))
    facts = (("pertes", total(terms)), ("debout", armee.debout))
    oracle.tell(Event("pertes", de, sur, "FLU-4.62", terms, facts, audience))
    return replace(scene, armees={**scene.armees, qui: armee})


def fin_de_bataille(scene: Scene, oracle: Oracle) -> Scene:
    """The battle lasts as long as two armies stand."""
    if en_bataille(scene):
        return scene
    restent = tuple(c for c, a in scene.armees.items() if a.debout > 0)
    oracle.tell(Event("fin_bataille", "", "", "FLU-4.62", (), (("camps", restent or ("personne",)),)))
    return replace(scene, armees={})


# ---------------------------------------------------------------- verbal jousts


class Repondre(Epreuve, frozen=True, tag="repondre"):
    """The test of one who answers in a verbal joust. As in a fight, what he wears does not hamper him."""

    combat = True


@rule("FLU-4.70")
class Jouter(Epreuve, frozen=True, tag="jouter"):
    """One exchange of a verbal joust: the difference of the totals comes off the loser's AUR."""

    rank = 1  # after what is done at once

    cible: Who = ""
    reponse: Repondre | None = None  # the other's test; the same caractéristiques if it is not said

    combat = True
    looks = {
        "gagne": lambda b, a, ev: fact("perte", "joute")(b, a, ev) > 0,
        "perte": lambda b, a, ev: fact("perte", "joute")(b, a, ev),
        "vainc": lambda b, a, ev: any(e.what == "vaincu" and e.target == ev[0].who for e in ev),
    }

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor, self.cible)
        if absent is not None:
            return absent
        if self.reponse is not None and self.reponse.actor != self.cible:
            return Closed("FLU-4.70", "C'est à {} de répondre", (Someone(self.cible),))
        for qui in (self.actor, self.cible):
            if scene[qui].aur <= 0:
                return Closed("FLU-4.70", "{} n'a plus d'AUR et ne répond plus", (Someone(qui),))
        return un_combat(scene) or plusieurs(scene, self.essais(scene))

    def essais(self, scene: Scene) -> tuple[Epreuve, Epreuve]:
        mien = sous(self, ("CHA",))
        return calme(scene, mien), calme(scene, sous(self.reponse or Repondre(self.cible), mien.caracs))

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        essais = self.essais(scene)
        scene, (mien, sien) = confronter(scene, oracle, essais)
        terms = (("Total", mien, "FLU-3.42"), ("Total adverse", -sien, "FLU-3.42"))
        facts = (("perte", mien - sien),)
        oracle.tell(Event("joute", self.actor, self.cible, "FLU-4.70", terms, facts, public(*essais)))
        if mien == sien:
            return scene
        gagnant, perdant = (self.actor, self.cible) if mien > sien else (self.cible, self.actor)
        return perdre_de_l_aura(scene, oracle, gagnant, perdant, abs(mien - sien), public(*essais))


@rule("FLU-4.70")
def perdre_de_l_aura(scene: Scene, oracle: Oracle, gagnant: str, perdant: str, points: int, audience: str) -> Scene:
    """Off AUR, never below 0, where one is beaten or convinced."""
    p = scene[perdant]
    terms: Terms = (("Écart des totaux", points, "FLU-4.70"),)
    if points > p.aur:
        terms = (*terms, ("AUR épuisée", p.aur - points, "FLU-4.70"))
    p = replace(p, aur_perdue=p.aur_perdue + total(terms))
    facts = (("perte", total(terms)), ("aur", p.aur))
    oracle.tell(Event("aura", perdant, gagnant, "FLU-4.70", terms, facts, audience))
    if p.aur == 0:
        oracle.tell(Event("vaincu", perdant, gagnant, "FLU-4.70"))
    return scene.put(p)


# ---------------------------------------------------------------- giving up


@rule("FLU-4.62", "FLU-4.69")
class Abandonner(Action, frozen=True, tag="abandonner"):
    """Give up a chase, or leave the field of a battle."""

    weighty: ClassVar[bool] = True
    rank = 1  # after what is done at once

    quoi: Literal["poursuite", "bataille"] = "poursuite"

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor)
        if absent is not None:
            return absent
        p = scene.poursuite
        if self.quoi == "poursuite" and (p is None or self.actor not in (p.fuyard, p.poursuivant)):
            return Closed("FLU-4.67", "{} n'est d'aucune poursuite", (Someone(self.actor),))
        if self.quoi == "bataille" and (armee_de(scene, self.actor) is None or not en_bataille(scene)):
            return Closed("FLU-4.62", "{} ne commande aucune armée dans une bataille", (Someone(self.actor),))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        oracle.tell(Event("abandon", self.actor, "", "FLU-4.69" if self.quoi == "poursuite" else "FLU-4.62"))
        if self.quoi == "bataille":
            restent = {c: a for c, a in scene.armees.items() if a.general != self.actor}
            return fin_de_bataille(replace(scene, armees=restent), oracle)
        p = scene.poursuite
        if p is None:
            return scene
        return fin_de_poursuite(
            replace(scene, poursuite=replace(p, ecart=0 if self.actor == p.fuyard else p.but)), oracle
        )


ACTIONS: tuple[type[Action], ...] = (Poursuivre, Courir, Ranger, Bataille, Jouter, Abandonner)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """What is under way, or what could begin with somebody of another camp; the figures can be changed."""
    if scene.encounter is not None:
        return
    if scene.poursuite is not None and p.id in (scene.poursuite.fuyard, scene.poursuite.poursuivant):
        yield Courir(p.id, ("AGI",))
        yield Abandonner(p.id, "poursuite")
    if armee_de(scene, p.id) is not None:
        yield Bataille(p.id, ("INT",))
        yield Abandonner(p.id, "bataille")
    autres = [q for q in scene.people.values() if q.id != p.id and q.etat == "actif"]
    for q in autres:
        yield Jouter(p.id, ("CHA",), cible=q.id)
    for q in autres:
        if q.side != p.side or not p.side:
            yield Poursuivre(p.id, q.id, 20, 50)
            yield Ranger(p.id, q.id, 100, 100)
