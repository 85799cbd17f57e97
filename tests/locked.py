"""What requirements/ says is installed: exact versions, each with the hashes of its files."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
LOCKS = ("play", "dev", "node", "docs")
HASH = re.compile(r" --hash=sha256:[0-9a-f]{64}(?= |$)")


class Pin(NamedTuple):
    version: str
    hashes: int
    here: bool  # whether this Python on this machine has it


def lock(name: str) -> dict[str, Pin]:
    """The lines of one file by the names of packages; whatever is not a version with hashes is refused."""
    text = (ROOT / "requirements" / f"{name}.txt").read_text("utf-8").replace("\\\n", "")
    lines = [re.sub(" +", " ", line).rstrip() for line in text.splitlines() if not line.lstrip().startswith("#")]
    pins = dict(map(_pin, lines))
    assert len(pins) == len(lines), f"{name}.txt has two versions of one package"
    return pins


def _pin(line: str) -> tuple[str, Pin]:
    said = Requirement(HASH.sub("", line))
    (version,) = said.specifier
    assert version.operator == "==", f"{said} is no exact version"
    return canonicalize_name(said.name), Pin(
        version.version, len(HASH.findall(line)), said.marker is None or said.marker.evaluate()
    )
