"""What a game says, in the language of the command."""

from __future__ import annotations

import re

from tablee.kernel.action import Action
from tablee.kernel.game import Game
from tablee.kernel.scene import Scene
from tablee.kernel.voice import Voice

from .texts import lang


def voice_of(game: Game, scene: Scene | None = None, after: Scene | None = None) -> Voice:
    """A game, and perhaps a scene; what is told of an action may name those who are only there after it."""
    there = [each for each in (after, scene) if each is not None]
    return Voice(game, lang(), {who: (who, each.name(who)) for each in there for who in each.people}, scene)


def names(voice: Voice) -> dict[str, str]:
    """Who can be called by name."""
    return {who: voice.called(who) for who in voice.game.people(voice.scene)} if voice.scene is not None else {}


def anywhere(voice: Voice, action: Action) -> str:
    """An action for any cell: « Go to … »."""
    return re.sub(r"\(?\{where\}\)?", "…", voice.anywhere(action))
