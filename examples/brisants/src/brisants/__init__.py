"""Brisants: seafarers among reefs. Two dice, three attributes, a parry, two songs, and the swell."""

from __future__ import annotations

from tablee.kernel.game import Game, demos_of
from tablee.kernel.ledger import ledger_of
from tablee.kernel.words import words_of

from .book import CHAPTERS, SWITCHES
from .book.ponts import ground, reach
from .desk import CAST, TACTICS, gather, look, order, read_scene
from .making import CREATION
from .model import NAMES, Scene
from .sheet import sheet

game = Game(
    id="brisants",
    title="Brisants",
    credit="Tablée, licence MIT",
    version="1",
    ledger=ledger_of("brisants"),
    words=words_of("brisants").naming(NAMES),
    switches=SWITCHES,
    scene=Scene,
    read_scene=read_scene,
    chapters=CHAPTERS,
    sheet=sheet,
    look=look,
    creation=CREATION,
    tactics=TACTICS,
    demos=demos_of("brisants"),
    order=order,
    gather=gather,
    cast=CAST,
    ground=ground,
    reach=reach,
    complete=True,
)
