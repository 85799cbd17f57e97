"""`pytest --rules`: which rules of the books have a test, read from the collected tests themselves.

One line per installed game, the rules that no test is marked with, and the marks that name no rule. The exit status is
1 when a game that says it is complete misses a rule, or when a mark names none.
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
        lines += [f"{game.id} {len(wanted) - len(missing)}/{len(wanted)}", *_wrapped("missing", missing)]
        holds = holds and not (game.complete and missing)
    unknown = sorted(marked.difference(*(game.ledger.rules for game in games.values())))
    return Coverage((*lines, *_wrapped("in no ledger", unknown)), holds and not unknown)


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
