"""What the tests of magic share: a mage, people to cast spells upon, and a spell without any Désavantage."""

from tablee.games.fluid.book.c5_magie.incantation import Incanter
from tablee.games.fluid.model.people import Sort

from .jeu import dit, scene

VIF = {"nom": "Souffle", "complexite": 0, "portee": 0, "aire": 0}  # no Désavantage at all
TRAIT = {"nom": "Machine de guerre", "valeur": 5}


def mage(**p):
    """5 everywhere, Magie too (RES 10), but for what is said."""
    fiche = {"MAG": 5, **p.pop("fiche", {})}
    return {"fiche": fiche, "camp": "rouge", **p}


def seul(*options, **p):
    """A mage alone."""
    return scene(*options, alys=mage(**p))


def face_a(*autres, options=(), **p):
    """A mage and others of another camp, all at the same place: face_a({"x": 30}) puts Bor 30 m away."""
    noms = ("bor", "cyd", "dan", "eve", "fil")
    gens = {nom: {"fiche": {}, "camp": "bleu", **q} for nom, q in zip(noms, autres, strict=False)}
    return scene(*options, alys=mage(**p), **gens)


def souffle(**e):
    """A spell made up on the spot, by Alys."""
    return Incanter("alys", **{**VIF, **e})


def ecrit(**s):
    """A spell of hers that is written down."""
    return Sort("souffle", "Souffle ancien", **s)


def pesent(oracle):
    """What weighed on the casting test, by name."""
    return {nom: n for nom, n, _ in dit(oracle)["avantages"]}


def somme(event):
    return {nom: n for nom, n, _ in event.terms}
