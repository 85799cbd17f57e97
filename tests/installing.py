"""Games that are installed for one test: all that is read of games goes through this one place."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tablee.kernel import game as kernel_game
from tablee.kernel.game import Game, Installed

Install = Callable[..., None]


def install(monkeypatch: pytest.MonkeyPatch, *games: Game | Installed, alone: bool = True) -> None:
    """These games, and no others unless it is said."""
    others = {} if alone else kernel_game.installed()
    found = {**others, **{each.id: each if isinstance(each, Installed) else _installed(each) for each in games}}
    monkeypatch.setattr(kernel_game, "installed", lambda: found)


def _installed(game: Game) -> Installed:
    return Installed(game.id, lambda: game)
