"""docs/choices.md: where the books leave something to a person, he is asked or says it with the action."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tablee.kernel.action import tag
from tablee.kernel.game import Game, games

PAGE = Path(__file__).parents[2] / "docs" / "choices.md"
SOURCES = Path(__file__).parents[2] / "src" / "tablee" / "games"
GAMES = {
    "Fluid": "fluid",
    "Les Fragments": "fragments",
    "Vieux Monde": "vieux_monde",
    "Yin-Yang": "yin_yang",
    "Terre Natale": "terre_natale",
}
LEAST = 20  # rows of a game


class Row(NamedTuple):
    game: str
    lines: tuple[int, ...]
    rules: tuple[str, ...]
    what: str
    where: tuple[str, ...]


def rows() -> list[Row]:
    found, game = [], ""
    for line in PAGE.read_text("utf-8").splitlines():
        if line.startswith("## "):
            game = GAMES[line[3:]]
        if line.startswith("| ") and line[2].isdigit():
            lines, rules, what, where = (cell.strip() for cell in line.strip("|").split("|"))
            numbers = tuple(int(n) for n in lines.split(", "))
            found.append(Row(game, numbers, tuple(rules.split(", ")), what, tuple(re.findall("`([^`]+)`", where))))
    return found


ROWS = rows()


@cache
def said(game: str) -> str:
    """All the code of a game's rules, where the keys of its questions stand."""
    return "".join(path.read_text("utf-8") for path in sorted((SOURCES / game / "book").rglob("*.py")))


def missing(game: Game, where: str) -> str:
    """What this place names that is not there."""
    kind, _, name = where.partition(" ")
    actions: dict[str, Any] = {tag(action): action for action in game.actions}
    named, _, parameter = name.partition(".")
    if kind in ("action", "meneur"):
        action = actions.get(named)
        if action is None or (kind == "meneur") != bool(action.master):
            return where
        return "" if not parameter or parameter in action.__struct_fields__ else where
    if kind == "question":
        return "" if name in game.words.question and f'"{name}"' in said(game.id) else where
    if kind == "création":
        creation = game.creation
        return "" if creation and name in {field.name for s in creation.steps for field in s.fields} else where
    if kind == "option":
        return "" if name in {switch.id for switch in game.switches} else where
    return "" if where == "texte" else where


@pytest.mark.parametrize("game", GAMES.values())
def test_every_place_named_is_there(game: str) -> None:
    played, mine = games()[game], [row for row in ROWS if row.game == game]
    assert len(mine) >= LEAST
    assert [id for row in mine for id in row.rules if id not in played.ledger.rules] == []
    assert [wrong for row in mine for where in row.where if (wrong := missing(played, where))] == []
    assert all(row.where and row.lines for row in mine)
    assert [row for row in mine if (row.what == "–") != (row.where == ("texte",)) and "texte" not in row.where] == []


@pytest.mark.parametrize("game", GAMES.values())
def test_a_place_that_is_not_there_is_found_out(game: str) -> None:
    played = games()[game]
    first = tag(next(action for action in played.actions if not action.master))
    for wrong in (
        "action rien",
        f"action {first}.rien",
        f"meneur {first}",
        "question x.rien",
        "création rien",
        "option x",
        "",
    ):
        assert missing(played, wrong) == wrong


def test_the_lines_of_a_rule_are_where_the_ledger_has_it() -> None:
    """A line that is named lies within what the ledger says of one of its rules, unless it is in an example."""
    away = []
    for row in ROWS:
        rules = games()[row.game].ledger.rules
        spans = [rules[id].lines for id in row.rules]
        low, high = min(s[0] for s in spans if s), max(s[-1] for s in spans if s)
        away += [(row.game, n, row.rules) for n in row.lines if not low - 60 <= n <= high + 60]
    assert away == []
