"""The state of a campaign, as one document.

`play` is what happens in the game: undo takes it back. `desk` is what lies beside it (drafts, who plays whom, who rolls
real dice): undo leaves it alone, so that taking back a blow never takes a half-made character away from another player.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Annotated, Any, Generic, Literal, TypeVar

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from tablee.kernel.event import Event, Rolled
from tablee.kernel.game import Game, NoGame
from tablee.kernel.ground import Cell, place_of
from tablee.kernel.live import Entry
from tablee.kernel.oracle import Question, Throw
from tablee.kernel.orders import Order
from tablee.kernel.scene import Scene
from tablee.kernel.sentence import Said

S = TypeVar("S")

Role = Literal["gm", "player", "spectator"]
Lang = Literal["fr", "en"]
Grid = Literal["hex", "square"]
Pause = Literal["", "turn", "on"]  # of the game master: none, one that begins with the next turn, one that is on

UNKNOWN = "???"  # the name of somebody whose name is hidden
FOG, CLEAR = "#", "."


class Member(msgspec.Struct, frozen=True):
    """Somebody at the table."""

    id: str
    name: str
    role: Role
    lang: Lang = "fr"

    @property
    def gm(self) -> bool:
        return self.role == "gm"


ANYBODY = "anybody"  # in place of a member's id: somebody who only looks, as a screen for the whole table does


def onlooker(lang: Lang) -> Member:
    """Who sees only what everybody may."""
    return Member(ANYBODY, ANYBODY, "spectator", lang)


class Veil(msgspec.Struct, frozen=True, omit_defaults=True):
    """What players may not know of somebody. True hides."""

    presence: bool = False
    name: bool = False
    rolls: bool = False
    sheet: bool | None = None  # None: hidden while nobody plays this character, and yet no secret: odds are given
    known_as: str = UNKNOWN

    @property
    def secret(self) -> bool:
        """Whether odds against somebody so veiled would tell what is hidden."""
        return self.presence or self.rolls or self.sheet is True


def hiding(veils: Mapping[str, Veil], people: Iterable[str]) -> dict[str, Veil]:
    """These veils, and over these people such that they are not seen; what else is hidden of them stays so."""
    return {**veils, **{who: replace(veils.get(who, Veil()), presence=True) for who in people}}


class Pending(msgspec.Struct, frozen=True, omit_defaults=True):
    """The action under way: how far it has gone, and what it waits for."""

    act: int  # the entry of the log that began it
    by: str  # the member who began it
    action: dict[str, Any]
    transcript: tuple[Entry, ...] = ()
    questions: tuple[Question, ...] = ()
    picked: tuple[str | int | None, ...] = ()  # an answer for each question, None while it is missing
    picked_by: tuple[str, ...] = ()  # and who gave it
    throw: Throw | None = None
    told: int = 0  # how many of its events are in the log already
    dice: tuple[Rolled, ...] = ()  # thrown since the last event
    past: tuple[Entry, ...] = ()  # how it went before it was taken back
    test: int = 0  # the test of the game master it answers
    asked: int = 0  # the entry that made it wait for what it waits for now


class AskedTest(msgspec.Struct, frozen=True, omit_defaults=True):
    """A test the game master has asked for: each one asked makes it by the game's own action."""

    id: int  # the entry that asked for it
    action: dict[str, Any]  # the kind of action, and what is fixed of it
    who: tuple[str, ...]
    note: str = ""
    done: dict[str, int] = {}  # by character, the entry that ended it

    @property
    def over(self) -> bool:
        return all(who in self.done for who in self.who)


class Request(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a player would do that is the game master's to grant, since it is everybody's or wants his agreement."""

    id: int  # the entry that asked for it
    by: str  # the member
    action: dict[str, Any]
    deed: str = ""  # the key of the phrase that names it

    def event(self, what: str) -> Event:
        """What becomes of it, for who asked and the game master."""
        who = str(self.action.get("actor", ""))
        return Event(what, who, facts=(("deed", self.deed),), audience=who)


class Place(msgspec.Struct, frozen=True):
    x: int
    y: int


class Board(msgspec.Struct, frozen=True, omit_defaults=True):
    """The map: a grid, fog over parts of it, and places where the game's own scene has none."""

    grid: Grid = "square"
    width: int = 30
    height: int = 20
    fog: tuple[str, ...] = ()  # for each row of the map a # (dark) or . (clear) for each column; none: no fog
    places: dict[str, Place] = {}

    def holds(self, cell: Cell) -> bool:
        column, row = place_of(self.grid, cell)
        return 0 <= column < self.width and 0 <= row < self.height

    def dark(self, cell: Cell) -> bool:
        column, row = place_of(self.grid, cell)
        return bool(self.fog) and self.holds(cell) and self.fog[row][column] == FOG


Title = Annotated[str, Meta(max_length=80)]
Long = Annotated[str, Meta(max_length=8000)]
Spot = tuple[Annotated[int, Meta(ge=-10_000, le=10_000)], Annotated[int, Meta(ge=-10_000, le=10_000)]]
Some = Meta(max_length=100)


class Backdrop(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A picture under the map: where its upper left corner lies, and how wide it is. A cell is 1 wide, and the middle
    of the first one is 0, 0."""

    picture: Annotated[str, Meta(min_length=1, max_length=80)]
    x: Annotated[float, Meta(ge=-10_000, le=10_000)] = -0.5
    y: Annotated[float, Meta(ge=-10_000, le=10_000)] = -0.5
    width: Annotated[float, Meta(ge=0.5, le=1_000)] = 30.0


class Handout(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Something to put into the players' hands: a letter, a plan, a face."""

    id: Title = ""  # none: it is new
    title: Title = ""
    text: Long = ""
    picture: Title = ""  # of the campaign


class Cast(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Somebody, or several alike, who come with a kept scene: named in a catalogue or made by a wish, on a side."""

    side: Annotated[str, Meta(min_length=1, max_length=80)]
    key: Title = ""
    id: Title = ""
    wish: dict[str, Any] | None = None
    name: Annotated[str, Meta(max_length=60)] = ""
    count: Annotated[int, Meta(ge=1, le=20)] = 1
    at: Annotated[tuple[Spot, ...], Meta(max_length=20)] = ()  # where they stand, one after the other


class Kept(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A scene the game master has prepared, to be opened when it is wanted."""

    id: Title = ""  # none: it is new
    title: Title = ""
    notes: Long = ""  # for the game master alone
    ready: Title = ""  # the ready scene of the game it is made from
    ground: Annotated[dict[Title, Any], Some] = {}  # of the game's own scene, as in its files: the map, the light
    drawn: Annotated[tuple[Annotated[str, Meta(max_length=100)], ...], Some] = ()  # a map of the game's, row by row
    board: Board | None = None  # the plain map, where the game has none of its own
    cast: Annotated[tuple[Cast, ...], Some] = ()
    people: Annotated[dict[Title, dict[str, Any]], Some] = {}  # who stood there when it was kept as it was, whole
    sides: Annotated[dict[Title, Annotated[tuple[Title, ...], Some]], Some] = {}  # characters of the campaign
    places: Annotated[dict[Title, Spot], Meta(max_length=200)] = {}  # of those, and of people of the ready scene
    backdrop: Backdrop | None = None
    hidden: bool = False  # who comes with it is not seen before he is revealed
    begin: bool = False  # somebody has the turn at once
    handouts: Annotated[tuple[Handout, ...], Meta(max_length=50)] = ()


class Encounter(msgspec.Struct, frozen=True, omit_defaults=True):
    since: int  # the entry that began it
    title: str = ""
    guests: tuple[str, ...] = ()  # who came with a ready scene, and leaves with it
    begun: bool = False  # whether somebody has had the turn
    waiting: dict[str, Any] = {}  # what in the scene depends on those who are away, as plain data
    kept: str = ""  # the kept scene it was opened from


class Aside(msgspec.Struct, frozen=True, omit_defaults=True):
    """A part of a state that the rules did not understand: where it stood, what stood there, and why not."""

    path: str
    value: str  # as JSON, cut short
    why: Said


class PlayOf(msgspec.Struct, Generic[S], frozen=True, omit_defaults=True):
    scene: S
    away: dict[str, dict[str, Any]] = {}  # characters who take no part in the encounter, as plain data
    options: tuple[str, ...] = ()
    encounter: Encounter | None = None
    open: Pending | None = None
    tests: tuple[AskedTest, ...] = ()
    board: Board | None = None
    veils: dict[str, Veil] = {}
    aside: tuple[Aside, ...] = ()  # what the game master has set aside to play on
    rules: str = "1"  # the version of the game it is played under
    pause: Pause = ""
    requests: tuple[Request, ...] = ()
    handouts: tuple[Handout, ...] = ()  # what was put into the players' hands
    backdrop: Backdrop | None = None
    shared: tuple[str, ...] = ()  # what players may read of the table's own book, « kind.id »

    @property
    def paused(self) -> bool:
        return self.pause == "on"


class Sketch(msgspec.Struct, frozen=True, omit_defaults=True):
    """A character in the making: the choices so far, as plain data of the game's draft."""

    id: str
    by: str
    data: dict[str, Any] = {}
    made: str = ""  # the character it was finished as


class Jotted(msgspec.Struct, frozen=True, omit_defaults=True):
    """A note in the journal: whose it is, the entry of the evening it is about, for whom. Its text is in the log."""

    by: str
    about: int
    shared: bool = False


class Picture(msgspec.Struct, frozen=True, omit_defaults=True):
    """A picture of the campaign; its bytes lie in the store, under their digest."""

    digest: str
    width: int
    height: int
    size: int  # bytes
    by: str = ""  # who sent it, while nothing names it yet
    played: bool = False  # it was on the table: undo may lead back to it


class Desk(msgspec.Struct, frozen=True, omit_defaults=True):
    title: str
    salt: str  # makes the ids that stand for hidden characters impossible to guess
    owners: dict[str, str] = {}  # character -> member
    by_hand: tuple[str, ...] = ()  # characters whose players roll real dice
    machine: tuple[str, ...] = ()  # characters that the machine plays, unless somebody has them
    orders: dict[str, tuple[Order, ...]] = {}  # how some of what a character is asked is answered
    sketches: dict[str, Sketch] = {}
    notes: dict[str, str] = {}  # on characters, for those who play them and the game master
    secret_notes: dict[str, str] = {}  # for the game master alone
    names: dict[str, str] = {}  # of everybody who was ever in the campaign: old entries stay readable
    scenes: dict[str, Kept] = {}  # prepared by the game master, for him alone
    journal: dict[str, Jotted] = {}  # by the number of the entry that has its first text
    pictures: dict[str, Picture] = {}
    portraits: dict[str, str] = {}  # character -> picture


class StateOf(msgspec.Struct, Generic[S], frozen=True, dict=True):
    play: PlayOf[S]
    desk: Desk


Play = PlayOf[Any]
State = StateOf[Any]


class Told(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event of the log, and what is told in its place to those who may not know it whole."""

    event: Event
    shadow: Event | None = None


def empty_scene(game: Game) -> Scene | None:
    """A scene of this game with nobody in it; None if the game cannot gather characters."""
    if game.gather is None:
        return None
    try:
        return game.gather([])
    except Exception as error:
        wanted = TypeError(f"Game.gather([]) must give a scene with nobody in it, not {error!r}")
        raise NoGame.because(game.id, wanted) from error


def dump(state: State) -> bytes:
    return msgspec.json.encode(state)


@cache
def decoder(scene: type[Scene]) -> msgspec.json.Decoder[State]:
    """What reads the states of a game with such scenes. A server makes it before any thread gets the game."""
    of: Any = StateOf
    return msgspec.json.Decoder(of[scene])


def load(game: Game, data: bytes) -> State:
    """Exactly the state that was dumped."""
    return decoder(game.scene).decode(data)
