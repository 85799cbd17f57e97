"""What the command refuses to do, as a sentence."""

from __future__ import annotations

from tablee.kernel.oracle import Closed

from .texts import say


class Refused(Exception):
    """Bad input: one sentence (or one for each problem), an exit status, nothing done."""

    def __init__(self, *sentences: str, status: int = 2) -> None:
        super().__init__(*sentences)
        self.sentences, self.status = sentences, status


def refuse(key: str, /, **facts: object) -> Refused:
    return Refused(say(key, **facts))


class ClosedNow(Exception):
    """An action that is not open on this scene."""

    def __init__(self, why: Closed) -> None:
        super().__init__(str(why))
        self.why = why
