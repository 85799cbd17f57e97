"""What the tests of fights share: people with plain figures and home-made weapons, an action in one call."""

from __future__ import annotations

from typing import Any

from tablee.games.fragments.model.catalogue import Arme, Puissance
from tablee.games.fragments.model.langage import Effet
from tablee.games.fragments.model.people import Equipement, Fiche, Unite
from tablee.games.fragments.model.scene import Combat, Scene, Tour
from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.live import Scripted

FIGURES = ("PV", "FOR", "MAG", "DEF", "RES", "HAB", "AGI", "CHA", "CON", "INIT", "ESQ", "MOV")
DE_FICHE = ("types", "element", "mineur", "maitrises", "classe", "techniques", "passifs", "niveau", "sociales")
D_EQUIPEMENT = ("en_main", "selle", "talisman", "enchantements", "sac")


def arme(id: str = "lame", type: str = "Épée", degats: str = "TRA", **reste: Any) -> Arme:
    """A weapon that always hits for 5, unless it is said otherwise."""
    return Arme(id, id.capitalize(), type, degats, **{"pui": Puissance(0, 0, 5), "pre": 100, **reste})


def qui(id: str, camp: str = "", *choses: Any, **reste: Any) -> Unite:
    """Somebody with 20 PV, 5 cells of movement, 20 of build and 0 everywhere else; a sheet without a class."""
    points = {"PV": 20, "MOV": 5, "CON": 20, **{k: reste.pop(k) for k in FIGURES if k in reste}}
    fiche = Fiche(id.capitalize(), points=points, **{k: reste.pop(k) for k in DE_FICHE if k in reste})
    porte = Equipement(tuple(choses), **{k: reste.pop(k) for k in D_EQUIPEMENT if k in reste})
    return Unite(id, fiche, porte, camp, **reste)


def scene(*unites: Unite, **reste: Any) -> Scene:
    return Scene({u.id: u for u in unites}, **reste)


def combat(*unites: Unite) -> Scene:
    """A fight in its first manche, in the order they are named; it is the tour of the first."""
    ids = tuple(u.id for u in unites if not u.bete)
    initiatives = {id: 40 - i for i, id in enumerate(ids)}
    return scene(*unites, encounter=Combat(1, initiatives, ids, {ids[0]: Tour()}, joues=ids))


def duel(a: Unite, b: Unite) -> Scene:
    """Two adversaries side by side, without a fight."""
    return scene(a, b)


def bonus(sur: str, n: int, si: str = "") -> Effet:
    return Effet("bonus", sur, n, si=si)


class Joue:
    """What came of one action."""

    def __init__(self, scene: Scene, action: Action, *des: int, reponses: tuple[str, ...] = ()) -> None:
        assert action.closed(scene) is None, str(action.closed(scene))
        oracle = Scripted(des, reponses)
        self.scene: Scene = action.resolve(scene, oracle)
        assert oracle.left_over() is None, oracle.left_over()
        self.events, self.questions = oracle.events, tuple(q.key for q in oracle.asked)
        self.asked = oracle.asked

    def __getitem__(self, who: str) -> Unite:
        return self.scene[who]

    def tous(self, what: str) -> list[Event]:
        return [e for e in self.events if e.what == what]

    def le(self, what: str) -> Event:
        """The one event of a kind."""
        (trouve,) = self.tous(what)
        return trouve


def refus(scene: Scene, action: Action) -> str | None:
    """The rule that refuses it."""
    ferme = action.closed(scene)
    return None if ferme is None else ferme.rule
