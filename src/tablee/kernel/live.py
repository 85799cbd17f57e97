"""Oracles that keep a transcript: live play, replay of what happened, and scripts for tests and scenarios."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import takewhile
from typing import Any

import msgspec
from msgspec.structs import replace

from .event import Event, Rolled
from .oracle import ALL, Amount, Dice, Option, Oracle, Question, Sub, Throw, first
from .sentence import Fact, One, Said, Typed, chain


class Entry(msgspec.Struct, frozen=True):
    """One line of a transcript: what was asked, what was given, and by whom. Plain data."""

    asked: str
    got: Any  # faces of each dice of a throw, or the ids answered
    by: str = ""  # "server", "hand", a member, "time", "ordre"; of several answers each one's, in a row


class Awaiting(BaseException):
    """The run stops here until somebody answers. BaseException, so that no rule can swallow it."""

    def __init__(self, *wanted: Question | Throw, given: tuple[Given | None, ...] = ()) -> None:
        super().__init__(*wanted)
        self.wanted = wanted
        self.given = given or (None,) * len(wanted)  # what is answered already, by order


ORDER = "ordre"  # by whom an answer was given that had been ordered before
USUAL = "usage"  # the same by the game, for whoever has ordered nothing: it goes without saying
ROW = ";"  # between those who answered what was asked at once
Given = tuple[Option, str]  # an answer, and by whom: ordered, or usual
Ordered = Callable[[Question], Given | None]


def unordered(question: Question) -> Given | None:
    """Nobody has said anything beforehand."""
    return None


def in_a_row(by: Sequence[str]) -> str:
    """By whom all that was asked at once was answered, as one text; one name if it is the same for all."""
    return ROW.join(by) if len(set(by)) > 1 else next(iter(by), "")


def each_by(entry: Entry) -> tuple[str, ...]:
    """By whom each answer of an entry was given."""
    by = tuple(entry.by.split(ROW))
    return by if len(by) == len(entry.got) else (entry.by,) * len(entry.got)


DICE = ("server", "hand")  # by whom an entry that holds dice was given


def recalled(transcript: Sequence[Entry], past: Sequence[Entry]) -> tuple[Entry, ...]:
    """The transcript with the dice of the past behind it, for as long as the answers are those of the past."""
    n = len(transcript)
    if len(past) > n and given(past[:n]) == given(transcript):
        return (*transcript, *takewhile(lambda entry: entry.by in DICE, past[n:]))
    return tuple(transcript)


def given(transcript: Sequence[Entry]) -> bytes:
    """What was asked and given, whoever gave it, and whether or not it has been read from a store."""
    return msgspec.json.encode([(entry.asked, entry.got) for entry in transcript])


class Diverged(Exception):
    """The transcript does not fit the rules that run on it."""


class ScriptError(ValueError):
    """Dice or answers that do not fit what is asked. A sentence for the reader."""

    def __init__(self, said: Said) -> None:
        super().__init__(said)
        self.said = said

    def __str__(self) -> str:
        return str(self.said)


class NotAnAnswer(ScriptError):
    """An answer that is not open; the question is named by its key, or by whatever else the reader knows it by."""

    def __init__(self, question: Question, answer: str | int) -> None:
        self.question, self.answer = question, answer
        super().__init__(self.to(Typed(question.key)))

    def to(self, asked: Fact) -> Said:
        o = self.question.options
        allowed = Said("de {} à {}", (o.low, o.high)) if isinstance(o, Amount) else _row(self.question.open())
        facts = asked, Typed(str(self.answer)), allowed
        return Said("réponse refusée à {} : « {} » ; réponses ouvertes : {}", facts)


def _row(typed: Iterable[object]) -> tuple[One, ...]:
    return tuple(Typed(str(each)) for each in typed)


class Hand:
    """The same oracle, the dice in somebody's hand."""

    sub = None
    deaf = False

    def __init__(self, live: Live, who: str, audience: str) -> None:
        self.live, self.who, self.audience = live, who, audience

    def of(self, who: str, audience: str = ALL) -> Oracle:
        return Hand(self.live, who, audience)

    def d(self, sides: int, why: str = "") -> int:
        return self.together(Dice(1, sides, why))[0][0]

    def pool(self, n: int, sides: int, why: str = "", keep: int = 0) -> tuple[int, ...]:
        return self.together(Dice(n, sides, why, keep))[0]

    def total(self, n: int, sides: int, why: str = "") -> int:
        return sum(self.together(Dice(n, sides, why))[0])

    def together(self, *dice: Dice) -> tuple[tuple[int, ...], ...]:
        some = tuple(d for d in dice if d.n)  # nobody is asked to throw no dice
        thrown = iter(self.live.throw(some, self.who, self.audience) if some else ())
        return tuple(d.kept(next(thrown)) if d.n else () for d in dice)

    def ask(self, question: Question) -> Option:
        return self.live.ask_all((question,))[0]

    def ask_all(self, questions: tuple[Question, ...]) -> tuple[Option, ...]:
        return self.live.ask_all(questions)

    def tell(self, event: Event) -> None:
        self.live.tell(event)


class Live(Hand):
    """Goes through its transcript, then rolls; stops at the first thing it must wait for.

    `by_hand` names the characters whose players roll real dice; `ordered` answers for those who have said how, and they
    are told so. `past` is how it went before it was taken back. Save the transcript before showing anything.
    """

    def __init__(
        self,
        transcript: Iterable[Entry] = (),
        rng: random.Random | None = None,
        by_hand: Collection[str] = (),
        ordered: Ordered = unordered,
        past: Sequence[Entry] = (),
    ) -> None:
        super().__init__(self, "", ALL)
        self.transcript, self.at = list(transcript), 0
        self.rng = rng or random.SystemRandom()
        self.by_hand, self.ordered, self._past = by_hand, ordered, past
        self._recall()
        self.events: list[Event] = []
        self.dice: list[Rolled] = []

    def throw(self, dice: tuple[Dice, ...], who: str, audience: str) -> tuple[tuple[int, ...], ...]:
        """The faces of dice thrown together, each kind in descending order."""
        asked = f"{Throw(who, dice)} {who}".rstrip()
        entry = self._known(asked)
        if entry is None:
            if who in self.by_hand and audience == ALL:
                raise Awaiting(Throw(who, dice))
            entry = self._keep(Entry(asked, self._roll(dice), "server"))
        elif not _fall(dice, entry.got):
            raise Diverged(f"{entry.got!r} is not a throw of {asked!r}")
        faces = tuple(tuple(sorted(some, reverse=True)) for some in entry.got)
        by = "hand" if entry.by == "hand" else ""
        self.dice += [Rolled(who, d.why, d.sides, f, audience, by) for d, f in zip(dice, faces, strict=True)]
        return faces

    def ask_all(self, questions: tuple[Question, ...]) -> tuple[Option, ...]:
        asked = asking(questions)
        if self._unasked(asked):
            return tuple(map(first, questions))
        entry = self._known(asked)
        if entry is None:
            entry = self._keep(Entry(asked, *self._answer(questions)))
            self._recall()
        elif len(entry.got) != len(questions):
            raise Diverged(f"{entry.got!r} does not answer {asked!r}")
        picked = tuple(_picked(q, a) for q, a in zip(questions, entry.got, strict=True))
        if ORDER in entry.by:
            told = zip(questions, picked, each_by(entry), strict=True)
            self.events += [_by_order(question, option) for question, option, by in told if by == ORDER]
        return picked

    def tell(self, event: Event) -> None:
        if self.dice:
            event = replace(event, dice=tuple(self.dice))
            self.dice.clear()
        self.events.append(event)

    @property
    def unread(self) -> list[Entry]:
        """What the transcript holds beyond what was asked for; not empty at the end: the rules have changed."""
        return self.transcript[self.at :]

    def _roll(self, dice: tuple[Dice, ...]) -> tuple[tuple[int, ...], ...]:
        return tuple(tuple(self.rng.randint(1, d.sides) for _ in range(d.n)) for d in dice)

    def _answer(self, questions: tuple[Question, ...]) -> tuple[tuple[str | int, ...], str]:
        given = tuple(map(self.ordered, questions))
        if None in given:
            raise Awaiting(*questions, given=given)
        found = [each for each in given if each is not None]
        return tuple(option.id for option, _ in found), in_a_row([by for _, by in found])

    def _unasked(self, asked: str) -> bool:
        """Whether the rules did not ask this yet when the transcript was written: then nobody answered, and it went on.

        If they have changed in any other way, what comes next is not what the transcript holds."""
        return self.at < len(self.transcript) and self.transcript[self.at].asked != asked

    def _known(self, asked: str) -> Entry | None:
        if self.at == len(self.transcript):
            return None
        entry = self.transcript[self.at]
        if entry.asked != asked:
            raise Diverged(f"step {self.at}: {entry.asked!r} then, {asked!r} now")
        self.at += 1
        return entry

    def _recall(self) -> None:
        """Dice that fell before it was taken back are known again, as long as all before them is the same."""
        if self._past:
            self.transcript = list(recalled(self.transcript, self._past))

    def _keep(self, entry: Entry) -> Entry:
        self.transcript.append(entry)
        self.at += 1
        return entry


class Replay(Live):
    """What already happened, and nothing else: no new die is rolled, no new question waits."""

    def __init__(self, transcript: Iterable[Entry]) -> None:
        super().__init__(transcript)

    def _known(self, asked: str) -> Entry | None:
        if self.at == len(self.transcript):
            raise Diverged(f"the transcript ends before {asked!r}")
        return super()._known(asked)


class Resumed:
    """What a transcript holds, then another oracle: for the odds of an action from the point it has reached.

    Chance functions begun while the transcript lasts are simply called, as they were live.
    """

    def __init__(self, hand: Hand, then: Any) -> None:
        self.hand = hand  # of a Replay
        self.then: Oracle = then  # one that collects events
        self.events: list[Event] = then.events

    @property
    def now(self) -> Oracle:
        replay = self.hand.live
        return self.hand if replay.at < len(replay.transcript) else self.then

    @property
    def sub(self) -> Sub | None:
        return self.now.sub

    @property
    def deaf(self) -> bool:
        return self.now.deaf

    def of(self, who: str, audience: str = ALL) -> Oracle:
        return Resumed(Hand(self.hand.live, who, audience), self.then.of(who, audience))

    def d(self, sides: int, why: str = "") -> int:
        return self.now.d(sides, why)

    def pool(self, n: int, sides: int, why: str = "", keep: int = 0) -> tuple[int, ...]:
        return self.now.pool(n, sides, why, keep)

    def total(self, n: int, sides: int, why: str = "") -> int:
        return self.now.total(n, sides, why)

    def together(self, *dice: Dice) -> tuple[tuple[int, ...], ...]:
        return self.now.together(*dice)

    def ask(self, question: Question) -> Option:
        return self.now.ask(question)

    def ask_all(self, questions: tuple[Question, ...]) -> tuple[Option, ...]:
        return self.now.ask_all(questions)

    def tell(self, event: Event) -> None:
        self.then.tell(event)


Answers = Iterable[str | int] | Mapping[str, str | int | Iterable[str | int]]
ANY = "*"  # in place of a question's key: every question that is not named


class Scripted(Live):
    """Faces taken in order; answers in order, or by question, each question's own in order.

    A question is named by its key, or more closely by who is asked: « alys:flu.apres_jet ». The closest name counts
    alone; beyond its last answer a question gets its first option.
    """

    def __init__(self, dice: Iterable[int] = (), answers: Answers = ()) -> None:
        super().__init__()
        by_name: Mapping[str, Any] = answers if isinstance(answers, Mapping) else {ANY: answers}
        self.faces = list(dice)
        self.answers = {of: [said] if isinstance(said, str | int) else list(said) for of, said in by_name.items()}
        self.asked: list[Question] = []

    def left_over(self) -> Said | None:
        """A sentence about what was scripted and never asked for."""
        if self.faces:
            return Said("dés en trop, jamais lancés : {}", (_row(self.faces),))
        left = {of: _row(said) for of, said in self.answers.items() if said}
        if not left:
            return None
        each = (said if of == ANY else Said("{} = {}", (Typed(of), said)) for of, said in left.items())
        sentence = Said("réponses en trop, jamais demandées : {}", (chain("{} ; {}", each),))
        if {name for question in self.asked for name in _names(question)}.issuperset(left.keys() - {ANY}):
            return sentence
        return Said("{} ; questions posées : {}", (sentence, self._asked()))

    def _asked(self) -> Fact:
        """The keys of all that was asked, and of whom."""
        found: dict[str, dict[str, None]] = {}
        for question in self.asked:
            found.setdefault(question.key, {})[question.who] = None
        return _row(f"{key} ({', '.join(who)})" for key, who in found.items()) or "aucune"

    def _roll(self, dice: tuple[Dice, ...]) -> tuple[tuple[int, ...], ...]:
        return tuple(self._take(d) for d in dice)

    def _take(self, dice: Dice) -> tuple[int, ...]:
        if len(self.faces) < dice.n:
            left = "plus assez de dés : {} à lancer, il reste seulement {}"
            none = "plus assez de dés : {} à lancer, il ne reste rien"
            raise ScriptError(Said(left if self.faces else none, (dice.said, _row(self.faces))))
        marked, self.faces = self.faces[: dice.n], self.faces[dice.n :]
        return read_off(dice, marked)

    def _answer(self, questions: tuple[Question, ...]) -> tuple[tuple[str | int, ...], str]:
        self.asked += questions
        return tuple(self._next(q) for q in questions), "script"

    def _next(self, question: Question) -> str | int:
        said = next((self.answers[name] for name in _names(question) if name in self.answers), None)
        if not said:
            return first(question).id
        answer = said.pop(0)
        option = question.pick(answer)
        if option is None:
            raise NotAnAnswer(question, answer)
        return option.id


def _names(question: Question) -> tuple[str, ...]:
    """What a script may call a question, the closest first."""
    return f"{question.who}:{question.key}", question.key, ANY


def asking(questions: Sequence[Question]) -> str:
    """What a transcript writes of questions: who is asked what, and what may be answered."""
    return "; ".join(f"{q.key} {q.who} {_allowed(q)}" for q in questions)


def _allowed(question: Question) -> str:
    options = question.options
    return str(list(question.open())) if isinstance(options, tuple) else f"{options.low}..{options.high}"


def _by_order(question: Question, option: Option) -> Event:
    """What was decided for somebody as he had ordered, for him to read; dice wait for what comes of them."""
    said = option.label if option.label and isinstance(option.label, str) else str(option.id)
    facts = ("question", question.key), ("reponse", said)
    return Event("ordre", question.who, rule=question.rule, facts=facts, audience=question.who)


def _picked(question: Question, answer: str | int) -> Option:
    option = question.pick(answer)
    if option is None:
        raise Diverged(f"{answer!r} is not an answer to {asking((question,))}")
    return option


def answer(question: Question, id: str | int, by: str = "") -> Entry:
    """The transcript entry that answers one question; ScriptError if it is no answer to it."""
    return answers((question,), (id,), by)


def answers(questions: Sequence[Question], ids: Sequence[str | int], by: str = "") -> Entry:
    """The transcript entry that answers all that was asked at once, in the order of the questions."""
    if len(ids) != len(questions):
        one, several = "1 réponse attendue, {} données", "{} réponses attendues, {} données"
        raise ScriptError(Said(one, (len(ids),)) if len(questions) == 1 else Said(several, (len(questions), len(ids))))
    picked = []
    for question, id in zip(questions, ids, strict=True):
        option = question.pick(id)
        if option is None:
            raise NotAnAnswer(question, id)
        picked.append(option.id)
    return Entry(asking(questions), tuple(picked), by)


def _fall(dice: Sequence[Dice], faces: Sequence[Sequence[int]]) -> bool:
    """Whether these dice can fall so."""
    return [len(f) for f in faces] == [d.n for d in dice] and all(
        1 <= face <= d.sides for d, some in zip(dice, faces, strict=True) for face in some
    )


def typed(throw: Throw, faces: Sequence[Sequence[int]]) -> Entry:
    """The transcript entry of dice typed in by a player; ScriptError if they cannot fall so."""
    if [len(f) for f in faces] != [d.n for d in throw.dice]:
        n = sum(d.n for d in throw.dice)
        one, several = Said("{} : 1 face attendue", (throw.said,)), Said("{} : {} faces attendues", (throw.said, n))
        raise ScriptError(one if n == 1 else several)
    shown = [read_off(dice, some) for dice, some in zip(throw.dice, faces, strict=True)]
    return Entry(f"{throw} {throw.who}".rstrip(), tuple(shown), "hand")


def read_off(dice: Dice, marked: Sequence[int]) -> tuple[int, ...]:
    """What is marked on real dice as the faces they show; ScriptError if there is no such face."""
    faces = [(mark, dice.face(mark)) for mark in marked]
    for mark, face in faces:
        if face is None:
            raise ScriptError(Said("{} : {} n'est pas une face (de 1 à {})", (dice.said, mark, dice.sides)))
    return tuple([face for _, face in faces if face is not None])
