"""A character of Terre Natale from nothing, in the terminal: every step answered as a person would type it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from tablee.cli import texts
from tablee.cli.guide import Guide
from tablee.cli.terminal import out
from tablee.games.terre_natale.desk.draft import Brouillon, Precise
from tablee.kernel.draft import Field
from tablee.kernel.game import game
from tablee.kernel.typography import typeset
from typed import typed

JEU = game("terre_natale")
CREATION = JEU.creation
FORMULES = ("simple", "detaillee", "univers")


def wanted(formule: str) -> Brouillon:
    """A random character with this kind of past, and a trait about something."""
    found = next(d for d in map(CREATION.random, range(99)) if d.formule == formule and d.caste and d.avantages)
    paid = replace(found, avantages={}, precises=(Precise("habitue", 1, "armer"),))
    held = paid if not CREATION.problems(paid) else found
    assert isinstance(held, Brouillon)
    return held


def told(field: Field, value: Any, before: Any) -> str:
    """What is typed for a value, names rather than ids where there are such; nothing where it stands already."""
    labels = dict(field.keys)
    if value == before:
        return ""
    match field.kind:
        case "choice":
            return labels[value]
        case "points" if field.keys:
            place = {key: n for n, (key, _) in enumerate(field.keys, 1)}
            return " ".join(f"{place[key]}={n}" for key, n in value.items() if n != before.get(key, 0))
        case "entries":
            return ", ".join(entry if isinstance(entry, str) else "/".join(parts(entry)) for entry in value)
    return str(value)


def parts(entry: Any) -> Iterator[str]:
    first, second, *others = (str(getattr(entry, name)) for name in entry.__struct_fields__)
    yield f"{first}={second}"
    yield from others


class Typist:
    """Answers whatever is asked, from the character that is wanted."""

    def __init__(self, goal: Brouillon) -> None:
        self.goal, self.guide, self.asked = goal, Guide(JEU, self.read), list[str]()
        self.ready = True  # nothing was begun with yet

    def read(self, prompt: str) -> str | None:
        if self.ready:
            self.ready = False
            return ""
        draft = self.guide.draft
        for step in CREATION.steps:
            for field in step.fields:
                asked = CREATION.asked(draft, field)
                if prompt.startswith(f"  {typeset(asked.label)} [") and field.name not in self.asked:
                    self.asked.append(field.name)
                    return told(asked, getattr(self.goal, field.name), getattr(draft, field.name))
        return "f"


@pytest.mark.rule("TN-5.1")
@pytest.mark.parametrize("formule", FORMULES)
def test_a_character_is_made_from_nothing_in_the_terminal(formule: str) -> None:
    texts.speak("fr")
    goal = wanted(formule)
    typist = Typist(goal)
    with out.capture() as shown:
        made = typist.guide.run()
    assert made == goal
    assert CREATION.finish(made) == CREATION.finish(goal)
    said = " ".join(typed(shown.get()).split())
    for sentence in (
        "400 PA et 6 PP, attributs principaux jusqu'à 17 : celle que le livre conseille.",
        "Puissance physique brute",
        "Points d'attributs (PA)",
        "Points d'expérience (PX)",
        "TN-5.31",
    ):
        assert sentence in said


def test_an_archetype_is_taken_over_by_pressing_enter() -> None:
    texts.speak("fr")
    answers = iter(["Médecin", *[""] * 40])
    guide = Guide(JEU, lambda prompt: "f" if prompt == "> " else next(answers))
    with out.capture() as shown:
        made = guide.run()
    assert made == CREATION.starts["guerisseur"].draft
    assert "Un savoir long, des mains sûres" in shown.get()
