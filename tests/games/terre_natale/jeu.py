"""What the tests of Terre Natale share: scenes in a line, actions played with scripted dice, the rows of the ledger."""

from tablee.games.terre_natale.model.scene import Scene
from tablee.kernel.content import convert
from tablee.kernel.ledger import ledger_of
from tablee.testing import exact, play, told

__all__ = ["dit", "exact", "jouer", "rows", "scene"]

LEDGER = ledger_of("tablee.games.terre_natale").rules


def rows(id):
    """The table of a rule, as the ledger has it."""
    return LEDGER[id].rows


def scene(*options, **qui):
    """scene("nuance", alys={"base": {"FOR": 14}}): each one's sheet, or all of him under `fiche` and other keys."""
    people = {}
    for who, given in qui.items():
        person = given if "fiche" in given else {"fiche": given}
        people[who] = {**person, "id": who, "fiche": {"nom": who.capitalize(), **person["fiche"]}}
    return convert({"personnages": people, "options": options}, Scene, "scène")


def jouer(scene, action, *dice, reponses=()):
    """`tablee.testing.play`, with answers by their French name."""
    return play(scene, action, *dice, answers=reponses)


def dit(oracle, what="test"):
    """The last event of a kind."""
    return told(oracle, what)
