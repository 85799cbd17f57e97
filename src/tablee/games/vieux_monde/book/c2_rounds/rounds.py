"""Chapter 2, time: initiative, the beginning and the end of a fight, of a Round, the clock."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cmp_to_key
from typing import ClassVar, TypeVar

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.moments import Moment
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Terms, total
from tablee.kernel.truce import refusing

from ...model.boutons import Bouton
from ...model.combats import Combat, Engagement
from ...model.effects import constante
from ...model.people import ROUND, Blessure, Effet, Etat, Personnage, hors_d_etat
from ...model.scene import Scene, inconnu
from ..c1_tests.oppositions import opposer
from ..c1_tests.tests import annoncer, pesent, preparer, regler, tester
from ..c2_combat.combat import (
    PAS_DE_COMBAT,
    clore,
    combat_fini,
    combattant,
    contre_un,
    en_cours,
    engages_avec,
    fin_de_round,
    fin_de_tour,
    melee,
    pas_son_tour,
    perdre_un_avantage,
    tour_suivant,
)
from ..c2_combat.taille import ecart
from ..c5_blessures.blessures import cicatriser
from ..c5_blessures.mort import a_l_agonie
from ..c6_creatures.creatures import regenerer
from ..c6_creatures.psychologie import au_debut_du_combat, entrer_en_scene
from ..c6_etats import echoir
from .souffrances import etats_en_fin_de_round

A_une_fin = TypeVar("A_une_fin", Effet, Etat, Blessure)

# ---------------------------------------------------------------- initiative


@rule("VM-2.3")
def initiative(scene: Scene, oracle: Oracle, who: str) -> tuple[Scene, int]:
    """A Test d'Initiative: the DR gives the tens, BI the units."""
    scene, jet = tester(scene, oracle, who, "INI")
    p = scene[who]
    terms: Terms = (
        ("DR × 10", 10 * dr_d_initiative(p, jet.dr), "VM-2.3"),
        ("Bonus d'Initiative", p.bonus("INI"), "VM-2.3"),
        *constante(p.bears, "initiative").terms,
    )
    valeur = total(terms)
    oracle.tell(Event("initiative", who, "", "VM-2.3", terms, (("valeur", valeur),)))
    return scene, valeur


@rule("VM-2.3", "VM-2.4", "VM-2.5")
def ordre(scene: Scene, oracle: Oracle, qui: list[str]) -> tuple[Scene, dict[str, int], tuple[str, ...]]:
    """Everybody's value, and the order: by value, then by Talent, then by Agilité, then by a Test of it."""
    valeurs: dict[str, int] = {}
    for who in qui:
        scene, valeurs[who] = initiative(scene, oracle, who)

    def devant(a: str, b: str) -> int:
        nonlocal scene
        scene, premier = passer_devant(scene, oracle, a, b, valeurs)
        return premier

    return scene, valeurs, tuple(sorted(qui, key=cmp_to_key(devant)))


@rule("VM-2.4")
def passer_devant(scene: Scene, oracle: Oracle, a: str, b: str, valeurs: dict[str, int]) -> tuple[Scene, int]:
    """Negative: the first plays before the second."""
    if valeurs[a] != valeurs[b]:
        return scene, valeurs[b] - valeurs[a]
    premier = devance(scene[a], scene[b])
    if premier:
        return scene, -premier
    if scene[a].carac("AGI") != scene[b].carac("AGI"):
        return scene, scene[b].carac("AGI") - scene[a].carac("AGI")
    scene, gagne = agilite(scene, oracle, a, b)
    return scene, -1 if gagne else 1


@rule("VM-2.4")
def agilite(scene: Scene, oracle: Oracle, a: str, b: str) -> tuple[Scene, bool]:
    """Whether the first wins an opposed Test of Agilité, and so plays first."""
    mien, sien = (preparer(scene[w], "AGI", pesent(scene[w].cas, "AGI")) for w in (a, b))
    annoncer(oracle, mien, "AGI", b)
    annoncer(oracle, sien, "AGI", a)
    o = opposer(oracle, mien.ligne, sien.ligne)
    scene = regler(regler(scene, oracle, a, o.depenses), oracle, b, o.leurs)
    oracle.tell(Event("depart", a if o.gagne else b, b if o.gagne else a, "VM-2.4"))
    return scene, o.gagne


@rule("VM-2.5")
def dr_d_initiative(p: Personnage, dr: int) -> int:
    """Réveil de soldat: the DR of a Test d'Initiative does not count below 0."""
    return 0 if dr < 0 and p.talent("reveil_de_soldat") else dr


@rule("VM-2.5")
def devance(p: Personnage, q: Personnage) -> int:
    """Premier debout: of two equal values of initiative, 1 if the first goes first by it, -1 the second, 0 neither."""
    return (p.talent("premier_debout") > 0) - (q.talent("premier_debout") > 0)


# ---------------------------------------------------------------- a fight begins


@rule("VM-2.2", "VM-2.5")
class Combattre(Action, frozen=True, tag="combattre"):
    """A fight begins between all those who have a camp; initiative is rolled once and kept."""

    rank = Bouton.COMBATTRE

    def closed(self, scene: Scene) -> Closed | None:
        if scene.encounter is not None:
            return Closed("VM-2.2", "Un combat est déjà engagé")
        if combat_fini(scene):
            return Closed("VM-2.2", "Il faut deux camps debout")
        return inconnu(scene, self.actor)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        scene = renouveler(avec_les_montures(scene))
        qui = [p.id for p in scene.people.values() if combattant(scene, p)]
        scene, valeurs, rangs = ordre(scene, oracle, qui)
        scene = replace(scene, encounter=Combat(ordre=rangs, file=rangs, initiatives=valeurs))
        scene = au_debut_du_combat(debut_de_round(scene, oracle), oracle)
        return tour_suivant(scene, oracle, rangs)


def avec_les_montures(scene: Scene) -> Scene:
    """Mounts are of their rider's camp."""
    changes = [
        replace(monture, side=p.side)
        for p in scene.people.values()
        if p.monture and p.conscient and (monture := scene[p.monture]).side != p.side
    ]
    return scene.put(*changes) if changes else scene


@rule("VM-2.63")
def renouveler(scene: Scene) -> Scene:
    """Everybody has his minor Jetons again."""
    changes = [replace(p, jetons=0) for p in scene.people.values() if p.jetons]
    return scene.put(*changes) if changes else scene


@rule("VM-2.3", "VM-2.5")
class Rejoindre(Action, frozen=True, tag="rejoindre"):
    """Somebody comes into a fight under way: his initiative gives him a place in the order."""

    rank = Bouton.ROUND

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor)
        if absent is not None:
            return absent
        p = scene[self.actor]
        if scene.encounter is None:
            return PAS_DE_COMBAT
        if p.id in scene.encounter.ordre:
            return Closed("VM-2.5", "{} a déjà sa place dans l'ordre d'initiative", (Someone(p.id),))
        if not p.side:
            return Closed("VM-2.2", "{} n'est d'aucun camp", (Someone(p.id),))
        if p.vie != "actif" or not p.conscient:
            return hors_d_etat(p)
        if not combattant(replace(scene, encounter=None), p):
            return Closed("VM-2.2", "{} ne prend pas part à ce combat", (Someone(p.id),))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        scene, valeur = initiative(scene, oracle, self.actor)
        combat = en_cours(scene)
        # An order written by hand has no values: those in it count as if they had rolled a DR of 0.
        sans_jet = {who: scene[who].bonus("INI") for who in combat.ordre}
        valeurs = {**sans_jet, **combat.initiatives, self.actor: valeur}
        scene, place = place_dans(scene, oracle, self.actor, combat.ordre, valeurs)
        rangs = (*combat.ordre[:place], self.actor, *combat.ordre[place:])
        file = combat.file
        if file and place > combat.ordre.index(file[0]):  # his tour is still to come in this Round
            apres = [k for k, who in enumerate(file) if combat.ordre.index(who) >= place]
            k = apres[0] if apres else len(file)
            file = (*file[:k], self.actor, *file[k:])
        scene = replace(scene, encounter=replace(combat, ordre=rangs, file=file, initiatives=valeurs))
        return entrer_en_scene(scene, oracle, self.actor)


def place_dans(
    scene: Scene, oracle: Oracle, who: str, rangs: tuple[str, ...], valeurs: dict[str, int]
) -> tuple[Scene, int]:
    """Where a newcomer stands among these: before the first one he is quicker than."""
    for place, autre in enumerate(rangs):
        scene, premier = passer_devant(scene, oracle, who, autre, valeurs)
        if premier < 0:
            return scene, place
    return scene, len(rangs)


# ---------------------------------------------------------------- a tour, a fight ends


@rule("VM-2.1")
class Terminer(Action, frozen=True, tag="terminer"):
    """The tour is over, also that of somebody who can do nothing more."""

    rank = Bouton.ROUND

    def closed(self, scene: Scene) -> Closed | None:
        if scene.encounter is None:
            return PAS_DE_COMBAT
        return inconnu(scene, self.actor) or pas_son_tour(scene, self.actor)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        return fin_de_tour(scene, oracle)


@rule("VM-2.2")
class Cesser(Action, frozen=True, tag="cesser"):
    """Surrender, or propose to leave it at that: the fight ends if every other camp agrees."""

    weighty: ClassVar[bool] = True
    rank = Bouton.ROUND

    def closed(self, scene: Scene) -> Closed | None:
        if scene.encounter is None:
            return PAS_DE_COMBAT
        absent = inconnu(scene, self.actor)
        return absent or hors_d_etat(scene[self.actor]) or pas_son_tour(scene, self.actor)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        debout = [who for who in en_cours(scene).ordre if combattant(scene, scene[who])]
        refus = refusing(scene, oracle, self.actor, debout, "vm.cesser", "VM-2.2")
        if not refus:
            return clore(scene, oracle)
        oracle.tell(Event("refus_de_cesser", refus, self.actor, "VM-2.2"))
        return scene


# ---------------------------------------------------------------- the end of a Round


@rule("VM-2.2")
def debut_de_round(scene: Scene, oracle: Oracle) -> Scene:
    """A Round begins: told before anything that happens in it."""
    oracle.tell(Event("round", "", "", "VM-2.1", (), (("round", en_cours(scene).round),)))
    return scene


@fin_de_round.then("VM-2.2", "VM-2.11", "VM-2.36")
def finir_le_round(scene: Scene, oracle: Oracle) -> Scene:
    """Numbers, all that a Round brings, Engagements that nobody keeps up; then the next Round begins."""
    scene = passer_un_round(sous_le_nombre(scene, oracle), oracle)
    if combat_fini(scene):
        return clore(scene, oracle)
    c = en_cours(scene)
    scene = replace(scene, encounter=Combat(c.round + 1, c.ordre, c.ordre, c.initiatives, tenus(scene, c)))
    return debut_de_round(scene, oracle)


def passer_un_round(scene: Scene, oracle: Oracle) -> Scene:
    """What the end of a Round brings, in a fight or out of it: états, the dying, the clock."""
    scene = regenerer(etats_en_fin_de_round(scene, oracle), oracle)
    scene = a_l_agonie(scene, oracle)
    return ecouler(scene, oracle, ROUND)


@rule("VM-2.11")
def tenus(scene: Scene, combat: Combat) -> tuple[Engagement, ...]:
    """The Engagements kept up by an attack in this Round, between two who are still there."""
    persos = scene.people
    return tuple(
        [
            e
            for e in combat.engagements
            if e.round >= combat.round and persos[e.a].vie == "actif" and persos[e.b].vie == "actif"
        ]
    )


@rule("VM-2.36", "VM-2.38")
def sous_le_nombre(scene: Scene, oracle: Oracle) -> Scene:
    """Whoever is outnumbered loses 1 Avantage, unless he is larger than those around him."""
    combat = en_cours(scene)
    if not combat.engagements:
        return scene
    en_nombre: dict[str, list[str]] = {}  # losing an Avantage changes nothing about it
    for who in combat.ordre:
        p = scene.people[who]
        if p.avantages and p.conscient:
            if who not in en_nombre:
                en_nombre |= camps_en_nombre(scene, who)
            if en_nombre[who] and deborde(scene, p, en_nombre[who]):
                scene = perdre_un_avantage(scene, oracle, who, "VM-2.36")
    return scene


def camps_en_nombre(scene: Scene, who: str) -> dict[str, list[str]]:
    """For everybody in his melee, the camps that are at least two for one in it."""
    tous = melee(scene, en_cours(scene), who, who)
    camps = [camp for camp in {p.side for p in tous} if contre_un(scene, tous, camp) > 1]
    return {p.id: camps for p in tous}


def deborde(scene: Scene, p: Personnage, camps: list[str]) -> bool:
    """Whether somebody of these camps, Engagé with him, is not smaller than he is."""
    adverses = [scene.people[q] for q in engages_avec(scene, p.id)]
    return any(q.side in camps and q.side != p.side and ecart(q, p) >= 0 for q in adverses)


# ---------------------------------------------------------------- the clock

temps_passe: Moment[[]] = Moment("temps_passe")  # the clock shows another time
effet_fini: Moment[[str, Effet]] = Moment("effet_fini")  # something that weighed on somebody is over


def ecouler(scene: Scene, oracle: Oracle, secondes: int) -> Scene:
    """The clock moves on: effects and états with an end are over, spells too."""
    horloge = scene.clock + secondes
    scene = temps_passe(replace(scene, clock=horloge), oracle)
    for p in scene.people.values():
        if p.effets and echus(p.effets, horloge):
            scene = effets_finis(scene, oracle, scene[p.id], horloge)
        if p.etats:
            for e in echus(p.etats, horloge):
                scene = echoir(scene, oracle, p.id, e.id)
        if p.stoique:
            scene = scene.put(replace(scene[p.id], stoique=False))
        if p.blessures and echus(p.blessures, horloge):
            scene = cicatriser(scene, oracle, p.id)
    return scene


def echus(choses: tuple[A_une_fin, ...], horloge: int) -> list[A_une_fin]:
    """Those of these whose end has come."""
    return [c for c in choses if c.fin is not None and c.fin <= horloge]


def effets_finis(scene: Scene, oracle: Oracle, p: Personnage, horloge: int) -> Scene:
    """What weighed on him for a while no longer does; told once for each thing it came from."""
    finis = echus(p.effets, horloge)
    for nom, regle in dict.fromkeys((e.nom, e.rule) for e in finis if e.mod):
        oracle.tell(Event("effet_fini", p.id, "", regle, (), (("effet", nom),)))
    scene = scene.put(replace(p, effets=tuple([e for e in p.effets if e.fin is None or e.fin > horloge])))
    for e in finis:
        if e.origine == "imparfaite":
            scene = effet_fini(scene, oracle, p.id, e)
    return scene


@rule("VM-2.1")
class Patienter(Action, frozen=True, tag="patienter"):
    """Outside fights: some Rounds go by, with all they bring to the bleeding and the dying."""

    asks: ClassVar[bool] = True
    rank = Bouton.ROUND

    rounds: int = 1

    def closed(self, scene: Scene) -> Closed | None:
        if scene.encounter is not None:
            return Closed("VM-2.1", "En combat le temps passe de tour en tour")
        if not 1 <= self.rounds <= PATIENCE:
            return Closed("VM-2.1", "De 1 à {} Rounds à la fois, pas {}", (PATIENCE, self.rounds))
        return inconnu(scene, self.actor)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        oracle.tell(Event("attente", self.actor, "", "VM-2.1", (), (("rounds", self.rounds),)))
        for _ in range(self.rounds):
            scene = passer_un_round(scene, oracle)
        return scene


PATIENCE = 20  # Rounds

# ---------------------------------------------------------------- buttons


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """Begin a fight, come into it, end one's tour, propose to leave it at that; let time go by."""
    if scene.encounter is None:
        yield Combattre(p.id)
        yield Patienter(p.id)
        return
    if p.id not in scene.encounter.ordre:
        yield Rejoindre(p.id)
        return
    yield Terminer(p.id)
    yield Cesser(p.id)


ACTIONS = (Combattre, Rejoindre, Terminer, Cesser, Patienter)
