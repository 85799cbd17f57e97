"""Beside the table: reading scenes, what one sees of somebody, and playing for whoever is not there."""

from __future__ import annotations

from typing import Any

from msgspec import to_builtins

from tablee.kernel.action import Action, open_actions
from tablee.kernel.casting import gathering, known, people_of
from tablee.kernel.chapter import legal
from tablee.kernel.content import ContentError, convert
from tablee.kernel.faults import Faults, among, between, each, held, present
from tablee.kernel.game import Tactic, Turn, turns
from tablee.kernel.look import Look, of_pool
from tablee.kernel.oracle import Option, Question, first
from tablee.kernel.sentence import Said, Typed

from .book import CHAPTERS
from .book.chants import Chanter
from .book.combat import Attaquer, Passer, far
from .book.ponts import Aller, costs
from .model import ATTRIBUTES, CREATURES, HIDES, LEAST, MOST, REEFS, SONGS, WEAPONS, Scene

CAST = {"creature": {id: to_builtins(creature) for id, creature in CREATURES.items()}}


def read_scene(data: dict[str, Any], on: tuple[str, ...]) -> Scene:
    """A scene written by hand: `creature` calls somebody of the bestiary; the switches that are on are kept."""
    people, rest = people_of(data, "personnages", Said("il faut au moins un personnage"))
    read = {who: person(who, given) for who, given in people.items()}
    scene = convert({**rest, "personnages": read, "options": on}, Scene, "scene")
    return held(scene, faults(scene), "scene")


def person(who: str, given: Any) -> dict[str, Any]:
    if not isinstance(given, dict):
        fault = Said("attendu {}, trouvé {}", ("une table", Typed(str(given))))
        raise ContentError(f"scene.personnages.{who}", fault)
    own = dict(given)
    called = own.pop("creature", None)
    base = {} if called is None else known(called, CAST["creature"], f"scene.personnages.{who}.creature")
    return {**base, **own, "id": who}


def faults(scene: Scene) -> Faults:
    """What does not hold in a scene written by hand: which key, and what it may be."""
    if scene.recif:
        yield from among("recif", scene.recif, REEFS)
    for who, p in scene.people.items():
        at = f"personnages.{who}"
        for name in ATTRIBUTES:
            yield from between(f"{at}.{name}", getattr(p, name), LEAST, MOST)
        yield from among(f"{at}.arme", p.arme, WEAPONS)
        yield from among(f"{at}.cuir", p.cuir, HIDES)
        yield from each(f"{at}.chants", p.chants, SONGS)
        yield from between(f"{at}.perdu", p.perdu, 0, p.life)
        yield from between(f"{at}.depense", p.depense, 0, p.breath)
    if scene.encounter is not None:
        yield from present("combat.file", scene.encounter.file, scene.people)


gather = gathering(Scene, read_scene)


def order(scene: Scene) -> tuple[Turn, ...]:
    """Who has acted in this round, then who is still to act."""
    fight = scene.encounter
    return () if fight is None else turns(fight.acted, fight.file, lambda who: scene[who].pied, scene.people)


def look(scene: Scene, who: str) -> Look:
    """The figure of his calling, the weapon in his hand, how he is, and whether a song holds him."""
    p = scene[who]
    marks = (("Fasciné", 0),) if p.fascine else ()
    return Look(p.figure, p.weapon.figure, "down" if not p.up else of_pool(p.life - p.perdu, p.life), marks)


# ---------------------------------------------------------------- tactics


def act(scene: Scene, who: str) -> Action:
    """Sing, or strike whoever is nearest to falling; if nobody is in reach, go to the nearest."""
    found = open_actions(legal(CHAPTERS, scene, who))
    songs = [action for action in found if isinstance(action, Chanter) and not scene[action.cible].fascine]
    blows = [action for action in found if isinstance(action, Attaquer)]
    if songs and (not blows or scene[songs[0].cible].perdu):
        return songs[0]
    if blows:
        return min(blows, key=lambda action: (left(scene, action.cible), action.cible))
    return approach(scene, who) or next((a for a in found if isinstance(a, Passer)), found[0])


def left(scene: Scene, who: str) -> int:
    return scene[who].life - scene[who].perdu


def approach(scene: Scene, who: str) -> Action | None:
    """The step that leads nearest to somebody of another side."""
    p, fight = scene[who], scene.encounter
    foes = [q for q in scene.people.values() if q.up and q.side and q.side != p.side]
    if fight is None or fight.moved or not foes:
        return None
    near = min(foes, key=lambda q: (far(scene, who, q.id), q.id))
    cells = costs(scene, p)
    best = min(cells, key=lambda c: (max(abs(c[0] - near.x), abs(c[1] - near.y)), cells[c], c), default=None)
    return Aller(who, *best) if best is not None else None


def answer(question: Question) -> Option:
    """Whoever can parry does."""
    return question.pick("parer") or first(question)


TACTICS = {"hardi": Tactic(act, answer)}
