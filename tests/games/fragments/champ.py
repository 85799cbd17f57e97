"""What the tests of tours and moves share: units at a chosen initiative, actions one after the other."""

from __future__ import annotations

from typing import Any

from tablee.games.fragments.book.c3_combat.tours import Combattre
from tablee.games.fragments.desk.read import lire_scene
from tablee.games.fragments.model.scene import Scene
from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.live import Scripted

POINTS = {"PV": 20, "FOR": 5, "DEF": 2, "HAB": 4, "CON": 8, "MOV": 5}


def qui(camp: str = "a", init: int = 10, x: int = 0, y: int = 0, armes: tuple[str, ...] = (), **reste: Any) -> Any:
    """Somebody whose initiative is `init` when the die shows 1; characteristics by name, the rest as in a file."""
    fiche = {k: reste.pop(k) for k in ("techniques", "passifs", "niveau", "mineur", "types", "classe") if k in reste}
    points = {**POINTS, "INIT": init - 1, **{k: reste.pop(k) for k in list(reste) if k.isupper()}}
    equipement = {"actif": list(armes), **reste.pop("equipement", {})}
    return {"fiche": {**fiche, "points": points}, "equipement": equipement, "camp": camp, "x": x, "y": y, **reste}


def scene(carte: tuple[str, ...] = (), brouillard: bool = False, **unites: Any) -> Scene:
    donnee: dict[str, Any] = {"unites": unites, "brouillard": brouillard}
    return lire_scene({**donnee, "carte": {"lignes": list(carte)}} if carte else donnee)


def combat(carte: tuple[str, ...] = (), brouillard: bool = False, **unites: Any) -> Scene:
    """A fight that has just begun, every d10 showing 1."""
    s = scene(carte, brouillard, **unites)
    des = [1 for u in s.people.values() if u.side and not u.bete]
    oracle = Scripted(des)
    debut: Scene = Combattre(next(iter(unites))).resolve(s, oracle)
    assert oracle.left_over() is None
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


def jouer(s: Scene, *actions: Action, des: tuple[int, ...] = (), reponses: tuple[str | int, ...] = ()) -> Joue:
    """Each action must be open; all the dice and answers must be used."""
    oracle = Scripted(des, reponses)
    for a in actions:
        refus_ = a.closed(s)
        assert refus_ is None, f"{a}: {refus_}"
        s = a.resolve(s, oracle)
    assert oracle.left_over() is None
    return Joue(s, oracle)


def refus(s: Scene, action: Action) -> str:
    """The rule that closes an action; nothing when it is open."""
    ferme = action.closed(s)
    return ferme.rule if ferme is not None else ""
