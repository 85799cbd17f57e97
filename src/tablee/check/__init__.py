"""`tablee check GAME`: whether a game keeps its contract. The same checks are asked of our own games by the tests.

    from tablee.check import examine
    from tablee.kernel.game import game

    for check, faults in examine(game("brisants")):
        print(check.id, *faults, sep="\n  ")

A check is a function that gives each thing it finds wrong with a game as a `Fault`: what is wrong, where it is written
(file and line, where that can be said), and how it is mended. One that breaks is itself such a fault and stops no
other; one that takes too long is stopped and named.
"""

from __future__ import annotations

from collections.abc import Iterator

from tablee.kernel.game import Game

from . import acting, book, english, making, maps, secrets, sheets, speaking, staging, telling
from .fault import Check, Fault
from .limits import TooLong, limited
from .subject import ANYBODYS, Subject

__all__ = ["CHECKS", "Check", "Fault", "Subject", "examine", "found_by"]

CHECKS: tuple[Check, ...] = (
    staging.contract,
    staging.empty,
    staging.asked,
    staging.files_back,
    staging.undo,
    staging.named,
    staging.switches,
    acting.offered,
    acting.typed,
    acting.tactics,
    acting.chances,
    making.steps,
    making.drafts,
    making.guide,
    making.cast,
    sheets.sheets,
    sheets.same_sheets,
    sheets.rolls,
    book.rules,
    book.ledger,
    book.about,
    book.theme,
    speaking.labels,
    speaking.phrases,
    speaking.reasons,
    speaking.files,
    speaking.intents,
    telling.kinds,
    telling.sums,
    english.english,
    english.fights,
    maps.ground,
    secrets.secrets,
)

SECONDS = 120.0  # for one check


def examine(game: Game, n: int = 4, seconds: float = SECONDS) -> Iterator[tuple[Check, list[Fault]]]:
    """Every check in turn, with what it found; `n`: how many fights of each ready scene are looked at."""
    subject = Subject(game, n)
    for check in CHECKS:
        yield check, found_by(check, subject, seconds)


def found_by(check: Check, subject: Subject, seconds: float = SECONDS) -> list[Fault]:
    """All that one check finds wrong, each once; what it found before it broke or was stopped counts."""
    found = dict[Fault, None]()
    try:
        with limited(seconds):
            for each in check.of(subject):
                found[each] = None
    except (*ANYBODYS, TooLong) as error:
        found[subject.raised(error, check.title("en"))] = None
    return list(found)
