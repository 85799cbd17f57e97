"""The document for authors of games: each of its steps runs, and its tables name what there is."""

from __future__ import annotations

import dataclasses
import doctest
import re
import sys
from pathlib import Path
from types import FunctionType
from typing import Any

import msgspec
import pytest

from installing import Install
from tablee.check import CHECKS
from tablee.kernel.action import Action
from tablee.kernel.draft import Creation, Field
from tablee.kernel.game import Game
from tablee.kernel.scene import Scene
from tablee.kernel.sheet import Pool
from tablee.starting import make

ROOT = Path(__file__).parents[1]
DOCUMENT = ROOT / "docs" / "writing-a-game.md"
FILE = re.compile(r"```python\n# (\w+\.py)\n(.*?)```", re.S)
CONTRACT: dict[type, tuple[str, ...]] = {Scene: ("people", "encounter", "clock")}  # declared by every game


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, install: Install) -> dict[str, str]:
    """The games of the document, importable for a while: those written in it, a new one and the example."""
    written = dict(FILE.findall(DOCUMENT.read_text("utf-8")))
    for name, code in written.items():
        (tmp_path / name).write_text(code, "utf-8")
    new = make("mon_duel", tmp_path)
    for folder in (tmp_path, new / "src", ROOT / "examples" / "brisants" / "src"):
        monkeypatch.syspath_prepend(folder)
    before = set(sys.modules)
    from brisants import game as brisants
    from mon_duel import game as mon_duel

    install(brisants, mon_duel, alone=False)
    yield written
    for name in set(sys.modules) - before:
        if name.split(".")[0] in ("bagarre", "brisants", "mon_duel"):
            del sys.modules[name]


def test_every_step_of_the_document_runs_as_printed(games: dict[str, str]) -> None:
    assert len([line for line in games["bagarre.py"].splitlines() if line.strip()]) < 40
    results = doctest.testfile(str(DOCUMENT), module_relative=False, encoding="utf-8")
    assert results.attempted >= 40
    assert results.failed == 0


def members(kind: type) -> set[str]:
    """All that a class has for its users."""
    fields = dataclasses.fields(kind) if dataclasses.is_dataclass(kind) else msgspec.structs.fields(kind)
    named = {*(field.name for field in fields), *vars(kind), *getattr(kind, "__annotations__", {})}
    return {name for name in named if not name.startswith("_")} | {*CONTRACT.get(kind, ())}


def table(text: str, title: str) -> list[str]:
    """The first column of the table below a title."""
    below = re.split(r"^#+ ", text.partition(f"# {title}\n")[2], maxsplit=1, flags=re.M)[0]
    return re.findall(r"^\| `(\w+)` \|", below, re.M)


@pytest.mark.parametrize("kind", [Game, Scene, Action, Creation, Field, Pool])
def test_the_tables_name_exactly_the_members(kind: Any) -> None:
    listed = table(DOCUMENT.read_text("utf-8"), f"`{kind.__name__}`")
    assert sorted(listed) == sorted(members(kind))


@pytest.mark.parametrize("kind", [Game, Scene, Action, Creation, Field, Pool])
def test_what_a_game_gives_is_told_by_help(kind: Any) -> None:
    """The kernel's own methods have a line each; whatever a game declares is named in the text of its class."""
    given = {field.name for field in dataclasses.fields(kind)} if dataclasses.is_dataclass(kind) else set()
    for name in members(kind):
        own = vars(kind).get(name)
        method = isinstance(own, property | FunctionType) and name not in given
        assert f"`{name}" in str(kind.__doc__) or (method and own.__doc__), name


def test_the_checks_are_listed() -> None:
    text = DOCUMENT.read_text("utf-8")
    assert table(text, "What is checked") == [check.id for check in CHECKS]
    assert all(check.en in text for check in CHECKS)
