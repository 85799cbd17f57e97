"""What leaves the server, as types: a member's view of the table, of a log entry, of an action, of a draft."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from tablee.kernel.draft import Budget, Step
from tablee.kernel.event import Rolled
from tablee.kernel.game import Turn
from tablee.kernel.ground import Cell
from tablee.kernel.look import Figure
from tablee.kernel.oracle import Amount, Throw
from tablee.kernel.orders import Order
from tablee.kernel.purse import Price
from tablee.kernel.sentence import Name, Pieces, text
from tablee.kernel.sheet import Line, Sheet
from tablee.kernel.strokes import Change
from tablee.kernel.tally import Terms
from tablee.kernel.teaching import Spread, Strength
from tablee.kernel.track import Token, Track
from tablee.kernel.voice import Grown
from tablee.kernel.words import OTHER, Moment, Note, Weight

from .state import Grid, Handout, Kept, Pause, Veil


class SeenEvent(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """An event as a sentence in the member's language, in pieces, and what it weighs among all that is told."""

    what: str
    pieces: Pieces
    who: str = ""
    target: str = ""
    rule: str = ""
    sums: tuple[Terms, ...] = ()  # those the sentence does not tell
    dice: tuple[Rolled, ...] = ()
    achieved: bool | None = None  # whether what was tried came off, if it tells of that
    weight: Weight = "minor"
    headline: bool = False  # of what this member sees of the entry, the one to read first
    secret: bool = False  # not everybody may read it
    figure: Change | None = None  # what somebody lost or won by it
    growth: tuple[Grown, ...] = ()  # what has grown by it
    rolled: int | None = None  # how fine a roll it tells of: the more, the finer

    @property
    def text(self) -> str:
        return text(self.pieces)


Concerns = Literal["none", "ally", "me"]


class SeenStroke(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Something that was done, of all an entry tells: a card of its own. Its events by their place in the entry."""

    head: int  # the one to read first
    outcome: tuple[int, ...] = ()  # what came of it: to be read with it
    lines: tuple[int, ...] = ()  # the rest, which explains it
    weight: Weight = "minor"
    figure: Change | None = None  # what whom it happened to lost or won by it
    fell: tuple[Name, ...] = ()  # who stood before it and does not any more
    concerns: Concerns = "none"  # one of this member's own, or one of their side
    moment: Moment = ""  # worth a pause, once


class SeenEntry(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """An entry of the log. One that holds nothing for this member keeps its number and nothing else."""

    seq: int
    kind: str = ""  # the command's tag
    member: str = ""
    at: float = 0.0  # seconds since 1970
    undone: int | None = None  # the entry that took it back
    encounter: int | None = None  # the entry that began the encounter it belongs to
    events: tuple[SeenEvent, ...] = ()
    title: str = ""  # of the encounter it begins
    undoes: tuple[int, ...] = ()  # the entries it takes back
    redoes: tuple[int, ...] = ()  # or does again
    strokes: tuple[SeenStroke, ...] = ()  # what was done, each with the events that tell of it
    round: int = 0  # of the encounter it belongs to
    when: str = ""  # the round, as the game calls it
    act: int = 0  # the entry that began the action it belongs to


class Emblem(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What is drawn for somebody who has no picture; field and hue come from his id."""

    figure: Figure = ""
    foe: bool = False  # not of the side of the players' characters
    state: Literal["", "down", "dead"] = ""


class SeenHurt(msgspec.Struct, frozen=True, gc=False):
    """What somebody lost of something, all told."""

    who: Name
    lost: Change


class SeenRound(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What came of a round."""

    round: int
    when: str  # as the game calls it
    count: int = 0  # what was done in it
    missed: int = 0  # and came to nothing
    fell: tuple[Name, ...] = ()
    hurt: tuple[SeenHurt, ...] = ()  # the most first


class SeenDeeds(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What somebody did in a fight."""

    who: Name
    dealt: tuple[Change, ...] = ()  # to others
    taken: tuple[Change, ...] = ()
    healed: tuple[Change, ...] = ()
    hits: int = 0
    tries: int = 0
    felled: tuple[Name, ...] = ()
    fell: bool = False
    spent: tuple[Change, ...] = ()  # what his sheet has less, or more, than when it began; of those that may be read
    emblem: Emblem = Emblem()


class SeenFight(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A fight, as one member was told of it."""

    since: int
    title: str = ""
    minutes: int = 0
    rounds: tuple[SeenRound, ...] = ()
    deeds: tuple[SeenDeeds, ...] = ()
    best: SeenEvent | None = None  # the finest roll that came off


class SeenJot(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A note in the journal. One's own also when it is struck, with what it said before."""

    id: int
    by: str  # a member, and his name as he wrote it
    name: str
    at: float
    text: str
    mine: bool = False
    shared: bool = False
    before: str = ""
    struck: bool = False


class SeenNoted(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Something the journal keeps of an evening."""

    seq: int
    kind: Note
    event: SeenEvent
    when: str = ""  # by the game's own time


class SeenBout(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """An encounter in the journal, with the sides that were left standing; `on`: it is not over."""

    fight: SeenFight
    left: tuple[str, ...] = ()
    on: bool = False


class SeenSpan(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """An evening of play, from one entry to another; `day`: its date where the reader is."""

    since: int
    last: int
    began: float
    ended: float
    day: str
    dawn: str = ""  # by the game's own time, as it began and as it ended
    dusk: str = ""
    jots: tuple[SeenJot, ...] = ()


class SeenEvening(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What happened on an evening of play, as one member was told of it."""

    span: SeenSpan
    people: tuple[str, ...] = ()  # members who played
    bouts: tuple[SeenBout, ...] = ()
    noted: tuple[SeenNoted, ...] = ()


class SeenJournal(msgspec.Struct, frozen=True, gc=False):
    """The evenings of a campaign, the latest first, and the notes that are older than all of them."""

    zone: str
    spans: tuple[SeenSpan, ...]
    jots: tuple[SeenJot, ...]


class SeenForce(msgspec.Struct, frozen=True, gc=False):
    """How much of a side was left to fight with after each step: 1 when nothing was lost."""

    side: str
    foe: bool
    left: tuple[float, ...]


class SeenForces(msgspec.Struct, frozen=True, gc=False):
    """The steps of an encounter, by the numbers of their entries, and what was left of each side."""

    steps: tuple[int, ...]
    sides: tuple[SeenForce, ...]


class Person(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    id: str
    name: str
    away: bool = False  # takes no part in the encounter
    side: str = ""
    owner: str = ""  # a member
    mine: bool = False
    standing: bool = False
    turn: bool = False
    sheet: bool = False  # whether it may be read
    real_dice: bool = False
    orders: tuple[Order, ...] = ()  # for those who play this character and the game master
    x: int | None = None
    y: int | None = None
    veil: Veil | None = None  # for the game master
    size: int = 1  # cells across, on a map
    facing: int | None = None  # degrees from the east, clockwise
    emblem: Emblem = Emblem()
    known: str = ""  # how he is, in a word, for those who may not read his figures
    marks: tuple[str, ...] = ()  # conditions that show
    machine: bool = False  # played by the machine, for the game master
    picture: str = ""  # his face, by the id it is fetched by


class SeenOption(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One answer: open, or closed with the reason and its rule."""

    id: str | int
    label: str = ""
    cost: tuple[tuple[str, int], ...] = ()
    closed: str = ""
    rule: str = ""
    gist: str = ""  # what it does, where its name does not say it


class SeenQuestion(msgspec.Struct, frozen=True, gc=False):
    pieces: Pieces
    key: str
    rule: str
    options: tuple[SeenOption, ...] | Amount
    seconds: int | None = None
    group: str = ""  # what all who are asked at this moment are asked about
    stake: str = ""  # what it decides

    @property
    def text(self) -> str:
        return text(self.pieces)


class Awaited(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Somebody the action waits for; what he is asked only if this member may read it."""

    index: int
    who: str
    name: str
    mine: bool = False  # this member may answer
    answered: bool = False
    question: SeenQuestion | None = None
    throw: Throw | None = None


class SeenOpen(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The action under way."""

    act: int
    actor: str
    awaited: tuple[Awaited, ...]
    text: str = ""
    dice: tuple[Rolled, ...] = ()  # on the table, before any event tells of them
    asked: int = 0  # the entry that made it wait for what it waits for now; an answer names it


class SeenTest(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    id: int
    action: dict[str, Any]
    who: tuple[str, ...]
    note: str = ""
    done: dict[str, int] = {}
    text: str = ""  # what is to be done, as it stands on a button


class SeenRequest(msgspec.Struct, frozen=True, gc=False):
    """What a player asks the game master for; for the two of them."""

    id: int
    by: str  # the member
    who: str
    text: str
    action: dict[str, Any]


class SeenBoard(msgspec.Struct, frozen=True, gc=False):
    grid: Grid
    width: int
    height: int
    fog: tuple[str, ...]


class SeenPicture(msgspec.Struct, frozen=True, gc=False):
    """A picture by the id it is fetched by, and how large it is, in pixels."""

    id: str
    width: int
    height: int


class SeenBackdrop(msgspec.Struct, frozen=True, gc=False):
    """The picture under the map: where its upper left corner lies, and how wide it is, in cells."""

    picture: SeenPicture
    x: float
    y: float
    width: float


class SeenPlot(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    x: int
    y: int
    kind: str
    dark: bool = False  # no player's character sees it


class SeenGround(msgspec.Struct, frozen=True, gc=False):
    """The map the game's own rules play on, and what its kinds of ground are called."""

    grid: Grid
    plots: tuple[SeenPlot, ...]
    kinds: dict[str, str]
    signs: dict[str, str] = {}  # the letter that stands for a kind


class SeenZone(msgspec.Struct, frozen=True, gc=False):
    """What lasts on some cells beside the ground itself."""

    name: str
    cells: tuple[Cell, ...]


class SeenEncounter(msgspec.Struct, frozen=True, gc=False):
    since: int
    title: str
    round: int
    turn: tuple[str, ...]
    order: tuple[Turn, ...] = ()  # who has acted, whose turn it is, who comes next
    when: str = ""  # the round, as the game calls it
    track: Track | None = None  # the order on a scale; a count one may not know is none
    budgets: dict[str, tuple[Token, ...]] = {}  # what those one plays have to act with


class DraftLine(msgspec.Struct, frozen=True, gc=False):
    id: str
    by: str
    name: str
    made: str


class SeenTable(msgspec.Struct, frozen=True, gc=False):
    """The whole table as one member sees it."""

    game: str
    title: str
    options: tuple[str, ...]
    people: tuple[Person, ...]
    encounter: SeenEncounter | None
    open: SeenOpen | None
    tests: tuple[SeenTest, ...]
    board: SeenBoard | None
    drafts: tuple[DraftLine, ...]
    ground: SeenGround | None = None
    pause: Pause = ""  # of the game master; players are not told of one to come
    zones: tuple[SeenZone, ...] = ()
    requests: tuple[SeenRequest, ...] = ()  # one's own; the game master's are all
    handouts: tuple[Handout, ...] = ()  # what was put into everybody's hands
    backdrop: SeenBackdrop | None = None


class SeenScenes(msgspec.Struct, frozen=True, gc=False):
    """The scenes a game master keeps for later, and the one that is played."""

    now: str
    scenes: tuple[Kept, ...]


class SeenAction(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """An action one may think of: open, or closed with the reason and its rule."""

    action: dict[str, Any]
    text: str
    closed: str = ""
    rule: str = ""
    looks: tuple[str, ...] = ()
    topic: str = ""  # what it is found under, with others of the kind
    choose: bool = False  # only an example of its kind: its parameters are chosen before it is done
    intent: str = OTHER  # what one wants by it: the group its button stands in
    target: str = ""  # whom it is done to
    way: str = ""  # its text but for him
    asks: bool = False  # a player asks the game master for it
    weighty: bool = False  # he is asked once whether he means it
    price: Price = ()  # what it takes of the budget of whose turn it is, by letter


class SeenBest(msgspec.Struct, frozen=True, gc=False):
    """One of the actions somebody is offered that he might well take, and why."""

    action: dict[str, Any]
    because: str


class SeenWay(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A move one may make now: the action and its text for any place, and the cells it leads to, each with its cost."""

    action: dict[str, Any]
    text: str  # {x} and {y} stand for the column and the row
    cells: tuple[tuple[int, int, int], ...] = ()  # x, y, cost
    looks: tuple[str, ...] = ()


class SeenHit(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Somebody an action strikes, and the chance that he falls by it; none: it may not be known."""

    who: str
    falls: float | None = None


class SeenAim(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What an action covers on the map, from where its actor stands or from where a first step leads him."""

    range: tuple[Cell, ...] = ()  # the cells it reaches
    area: tuple[Cell, ...] = ()  # those it strikes
    hits: tuple[SeenHit, ...] = ()


class SeenNotes(msgspec.Struct, frozen=True, gc=False):
    """The notes on a character: those of his player and the game master, and the game master's own."""

    text: str
    secret: str | None = None  # for the game master


class Outcome(msgspec.Struct, frozen=True, gc=False):
    value: Any
    p: float


class SeenOdds(msgspec.Struct, frozen=True, gc=False):
    """How an action may end, seen through one look."""

    look: str
    exact: bool
    yes: float | None  # the chance of success, when the look is a yes or no
    mean: float | None
    outcomes: tuple[Outcome, ...]
    lost: float
    falls: float | None = None  # about how likely whom it is done to does not stand after it


class SeenNo(msgspec.Struct, frozen=True, gc=False):
    """Why there are none: as every refusal."""

    key: str
    text: str
    rule: str = ""


class SeenChance(msgspec.Struct, frozen=True, gc=False):
    """Odds, or why there are none; neither: there was no time, they are to be asked for again."""

    odds: SeenOdds | None = None
    no: SeenNo | None = None


class SeenLoss(msgspec.Struct, frozen=True, gc=False):
    """What somebody loses of something, on average."""

    unit: str
    mean: float


class AnswerOdds(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    answer: str | int
    odds: SeenOdds
    losses: tuple[SeenLoss, ...] = ()  # of whoever is asked, in the whole action


class SeenAnswers(msgspec.Struct, frozen=True, gc=False):
    """How the action under way may end after each answer, seen through one look; and the looks one may ask for."""

    who: str  # whose success it is
    look: str
    looks: tuple[str, ...]
    answers: tuple[AnswerOdds, ...]


class SeenProblem(msgspec.Struct, frozen=True, gc=False):
    step: str
    text: str
    rule: str
    key: str
    waived: str
    todo: bool = False  # only not done yet, rather than wrong


class SeenRemark(msgspec.Struct, frozen=True, gc=False):
    """What is legal and yet hollow in a draft, and the step that would mend it."""

    step: str
    text: str
    rule: str


class SeenCard(msgspec.Struct, frozen=True, gc=False):
    """One of the things a field of a draft offers, for somebody who does not know it."""

    says: str
    strengths: tuple[Strength, ...]
    figures: tuple[Line, ...]
    tags: tuple[str, ...]
    fits: int
    why: str  # it fits
    closed: str  # what is missing for it
    rule: str  # and by which rule


class SeenLesson(msgspec.Struct, frozen=True, gc=False):
    """What one may know of a step of a draft before one chooses: cards and spreads, by field."""

    cards: dict[str, dict[str, SeenCard]]
    spreads: dict[str, tuple[Spread, ...]]


class SeenDraft(msgspec.Struct, frozen=True, gc=False):
    """A draft, what it may still spend, what does not hold yet, and the sheet it makes."""

    id: str
    by: str
    name: str
    made: str
    data: dict[str, Any]
    steps: tuple[Step, ...]
    budgets: tuple[Budget, ...]
    problems: tuple[SeenProblem, ...]
    preview: Sheet | None
    remarks: tuple[SeenRemark, ...]


class SeenAside(msgspec.Struct, frozen=True, gc=False):
    """A part of the campaign that the rules do not understand: where it stands, what stands there, what they expect."""

    path: str
    value: str  # as JSON, cut short
    why: str


class SeenFigure(msgspec.Struct, frozen=True, gc=False):
    """A figure of a sheet that the present rules work out otherwise; none: it is not on the sheet."""

    who: str
    name: str
    label: str
    before: int | None
    after: int | None


class SeenChanges(msgspec.Struct, frozen=True, gc=False):
    """What the present rules change of a campaign."""

    figures: tuple[SeenFigure, ...]
    actions_gone: tuple[str, ...]
    actions_new: tuple[str, ...]
    options_gone: tuple[str, ...]
    options_new: tuple[str, ...]


class SeenRules(msgspec.Struct, frozen=True, gc=False):
    """How a campaign stands with the present rules, for the game master."""

    played: str  # the version of the game it is played under
    present: str  # and the one that is installed: if it is another, nothing is played until he plays on
    changes: SeenChanges | None  # what that changes; none: nothing is known of how it was before
    unread: tuple[SeenAside, ...]  # what they do not understand: nothing is played until he plays on without it
    aside: tuple[SeenAside, ...]  # what was set aside before


class SeenValue(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Something the game master may rule upon: where a character keeps it, what it is called, and what it is now."""

    path: str
    label: str
    value: bool | int | float | str
    text: str  # the value as one reads it
    choices: tuple[tuple[str, str], ...] = ()  # what it may be, where there are only some
    pool: bool = False  # a pool of the sheet, set by what is left of it
