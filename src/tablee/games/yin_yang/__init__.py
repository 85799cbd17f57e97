"""Yin-Yang: five elements, two dice that oppose each other, fatigue that counts, Qì and runes."""

from __future__ import annotations

from tablee.kernel import content
from tablee.kernel.game import Game, Switch, demos_of
from tablee.kernel.ledger import LedgerFile
from tablee.kernel.words import words_of

from .creation import CREATION
from .fiche import sheet
from .legal import CHAPITRES, legal
from .lire import DISTRIBUTION, lire_scene, reunir
from .mots import avec_les_noms
from .mouvements import portee
from .ordre import ordre_du_tour
from .scene import Scene
from .tactiques import TACTIQUES

SWITCHES = (Switch("rune_double", "YY-8.20"),)

game = Game(
    id="yin_yang",
    title="Yin-Yang",
    credit="livre sans titre ni auteur connus ; catalogues de Tablée",
    ledger=content.read("tablee.games.yin_yang", "ledger.toml", LedgerFile).ledger(),
    words=avec_les_noms(words_of("tablee.games.yin_yang")),
    switches=SWITCHES,
    scene=Scene,
    read_scene=lire_scene,
    actions=tuple(action for chapitre in CHAPITRES for action in chapitre.ACTIONS),
    legal=legal,
    sheet=sheet,
    creation=CREATION,
    tactics=TACTIQUES,
    demos=demos_of("tablee.games.yin_yang"),
    people=lambda scene: tuple(scene.people),
    order=ordre_du_tour,
    gather=reunir,
    cast=DISTRIBUTION,
    reach=portee,
    complete=True,
)
