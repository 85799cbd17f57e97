"""From the id of a rule to the code that states it."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

from tablee.kernel.written import written


def test_where_a_rule_is_stated_comes_first_and_a_longer_id_is_another_rule() -> None:
    root = Path(str(files("tablee.games.fluid")))
    places = written("tablee.games.fluid", "FLU-4.2")
    lines = [(root / name).read_text("utf-8").splitlines()[int(n) - 1] for name, _, n in map(apart, places)]
    assert "@rule(" in lines[0]
    assert all(re.search(r"FLU-4\.2(?!\d)", line) for line in lines)


def apart(place: str) -> tuple[str, str, str]:
    return place.partition(":")
