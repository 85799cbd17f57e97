"""Fluid, by Alexis Flamand: a d10, caractéristiques, Traits, and Avantages that are dice or points as one likes."""

from __future__ import annotations

from tablee.kernel import content
from tablee.kernel.game import Game, Switch, demos_of
from tablee.kernel.ledger import LedgerFile
from tablee.kernel.words import words_of

from .book import c2_traits as traits
from .book import c6_experience as experience
from .book.c3_tests import oppositions, tests
from .book.c4_combat import combat, confrontations, deplacements, distance, recuperation, tour
from .book.c4_combat.blessures import SubirChoc
from .book.c5_magie import grimoire
from .book.legal import legal
from .desk.creation import CREATION
from .desk.order import ordre_du_round
from .desk.read import DISTRIBUTION, lire_scene, reunir
from .desk.sheet import sheet
from .desk.tactics import TACTIQUES
from .model.scene import Scene

SWITCHES = (
    Switch("creation_en_jeu", "FLU-2.13"),
    Switch("resultats_binaires", "FLU-3.6"),
    Switch("explosion_sans_base", "FLU-3.16"),
    Switch("explosion_sans_doubles", "FLU-3.17"),
    Switch("delai_variable", "FLU-3.27", excludes=("resultats_binaires",)),
    Switch("manoeuvres", "FLU-4.13"),
    Switch("deux_armes", "FLU-4.14"),
    Switch("charge", "FLU-4.16"),
    Switch("viser", "FLU-4.17"),
    Switch("aider", "FLU-4.19"),
    Switch("attaque_simultanee", "FLU-4.20"),
    Switch("attaque_furieuse", "FLU-4.21"),
    Switch("feinte", "FLU-4.22"),
    Switch("bottes", "FLU-4.23"),
    Switch("plusieurs_actions", "FLU-4.24"),
    Switch("defense_renforcee", "FLU-4.27"),
    Switch("pause", "FLU-4.27.2"),
    Switch("rompre", "FLU-4.28"),
    Switch("difference_equipement", "FLU-4.42"),
    Switch("localisation", "FLU-4.45"),
    Switch("viser_localisation", "FLU-4.46"),
    Switch("degats_simplifies", "FLU-4.55"),
    Switch("survie_des_sbires", "FLU-4.66"),
)

game = Game(
    id="fluid",
    title="Fluid",
    credit="Alexis Flamand, CC BY-NC-SA 3.0 FR",
    ledger=content.read("tablee.games.fluid", "ledger.toml", LedgerFile).ledger(),
    words=words_of("tablee.games.fluid"),
    switches=SWITCHES,
    scene=Scene,
    read_scene=lire_scene,
    actions=(
        *tests.ACTIONS,
        *oppositions.ACTIONS,
        *tour.ACTIONS,
        *combat.ACTIONS,
        *deplacements.ACTIONS,
        *distance.ACTIONS,
        SubirChoc,
        *recuperation.ACTIONS,
        *confrontations.ACTIONS,
        *grimoire.ACTIONS,
        *traits.ACTIONS,
        *experience.ACTIONS,
    ),
    legal=legal,
    sheet=sheet,
    creation=CREATION,
    tactics=TACTIQUES,
    demos=demos_of("tablee.games.fluid"),
    people=lambda scene: tuple(scene.people),
    order=ordre_du_round,
    gather=reunir,
    cast=DISTRIBUTION,
    reach=deplacements.portee,
    complete=True,
)
