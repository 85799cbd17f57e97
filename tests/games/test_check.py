"""Every game that is installed keeps its contract: the checks of `tablee check`, each asked of each game."""

from __future__ import annotations

import pytest

from heard import subject
from tablee.check import CHECKS, Check
from tablee.kernel.game import games


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.id)
@pytest.mark.parametrize("id", games())
def test_a_game_keeps_its_contract(id: str, check: Check) -> None:
    assert [str(fault) for fault in check.of(subject(id))] == []


def test_fights_that_are_looked_at_are_fought() -> None:
    """None of the checks is asked of nothing."""
    for id in games():
        assert len(subject(id).heard) > 200 and len(subject(id).moments) > 20, id
