"""Who may see what. Everything that leaves the server passes through `Eyes`; no other module decides what is hidden.

Three things are kept from players, and each in its own way:

- *Audiences.* An event, a die or a question is for everybody (`all`), the game master (`mj`), a character's player and
  the game master (the character's id), or members by name (`@id`), several joined by commas.
- *Secret rolls, hidden presence, fog.* Decided when the event happens (`told`): the event is kept for those who may
  know it, beside a shadow that tells the others no more than they saw. Revealing somebody later does not reveal his past.
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
from tablee.kernel.content import ContentError
from tablee.kernel.event import Event, Rolled
from tablee.kernel.game import Game
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
    SeenOpen,
    SeenProblem,
    SeenQuestion,
    SeenTable,
    SeenTest,
)
from .state import Member, Pending, Sketch, State, Told, Veil
from .texts import say
from .voice import Voice

T = TypeVar("T")

OPEN = Veil()
PROGRAMS_READ = frozenset({"what", "rule", "key", "kind", "looks"})
WRITTEN = frozenset(  # by people, for people: what they typed is not read for names
    {"table.said", "table.said_as", "table.whispered", "table.rolled", "table.member", "table.member_gone"}
)



def members_only(*ids: str) -> str:
    """The audience of these members and nobody else."""
    return ",".join(f"@{id}" for id in ids)


def dark(game: Game, state: State, who: str) -> bool:
    """Whether somebody stands in the fog."""
    board = state.play.board
    if board is None or not board.fog:
        return False
    stands = scenes.place(game, state.play.scene, who)
    if stands is None:
        put = board.places.get(who)
        stands = (put.x, put.y) if put is not None else None
    return stands is not None and board.dark(*stands)


def unseen(game: Game, state: State) -> frozenset[str]:
    """Who is hidden from all who do not play him."""
    veils = state.play.veils
    return frozenset(
        [who for who, veil in veils.items() if veil.presence]
        + [who for who in game.people(state.play.scene) if dark(game, state, who)]
    )


def secretive(game: Game, state: State) -> frozenset[str]:
    """Whose rolls are hidden from all who do not play him."""
    return unseen(game, state).union(who for who, veil in state.play.veils.items() if veil.rolls)


def told(game: Game, state: State, events: Iterable[Event]) -> tuple[Told, ...]:
    """Events as they go into the log: what is secret at this moment stays so, whatever is revealed later."""
    hidden, secret = unseen(game, state), secretive(game, state)
    return tuple(_told(event, hidden, secret) for event in events)


def _told(event: Event, hidden: frozenset[str], secret: frozenset[str]) -> Told:
    if event.audience != ALL:
        return Told(event)
    rollers = {die.who for die in event.dice}
    if event.who in secret:
        nobody_saw = event.who in hidden and (not event.target or event.target in hidden)
        return Told(replace(event, audience=event.who), None if nobody_saw else _shadow(event))
    known = secret & {event.target, *rollers}
    if not known:
        return Told(event)
    mine = tuple(die for die in event.dice if die.who not in secret)
    return Told(replace(event, audience=",".join(sorted(known))), replace(_shadow(event), dice=mine))


def _shadow(event: Event) -> Event:
    """That something happened, and between whom."""
    what = "table.secret_on" if event.target else "table.secret"
    return Event(what, event.who, event.target)


class Eyes:
    """One member looking at one state. "View as" is the same with another member."""

    def __init__(self, game: Game, state: State, member: Member) -> None:
        self.game, self.state, self.member = game, state, member
        self.play, self.desk, self.scene = state.play, state.desk, state.play.scene
        self.people = game.people(self.scene)
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
        here = {who: self.scene.name(who) for who in self.people}
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
        """Every hidden id and name, and what stands for it."""
        instead = {who.casefold(): alias for who, alias in self.aliases.items()}
        for who, shown in self.nameless.items():
            for name in {self.scene.name(who), self.desk.names.get(who, who)}:
                instead.setdefault(name.casefold(), shown)
        longest = sorted(instead, key=len, reverse=True)
        return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest))})(?!\w)", re.IGNORECASE), instead

    def _text(self, text: str) -> str:
        pattern, instead = self._words
        return pattern.sub(lambda found: instead.get(found[0].casefold(), say("nothing", self.member.lang)), text)

    def _hide(self, thing: Any) -> Any:
        if isinstance(thing, str):
            return self._text(thing)
        if isinstance(thing, Event):
            facts = tuple((key, self._hide(value)) for key, value in thing.facts)
            return self._fields(replace(thing, facts=()), facts=facts)
        if isinstance(thing, msgspec.Struct):
            return self._fields(thing)
        if isinstance(thing, dict):
            return {self._text(key): self._hide(value) for key, value in thing.items()}
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
        return _mapped(data, lambda text: back.get(text, text if text not in self.nameless else "?"))

    def refusal(self, refused: Refused) -> Written:
        """A refusal as this member may read it."""
        said = refused.say(self.member.lang)
        return Written(self._text(said) if self.nameless else said, refused.rule, refused.key)

    # ------------------------------------------------------------ the log

    def event(self, told: Told) -> SeenEvent | None:
        """An event as this member may see it: whole, its shadow, or not at all."""
        event = told.event if self.sees(told.event.audience) else told.shadow
        if event is None or not self.sees(event.audience):
            return None
        if event.what not in WRITTEN and self._nobody_here(event):
            return None
        event = replace(event, dice=self.dice(event.dice))
        seen = SeenEvent(self.voice.event(event), event)
        if event.what in WRITTEN:
            return replace(seen, event=replace(event, who=self.aliases.get(event.who, event.who)))
        return self.veil(seen)

    def _nobody_here(self, event: Event) -> bool:
        parties = {event.who, event.target} - {""}
        return bool(parties) and parties <= self.concealed

    def dice(self, dice: Iterable[Rolled]) -> tuple[Rolled, ...]:
        return tuple(die for die in dice if self.sees(die.audience))

    def entry(self, entry: SeenEntry, told: Iterable[Told]) -> SeenEntry:
        """An entry of the log with what this member may see of it."""
        events = tuple(seen for seen in map(self.event, told) if seen is not None)
        return replace(entry, events=events) if events else SeenEntry(entry.seq)

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
        )

    def encounter(self) -> SeenEncounter:
        known, turn = self.play.encounter, tuple(who for who in self.scene.turn() if who not in self.concealed)
        since, title = (known.since, known.title) if known is not None else (0, "")
        return SeenEncounter(since, title, self.scene.round(), turn)

    def person(self, who: str) -> Person:
        stands, owner = scenes.place(self.game, self.scene, who), self.desk.owners.get(who, "")
        if self.play.board is not None and stands is None and who in self.play.board.places:
            put = self.play.board.places[who]
            stands = put.x, put.y
        return Person(
            self.aliases.get(who, who),
            self.voice.names[who],
            next((side for side, there in self.scene.sides().items() if who in there), ""),
            owner,
            who in self.mine,
            who in self.scene.standing(),
            who in self.scene.turn(),
            self.may_read(who),
            who in self.desk.by_hand,
            stands[0] if stands is not None else None,
            stands[1] if stands is not None else None,
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
        text = self.voice.action(self.game.action(pending.action)) if known else ""
        secret = secretive(self.game, self.state)
        dice = [die for die in self.dice(pending.dice) if die.who not in secret or self.sees(die.who)]
        shown = SeenOpen(pending.act, "" if actor in self.concealed else actor, (), text, tuple(dice))
        return replace(self.veil(shown), awaited=tuple(awaited))

    def _asked(self, index: int, question: Question, pending: Pending) -> Awaited:
        audience = question.who if question.audience == "who" else question.audience
        answered = pending.picked[index] is not None
        if not self.sees(audience):
            return self._awaited(index, question.who, False, answered)
        shown = dict(question.shown)
        options = self.voice.options(question)
        seen = SeenQuestion(self.voice.question(question), question.key, question.rule, options, shown)
        return self._awaited(index, question.who, not answered, answered, question=self.veil(seen))

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
            raise Refused("no_one", who=who)
        return str(real)

    def sheet(self, who: str) -> Sheet:
        who = self.known(who)
        if not self.may_read(who):
            raise Refused("secret_sheet")
        return self.veil(self.voice.sheet(self.game.sheet(self.scene, who)))

    def legal(self, who: str) -> tuple[SeenAction, ...]:
        """What somebody may do now, for those who play him. Nothing is offered against who is not there."""
        who = self.known(who)
        if not self.sees(who):
            raise Refused("not_yours")
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
        return bool(wanted) and bool(wanted & set(_strings(msgspec.to_builtins(action, str_keys=True))))

    def action(self, data: dict[str, Any]) -> Action:
        """An action a member sent, with real ids; Refused if it is none of the game's."""
        try:
            return self.game.action(self.real(data))
        except ContentError as error:
            raise Refused("fault", why=str(error)) from None

    def may_draft(self, sketch: Sketch) -> bool:
        return self.member.gm or sketch.by == self.member.id

    def draft_line(self, sketch: Sketch) -> DraftLine:
        made = sketch.made if sketch.made in self.people else ""
        return DraftLine(sketch.id, sketch.by, str(sketch.data.get("nom", "")), made)

    def draft(self, id: str) -> SeenDraft:
        """A draft as far as it has come, for who makes it and the game master."""
        sketch = self.desk.sketches.get(id)
        if sketch is None or not self.may_draft(sketch):
            raise Refused("no_draft")
        creation = self.game.creation
        draft = msgspec.convert(sketch.data, creation.draft)
        review = creation.review(draft)
        steps = tuple(
            replace(step, fields=tuple(creation.asked(draft, field) for field in step.fields))
            for step in creation.steps
        )
        problems = [SeenProblem(p.step, self.voice.closed(p.why), p.why.rule, p.key, p.waived) for p in review.problems]
        preview = self.voice.sheet(review.preview) if review.preview is not None else None
        made = sketch.made if sketch.made in self.people else ""
        budgets = tuple(replace(b, label=self.voice.tr(b.label)) for b in review.budgets)
        return SeenDraft(sketch.id, sketch.by, made, sketch.data, steps, budgets, tuple(problems), preview)


def _mapped(data: Any, change: Callable[[str], str]) -> Any:
    if isinstance(data, str):
        return change(data)
    if isinstance(data, list | tuple):
        return [_mapped(each, change) for each in data]
    if isinstance(data, dict):
        return {change(key): _mapped(value, change) for key, value in data.items()}
    return data


def _strings(data: Any) -> Iterable[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, list | tuple):
        for each in data:
            yield from _strings(each)
    elif isinstance(data, dict):
        for key, value in data.items():
            yield key
            yield from _strings(value)
