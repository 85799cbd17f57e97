"""What becomes of an action that was open as far as its player knew, and is not."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tablee.kernel.action import Action
from tablee.kernel.game import Game
from tablee.kernel.ground import Way, square
from tablee.kernel.meeting import Met, met
from tablee.kernel.oracle import Closed
from tablee.kernel.refs import Who, WhoOnce
from tablee.kernel.scene import Person, Scene
from toy import toy

TAKEN = Closed("TOY-2.1", "La case est prise")


class Pion(Person, frozen=True):
    id: WhoOnce
    x: int = 0
    y: int = 0
    side: str = ""


class Plateau(Scene, frozen=True):
    people: dict[Who, Pion]
    encounter: None = None
    clock: int = 0


class Aller(Action, frozen=True, tag="aller"):
    x: int
    y: int

    def closed(self, scene: Plateau) -> Closed | None:
        return TAKEN if any((p.x, p.y) == (self.x, self.y) for p in scene.people.values()) else None


class Chanter(Action, frozen=True, tag="chanter"):
    def closed(self, scene: Plateau) -> Closed | None:
        return TAKEN if len(scene.people) > 1 else None


def reach(scene: Plateau, who: str) -> list[Way]:
    """Four squares, but where somebody stands."""
    p = scene.people[who]
    free = {cell: 1 for cell in square((p.x, p.y), 4) if Aller(who, *cell).closed(scene) is None}
    return [Way(Aller(who, p.x, p.y), free)]


@pytest.fixture
def game() -> Game:
    return replace(toy, reach=reach)


KNOWN = Plateau({"ana": Pion("ana")})
REAL = Plateau({"ana": Pion("ana"), "bor": Pion("bor", 3, 0)})


def test_what_is_open_is_done(game: Game) -> None:
    assert met(game, REAL, KNOWN, Aller("ana", 2, 0)) == Met(Aller("ana", 2, 0))


def test_a_move_ends_as_near_as_one_comes_and_the_reason_is_kept(game: Game) -> None:
    action, why = met(game, REAL, KNOWN, Aller("ana", 3, 0))
    assert isinstance(action, Aller) and why is TAKEN
    assert max(abs(action.x - 3), abs(action.y)) == 1 and action.closed(REAL) is None


def test_nobody_goes_who_would_come_no_nearer(game: Game) -> None:
    around = {f"p{n}": Pion(f"p{n}", *cell) for n, cell in enumerate(square((0, 0), 4))}
    ringed = Plateau({"ana": Pion("ana"), **around})
    assert met(game, ringed, KNOWN, Aller("ana", 3, 0)) == Met(None, TAKEN)


def test_anything_else_does_not_come_about(game: Game) -> None:
    assert met(game, REAL, KNOWN, Chanter("ana")) == Met(None, TAKEN)


def test_the_game_has_the_first_word(game: Game) -> None:
    def otherwise(scene: Any, known: Any, action: Action) -> Met | None:
        return Met(Aller("ana", 1, 1), TAKEN) if isinstance(action, Aller) else None

    own = replace(game, meets=otherwise)
    assert met(own, REAL, KNOWN, Aller("ana", 2, 0)).action == Aller("ana", 1, 1)
    assert met(own, KNOWN, KNOWN, Chanter("ana")) == Met(Chanter("ana"))
