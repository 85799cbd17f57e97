"""Names that look alike: nobody sits down as « ＭＪ » or « МJ » beside « MJ ».

What a name looks like is its letters without accents, capitals, and what is not seen. Letters of another alphabet are
taken for the Latin ones they are drawn like, and so are the figures 0 and 1; I and l are the same stroke.
"""

from __future__ import annotations

import re
import unicodedata

from tablee.kernel.ledger import plain

CYRILLIC = "АВЕЅІЈКМНОРСТУХҮԌԚԜавеѕіјкмнорстухүһԁԛԝѵӏь", "ABESIJKMHOPCTYXYGQWabesijkmhopctyxyhdqwvlb"
GREEK = "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹαβγεηικνορςτυχωϲϳ", "ABEZHIKMNOPTYXCabyenikvopctuxwcj"
DRAWN_ALIKE = str.maketrans(CYRILLIC[0] + GREEK[0] + "ɑɡıꞁ", CYRILLIC[1] + GREEK[1] + "agil")
STROKES = str.maketrans("i1|¡!0", "lllllo")
UNSEEN = re.compile("[\u115f\u1160\u2800\u3164\uffa0]")  # blanks that count as letters or signs
LETTER = re.compile(r"LATIN (?:CAPITAL |SMALL )?LETTER (?:SMALL CAPITAL )?([A-Z])\b")  # how Unicode calls its forms


def looks(name: str) -> str:
    """The same for names that can be taken for each other; nothing for one that cannot be seen."""
    drawn = unicodedata.normalize("NFKD", UNSEEN.sub("", name)).translate(DRAWN_ALIKE)
    seen = "".join(_letter(c) for c in drawn if unicodedata.category(c) not in ("Cf", "Mn", "Me"))
    return " ".join(plain(seen).translate(STROKES).split())


def _letter(c: str) -> str:
    """A small capital, a letter in a box or with a stroke through it as the letter it is."""
    found = None if c.isascii() else LETTER.search(unicodedata.name(c, ""))
    return found[1] if found else c
