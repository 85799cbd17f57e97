"""What of a catalogue can be fought out: each entry in the hands of the same fighter."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec


class Contest(msgspec.Struct, frozen=True):
    """Entries of one kind, and who fights with each: plain data of a person, as a scene writes him, without a side."""

    entries: Mapping[str, str]  # by id, what players call it
    fighter: Callable[[str], dict[str, Any]]
