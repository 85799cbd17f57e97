"""What the command refuses to do, as a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tablee.kernel.content import ContentError
from tablee.kernel.game import Game
from tablee.kernel.live import ScriptError
from tablee.kernel.oracle import Closed

from .sentences import told
from .terminal import complain
from .texts import say


class Refused(Exception):
    """Bad input: one sentence (or one for each problem), an exit status, nothing done."""

    def __init__(self, *sentences: str, status: int = 2) -> None:
        super().__init__(*sentences)
        self.sentences, self.status = sentences, status


def refuse(key: str, /, **facts: object) -> Refused:
    return Refused(say(key, **facts))


def complain_of(error: ContentError | ScriptError) -> None:
    """What the kernel says is wrong, in the present language."""
    complain(told(error.said))


@contextmanager
def judged_by(game: Game) -> Iterator[None]:
    """Refused with the sentence of a game that does not accept what is written."""
    try:
        yield
    except ContentError as error:
        raise Refused(told(error.said, game)) from None


class ClosedNow(Exception):
    """An action that is not open on this scene."""

    def __init__(self, why: Closed) -> None:
        super().__init__(str(why))
        self.why = why
