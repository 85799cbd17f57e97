"""Les Fragments de la Destinée: tactical fights on hexes with a d100, classes, techniques, magic and mounts."""

from __future__ import annotations

from tablee.kernel.game import Game, demos_of
from tablee.kernel.ledger import ledger_of
from tablee.kernel.words import words_of

from .book import CHAPTERS, SWITCHES
from .book.c3_combat.deplacements import cases_a_portee, rencontre
from .desk.budget import budget
from .desk.conditions import CONDITIONS
from .desk.contests import CONTESTS
from .desk.creation import CREATION
from .desk.ground import DESSIN, aire_touchee, allure, sol, vue, zones_posees
from .desk.look import look
from .desk.names import avec_les_noms
from .desk.order import ordre_de_la_manche
from .desk.read import DISTRIBUTION, lire_scene, reunir
from .desk.sheet import sheet
from .desk.study import STUDY
from .desk.tactics import TACTIQUES
from .model.dire import dit_du_catalogue
from .model.scene import Scene

game = Game(
    id="fragments",
    title="Les Fragments de la Destinée",
    credit="livre de base des Fragments de la Destinée, première édition ; catalogues de Tablée",
    ledger=ledger_of("tablee.games.fragments"),
    words=avec_les_noms(words_of("tablee.games.fragments")),
    switches=SWITCHES,
    scene=Scene,
    read_scene=lire_scene,
    chapters=CHAPTERS,
    sheet=sheet,
    creation=CREATION,
    look=look,
    tactics=TACTIQUES,
    demos=demos_of("tablee.games.fragments"),
    order=ordre_de_la_manche,
    budget=budget,
    gather=reunir,
    cast=DISTRIBUTION,
    ground=sol,
    drawing=DESSIN,
    sight=vue,
    reach=cases_a_portee,
    area=aire_touchee,
    zones=zones_posees,
    figure=allure,
    meets=rencontre,
    tells=dit_du_catalogue,
    contests=CONTESTS,
    conditions=CONDITIONS,
    study=STUDY,
    complete=True,
)
