"""Chapter 3, actions that end the tour without an attack, and bonus actions that are not techniques."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import GM, Closed, Option, Oracle, Question
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Someone

from ...model.langage import bonus
from ...model.people import Actif, Unite
from ...model.scene import Scene, Tour
from ...model.tables import AVANTAGES
from ..c2_systeme.figures import inconnue, loin
from .tours import (
    PAS_DE_COMBAT,
    apres_bonus,
    changer_initiative,
    en_cours,
    finir_le_tour,
    pas_a_elle,
    ranger,
    reprendre,
    reprise_fermee,
    suite,
    tour_de,
)
from .vie import affecter, peut_esquiver, pour_un_temps

ATTENTE = 5
REPOS = 3  # of initiative
INSTRUIRE = 5  # cells
CONCENTRATION = "concentration"
TEXTE_MAX = 200


def en_combat(scene: Scene, who: str, en_selle: bool = False) -> Closed | None:
    """What only makes sense in one's tour of a fight."""
    return PAS_DE_COMBAT if scene.encounter is None else pas_a_elle(scene, who, en_selle)


# ---------------------------------------------------------------- bonus actions


@rule("FD-3.21", "FD-9.11")
class SeConcentrer(Action, frozen=True, tag="se_concentrer"):
    """Take the state Concentration; a bonus action."""

    def closed(self, scene: Scene) -> Closed | None:
        fermee = en_combat(scene, self.actor)
        if fermee is not None:
            return fermee
        u = scene.people[self.actor]
        if any(e.id == CONCENTRATION and (e.tours is None or e.tours > 1) for e in u.etats):
            return Closed("FD-3.21", "{} est déjà en pleine concentration", (Someone(u.id),))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        return apres_bonus(affecter(scene, oracle, self.actor, CONCENTRATION), oracle, self.actor)


@rule("FD-3.23", "FD-3.21", "FD-4.23")
class Reprise(Action, frozen=True, tag="reprise"):
    """Pay initiative for a new tour later in the manche; a bonus action, offered again as the tour ends."""

    def closed(self, scene: Scene) -> Closed | None:
        return en_combat(scene, self.actor) or reprise_fermee(scene, self.actor)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        return apres_bonus(reprendre(scene, oracle, self.actor), oracle, self.actor)


# ---------------------------------------------------------------- waiting


@rule("FD-3.35")
class Attendre(Action, frozen=True, tag="attendre"):
    """End the tour; 5 more of initiative, in the order from the next manche on."""

    def closed(self, scene: Scene) -> Closed | None:
        return en_combat(scene, self.actor, en_selle=True)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        oracle.tell(Event("attend", self.actor, "", "FD-3.35"))
        scene = changer_initiative(scene, oracle, self.actor, ATTENTE, "FD-3.35", cette_manche=False)
        return finir_le_tour(scene, oracle, self.actor)


@rule("FD-3.40")
class Delai(Action, frozen=True, tag="delai"):
    """Put the tour off to a lower initiative, which becomes one's own; before anything else."""

    initiative: int

    def closed(self, scene: Scene) -> Closed | None:
        fermee = en_combat(scene, self.actor)
        if fermee is not None:
            return fermee
        if tour_de(scene, self.actor) != Tour():
            return Closed("FD-3.40", "Un délai se prend avant toute autre chose, même de se déplacer")
        actuelle = scene.initiative(self.actor)
        if not 1 <= self.initiative < actuelle:
            return Closed("FD-3.40", "De 1 à {} d'initiative, pas {}", (actuelle - 1, self.initiative))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        combat, who = en_cours(scene), self.actor
        oracle.tell(Event("delai", who, "", "FD-3.40", (), (("valeur", self.initiative),)))
        initiatives = {**combat.initiatives, who: self.initiative}
        tours = {id: tour for id, tour in combat.tours.items() if id != who}
        attendent = list(combat.file)
        for id in tours:
            attendent.remove(id)
        passes = list(combat.passes)
        if who in passes:
            passes.remove(who)
        combat = replace(
            combat,
            initiatives=initiatives,
            file=(*tours, *ranger(scene, attendent, initiatives)),
            tours=tours,
            differes=(*combat.differes, who),
            passes=tuple(passes),
        )
        return suite(replace(scene, encounter=combat), oracle)


@rule("FD-3.41")
class Repos(Action, frozen=True, tag="repos"):
    """3 JT more as the next tour begins, for 3 of initiative."""

    def closed(self, scene: Scene) -> Closed | None:
        fermee = en_combat(scene, self.actor)
        if fermee is not None:
            return fermee
        initiative = scene.initiative(self.actor)
        if initiative <= REPOS:
            return Closed("FD-3.41", "Le repos coûte {} d'initiative sur {}, il faut en garder 1", (REPOS, initiative))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        oracle.tell(Event("se_repose", self.actor, "", "FD-3.41"))
        scene = scene.put(replace(scene.people[self.actor], repos=True))
        return finir_le_tour(changer_initiative(scene, oracle, self.actor, -REPOS, "FD-3.41"), oracle, self.actor)


# ---------------------------------------------------------------- for oneself, for others


@rule("FD-3.37")
class Esquiver(Action, frozen=True, tag="esquiver"):
    """Until the next tour whoever attacks rolls two d100 and keeps the higher."""

    def closed(self, scene: Scene) -> Closed | None:
        fermee = en_combat(scene, self.actor)
        if fermee is not None:
            return fermee
        u = scene.people[self.actor]
        if not peut_esquiver(scene, u):
            return Closed("FD-3.37", "{} n'est pas en état d'esquiver", (Someone(u.id),))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        oracle.tell(Event("esquive_prete", self.actor, "", "FD-3.37"))
        return finir_le_tour(scene.put(replace(scene.people[self.actor], esquive=True)), oracle, self.actor)


@rule("FD-3.38")
class Aider(Action, frozen=True, tag="aider"):
    """An adjacent ally has +20 on the next roll, an attack or a characteristic."""

    cible: Who

    aide = "aide"
    cases = 1

    def closed(self, scene: Scene) -> Closed | None:
        fermee = pas_a_elle(scene, self.actor) or inconnue(scene, self.cible)
        if fermee is not None:
            return fermee
        u, v = scene.people[self.actor], scene.people[self.cible]
        if v.id == u.id or v.side != u.side or v.bete:
            return Closed("FD-3.38", "On aide un allié")
        if not v.conscient:
            return Closed("FD-3.3", "{} est sans connaissance", (Someone(v.id),))
        if loin(u, v) > self.cases:
            return Closed("FD-3.38", "{} est à {} cases, {} au plus", (Someone(v.id), loin(u, v), self.cases))
        if scene.encounter is None and v.aides.count(self.aide) >= self.soutiens(scene, v):
            return Closed("FD-3.38", "{} a déjà toute l'aide qu'on peut donner d'ici", (Someone(v.id),))
        return None

    def soutiens(self, scene: Scene, v: Unite) -> int:
        """How many could help somebody: where no tour counts, nobody helps twice with one roll."""
        autres = (w for w in scene.people.values() if w.id != v.id and w.side == v.side and w.conscient and not w.bete)
        return sum(loin(w, v) <= self.cases for w in autres)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        v = scene.people[self.cible]
        oracle.tell(Event(self.aide, self.actor, self.cible, "FD-3.38"))
        return finir_le_tour(scene.put(replace(v, aides=(*v.aides, self.aide))), oracle, self.actor)


@rule("FD-3.38")
class Instruire(Aider, frozen=True, tag="instruire"):
    """An ally within 5 cells has +20 on the next attack."""

    aide = "instruction"
    cases = INSTRUIRE


@rule("FD-3.42")
class Improviser(Action, frozen=True, tag="improviser"):
    """Anything else: the game master says what comes of it, with which bonus or malus, and whether the tour ends."""

    texte: str = "autre chose"

    def closed(self, scene: Scene) -> Closed | None:
        fermee = pas_a_elle(scene, self.actor)
        if fermee is not None:
            return fermee
        if not 1 <= len(self.texte.strip()) <= TEXTE_MAX:
            return Closed("FD-3.42", "Dire en 1 à {} signes ce qu'on fait", (TEXTE_MAX,))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        who, montre = self.actor, (("qui", self.actor), ("texte", self.texte))
        oracle.tell(Event("improvise", who, "", "FD-3.42", (), (("texte", self.texte),)))
        plus = tuple(Option(n, f"{n:+d}" if n else "Ni bonus ni malus") for n in (0, *sorted(AVANTAGES, key=abs)))
        n = int(oracle.ask(Question(GM, "fd.improviser_bonus", "FD-3.42", plus, montre, audience=GM)).id)
        if n:
            terms = (("Improvisation", n, "FD-3.42"),)
            oracle.tell(Event("improvisation", who, "", "FD-3.42", terms, (("n", n),)))
            for sur in ("jets", "precision"):
                actif = Actif("Improvisation", bonus(sur, n), "FD-3.42", 1, cle=f"improvisation:{sur}")
                scene = pour_un_temps(scene, who, actif)
        if scene.encounter is None:
            return scene
        fin = (Option("oui", "Le tour finit"), Option("non", "Le tour continue"))
        if oracle.ask(Question(GM, "fd.improviser", "FD-3.42", fin, montre, audience=GM)).id == "oui":
            return finir_le_tour(scene, oracle, who)
        return apres_bonus(scene, oracle, who)


# ---------------------------------------------------------------- buttons


def offers(scene: Scene, u: Unite) -> Iterator[Action]:
    """What one can always think of; a delay to just after each of those who come later."""
    if scene.encounter is None or u.bete:
        return
    yield Esquiver(u.id)
    for v in scene.people.values():
        if v.id != u.id and v.side == u.side and v.conscient and not v.bete:
            if loin(u, v) <= 1:
                yield Aider(u.id, v.id)
            if loin(u, v) <= INSTRUIRE:
                yield Instruire(u.id, v.id)
    yield SeConcentrer(u.id)
    yield Repos(u.id)
    yield Attendre(u.id)
    yield Reprise(u.id)
    if u.id in scene.encounter.tours and tour_de(scene, u.id) == Tour():
        ici = scene.initiative(u.id)
        for n in sorted({max(1, scene.initiative(id) - 1) for id in scene.encounter.file}, reverse=True):
            if n < ici:
                yield Delai(u.id, n)
    yield Improviser(u.id)


PLACE = 8
ACTIONS: tuple[type[Action], ...] = (
    SeConcentrer,
    Reprise,
    Attendre,
    Delai,
    Repos,
    Esquiver,
    Aider,
    Instruire,
    Improviser,
)
