"""Vieux Monde: a d100 under a Compétence, Degrés de Réussite, Avantages that swing, and magic that bites back."""

from __future__ import annotations

from importlib.resources import files

from tablee.kernel import content
from tablee.kernel.game import Game
from tablee.kernel.ledger import LedgerFile
from tablee.kernel.words import Words

from .creation import CREATION
from .fiche import sheet
from .legal import CHAPITRES, legal
from .lire import lire_scene, reunir
from .mots import avec_les_noms
from .scene import Scene
from .tactiques import TACTIQUES

_HERE = files("tablee.games.vieux_monde")


def _words() -> Words:
    words = Words()
    for file in sorted(_HERE.joinpath("content/words").iterdir(), key=lambda f: f.name):
        words = words | content.parse(file.read_text("utf-8"), Words, file.name)
    return avec_les_noms(words)


def _demos() -> dict[str, str]:
    scenes = {f.name.removesuffix(".toml"): f.read_text("utf-8") for f in _HERE.joinpath("content/scenes").iterdir()}
    return {name: scenes[name] for name in sorted(scenes, key=lambda n: (n != "demo", n))}


game = Game(
    id="vieux_monde",
    title="Vieux Monde",
    credit="livre sans titre ni auteur connus ; catalogues de Tablée",
    ledger=content.read("tablee.games.vieux_monde", "ledger.toml", LedgerFile).ledger(),
    words=_words(),
    switches=(),
    scene=Scene,
    read_scene=lire_scene,
    actions=tuple(action for chapitre in CHAPITRES for action in chapitre.ACTIONS),
    legal=legal,
    sheet=sheet,
    creation=CREATION,
    tactics=TACTIQUES,
    demos=_demos(),
    people=lambda scene: tuple(scene.personnages),
    gather=reunir,
)
