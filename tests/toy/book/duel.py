"""Blows: stances, ripostes, wounds."""

from __future__ import annotations

from collections.abc import Iterator

from tablee.kernel.action import Action
from tablee.kernel.effects import tally
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.moments import Moment
from tablee.kernel.oracle import GM, Closed, Dice, Option, Oracle, Question, chance
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Terms, total

from ..model import Coup, Duel, Duelliste

touche: Moment[[str, str]] = Moment("touche")  # who has hit whom

GARDES = Option("prudence", "Prudence"), Option("fougue", "Fougue")
ESSOUFFLE = Closed("TOY-2.3", "Pas assez de souffle")


@chance(table=True)
@rule("TOY-2.4")
def blessure(oracle: Oracle, force: int) -> int:
    """How deep a blow goes: a die that goes on while it shows 6."""
    face = oracle.d(6, "blessure")
    depth = force + face
    while face == 6:
        face = oracle.d(6, "blessure")
        depth += face
    return depth


@chance
def esquive(oracle: Oracle) -> bool:
    return oracle.d(20, "esquive") >= 11


@chance
def augure(oracle: Oracle) -> bool:
    """A die that only the game master sees."""
    return oracle.d(100, "augure") > 75


def garde(who: str) -> Question:
    return Question(who, "toy.garde", "TOY-2.2", GARDES)


def riposte(who: str, souffle: int, score: int) -> Question:
    dear = None if souffle >= 2 else ESSOUFFLE
    options = (
        Option("encaisser", "Encaisser"),
        Option("esquiver", "Esquiver", (("souffle", 1),)),
        Option("relancer", "Faire relancer", (("souffle", 2),), dear),
    )
    return Question(who, "toy.riposte", "TOY-2.3", options, (("score", score), ("souffle", souffle)))


@rule("TOY-2.1")
class Attaquer(Action, frozen=True, tag="attaquer"):
    target: Who

    looks = {
        "touche": lambda before, after, events: any(e.what == "touche" for e in events),
        "tours": lambda before, after, events: after.clock - before.clock,
    }

    def closed(self, scene: Duel) -> Closed | None:
        return (
            a_son_tour(scene, self.actor)
            or (
                Closed("TOY-2.1", "{} n'est pas là", (Someone(self.target),))
                if self.target not in scene.people
                else None
            )
            or (Closed("TOY-2.1", "On ne s'attaque pas soi-même") if self.target == self.actor else None)
            or (Closed("TOY-2.1", "Déjà à terre") if scene[self.target].vie <= 0 else None)
        )

    def resolve(self, scene: Duel, oracle: Oracle) -> Duel:
        mine = oracle.of(self.actor)
        gardes = oracle.ask_all((garde(self.actor), garde(self.target)))
        fougue = 2 * sum(g.id == "fougue" for g in gardes)
        terms = self.attaque(scene, fougue)
        (six,), (vingt,) = mine.together(Dice(2, 6, "attaque", 1), Dice(1, 20, "attaque"))
        score, paid = six + vingt + total(terms), Option("encaisser")
        while score >= 15 and scene[self.target].souffle:
            paid = oracle.ask(riposte(self.target, scene[self.target].souffle, score))
            scene = scene.change(self.target, souffle=scene[self.target].souffle - sum(n for _, n in paid.cost))
            if paid.id != "relancer":
                break
            score = six + mine.d(20, "attaque") + total(terms)
        if augure(oracle.of(self.target, GM)):
            oracle.tell(Event("augure", self.target, rule="TOY-2.5", audience=GM))
        evaded = paid.id == "esquiver" and esquive(oracle.of(self.target))
        if score < 15 or evaded:
            oracle.tell(Event("manque", self.actor, self.target, "TOY-2.1", terms, (("score", score),)))
            return scene.next()
        depth = blessure(mine, scene[self.actor].force)
        scene = scene.change(self.target, vie=scene[self.target].vie - depth)
        facts = ("score", score), ("depth", depth), ("gardes", tuple(g.id for g in gardes))
        oracle.tell(Event("touche", self.actor, self.target, "TOY-2.1", terms, facts))
        return touche(scene, oracle, self.actor, self.target).next()

    def attaque(self, scene: Duel, fougue: int) -> Terms:
        """What is added to the dice."""
        p, q = scene[self.actor], scene[self.target]
        own = ("Force", p.force, "TOY-1.1"), ("Fougue", fougue, "TOY-2.2")
        return own + tally(p.bears, "attaque", Coup(scene, p, q))


def a_son_tour(scene: Duel, who: str) -> Closed | None:
    if who not in scene.people:
        return Closed("TOY-2.1", "{} n'est pas là", (Someone(who),))
    if scene[who].vie <= 0:
        return Closed("TOY-2.1", "À terre")
    return None if who in scene.turn() else Closed("TOY-2.1", "C'est le tour de {}", tuple(map(Someone, scene.turn())))


ACTIONS = (Attaquer,)


def offers(scene: Duel, p: Duelliste) -> Iterator[Action]:
    for other in scene.people:
        yield Attaquer(p.id, other)
