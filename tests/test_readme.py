"""The README's session at the prompt is real."""

from __future__ import annotations

import doctest
from pathlib import Path

import tablee.kernel.dice

README = Path(__file__).parents[1] / "README.md"


def test_the_session_in_the_readme_runs_as_printed() -> None:
    results = doctest.testfile(str(README), module_relative=False, encoding="utf-8")
    assert results.attempted >= 8
    assert results.failed == 0


def test_the_examples_in_the_dice_notation_run_as_printed() -> None:
    results = doctest.testmod(tablee.kernel.dice)
    assert results.attempted >= 3
    assert results.failed == 0
