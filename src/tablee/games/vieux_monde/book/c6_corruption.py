"""Corruption: Points that gather, the threshold where something gives way, mutations, and ways to shed them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Literal

import msgspec
from msgspec.structs import replace

from tablee.kernel import content
from tablee.kernel.action import Action, Look
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Option, Oracle, Question, chance
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Terms, total

from ..model.boutons import Bouton
from ..model.catalogue import PACKAGE, Arme
from ..model.people import JOUR, Effet, Personnage, hors_d_etat, perdu
from ..model.scene import Scene, inconnu
from .c1_tests.tests import chance_du_chaos, tester
from .c2_combat.combat import desengager
from .c2_rounds.temps import laisser_passer, plus_tard
from .c5_blessures.malheurs import Malheur, peser
from .c6_creatures.psychologie import effrayer

REGLE = "VM-6.9"


class Mutation(Malheur, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A row of the table of mutations."""

    id: str
    min: int
    max: int
    genre: Literal["corps", "esprit"]
    traits: tuple[str, ...] = ()  # Traits de créature it brings
    arme: Arme | None = None  # a weapon that grows


class Fichier(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    origin: Literal["tablee"]
    mutation: tuple[Mutation, ...]


MUTATIONS = {m.id: m for m in content.read(PACKAGE, "content/mutations.toml", Fichier).mutation}
GENRES = {g: tuple([m for m in MUTATIONS.values() if m.genre == g]) for g in ("corps", "esprit")}

CORPS = Option("corps", "que le corps résiste (Résistance)")
ESPRIT = Option("esprit", "que l'esprit résiste (Calme)")
EPREUVES = {"corps": "resistance", "esprit": "calme"}

# ---------------------------------------------------------------- gaining


@rule("VM-6.9")
def seuil(p: Personnage) -> Terms:
    """How many Points de Corruption make something give way (of ours)."""
    terms: Terms = (
        ("Bonus de Force Mentale × 2", 2 * p.bonus("FM"), REGLE),
        ("Bonus d'Endurance", p.bonus("END"), REGLE),
    )
    return terms if total(terms) > 0 else (*terms, ("Au moins 1", 1, REGLE))


@rule("VM-6.9")
def gagner_corruption(scene: Scene, oracle: Oracle, who: str, n: int, regle: str = REGLE) -> Scene:
    """Points de Corruption; at the threshold a Test decides between holding out and a mutation."""
    p = scene[who]
    if n < 1 or p.vie != "actif":
        return scene
    p = replace(p, corruption=p.corruption + n)
    limite = total(seuil(p))
    facts = (("points", n), ("corruption", p.corruption), ("seuil", limite))
    oracle.tell(Event("corruption", who, "", regle, (("Points de Corruption", n, regle),), facts))
    scene = scene.put(p)
    while scene[who].vie == "actif" and scene[who].corruption >= limite:
        scene = ceder_ou_tenir(scene, oracle, who)
        limite = total(seuil(scene[who]))
    return scene


@chance_du_chaos.then("VM-3.31")
def payer_le_chaos(scene: Scene, oracle: Oracle, who: str, n: int) -> Scene:
    """Each point of Chance that chaos gave costs a Point de Corruption when it is spent."""
    return gagner_corruption(scene, oracle, who, n, "VM-3.31")


def ceder_ou_tenir(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """At the threshold: body or mind resists, at -10 for each mutation. Holding out leaves him just below it."""
    p = scene[who]
    genre = str(oracle.ask(Question(who, "vm.corruption", REGLE, (CORPS, ESPRIT), (("corruption", p.corruption),))).id)
    deja: Terms = (("Mutations", -10 * len(p.mutations), REGLE),) if p.mutations else ()
    scene, jet = tester(scene, oracle, who, EPREUVES[genre], plus=deja)
    p = scene[who]
    limite = total(seuil(p))
    if jet.reussi:
        oracle.tell(Event("corruption_contenue", who, "", REGLE, (), (("corruption", limite - 1),)))
        return scene.put(replace(p, corruption=limite - 1))
    scene = scene.put(replace(p, corruption=max(0, p.corruption - limite)))
    return muter(scene, oracle, who, genre)


# ---------------------------------------------------------------- mutations


@chance(table=True)
def mutation_au_sort(oracle: Oracle, genre: str) -> str:
    """A row of the table, of the body or of the mind."""
    de = oracle.d(100, "mutation")
    return next(m.id for m in GENRES[genre] if m.min <= de <= m.max)


@rule("VM-6.9")
def muter(scene: Scene, oracle: Oracle, who: str, genre: str) -> Scene:
    """A mutation he does not have yet; too many of a kind and he is lost."""
    tiree = mutation_au_sort(oracle.of(who), genre)
    ids = [m.id for m in GENRES[genre]]
    i = ids.index(tiree)
    neuves = [id for id in (*ids[i:], *ids[:i]) if id not in scene[who].mutations]
    if neuves:
        scene = recevoir(scene, oracle, who, MUTATIONS[neuves[0]])
    return se_perdre(scene, oracle, who)


def recevoir(scene: Scene, oracle: Oracle, who: str, m: Mutation) -> Scene:
    """All that a mutation does: modifiers, Traits, a weapon of flesh."""
    p = scene[who]
    if p.vie != "actif" or m.id in p.mutations:
        return scene
    oracle.tell(Event("mutation", who, "", REGLE, (), (("nom", m.nom), ("dit", m.dit))))
    traits = tuple(Effet(m.nom, f"trait:{t}", 0, REGLE, "mutation", lie=m.id) for t in m.traits)
    armes = p.equipement.armes
    if m.arme is not None:
        armes = (*armes, m.arme)
    p = replace(
        p,
        mutations=(*p.mutations, m.id),
        effets=(*p.effets, *traits),
        equipement=replace(p.equipement, armes=armes) if m.arme is not None else p.equipement,
    )
    scene = peser(scene.put(p), who, m, REGLE, "mutation", m.id)
    return effrayer(scene, oracle, who) if "peur" in m.traits else scene


def guerir_mutation(scene: Scene, oracle: Oracle, who: str, id: str, regle: str = REGLE) -> Scene:
    """A mutation is gone with all it brought."""
    p, m = scene[who], MUTATIONS[id]
    if id not in p.mutations:
        return scene
    oracle.tell(Event("mutation_perdue", who, "", regle, (), (("nom", m.nom),)))
    armes = tuple(a for a in p.equipement.armes if m.arme is None or a.id != m.arme.id)
    return scene.put(
        replace(
            p,
            mutations=tuple(x for x in p.mutations if x != id),
            effets=tuple(e for e in p.effets if e.lie != id),
            equipement=replace(p.equipement, armes=armes) if m.arme is not None else p.equipement,
        )
    )


def se_perdre(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """More mutations in all than his BFM: he is no longer his player's, and leaves."""
    p = scene[who]
    n = len(p.mutations)
    if not perdu(p):
        return scene
    oracle.tell(Event("perdu", who, "", REGLE, (("Mutations", n, REGLE),), (("mutations", n),)))
    return desengager(scene.put(replace(p, vie="parti", avantages=0)), who)


# ---------------------------------------------------------------- shedding


def perdre_corruption(scene: Scene, oracle: Oracle, who: str, n: int, regle: str = REGLE) -> Scene:
    """Points de Corruption are gone, not below 0."""
    p = scene[who]
    perdus = min(n, p.corruption)
    if perdus < 1 or p.vie != "actif":
        return scene
    facts = (("points", perdus), ("corruption", p.corruption - perdus))
    oracle.tell(Event("corruption_perdue", who, "", regle, (("Points de Corruption", -perdus, regle),), facts))
    return scene.put(replace(p, corruption=p.corruption - perdus))


def purifie(before: Any, after: Any, events: list[Event]) -> bool:
    return any(e.what == "corruption_perdue" for e in events)


class Expier(Action, frozen=True, tag="expier"):
    """A day of fasting and prayer: a Test de Calme Complexe (-10) sheds 1 Point de Corruption, and 1 for each DR."""

    asks: ClassVar[bool] = True
    rank = Bouton.CORRUPTION

    looks: ClassVar[dict[str, Look]] = {"purifie": purifie}

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor)
        if absent is not None:
            return absent
        p = scene[self.actor]
        if scene.encounter is not None or scene.poursuite is not None:
            return Closed(REGLE, "Il faut un jour de calme pour expier")
        if not p.corruption:
            return Closed(REGLE, "{} n'a aucun Point de Corruption", (Someone(p.id),))
        return hors_d_etat(p)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        scene = laisser_passer(scene, oracle, JOUR)
        if not scene[self.actor].conscient:
            return scene
        scene, jet = tester(scene, oracle, self.actor, "calme", "complexe")
        if not jet.reussi:
            oracle.tell(Event("expiation_vaine", self.actor, "", REGLE))
            return scene
        return perdre_corruption(scene, oracle, self.actor, 1 + jet.dr)

    def seen(self, scene: Any, look: str | Look | None = None) -> Any:
        """The button stops at the Test; any other function follows it to its end."""
        if callable(look):
            return super().seen(scene, look)
        return lambda oracle: tester(plus_tard(scene, oracle, JOUR), oracle, self.actor, "calme", "complexe")[1].reussi


def epargne_vue(before: Any, after: Any, events: list[Event]) -> bool:
    return any(e.what == "resiste_corruption" for e in events)


class Exposer(Action, frozen=True, tag="exposer"):
    """Something foul: a Test de Calme or de Résistance, or so many Points de Corruption."""

    rank = Bouton.CORRUPTION

    points: int = 1
    competence: Literal["calme", "resistance"] = "calme"

    looks: ClassVar[dict[str, Look]] = {"epargne": epargne_vue}

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor)
        if absent is not None:
            return absent
        if self.competence not in ("calme", "resistance"):
            return Closed(REGLE, "On résiste par Calme ou par Résistance, pas par « {} »", (self.competence,))
        if not 1 <= self.points <= 10:
            return Closed(REGLE, "De 1 à 10 Points de Corruption à la fois, pas {}", (self.points,))
        p = scene[self.actor]
        return hors_d_etat(p) if p.vie != "actif" else None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        scene, jet = tester(scene, oracle, self.actor, self.competence)
        if jet.reussi:
            oracle.tell(Event("resiste_corruption", self.actor, "", REGLE))
            return scene
        return gagner_corruption(scene, oracle, self.actor, self.points)

    def seen(self, scene: Any, look: str | Look | None = None) -> Any:
        """The button stops at the Test; any other function follows it to its end."""
        if callable(look):
            return super().seen(scene, look)
        return lambda oracle: tester(scene, oracle, self.actor, self.competence)[1].reussi


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    if scene.encounter is None:
        if p.corruption:
            yield Expier(p.id)
        yield Exposer(p.id)


ACTIONS = (Expier, Exposer)
