"""Fights: who acts when, blows and parries."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ground import steps
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Option, Oracle, Question
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Term, Terms, total

from ..model import Fight, Sailor, Scene
from .tests import roll

GUARD = 5  # what a blow must reach, before Pied
SWELL = -1  # in water, where the swell counts
ROUND = 6  # seconds


def in_order(scene: Scene) -> tuple[str, ...]:
    """Those who stand and take part: by Pied, then as they came."""
    there = [p for p in scene.people.values() if p.up and p.side]
    return tuple(p.id for p in sorted(there, key=lambda p: -p.pied))


@rule("BRI-3.1")
class Engager(Action, frozen=True, tag="engager"):
    """The fight begins: everybody acts once a round."""

    def closed(self, scene: Scene) -> Closed | None:
        if scene.encounter is not None:
            return Closed("BRI-3.1", "On se bat déjà")
        if len({p.side for p in scene.people.values() if p.up and p.side}) < 2:
            return Closed("BRI-3.1", "Il faut deux camps pour se battre")
        return scene.absent("BRI-3.1", self.actor)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        oracle.tell(Event("engagement", self.actor, rule="BRI-3.1", facts=(("rangs", in_order(scene)),)))
        return replace(scene, encounter=Fight(in_order(scene)))


def not_now(scene: Scene, who: str) -> Closed | None:
    """Only whoever has the turn acts."""
    if scene.encounter is None:
        return Closed("BRI-3.1", "Personne ne se bat")
    if who not in scene.turn():
        return Closed("BRI-3.1", "C’est à {} d’agir", (Someone(scene.turn()[0]),))
    return None


def next_turn(scene: Scene, oracle: Oracle) -> Scene:
    """The next one's turn; a new round when all have acted; nobody's when one side is left."""
    standing = [p for p in scene.people.values() if p.up and p.side]
    fight = scene.encounter
    if fight is None or len({p.side for p in standing}) < 2:
        return scene.calm()
    up = {p.id for p in standing}
    acted = tuple(who for who in (*fight.acted, *fight.file[:1]) if who in up)
    file = tuple(who for who in fight.file[1:] if who in up)
    if file:
        scene = replace(scene, encounter=Fight(file, acted, fight.round))
    else:
        scene = scene.put(*(replace(p, pare=False) for p in scene.people.values()))
        scene = replace(scene, encounter=Fight(in_order(scene), (), fight.round + 1), clock=scene.clock + ROUND)
    return lost(scene, oracle)


@rule("BRI-6.2")
def lost(scene: Scene, oracle: Oracle) -> Scene:
    """Whoever is under a spell loses his turn, and is free again."""
    who = scene.turn()[0]
    if not scene[who].fascine:
        return scene
    oracle.tell(Event("reveil", who, rule="BRI-6.2"))
    return next_turn(scene.change(who, fascine=False), oracle)


def far(scene: Scene, one: str, other: str) -> int:
    """How many cells apart two people are."""
    p, q = scene[one], scene[other]
    return steps("square", (p.x, p.y), (q.x, q.y))


@rule("BRI-5.3")
def swell(scene: Scene, p: Sailor) -> Term | None:
    """Where the swell counts, whoever stands in water strikes worse."""
    wet = "houle" in scene.options and scene.kinds.get((p.x, p.y)) == "eau"
    return ("Houle", SWELL, "BRI-5.3") if wet else None


def blow(scene: Scene, oracle: Oracle, p: Sailor) -> Terms:
    """What a blow comes to: dice, the attribute of the weapon, and the swell."""
    held = swell(scene, p)
    return roll(oracle, p, p.weapon.attribut) + ((held,) if held is not None else ())


@rule("BRI-4.1", "BRI-4.2")
def wound(p: Sailor, q: Sailor, above: int) -> Terms:
    """What a blow takes: what it is above the guard, the weapon, less the hide."""
    return (
        ("Marge", above, "BRI-3.2"),
        (p.weapon.nom, p.weapon.degats, "BRI-4.1"),
        (q.hide.nom, -q.hide.protection, "BRI-4.2"),
    )


@rule("BRI-3.2")
class Attaquer(Action, frozen=True, tag="attaquer"):
    """A blow against the guard of somebody within reach, who may parry."""

    cible: Who

    looks = {
        "touche": lambda before, after, events: any(event.what == "touche" for event in events),
        "degats": lambda before, after, events: sum(e["points"] for e in events if e.what == "touche"),
    }

    def closed(self, scene: Scene) -> Closed | None:
        return (
            scene.absent("BRI-3.2", self.actor, self.cible)
            or not_now(scene, self.actor)
            or (Closed("BRI-3.2", "On ne s’attaque pas soi-même") if self.cible == self.actor else None)
            or (None if scene[self.cible].up else Closed("BRI-3.2", "{} est à terre", (Someone(self.cible),)))
            or self._too_far(scene)
        )

    def _too_far(self, scene: Scene) -> Closed | None:
        reach, away = scene[self.actor].weapon.portee, far(scene, self.actor, self.cible)
        return None if away <= reach else Closed("BRI-4.1", "Trop loin : {} cases, {} au plus", (away, reach))

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p, q = scene[self.actor], scene[self.cible]
        terms = blow(scene, oracle, p)
        reached, guard = total(terms), GUARD + q.pied
        facts = ("total", reached), ("garde", guard)
        if reached < guard:
            oracle.tell(Event("manque", p.id, q.id, "BRI-3.2", terms, (*facts, ("reussi", False))))
            return next_turn(scene, oracle)
        scene, parried = parry(scene, oracle, q.id, reached)
        if not parried:
            taken = wound(p, q, reached - guard)
            points = max(0, total(taken))
            scene = scene.change(q.id, perdu=min(scene[q.id].perdu + points, q.life))
            told = ("degats", taken), ("points", points), ("reussi", True), ("tombe", not scene[q.id].up)
            oracle.tell(Event("touche", p.id, q.id, "BRI-3.2", terms, (*facts, *told)))
        return next_turn(scene, oracle)


@rule("BRI-3.3")
def parry(scene: Scene, oracle: Oracle, who: str, reached: int) -> tuple[Scene, bool]:
    """Once a round whoever is hit may parry: two dice and Œil against the blow."""
    if scene[who].pare:
        return scene, False
    options = Option("encaisser", "Encaisser"), Option("parer", "Parer")
    if oracle.ask(Question(who, "brisants.parade", "BRI-3.3", options, (("total", reached),))).id != "parer":
        return scene, False
    terms = roll(oracle, scene[who], "oeil")
    parried = total(terms) >= reached
    facts = ("total", total(terms)), ("coup", reached), ("reussi", parried)
    oracle.tell(Event("parade", who, rule="BRI-3.3", terms=terms, facts=facts))
    return scene.change(who, pare=True), parried


@rule("BRI-3.1")
class Passer(Action, frozen=True, tag="passer"):
    """To leave one's turn to the next one."""

    rank = 9

    def closed(self, scene: Scene) -> Closed | None:
        return scene.absent("BRI-3.1", self.actor) or not_now(scene, self.actor)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        oracle.tell(Event("passe", self.actor, rule="BRI-3.1"))
        return next_turn(scene, oracle)


ACTIONS = (Engager, Attaquer, Passer)
PLACE = -1  # one strikes before one tries


def offers(scene: Scene, p: Sailor) -> Iterator[Action]:
    if scene.encounter is None:
        if p.side:
            yield Engager(p.id)
        return
    yield from (Attaquer(p.id, other.id) for other in scene.people.values() if other.side != p.side and other.up)
    yield Passer(p.id)
