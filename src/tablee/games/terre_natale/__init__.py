"""Terre Natale: 3D6 and a margin, karma against bad luck, lésions counted in boxes, castes of twenty ranks."""

from __future__ import annotations

from tablee.kernel.game import Game, demos_of
from tablee.kernel.ledger import ledger_of
from tablee.kernel.words import words_of

from .book import CHAPTERS, SWITCHES
from .book.c8_confrontation.mouvement import portee, sol
from .book.c8_confrontation.zones import aire_touchee
from .desk.budget import budget
from .desk.compendium import tells
from .desk.conditions import CONDITIONS
from .desk.contests import CONTESTS
from .desk.creation import CREATION
from .desk.enjeu import enjeu
from .desk.look import look
from .desk.making import MAKER
from .desk.names import with_names
from .desk.order import order
from .desk.orders import ORDERS
from .desk.read import gather, read_scene
from .desk.sheet import sheet
from .desk.starts import CAST
from .desk.study import STUDY
from .desk.tactics import TACTICS
from .desk.track import track
from .model.scene import Scene

game = Game(
    id="terre_natale",
    title="Terre Natale",
    credit="Lutie (2017-2026), version 2 ; catalogues de Tablée",
    ledger=ledger_of("tablee.games.terre_natale"),
    words=with_names(words_of("tablee.games.terre_natale")),
    switches=SWITCHES,
    scene=Scene,
    read_scene=read_scene,
    chapters=CHAPTERS,
    sheet=sheet,
    creation=CREATION,
    look=look,
    tactics=TACTICS,
    value=enjeu,
    orders=ORDERS,
    tells=tells,
    demos=demos_of("tablee.games.terre_natale"),
    contests=CONTESTS,
    conditions=CONDITIONS,
    study=STUDY,
    complete=True,
    order=order,
    track=track,
    budget=budget,
    gather=gather,
    cast=CAST,
    maker=MAKER,
    ground=sol,
    reach=portee,
    area=aire_touchee,
)
