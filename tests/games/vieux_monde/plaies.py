"""What the tests of chapter 5 share: people who can be hurt, and scenes with a fight under way."""

from msgspec.structs import replace

from tablee.games.vieux_monde.desk.read import lire_scene
from tablee.games.vieux_monde.model.combats import Combat, Engagement

EPEE = {"armes": ["epee"]}


def homme(camp="", equipement=None, x=0, y=0, **autres):
    """All 30s, so BE 3 and 12 PB; keys of the sheet are in capitals or under `fiche`."""
    fiche = dict(autres.pop("fiche", {}))
    fiche |= {k: autres.pop(k) for k in list(autres) if k.isupper()}
    return {"camp": camp, "x": x, "y": y, "equipement": equipement or {}, "fiche": fiche, **autres}


def lieu(**qui):
    """A scene outside fights."""
    return lire_scene({"personnages": qui})


def combat(engages=(), round=1, **qui):
    """A fight in which the first named plays; `engages`: pairs."""
    scene = lieu(**qui)
    rangs = tuple(qui)
    liens = tuple(Engagement(a, b, round) for a, b in engages)
    return replace(scene, encounter=Combat(round, rangs, rangs, dict.fromkeys(rangs, 10), liens))


def dits(oracle, what):
    """All events of a kind."""
    return [e for e in oracle.events if e.what == what]
