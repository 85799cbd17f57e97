"""Worker threads, and making ready for them.

msgspec works out the fields of a struct when it first decodes one, and puts the half-done work where other threads find
it: two threads that decode the same struct for the first time at once can crash the process. So all of it is worked out
before there is a second thread; what a game brings, before any thread gets the game.
"""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import ParamSpec, TypeVar

import msgspec

from tablee.kernel.content import ContentError
from tablee.kernel.game import Game, game, on_load
from tablee.kernel.scenario import demo
from tablee.table.state import Desk, Member, PlayOf, StateOf, decoder
from tablee.table.visibility import Eyes

Kind = type[msgspec.Struct]
P = ParamSpec("P")
T = TypeVar("T")


async def in_thread(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What takes a while, beside what else is under way."""
    return await asyncio.get_running_loop().run_in_executor(None, lambda: work(*args, **kwargs))


def prepare() -> None:
    """Have msgspec know every struct there is, and those of each game when it is loaded."""
    learn()
    on_load(learn_game)


def load(ids: Iterable[str]) -> None:
    """Games that will be asked for, so that nobody waits for them. One that cannot be had is told now, in the log."""
    for id in ids:
        try:
            rehearse(game(id))
        except ContentError as fault:
            logging.getLogger("tablee").error("%s", fault, exc_info=fault.__cause__)
        except Exception:  # whoever plays it will be told what is wrong
            logging.getLogger("tablee").exception("a ready scene of %s cannot be looked at", id)


def rehearse(played: Game) -> None:
    """Look at a ready scene as its game master would: a game works much out when it is first looked at, a tenth of a
    second for some, and all tables would wait for it."""
    if played.demos:
        state = StateOf(PlayOf(demo(played.id)), Desk("", ""))
        eyes = Eyes(played, state, Member("", "", "gm"))
        eyes.table()
        eyes.sheets()
        for who in eyes.people:
            eyes.legal(who)


def learn_game(played: Game) -> None:
    decoder(played.scene)
    learn()
    gc.freeze()  # it stays for good: looking through it for what could be thrown away held everybody up for 0.1 s


def learn() -> None:
    for kind in below(msgspec.Struct):
        with suppress(TypeError, NameError):  # structs that are never decoded may hold anything
            msgspec.json.Decoder(kind)


def below(kind: Kind) -> Iterator[Kind]:
    for each in kind.__subclasses__():
        yield each
        yield from below(each)
