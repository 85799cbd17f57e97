"""Who may see what. Everything that leaves the server passes through `Eyes`; no other module decides what is hidden.

Three things are kept from players, and each in its own way:

- *Audiences.* An event, a die or a question is for everybody (`all`), the game master (`mj`), a character's player and
  the game master (the character's id), or members by name (`@id`), several joined by commas.
- *Secret rolls, hidden presence, fog.* Decided when the event happens (`told`): the event is kept for those who may
  know it, beside a shadow that tells the others no more than they saw. Revealing somebody later reveals no past.
- *Names.* Decided when somebody looks. Whoever may not know a name gets « ??? » for it wherever it stands, and another
  id for the character, made with the campaign's salt; commands that use that id are read back (`real`).
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.content import ContentError, convert
from tablee.kernel.draft import Draft, Field, Step
from tablee.kernel.event import Event, Rolled
from tablee.kernel.game import Game
from tablee.kernel.ground import Cell
from tablee.kernel.oracle import ALL, GM, Question
from tablee.kernel.sheet import Sheet

from . import scenes
from .refusal import Refused, Written
from .seen import (
    Awaited,
    DraftLine,
    Person,
    SeenAction,
    SeenBoard,
    SeenDraft,
    SeenEncounter,
    SeenEntry,
    SeenEvent,
    SeenGround,
    SeenOpen,
    SeenPlot,
    SeenProblem,
    SeenQuestion,
    SeenTable,
    SeenTest,
)
from .state import UNKNOWN, Member, Pending, Sketch, State, Told, Veil
from .texts import say
from .voice import Voice

T = TypeVar("T")

OPEN = Veil()
Facts = tuple[tuple[str, Any], ...]
PROGRAMS_READ = frozenset({"what", "rule", "key", "kind", "looks"})
TYPED = "\N{WORD JOINER}"  # between the letters of a hidden name that a member typed himself
WRITTEN = frozenset(  # by people, for people: what they typed is not read for names
    {"table.said", "table.said_as", "table.whispered", "table.rolled", "table.member", "table.member_gone"}
)


def members_only(*ids: str) -> str:
    """The audience of these members and nobody else."""
    return ",".join(f"@{id}" for id in ids)


def sight(game: Game, state: State) -> frozenset[Cell] | None:
    """The cells that the characters of the players see between them, where the rules have a fog; None: all."""
    return game.sight(state.play.scene, frozenset(state.desk.owners))


def stands(game: Game, state: State, who: str) -> Cell | None:
    """Where somebody is, by the game's own scene or on the board."""
    board = state.play.board
    own = scenes.place(game, state.play.scene, who)
    if own is not None or board is None or who not in board.places:
        return own
    return board.places[who].x, board.places[who].y


def dark(game: Game, state: State, seen: frozenset[Cell] | None, who: str) -> bool:
    """Whether somebody stands in the fog: the board's, or the one the rules know, where companions do not hide."""
    where, board = stands(game, state, who), state.play.board
    if where is None:
        return False
    if seen is not None and where not in seen and who not in state.desk.owners:
        return True
    return board is not None and board.dark(*where)


def unseen(game: Game, state: State) -> frozenset[str]:
    """Who is hidden from all who do not play him."""
    veils, seen = state.play.veils, sight(game, state)
    return frozenset(
        [who for who, veil in veils.items() if veil.presence]
        + [who for who in game.people(state.play.scene) if dark(game, state, seen, who)]
    )


def reveals(game: Game, before: State, after: State) -> bool:
    """Whether somebody who was hidden no longer is."""
    there = {*game.people(after.play.scene), *after.play.away}
    return bool((unseen(game, before) - unseen(game, after)) & there)


def secretive(game: Game, state: State) -> frozenset[str]:
    """Whose rolls are hidden from all who do not play him."""
    return unseen(game, state).union(who for who, veil in state.play.veils.items() if veil.rolls)


def told(game: Game, state: State, events: Iterable[Event]) -> tuple[Told, ...]:
    """Events as they go into the log: what is secret at this moment stays so, whatever is revealed later."""
    hidden, secret = unseen(game, state), secretive(game, state)
    return tuple(_told(event, hidden, hidden if event.what.startswith("table.") else secret) for event in events)


def _told(event: Event, hidden: frozenset[str], secret: frozenset[str]) -> Told:
    parties = secret & {event.who, event.target, *(die.who for die in event.dice)}
    if not parties:
        return _among_others(event, hidden)
    event = replace(event, dice=tuple(_in_secret(die, secret) for die in event.dice))
    if event.audience != ALL:  # the rules have said who is to know
        return Told(event)
    whole = replace(event, audience=next(iter(parties)) if len(parties) == 1 else GM)
    if event.who in hidden and (not event.target or event.target in hidden):
        return Told(whole)  # nobody saw anything
    open_dice = () if event.who in secret else tuple(die for die in event.dice if die.who not in secret)
    return Told(whole, replace(_shadow(event), dice=open_dice))


def _among_others(event: Event, hidden: frozenset[str]) -> Told:
    """An event that is no secret, and yet may count somebody hidden among others: an order, who is left standing."""
    facts = unlisted(event.facts, frozenset(who.casefold() for who in hidden))
    if event.audience != ALL or facts == event.facts:
        return Told(event)
    listed = sorted(hidden & set(scenes.strings(msgspec.to_builtins(event.facts, str_keys=True))))
    return Told(replace(event, audience=",".join((GM, *listed))), replace(event, facts=facts))


def unlisted(facts: Facts, gone: frozenset[str]) -> Facts:
    """Facts with these people struck from every list and table in them."""
    return tuple((key, _unlisted(value, gone)) for key, value in facts) if gone else facts


def _unlisted(value: Any, gone: frozenset[str]) -> Any:
    if isinstance(value, dict):
        return {key: _unlisted(each, gone) for key, each in value.items() if not _of(key, gone)}
    if isinstance(value, list | tuple):
        return type(value)(_unlisted(each, gone) for each in value if not _of(each, gone))
    return value


def _of(each: Any, gone: frozenset[str]) -> bool:
    """Whether a line of a list is somebody's: his id, or his id with a figure."""
    if isinstance(each, list | tuple):
        return not all(isinstance(one, str) for one in each) and any(_of(one, gone) for one in each)
    return isinstance(each, str) and each.casefold() in gone


def _in_secret(die: Rolled, secret: frozenset[str]) -> Rolled:
    return replace(die, audience=die.who) if die.who in secret and die.audience == ALL else die


def looking_back(game: Game, then: State, now: State) -> State:
    """An earlier state to be looked at now: what was hidden then or is hidden now stays hidden."""
    veils = dict(then.play.veils)
    for who in {*now.play.veils, *unseen(game, now)}:
        old, new = veils.get(who, OPEN), now.play.veils.get(who, OPEN)
        veils[who] = Veil(
            old.presence or new.presence or who in unseen(game, now),
            old.name or new.name,
            old.rolls or new.rolls,
            old.sheet if new.sheet is None else new.sheet or old.sheet is True,
            new.known_as,
        )
    return replace(now, play=replace(then.play, veils=veils))


def _shadow(event: Event) -> Event:
    """That something happened, and between whom."""
    what = "table.secret_on" if event.target else "table.secret"
    return Event(what, event.who, event.target)


class Eyes:
    """One member looking at one state. "View as" is the same with another member."""

    def __init__(self, game: Game, state: State, member: Member) -> None:
        self.game, self.state, self.member = game, state, member
        self.play, self.desk, self.scene = state.play, state.desk, state.play.scene
        self.here = game.people(self.scene)
        self.people = (*self.here, *self.play.away)
        self.mine = frozenset(who for who, owner in self.desk.owners.items() if owner == member.id)

    # ------------------------------------------------------------ what is hidden from this member

    def sees(self, audience: str) -> bool:
        """Whether this member is among those something is for."""
        return any(self._is(one) for one in audience.split(","))

    def _is(self, one: str) -> bool:
        if one.startswith("@"):
            return one == f"@{self.member.id}"
        return one == ALL or self.member.gm or (one != GM and one in self.mine)

    @cached_property
    def concealed(self) -> frozenset[str]:
        """Who is not there, as far as this member knows."""
        return frozenset() if self.member.gm else unseen(self.game, self.state) - self.mine

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
        return Voice(self.game, self.member.lang, self.names, self.scene)

    def veil(self, thing: T) -> T:
        """The same thing with every hidden id and name replaced, and those who are not there left out of lists."""
        if not self.nameless:
            return thing
        hidden: T = self._hide(thing)
        return hidden

    @cached_property
    def _words(self) -> tuple[re.Pattern[str], dict[str, str]]:
        """Every hidden id and name, in the member's language too, and what he is called instead."""
        instead = dict[str, str]()
        for who, shown in self.nameless.items():
            for name in (who, self.scene.name(who), self.desk.names.get(who, who)):
                instead[name.casefold()] = instead[self.voice.tr(name).casefold()] = shown
        longest = "|".join(map(re.escape, sorted(instead, key=len, reverse=True)))
        return re.compile(rf"(?<![\w{TYPED}])(?:{longest})(?![\w{TYPED}])", re.IGNORECASE), instead

    def _text(self, text: str) -> str:
        return self._words[0].sub(lambda found: self._instead(found[0]), text)

    def _instead(self, word: str) -> str:
        """What stands for a hidden id or name: an id only where it is written as one."""
        return self.aliases.get(word) or self._words[1].get(word.casefold()) or say("nothing", self.member.lang)

    def _hide(self, thing: Any) -> Any:
        if isinstance(thing, str):
            return self._text(thing)
        if isinstance(thing, Event):
            facts = tuple((key, self._hide(value)) for key, value in thing.facts)
            return self._fields(replace(thing, facts=()), facts=facts)
        if isinstance(thing, msgspec.Struct):
            return self._fields(thing)
        if isinstance(thing, dict):
            there = {key: value for key, value in thing.items() if key not in self.concealed}
            return {self._text(key): self._hide(value) for key, value in there.items()}
        if isinstance(thing, list | tuple):
            people = all(isinstance(each, str) for each in thing)
            return tuple(self._hide(each) for each in thing if not (people and each in self.concealed))
        return thing

    def _fields(self, struct: Any, **known: Any) -> Any:
        """The struct with what may be read in it hidden; keys that only programs read stay."""
        read = [f for f in struct.__struct_fields__ if f not in known and f not in PROGRAMS_READ]
        return replace(struct, **{f: self._hide(getattr(struct, f)) for f in read}, **known)

    def real(self, data: Any) -> Any:
        """Plain data a member sent, with real ids; a real id he may not know is nobody's."""
        if not self.nameless:
            return data
        back = {alias: who for who, alias in self.aliases.items() if who not in self.concealed}
        return _mapped(data, lambda text: back.get(text) or self._as_typed(text))

    def _as_typed(self, text: str) -> str:
        """What a member typed; if it is a hidden id or name, so that it means nobody and a refusal can tell it back."""
        return TYPED + TYPED.join(text) + TYPED if text.casefold() in self._words[1] else text

    def refusal(self, refused: Refused) -> Written:
        """A refusal as this member may read it."""
        said = refused.say(self.member.lang)
        if self.nameless and not refused.echo:
            said = self._text(said)
        return Written(said.replace(TYPED, ""), refused.rule, refused.key)

    # ------------------------------------------------------------ the log

    def event(self, told: Told) -> SeenEvent | None:
        """An event as this member may see it: whole, its shadow, or not at all."""
        event = told.event if self.sees(told.event.audience) else told.shadow
        if event is None or not self.sees(event.audience):
            return None
        if event.what not in WRITTEN and self._nobody_here(event):
            return None
        event = replace(event, dice=self.dice(event.dice), facts=unlisted(event.facts, self._absent))
        seen = SeenEvent(self.voice.event(event), event)
        if event.what in WRITTEN:
            return replace(seen, event=replace(event, who=self.aliases.get(event.who, event.who)))
        return self.veil(seen)

    @cached_property
    def _absent(self) -> frozenset[str]:
        return frozenset(name.casefold() for who in self.concealed for name in (who, self.desk.names.get(who, who)))

    def _nobody_here(self, event: Event) -> bool:
        parties = {event.who, event.target} - {""}
        return bool(parties) and parties <= self.concealed

    def dice(self, dice: Iterable[Rolled]) -> tuple[Rolled, ...]:
        return tuple(die for die in dice if self.sees(die.audience))

    def entry(self, entry: SeenEntry, told: Iterable[Told]) -> SeenEntry:
        """An entry of the log with what this member may see of it."""
        told = tuple(told)
        events = tuple(seen for seen in map(self.event, told) if seen is not None)
        silent = not told and (self.member.gm or entry.member == self.member.id)  # done without a word
        return replace(entry, events=events) if events or silent else SeenEntry(entry.seq)

    # ------------------------------------------------------------ the table

    def table(self) -> SeenTable:
        play, board = self.play, self.play.board
        return SeenTable(
            self.game.id,
            self.desk.title,
            play.options,
            tuple(self.person(who) for who in self.people if who not in self.concealed),
            self.veil(self.encounter()) if play.encounter is not None or self.scene.turn() else None,
            self.open(play.open) if play.open is not None else None,
            tuple(seen for seen in map(self.test, play.tests) if seen.who),
            SeenBoard(board.grid, board.width, board.height, board.fog) if board is not None else None,
            tuple(self.draft_line(sketch) for sketch in self.desk.sketches.values() if self.may_draft(sketch)),
            self.ground(),
        )

    def ground(self) -> SeenGround | None:
        """The map of the rules; for players with what their characters do not see in the dark."""
        ground = self.game.ground(self.scene)
        if ground is None:
            return None
        seen = None if self.member.gm else sight(self.game, self.state)
        plots = tuple(SeenPlot(p.x, p.y, p.kind, seen is not None and (p.x, p.y) not in seen) for p in ground.plots)
        return SeenGround(ground.grid, plots, {p.kind: self.voice.tr(p.kind) for p in ground.plots})

    def encounter(self) -> SeenEncounter:
        known, turn = self.play.encounter, tuple(who for who in self.scene.turn() if who not in self.concealed)
        since, title = (known.since, known.title) if known is not None else (0, "")
        return SeenEncounter(since, title, self.scene.round(), turn)

    def person(self, who: str) -> Person:
        where = stands(self.game, self.state, who) if who in self.here else None
        return Person(
            self.aliases.get(who, who),
            self.voice.names[who],
            who in self.play.away,
            self.veil(next((side for side, there in self.scene.sides().items() if who in there), "")),
            self.desk.owners.get(who, ""),
            who in self.mine,
            who in self.scene.standing(),
            who in self.scene.turn(),
            self.may_read(who),
            who in self.desk.by_hand,
            where[0] if where is not None else None,
            where[1] if where is not None else None,
            self.play.veils.get(who, OPEN) if self.member.gm else None,
        )

    def test(self, test: Any) -> SeenTest:
        asked = tuple(who for who in test.who if who not in self.concealed)
        done = {who: n for who, n in test.done.items() if who in asked}
        return self.veil(SeenTest(test.id, test.action, asked, test.note, done))

    # ------------------------------------------------------------ the action under way

    def open(self, pending: Pending) -> SeenOpen:
        """What the table waits for: everybody learns that it waits, only some learn what for."""
        actor = str(pending.action.get("actor", ""))
        awaited = [self._asked(i, q, pending) for i, q in enumerate(pending.questions)]
        if pending.throw is not None:
            who, ours = pending.throw.who, self.sees(pending.throw.who)
            awaited.append(self._awaited(0, who, ours, throw=self.veil(pending.throw) if ours else None))
        known = pending.by == self.member.id or self.sees(actor)
        text = self._doing(pending.action) if known else ""
        secret = secretive(self.game, self.state)
        dice = [die for die in self.dice(pending.dice) if die.who not in secret or self.sees(die.who)]
        shown = SeenOpen(pending.act, "" if actor in self.concealed else actor, (), text, tuple(dice))
        return replace(self.veil(shown), awaited=tuple(awaited))

    def _doing(self, action: dict[str, Any]) -> str:
        try:
            return self.voice.action(self.game.action(action))
        except ContentError:  # it was begun under other rules
            return ""

    def _asked(self, index: int, question: Question, pending: Pending) -> Awaited:
        audience = question.who if question.audience == "who" else question.audience
        answered = pending.picked[index] is not None
        if not self.sees(audience):
            return self._awaited(index, question.who, False, answered)
        if self.involves_secret(pending):
            question = replace(question, shown=tuple((key, _no_figure(value)) for key, value in question.shown))
        options, shown = self.voice.options(question), dict(question.shown)
        seen = SeenQuestion(self.voice.question(question), question.key, question.rule, options, shown)
        return self._awaited(index, question.who, not answered, answered, question=self.veil(seen))

    def involves_secret(self, pending: Pending) -> bool:
        """Whether somebody whose rolls this member may not see has a part in the action: figures may be his."""
        secret = {who for who in secretive(self.game, self.state) if not self.sees(who)}
        parties = {
            *scenes.strings(pending.action),
            *(die.who for die in pending.dice),
            *(q.who for q in pending.questions),
        }
        return bool(secret & parties)

    def _awaited(self, index: int, who: str, mine: bool, answered: bool = False, **asked: Any) -> Awaited:
        if who in self.concealed or who not in self.names:
            return Awaited(index, "", say("gm", self.member.lang), mine, answered, **asked)
        return Awaited(index, self.aliases.get(who, who), self.voice.names[who], mine, answered, **asked)

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
        if real not in self.people or real in self.concealed:
            raise Refused("no_one", echo=True, who=who)
        return str(real)

    def sheet(self, who: str) -> Sheet:
        who = self.known(who)
        if not self.may_read(who):
            raise Refused("secret_sheet")
        away = self.play.away.get(who)
        scene = self.scene if away is None else scenes.gathered(self.game, [away])
        return self.veil(self.voice.sheet(self.game.sheet(scene, who)))

    def character(self, who: str) -> dict[str, Any]:
        """A character as plain data, to be kept in a file, for those who play him."""
        who = self.known(who)
        if not self.sees(who):
            raise Refused("not_yours")
        away = self.play.away.get(who)
        return self.veil(away if away is not None else scenes.plain(scenes.person(self.game, self.scene, who)))

    def legal(self, who: str) -> tuple[SeenAction, ...]:
        """What somebody may do now, for those who play him. Nothing is offered against who is not there."""
        who = self.known(who)
        if not self.sees(who):
            raise Refused("not_yours")
        if who in self.play.away:
            return ()
        return tuple(
            self.veil(self._legal(action, closed))
            for action, closed in self.game.legal(self.scene, who)
            if not self.names_any(action, self.concealed)
        )

    def _legal(self, action: Action, closed: Any) -> SeenAction:
        text, data = self.voice.action(action), msgspec.to_builtins(action, str_keys=True)
        if closed is not None:
            return SeenAction(data, text, self.voice.closed(closed), closed.rule)
        return SeenAction(data, text, looks=action.views())

    def names_any(self, action: Action, people: Iterable[str]) -> bool:
        """Whether an action speaks of one of these people."""
        wanted = frozenset(people)
        return bool(wanted) and bool(wanted & set(scenes.strings(msgspec.to_builtins(action, str_keys=True))))

    def action(self, data: dict[str, Any]) -> Action:
        """An action a member sent, with real ids; Refused if it is none of the game's."""
        try:
            return self.game.action(self.real(data))
        except ContentError as error:
            raise Refused("fault", why=str(error)) from None

    def may_draft(self, sketch: Sketch) -> bool:
        return self.member.gm or sketch.by == self.member.id

    def draft_line(self, sketch: Sketch) -> DraftLine:
        return DraftLine(sketch.id, sketch.by, str(sketch.data.get("nom", "")), self._made(sketch))

    def _made(self, sketch: Sketch) -> str:
        """The character a draft was finished as, while he is there for this member."""
        known = sketch.made in self.people and sketch.made not in self.concealed
        return self.aliases.get(sketch.made, sketch.made) if known else ""

    def draft(self, id: str) -> SeenDraft:
        """A draft as far as it has come, for who makes it and the game master."""
        sketch = self.desk.sketches.get(id)
        if sketch is None or not self.may_draft(sketch):
            raise Refused("no_draft")
        creation = self.game.creation
        try:
            draft = convert(sketch.data, creation.draft, "brouillon")
        except ContentError as error:  # it was begun under other rules
            raise Refused("fault", echo=True, why=str(error)) from None
        review = creation.review(draft)
        steps = tuple(self._step(step, draft) for step in creation.steps)
        problems = [SeenProblem(p.step, self.voice.closed(p.why), p.why.rule, p.key, p.waived) for p in review.problems]
        preview = self.voice.sheet(review.preview) if review.preview is not None else None
        budgets = tuple(replace(b, label=self.voice.tr(b.label)) for b in review.budgets)
        data = {name: msgspec.to_builtins(getattr(draft, name), str_keys=True) for name in draft.__struct_fields__}
        return SeenDraft(sketch.id, sketch.by, self._made(sketch), data, steps, budgets, tuple(problems), preview)

    def _step(self, step: Step, draft: Draft) -> Step:
        """A step with only what is open after what was chosen so far, in the member's language."""
        return replace(
            step,
            title=self.voice.tr(step.title),
            fields=tuple(self._field(self.game.creation.asked(draft, field)) for field in step.fields),
        )

    def _field(self, field: Field) -> Field:
        return replace(
            field,
            label=self.voice.tr(field.label),
            help=self.voice.tr(field.help),
            keys=tuple((key, self.voice.tr(label)) for key, label in field.keys),
        )


def _no_figure(value: Any) -> Any:
    """A fact shown with a question, its figure hidden."""
    return UNKNOWN if isinstance(value, int | float) and not isinstance(value, bool) else value


def _mapped(data: Any, change: Callable[[str], str]) -> Any:
    if isinstance(data, str):
        return change(data)
    if isinstance(data, list | tuple):
        return [_mapped(each, change) for each in data]
    if isinstance(data, dict):
        return {change(key): _mapped(value, change) for key, value in data.items()}
    return data
