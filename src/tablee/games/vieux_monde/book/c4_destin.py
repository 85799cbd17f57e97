"""Chapter 4: Destin, Chance, Résilience, Détermination. What they do to a roll stands with the Tests (tests.py)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Option, Oracle, Question
from tablee.kernel.sentence import Someone

from ..model.boutons import Bouton
from ..model.combats import Combat
from ..model.people import Personnage, hors_d_etat
from ..model.scene import Scene, inconnu
from .c1_tests.tests import Depenses, regler
from .c2_combat.combat import commencer, en_cours, endormir_les_jetons
from .c6_etats import ineffacable, perdre_etat

SUBIR = Option("subir", "subir")
EVITER = Option("destin", "dépenser un Point de Destin", (("Destin", 1),))

# ---------------------------------------------------------------- Destin


@rule("VM-4.4")
def depenser_destin(p: Personnage) -> Personnage:
    """One Point de Destin less for good, and one of Chance, of chaos if there is no other; at 0 it stays there."""
    sans_autre = p.chance == p.chance_chaotique
    p = replace(p, destin_perdu=p.destin_perdu + 1)
    p = replace(p, chance_perdue=min(p.chance_perdue, max(0, p.chance_max)))
    return replace(p, chance_chaotique=p.chance_chaotique - 1) if sans_autre and p.chance_chaotique else p


@rule("VM-4.3")
def eviter_les_degats(scene: Scene, oracle: Oracle, who: str, points: int) -> tuple[Scene, bool]:
    """Before damage is applied: a Point de Destin avoids all of it."""
    p = scene[who]
    if p.destin <= 0 or points <= 0:
        return scene, False
    montre = (("points", points), ("reste", p.pb))
    choix = oracle.ask(Question(who, "vm.eviter", "VM-4.3", (SUBIR, EVITER), montre))
    if choix.id != "destin":
        return scene, False
    apres = depenser_destin(p)
    facts = (("points", points), ("destin", apres.destin), ("chance", apres.chance))
    oracle.tell(Event("degats_evites", who, "", "VM-4.3", (("Destin", -1, "VM-4.3"),), facts))
    return scene.put(apres), True


@rule("VM-4.2")
def echapper_a_la_mort(scene: Scene, oracle: Oracle, who: str) -> tuple[Scene, bool]:
    """Instead of being killed: incapacitated, and sure to survive the fight."""
    p = scene[who]
    if p.destin <= 0:
        return scene, False
    choix = oracle.ask(Question(who, "vm.mort", "VM-4.2", (EVITER, SUBIR), (("destin", p.destin),)))
    if choix.id != "destin":
        return scene, False
    apres = depenser_destin(p)
    facts = (("destin", apres.destin), ("chance", apres.chance))
    oracle.tell(Event("sauve_par_le_destin", who, "", "VM-4.2", (("Destin", -1, "VM-4.2"),), facts))
    return scene.put(apres), True


# ---------------------------------------------------------------- Chance


def tour_entame(combat: Combat) -> bool:
    """Whether the one whose tour it is has begun it."""
    return bool(combat.action or combat.marche or combat.reserve or combat.charge or combat.jeton or combat.attente)


@rule("VM-4.6", "VM-2.5")
class Devancer(Action, frozen=True, tag="devancer"):
    """A Point de Chance: he plays his tour of this Round now, whatever the order; or right after a tour under way.

    The order itself does not change: the next Round follows it again.
    """

    rank = Bouton.DESTIN

    chaos: bool = False  # VM-3.31: with a point of chaos, though there are others

    def key(self) -> str:
        return "devancer.chaos" if self.chaos else "devancer"

    def closed(self, scene: Scene) -> Closed | None:
        if scene.encounter is None:
            return Closed("VM-4.6", "Aucun combat n'est en cours")
        absent = inconnu(scene, self.actor) or hors_d_etat(scene[self.actor])
        if absent is not None:
            return absent
        file, lui = scene.encounter.file, Someone(self.actor)
        if self.actor not in file:
            return Closed("VM-4.6", "{} n'a plus de tour à jouer dans ce Round", (lui,))
        if file[0] == self.actor:
            return Closed("VM-4.6", "C'est déjà le tour de {}", (lui,))
        if file[1] == self.actor and tour_entame(scene.encounter):
            return Closed("VM-4.6", "{} joue déjà juste après", (lui,))
        if self.chaos and not scene[self.actor].chance_chaotique:
            return Closed("VM-3.31", "{} n'a aucun Point de Chance du Chaos", (lui,))
        return sans_chance(scene[self.actor])

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        scene = regler(scene, oracle, self.actor, Depenses(1, chaos=int(self.chaos)))
        combat = en_cours(scene)
        present, autres = combat.file[0], tuple([w for w in combat.file if w != self.actor])
        devance = (*[w for w in combat.devance if w != self.actor], self.actor)
        scene = replace(scene, encounter=replace(combat, devance=devance))
        terms = (("Chance", -1, "VM-4.6"),)
        facts = (("chance", scene[self.actor].chance),)
        if tour_entame(combat):
            oracle.tell(Event("devance_ensuite", self.actor, present, "VM-4.6", terms, facts))
            file = (present, self.actor, *autres[1:])
            return replace(scene, encounter=replace(en_cours(scene), file=file))
        oracle.tell(Event("devance", self.actor, present, "VM-4.6", terms, facts))
        return commencer(scene.put(endormir_les_jetons(scene[present])), oracle, (self.actor, *autres))


@rule("VM-4.5")
def sans_chance(p: Personnage) -> Closed | None:
    """Nobody spends what he has not got."""
    return None if p.chance > 0 else Closed("VM-4.5", "{} n'a plus de Point de Chance", (Someone(p.id),))


@rule("VM-4.7", "VM-4.11")
class NouvelleSeance(Action, frozen=True, tag="nouvelle_seance"):
    """A session begins: everybody has all of his Chance again, and what chaos had added is gone."""

    rank = Bouton.A_PART

    master = True

    def closed(self, scene: Scene) -> Closed | None:
        return inconnu(scene, self.actor)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        oracle.tell(Event("nouvelle_seance", "", "", "VM-4.7"))
        for p in scene.people.values():
            if p.chance_perdue or p.chance_chaotique:
                apres = replace(p, chance_perdue=0, chance_chaotique=0)
                raconter_la_chance(oracle, p, apres)
                scene = scene.put(apres)
        return scene


@rule("VM-4.11")
class Fortune(Action, frozen=True, tag="fortune"):
    """An encounter gives Chance, or takes some: not above the maximum, not below 0."""

    rank = Bouton.A_PART

    master = True

    points: int = 1

    def closed(self, scene: Scene) -> Closed | None:
        absent = absent_ou_mort(scene, self.actor)
        if absent is not None:
            return absent
        p = scene[self.actor]
        place = max(0, p.chance_max - (p.chance - p.chance_chaotique))
        if not -p.chance <= self.points <= place or not self.points:
            return Closed(
                "VM-4.11", "{} peut gagner {} Points de Chance, ou en perdre {}", (Someone(p.id), place, p.chance)
            )
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene[self.actor]
        perdue = max(0, min(p.chance_perdue, p.chance_max))
        if self.points > 0:
            apres = replace(p, chance_perdue=perdue - self.points)
        else:
            ordinaire = min(-self.points, p.chance - p.chance_chaotique)
            chaos = -self.points - ordinaire  # lost, not spent: no Corruption
            apres = replace(p, chance_perdue=perdue + ordinaire, chance_chaotique=p.chance_chaotique - chaos)
        raconter_la_chance(oracle, p, apres)
        return scene.put(apres)


def raconter_la_chance(oracle: Oracle, avant: Personnage, apres: Personnage) -> None:
    terms = (("Chance", apres.chance - avant.chance, "VM-4.11"),)
    oracle.tell(Event("chance", avant.id, "", "VM-4.11", terms, (("chance", apres.chance),)))


# ---------------------------------------------------------------- Détermination

USAGES = ("etat", "peur", "blessures")


@rule("VM-4.10")
class SeRessaisir(Action, frozen=True, tag="se_ressaisir"):
    """A Point de Détermination, at any moment: one level of an état less, or no Peur, or wounds ignored this Round."""

    rank = Bouton.DESTIN

    usage: str = "etat"
    etat: str = ""

    def key(self) -> str:
        return f"se_ressaisir.{self.usage}" if self.usage in USAGES else "se_ressaisir"

    def closed(self, scene: Scene) -> Closed | None:
        absent = absent_ou_mort(scene, self.actor)
        if absent is not None:
            return absent
        p = scene[self.actor]
        if p.determination <= 0:
            return Closed("VM-4.10", "{} n'a plus de Point de Détermination", (Someone(p.id),))
        if self.usage not in USAGES:
            return Closed("VM-4.10", "Un Point de Détermination sert à : {}", (", ".join(USAGES),))
        if not p.conscient and (self.usage, self.etat) != ("etat", "inconscient"):
            return hors_d_etat(p)
        if self.usage == "etat":
            return ineffacable(p, self.etat)
        if self.etat:
            return Closed("VM-4.10", "Il ne s'agit pas d'un État")
        return rien_a_craindre(scene, p) if self.usage == "peur" else rien_a_ignorer(p)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene[self.actor]
        p = replace(p, determination_perdue=p.resilience - p.determination + 1)
        scene = scene.put(p)
        facts, terms = (("determination", p.determination),), (("Détermination", -1, "VM-4.10"),)
        if self.usage == "etat":
            oracle.tell(Event("se_ressaisit", p.id, "", "VM-4.10", terms, facts))
            return rentrer_dans_la_file(perdre_etat(scene, oracle, p.id, self.etat, 1, "VM-4.10"), p)
        if self.usage == "peur":
            oracle.tell(Event("ignore_la_peur", p.id, "", "VM-4.10", terms, facts))
            return scene.put(replace(p, brave=scene.encounter is not None, craintes=()))
        oracle.tell(Event("ignore_ses_blessures", p.id, "", "VM-4.10", terms, facts))
        return scene.put(replace(p, stoique=True))


def rien_a_craindre(scene: Scene, p: Personnage) -> Closed | None:
    """Peur is ignored for the rest of the fight; outside fights only what one fears already."""
    if p.brave:
        return Closed("VM-4.10", "{} ignore déjà la Peur", (Someone(p.id),))
    if scene.encounter is None and not p.craintes:
        return Closed("VM-4.10", "{} n'a peur de personne", (Someone(p.id),))
    return None


def rien_a_ignorer(p: Personnage) -> Closed | None:
    if p.stoique:
        return Closed("VM-4.10", "{} ignore déjà ses Blessures critiques", (Someone(p.id),))
    if not any(e.origine == "critique" and e.mod < 0 for e in p.effets):
        return Closed("VM-4.10", "Aucune Blessure critique ne gêne {}", (Someone(p.id),))
    return None


def rentrer_dans_la_file(scene: Scene, avant: Personnage) -> Scene:
    """Whoever could not act, and can again before his place in the order has come, still has his tour in this Round."""
    combat = scene.encounter
    if combat is None or avant.peut_agir or not scene[avant.id].peut_agir or avant.id not in combat.ordre:
        return scene
    attendent = [w for w in combat.file if w not in combat.devance and w in combat.ordre]
    if avant.id in (*combat.file, *combat.devance) or not attendent:
        return scene
    rang = combat.ordre.index
    if rang(avant.id) < rang(attendent[0]):
        return scene
    n = next((i for i, w in enumerate(combat.file) if i and w in attendent and rang(w) > rang(avant.id)), None)
    n = len(combat.file) if n is None else n
    return replace(scene, encounter=replace(combat, file=(*combat.file[:n], avant.id, *combat.file[n:])))


@rule("VM-4.13")
class RetrouverDetermination(Action, frozen=True, tag="retrouver_determination"):
    """He has acted in line with his Motivation, and the MJ agrees: Détermination comes back, up to the Résilience."""

    asks: ClassVar[bool] = True
    rank = Bouton.DESTIN

    points: int = 1

    def closed(self, scene: Scene) -> Closed | None:
        absent = absent_ou_mort(scene, self.actor)
        if absent is not None:
            return absent
        p = scene[self.actor]
        place = p.resilience - p.determination
        if not 1 <= self.points <= place:
            return Closed(
                "VM-4.13", "{} peut retrouver {} Points de Détermination, pas {}", (Someone(p.id), place, self.points)
            )
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene[self.actor]
        apres = replace(p, determination_perdue=p.resilience - p.determination - self.points)
        terms = (("Détermination", self.points, "VM-4.13"),)
        facts = (("determination", apres.determination), ("motivation", p.fiche.motivation or "Motivation"))
        oracle.tell(Event("determination", p.id, "", "VM-4.13", terms, facts))
        return scene.put(apres)


# ---------------------------------------------------------------- what the MJ grants


def absent_ou_mort(scene: Scene, who: str) -> Closed | None:
    absent = inconnu(scene, who)
    if absent is not None:
        return absent
    return hors_d_etat(scene[who]) if scene[who].vie == "mort" else None


@rule("VM-4.12")
class AccorderDestin(Action, frozen=True, tag="accorder_destin"):
    """The MJ grants a Point de Destin; Chance rises to it with the next session."""

    rank = Bouton.A_PART

    master = True

    def closed(self, scene: Scene) -> Closed | None:
        return absent_ou_mort(scene, self.actor)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene[self.actor]
        perdue = max(0, min(p.chance_perdue, p.chance_max)) + 1
        apres = replace(p, fiche=replace(p.fiche, destin=p.fiche.destin + 1), chance_perdue=perdue)
        terms = (("Destin", 1, "VM-4.12"),)
        oracle.tell(Event("destin_accorde", p.id, "", "VM-4.12", terms, (("destin", apres.destin),)))
        return scene.put(apres)


@rule("VM-4.14")
class AccorderResilience(Action, frozen=True, tag="accorder_resilience"):
    """The MJ grants a Point de Résilience; the Détermination at hand stays what it is, its maximum rises."""

    rank = Bouton.A_PART

    master = True

    def closed(self, scene: Scene) -> Closed | None:
        return absent_ou_mort(scene, self.actor)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene[self.actor]
        perdue = p.resilience - p.determination + 1
        apres = replace(p, fiche=replace(p.fiche, resilience=p.fiche.resilience + 1), determination_perdue=perdue)
        terms = (("Résilience", 1, "VM-4.14"),)
        oracle.tell(Event("resilience_accordee", p.id, "", "VM-4.14", terms, (("resilience", apres.resilience),)))
        return scene.put(apres)


# ---------------------------------------------------------------- buttons

ACTIONS: tuple[type[Action], ...] = (
    Devancer,
    NouvelleSeance,
    Fortune,
    SeRessaisir,
    RetrouverDetermination,
    AccorderDestin,
    AccorderResilience,
)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """What his points let him do now; outside fights also what the MJ may grant."""
    if scene.encounter is not None and p.chance > 0 and p.id in scene.encounter.file[1:]:
        yield Devancer(p.id)
        if 0 < p.chance_chaotique < p.chance:
            yield Devancer(p.id, chaos=True)
    if p.determination > 0:
        for e in p.etats:
            yield SeRessaisir(p.id, "etat", e.id)
        if p.craintes:
            yield SeRessaisir(p.id, "peur")
        if p.effets and rien_a_ignorer(p) is None:
            yield SeRessaisir(p.id, "blessures")
    if p.determination < p.resilience:
        yield RetrouverDetermination(p.id)
    if scene.encounter is None:
        yield NouvelleSeance(p.id)
        yield Fortune(p.id, 1)
        yield Fortune(p.id, -1)
        yield AccorderDestin(p.id)
        yield AccorderResilience(p.id)
