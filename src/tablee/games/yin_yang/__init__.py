"""Yin-Yang: five elements, two dice that oppose each other, fatigue that counts, Qì and runes."""

from __future__ import annotations

from tablee.kernel.game import Game, demos_of
from tablee.kernel.ledger import ledger_of
from tablee.kernel.words import words_of

from .book import CHAPTERS, SWITCHES
from .book.c15_mouvements import portee
from .desk.budget import budget
from .desk.conditions import CONDITIONS
from .desk.contests import CONTESTS
from .desk.creation import CREATION
from .desk.ground import stature, zones
from .desk.look import look
from .desk.names import with_names
from .desk.order import order
from .desk.read import CAST, gather, read_scene
from .desk.sheet import sheet
from .desk.study import STUDY
from .desk.tactics import TACTICS, autrement
from .model.scene import Scene

game = Game(
    id="yin_yang",
    title="Yin-Yang",
    credit="livre sans titre ni auteur connus ; catalogues de Tablée",
    ledger=ledger_of("tablee.games.yin_yang"),
    words=with_names(words_of("tablee.games.yin_yang")),
    switches=SWITCHES,
    scene=Scene,
    read_scene=read_scene,
    chapters=CHAPTERS,
    sheet=sheet,
    creation=CREATION,
    look=look,
    tactics=TACTICS,
    variants=autrement,
    demos=demos_of("tablee.games.yin_yang"),
    order=order,
    budget=budget,
    gather=gather,
    cast=CAST,
    reach=portee,
    zones=zones,
    figure=stature,
    contests=CONTESTS,
    conditions=CONDITIONS,
    study=STUDY,
    complete=True,
)
