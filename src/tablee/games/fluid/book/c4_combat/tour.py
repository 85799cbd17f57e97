"""Chapter 4, the other actions of a turn: beginning and ending a fight, waiting, things in hand, helping."""

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
from tablee.kernel.truce import refusing

from ...model.combat import Combat
from ...model.people import Aide, AuSol, Carac, Objet, Personnage, hors_d_etat
from ...model.scene import Scene, en_cours, inconnu
from ...model.tables import BOTTES
from ..c3_tests.avantages import nom_du_trait, valeur_du_trait
from ..c3_tests.refus import refus
from ..c3_tests.tests import Tester, depenser
from .combat import clore, fin_de_tour, ordre
from .gardes import PAS_DE_COMBAT, PAS_JOUEE, empeche, pas_son_tour
from .places import engage

# ---------------------------------------------------------------- the fight itself


@rule("FLU-4.1", "FLU-4.2")
class Combattre(Action, frozen=True, tag="combattre"):
    """A fight begins between all those who have a camp."""

    def closed(self, scene: Scene) -> Closed | None:
        if scene.encounter is not None:
            return Closed("FLU-4.1", "Un combat est déjà engagé")
        if len({p.side for p in scene.people.values() if p.side and p.etat == "actif"}) < 2:
            return Closed("FLU-4.1", "Il faut deux camps debout")
        return inconnu(scene, self.actor)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        qui = [p.id for p in scene.people.values() if p.etat == "actif" and p.side]
        oracle.tell(Event("round", "", "", "FLU-4.1", (), (("round", 1),)))
        rangs = ordre(scene, qui)
        return replace(scene, encounter=Combat(file=rangs, ordre=rangs))


@rule("FLU-4.28")
class Cesser(Action, frozen=True, tag="cesser"):
    """Propose to leave it at that: once nobody is hand to hand, the fight ends if every other camp agrees."""

    weighty: ClassVar[bool] = True

    def closed(self, scene: Scene) -> Closed | None:
        if scene.encounter is None:
            return PAS_DE_COMBAT
        if scene.encounter.contacts:
            return Closed("FLU-4.28", "On se bat encore au corps-à-corps")
        return inconnu(scene, self.actor) or pas_son_tour(scene, self.actor)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        debout = [who for who in en_cours(scene).ordre if scene[who].etat == "actif"]
        contre = refusing(scene, oracle, self.actor, debout, "flu.cesser", "FLU-4.28")
        if not contre:
            return clore(scene, oracle)
        oracle.tell(Event("refus_de_cesser", contre, self.actor, "FLU-4.28"))
        return scene


class Attendre(Action, frozen=True, tag="attendre"):
    """Do nothing more this turn."""

    def closed(self, scene: Scene) -> Closed | None:
        if scene.encounter is None:
            return PAS_DE_COMBAT
        absent = inconnu(scene, self.actor) or pas_son_tour(scene, self.actor)
        if absent is not None:
            return absent
        if scene.encounter.phase == "annonces" and engage(scene.encounter, self.actor):
            return Closed("FLU-4.6", "Au contact il faut annoncer quelque chose : attaquer, se défendre ou rompre")
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        return fin_de_tour(scene, oracle, self.actor)


class SeRelever(Action, frozen=True, tag="se_relever"):
    """Get up again; part of the movement, it takes no action."""

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor) or empeche(scene[self.actor]) or pas_son_tour(scene, self.actor)
        if absent is not None:
            return absent
        return None if scene[self.actor].a_terre else Closed("FLU-4.8", "{} est debout", (Someone(self.actor),))

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        oracle.tell(Event("releve", self.actor, "", "FLU-4.8"))
        return scene.put(replace(scene[self.actor], a_terre=False))


# ---------------------------------------------------------------- things in hand


class Degainer(Action, frozen=True, tag="degainer"):
    """Take other weapons in hand, or put all of them away; it takes no time."""

    armes: tuple[str, ...] = ()

    def key(self) -> str:
        return "degainer" if self.armes else "rengainer"

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor) or empeche(scene[self.actor]) or pas_son_tour(scene, self.actor)
        if absent is not None:
            return absent
        p = scene[self.actor]
        if self.armes and main_engourdie(p):
            return Closed("FLU-4.23", "{} ne sent plus sa main", (Someone(p.id),))
        tenus = [a for a in p.armes if a.id in self.armes]
        if len(tenus) != len(set(self.armes)) or len(set(self.armes)) < len(self.armes):
            return Closed("FLU-4.35", "{} ne porte pas ces armes", (Someone(p.id),))
        if mains(tuple(tenus)) + (p.bouclier is not None) > 2:
            return Closed("FLU-4.35", "Deux mains ne suffisent pas")
        if len(tenus) > 1 and not scene.options.permet("deux_armes"):
            return replace(PAS_JOUEE, facts=("combat à deux armes",))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene[self.actor]
        noms = tuple(o.nom for o in p.armes if o.id in self.armes)
        oracle.tell(Event("degaine" if noms else "rengaine", p.id, "", "FLU-4.35", (), (("armes", noms),)))
        return scene.put(replace(p, en_main=self.armes))


class Ramasser(Action, frozen=True, tag="ramasser"):
    """Pick up a thing that lies within a step."""

    objet: str

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor) or empeche(scene[self.actor]) or pas_son_tour(scene, self.actor)
        if absent is not None:
            return absent
        p = scene[self.actor]
        trouve = self._trouve(scene, p)
        if trouve is None:
            return Closed("FLU-4.39", "Rien de tel à portée de main : « {} »", (self.objet,))
        if main_engourdie(p):
            return Closed("FLU-4.23", "{} ne sent plus sa main", (Someone(p.id),))
        genre = trouve.objet.genre
        if genre == "bouclier" and (p.bouclier is not None or mains(p.tenues()) > 1):
            return Closed("FLU-4.37", "Deux mains ne suffisent pas")
        if genre == "armure" and (p.armure is not None or scene.encounter is not None):
            return Closed("FLU-4.36", "On n'enfile pas une armure ainsi")
        return None

    def _trouve(self, scene: Scene, p: Personnage) -> AuSol | None:
        return next(
            (s for s in scene.au_sol if s.objet.id == self.objet and max(abs(s.x - p.x), abs(s.y - p.y)) <= 1), None
        )

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene[self.actor]
        trouve = self._trouve(scene, p)
        if trouve is None:
            return scene
        oracle.tell(Event("ramasse", p.id, "", "FLU-4.39", (), (("objet", trouve.objet.nom),)))
        scene = replace(scene, au_sol=tuple(s for s in scene.au_sol if s is not trouve))
        return fin_de_tour(scene.put(avec(p, trouve.objet)), oracle, self.actor)


def mains(objets: tuple[Objet, ...]) -> int:
    """How many hands these weapons take."""
    return sum(2 if o.deux_mains else 1 for o in objets)


def main_engourdie(p: Personnage) -> bool:
    return BOTTES["engourdir"].condition in p.bears


def avec(p: Personnage, objet: Objet) -> Personnage:
    """With this thing besides; a weapon comes to hand if the hands are free, under a name of its own."""
    if objet.genre == "bouclier":
        return replace(p, bouclier=objet)
    if objet.genre == "armure":
        return replace(p, armure=objet)
    n, id = 1, objet.id
    while p.objet(id) is not None:
        n += 1
        id = f"{objet.id}_{n}"
    tenues, prises = p.tenues(), mains((objet,)) + (p.bouclier is not None)
    en_main = (id,) if not tenues and prises <= 2 else tuple(o.id for o in tenues)
    return replace(p, armes=(*p.armes, replace(objet, id=id)), en_main=en_main)


# ---------------------------------------------------------------- helping


@rule("FLU-4.18", "FLU-4.19")
class Aider(Action, frozen=True, tag="aider"):
    """Lend a Trait, or give points, to an ally's next test."""

    cible: Who
    trait: str = ""
    res: int = 0
    depenses: tuple[tuple[Carac, int], ...] = ()

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor, self.cible)
        if absent is not None:
            return absent
        p = scene[self.actor]
        e = Tester(
            self.actor, ("CON",), traits=(self.trait,) if self.trait else (), res=self.res, depenses=self.depenses
        )
        return (
            empeche(p)
            or hors_d_etat(scene[self.cible])
            or aide_interdite(scene, self)
            or aide_vide(self)
            or pas_son_tour(scene, self.actor)
            or refus(scene, e)
        )

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p, allie = scene[self.actor], scene[self.cible]
        points, trait = self.res + sum(n for _, n in self.depenses), nom_du_trait(p, self.trait)
        aide = Aide(p.id, trait, valeur_du_trait(p, trait) if trait else 0, points)
        p = depenser(replace(p, res_perdue=p.res_perdue + self.res), self.depenses)
        if trait:
            p = replace(p, cedes=(*p.cedes, trait))
            facts = (("trait", trait), ("valeur", aide.valeur))
            oracle.tell(Event("aide", p.id, allie.id, "FLU-4.19", (), facts))
        if points:
            oracle.tell(Event("don", p.id, allie.id, "FLU-4.19", (), (("points", points),)))
        return fin_de_tour(scene.put(p, replace(allie, aides=(*allie.aides, aide))), oracle, self.actor)


def aide_interdite(scene: Scene, a: Aider) -> Closed | None:
    """In a fight helping is one of the optional manoeuvres, and for one's own camp."""
    allie, trait = scene[a.cible], nom_du_trait(scene[a.actor], a.trait)
    if any(x.de == a.actor and x.trait == trait for x in allie.aides if x.trait):
        return Closed("FLU-3.21", "Un même Trait ne compte qu'une fois par test")
    if scene.encounter is None:
        return None
    if not scene.options.permet("aider"):
        return replace(PAS_JOUEE, facts=("aider un coéquipier",))
    if allie.side != scene[a.actor].side:
        return Closed("FLU-4.19", "{} n'est pas dans votre camp", (Someone(allie.id),))
    annonce = scene.encounter.annonces.get(a.cible)
    if a.trait and annonce is not None and annonce.manoeuvre == "simultanee":
        return Closed("FLU-4.20", "{} a déjà réparti son attaque", (Someone(allie.id),))
    return None


def aide_vide(a: Aider) -> Closed | None:
    if a.cible == a.actor:
        return Closed("FLU-4.19", "On aide quelqu'un d'autre que soi")
    if not a.trait and not a.res and not a.depenses:
        return Closed("FLU-4.19", "Il faut prêter un Trait ou donner des points")
    return None


ACTIONS = (Combattre, Attendre, Aider, Degainer, Ramasser, SeRelever, Cesser)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """In peace to begin a fight; in one, to get up, to pick something up, to help, to wait, to leave it at that."""
    if scene.encounter is None:
        yield Combattre(p.id)
        yield from armes_en_main(p)
        return
    yield SeRelever(p.id)
    for chose in scene.au_sol:
        yield Ramasser(p.id, chose.objet.id)
    yield from armes_en_main(p)
    for q in scene.people.values():
        if q.side == p.side and q.id != p.id and p.fiche.traits:
            yield Aider(p.id, q.id, p.fiche.traits[0].nom)
    yield Attendre(p.id)
    yield Cesser(p.id)


def armes_en_main(p: Personnage) -> Iterator[Degainer]:
    """Other weapons to take in hand, one or two at a time, or none."""
    prises: list[tuple[Objet, ...]] = [(a,) for a in p.armes]
    une_main = tuple(a for a in p.armes if not a.deux_mains and a.genre == "melee")
    if len(une_main) > 1:
        prises.append(une_main[:2])
    for prise in prises:
        if p.tenues() != prise:
            yield Degainer(p.id, tuple(a.id for a in prise))
    if p.tenues():
        yield Degainer(p.id)
