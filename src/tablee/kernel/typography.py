"""How what is read is set. Texts are written as one types them, here and in the games, and are ids and keys as they
stand; whoever says one to a reader sets it: « l’Agilité », « −2 », no line that begins with a colon.

    typeset("l'Agilité : -2")       # « l’Agilité : −2 », with a no-break space
    as_figure(-2), as_figure(2, "+d") # « −2 », « +2 »
"""

from __future__ import annotations

import re
from functools import lru_cache

SPACE = "\N{NO-BREAK SPACE}"  # the narrow one is in few fonts: see docs/page.md
MINUS = "\N{MINUS SIGN}"
APOSTROPHE = "\N{RIGHT SINGLE QUOTATION MARK}"

TYPED = str.maketrans({APOSTROPHE: "'", MINUS: "-", SPACE: " ", "\N{NARROW NO-BREAK SPACE}": " "})

HELD = re.compile(r" (?=[:;!?»%])|(?<=«) ")  # where French has a space and no line may break
# « l'un », « {}'s », « others' »
ELIDED = re.compile(r"(?<=[^\W\d_])'(?=[\w{«\"])|(?<=[}»\"])'(?=\w)|(?<=[^\W\d_]s)'(?= )")
# « -2 », « 1d6-1 »; not what is inside an id or a range
NEGATIVE = re.compile(r"(?<![\w.)\]}-])-(?=[\d{])|(?<=\dd\d)-(?=\d)|(?<=\dd\d\d)-(?=\d)", re.IGNORECASE)


@lru_cache(maxsize=20_000)
def typeset(text: str) -> str:
    """A text as a reader sees it; what is set already stays as it is."""
    return NEGATIVE.sub(MINUS, ELIDED.sub(APOSTROPHE, HELD.sub(SPACE, text)))


def as_typed(text: str) -> str:
    """A text as one would type it, however it is set."""
    return text.translate(TYPED)


def as_figure(value: float | None, form: str = "") -> str:
    """A number as a reader sees it."""
    return format(value, form).replace("-", MINUS)
