"""Whatever is typed, and whatever a file holds: sentences, never a trace."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tablee.cli import main
from tablee.kernel.game import Game

from .conftest import DEMO

COMMANDS = [*"euxrdaAjso+?c", "1", "2", "3", "e 1", "o 1", "o 1 tours", "u 2", "d bor", "j alys", "s bor", ""]
WORDS = st.sampled_from(
    [
        *COMMANDS,
        "target=alys",
        "6 5 20",
        "1 2",
        "20",
        "fougue",
        "relancer",
        "-1",
        "9" * 30,
        "9" * 5000,
        "u " + "9" * 40,
        "e " + "9" * 5000,
    ]
)
LINES = st.lists(WORDS | st.text(st.characters(codec="utf-8"), max_size=8), max_size=25)
SHARED = settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], max_examples=25)
CREATION = st.lists(
    st.sampled_from(["Alys", "2 4", "1", "oui", "<", "f", "e 1 ok", "-", "", "2", "s", "a=1"]), max_size=25
)


def answered(args: list[str], lines: list[str]) -> int:
    """The status of a command that reads these lines."""
    before, sys.stdin = sys.stdin, io.StringIO("".join(f"{line}\n" for line in lines))
    try:
        return main(args)
    finally:
        sys.stdin = before


@SHARED
@given(LINES, st.integers(0, 5))
def test_any_lines_at_the_table(game: Game, lines: list[str], seed: int) -> None:
    assert answered(["play", "--seed", str(seed)], lines) == 0


@SHARED
@given(CREATION)
def test_any_lines_while_creating(game: Game, lines: list[str]) -> None:
    assert answered(["new", "toy"], lines) in (0, 2)


@pytest.fixture
def file(tmp_path: Path) -> Callable[[bytes], str]:
    def written(data: bytes) -> str:
        (tmp_path / "any").write_bytes(data)
        return str(tmp_path / "any")

    return written


@SHARED
@given(
    st.binary(max_size=80) | st.text(max_size=80).map(str.encode), st.sampled_from(["run", "sheet", "fight", "play"])
)
def test_any_file(game: Game, file: Callable[[bytes], str], data: bytes, command: str) -> None:
    assert answered([command, file(data)], []) == 2


@SHARED
@given(st.integers(0, len(DEMO)), st.sampled_from(["", "3", "[", "]", "{}", '"', "= 1", "x"]), st.integers(0, 9))
def test_a_damaged_scene(game: Game, file: Callable[[bytes], str], at: int, put: str, cut: int) -> None:
    damaged = DEMO[:at] + put + DEMO[at + cut :]
    assert answered(["run", file(damaged.encode())], []) in (0, 2)


@SHARED
@given(st.lists(st.text(st.characters(codec="utf-8"), max_size=8), max_size=5))
def test_any_words_on_the_command_line(game: Game, words: list[str]) -> None:
    for command in (["rules", "toy"], ["odds", "toy", "attaquer"], ["do", "toy", "attaquer"], []):
        assert answered([*command, *words], []) in (0, 2)
