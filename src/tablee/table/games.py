"""The game of a campaign or of a file, refused in words where it cannot be had."""

from __future__ import annotations

from tablee.kernel import game as kernel_game
from tablee.kernel.content import ContentError
from tablee.kernel.game import Game, NoGame
from tablee.kernel.sentence import Typed

from .refusal import Refused


def game_of(id: str) -> Game:
    """The game with this id, loaded."""
    try:
        return kernel_game.game(id)
    except NoGame:
        raise Refused("game_fault", game=Typed(id)) from None  # why is for whoever installed it, not for who plays
    except ContentError:
        raise Refused("game", game=Typed(id)) from None
