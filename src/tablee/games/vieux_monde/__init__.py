"""Vieux Monde: a d100 under a Compétence, Degrés de Réussite, Avantages that swing, and magic that bites back."""

from __future__ import annotations

from tablee.kernel import content
from tablee.kernel.game import Game, demos_of
from tablee.kernel.ledger import LedgerFile
from tablee.kernel.words import words_of

from .book.c2_coups.deplacements import portee
from .desk.creation import CREATION
from .desk.names import avec_les_noms
from .desk.order import ordre_du_round
from .desk.read import DISTRIBUTION, lire_scene, reunir
from .desk.sheet import sheet
from .desk.tactics import TACTIQUES
from .legal import CHAPITRES, legal
from .model.scene import Scene

game = Game(
    id="vieux_monde",
    title="Vieux Monde",
    credit="livre sans titre ni auteur connus ; catalogues de Tablée",
    ledger=content.read("tablee.games.vieux_monde", "ledger.toml", LedgerFile).ledger(),
    words=avec_les_noms(words_of("tablee.games.vieux_monde")),
    switches=(),
    scene=Scene,
    read_scene=lire_scene,
    actions=tuple(action for chapitre in CHAPITRES for action in chapitre.ACTIONS),
    legal=legal,
    sheet=sheet,
    creation=CREATION,
    tactics=TACTIQUES,
    demos=demos_of("tablee.games.vieux_monde"),
    people=lambda scene: tuple(scene.people),
    order=ordre_du_round,
    gather=reunir,
    cast=DISTRIBUTION,
    reach=portee,
    complete=True,
)
