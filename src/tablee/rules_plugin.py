"""`pytest --rules`: which rules of the books have a test, read from the collected tests themselves.

    pytest --rules                  # of every game that is installed
    pytest --rules=brisants tests   # of this one alone: what the author of a game asks

One line per game and one per chapter of its book, the rules that no test is marked with, and the marks that are in no
game's ledger. The exit status is 1 when a game that says it is complete misses a rule, or when a mark names none.

pytest finds it wherever Tablée is installed; no game is loaded before it is asked for.
"""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Iterable
from dataclasses import dataclass

import pytest

from .kernel import game as kernel_game
from .kernel.content import ContentError
from .kernel.game import Game, NoGame
from .kernel.sentence import plain


@dataclass(frozen=True)
class Coverage:
    lines: tuple[str, ...]
    holds: bool


def coverage(games: Iterable[Game], marked: Iterable[str], known: Collection[str]) -> Coverage:
    """What the marks of the tests cover of the games' ledgers; `known` are the rules of any game."""
    marked, lines, holds = set(marked), list[str](), True
    for game in games:
        wanted = [rule.id for rule in game.ledger.rules.values() if rule.needs_code]
        missing = [id for id in wanted if id not in marked]
        lines += [
            f"{game.id} {_held(wanted, missing)}",
            *_chapters(game.id, wanted, missing),
            *_wrapped("missing", missing),
        ]
        holds = holds and not (game.complete and missing)
    unknown = sorted(marked.difference(known))
    return Coverage((*lines, *_wrapped("in no ledger", unknown)), holds and not unknown)


def asked(id: str, marked: Iterable[str]) -> Coverage:
    """The same for one installed game, or for all of them if none is named; ContentError if there is no such game."""
    found, broken = list[Game](), list[str]()
    chosen = [kernel_game.game(id)] if id else []
    for each in kernel_game.installed().values():
        try:
            found.append(each.load())
        except NoGame as why:
            broken.append(plain("en").text(why.said))
    found.sort(key=lambda game: game.title)
    covered = coverage(chosen or found, marked, {rule for game in found for rule in game.ledger.rules})
    return covered if chosen else Coverage((*covered.lines, *broken), covered.holds and not broken)


def _held(wanted: list[str], missing: list[str]) -> str:
    return f"{len(wanted) - len(missing)}/{len(wanted)}"


def _chapters(game: str, wanted: list[str], missing: list[str]) -> list[str]:
    """A line for each chapter of the book, where its ids name chapters: « TN-4.35 » is of chapter 4."""

    def within(ids: list[str], chapter: str) -> list[str]:
        return [id for id in ids if _chapter(id) == chapter]

    chapters = filter(None, dict.fromkeys(map(_chapter, wanted)))
    return [f"{game} {each} {_held(within(wanted, each), within(missing, each))}" for each in chapters]


def _chapter(id: str) -> str:
    number = id.partition("-")[2]
    return number.partition(".")[0] if "." in number else ""


def _wrapped(label: str, ids: list[str]) -> list[str]:
    return (
        textwrap.wrap(f"  {label}: {' '.join(ids)}", 100, subsequent_indent="    ", break_on_hyphens=False)
        if ids
        else []
    )


FOUND = pytest.StashKey[Coverage]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rules",
        nargs="?",
        const="",
        metavar="GAME",
        help="say which rules of the books have a test, of all games or of one, and run none",
    )


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rule(*ids): the rules of the ledger this test would catch being wrong")
    if config.getoption("--rules") is not None:
        config.option.collectonly = True
        config.option.verbose = -2  # nothing but errors in collecting, and what is said below


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    wanted = config.getoption("--rules")
    if wanted is not None:
        marked = [id for item in items for mark in item.iter_markers("rule") for id in mark.args]
        try:
            config.stash[FOUND] = asked(wanted, marked)
        except ContentError as error:
            raise pytest.UsageError(f"--rules={wanted}: {plain('en').text(error.said)}") from None
        items.clear()  # so that they are not listed


def pytest_sessionfinish(session: pytest.Session) -> None:
    found = session.config.stash.get(FOUND, None)
    if found is not None and session.exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        session.exitstatus = pytest.ExitCode.OK if found.holds else pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if FOUND in config.stash:
        for line in config.stash[FOUND].lines:
            terminalreporter.write_line(line)
