"""A toy game, whole and tiny: two sides, six- and twenty-sided dice, breath (souffle) to spend."""

from __future__ import annotations

import random
from typing import Any

from msgspec import field
from msgspec.structs import replace

from tablee.kernel.action import Action, Legal, open_actions
from tablee.kernel.content import convert, parse
from tablee.kernel.draft import Budget, Creation, Draft, Field, Problem, Step
from tablee.kernel.event import Event
from tablee.kernel.game import Game, Switch, Tactic
from tablee.kernel.ledger import LedgerFile, rule
from tablee.kernel.oracle import GM, Closed, Dice, Option, Oracle, Question, chance, first
from tablee.kernel.refs import Who, WhoOnce
from tablee.kernel.scene import Person, Scene
from tablee.kernel.sheet import Mark, Pool, Section, Sheet, Stat
from tablee.kernel.tally import total
from tablee.kernel.words import Words


class Duelliste(Person, frozen=True):
    nom: str
    side: str = field(name="camp")
    force: int = 3
    souffle: int = 3
    vie: int = 10
    id: WhoOnce = ""

    @property
    def name(self) -> str:
        return self.nom

    @property
    def up(self) -> bool:
        return self.vie > 0


class Duel(Scene, frozen=True):
    people: dict[Who, Duelliste] = field(name="qui")
    encounter: tuple[Who, ...] | None = field(name="ordre")
    clock: int = field(name="tour", default=1)
    options: tuple[str, ...] = ()

    def turn(self) -> tuple[str, ...]:
        return self.encounter[:1] if self.encounter else ()

    def sides(self) -> dict[str, tuple[str, ...]]:
        return dict(sorted(super().sides().items()))

    def round(self) -> int:
        return self.clock

    def change(self, who: str, **changes: Any) -> Duel:
        return self.put(replace(self[who], **changes))

    def next(self) -> Duel:
        first, *others = self.encounter or ()
        return replace(self, encounter=(*others, first), clock=self.clock + 1)


# ---------------------------------------------------------------- the rules

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
            or (Closed("TOY-2.1", "{} n'est pas là", (self.target,)) if self.target not in scene.people else None)
            or (Closed("TOY-2.1", "On ne s'attaque pas soi-même") if self.target == self.actor else None)
            or (Closed("TOY-2.1", "Déjà à terre") if scene[self.target].vie <= 0 else None)
        )

    def resolve(self, scene: Duel, oracle: Oracle) -> Duel:
        mine = oracle.of(self.actor)
        gardes = oracle.ask_all((garde(self.actor), garde(self.target)))
        fougue = 2 * sum(g.id == "fougue" for g in gardes)
        terms = ("Force", scene[self.actor].force, "TOY-1.1"), ("Fougue", fougue, "TOY-2.2")
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
        return scene.next()


class Souffler(Action, frozen=True, tag="souffler"):
    def closed(self, scene: Duel) -> Closed | None:
        return a_son_tour(scene, self.actor)

    def resolve(self, scene: Duel, oracle: Oracle) -> Duel:
        oracle.tell(Event("souffle", self.actor, rule="TOY-2.6"))
        return scene.change(self.actor, souffle=scene[self.actor].souffle + 1).next()


def a_son_tour(scene: Duel, who: str) -> Closed | None:
    if who not in scene.people:
        return Closed("TOY-2.1", "{} n'est pas là", (who,))
    if scene[who].vie <= 0:
        return Closed("TOY-2.1", "À terre")
    return None if who in scene.turn() else Closed("TOY-2.1", "C'est le tour de {}", scene.turn())


def legal(scene: Duel, actor: str) -> Legal:
    for action in (*(Attaquer(actor, other) for other in scene.people), Souffler(actor)):
        yield action, action.closed(scene)


# ---------------------------------------------------------------- characters


class Brouillon(Draft, frozen=True, kw_only=True):
    nom: str = ""
    force: int = 0
    souffle: int = 0


def problems(draft: Brouillon) -> list[Problem]:
    spent, found = draft.force + draft.souffle, []
    if spent != 6:
        found.append(Problem("points", Closed("TOY-1.1", "6 points à répartir, {} répartis", (spent,))))
    if draft.force > 4:
        found.append(Problem("points", Closed("TOY-1.2", "Force {} : 4 au plus", (draft.force,))))
    if not draft.nom:
        found.append(Problem("nom", Closed("TOY-1.3", "Il manque un nom")))
    return found


def budgets(draft: Brouillon) -> tuple[Budget, ...]:
    return (Budget("Points", draft.force + draft.souffle, 6, "TOY-1.1"),)


def build(draft: Brouillon) -> Duelliste:
    return Duelliste(draft.nom, "rouge", draft.force, draft.souffle)


def fiche(who: str, d: Duelliste) -> Sheet:
    lines = Stat("Force", (("Force", d.force, "TOY-1.1"),)), Pool("Souffle", d.souffle, (("Base", 6, "TOY-1.1"),))
    return Sheet(who, d.nom, (Section("Valeurs", lines), Section("État", (Mark("Vie", d.vie),))))


def hasard(seed: int) -> Brouillon:
    force = random.Random(seed).randint(0, 4)
    return Brouillon(nom=f"Duelliste {seed}", force=force, souffle=6 - force)


def dodge(question: Question) -> Option:
    return question.pick("esquiver") or first(question)


STEPS = (
    Step("nom", "Nom", (Field("nom", "text", "Nom"),), ("TOY-1.3",)),
    Step("points", "Points", (Field("force", "points", "Force"), Field("souffle", "points", "Souffle")), ("TOY-1.1",)),
)

LEDGER = """
rule = [
    { id = "TOY-0.1", title = "Avant-propos", kind = "guidance", says = "Have fun." },
    { id = "TOY-1.1", title = "Points", kind = "mechanic", says = "Six points.", dit = "Six points à répartir." },
    { id = "TOY-1.2", title = "Force limitée", kind = "mechanic", says = "At most 4.", dit = "Jamais plus de 4." },
    { id = "TOY-1.3", title = "Nom", kind = "mechanic", says = "A name." },
    { id = "TOY-2.1", title = "Attaque", kind = "mechanic", says = "2d6 keep 1 + d20.", dit = "Toucher au cœur." },
    { id = "TOY-2.2", title = "Gardes", kind = "mechanic", says = "Chosen blindly." },
    { id = "TOY-2.3", title = "Riposte", kind = "option", says = "Paid with souffle." },
    { id = "TOY-2.4", title = "Blessure", kind = "derived", says = "Open-ended." },
    { id = "TOY-2.5", title = "Augure", kind = "mechanic", says = "Secret." },
    { id = "TOY-2.6", title = "Souffler", kind = "mechanic", says = "One breath back." },
    { id = "TOY-9.9", title = "Voir ailleurs", kind = "see", says = "See elsewhere.", see = "TOY-1.1" },
]
example = [{ id = "TOY-X1", rules = ["TOY-2.1"], given = "two duellists", expect = "a wound", consistent = true }]
undefined = [{ name = "armes", provide = "two swords" }]
"""

WORDS = """
event.touche = { fr = "{who} touche {target} : {depth}", en = "{who} hits {target}: {depth}" }
event.gardes = { fr = "Gardes : {gardes}", en = "Stances: {gardes}" }
question."toy.riposte" = { fr = "{who}, {score} contre vous ?", en = "{who}, {score} against you?" }
en = { "Esquiver" = "Dodge", "souffle" = "breath", "fougue" = "dash", "C'est le tour de {}" = "It is {}'s turn" }
"""


def read_scene(data: dict[str, Any], options: tuple[str, ...]) -> Duel:
    scene = convert({**data, "options": options}, Duel, "scène")
    return replace(scene, people={who: replace(d, id=who) for who, d in scene.people.items()})


toy = Game(
    id="toy",
    title="Duel",
    credit="Tablée",
    ledger=parse(LEDGER, LedgerFile, "ledger.toml").ledger(),
    words=parse(WORDS, Words, "words.toml"),
    switches=(Switch("mort_subite", "TOY-2.4", excludes=("premier_sang",)), Switch("premier_sang", "TOY-2.4")),
    scene=Duel,
    read_scene=read_scene,
    actions=(Attaquer, Souffler),
    legal=legal,
    sheet=lambda scene, who: fiche(who, scene[who]),
    creation=Creation(Brouillon, STEPS, problems, budgets, lambda d: fiche("", build(d)), build, hasard),
    tactics={"esquive": Tactic(lambda scene, who: open_actions(legal(scene, who))[0], dodge)},
    complete=True,
)

ALYS_BOR = Duel(
    {"alys": Duelliste("Alys", "rouge", id="alys"), "bor": Duelliste("Bor", "bleu", id="bor")}, ("alys", "bor")
)
