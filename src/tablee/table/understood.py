"""What the present rules understand of a state they may not have written, and what they do not.

A state that came in from a file, or that was written under other rules, is judged as a whole: by its types, by the game
that must live with it, and by looking at it as everybody will. What is not understood is taken out of it, the smallest
part possible, with its path and a sentence each; what is left is a state like any other.
"""

from __future__ import annotations

import hashlib
import random
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from tablee.kernel import refs
from tablee.kernel.content import ContentError
from tablee.kernel.game import Game
from tablee.kernel.run import Run, run
from tablee.kernel.scene import in_files, person_type
from tablee.kernel.sentence import At, Foreign, Said, Typed
from tablee.kernel.sieve import WRONG, Part, fields_of, fields_sieved, sieved, why_not

from . import scenes
from .people import PEOPLE
from .refusal import Refused
from .state import Aside, Desk, Member, Pending, Play, PlayOf, State, StateOf, empty_scene, onlooker
from .visibility import Eyes

FINE, COARSE = 3.0, 6.0  # seconds in which small parts are looked for, and in which larger ones are taken out
LOOKED = 2.0  # seconds in which a state is looked at once
SHOWN = 500  # characters that are kept of what was set aside
KEPT = 200  # parts of which it is kept, each by itself; the log has all of it
Path = tuple[str, ...]
Fault = tuple[Path, Said]
OPEN: Path = ("play", "open")
GM = Member("", "", "gm")


class Understood(NamedTuple):
    """A state that can be played on, and what had to be taken out of it."""

    state: State
    aside: tuple[Aside, ...] = ()


def understood(game: Game, data: bytes) -> Understood:
    """All that can be understood of a stored state; in the end an empty table, if that is nothing."""
    parts = list[Part]()
    state = _typed(game, data, parts)
    state = _Mending(game, parts).mended(state)
    nameless = [who for who in game.people(state.play.scene) if who not in state.desk.names]
    names = {**state.desk.names, **{who: state.play.scene.name(who) for who in nameless}}
    state = replace(state, desk=replace(state.desk, names=names))
    return Understood(state, tuple(Aside(".".join(part.path), _shown(part.value), part.why) for part in parts))


def kept(aside: tuple[Aside, ...]) -> tuple[Aside, ...]:
    """What the state keeps of parts that were set aside: so many, and how many more there were."""
    more = len(aside) - KEPT
    return aside if more <= 0 else (*aside[:KEPT], Aside("…", "", Said("encore {} autres", (more,))))


def with_desk(data: bytes, desk: Desk) -> bytes:
    """A stored state with its play as it is, understood or not, and this desk."""
    try:
        play = msgspec.json.decode(data, type=dict[str, msgspec.Raw])["play"]
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, KeyError):
        play = msgspec.Raw(b"{}")
    return msgspec.json.encode({"play": play, "desk": desk})


def _shown(value: Any) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


# ---------------------------------------------------------------- types


def _typed(game: Game, data: bytes, parts: list[Part]) -> State:
    """The state without what is not of its type."""
    try:
        whole = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        parts.append(Part((), data[:SHOWN].decode("utf-8", "replace"), Said("illisible ({})", (Foreign(str(error)),))))
        whole = {}
    given = _tables(whole, ("play", "desk"), (), parts)
    play = _tables(given["play"], ("scene",), ("play",), parts)
    scene = sieved(_of_today(game, play["scene"]), game.scene, ("play", "scene"), parts)
    if scene is WRONG:
        scene = scenes.plain(empty_scene(game))
    of: Any = PlayOf
    others = {**fields_of(PlayOf), "scene": Any, "away": _people(game)}
    if "away" in play:
        play["away"] = _each(game, play["away"])
    read: Play = msgspec.convert(
        {**fields_sieved(play, others, ("play",), parts), "scene": scene}, of[game.scene], str_keys=True
    )
    named = play["scene"].get(scenes.people_path(read.scene))
    lost = named.keys() - read.scene.people.keys() if isinstance(named, dict) else frozenset[str]()
    read = replace(read, scene=refs.rewritten(read.scene, refs.Ending(frozenset(lost))))
    salt = hashlib.sha256(data).hexdigest()[:32]  # the same whenever it is read
    desk = fields_sieved(given["desk"], fields_of(Desk), ("desk",), parts)
    return StateOf(read, msgspec.convert({"title": game.title, "salt": salt, **desk}, Desk, str_keys=True))


def _of_today(game: Game, scene: dict[str, Any]) -> dict[str, Any]:
    """A scene with its people as they are written today."""
    at = in_files(game.scene, "people")
    return {**scene, at: _each(game, scene[at])} if at in scene else scene


def _each(game: Game, people: Any) -> Any:
    return {who: game.today(p) for who, p in people.items()} if isinstance(people, dict) else people


def _people(game: Game) -> Any:
    """Those who are away are people of a scene."""
    table: Any = dict
    return table[str, person_type(game.scene)]


def _tables(data: Any, names: Path, path: Path, parts: list[Part]) -> dict[str, Any]:
    """A table in which there is a table under each of these names."""
    if not isinstance(data, dict):
        parts.append(Part(path, data, Said("attendu {}, trouvé {}", ("une table", Typed(type(data).__name__)))))
        data = {}
    found = dict(data)
    for name in names:
        if not isinstance(data.get(name), dict):
            if name in data:
                parts.append(Part((*path, name), data[name], why_not(data[name], dict) or Said("rien")))
            found[name] = {}
    return found


# ---------------------------------------------------------------- sense


def nonsense(game: Game, state: State) -> Iterator[Fault]:
    """What the game and the table cannot live with."""
    play, options = state.play, state.play.options
    many, people = len(play.scene.people) + len(play.away), ("play", "scene", scenes.people_path(play.scene))
    if many > PEOPLE:
        yield (
            people if len(play.scene.people) > PEOPLE else ("play", "away"),
            Said("de {} à {}, pas {}", (0, PEOPLE, many)),
        )
    yield from _tried(("play", "options"), partial(game.check_switches, options))
    if game.people(play.scene):
        yield from _tried(("play", "scene"), partial(game.read_scene, scenes.plain(play.scene), options))
    for who, there in play.away.items():
        if who in play.scene.people:
            yield ("play", "away", who), Said("« {} » est nommé {} fois, une seule est permise", (Typed(who), 2))
        yield from _tried(("play", "away", who), partial(scenes.remade, game, who, there, options))
    board = play.board
    if board is not None and board.fog and [len(row) for row in board.fog] != [board.width] * board.height:
        size = "une liste de {} est attendue, celle-ci en a {}"
        yield ("play", "board", "fog"), Said(size, (board.height * board.width, sum(map(len, board.fog))))
    if play.open is not None:
        yield from _tried(OPEN, partial(_under_way, game, state, play.open))
    yield from _looked_at(Eyes(game, state, GM))
    yield from _tried(("play",), lambda: Eyes(game, state, onlooker("fr")).table())


def _under_way(game: Game, state: State, pending: Pending) -> None:
    """The action under way was open when it began, and waits for something."""
    action, scene = game.action(pending.action), state.play.scene
    if (closed := action.closed(scene)) is not None:
        raise ContentError("", closed.said)
    now = run(scene, Run(action, pending.transcript), random.Random(0), state.desk.by_hand)
    if not now.wanted or len(pending.picked) != len(pending.questions):
        raise ContentError("", Said("cette action n'attend plus rien"))


def _looked_at(eyes: Eyes) -> Iterator[Fault]:
    """All that can be asked for: of everybody and of the drafts, as far as one gets in the time, and of the table."""
    play, people, until = eyes.play, scenes.people_path(eyes.scene), monotonic() + LOOKED
    for who in eyes.people:
        if monotonic() > until:
            break
        path = ("play", "away", who) if who in play.away else ("play", "scene", people, who)
        looks = [eyes.sheet, eyes.character, eyes.legal, eyes.reach, *([eyes.values] if who in eyes.here else [])]
        for look in looks:
            yield from _tried(path, partial(look, who))
    for id in eyes.desk.sketches:
        if monotonic() > until:
            break
        yield from _tried(("desk", "sketches", id), partial(_unless_refused, eyes.draft, id))
    yield from _tried(("play",), eyes.table)


def _unless_refused(look: Callable[[str], object], id: str) -> None:
    """What is refused in words does no harm."""
    with suppress(Refused):
        look(id)


def _tried(path: Path, work: Callable[[], object]) -> Iterator[Fault]:
    """What goes wrong there, if anything does: where the game says it is, and in its words."""
    try:
        work()
    except ContentError as error:
        where, why = error.args
        yield (*path, *_keys(where, why)), why
    except Refused as refused:
        told = refused.facts.get("why")
        yield path, told if isinstance(told, Said) else Said("illisible ({})", (Typed(str(refused)),))
    except Exception as error:  # nobody has foreseen a state like this
        told = " ".join(f"{type(error).__name__}: {error}".split())
        yield path, Said("illisible ({})", (Foreign(told),))


def _keys(where: str | Said, why: Said) -> Iterator[str]:
    """The keys below the scene that a game names: « scene.armes[0].nom »."""
    inner = why.facts[0] if why.text == "{} : {}" else None
    for name in (where, inner.path if isinstance(inner, At) else ""):
        if isinstance(name, str):
            yield from (key for key in re.split(r"[.\[\]]+", name.removeprefix("scene")) if key)


class _Mending:
    """Taking out, one after the other, the parts without which a state makes sense."""

    def __init__(self, game: Game, parts: list[Part]) -> None:
        self.game, self.parts, self.begun = game, parts, monotonic()

    def mended(self, state: State) -> State:
        while (found := self._fault(state)) is not None:
            data = scenes.plain(state)
            taken = self._without(state, data, found)
            if taken is None:  # not even an empty table makes sense: whoever looks at it is told why
                return state
            gone, state = taken
            self.parts.append(Part(gone, _at(data, gone), found[1]))
        return state

    def _after(self, seconds: float) -> bool:
        return monotonic() > self.begun + seconds

    def _fault(self, state: State) -> Fault | None:
        return next(nonsense(self.game, state), None)

    def _gone(self, left: State, path: Path, found: Fault) -> bool:
        """Whether a state without this part no longer has a fault, and does not miss the part."""
        now = self._fault(left)
        return now is None or (now != found and f"« {path[-1]} »" not in str(now[1]))

    def _without(self, state: State, data: Any, found: Fault) -> tuple[Path, State] | None:
        """The smallest part without which this fault is gone: where it is said to be, below that, or above."""
        path = found[0]
        if path[:2] == OPEN:  # as a whole or not at all
            return OPEN, replace(state, play=replace(state.play, open=None))
        while _at(data, path) is None:
            path = path[:-1]
        if self._after(COARSE):
            return self._emptied(state)
        if self._after(FINE):
            path = path[:4] if path[:3] == self._people(state) else path[:3]
        for here in (path[:n] for n in range(len(path), 0, -1)):
            left = self._left(state, data, here)
            if left is not None and (self._gone(left, here, found) or (here == found[0] and here[-1].isdecimal())):
                return self._smaller(state, data, here, found) or (here, left)
            if left is None and here == path and (small := self._smaller(state, data, here, found)) is not None:
                return small
        return self._anywhere(state, data, found)

    def _anywhere(self, state: State, data: Any, found: Fault) -> tuple[Path, State] | None:
        """It is said to be in one half of the state and comes from the other; or all of that has to go."""
        return self._smaller(state, data, (), found) or self._emptied(state)

    def _emptied(self, state: State) -> tuple[Path, State] | None:
        """An empty table, then an empty desk; None if both are."""
        bare = {"play": PlayOf(empty_scene(self.game)), "desk": Desk(state.desk.title, state.desk.salt)}
        for half, empty in bare.items():
            if getattr(state, half) != empty:
                return (half,), replace(state, **{half: empty})
        return None

    def _smaller(self, state: State, data: Any, path: Path, found: Fault) -> tuple[Path, State] | None:
        """A part inside this one that is enough; looked for only inside parts with which the fault goes."""
        there = _at(data, path)
        keys = there if isinstance(there, dict) else map(str, range(len(there))) if isinstance(there, list) else ()
        for key in keys:
            if self._after(FINE):
                return None
            left = self._left(state, data, (*path, key))
            if left is not None and not self._gone(left, (*path, key), found):
                continue
            below = self._smaller(state, data, (*path, key), found)
            if below is not None:
                return below
            if left is not None:
                return (*path, key), left
        return None

    def _people(self, state: State) -> Path:
        return "play", "scene", scenes.people_path(state.play.scene)

    def _left(self, state: State, data: Any, path: Path) -> State | None:
        """The state without this part; None if it cannot do without it."""
        if path == ("play", "scene"):
            return replace(state, play=replace(state.play, scene=empty_scene(self.game)))
        if path[:3] == self._people(state) and len(path) == 4:
            scene = refs.rewritten(state.play.scene, refs.Ending(frozenset(path[3:])))
            return replace(state, play=replace(state.play, scene=scene))
        try:
            return read_as(self.game, _out(data, path))
        except msgspec.ValidationError:
            return None


def read_as(game: Game, data: Any) -> State:
    of: Any = StateOf
    state: State = msgspec.convert(data, of[game.scene], str_keys=True)
    return state


def _at(data: Any, path: Path) -> Any:
    """What stands at a path; None if nothing does."""
    for key in path:
        if isinstance(data, dict) and key in data:
            data = data[key]
        elif isinstance(data, list) and key.isdecimal() and int(key) < len(data):
            data = data[int(key)]
        else:
            return None
    return data


def _out(data: Any, path: Path) -> Any:
    key, rest = path[0], path[1:]
    if isinstance(data, dict):
        return {k: _out(v, rest) if k == key else v for k, v in data.items() if rest or k != key}
    return [_out(v, rest) if n == int(key) else v for n, v in enumerate(data) if rest or n != int(key)]
