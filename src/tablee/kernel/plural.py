"""One thing is not several: phrases are written for many (« {n} cases libres »), and what follows a figure that is one
is said so (« 1 case libre »). French counts none and one and a half as one, English does not.

    agreed(" cases libres, 3 points", 1, french=True)     # « case libre, 3 points »

Only words that follow the figure at once are touched, as far as they end like a plural. A verb that would have to agree
too has a phrase of its own (`when."secondes=1"` of an event).
"""

from __future__ import annotations

import re
from functools import lru_cache

MORE = "(?: (?:temporary|permanent|simple|more|other|major|minor|raw|extra|free|common|half-))?"  # before English nouns
ENDING = re.compile(rf"{MORE}(?:[ \N{{NO-BREAK SPACE}}-][^\W\d_]+[sx]\b(?!['’]))+")
WORD = re.compile(r"[^\W\d_]+")
NOT_MANY = """
acquis aux bas bois bonus bras choix compris corps cours croix dans des dès dos fois gris gros hors ils les lors
malus mais mauvais mépris mis mois pas permis plus pris procès progrès propos prix puis rebours requis sans
soumis succès tapis temps très trois vers voix vous nous relais sens poids dix six deux across always as besides
box cross does has is its less minus once pass perhaps plus press this thus towards us was yes
"""
ALIKE = frozenset(NOT_MANY.split())  # in s or x, and no plural, or the same for one and for many


def single(n: float, french: bool) -> bool:
    """Whether what is counted is said as one."""
    return abs(n) < 2 if french else abs(n) == 1


def agreed(text: str, n: float, french: bool) -> str:
    """What follows a figure, as it is said of so many."""
    return _singular(text, french) if single(n, french) else text


@lru_cache(maxsize=2000)
def _singular(text: str, french: bool) -> str:
    found = ENDING.match(text)
    if found is None:
        return text
    out, at = [], 0
    for word in WORD.finditer(found[0]):
        if word[0][-1] not in "sx":
            continue
        if word[0].lower() in ALIKE:
            break  # « 1 point sans effets »
        out += [found[0][at : word.start()], _one(word[0], french)]
        at = word.end()
    return "".join(out) + text[at:]


def _one(word: str, french: bool) -> str:
    """« niveau » of « niveaux », « case » of « cases », « penalty » of « penalties »."""
    if word[-1] == "x":
        return word[:-1] if french and word.endswith(("eaux", "eux")) else word
    if french:
        return word[:-1]
    if word.endswith("ies") and len(word) > 4:
        return f"{word[:-3]}y"
    if word.endswith(("sses", "shes", "ches", "xes")):
        return word[:-2]
    return word if word.endswith("ss") else word[:-1]
