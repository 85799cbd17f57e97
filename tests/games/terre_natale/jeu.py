"""What the tests of Terre Natale share: scenes in a line, actions played with scripted dice, the rows of the ledger."""

from tablee.games.terre_natale.model.scene import Scene
from tablee.kernel.content import convert
from tablee.kernel.ledger import ledger_of
from tablee.kernel.live import Scripted

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
    """Resolve an action that must be open, with these faces and answers and no others: the scene after, the oracle."""
    assert action.closed(scene) is None, str(action.closed(scene))
    oracle = Scripted(dice, reponses)
    apres = action.resolve(scene, oracle)
    assert oracle.left_over() is None
    return apres, oracle


def dit(oracle, what="test"):
    """The last event of a kind."""
    return next(e for e in reversed(oracle.events) if e.what == what)


def exact(distribution):
    """The odds as exact fractions."""
    return {value: distribution.p(value, exact=True) for value in distribution.ways}
