"""The toy game with a demonstration scene, a fuller creation, and a way to run commands on it."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import msgspec
import pytest

import toy as toys
from installing import Install
from tablee.cli import main
from tablee.kernel.draft import Budget, Creation, Draft, Field, Problem, Step
from tablee.kernel.game import Game, Tactic
from tablee.kernel.oracle import Closed
from tablee.kernel.sheet import Sheet
from typed import printed

DEMO = """
game = "toy"
title = "Le duel"

[scene]
ordre = ["alys", "bor"]
qui.alys = { nom = "Alys", camp = "rouge" }
qui.bor = { nom = "Bor", camp = "bleu" }
"""


class Fiche(Draft, frozen=True, kw_only=True):
    """A draft with a field of every kind."""

    nom: str = ""
    points: dict[str, int] = {}
    noble: bool = False
    arme: str = ""
    langues: tuple[str, ...] = ()
    traits: dict[str, int] = {}


ARMES = (("epee", "Épée"), ("arc", "Arc long"))
LANGUES = (("nain", "Nain"), ("elfe", "Elfe"))
STEPS = (
    Step("qui", "Qui", (Field("nom", "text", "Nom"), Field("noble", "yes_no", "Noble")), ("TOY-1.3",)),
    Step(
        "points",
        "Points",
        (Field("points", "points", "Valeurs", "Six en tout.", (("force", "Force"), ("souffle", "Souffle")), 0, 4),),
        ("TOY-1.1", "TOY-1.2"),
    ),
    Step(
        "reste",
        "Le reste",
        (
            Field("arme", "choice", "Arme", keys=ARMES),
            Field("langues", "choices", "Langues", keys=LANGUES),
            Field("traits", "entries", "Traits"),
        ),
    ),
)


def problems(draft: Fiche) -> list[Problem]:
    spent, found = sum(draft.points.values()), []
    if not draft.nom:
        found.append(Problem("qui", Closed("TOY-1.3", "Il manque un nom")))
    if spent != 6:
        found.append(Problem("points", Closed("TOY-1.1", "6 points à répartir, {} répartis", (spent,))))
    if draft.points.get("force", 0) > 4:
        found.append(Problem("points", Closed("TOY-1.2", "Force {} : 4 au plus", (draft.points["force"],))))
    return found


def build(draft: Fiche) -> toys.Duelliste:
    return toys.Duelliste(draft.nom, "rouge", draft.points.get("force", 0), draft.points.get("souffle", 0))


def preview(draft: Fiche) -> Sheet:
    return toys.fiche("", build(draft))


def at_random(seed: int) -> Fiche:
    plain = toys.hasard(seed)
    return Fiche(nom=plain.nom, points={"force": plain.force, "souffle": plain.souffle})


def budgets(draft: Fiche) -> tuple[Budget, ...]:
    return (Budget("Points", sum(draft.points.values()), 6, "TOY-1.1"),)


def gather(characters: list[dict[str, Any]]) -> toys.Duel:
    found = [msgspec.convert(c, toys.Duelliste) for c in characters]
    return toys.Duel({d.nom.lower(): msgspec.structs.replace(d, id=d.nom.lower()) for d in found}, ())


def first_open(scene: toys.Duel, who: str) -> Any:
    return next(action for action, closed in toys.legal(scene, who) if closed is None)


@pytest.fixture
def game(install: Install, monkeypatch: pytest.MonkeyPatch) -> Game:
    """The toy game, installed alone."""
    found = replace(
        toys.toy,
        demos={"duel": DEMO},
        gather=gather,
        creation=Creation(Fiche, STEPS, problems, budgets, preview, build, at_random),
        tactics={**toys.toy.tactics, "brute": Tactic(first_open)},
    )
    install(found)
    monkeypatch.delenv("TABLEE_LANG", raising=False)
    return found


@dataclass(frozen=True)
class Ran:
    status: int
    out: str
    err: str

    @property
    def words(self) -> str:
        """The output on one line: where it was wrapped does not matter."""
        return " ".join(self.out.split())

    def refused(self, *parts: str) -> None:
        """One sentence on the error stream, status 2, nothing else said."""
        assert self.status == 2
        assert self.err.count("\n") == 1, self.err
        assert "Traceback" not in self.err
        for part in parts:
            assert part in self.err
        assert not self.out


Run = Callable[..., Ran]


@pytest.fixture
def run(game: Game, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    def ran(*args: object, stdin: str = "") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        printed(capsys)
        status = main([str(arg) for arg in args])
        said = printed(capsys)
        return Ran(status, said.out, said.err)

    return ran
