"""What the tests of Fluid share: scenes in a line, actions played with scripted dice, the rows of the ledger."""

import tomllib
from fractions import Fraction
from importlib.resources import files

from tablee.games.fluid.desk.read import read_scene
from tablee.testing import exact, play, told

__all__ = ["dit", "exact", "jouer", "rows", "scene"]

CHAPTERS = sorted(files("tablee.games.fluid").joinpath("content/ledger").iterdir(), key=lambda file: file.name)
LEDGER = {r["id"]: r for file in CHAPTERS for r in tomllib.loads(file.read_text("utf-8")).get("rule", ())}


def rows(id):
    """The table of a rule, as the ledger has it."""
    return LEDGER[id]["rows"]


def scene(*options, **qui):
    """scene("viser", jok={"AGI": 4}): each one's sheet, or the whole character under `fiche` and other keys."""
    return read_scene({"personnages": {who: p if "fiche" in p else {"fiche": p} for who, p in qui.items()}}, options)


def jouer(scene, action, *dice, reponses=()):
    """`tablee.testing.play`, with answers by their French name."""
    return play(scene, action, *dice, answers=reponses)


def dit(oracle, what="test"):
    """The last event of a kind."""
    return told(oracle, what)


def proches(trouve, attendu, tolerance=Fraction(1, 10**9)):
    """Two exact distributions, equal but for what was cut."""
    ecarts = {v: trouve.get(v, 0) - attendu.get(v, 0) for v in {*trouve, *attendu}}
    assert {v: float(e) for v, e in ecarts.items() if abs(e) > tolerance} == {}
