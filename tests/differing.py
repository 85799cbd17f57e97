"""Two campaigns that differ only in what a member may not know: somebody hidden stands elsewhere, is another, is called
otherwise, is not there at all, or is one more. Any installed game, any scene of it."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any, NamedTuple

from msgspec.structs import replace

from heard import fight
from tablee.kernel import refs
from tablee.kernel.game import Game
from tablee.table import scenes
from tablee.table.refusal import Refused

MOMENTS = 12  # of all the ready scenes of a game
CELLS = 12  # the hidden are moved about on so many squares
NAMES = ("Großmann", "İpek", "(.*)", "8", "PB", "???", "personne")


class Case(NamedTuple):
    """A moment of a fight: who is played, who is hidden."""

    scene: Any
    mine: str
    hidden: tuple[str, ...]
    name: str  # of the ready scene


class Other(NamedTuple):
    """The same moment with something hidden otherwise: what, the scene, and who is hidden in it."""

    what: str
    scene: Any
    hidden: tuple[str, ...]


def cases(game: Game, seed: int = 1) -> Iterator[Case]:
    """Moments of every ready scene, each with somebody who is played and somebody, or a whole side, who is hidden."""
    for name in game.demos:
        rng = random.Random(f"{game.id}/{name}/{seed}")
        heard = list(fight(game, name, seed, 40))
        moments = max(2, MOMENTS // len(game.demos))
        for scene in [each.after for each in heard[:: max(1, len(heard) // moments)]]:
            there = list(game.people(scene))
            if len(there) < 3:
                continue
            with suppress(Refused):
                scene = judged(game, scene)
                hidden, mine = rng.sample(there, 2)
                acting = [who for who in scene.turn() if who != hidden]
                if acting and rng.random() < 0.5:
                    mine = rng.choice(acting)
                side = next((each for each in scene.sides().values() if hidden in each), (hidden,))
                ambush = mine not in side and rng.random() < 0.3
                yield Case(scene, mine, side if ambush else (hidden,), name)


def judged(game: Game, scene: Any) -> Any:
    return scenes.judged(game, scenes.plain(scene), ())


def others(game: Game, case: Case, rng: random.Random) -> Iterator[Other]:
    """What the same moment may be like, as far as whoever does not know of the hidden one can tell."""
    scene, who = case.scene, rng.choice(case.hidden)
    for what, change in (("moved", moved), ("another", another), ("called", called), ("one more", one_more)):
        with suppress(Refused):
            found = change(game, scene, who, rng)
            hidden = tuple(dict.fromkeys((*case.hidden, *found.hidden))) if found is not None else ()
            if found is not None and same_besides(scene, found.scene, hidden):
                yield Other(what, found.scene, hidden)
    with suppress(Refused):
        left, gone = scenes.without(game, scene, (), [who])
        if case.mine not in gone and same_besides(scene, left, gone.union(case.hidden)):
            yield Other("gone", left, tuple(each for each in case.hidden if each not in gone))


def same_besides(scene: Any, other: Any, hidden: Iterable[str]) -> bool:
    """Whether all who are not hidden are the very same: a mount is seen to move, whoever sits on it."""
    gone = frozenset(hidden)

    def left(there: Any) -> dict[str, Any]:
        return {who: person for who, p in there.people.items() if who not in gone and (person := refs.unheard(p, gone))}

    return left(scene) == left(other)


def moved(game: Game, scene: Any, who: str, rng: random.Random) -> Other | None:
    if scenes.place(scene, who) is None:
        return None
    cell = rng.randrange(CELLS), rng.randrange(CELLS)
    return Other("moved", scenes.set_down(game, scene, (), who, cell), (who,))


def another(game: Game, scene: Any, who: str, rng: random.Random) -> Other:
    return Other("another", judged(game, scene.put(_like(scene, who, who, rng))), (who,))


def one_more(game: Game, scene: Any, who: str, rng: random.Random) -> Other:
    return Other("one more", judged(game, scene.put(_like(scene, who, "zzyx", rng))), (who, "zzyx"))


def called(game: Game, scene: Any, who: str, rng: random.Random) -> Other | None:
    person = scene[who]
    if not hasattr(person, "fiche"):
        return None
    return Other("called", scene.put(replace(person, fiche=replace(person.fiche, nom=rng.choice(NAMES)))), (who,))


def _like(scene: Any, who: str, id: str, rng: random.Random) -> Any:
    """Somebody of another's making in the place of this one, or beside him under another id."""
    person, other = scene[who], scene[rng.choice([each for each in scene.people if each != who])]
    kept = {field: getattr(person, field) for field in ("side", "x", "y") if hasattr(person, field)}
    return replace(other, id=id, **kept)


def waits(scene: Any, hidden: Iterable[str]) -> bool:
    """Whether it is the turn of none but hidden ones."""
    return bool(scene.turn()) and set(scene.turn()) <= set(hidden)
