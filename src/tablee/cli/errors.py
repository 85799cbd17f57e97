"""What the command refuses to do, as a sentence."""

from __future__ import annotations

from tablee.kernel.oracle import Closed

from .sentences import from_kernel
from .terminal import complain
from .texts import lang, say


class Refused(Exception):
    """Bad input: one sentence (or one for each problem), an exit status, nothing done."""

    def __init__(self, *sentences: str, status: int = 2) -> None:
        super().__init__(*sentences)
        self.sentences, self.status = sentences, status


def refuse(key: str, /, **facts: object) -> Refused:
    return Refused(say(key, **facts))


def complain_of(error: Exception) -> None:
    """What the kernel says is wrong, in the present language."""
    complain(from_kernel(str(error), lang()))


class ClosedNow(Exception):
    """An action that is not open on this scene."""

    def __init__(self, why: Closed) -> None:
        super().__init__(str(why))
        self.why = why
