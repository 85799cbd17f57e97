"""Scenes by name, for whoever asks the lab from Python."""

from __future__ import annotations

from pathlib import Path

from tablee.kernel import scenario
from tablee.kernel.about import listing
from tablee.kernel.content import ContentError
from tablee.kernel.game import Game, game, installed
from tablee.kernel.scene import Scene
from tablee.kernel.sentence import Said, Typed

Staged = str | Path | tuple[Game, Scene]


def staged(what: Staged) -> tuple[Game, Scene]:
    """A game and a scene: as they are, by a scenario's file, as GAME, GAME/SCENE or the name of a ready scene."""
    if isinstance(what, tuple):
        return what
    if Path(what).is_file():
        file = scenario.read(what)
        return game(file.game), file.start(str(what))
    id, _, name = str(what).partition("/")
    if id in installed():
        return game(id), scenario.demo(id, name)
    having = [about.id for about in listing().games if any(ready.id == str(what) for ready in about.ready)]
    if not having:
        raise ContentError("", Said("« {} » n'est ni un fichier, ni une scène prête", (Typed(str(what)),)))
    return game(having[0]), scenario.demo(having[0], str(what))
