"""Chapter 2, free actions: gestures that take no Action, and the Jetons that make more of them."""

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
from tablee.kernel.tally import Terms, total

from ...model.boutons import Bouton
from ...model.catalogue import TALENTS
from ...model.people import Effet, Personnage, hors_d_etat, mains_de
from ...model.scene import Scene, inconnu
from ..c2_combat.combat import (
    ATTEND,
    comble,
    desengager,
    en_cours,
    engages_avec,
    gagner,
    mouvement,
    pas_son_tour,
    perdre_les_avantages,
    perdre_un_avantage,
)
from ..c6_etats import gagner_etat

TEXTE = 200  # characters, at most, to describe a gesture

# ---------------------------------------------------------------- how many there are


@rule("VM-2.62")
def jetons_majeurs(scene: Scene) -> int:
    """What is left of the common pool: two for each player, less what was spent."""
    return max(0, 2 * sum(p.fiche.joueur for p in scene.people.values()) - scene.jetons)


@rule("VM-2.63")
def total_des_mineurs(p: Personnage) -> Terms:
    """As many as his maximum of Points de Chance."""
    return (("Maximum de Chance", max(0, p.chance_max), "VM-2.63"), *jetons_de_plus(p))


@rule("VM-2.63")
def jetons_de_plus(p: Personnage) -> Terms:
    """Sacoche pleine: one minor Jeton more."""
    return ((TALENTS["sacoche_pleine"].nom, 1, "VM-2.63"),) if p.talent("sacoche_pleine") else ()


def jetons_mineurs(p: Personnage) -> int:
    """What is left to him in this fight."""
    return max(0, total(total_des_mineurs(p)) - p.jetons)


# ---------------------------------------------------------------- what they give

Effets = dict[str, str]  # id -> what players read

MAJEURS: Effets = {
    "avantage": "+1 Avantage",
    "plus_20": "+20 à l'Action du tour",
    "sonne": "la cible est Sonnée",
    "zeros": "les jets finissant par 0 sont des Critiques",
    "perd_tout": "la cible perd tous ses Avantages",
}
MINEURS: Effets = {
    "mouvement": "un Mouvement de plus",
    "plus_10": "+10 à l'Action du tour",
    "desengage": "n'être plus Engagé",
    "perd_un": "la cible perd un Avantage",
}
SUR_LA_CIBLE = ("sonne", "perd_tout", "perd_un")
SUR_L_ACTION = {
    "plus_20": Effet("Jeton majeur", "tests", 20, "VM-2.64", "jeton"),
    "plus_10": Effet("Jeton mineur", "tests", 10, "VM-2.65", "jeton"),
    "zeros": Effet("Jeton majeur", "zeros", 0, "VM-2.64", "jeton"),
}


class Jeton(Action, frozen=True):
    """A free action worth a Jeton: for oneself or another character, or against a target."""

    effet: str
    pour: Who = ""  # whom it benefits, or whom it strikes; nobody named: oneself
    geste: str = ""  # what one does, in a few words

    effets: ClassVar[Effets] = {}
    regle: ClassVar[str] = ""
    nom: ClassVar[str] = ""

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor, self.pour or self.actor)
        if absent is not None:
            return absent
        if scene.encounter is None:
            return Closed("VM-2.61", "Les Jetons ne servent qu'en combat")
        p = scene[self.actor]
        empeche = hors_d_etat(p) or pas_son_tour(scene, p.id)
        if empeche is not None:
            return empeche
        if scene.encounter.jeton:
            return Closed("VM-2.61", "Un seul Jeton par tour")
        if self.effet not in self.effets:
            return Closed(self.regle, "Un Jeton {} donne : {}", (self.nom, ", ".join(self.effets)))
        if len(self.geste) > TEXTE:
            return Closed("VM-2.61", "Décrire le geste en {} caractères au plus", (TEXTE,))
        return plus_de_jeton(scene, p, self.nom) or self.sans_objet(scene, p)

    def sans_objet(self, scene: Scene, p: Personnage) -> Closed | None:
        """A benefit nobody would have anything from is not sold."""
        q = scene[self.pour or self.actor]
        if q.vie != "actif" or not q.conscient:
            return hors_d_etat(q)
        if self.effet in SUR_LA_CIBLE:
            if q.id == p.id or (q.side and q.side == p.side):
                return Closed(self.regle, "Il faut un adversaire pour cible")
            if self.effet != "sonne" and not q.avantages:
                return Closed(self.regle, "{} n'a aucun Avantage à perdre", (Someone(q.id),))
        elif self.effet == "avantage":
            return comble(q)
        elif self.effet == "desengage" and not engages_avec(scene, q.id):
            return Closed("VM-2.10", "{} n'est Engagé avec personne", (Someone(q.id),))
        elif self.effet in SUR_L_ACTION and q.id == p.id and en_cours(scene).action:
            return Closed("VM-2.61", "Un Jeton qui pèse sur l'Action se dépense avant elle")
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        what = (
            "jeton_contre"
            if self.effet in SUR_LA_CIBLE
            else "jeton_pour"
            if self.pour not in ("", self.actor)
            else "jeton"
        )
        facts = (
            ("jeton", self.nom),
            ("effet", self.effets[self.effet]),
            ("geste", f" : {self.geste}" if self.geste else ""),
        )
        oracle.tell(Event(what, self.actor, self.pour or self.actor, self.regle, (), facts))
        scene = un_jeton_de_moins(scene, self.actor, self.nom)
        return donner(scene, oracle, self.effet, self.pour or self.actor, self.regle)


@rule("VM-2.62", "VM-2.63")
def plus_de_jeton(scene: Scene, p: Personnage, nom: str) -> Closed | None:
    """Major ones are in the common pool of the players, minor ones are one's own."""
    if nom == "mineur":
        return (
            None
            if jetons_mineurs(p)
            else Closed("VM-2.63", "{} n'a plus de Jeton mineur pour ce combat", (Someone(p.id),))
        )
    if not p.fiche.joueur:
        return Closed("VM-2.62", "Les Jetons majeurs sont aux joueurs, et {} n'est joué par personne", (Someone(p.id),))
    return None if jetons_majeurs(scene) else Closed("VM-2.62", "Plus de Jeton majeur dans la réserve commune")


@rule("VM-2.61")
def un_jeton_de_moins(scene: Scene, who: str, nom: str) -> Scene:
    """It is spent, and no other will be in this tour."""
    scene = replace(scene, encounter=replace(en_cours(scene), jeton=True))
    if nom == "majeur":
        return replace(scene, jetons=scene.jetons + 1)
    return scene.put(replace(scene[who], jetons=scene[who].jetons + 1))


@rule("VM-2.64", "VM-2.65")
def donner(scene: Scene, oracle: Oracle, effet: str, who: str, regle: str) -> Scene:
    """What a Jeton gives, at once or for the one next Action of its beneficiary."""
    if effet == "avantage":
        return gagner(scene, oracle, who, "Jeton majeur", regle)
    if effet == "sonne":
        return gagner_etat(scene, oracle, who, "sonne", rule=regle)
    if effet == "perd_tout":
        return perdre_les_avantages(scene, oracle, who, regle)
    if effet == "perd_un":
        return perdre_un_avantage(scene, oracle, who, regle)
    if effet == "desengage":
        oracle.tell(Event("desengage", who, "", regle))
        return desengager(scene, who)
    return promettre(scene, effet, who)


@rule("VM-2.64", "VM-2.65")
def promettre(scene: Scene, effet: str, who: str) -> Scene:
    """For the next Action, or the next Mouvement: now if it is his tour, else it waits for it."""
    p, combat = scene[who], en_cours(scene)
    son_tour = combat.file[:1] == (who,)
    if effet == "mouvement":
        if son_tour:
            plus = max(0, total(mouvement(scene, p)))
            return replace(scene, encounter=replace(combat, reserve=combat.reserve + plus))
        promis = Effet("Jeton mineur", ATTEND + "mouvement", 0, "VM-2.65", "jeton")
    else:
        promis = SUR_L_ACTION[effet]
        if not son_tour or combat.action:
            promis = replace(promis, sur=ATTEND + promis.sur)
    return scene.put(replace(p, effets=(*p.effets, promis)))


@rule("VM-2.61", "VM-2.62", "VM-2.64")
class JetonMajeur(Jeton, frozen=True, tag="jeton_majeur"):
    """Spend a Jeton of the common pool of the players."""

    rank = Bouton.JETONS

    effets = MAJEURS
    regle = "VM-2.64"
    nom = "majeur"

    def key(self) -> str:
        return f"jeton_majeur.{self.effet}" if self.effet in MAJEURS else "jeton_majeur"


@rule("VM-2.61", "VM-2.63", "VM-2.65")
class JetonMineur(Jeton, frozen=True, tag="jeton_mineur"):
    """Spend a Jeton of one's own."""

    rank = Bouton.JETONS

    effets = MINEURS
    regle = "VM-2.65"
    nom = "mineur"

    def key(self) -> str:
        return f"jeton_mineur.{self.effet}" if self.effet in MINEURS else "jeton_mineur"


@rule("VM-2.62")
class RenouvelerJetons(Action, frozen=True, tag="renouveler_jetons"):
    """A part of the scenario ends: the common pool is full again."""

    rank = Bouton.JETONS

    master = True

    def closed(self, scene: Scene) -> Closed | None:
        if scene.encounter is not None:
            return Closed("VM-2.62", "La réserve se renouvelle à la fin d'une partie du scénario, pas en combat")
        if not scene.jetons:
            return Closed("VM-2.62", "La réserve de Jetons majeurs est pleine")
        return inconnu(scene, self.actor)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        scene = replace(scene, jetons=0)
        oracle.tell(Event("jetons_renouveles", self.actor, "", "VM-2.62", (), (("jetons", jetons_majeurs(scene)),)))
        return scene


# ---------------------------------------------------------------- gestures that take no Action


@rule("VM-2.60")
class Degainer(Action, frozen=True, tag="degainer"):
    """Take other weapons in hand, or put all of them away; it takes no Action."""

    rank = Bouton.JETONS

    armes: tuple[str, ...] = ()

    def key(self) -> str:
        return "degainer" if self.armes else "degainer.rien"

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor)
        if absent is not None:
            return absent
        p = scene[self.actor]
        empeche = hors_d_etat(p) or pas_son_tour(scene, p.id)
        if empeche is not None:
            return empeche
        prises = [a for a in p.equipement.armes if a.id in self.armes]
        if len(set(self.armes)) < len(self.armes) or len({a.id for a in prises}) < len(self.armes):
            return Closed("VM-2.60", "{} ne porte pas ces armes", (Someone(p.id),))
        if (besoin := sum(a.mains for a in prises)) > (mains := mains_de(p)):
            return Closed("VM-2.60", "Il faudrait {} mains, {} en a {}", (besoin, Someone(p.id), mains))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene[self.actor]
        noms = tuple(a.nom for a in p.equipement.armes if a.id in self.armes)
        oracle.tell(Event("degaine" if noms else "rengaine", p.id, "", "VM-2.60", (), (("armes", noms),)))
        return scene.put(replace(p, equipement=replace(p.equipement, en_main=self.armes)))


@rule("VM-2.60")
class Geste(Action, frozen=True, tag="geste"):
    """Throw a thing away, shout, wave: what plainly takes no Action; a thing named is used up."""

    rank = Bouton.JETONS

    geste: str
    objet: str = ""

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor)
        if absent is not None:
            return absent
        p = scene[self.actor]
        if not self.geste.strip() or len(self.geste) > TEXTE:
            return Closed("VM-2.60", "Décrire le geste, en {} caractères au plus", (TEXTE,))
        if self.objet and self.objet not in p.equipement.objets:
            return Closed("VM-2.60", "{} n'a pas « {} » sur soi", (Someone(p.id), self.objet))
        return hors_d_etat(p) or pas_son_tour(scene, p.id)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene[self.actor]
        oracle.tell(Event("geste", p.id, "", "VM-2.60", (), (("geste", self.geste),)))
        if not self.objet:
            return scene
        objets = list(p.equipement.objets)
        objets.remove(self.objet)
        return scene.put(replace(p, equipement=replace(p.equipement, objets=tuple(objets))))


# ---------------------------------------------------------------- buttons


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """Weapons to take in hand; in a fight the Jetons there are; after it the common pool."""
    yield from armes_en_main(p)
    if scene.encounter is None:
        if scene.jetons:
            yield RenouvelerJetons(p.id)
        return
    adverse = cible_usuelle(scene, p)
    if p.fiche.joueur:
        for effet in MAJEURS:
            if effet not in SUR_LA_CIBLE or adverse:
                yield JetonMajeur(p.id, effet, adverse if effet in SUR_LA_CIBLE else "")
    if total(total_des_mineurs(p)):
        for effet in MINEURS:
            if effet not in SUR_LA_CIBLE or adverse:
                yield JetonMineur(p.id, effet, adverse if effet in SUR_LA_CIBLE else "")


def cible_usuelle(scene: Scene, p: Personnage) -> str:
    """The adversary with the most Avantages, those he is Engagé with first."""
    engages = engages_avec(scene, p.id)
    adverses = [q for q in scene.people.values() if q.side and q.side != p.side and q.conscient]
    return max(adverses, key=lambda q: (q.id in engages, q.avantages)).id if adverses else ""


def armes_en_main(p: Personnage) -> Iterator[Degainer]:
    """Other weapons to take in hand, one alone or with the shield, or none."""
    e = p.equipement
    boucliers = tuple(a for a in e.armes if a.genre == "bouclier")[:1]
    tenues = tuple(a.id for a in e.tenues)
    for a in e.armes:
        if a.genre == "bouclier":
            continue
        avec = boucliers if a.mains + sum(b.mains for b in boucliers) <= mains_de(p) else ()
        prise = (a.id, *(b.id for b in avec))
        if set(prise) != set(tenues):
            yield Degainer(p.id, prise)
    if tenues:
        yield Degainer(p.id)


ACTIONS = (JetonMajeur, JetonMineur, RenouvelerJetons, Degainer, Geste)
