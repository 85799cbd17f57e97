"""Vieux Monde: a d100 under a Compétence, Degrés de Réussite, Avantages that swing, and magic that bites back."""

from __future__ import annotations

from tablee.kernel.game import Game, demos_of
from tablee.kernel.ledger import ledger_of
from tablee.kernel.words import words_of

from .book import CHAPTERS, SWITCHES
from .book.c2_coups.deplacements import cases_a_portee
from .desk.budget import budget
from .desk.conditions import CONDITIONS
from .desk.contests import CONTESTS
from .desk.creation import CREATION
from .desk.ground import sorts_en_place, stature, zone_d_effet
from .desk.look import look
from .desk.names import avec_les_noms
from .desk.order import ordre_du_round
from .desk.read import lire_scene, reunir
from .desk.sheet import sheet
from .desk.study import STUDY
from .desk.tactics import TACTIQUES
from .model.cast import DISTRIBUTION, aujourd_hui
from .model.scene import Scene

game = Game(
    id="vieux_monde",
    title="Vieux Monde",
    credit="livre sans titre ni auteur connus ; catalogues de Tablée",
    ledger=ledger_of("tablee.games.vieux_monde"),
    words=avec_les_noms(words_of("tablee.games.vieux_monde")),
    switches=SWITCHES,
    scene=Scene,
    read_scene=lire_scene,
    chapters=CHAPTERS,
    sheet=sheet,
    creation=CREATION,
    look=look,
    tactics=TACTIQUES,
    demos=demos_of("tablee.games.vieux_monde"),
    order=ordre_du_round,
    budget=budget,
    gather=reunir,
    cast=DISTRIBUTION,
    today=aujourd_hui,
    reach=cases_a_portee,
    area=zone_d_effet,
    zones=sorts_en_place,
    figure=stature,
    contests=CONTESTS,
    conditions=CONDITIONS,
    study=STUDY,
    complete=True,
)
