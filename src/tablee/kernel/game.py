"""What a game gives to the rest of the product, and where games are found."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from itertools import takewhile
from pathlib import Path
from typing import Any, Union

import msgspec

from . import chapter, foresight
from .action import Action, Legal, tag
from .calendar import COUNTED, Calendar
from .content import ContentError, convert, texts
from .contest import Contest
from .draft import Creation
from .ground import (
    Cell,
    Drawing,
    Figure,
    Ground,
    Way,
    Zone,
    all_seen,
    no_area,
    no_ground,
    no_way,
    no_zones,
    plain_figure,
)
from .ledger import Ledger
from .look import Look, by_standing
from .making import Maker
from .meeting import Met, unforeseen
from .oracle import Policy, first
from .orders import Order
from .purse import Purse, no_budget
from .scene import Scene
from .sentence import SLOT, At, Foreign, Said, Typed, slots
from .sheet import Sheet
from .study import Study
from .tools import Conditions, Tools, tools_of
from .track import Track, no_track
from .words import LANGUAGES, Words


class Switch(msgspec.Struct, frozen=True):
    """An optional or variant rule of the book, or a choice of the table, as a named switch of the campaign.

    Those that are on come to `Game.read_scene`, which keeps them in the `options` of the scene.
    """

    id: str
    rule: str
    default: bool = False
    excludes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Tactic:
    """A way of playing: what to do on one's turn, and how to answer when asked."""

    act: Callable[[Any, str], Action]
    answer: Policy = first


class Turn(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Somebody's place in the order of an encounter."""

    who: str
    value: int | None = None  # what he is ranked by, where the rules have a figure
    acted: bool = False  # he has had his turn in this round


def turns(
    had: Iterable[str],
    coming: Iterable[str],
    value: Callable[[str], int | None],
    there: Container[str] | None = None,
) -> tuple[Turn, ...]:
    """Those who have had their turn, then those whose turn is still to come, each once; only those who are `there`."""
    waiting = dict.fromkeys([who for who in coming if there is None or who in there])
    done = [who for who in dict.fromkeys(had) if who not in waiting and (there is None or who in there)]
    return (*(Turn(who, value(who), True) for who in done), *(Turn(who, value(who)) for who in waiting))


def in_turn(scene: Any) -> tuple[Turn, ...]:
    """The plainest order: those who may act now."""
    return tuple(map(Turn, scene.turn()))


def untold(key: str, value: Any, lang: str) -> tuple[str, ...] | None:
    """Nothing is said in its own way: catalogues are read as they are written."""
    return None


def unset(scene: Any, actor: str) -> Legal:
    """Nothing is offered by anybody."""
    return iter(())


def as_it_is(person: Any) -> Any:
    """Nothing is written otherwise than it was."""
    return person


def everybody(scene: Any) -> tuple[str, ...]:
    """All who are there, as they came."""
    return tuple(scene.people)


@dataclass(frozen=True, kw_only=True)
class Game:
    """One game: its book, its rules as actions, its characters, its tactics. All the rest reads only this.

    What it is called and made of:

    - `id`: the name of its entry point; `title`, `credit`: as players read them.
    - `version`: of its rules; another one whenever a sheet, an action or a file comes out otherwise than before.
    - `ledger`: every rule of the book; `complete`: each of them has a test (`pytest --rules=ID`).
    - `words`: all that players read. `switches`: its optional rules.
    - `chapters`: modules of the book, in the order they depend on each other. A game of chapters has `actions`, every
      kind of action there is, and `legal` from them; another one gives both itself.
    - `demos`: ready scenes as TOML, the first is the demonstration. `tactics`: ways of playing, the first is used when
      none is named. `orders`: how what is asked is answered for whoever has said nothing else.

    Called to read what is written, with plain data, as JSON or TOML gives it; ContentError where it does not hold:

    - `scene`: the type of its scenes; JSON of it is read back without asking the game.
    - `read_scene(data, switches)`: a scene written by hand, and the ids of the switches that are on. It must keep
      them in a field `options` of the scene (as a tuple, or a struct with a yes or no for each): what it does not
      keep is off.
    - `gather(characters)`: characters alone in a scene, nothing under way, each as `creation.build` made him, or as
      `{KEY: ID, "id": ..., and his name}` if he was called from `cast`. `gather([])` must give a scene with nobody in
      it: every campaign begins so. None: the game is not for the live table.
    - `cast`: who can be called into a scene, as plain data by key and by id; his name stands where `Person` says.
    - `today(person)`: somebody as an earlier version may have written him, as he is written today; of data that are
      nobody's it changes nothing.
    - `maker`: how people are made on the spot; None: they are not.
    - `creation`: how characters are made.

    Called with a scene that it must not change, often, by many threads at once; none of them may raise:

    - `legal(scene, who)`: what is worth a button for him, each with why it is closed or None.
    - `sheet(scene, who)`: all his figures. `look(scene, who)`: what anybody sees of him.
    - `people(scene)`: the ids of everyone, as they are shown. `order(scene)`: who has a turn in this round, those who
      had it first. `track(scene)`: the same on a scale, or None.
    - `budget(scene, who)`: what he has to act with now, and what each action takes of it.
    - `ground(scene)`: its map or None; `sight(scene, ids)`: the cells these people see, None: all; `reach(scene, who)`:
      where he may go now; `area(scene, action)`: the cells it strikes; `zones(scene)`: what lasts on it; `figure(scene,
      who)`: how he stands on it. `drawing`: how one is drawn by hand, or None.
    - `meets(scene, known, action)`: what becomes of an action that was open as far as its player knew; None: as usual.
    - `tells(key, value, lang)`: a fact of a catalogue as sentences; None: as it is written.
    - `contests`: what of its catalogues the lab may fight out, by kind: each entry in the hands of the same fighter.
    - `study`: what of its book the lab looks at for its author.
    - `value(scene, side)`: what a scene is worth to a side, for whoever looks ahead. `variants(scene, action)`: other
      ways to put an action that have no button, as with more spent on it; those that are closed are left out.
    - `calendar`: how its days are counted and called.
    - `conditions`: what a game master gives and lifts by a word; None: there is no such thing. With the pools of its
      sheets that say where they are kept they make his `tools`, which are actions of the kernel in every game.
    """

    id: str
    title: str
    credit: str
    version: str = "1"  # of its rules: another one whenever a sheet, an action or a file is read otherwise than before
    ledger: Ledger
    words: Words
    switches: tuple[Switch, ...]
    scene: type[Scene]
    read_scene: Callable[[dict[str, Any], tuple[str, ...]], Scene]  # plain data and switches that are on
    chapters: tuple[chapter.Chapter, ...] = ()  # in the order they depend on each other
    actions: tuple[type[Action], ...] = ()
    legal: Callable[[Any, str], Legal] = unset
    sheet: Callable[[Any, str], Sheet]
    creation: Creation
    tactics: Mapping[str, Tactic]  # the first is the one used when none is named
    demos: Mapping[str, str] = field(default_factory=dict)  # ready scenes as TOML; the first is the demonstration
    complete: bool = False  # a complete game has a test for every rule of its ledger
    people: Callable[[Any], tuple[str, ...]] = everybody  # everyone in a scene, in the order they are shown
    look: Callable[[Any, str], Look] = by_standing  # what one sees of somebody
    order: Callable[[Any], tuple[Turn, ...]] = in_turn  # those who have a turn in this round: first who has had it
    track: Callable[[Any], Track | None] = no_track  # the same on a scale, where figures are counted down
    budget: Callable[[Any, str], Iterable[Purse]] = no_budget  # what somebody has to act with, and what it buys
    gather: Callable[[list[dict[str, Any]]], Scene] | None = None  # characters as plain data, nothing under way
    cast: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # who can be called into a scene: by key, by id
    today: Callable[[Any], Any] = as_it_is  # somebody as an earlier version wrote him, as he is written today
    maker: Maker | None = None  # who can be made on the spot, where the game has such people
    ground: Callable[[Any], Ground | None] = no_ground  # the map of a scene, where the rules have one
    drawing: Drawing | None = None  # how one is drawn by hand
    sight: Callable[[Any, frozenset[str]], frozenset[Cell] | None] = all_seen  # what these people see of it
    reach: Callable[[Any, str], Iterable[Way]] = no_way  # where somebody may go now, and at what cost
    area: Callable[[Any, Action], Iterable[Cell]] = no_area  # the cells an action strikes, where it strikes cells
    zones: Callable[[Any], Iterable[Zone]] = no_zones  # what lasts on the map beside its ground
    figure: Callable[[Any, str], Figure] = plain_figure  # how somebody stands on it
    orders: tuple[Order, ...] = ()  # how what is asked is answered for whoever has said nothing else
    meets: Callable[[Any, Any, Action], Met | None] = unforeseen  # what an action meets in this scene, not in the known
    tells: Callable[[str, Any, str], tuple[str, ...] | None] = untold  # a fact of its catalogues, as sentences
    contests: Mapping[str, Contest] = field(default_factory=dict)  # what of its catalogues can be fought out, by kind
    study: Study = field(default_factory=Study)  # what of its book its author may want to know
    value: Callable[[Any, str], float] = foresight.value  # what a scene is worth to a side: more for who has more left
    variants: Callable[[Any, Any], Iterable[Action]] = foresight.as_it_is  # other ways to put an action
    calendar: Calendar = COUNTED  # how its days are counted and called
    conditions: Conditions | None = None  # what the game master gives and lifts by a word
    tools: Tools = field(init=False, repr=False, compare=False)  # his actions in any game: see `tools.py`

    def __post_init__(self) -> None:
        if taught := self.creation.guide.english:
            object.__setattr__(self, "words", Words(en=taught) | self.words)
        object.__setattr__(self, "tools", tools_of(self))
        if not self.chapters:
            if self.legal is unset:
                raise TypeError(f"{self.id}: a game has chapters, or actions and what is legal")
            return
        if not self.actions:
            object.__setattr__(self, "actions", tuple(kind for each in self.chapters for kind in each.actions))
        if self.legal is unset:
            object.__setattr__(self, "legal", partial(chapter.legal, self.chapters))
        chapter.in_order(self.chapters, self.package)

    @property
    def package(self) -> str:
        """Where it is written: the package that holds its scene and its actions."""
        parts = zip(*(kind.__module__.split(".") for kind in (self.scene, *self.actions)), strict=False)
        found = ".".join(same[0] for same in takewhile(lambda names: len(set(names)) == 1, parts))
        return found if hasattr(sys.modules.get(found), "__path__") else found.rpartition(".")[0]

    def tactic(self, name: str = "") -> Tactic:
        """One of its tactics by name, the first when none is named, or that one looking ahead; KeyError if none."""
        plain = next(iter(self.tactics.values()), None)
        if name == foresight.NAME and name not in self.tactics and plain is not None:
            return Tactic(foresight.foreseeing(self, plain), plain.answer)
        return self.tactics[name or next(iter(self.tactics))]

    @property
    def kinds(self) -> tuple[type[Action], ...]:
        """Every kind of action there is: its own, then the game master's tools."""
        return (*self.actions, *self.tools.kinds)

    @property
    def action_type(self) -> Any:
        """The tagged union of all the game's actions."""
        return Union[self.kinds]  # noqa: UP007 - built from a tuple

    def action(self, data: Mapping[str, Any], name: str | Said = "action") -> Action:
        """Plain data to an action, or ContentError naming the key that is wrong."""
        known = {tag(a): a for a in self.kinds}
        kind = known.get(str(data.get("do", "")))
        if kind is None:
            wrong, there = Typed(str(data.get("do", ""))), tuple(map(Typed, sorted(map(tag, self.actions))))
            raise ContentError(name, Said("action inconnue « {} » ; actions : {}", (wrong, there)))
        here = Said("{} {}", (At(name) if isinstance(name, str) else name, Typed(tag(kind))))
        return convert({k: v for k, v in data.items() if k != "do"}, kind, here)

    def switched_on(self, scene: Scene) -> tuple[str, ...]:
        """The switches that are on in a scene: those `read_scene` has put into its `options`."""
        on = getattr(scene, "options", ())
        return on if isinstance(on, tuple) else tuple(s.id for s in self.switches if getattr(on, s.id))

    def check_switches(self, on: tuple[str, ...], name: str = "options") -> None:
        """ContentError if a switch does not exist or excludes another that is on."""
        known = {s.id: s for s in self.switches}
        for id in on:
            if id not in known:
                there = tuple(map(Typed, known))
                raise ContentError(name, Said("option inconnue « {} » ; options : {}", (Typed(id), there)))
            for other in known[id].excludes:
                if other in on:
                    both = Typed(id), Typed(other), Typed(known[id].rule)
                    raise ContentError(name, Said("« {} » et « {} » s'excluent ({})", both))


def misworded(game: Game) -> Iterator[str]:
    """Phrases that cannot be said as they are written, each as a sentence for whoever writes them."""
    kinds = {tag(kind): kind for kind in game.actions}
    for part in ("event", "question", "action"):
        for key, phrase in getattr(game.words, part).items():
            for lang in LANGUAGES:
                here, text = f"words {part}.{key}, {lang}", phrase.say(lang)
                if set(SLOT.sub("", text)) & {"{", "}"}:
                    yield f"{here}: a brace that is not of a {{placeholder}} in « {text} »"
                kind = kinds.get(key.partition(".")[0]) if part == "action" else None
                if kind is not None:
                    there = [*kind.__struct_fields__, *(["where"] if hasattr(kind, "x") else [])]  # told by x and y
                    for slot in sorted(slot for slot in slots(text) if slot not in there and not hasattr(kind, slot)):
                        yield f"{here}: « {{{slot}}} » is no parameter of the action; it has: {', '.join(there)}"


# ---------------------------------------------------------------- which there are

LOADING = threading.RLock()  # one game is loaded at a time
READY: list[Callable[[Game], None]] = []  # what is done with a game before anybody gets it
ANYBODYS = Exception, SystemExit  # what anybody's code may do when it is loaded: the other games are played


class NoGame(ContentError):
    """A game that is installed and cannot be had: a sentence that names it and says why."""

    @classmethod
    def because(cls, id: str, error: BaseException) -> NoGame:
        told = " ".join(f"{type(error).__name__}: {error}".split())
        why = error.said if isinstance(error, ContentError) else Foreign(told)
        return cls("", Said("le jeu « {} » ne se charge pas : {}", (Typed(id), why)))


class Installed:
    """A game that is installed: known by its id, loaded when it is first asked for, and kept."""

    def __init__(self, id: str, find: Callable[[], Any], module: str = "") -> None:
        self.id, self._find, self._module = id, find, module
        self.loaded: Game | None = None
        self._why: Said | None = None  # it could not be loaded: it is not tried again
        self._cause: BaseException | None = None

    def load(self) -> Game:
        """The game, or NoGame."""
        if self.loaded is None:  # whoever plays another game does not wait for this one
            with LOADING:
                self.loaded = self.loaded or self._load()
        return self.loaded

    def _load(self) -> Game:
        if self._why is None:
            try:
                return self._made_ready(self._find())
            except NoGame as twice:
                self._why = twice.said
            except ANYBODYS as error:
                self._why, self._cause = NoGame.because(self.id, error).said, error
        raise NoGame("", self._why) from self._cause

    def _made_ready(self, found: Any) -> Game:
        if not isinstance(found, Game):
            raise TypeError(f"its entry point is a {type(found).__name__}, not a Game; write module:game")
        if found.id != self.id:
            raise TypeError(f"the id of its Game is {found.id!r}, not its own")
        for wrong in misworded(found):
            raise TypeError(wrong)
        for ready in READY:
            ready(found)
        return found

    @property
    def folder(self) -> Path | None:
        """Where its package lies, found without importing it; None if it is no package."""
        try:
            spec = find_spec(self._module)
        except ANYBODYS:  # a package around it cannot be imported, as loading it will tell
            return None
        places = spec.submodule_search_locations if spec is not None else None
        return Path(next(iter(places))) if places else None


@cache
def installed() -> dict[str, Installed]:
    """Every game that is installed, by id: the name of its entry point. None of them is loaded."""
    points: dict[str, list[EntryPoint]] = {}
    for point in entry_points(group="tablee.games"):
        points.setdefault(point.name, []).append(point)
    return {id: _installed(id, *points[id]) for id in sorted(points)}


def _installed(id: str, point: EntryPoint, *others: EntryPoint) -> Installed:
    if not others:
        return Installed(id, point.load, point.module)

    def refuse() -> Game:
        by = tuple(Typed(f"{each.dist.name if each.dist else '?'} ({each.value})") for each in (point, *others))
        raise NoGame("", Said("le jeu « {} » est installé {} fois : {}", (Typed(id), len(by), by)))

    return Installed(id, refuse)


def on_load(ready: Callable[[Game], None]) -> None:
    """Have this done with each game before anybody gets it; with those that are loaded, now."""
    with LOADING:
        if ready not in READY:
            READY.append(ready)
        for each in installed().values():
            if each.loaded is not None:
                ready(each.loaded)


def game(id: str) -> Game:
    """The game with this id, loaded; ContentError, naming those there are, if there is none."""
    found = installed().get(id)
    if found is None:
        there = tuple(map(Typed, installed()))
        raise ContentError("", Said("jeu inconnu « {} » ; jeux : {}", (Typed(id), there)))
    return found.load()


def games() -> dict[str, Game]:
    """Every game, by id, in the order of their titles: all of them are loaded, or NoGame is raised."""
    found = [each.load() for each in installed().values()]
    return {each.id: each for each in sorted(found, key=lambda each: each.title)}


def demos_of(package: str) -> dict[str, str]:
    """The ready scenes of a game, kept in `content/scenes`; the one named « demo » first."""
    scenes = texts(package, "content/scenes")
    return {name: scenes[name] for name in sorted(scenes, key=lambda n: (n != "demo", n))}
