"""Commands: everything a member can ask of the table, as plain data with a tag. Limits are part of the types."""

from __future__ import annotations

import re
from typing import Annotated, Any, ClassVar, Literal, get_args

import msgspec
from msgspec import Meta

from tablee.kernel.content import fault
from tablee.kernel.orders import Order

from .refusal import Refused
from .state import Backdrop, Grid, Kept

LARGEST = 64_000  # bytes of a command

Id = Annotated[str, Meta(min_length=1, max_length=80)]
Maybe = Annotated[str, Meta(max_length=80)]
Name = Annotated[str, Meta(min_length=1, max_length=80)]
Note = Annotated[str, Meta(max_length=500)]
Text = Annotated[str, Meta(min_length=1, max_length=4000)]
Path = Annotated[str, Meta(min_length=1, max_length=200)]
Formula = Annotated[str, Meta(min_length=1, max_length=200)]
Cell = Annotated[int, Meta(ge=-10_000, le=10_000)]
Size = Annotated[int, Meta(ge=1, le=100)]
Number = Annotated[int, Meta(ge=0, le=2**31 - 1)]  # of an entry of the log
Few = Meta(max_length=100)

Seen = Literal["all", "gm_me", "gm", "me"]  # who sees a free roll


def _tag(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Command(msgspec.Struct, frozen=True, tag_field="do", tag=_tag, forbid_unknown_fields=True, omit_defaults=True):
    """`aside`: undo passes over it. `anytime`: it may be given while an action waits for an answer."""

    aside: ClassVar[bool] = False
    anytime: ClassVar[bool] = False


class Aside(Command, frozen=True):
    """What changes nothing of the play."""

    aside: ClassVar[bool] = True
    anytime: ClassVar[bool] = True


# ---------------------------------------------------------------- talk


class Say(Aside, frozen=True):
    text: Text
    as_who: Annotated[str, Meta(max_length=80)] = ""  # a character; empty: the member


class Whisper(Aside, frozen=True):
    to: Annotated[tuple[Id, ...], Meta(min_length=1, max_length=20)]  # members
    text: Text


class Roll(Aside, frozen=True):
    """Dice outside any rule."""

    formula: Formula
    seen: Seen = "all"
    note: Note = ""


class Line(Aside, frozen=True):
    """A line as it was typed: « /r 2d6+3 », « /w Alys … », or simply words."""

    text: Text


class NoteDown(Aside, frozen=True):
    """A note of one's own in the journal, for oneself alone or for all; in place of an earlier one, if that is named.

    Without a text the earlier one is struck: it may be put back. What was for all stays so.
    """

    text: Annotated[str, Meta(max_length=4000)]
    shared: bool = False
    about: Number = 0  # an entry of the evening it is about; 0: as it comes
    note: Number = 0  # the entry of an earlier one


# ---------------------------------------------------------------- play


class Act(Command, frozen=True):
    """Take one of the game's actions; with a first step, both or neither. What is the game master's to grant, a player
    asks for."""

    action: dict[str, Any]
    test: Number = 0  # the test asked for that this answers
    first: dict[str, Any] | None = None  # a move made before, one that leaves nothing to chance


class Answer(Command, frozen=True):
    answer: Annotated[str, Meta(max_length=80)] | int
    question: Annotated[int, Meta(ge=0, le=100)] = 0  # which of those asked at once
    asked: Number | None = None  # the entry that asked it; none: whatever is asked by now

    anytime: ClassVar[bool] = True


class TypeDice(Command, frozen=True):
    """Faces of real dice, in the order they are asked for."""

    faces: Annotated[tuple[int, ...], Meta(min_length=1, max_length=500)]
    asked: Number | None = None  # as for an answer

    anytime: ClassVar[bool] = True


class AskTest(Command, frozen=True):
    """Have players make a test: the kind of action, with whatever of it is fixed, the actor left out."""

    who: Annotated[tuple[Id, ...], Meta(min_length=1, max_length=100)]
    action: dict[str, Any]
    note: Note = ""


class DropTest(Command, frozen=True):
    test: Number


class Grant(Command, frozen=True):
    """What a player has asked for is done, as his own."""

    request: Number


class DropRequest(Command, frozen=True):
    """The game master refuses what a player has asked for, or the player asks for it no more."""

    request: Number


class StartEncounter(Command, frozen=True):
    """From a ready scene of the game, or with characters of the campaign on their sides; `opening` begins it."""

    title: Annotated[str, Meta(max_length=80)] = ""
    ready: Annotated[str, Meta(max_length=80)] = ""
    sides: Annotated[dict[Name, tuple[Id, ...]], Few] = {}
    opening: dict[str, Any] | None = None
    begin: bool = False  # without an `opening`: by the action that gives somebody the turn, where there is one
    hidden: bool = False  # players do not see who comes with the ready scene until he is revealed


class JoinEncounter(Command, frozen=True):
    who: Id
    side: Name


class LeaveEncounter(Command, frozen=True):
    who: Id


class EndEncounter(Command, frozen=True):
    keep: bool = False  # those who came with a ready scene stay


class Pause(Command, frozen=True):
    """The game master makes a pause, at once or when the turn next passes on, or ends it: meanwhile players wait."""

    when: Literal["now", "turn", "over"] = "now"

    anytime: ClassVar[bool] = True


class KeepScene(Aside, frozen=True):
    """A scene is kept for later; in place of the one it has the id of, if it has one.

    `now`: with the ground of the scene that is played, who came for it, and everybody's place. Of those who were kept
    so before, the ones it names stay; what else is said of them is not read.
    """

    scene: Kept
    now: bool = False


class DropScene(Aside, frozen=True):
    scene: Id


class OpenScene(Command, frozen=True):
    """An encounter begins as it was prepared."""

    scene: Id


class ShowHandout(Command, frozen=True):
    """Something of a kept scene is put into the players' hands, or taken out of them."""

    scene: Id
    handout: Id
    on: bool = True


class Rule(Command, frozen=True):
    """A ruling of the game master: one value of the scene, by its path, is now this."""

    path: Path
    value: Any
    why: Annotated[str, Meta(min_length=1, max_length=500)]
    who: Annotated[str, Meta(max_length=80)] = ""  # a character: the path is one below him


class SetPool(Command, frozen=True):
    """A pool of somebody's sheet, by where he keeps it, now stands at this."""

    who: Id
    at: Path
    value: Annotated[int, Meta(ge=-(10**6), le=10**6)]
    why: Note = ""


class Hide(Command, frozen=True):
    """What players may know of somebody; what is left out stays as it is. True hides, False reveals.

    A sheet may also be shown as usual: while somebody plays this character.
    """

    who: Id
    presence: bool | None = None
    name: bool | None = None
    rolls: bool | None = None
    sheet: bool | Literal["usual"] | None = None
    known_as: Name | None = None


class WriteOwn(Command, frozen=True):
    """Entries of the table's own book, by kind and by id, as files have them; judged together.

    `shared`: players may read and choose them; none: as it was, and of what is new they know nothing.
    """

    entries: Annotated[dict[Id, Annotated[dict[Id, dict[str, Any]], Few]], Few]
    over: bool = False  # in place of those that have these ids
    shared: bool | None = None


class DropOwn(Command, frozen=True):
    """An entry of the table's own book is taken out; `anyway`: whoever has it keeps it."""

    kind: Id
    id: Id
    anyway: bool = False


class SwitchOptions(Command, frozen=True):
    on: Annotated[tuple[Id, ...], Few]


# ---------------------------------------------------------------- the map


class LayMap(Command, frozen=True):
    grid: Grid = "square"
    width: Size = 30
    height: Size = 20
    fog: bool = False


class ClearMap(Command, frozen=True):
    pass


class Put(Command, frozen=True):
    """Place or move somebody on the map."""

    who: Id
    x: Cell
    y: Cell


class Arrange(Command, frozen=True):
    """Before the fight begins each side takes its own part of the map."""


class Fog(Command, frozen=True):
    """Lay fog on cells, or lift it."""

    cells: Annotated[tuple[tuple[int, int], ...], Meta(min_length=1, max_length=10_000)]
    dark: bool


class LayPicture(Command, frozen=True):
    """A picture lies under the map from now on, in place of the one there was; or none."""

    backdrop: Backdrop | None = None


# ---------------------------------------------------------------- characters


class NewDraft(Aside, frozen=True):
    """A draft from nothing, drawn at random, or from one that is ready."""

    at_random: bool = False
    start: str = ""


class EditDraft(Aside, frozen=True):
    """Some fields of a draft, as the game's steps name them; any step, any time."""

    draft: Id
    fields: Annotated[dict[Id, Any], Few]


class DropDraft(Aside, frozen=True):
    draft: Id


class FinishDraft(Command, frozen=True):
    """The draft becomes a character; once more, with `again`, in place of the one it has made before."""

    draft: Id
    again: bool = False
    hidden: bool = False  # for the game master: players do not see him until he is revealed


class ImportCharacter(Command, frozen=True):
    """A character from its file."""

    game: Id
    character: dict[str, Any]
    rules_version: Annotated[str, Meta(max_length=40)] = ""
    waivers: tuple[dict[str, Any], ...] = ()
    hidden: bool = False  # as with a draft
    same: Literal["ask", "replace", "both"] = "ask"  # where one of this name is there already, of those one plays


class Bring(Command, frozen=True):
    """People of the game's catalogues or made on the spot come into the campaign; on a side, into the encounter."""

    key: Maybe = ""  # the catalogue, as a scene calls it; none: made by a wish
    id: Maybe = ""
    wish: dict[str, Any] | None = None  # what he is to be who is made on the spot
    name: Annotated[str, Meta(max_length=60)] = ""  # what they are called; none: as the game calls them
    count: Annotated[int, Meta(ge=1, le=20)] = 1
    side: Annotated[str, Meta(max_length=80)] = ""
    hidden: bool = False


class RemoveCharacter(Command, frozen=True):
    who: Id


class Give(Aside, frozen=True):
    """A character is from now on played by this member; by nobody if none is named."""

    who: Id
    member: Annotated[str, Meta(max_length=80)] = ""

    anytime: ClassVar[bool] = False


class RealDice(Aside, frozen=True):
    """Whether the player of this character rolls real dice and types them in."""

    who: Id
    on: bool


class LetPlay(Aside, frozen=True):
    """Whether the machine plays this character, one that no player has: its turns, and what it is asked."""

    who: Id
    on: bool


class GiveOrders(Aside, frozen=True):
    """How some of what this character is asked is answered from now on; it takes the place of all that was ordered."""

    who: Id
    orders: Annotated[tuple[Order, ...], Few]


class SetPortrait(Aside, frozen=True):
    """A picture that was sent is the face of a character; or none."""

    who: Id
    picture: Maybe = ""


class WriteNote(Aside, frozen=True, tag="note"):
    """The notes on a character, whole; `secret`: those that only the game master reads."""

    who: Id
    text: Annotated[str, Meta(max_length=8000)]
    secret: bool = False


# ---------------------------------------------------------------- the campaign


class Rename(Aside, frozen=True):
    title: Name


class Undo(Command, frozen=True):
    """Take back the last thing done, or everything since this entry and the entry itself."""

    entry: Number | None = None
    confirm: bool = False

    anytime: ClassVar[bool] = True


class Redo(Command, frozen=True):
    """Do again what was taken back last."""

    anytime: ClassVar[bool] = True


class PlayOn(Command, frozen=True):
    """Go on under the present rules: what they do not understand is set aside."""

    anytime: ClassVar[bool] = True


AnyCommand = (
    Say
    | Whisper
    | Roll
    | Line
    | NoteDown
    | Act
    | Answer
    | TypeDice
    | AskTest
    | DropTest
    | Grant
    | DropRequest
    | StartEncounter
    | JoinEncounter
    | LeaveEncounter
    | EndEncounter
    | Pause
    | KeepScene
    | DropScene
    | OpenScene
    | ShowHandout
    | Rule
    | SetPool
    | Hide
    | WriteOwn
    | DropOwn
    | SwitchOptions
    | LayMap
    | ClearMap
    | Put
    | Arrange
    | Fog
    | LayPicture
    | NewDraft
    | EditDraft
    | DropDraft
    | FinishDraft
    | ImportCharacter
    | Bring
    | RemoveCharacter
    | Give
    | RealDice
    | LetPlay
    | GiveOrders
    | SetPortrait
    | WriteNote
    | Rename
    | Undo
    | Redo
    | PlayOn
)
COMMANDS: tuple[type[Command], ...] = get_args(AnyCommand)


def tag(command: Command | type[Command]) -> str:
    return str(command.__struct_config__.tag)


def read(data: bytes) -> Command:
    """JSON to a command; Refused with the field that is wrong."""
    if len(data) > LARGEST:
        raise Refused("command.too_large", most=LARGEST)
    try:
        command: Command = msgspec.json.decode(data, type=AnyCommand)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise Refused("command.wrong", why=fault(str(error), "")) from None
    return command
