"""Les Fragments de la Destinée: tactical fights on hexes with a d100, classes, techniques, magic and mounts."""

from __future__ import annotations

from tablee.kernel import content
from tablee.kernel.game import Game, Switch, demos_of
from tablee.kernel.ledger import LedgerFile
from tablee.kernel.words import words_of

from .book.c3_combat.deplacements import portee, rencontre
from .desk.creation import CREATION
from .desk.ground import sol, vue
from .desk.legal import CHAPITRES, legal
from .desk.names import avec_les_noms
from .desk.order import ordre_de_la_manche
from .desk.read import DISTRIBUTION, lire_scene, reunir
from .desk.sheet import sheet
from .desk.tactics import TACTIQUES
from .model.catalogue import verifier
from .model.dire import dit_du_catalogue
from .model.scene import Scene

verifier()

SWITCHES = (
    Switch("croissance_aleatoire", "FD-8.2", excludes=("croissance_fixe",)),
    Switch("croissance_fixe", "FD-8.3", excludes=("croissance_aleatoire",)),
    Switch("methode_fixe", "FD-7.16"),
    Switch("convoi", "FD-6.8"),
    Switch("regle_du_cool", "FD-2.16"),
    Switch("situations_logiques", "FD-5.3"),
)

game = Game(
    id="fragments",
    title="Les Fragments de la Destinée",
    credit="livre de base des Fragments de la Destinée, première édition ; catalogues de Tablée",
    ledger=content.read("tablee.games.fragments", "ledger.toml", LedgerFile).ledger(),
    words=avec_les_noms(words_of("tablee.games.fragments")),
    switches=SWITCHES,
    scene=Scene,
    read_scene=lire_scene,
    actions=tuple(action for chapitre in CHAPITRES for action in chapitre.ACTIONS),
    legal=legal,
    sheet=sheet,
    creation=CREATION,
    tactics=TACTIQUES,
    demos=demos_of("tablee.games.fragments"),
    people=lambda scene: tuple(scene.people),
    order=ordre_de_la_manche,
    gather=reunir,
    cast=DISTRIBUTION,
    ground=sol,
    sight=vue,
    reach=portee,
    meets=rencontre,
    tells=dit_du_catalogue,
    complete=True,
)
