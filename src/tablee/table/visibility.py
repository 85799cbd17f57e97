"""Who may see what. All that leaves the server passes through `Eyes`; it and `hidden` alone decide what is kept back.

Three things are kept from players, and each in its own way:

- *Audiences.* An event, a die or a question is for everybody (`all`), the game master (`mj`), a character's player and
  the game master (the character's id), or members by name (`@id`), several joined by commas.
- *Secret rolls, hidden presence, fog.* Decided when the event happens (`hidden.told`): the event is kept for those who
  may know it, beside a shadow for the others.
- *Names.* Decided when somebody looks. Whoever may not know a name gets « ??? » for it wherever it stands, and another
  id for the character, made with the campaign's salt; commands that use that id are read back (`real`).
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from tablee.kernel import own, refs
from tablee.kernel.action import Action, Legal, tag
from tablee.kernel.content import ContentError
from tablee.kernel.draft import Draft, Field, Step
from tablee.kernel.event import Event, Rolled
from tablee.kernel.game import Game, Turn
from tablee.kernel.ground import Cell, Ground, Way
from tablee.kernel.kept import cached_property
from tablee.kernel.live import Diverged
from tablee.kernel.look import Look
from tablee.kernel.oracle import ALL, GM, Amount, Closed, Option, Question
from tablee.kernel.plural import agreed
from tablee.kernel.purse import Price, Purse, price
from tablee.kernel.refs import NOBODY
from tablee.kernel.run import Run, run
from tablee.kernel.sentence import Said, Someone, Typed, as_it_stands
from tablee.kernel.sheet import Sheet
from tablee.kernel.teaching import Card, Spread, Strength
from tablee.kernel.tools import offered
from tablee.kernel.track import Lane, Spot, Token, Track
from tablee.kernel.voice import Bounds, Near, Voice
from tablee.kernel.words import MASTER, OTHER

from . import pictures, retold, scenes
from .hidden import OPEN, secretive, sight, stands
from .known import known
from .readings import Readings
from .refusal import Refused
from .rights import may
from .seen import (
    Awaited,
    DraftLine,
    Emblem,
    Person,
    SeenAction,
    SeenAside,
    SeenBackdrop,
    SeenBoard,
    SeenCard,
    SeenDraft,
    SeenEncounter,
    SeenEntry,
    SeenEvent,
    SeenGround,
    SeenLesson,
    SeenNotes,
    SeenOpen,
    SeenOption,
    SeenPicture,
    SeenPlot,
    SeenProblem,
    SeenQuestion,
    SeenRemark,
    SeenRequest,
    SeenScenes,
    SeenTable,
    SeenTest,
    SeenValue,
    SeenWay,
    SeenZone,
)
from .state import UNKNOWN, Aside, AskedTest, Backdrop, Board, Member, Pending, Picture, Request, Sketch, State, Told
from .texts import EVENTS, say
from .values import values

VIGOUR = {"unhurt": 1.0, "hurt": 0.6, "badly": 0.25, "down": 0.0, "dead": 0.0}  # what a word may stand for
SAID_AS = "table.said_as"  # somebody speaks: whoever was there has heard it


class ShownPicture(NamedTuple):
    """A picture, and where it lies under which fog, if it may not be seen whole."""

    picture: Picture
    under: Backdrop | None = None
    fog: Board | None = None


class Eyes:
    """One member looking at one state. "View as" is the same with another member. Whoever else looks at it may share
    what was read in it."""

    def __init__(self, game: Game, state: State, member: Member, readings: Readings | None = None) -> None:
        self.game, self.whole, self.member = game, state, member
        self.state, self.concealed, self.unread = known(game, state, member)  # as he knows it, and what he does not
        self.play, self.desk, self.scene = self.state.play, self.state.desk, self.state.play.scene
        self.here = game.people(self.scene)
        self.people = (*self.here, *self.play.away)
        self.mine = frozenset(who for who, owner in self.desk.owners.items() if owner == member.id)
        self.readings = readings or Readings(state)

    # ------------------------------------------------------------ what is hidden from this member

    def sees(self, audience: str) -> bool:
        """Whether this member is among those something is for."""
        return among_them(self.member, self.mine, audience)

    @cached_property
    def nameless(self) -> dict[str, str]:
        """Who has no name for this member, and what he is called instead."""
        if self.member.gm:
            return {}
        veils = self.play.veils
        hidden = {who for who, veil in veils.items() if veil.name} | self.concealed
        return {who: veils.get(who, OPEN).known_as for who in sorted(hidden - self.mine)}

    @cached_property
    def aliases(self) -> dict[str, str]:
        return {who: self._alias(who) for who in self.nameless}

    def _alias(self, who: str) -> str:
        return "inconnu_" + hashlib.sha256(f"{self.desk.salt}:{who}".encode()).hexdigest()[:10]

    @cached_property
    def names(self) -> dict[str, str]:
        """What this member may call everybody, those who have left included."""
        here = {who: self.scene.name(who) for who in self.here}
        return {**self.desk.names, **here, **self.nameless}

    @cached_property
    def voice(self) -> Voice:
        return self.readings.once(("voice", self.outlook), self._voice)

    def _voice(self) -> Voice:
        grid = self.play.board.grid if self.play.board is not None else "square"
        called = {who: self.scene.name(who) for who in self.scene.people} | self.names  # beasts, too
        names = {who: (self.alias(who), name) for who, name in called.items()}
        return Voice(
            self.game,
            self.member.lang,
            names,
            self.scene,
            own=EVENTS,
            bounds=Bounds(self.concealed, self._where if self.nameless else as_it_stands, grid),
            before=self.readings.before(("voice", self.outlook)),
        )

    def _where(self, path: str) -> str:
        """Where a fault is, as far as a member may know it from whom somebody is hidden."""
        return refs.told(path, self.game.scene, lambda who: self.alias(who))

    def alias(self, who: str) -> str:
        """The id this member knows somebody by."""
        return self.aliases.get(who, who)

    def _alias_of(self, id: str) -> str:
        """The same of an id made of somebody's: « mage:sort »."""
        who, *rest = id.split(":", 1)
        return ":".join((self.alias(who), *rest))

    def real(self, who: str) -> str:
        """The real id of somebody, by the one this member knows; an id he may not know is nobody's."""
        return self._back.get(who) or (NOBODY + who if who in self.nameless else who)

    def _real_of(self, id: str) -> str:
        """The same of an id made of somebody's, while there is such a thing."""
        who, *rest = id.split(":", 1)
        real = ":".join((self.real(who), *rest))
        return id if self.scene.thing(real) == real else real

    @cached_property
    def _back(self) -> dict[str, str]:
        return {alias: who for who, alias in self.aliases.items() if who not in self.concealed}

    def refusal(self, refused: Refused) -> Refused:
        """A refusal as this member may read it."""
        return refused.to(self.voice)

    # ------------------------------------------------------------ the log

    def event(self, told: Told) -> SeenEvent | None:
        """An event as this member may see it: whole, its shadow, or not at all."""
        event = self._of(told)
        return None if event is None else self._seen(event)

    def _of(self, told: Told) -> Event | None:
        event = told.event if self.sees(told.event.audience) else told.shadow
        if event is None or not self.sees(event.audience):
            return None
        return None if event.what != SAID_AS and self._nobody_here(event) else event

    def _nobody_here(self, event: Event) -> bool:
        parties = {event.who, event.target} - {""}
        return bool(parties) and parties <= self.concealed

    def said(self, event: Event) -> SeenEvent:
        """An event in words, whoever it is for."""
        return self._seen(event)

    def _seen(self, event: Event, headline: bool = False, near: Near = ()) -> SeenEvent:
        pieces, sums = self.voice.told(event, near)
        return SeenEvent(
            event.what,
            pieces,
            self.alias(event.who),
            self.alias(event.target),
            event.rule,
            sums,
            self.dice(event.dice),
            event.achieved,
            self.voice.weight(event),
            headline,
            event.audience != ALL,
            self.voice.figure(event),
            self.voice.growth(event),
            self.voice.rolled(event),
        )

    def dice(self, dice: Iterable[Rolled]) -> tuple[Rolled, ...]:
        return tuple([self._die(die) for die in dice if self.sees(die.audience)])

    def _die(self, die: Rolled) -> Rolled:
        audience = die.audience if die.audience == ALL else ",".join(map(self.alias, die.audience.split(",")))
        return Rolled(self.alias(die.who), self.voice.tr(die.why), die.sides, die.faces, audience, die.by)

    def heard(self, told: Iterable[Told]) -> list[Event]:
        """Of what was told, what this member may know."""
        return [event for event in map(self._of, told) if event is not None]

    def entry(self, entry: SeenEntry, told: Iterable[Told]) -> SeenEntry:
        """An entry of the log with what this member may see of it."""
        told = tuple(told)
        heard = self.heard(told)
        events = [event for event in heard if event.what not in retold.BY_THE_WAY]
        silent = not told and (self.member.gm or entry.member == self.member.id)  # done without a word
        if not events:
            return entry if silent else SeenEntry(entry.seq)
        ranks = [self.voice.rank(event, place) for place, event in enumerate(events)]
        first = ranks.index(max(ranks))
        seen = tuple(
            [self._seen(event, place == first, retold.beside(heard, event)) for place, event in enumerate(events)]
        )
        done = retold.done(self, heard, events, ranks)
        return replace(entry, events=seen, **done, **self._besides(events))

    def concerned(self, seen: SeenEntry) -> SeenEntry:
        """The same with what concerns this member marked: one of his own, or one of their side."""
        return retold.concerned(self, seen) if self.mine and seen.strokes else seen

    def _besides(self, events: Iterable[Event]) -> dict[str, Any]:
        """What an entry says of the log itself: the encounter it begins, the entries it takes back or does again."""
        found: dict[str, Any] = {}
        for event in events:
            if event.what == "table.encounter":
                found["title"] = self.voice.tr(event["title"])
            elif event.what in ("table.undone", "table.redone"):
                found["undoes" if event.what == "table.undone" else "redoes"] = tuple(event["entries"])
        return found

    # ------------------------------------------------------------ the table

    def table(self) -> SeenTable:
        play, board = self.play, self.play.board
        return SeenTable(
            self.game.id,
            self.desk.title,
            play.options,
            tuple(map(self.person, self.people)),
            self.encounter() if play.encounter is not None or self.scene.turn() else None,
            self.open(play.open) if play.open is not None else None,
            tuple(map(self.test, play.tests)),
            SeenBoard(board.grid, board.width, board.height, board.fog) if board is not None else None,
            tuple(self.draft_line(sketch) for sketch in self.desk.sketches.values() if self.may_draft(sketch)),
            self.ground(),
            play.pause if self.member.gm or self.paused else "",
            self.zones(),
            tuple(self.request(each) for each in play.requests if self.member.gm or each.by == self.member.id),
            play.handouts,
            self.backdrop(),
        )

    def backdrop(self) -> SeenBackdrop | None:
        """The picture under the map; where fog lies on it, players are given another, without what is under the fog."""
        under = self.play.backdrop
        picture = self.desk.pictures.get(under.picture) if under is not None else None
        if under is None or picture is None:
            return None
        id = pictures.covered(self.desk.salt, under, self._fog) if self._fog is not None else under.picture
        return SeenBackdrop(SeenPicture(id, picture.width, picture.height), under.x, under.y, under.width)

    @cached_property
    def _fog(self) -> Board | None:
        return None if self.member.gm else pictures.foggy(self.play.board)

    def picture(self, id: str) -> ShownPicture:
        """A picture by its id, and the fog over it, if any; Refused unless this member may see it."""
        under = self.play.backdrop
        seen = self.backdrop()
        if under is not None and seen is not None and seen.picture.id == id:
            return ShownPicture(self.desk.pictures[under.picture], under, self._fog)
        known = self.desk.pictures.get(id)
        if known is None or not (self.member.gm or known.by == self.member.id or id in self._pictures()):
            raise Refused("no_picture")
        return ShownPicture(known)

    def _pictures(self) -> Iterator[str]:
        """Those that are whole for everybody who looks as this member does."""
        yield from (handout.picture for handout in self.play.handouts)
        yield from map(self._portrait, self.people)

    def _portrait(self, who: str) -> str:
        """His face; whoever has no name for this member has none."""
        id = self.desk.portraits.get(who, "") if who not in self.nameless else ""
        return id if id in self.desk.pictures else ""

    def kept_scenes(self) -> SeenScenes:
        """What is kept for later, for the game master alone."""
        may(self.member, "scenes")
        encounter = self.play.encounter
        return SeenScenes(encounter.kept if encounter is not None else "", tuple(self.desk.scenes.values()))

    @property
    def paused(self) -> bool:
        """Whether the game master makes a pause, as far as this member knows; he himself may always go on.

        What waits for somebody hidden is a pause for those he is hidden from: readings ask, though nothing happened.
        """
        return self.play.paused and not self.member.gm

    @property
    def turn(self) -> tuple[str, ...]:
        """Who may act now."""
        return () if self.paused else self.scene.turn()

    def ground(self) -> SeenGround | None:
        """The map of the rules; for players with what their characters do not see in the dark."""
        return self.readings.once(("ground", self.member.gm, self.outlook), self._ground)

    def _ground(self) -> SeenGround | None:
        ground = self.game.ground(self.scene)
        if ground is None:
            return None
        seen = None if self.member.gm else sight(self.game, self.state)
        key = "drawn", self.member.gm, self.outlook
        return self.readings.again(key, (ground, seen), lambda: self._drawn(ground, seen))

    def _drawn(self, ground: Ground, seen: frozenset[Cell] | None) -> SeenGround:
        plots = tuple([SeenPlot(p.x, p.y, p.kind, seen is not None and (p.x, p.y) not in seen) for p in ground.plots])
        kinds = {kind: self.voice.tr(kind) for kind in dict.fromkeys(p.kind for p in ground.plots)}
        signs = {kind: sign for kind, sign in ground.signs.items() if kind in kinds}
        return SeenGround(ground.grid, plots, kinds, signs)

    def zones(self) -> tuple[SeenZone, ...]:
        """What lasts on the map, as far as this member knows; of what lies in the dark he sees nothing."""
        return self.readings.once(("zones", self.member.gm, self.outlook), self._zones)

    def _zones(self) -> tuple[SeenZone, ...]:
        zones = [(zone.name, sorted(filter(self._lit, zone.cells))) for zone in self.game.zones(self.scene)]
        return tuple(SeenZone(self.voice.tr(name), tuple(cells)) for name, cells in zones if cells)

    def _lit(self, cell: Cell) -> bool:
        """Whether this member sees what is on a cell."""
        board = self.play.board
        if self.member.gm:
            return True
        return (self._sight is None or cell in self._sight) and not (board is not None and board.dark(cell))

    @cached_property
    def _sight(self) -> frozenset[Cell] | None:
        return sight(self.game, self.state)

    def encounter(self) -> SeenEncounter:
        key = "encounter", self.outlook, self.member.gm, self.paused, self.mine
        return self.readings.once(key, self._encounter)

    def _encounter(self) -> SeenEncounter:
        known = self.play.encounter
        turn = tuple(map(self.alias, self.turn))
        since, title = (known.since, self.voice.tr(known.title)) if known is not None else (0, "")
        order = tuple(map(self._place, self.game.order(self.scene)))
        round = self.scene.round()
        when = self.voice.round(round) if round else ""
        return SeenEncounter(since, title, round, turn, order, when, self.track(), self.budgets())

    def budgets(self) -> dict[str, tuple[Token, ...]]:
        """What those this member plays have to act with."""
        ours = [who for who in self.here if self.sees(who)]
        found = {self.alias(who): tuple([self._token(purse.token) for purse in self._purses(who)]) for who in ours}
        return {who: tokens for who, tokens in found.items() if tokens}

    def _purses(self, who: str) -> tuple[Purse, ...]:
        return self.readings.once(("budget", self.concealed, who), lambda: tuple(self.game.budget(self.scene, who)))

    def track(self) -> Track | None:
        """The order on a scale. Where somebody stands on it, and what he waits to do, his player alone knows."""
        track = self.game.track(self.scene)
        if track is None:
            return None
        return Track(
            tuple(self._lane(lane, lane.number > track.now) for lane in track.lanes),
            track.now,
            {self.alias(who): tuple(map(self._token, tokens)) for who, tokens in track.tokens.items()},
            {self.alias(who): self.voice.tr(text) for who, text in track.waits.items() if self.sees(who)},
        )

    def _lane(self, lane: Lane, to_come: bool) -> Lane:
        """Those whose count is not known stand in the order they are called in anyway; not in a round to come, which
        not everybody has a place in."""
        spots = [self._spot(spot, self.sees(spot.who)) for spot in lane.spots if self.sees(spot.who) or not to_come]
        return replace(lane, name=self.voice.tr(lane.name), spots=tuple(spots), note=self.voice.tr(lane.note))

    def _spot(self, spot: Spot, own: bool) -> Spot:
        at, lost_by = (spot.at, self.voice.tr(spot.lost_by)) if own else (None, "")
        return replace(spot, who=self.alias(spot.who), at=at, lost_by=lost_by)

    def _token(self, token: Token) -> Token:
        label = self.voice.tr(token.label)
        if token.many:
            label = agreed(f" {label}", token.left, self.member.lang == "fr").lstrip()
        return replace(token, label=label, price=self.voice.tr(token.price))

    def _place(self, place: Turn) -> Turn:
        """Somebody's place in the order; the figure is not told of one whose rolls or sheet are a secret."""
        secret = not self.sees(place.who) and self.play.veils.get(place.who, OPEN).secret
        return replace(place, who=self.alias(place.who), value=None if secret else place.value)

    def person(self, who: str) -> Person:
        key = "person", self.outlook, self.member.gm, self.paused, who in self.mine, who
        return self.readings.once(key, lambda: self._person(who))

    def _person(self, who: str) -> Person:
        where = stands(self.game, self.state, who) if who in self.here else None
        size, facing = self.game.figure(self.scene, who) if where is not None else (1, None)
        return Person(
            self.alias(who),
            self.voice.called(who),
            who in self.play.away,
            self.voice.tr(self.sides.get(who, "")),
            self.desk.owners.get(who, ""),
            who in self.mine,
            who in self._standing,
            who in self.turn,
            self.may_read(who),
            who in self.desk.by_hand,
            self.desk.orders.get(who, ()) if self.member.gm or who in self.mine else (),
            where[0] if where is not None else None,
            where[1] if where is not None else None,
            self.play.veils.get(who, OPEN) if self.member.gm else None,
            size,
            facing,
            *self._face(who),
            self.member.gm and who in self.desk.machine and not self.desk.owners.get(who),
            self._portrait(who),
        )

    def _face(self, who: str) -> tuple[Emblem, str, tuple[str, ...]]:
        """His emblem, how he is in a word, what shows on him. Of one whose rolls or sheet are a secret nobody else
        learns more than whether he stands; whoever has no name shows no figure."""
        look, reads = self._look(who), self.may_read(who)
        told = reads or not self.play.veils.get(who, OPEN).secret
        health = look.health if told else "" if who in self._standing or who in self.play.away else "down"
        figure = "" if who in self.nameless else look.calling or look.seen if reads else look.seen
        emblem = Emblem(figure, self.sides.get(who, "") in self._foes, health if health in ("down", "dead") else "")
        marks = tuple(f"{self.voice.tr(label)} {n}" if n else self.voice.tr(label) for label, n in look.marks)
        known = say(f"health.{health}", self.member.lang) if health and not reads else ""
        return emblem, known, marks if told else ()

    def vigour(self, who: str) -> float:
        """How much of somebody is left to fight with, as far as this member may know: by figures, by a word, or only
        whether he stands."""
        if self.may_read(who):
            return float(self.scene.people[who].vigour)
        known = self._look(who).health if not self.play.veils.get(who, OPEN).secret else ""
        return VIGOUR[known] if known else float(who in self._standing)

    def _look(self, who: str) -> Look:
        away = self.play.away.get(who)
        if away is None:
            return self.readings.once(
                ("look", self.concealed, self.unread, who), lambda: self.game.look(self.scene, who)
            )
        alone = ("look", who), away
        return self.readings.again(*alone, lambda: self.game.look(scenes.gathered(self.game, [away]), who))

    @cached_property
    def _foes(self) -> frozenset[str]:
        """The sides that are not those of the players' characters; where none is there, not the first."""
        sides = self.scene.sides()
        ours = {side for side, there in sides.items() if not self.desk.owners.keys().isdisjoint(there)}
        return frozenset(sides) - (ours or {*list(sides)[:1]})

    @cached_property
    def sides(self) -> dict[str, str]:
        return {who: side for side, there in reversed(self.scene.sides().items()) for who in there}

    def side(self, who: str) -> str:
        """The side of somebody, by the id this member knows."""
        return self.sides.get(self.real(who), "")

    @cached_property
    def _standing(self) -> frozenset[str]:
        return frozenset(self.scene.standing())

    def test(self, test: AskedTest) -> SeenTest:
        done = {self.alias(who): n for who, n in test.done.items() if who in test.who}
        action, text = self._known_action({**test.action, "actor": test.who[0]})
        wanted = {key: action.get(key, value) for key, value in test.action.items()}
        return SeenTest(test.id, wanted, tuple(map(self.alias, test.who)), test.note, done, text)

    def request(self, request: Request) -> SeenRequest:
        action, text = self._known_action(request.action)
        return SeenRequest(request.id, request.by, action.get("actor", ""), text, action)

    def _known_action(self, data: dict[str, Any]) -> tuple[dict[str, Any], str]:
        """An action of the table as plain data, and as it stands on a button."""
        try:
            action = self.game.action(data)
        except ContentError:  # it was begun under other rules
            return {}, ""
        return self.data(action), self.voice.action(action)

    def data(self, action: Action) -> dict[str, Any]:
        """An action as plain data, by the ids this member knows."""
        if self.aliases:
            action = refs.rewritten(refs.rewritten(action, self.alias), self._alias_of, "of")
        plain: dict[str, Any] = msgspec.to_builtins(action, str_keys=True)
        return plain

    # ------------------------------------------------------------ the action under way

    def open(self, pending: Pending) -> SeenOpen:
        """What the table waits for: everybody learns that it waits, only some learn what for."""
        actor = str(pending.action.get("actor", ""))
        awaited = [self._asked(i, q, pending) for i, q in enumerate(self.questions(pending))]
        if pending.throw is not None:
            who, ours = pending.throw.who, self.sees(pending.throw.who)
            throw = replace(self.voice.throw(pending.throw), who=self.alias(who)) if ours else None
            awaited.append(self._awaited(0, who, ours, throw=throw))
        known = pending.by == self.member.id or self.sees(actor)
        text = self._known_action(pending.action)[1] if known else ""
        secret = secretive(self.game, self.whole)
        dice = self.dice(die for die in pending.dice if die.who not in secret or self.sees(die.who))
        actor = "" if actor in self.concealed else self.alias(actor)
        return SeenOpen(pending.act, actor, tuple(awaited), text, dice, pending.asked)

    def questions(self, pending: Pending) -> tuple[Question, ...]:
        """What the action under way asks, by what this member knows; where it would not have come to this, as it is."""
        if not self.concealed or not pending.questions:
            return pending.questions
        try:
            action = self.game.action(pending.action)
            if action.closed(self.scene) is None:
                now = run(self.scene, Run(action, pending.transcript), random.Random(0), self.desk.by_hand)
                there = tuple(question.kept for question in now.questions)
                if [(q.who, q.key) for q in there] == [(q.who, q.key) for q in pending.questions]:
                    return there
        except (ContentError, Diverged):
            pass
        return pending.questions

    def _asked(self, index: int, question: Question, pending: Pending) -> Awaited:
        audience = question.who if question.audience == "who" else question.audience
        answered = pending.picked[index] is not None
        if not self.sees(audience):
            return self._awaited(index, question.who, False, answered)
        if self.involves_secret(pending):
            question = replace(question, shown=tuple(self._no_figures(question)))
        options = self._options(question)
        told, stake = self.voice.asked(question), self.game.words.stake.get(question.key)
        seen = SeenQuestion(
            told,
            question.key,
            question.rule,
            options,
            question.seconds,
            question.group or "",
            stake.say(self.member.lang) if stake is not None else "",
        )
        return self._awaited(index, question.who, not answered, answered, question=seen)

    def _no_figures(self, question: Question) -> Iterator[tuple[str, Any]]:
        """What is shown with a question, its figures hidden."""
        for fact, value in question.shown:
            kind = self.game.words.kind_of(question.key, fact)
            yield fact, UNKNOWN if kind in ("number", "terms") or kind.startswith("sum") else value

    def _options(self, question: Question) -> tuple[SeenOption, ...] | Amount:
        if isinstance(question.options, Amount):
            return replace(question.options, label=self.voice.tr(question.options.label))
        return tuple(self._option(question, o) for o in question.options if self.offers(question, o.id))

    def _option(self, question: Question, option: Option) -> SeenOption:
        gist = self.game.words.gist_of(question.key, option.id)
        said = gist.say(self.member.lang) if gist is not None else ""
        seen = SeenOption(self.answer(question, option.id), self.voice.option(option), option.cost, gist=said)
        why = option.closed
        return seen if why is None else replace(seen, closed=self.voice.reason(why), rule=why.rule)

    def offers(self, question: Question, id: str | int) -> bool:
        """Whether an answer is one for this member: nobody is offered who is not there."""
        return id not in self.concealed or id not in people_among(question)

    def answer(self, question: Question, id: str | int) -> str | int:
        """An answer by the id this member knows."""
        return self.alias(id) if isinstance(id, str) and id in people_among(question) else id

    def answered(self, question: Question, answer: str | int) -> str | int | None:
        """What a member answers, by its real id; None if he is offered no such answer."""
        if isinstance(question.options, Amount):
            return answer
        there = [o.id for o in question.options if self.offers(question, o.id)]
        return next((id for id in there if str(self.answer(question, id)) == str(answer)), None)

    def involves_secret(self, pending: Pending) -> bool:
        """Whether somebody whose rolls this member may not see has a part in the action: figures may be his."""
        secret = {who for who in secretive(self.game, self.whole) if not self.sees(who)}
        parties = {*(die.who for die in pending.dice), *(q.who for q in pending.questions)}
        return bool(secret) and not secret.isdisjoint(parties | self._parties(pending.action))

    def _parties(self, action: dict[str, Any]) -> frozenset[str]:
        """Whom an action of the table speaks of; one begun under other rules may speak of anybody."""
        try:
            return refs.named(self.game.action(action))
        except ContentError:
            return frozenset(self.people)

    def _awaited(self, index: int, who: str, mine: bool, answered: bool = False, **asked: Any) -> Awaited:
        if who in self.concealed or who not in self.names:
            return Awaited(index, "", say("gm", self.member.lang), mine, answered, **asked)
        return Awaited(index, self.alias(who), self.voice.called(who), mine, answered, **asked)

    def awaited_names(self) -> str:
        """Whom the table waits for, in words."""
        pending = self.play.open
        waiting = [one.name for one in self.open(pending).awaited if not one.answered] if pending is not None else []
        return ", ".join(dict.fromkeys(waiting))

    # ------------------------------------------------------------ sheets, actions, drafts

    def may_read(self, who: str) -> bool:
        """Whether this member may read the sheet of somebody."""
        if self.member.gm or who in self.mine:
            return True
        veil = self.play.veils.get(who, OPEN)
        if veil.sheet is not None:
            return not veil.sheet and who not in self.nameless
        return bool(self.desk.owners.get(who)) and who not in self.nameless

    def known(self, who: str) -> str:
        """The real id of somebody this member may know of; Refused if there is nobody."""
        real = self.real(who)
        if real not in self.people:
            raise Refused("no_one", who=Typed(who))
        return real

    def sheet(self, who: str) -> Sheet:
        who = self.known(who)
        if not self.may_read(who):
            raise Refused("secret_sheet")
        given, voice = (
            self.readings.once(("sheet", self.concealed, self.unread, who), lambda: self._sheet(who)),
            self.voice,
        )
        return self.readings.again(("sheet", self.outlook, who), (given, voice.names), lambda: voice.sheet(given))

    def _sheet(self, who: str) -> Sheet:
        """A sheet as the game gives it."""
        away = self.play.away.get(who)
        return self.game.sheet(self.scene if away is None else scenes.gathered(self.game, [away]), who)

    def sheets(self) -> dict[str, Sheet]:
        """Every sheet this member may read, by the id he knows its character by."""
        return {who: self.sheet(who) for who in self.readable()}

    def readable(self) -> tuple[str, ...]:
        """Whose sheets this member may read, by the ids he knows."""
        return tuple(self.alias(who) for who in self.people if self.may_read(who))

    @cached_property
    def outlook(self) -> tuple[str, ...]:
        """Members who have the same read the same in every sheet they may both read, and in what is for all."""
        return self.member.lang, *self.nameless, "", *sorted(self.concealed), *sorted(self.unread)

    def character(self, who: str) -> dict[str, Any]:
        """A character as plain data, to be kept in a file, for those who play him."""
        who = self._played(who)
        away = self.play.away.get(who)
        if away is not None and not self.nameless:
            return away
        person = scenes.person(self.game, self.scene, who) if away is None else scenes.as_person(self.game, away)
        plain: dict[str, Any] = scenes.plain(refs.rewritten(person, self.alias))
        return plain

    def aside(self, parts: Iterable[Aside]) -> tuple[SeenAside, ...]:
        """What the rules do not understand, in the words of the game."""
        return tuple(
            SeenAside(part.path.removeprefix("play.").removeprefix("scene."), part.value, self.voice.text(part.why))
            for part in parts
        )

    def values(self, who: str) -> tuple[SeenValue, ...]:
        """What may be ruled upon of somebody who is there, for the game master."""
        who = self.known(who)
        if not self.member.gm:
            raise Refused("not_yours")
        person = scenes.person(self.game, self.scene, who)
        return tuple(values(self.voice, person, self.game.sheet(self.scene, who)))

    def notes(self, who: str) -> SeenNotes:
        """What is written on a character, for those who play him; as it was typed, whoever is named in it."""
        who = self._played(who)
        secret = self.desk.secret_notes.get(who, "") if self.member.gm else None
        return SeenNotes(self.desk.notes.get(who, ""), secret)

    def legal(self, who: str) -> tuple[SeenAction, ...]:
        """What somebody may do now, for those who play him."""
        offered = self._offered(who := self._played(who))
        key = "menu", self.outlook, self.member.gm, self.paused, who
        return self.readings.once(key, lambda: tuple([self._offer(who, action, closed) for action, closed in offered]))

    def _offer(self, who: str, action: Action, closed: Closed | None) -> SeenAction:
        return self._worded(action, closed, self._price(who, action, closed))

    def _price(self, who: str, action: Action, closed: Closed | None) -> Price:
        """What an open action takes of what he has to act with; read once for all who look."""
        if closed is not None or action.master:
            return ()
        priced = self.readings.once(("prices", self.concealed, who), dict[Action, Price])
        if action not in priced:
            priced[action] = price(self._purses(who), action)
        return priced[action]

    def _played(self, who: str) -> str:
        """The real id of somebody this member plays; Refused if he does not."""
        who = self.known(who)
        if not self.sees(who):
            raise Refused("not_yours")
        return who

    def _offered(self, who: str) -> Legal:
        if who in self.play.away or self.paused:
            return
        legal = self.readings.once(
            ("legal", self.concealed, self.unread, who), lambda: tuple(self.game.legal(self.scene, who))
        )
        for action, closed in legal:
            if self.member.gm or not action.master:
                yield action, closed
        if self.member.gm:
            yield from ((tool, None) for tool in offered(self.game, self.scene, who))

    def wording(self, who: str, kind: str) -> dict[str, str]:
        """What the things in these actions of somebody are called, where it is not by their ids; people have names."""
        offered = (action for action, _ in self._offered(self._played(who)) if tag(action) == kind)
        said: dict[str, str] = {}
        for action in offered:
            made = {self._alias_of(id): id for id in refs.named(action, "of")}
            things = {*scenes.strings(list(self.data(refs.rewritten(action, lambda who: "")).values()))}
            said |= {id: self.voice.thing(made.get(id, id)) for id in sorted(things - self.scene.people.keys())}
        return {id: text for id, text in said.items() if text != id}

    def reach(self, who: str) -> tuple[SeenWay, ...]:
        """Where somebody may go now, for those who play him."""
        who = self._played(who)
        if who in self.play.away or self.paused:
            return ()
        return tuple(self._way(way) for way in self.game.reach(self.scene, who) if way.cells)

    def _way(self, way: Way) -> SeenWay:
        cells = tuple((x, y, cost) for (x, y), cost in way.cells.items())
        return SeenWay(self.data(way.action), self.voice.anywhere(way.action), cells, way.action.views())

    def _worded(self, action: Action, closed: Closed | None, price: Price = ()) -> SeenAction:
        text = f"{self.voice.short(action.key())}…" if action.choose else self.voice.action(action)
        about = self.game.words.topics.get(tag(action))
        whom = self.alias(action.whom())
        return SeenAction(
            self.data(action),
            text,
            self.voice.closed(closed) if closed is not None else "",
            closed.rule if closed is not None else "",
            () if action.choose or closed is not None else action.views(),
            about.say(self.member.lang) if about is not None else "",
            action.choose,
            self._intent(action),
            whom,
            self.voice.way(action) if whom and not action.choose else "",
            not self.member.gm and action.asked_for(),
            action.weighty,
            price,
        )

    def _intent(self, action: Action) -> str:
        """What one wants by an action: as it says itself, or the game of its kind; what is the game master's is his."""
        if action.master:
            return MASTER
        wanted = self.game.words.wanted
        return action.intent() or wanted.get(action.key()) or wanted.get(tag(action), OTHER)

    def action(self, data: dict[str, Any]) -> Action:
        """An action a member sent, with real ids; Refused if it is none of the game's."""
        try:
            action = refs.rewritten(self.game.action(data), self.real)
            return refs.rewritten(action, self._real_of, "of")
        except ContentError as error:
            raise Refused("fault", why=error.said) from None

    def may_draft(self, sketch: Sketch) -> bool:
        return self.member.gm or sketch.by == self.member.id

    def draft_line(self, sketch: Sketch) -> DraftLine:
        return DraftLine(sketch.id, sketch.by, self._named(sketch), self._made(sketch))

    def _named(self, sketch: Sketch) -> str:
        """What whoever is being made is called so far."""
        return str(sketch.data.get("nom", ""))

    def _made(self, sketch: Sketch) -> str:
        """The character a draft was finished as, while he is there for this member."""
        return self.alias(sketch.made) if sketch.made in self.people else ""

    def draft(self, id: str) -> SeenDraft:
        """A draft as far as it has come, for who makes it and the game master."""
        sketch, draft = self._sketched(id)
        creation = self.game.creation
        review = creation.review(draft)
        steps = tuple(self._step(step, draft) for step in creation.steps)
        problems = [
            SeenProblem(p.step, self.voice.text(p.why), p.why.rule, p.key, p.waived, p.todo) for p in review.problems
        ]
        remarks = tuple(SeenRemark(r.step, self.voice.reason(r.why), r.why.rule) for r in review.remarks)
        preview = self.voice.sheet(review.preview) if review.preview is not None else None
        budgets = tuple(replace(b, label=self.voice.tr(b.label)) for b in review.budgets)
        data = _plain(draft, [name for name in draft.__struct_fields__ if name != own.FIELD])
        name, made = self._named(sketch), self._made(sketch)
        return SeenDraft(sketch.id, sketch.by, name, made, data, steps, budgets, tuple(problems), preview, remarks)

    def lesson(self, id: str, step: str) -> SeenLesson:
        """What one may know before one chooses in a step of a draft."""
        _, draft = self._sketched(id)
        creation, found = self.game.creation, self._step_of(step)
        asked = [field for field in (creation.asked(draft, f) for f in found.fields) if not field.idle]
        dealt = {f.name: creation.cards_of(draft, f) for f in asked if f.kind in ("choice", "choices")}
        cards = {name: {key: self._card(card) for key, card in of.items()} for name, of in dealt.items()}
        return SeenLesson(cards, {f.name: self._spreads(creation.spreads_of(draft, f)) for f in asked})

    def suggestion(self, id: str, step: str, seed: int) -> dict[str, Any]:
        """The fields of a step filled in by what was chosen before it: it is for the asker to keep them."""
        _, draft = self._sketched(id)
        found = self._step_of(step)
        return _plain(self.game.creation.suggestion(draft, found, seed), [f.name for f in found.fields])

    def _sketched(self, id: str) -> tuple[Sketch, Draft]:
        sketch = self.desk.sketches.get(id)
        if sketch is None or not self.may_draft(sketch):
            raise Refused("no_draft")
        try:
            return sketch, self.game.creation.read(sketch.data, self.play.options, getattr(self.scene, own.FIELD, None))
        except ContentError as error:  # it was begun under other rules
            raise Refused("fault", why=error.said) from None

    def _step_of(self, id: str) -> Step:
        found = next((step for step in self.game.creation.steps if step.id == id), None)
        if found is None:
            there = tuple(Typed(step.id) for step in self.game.creation.steps)
            raise Refused("no_step", step=Typed(id), there=there)
        return found

    def _card(self, card: Card) -> SeenCard:
        tr, text, closed = self.voice.tr, self.voice.text, card.closed
        return SeenCard(
            tr(card.says),
            tuple(Strength(tr(s.label), s.value) for s in card.strengths),
            tuple(map(self.voice.line, card.figures)),
            tuple(map(tr, card.tags)),
            card.fits,
            text(card.why) if card.why is not None else "",
            self.voice.reason(closed) if closed is not None else "",
            closed.rule if closed is not None else "",
        )

    def _spreads(self, spreads: tuple[Spread, ...]) -> tuple[Spread, ...]:
        return tuple(Spread(self.voice.tr(s.label), self.voice.tr(s.note), s.points) for s in spreads)

    def _step(self, step: Step, draft: Draft) -> Step:
        """A step with only what is open after what was chosen so far, in the member's language."""
        return replace(
            step,
            title=self.voice.tr(step.title),
            says=self.voice.tr(step.says),
            fields=tuple(self._field(self.game.creation.asked(draft, field)) for field in step.fields),
        )

    def _field(self, field: Field) -> Field:
        return replace(
            field,
            label=self.voice.tr(field.label),
            help=self.voice.tr(field.help),
            keys=self._keys(field.keys),
            notes={key: self.voice.tr(note) for key, note in field.notes.items()},
            groups={key: self.voice.tr(group) for key, group in field.groups.items()},
            columns=tuple(
                replace(column, label=self.voice.tr(column.label), keys=self._keys(column.keys))
                for column in field.columns
            ),
        )

    def _keys(self, keys: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
        return tuple((key, self.voice.tr(label)) for key, label in keys)


def _plain(draft: Draft, names: Iterable[str]) -> dict[str, Any]:
    """Fields of a draft as a page sends them."""
    return {name: msgspec.to_builtins(getattr(draft, name), str_keys=True) for name in names}


def among_them(member: Member, mine: frozenset[str], audience: str) -> bool:
    """Whether a member who plays these characters is among those something is for."""

    def is_he(one: str) -> bool:
        if one.startswith("@"):
            return one == f"@{member.id}"
        return one == ALL or member.gm or (one != GM and one in mine)

    return any(map(is_he, audience.split(",")))


def people_among(question: Question) -> frozenset[str]:
    """The answers to a question that are somebody."""
    options = () if isinstance(question.options, Amount) else question.options
    named = (fact for o in options if isinstance(o.label, Said) for fact in o.label.facts)
    return frozenset(fact.who for fact in named if isinstance(fact, Someone))
