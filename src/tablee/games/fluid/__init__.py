"""Fluid, by Alexis Flamand: a d10, caractéristiques, Traits, and Avantages that are dice or points as one likes."""

from __future__ import annotations

from tablee.kernel.game import Game, demos_of
from tablee.kernel.ledger import ledger_of
from tablee.kernel.words import words_of

from .book import CHAPTERS, SWITCHES
from .book.c4_combat.deplacements import cases_a_portee
from .desk.budget import budget
from .desk.conditions import CONDITIONS
from .desk.contests import CONTESTS
from .desk.creation import CREATION
from .desk.look import look
from .desk.order import order
from .desk.orders import ORDERS
from .desk.read import CAST, gather, read_scene
from .desk.sheet import sheet
from .desk.study import STUDY
from .desk.tactics import TACTICS, autrement
from .model.scene import Scene

game = Game(
    id="fluid",
    title="Fluid",
    credit="Alexis Flamand, CC BY-NC-SA 3.0 FR",
    ledger=ledger_of("tablee.games.fluid"),
    words=words_of("tablee.games.fluid"),
    switches=SWITCHES,
    scene=Scene,
    read_scene=read_scene,
    chapters=CHAPTERS,
    sheet=sheet,
    creation=CREATION,
    look=look,
    tactics=TACTICS,
    variants=autrement,
    orders=ORDERS,
    demos=demos_of("tablee.games.fluid"),
    order=order,
    budget=budget,
    gather=gather,
    cast=CAST,
    reach=cases_a_portee,
    contests=CONTESTS,
    conditions=CONDITIONS,
    study=STUDY,
    complete=True,
)
