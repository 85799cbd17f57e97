"""What is read, as one types it, so that a test can say what it expects; how texts are set has tests of its own."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from tablee.kernel.typography import as_typed


class Printed(NamedTuple):
    out: str
    err: str


def typed(text: str) -> str:
    return as_typed(text)


def typed_all(thing: Any) -> Any:
    """Every text of plain data."""
    if isinstance(thing, str):
        return typed(thing)
    if isinstance(thing, dict):
        return {typed(key): typed_all(each) for key, each in thing.items()}
    return [typed_all(each) for each in thing] if isinstance(thing, list | tuple) else thing


def printed(capsys: pytest.CaptureFixture[str]) -> Printed:
    """What a command has printed since this was last asked."""
    return Printed(*map(typed, capsys.readouterr()))
