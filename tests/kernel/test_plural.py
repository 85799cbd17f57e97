"""One thing is not several."""

from __future__ import annotations

import pytest

from tablee.kernel.plural import agreed
from tablee.kernel.sentence import Said, plain


@pytest.mark.parametrize(
    ("many", "n", "one"),
    [
        (" cases", 1, " case"),
        (" cases", 0, " case"),
        (" maîtrises secondaires", 1, " maîtrise secondaire"),
        (" cases", -1, " case"),
        (" cases", 2, " cases"),
        (" points temporaires, 3 sous", 1, " point temporaire, 3 sous"),
        (" niveaux de lésions", 1, " niveau de lésions"),
        (" mots-clés, pas", 1, " mot-clé, pas"),
        (" fois", 1, " fois"),
        (" requis", 1, " requis"),
        (" sous requis", 1, " sou requis"),
        (" points sans effets", 1, " point sans effets"),
        (", 3 cases", 1, ", 3 cases"),
    ],
)
def test_french(many: str, n: int, one: str) -> None:
    assert agreed(many, n, french=True) == one


@pytest.mark.parametrize(
    ("many", "n", "one"),
    [
        (" cells", 1, " cell"),
        (" cells", 0, " cells"),
        (" penalties left", 1, " penalty left"),
        (" boxes", 1, " box"),
        (" temporary points", 1, " temporary point"),
        (" is enough", 1, " is enough"),
        (" pieces’ worth", 1, " pieces’ worth"),
    ],
)
def test_english(many: str, n: int, one: str) -> None:
    assert agreed(many, n, french=False) == one


def test_in_a_pattern() -> None:
    assert plain("fr").text(Said("il reste {} points, {} cases", (1, 2))) == "il reste 1 point, 2 cases"
    assert plain("fr").text(Said("{} cases : {}", ("Untel 1", True))) == "Untel 1 cases : oui".replace(" :", "\u00a0:")
