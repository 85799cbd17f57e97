"""Chapter 14: enchanted objects. Infusing at the making, the Rune de Permanence, wear, activation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.faults import knowing
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Terms

from ..model.catalogue import COMPETENCES, Arme, Armure, Bouclier
from ..model.jets import UsageVide
from ..model.people import Insufflation, Personnage, hors_d_etat, non_acquise
from ..model.runes import Enchantement, Pouvoir, Sort
from ..model.scene import Scene, inconnu
from ..model.tables import JOUR, TOUR
from ..model.things import Objet, changer, objet_de, objets_de
from .c5_tests.essai import hors_bornes, sans_vide
from .c5_tests.tests import Tente, tester
from .c7_fatigue.fatigue import fatiguer
from .c8_sortileges.figures import portee_des_runes, volume, volume_necessaire
from .c8_sortileges.pouvoirs import agir
from .c8_sortileges.sortileges import finir, noter_le_sort, sort_nouveau
from .c10_tours.declarer import Declaration, pas_a_lui
from .c10_tours.places import distance
from .c10_tours.temps import ecouler, temps_passe
from .c12_equipement import detruire, mettre_a_part, porteur, pris
from .c16_soins.qi import TENUE, convertis

ND_DE_PERMANENCE = 12


ND_D_INFUSION = 16


RESISTANCE_PAR_RANG = 20


AN = 365 * JOUR


TOUJOURS = 10**12  # seconds: the end of what has none


# ---------------------------------------------------------------- infusing at the making


def artisanats(objet: Objet) -> tuple[str, ...]:
    """The crafts that make such a thing."""
    if isinstance(objet, Arme):
        arc = objet.groupe in ("arcs", "arbaletes")
        return ("artisanat_fabrication_d_arcs_et_de_fleches" if arc else "artisanat_fabrication_d_armes",)
    if isinstance(objet, (Armure, Bouclier)):
        return ("artisanat_fabrication_d_armures",)
    return tuple(c.id for c in COMPETENCES.values() if c.groupe == "Artisanat")


@rule("YY-8.5", "YY-14.10", "YY-20.8")
class Infuser(Action, frozen=True, tag="infuser"):
    """While making an object, give it points de vide: as many ranks of infusion as the margin allows. A day's work."""

    objet: str = ""
    artisanat: str = ""  # by default the craft that makes it
    points: int = 1
    risquer: bool = False
    mod: int = 0
    vide: UsageVide = ""  # one more point de vide, to improve the chances (YY-5.17)

    asks: ClassVar[bool] = True
    looks = {
        "reussite": lambda b, a, ev: any(e.what == "infuse" for e in ev),
        "points": lambda b, a, ev: next((e["rang"] for e in ev if e.what == "infuse"), 0),
    }

    def craft(self, objet: Objet, p: Personnage) -> str:
        possibles = artisanats(objet)
        return self.artisanat or next((c for c in possibles if p.competence(c)), possibles[0])

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor) or hors_d_etat(scene[self.actor])
        if absent is not None:
            return absent
        if scene.encounter is not None:
            return Closed("YY-14.10", "On ne fabrique rien au milieu d'un combat")
        p = scene[self.actor]
        objet = objet_de(p, self.objet)
        if objet is None:
            return knowing(
                Closed("YY-14.10", "{} ne porte pas « {} »", (Someone(p.id), self.objet)),
                self.objet,
                [o.id for o in objets_de(p)],
            )
        if objet.infusion or pris(scene, objet.id):
            return Closed("YY-14.10", "Un objet ne s'infuse qu'une fois, quand on le fabrique")
        if self.craft(objet, p) not in artisanats(objet):
            return Closed("YY-16.2", "Cet artisanat ne fabrique pas un tel objet")
        if self.points < 1:
            return Closed("YY-14.11", "Il faut annoncer au moins un point de vide")
        points = self.points + (1 if self.vide else 0)
        return non_acquise(p, self.craft(objet, p)) or sans_vide(p, points) or hors_bornes(self.mod)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene[self.actor]
        objet = objet_de(p, self.objet)
        if objet is None:
            return scene
        scene = scene.put(replace(p, vide_perdu=p.vide_perdu + self.points))
        plus: Terms = (("Circonstances", self.mod, "YY-5.1"),) if self.mod else ()
        scene, r = tester(
            scene, oracle, p.id, Tente(self.craft(objet, p), ND_D_INFUSION, plus, self.vide, self.risquer)
        )
        rang = convertis(self.points, r.reussi, r.marge)
        if rang:
            scene, id = mettre_a_part(scene, p.id, self.objet)
            scene = infuser(scene, p.id, id, rang)
            terms: Terms = (("Points de vide infusés", rang, "YY-14.10"),)
            oracle.tell(Event("infuse", p.id, "", "YY-14.10", terms, (("objet", objet.nom), ("rang", rang))))
        return ecouler(scene, oracle, JOUR)


def infuser(scene: Scene, who: str, id: str, rang: int) -> Scene:
    p = scene[who]
    objet = objet_de(p, id)
    return scene if objet is None else scene.put(changer(p, objet, replace(objet, infusion=rang)))


# ---------------------------------------------------------------- permanence


@rule("YY-8.5", "YY-14.14")
def refus_d_enchantement(scene: Scene, p: Personnage, id: str) -> Closed | None:
    """Only an object infused when it was made, and free of magic, can receive the Rune de Permanence."""
    objet = objet_de(p, id)
    if objet is None:
        return knowing(
            Closed("YY-8.5", "{} ne porte pas « {} »", (Someone(p.id), id)), id, [o.id for o in objets_de(p)]
        )
    if not objet.infusion:
        return Closed("YY-8.5", "{} n'a pas été infusé à sa fabrication", (objet.nom,))
    if pris(scene, id):
        return Closed("YY-8.5", "{} porte déjà de la magie", (objet.nom,))
    return non_acquise(p, "rune_de_permanence")


@rule("YY-14.14")
def graver(scene: Scene, oracle: Oracle, e: Enchantement, usage: UsageVide) -> tuple[Scene, bool]:
    """A test of Rune de Permanence against 12: its margin must reach the runes and the points de vide bound."""
    nd = ND_DE_PERMANENCE + e.runes  # a margin too small is a failure: a reroll announced is used then
    scene, r = tester(scene, oracle, e.par, Tente("rune_de_permanence", nd, (), usage, risquer=True))
    marge = max(0, r.marge + e.runes)
    terms: Terms = (("Marge de réussite", marge, "YY-14.14"), ("Runes et vide", -e.runes, "YY-14.14"))
    oracle.tell(Event("permanence", e.par, "", "YY-14.14", terms, (("runes", e.runes), ("reussi", r.reussi))))
    return scene, r.reussi


@rule("YY-14.14")
def qi_de_l_objet(p: Personnage, id: str) -> int:
    """The points de vide breathed into an object."""
    return sum(i.points for i in p.insufflations if i.arme == id)


@rule("YY-14.12", "YY-14.16")
def nuisible(pouvoir: Pouvoir, reduire: bool) -> bool:
    """Whether nobody would want it for himself: it wounds, blinds, or takes protection away."""
    return pouvoir.effet in ("degats", "tenebres") or (pouvoir.effet == "protection" and reduire)


@rule("YY-14.15")
def resistance_de(objet: Objet) -> int:
    """Twenty points for each rank of infusion."""
    return RESISTANCE_PAR_RANG * objet.infusion


@rule("YY-14.14")
def enchanter(scene: Scene, oracle: Oracle, sort: Sort, id: str, toujours: bool, usage: UsageVide) -> Scene:
    """The spell and the Qì of the object are bound to it if the Rune de Permanence holds; else the runes are lost."""
    vide = qi_de_l_objet(scene[sort.par], id)
    e = Enchantement(objet=id, par=sort.par, resistance=0, sort=sort, vide=vide, toujours=toujours)
    scene, tient = graver(scene, oracle, e, usage)
    return attacher(scene, oracle, e) if tient else scene


def attacher(scene: Scene, oracle: Oracle, e: Enchantement) -> Scene:
    """Known by an id of its own, the object keeps for good what was in it for a while."""
    scene, id = mettre_a_part(scene, e.par, e.objet)
    p = scene[e.par]
    scene = scene.put(replace(p, insufflations=tuple(i for i in p.insufflations if i.arme != id)))
    return lier(scene, oracle, replace(e, objet=id, sort=None if e.sort is None else replace(e.sort, objet=id)))


def lier(scene: Scene, oracle: Oracle, e: Enchantement) -> Scene:
    """The object is enchanted from now on; what is always active begins."""
    p = porteur(scene, e.objet)
    objet = objet_de(p, e.objet) if p is not None else None
    if p is None or objet is None:
        return scene
    e = replace(e, resistance=resistance_de(objet), depuis=scene.clock)
    mode = "toujours actif" if e.toujours else "à activer"
    terms: Terms = (("20 x rang d'infusion", e.resistance, "YY-14.15"),)
    facts = (("objet", objet.nom), ("resistance", e.resistance), ("mode", mode))
    oracle.tell(Event("enchante", p.id, "", "YY-14.14", terms, facts))
    scene = replace(scene, enchantements={**scene.enchantements, e.objet: e})
    return eveiller(scene, oracle, e, suivies(e, p.id), None) if e.toujours else scene


@rule("YY-14.16")
def suivies(e: Enchantement, porteur: str) -> tuple[str, ...]:
    """Whom what is always active acts on: those named when it was made; if its maker or nobody, whoever carries it."""
    nommees = e.sort.cibles if e.sort is not None else ()
    return nommees if nommees and nommees != (e.par,) else (porteur,)


@rule("YY-14.16")
def eveiller(scene: Scene, oracle: Oracle, e: Enchantement, cibles: tuple[str, ...], fin: int | None) -> Scene:
    """What the object holds begins to act: its Qì in the thing, its spell on those named."""
    p = porteur(scene, e.objet)
    if e.vide and p is not None:
        autres = tuple(i for i in p.insufflations if i.arme != e.objet)
        tenu = Insufflation(e.objet, e.vide, TOUJOURS if fin is None else fin)
        scene = scene.put(replace(p, insufflations=(*autres, tenu)))
    if e.sort is None:
        return scene
    lieux = tuple((scene[c].x, scene[c].y) for c in cibles)
    sort = replace(e.sort, id=sort_nouveau(scene), methode="permanent", cibles=cibles, fin=fin, depuis=scene.clock)
    if scene.own.pouvoirs[sort.pouvoir].effet != "espace":
        sort = replace(sort, lieux=lieux)
    return agir(noter_le_sort(scene, sort), oracle, sort, premier=True)


@rule("YY-14.14")
class Perenniser(Action, frozen=True, tag="perenniser"):
    """Make permanent the Qì breathed into an infused weapon."""

    objet: str = ""
    toujours: bool = True
    vide: UsageVide = ""  # YY-5.17

    asks: ClassVar[bool] = True
    looks = {"reussite": lambda b, a, ev: any(e.what == "enchante" for e in ev)}

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor) or hors_d_etat(scene[self.actor])
        if absent is not None:
            return absent
        p = scene[self.actor]
        if scene.encounter is not None:
            return Closed("YY-14.14", "Une rune de permanence se grave au calme")
        refus = refus_d_enchantement(scene, p, self.objet)
        if refus is None and all(i.arme != self.objet for i in p.insufflations):
            return Closed("YY-14.14", "Il faut d'abord insuffler du Qì à cet objet")
        return refus or sans_vide(p, 1 if self.vide else 0)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        vide = qi_de_l_objet(scene[self.actor], self.objet)
        e = Enchantement(objet=self.objet, par=self.actor, resistance=0, vide=vide, toujours=self.toujours)
        scene, tient = graver(scene, oracle, e, self.vide)
        return attacher(scene, oracle, e) if tient else scene


# ---------------------------------------------------------------- wear, activation


@rule("YY-14.15")
def abimer(scene: Scene, oracle: Oracle, id: str, points: int) -> Scene:
    """The object loses as many points as its enchantment has runes; at 0 it is destroyed, and its magic with it."""
    e = scene.enchantements[id]
    e = replace(e, resistance=e.resistance - points)
    if e.resistance > 0:
        return replace(scene, enchantements={**scene.enchantements, id: e})
    scene = replace(scene, enchantements={i: x for i, x in scene.enchantements.items() if i != id})
    for s in tuple(scene.sorts.values()):
        if s.objet == id and s.id in scene.sorts:
            scene = finir(scene, oracle, s.id, "l'objet est usé", "YY-14.15")
    return detruire(scene, oracle, id, "YY-14.15")


@rule("YY-14.16")
def suivre(scene: Scene, oracle: Oracle, e: Enchantement) -> Scene:
    """Qì that is always active goes with the object, from hand to hand."""
    p = porteur(scene, e.objet)
    if not e.vide or not e.toujours or p is None or any(i.arme == e.objet for i in p.insufflations):
        return scene
    quittes = [q for q in scene.people.values() if any(i.arme == e.objet for i in q.insufflations)]
    for q in quittes:
        scene = scene.put(replace(q, insufflations=tuple(i for i in q.insufflations if i.arme != e.objet)))
    return eveiller(scene, oracle, replace(e, sort=None), (p.id,), None)


@temps_passe.then("YY-14.15")
def user(scene: Scene, oracle: Oracle, secondes: int) -> Scene:
    """Each year wears an enchanted object; one that is no more is enchanted no more."""
    for e in tuple(scene.enchantements.values()):
        if porteur(scene, e.objet) is None:
            scene = replace(scene, enchantements={i: x for i, x in scene.enchantements.items() if i != e.objet})
            continue
        scene = suivre(scene, oracle, e)
        annees = (scene.clock - e.depuis) // AN
        if annees > e.annees:
            compte = replace(e, annees=annees)
            scene = replace(scene, enchantements={**scene.enchantements, e.objet: compte})
            facts = (("objet", scene.name(e.objet)), ("points", e.runes * (annees - e.annees)))
            qui = porteur(scene, e.objet)
            oracle.tell(Event("usure", qui.id if qui is not None else e.par, "", "YY-14.15", (), facts))
            scene = abimer(scene, oracle, e.objet, e.runes * (annees - e.annees))
    return scene


@rule("YY-14.7", "YY-14.16")
class Activer(Declaration, frozen=True, tag="activer"):
    """Set off the enchantment of an object one carries, for ten turns, on oneself or on others within range."""

    objet: str = ""
    cibles: tuple[Who, ...] = ()
    nd: int = 0  # set by the MJ; 0: no test
    risquer: bool = False
    vide: UsageVide = ""

    looks = {"reussite": lambda b, a, ev: any(e.what == "objet_active" for e in ev)}

    def closed(self, scene: Scene) -> Closed | None:
        absent = pas_a_lui(scene, self.actor) or inconnu(scene, *self.cibles)
        if absent is not None:
            return absent
        p = scene[self.actor]
        e = scene.enchantements.get(self.objet)
        if e is None or objet_de(p, self.objet) is None:
            return Closed("YY-14.7", "{} ne porte pas d'objet enchanté « {} »", (Someone(p.id), self.objet))
        if e.toujours:
            return Closed("YY-14.16", "Cet enchantement est toujours actif")
        if any(s.objet == self.objet for s in scene.sorts.values()):
            return Closed("YY-14.16", "Cet enchantement est déjà à l'œuvre")
        if not 0 <= self.nd <= 60:
            return Closed("YY-14.7", "Un ND de 0 à 60, pas {}", (self.nd,))
        if self.vide and not self.nd:
            return Closed("YY-5.17", "Sans ND, activer un objet ne demande pas de test")
        return (
            non_acquise(p, "controle_du_qi") or sans_vide(p, 1 if self.vide else 0) or self.cibles_refusees(scene, p, e)
        )

    def cibles_refusees(self, scene: Scene, p: Personnage, e: Enchantement) -> Closed | None:
        if e.sort is None:
            return Closed("YY-14.16", "Le Qì reste dans l'objet") if self.cibles else None
        if not self.cibles and nuisible(scene.own.pouvoirs[e.sort.pouvoir], e.sort.reduire):
            return Closed("YY-14.16", "Cet enchantement nuit : il faut dire à qui")
        for c in self.cibles or (p.id,):
            if scene.own.pouvoirs[e.sort.pouvoir].membre and e.sort.membre not in scene[c].fiche.membres:
                return Closed("YY-14.12", "{} n'a pas de membre « {} »", (Someone(c), e.sort.membre))
        for c in self.cibles:
            if distance(p, scene[c]) > portee_des_runes(p) or scene[c].vie != "actif":
                return Closed("YY-8.12", "{} est hors de portée", (Someone(c),))
        if volume_necessaire([scene[c] for c in dict.fromkeys(self.cibles)]) > volume(e.sort.aire):
            return Closed("YY-8.14", "La zone ne les couvre pas tous")
        return None

    def executer(self, scene: Scene, oracle: Oracle) -> Scene:
        if scene.encounter is not None:
            scene = fatiguer(scene, oracle, self.actor, 1)
        reussi = True
        if self.nd:
            scene, r = tester(scene, oracle, self.actor, Tente("controle_du_qi", self.nd, (), self.vide, self.risquer))
            reussi = r.reussi
        e = scene.enchantements.get(self.objet)
        if not reussi or e is None or not scene[self.actor].conscient:
            return scene
        oracle.tell(Event("objet_active", self.actor, "", "YY-14.7", (), (("objet", scene.name(self.objet)),)))
        cibles = tuple(dict.fromkeys(self.cibles)) or (self.actor,)
        scene = eveiller(scene, oracle, e, cibles, scene.clock + TENUE * TOUR)
        return abimer(scene, oracle, self.objet, e.runes)


def activations(scene: Scene, p: Personnage, e: Enchantement) -> Iterator[Action]:
    """What does good on oneself; what harms on each adversary."""
    if e.sort is None or not nuisible(scene.own.pouvoirs[e.sort.pouvoir], e.sort.reduire):
        yield Activer(p.id, e.objet)
        return
    for q in scene.people.values():
        if q.side and q.side != p.side and q.vie == "actif":
            yield Activer(p.id, e.objet, (q.id,))


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """Activate what one carries; infuse what one's craft makes; make Qì permanent."""
    for e in scene.enchantements.values():
        if not e.toujours and objet_de(p, e.objet) is not None:
            yield from activations(scene, p, e)
    if scene.encounter is not None:
        return
    if p.competence("rune_de_permanence"):
        for i in p.insufflations:
            yield Perenniser(p.id, i.arme)
    if p.vide and any(c.startswith("artisanat_") for c in p.fiche.competences):
        for o in objets_de(p):
            if not o.infusion and any(p.competence(c) for c in artisanats(o)):
                yield Infuser(p.id, o.id)


ACTIONS: tuple[type[Action], ...] = (Infuser, Perenniser, Activer)
PLACE = 10
