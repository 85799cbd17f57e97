"""What the tests of fights share: people to fight, dice as they read, a turn in one call."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from tablee.games.yin_yang.book.c10_combat import Combattre
from tablee.games.yin_yang.desk.read import read_scene
from tablee.games.yin_yang.model.catalogue import COMPETENCES
from tablee.games.yin_yang.model.scene import Scene
from tablee.games.yin_yang.model.tables import ATTRIBUTS
from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.live import Scripted

DESASTRE = (10, 10)


def y(n: int) -> tuple[int, int]:
    """Two faces whose difference is n."""
    return n, 10


def exploit(face: int) -> tuple[int, int]:
    return face, face


def qui(camp: str = "", x: int = 0, armes: tuple[str, ...] = (), **reste: Any) -> dict[str, Any]:
    """Somebody with 4 everywhere; skills and attributes by name, the rest as in a scene file."""
    fiche = {k: reste.pop(k) for k in (*ATTRIBUTS, "taille", "corps", "protection", "degats") if k in reste}
    equipement: dict[str, Any] = {}
    if isinstance(reste.get("armures"), tuple):  # the pieces worn; a number is the skill
        equipement["armures"] = list(reste.pop("armures"))
    if "bouclier" in reste:
        equipement["bouclier"] = reste.pop("bouclier")
    competences = {k: reste.pop(k) for k in list(reste) if k in COMPETENCES}
    if armes:
        equipement["armes"] = list(armes)
    if "en_main" in reste:
        equipement["en_main"] = list(reste.pop("en_main"))
    if equipement:
        reste["equipement"] = equipement
    return {"fiche": {**fiche, "competences": competences}, "camp": camp, "x": x, **reste}


def scene(**personnages: dict[str, Any]) -> Scene:
    return read_scene({"personnages": personnages})


def combat(**personnages: dict[str, Any]) -> Scene:
    """A fight that has just begun."""
    s = scene(**personnages)
    debut: Scene = Combattre(next(iter(personnages))).resolve(s, Scripted())
    return debut


class Joue:
    """What came of some actions done one after the other."""

    def __init__(self, s: Scene, oracle: Scripted) -> None:
        self.scene, self.oracle, self.events = s, oracle, oracle.events

    def tous(self, what: str, who: str = "") -> list[Event]:
        return [e for e in self.events if e.what == what and (not who or e.who == who)]

    def un(self, what: str, who: str = "") -> Event:
        (seul,) = self.tous(what, who)
        return seul


def jouer(s: Scene, *actions: Action, des: Any = (), reponses: Any = ()) -> Joue:
    """Each action must be open; all the dice and answers must be used. Dice may be given in pairs."""
    faces = [f for d in des for f in (d if isinstance(d, tuple) else (d,))]
    oracle = Scripted(faces, list(reponses))
    for a in actions:
        refus = a.closed(s)
        assert refus is None, f"{a}: {refus}"
        s = a.resolve(s, oracle)
    assert oracle.left_over() is None, oracle.left_over()
    return Joue(s, oracle)


def frais(s: Scene) -> Scene:
    """Everybody without fatigue, so that whoever waits has nothing to roll for."""
    return s.put(*[replace(p, fatigue=0, repos=0) for p in s.people.values()])


def refus(s: Scene, a: Action) -> str:
    """The rule that refuses an action, or an empty text."""
    closed = a.closed(s)
    return closed.rule if closed is not None else ""


def terme(e: Event, label: str) -> int | None:
    """One line of an event's sum."""
    return next((n for nom, n, _ in e.terms if nom == label), None)


def score(j: Joue, who: str) -> int:
    """What somebody's test started from."""
    return int(j.tous("essai", who)[0]["score"])
