"""Making ready for worker threads.

msgspec works out the fields of a struct when it first decodes one, and puts the half-done work where other threads find
it: two threads that decode the same struct for the first time at once can crash the process. So all of it is worked out
before there is a second thread.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import msgspec

from tablee.kernel.game import games
from tablee.table.state import decoder

Kind = type[msgspec.Struct]


def prepare() -> None:
    """Have msgspec know every struct there is, the games' own included."""
    for game in games().values():
        decoder(game.scene)
    for kind in below(msgspec.Struct):
        with suppress(TypeError, NameError):  # structs that are never decoded may hold anything
            msgspec.json.Decoder(kind)


def below(kind: Kind) -> Iterator[Kind]:
    for each in kind.__subclasses__():
        yield each
        yield from below(each)
