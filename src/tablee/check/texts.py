"""What the checks say to the author of a game, read from `texts.toml`."""

from __future__ import annotations

import msgspec

from tablee.kernel.content import read


class Text(msgspec.Struct, frozen=True):
    """What is wrong, and how it is mended."""

    what: str
    mend: str


TEXTS = read(__package__, "texts.toml", dict[str, dict[str, Text]])
