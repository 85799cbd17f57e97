"""Characters: how one is made, read and shown, and who plays them when nobody does."""

from __future__ import annotations

import random
from typing import Any

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.chapter import legal
from tablee.kernel.content import convert
from tablee.kernel.draft import Budget, Creation, Draft, Field, Problem, Step
from tablee.kernel.oracle import Closed, Option, Question, first
from tablee.kernel.sheet import Mark, Pool, Section, Sheet, Stat

from .book import CHAPTERS
from .model import EFFECTS, Duel, Duelliste


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
    souffle = Pool("Souffle", d.souffle, (("Base", 6, "TOY-1.1"),), at="souffle")
    lines = Stat("Force", (("Force", d.force, "TOY-1.1"),)), souffle
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

CREATION = Creation(Brouillon, STEPS, problems, budgets, lambda d: fiche("", build(d)), build, hasard)


def read_scene(data: dict[str, Any], options: tuple[str, ...]) -> Duel:
    scene = convert({**data, "options": options}, Duel, "scène")
    for who, d in scene.people.items():
        EFFECTS.check((*d.arme.modifs, *d.effets), f"scène.qui.{who}")
    return replace(scene, people={who: replace(d, id=who) for who, d in scene.people.items()})


def first_open(scene: Duel, who: str) -> Action:
    return next(action for action, closed in legal(CHAPTERS, scene, who) if closed is None)
