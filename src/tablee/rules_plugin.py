"""`pytest --rules`: which rules of the books have a test, read from the collected tests themselves.

One line per installed game and one per chapter of its book, the rules that no test is marked with, and the marks that
name no rule. The exit status is 1 when a game that says it is complete misses a rule, or when a mark names none.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import pytest

import tablee.kernel.game
from tablee.kernel.game import Game


@dataclass(frozen=True)
class Coverage:
    lines: tuple[str, ...]
    holds: bool


def coverage(games: Mapping[str, Game], marked: Iterable[str]) -> Coverage:
    """What the marks of the tests cover of the games' ledgers."""
    marked, lines, holds = set(marked), [], True
    for game in games.values():
        wanted = [rule.id for rule in game.ledger.rules.values() if rule.needs_code]
        missing = [id for id in wanted if id not in marked]
        lines += [
            f"{game.id} {_held(wanted, missing)}",
            *_chapters(game.id, wanted, missing),
            *_wrapped("missing", missing),
        ]
        holds = holds and not (game.complete and missing)
    unknown = sorted(marked.difference(*(game.ledger.rules for game in games.values())))
    return Coverage((*lines, *_wrapped("in no ledger", unknown)), holds and not unknown)


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
    parser.addoption("--rules", action="store_true", help="say which rules of the books have a test, and run none")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--rules"):
        config.option.collectonly = True
        config.option.verbose = -2  # nothing but errors in collecting, and what is said below


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--rules"):
        marked = (id for item in items for mark in item.iter_markers("rule") for id in mark.args)
        config.stash[FOUND] = coverage(tablee.kernel.game.games(), marked)
        items.clear()  # so that they are not listed


def pytest_sessionfinish(session: pytest.Session) -> None:
    found = session.config.stash.get(FOUND, None)
    if found is not None and session.exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        session.exitstatus = pytest.ExitCode.OK if found.holds else pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if FOUND in config.stash:
        for line in config.stash[FOUND].lines:
            terminalreporter.write_line(line)
