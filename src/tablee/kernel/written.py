"""Where a rule is written: the lines of its game's package that name it, those that state it first."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from pathlib import Path

LEDGER = "content/ledger"


def written(package: str, id: str) -> tuple[str, ...]:
    """« book/c4_combat/tour.py:48 »: first where it stands on `@rule`, then where a sum or a reason names it, then
    where it is data."""
    wanted = re.compile(rf"\b{re.escape(id)}(?![.\d]*\d)")
    found = [
        (_stands(name, line), f"{name}:{number}")
        for name, text in _sources(package)
        if id in text
        for number, line in enumerate(text.splitlines(), 1)
        if wanted.search(line)
    ]
    return tuple([place for _, place in sorted(found, key=lambda each: each[0])])


def _stands(name: str, line: str) -> int:
    return 2 if not name.endswith(".py") else 0 if line.lstrip().startswith("@") else 1


@cache
def _sources(package: str) -> tuple[tuple[str, str], ...]:
    """The code and the data of a game, by their names in its package; not its ledger, which names every rule."""
    root = Path(str(files(package)))
    names = sorted(path.relative_to(root).as_posix() for kind in ("*.py", "*.toml") for path in root.rglob(kind))
    return tuple([(name, (root / name).read_text("utf-8")) for name in names if not name.startswith(LEDGER)])
