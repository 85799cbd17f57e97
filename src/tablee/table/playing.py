"""Playing: actions, answers, typed dice, and the tests the game master asks for.

An action is run on its transcript; when it must wait it stops, and is run again once the answer is in. Dice that are
known are never rolled again: neither after an answer, nor when an action was taken back and is taken once more.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from itertools import takewhile
from typing import Any

import msgspec
from msgspec.structs import replace

from tablee.kernel.action import Action, tag
from tablee.kernel.content import ContentError
from tablee.kernel.event import Event
from tablee.kernel.live import Awaiting, Diverged, Entry, Live, answers, typed
from tablee.kernel.oracle import ALL, GM, Question, Throw

from . import scenes
from .commands import Act, Answer, AskTest, DropTest, TypeDice
from .hidden import told, unseen
from .moment import After, Moment
from .refusal import ClosedNow, Refused
from .state import AskedTest, Encounter, Pending, Play

DICE = ("server", "hand")  # by whom an entry that holds dice was given
TESTS = 20  # asked for at once


def act(m: Moment, command: Act) -> After:
    action = m.eyes.action(command.action)
    if command.test:
        fits(m, command.test, action)
    elif action.master and not m.member.gm:
        raise Refused("master_only", action=m.eyes.voice.action(action))
    plain = msgspec.to_builtins(action, str_keys=True)
    return dataclasses.replace(begin(m, action, command.test), command=Act(plain, command.test))


def begin(m: Moment, action: Action, test: int = 0) -> After:
    """Begin an action on the scene as it is; it ends at once, or waits."""
    closed = action.closed(m.scene)
    if closed is not None:
        raise ClosedNow(m.game.words, closed)
    plain = msgspec.to_builtins(action, str_keys=True)
    pending = Pending(m.seq, m.member.id, plain, past=m.past(plain, 0), test=test)
    return run(m, pending)


def run(m: Moment, pending: Pending) -> After:
    """Run the action on its transcript as far as it goes."""
    transcript = recalled(pending.transcript, pending.past)
    while True:
        live = Live(transcript, m.rng, m.desk.by_hand)
        try:
            scene = m.game.action(pending.action).resolve(m.scene, live)
        except Awaiting as stop:
            longer = recalled(tuple(live.transcript), pending.past)
            if len(longer) > len(live.transcript):  # real dice that were typed in before
                transcript = longer
                continue
            return waiting(m, pending, live, stop.wanted)
        except (Diverged, ContentError):
            raise Refused("rules_changed") from None
        return done(m, pending, live, scene)


def recalled(transcript: tuple[Entry, ...], past: Sequence[Entry]) -> tuple[Entry, ...]:
    """The transcript with the dice of the past behind it, for as long as the answers are those of the past."""
    n = len(transcript)
    if len(past) > n and _given(past[:n]) == _given(transcript):
        return (*transcript, *takewhile(lambda entry: entry.by in DICE, past[n:]))
    return transcript


def _given(transcript: Sequence[Entry]) -> bytes:
    """What was asked and given, whoever gave it, and whether or not it has been read from the store."""
    return msgspec.json.encode([(entry.asked, entry.got) for entry in transcript])


def waiting(m: Moment, pending: Pending, live: Live, wanted: tuple[Question | Throw, ...]) -> After:
    questions = tuple(q for q in wanted if isinstance(q, Question))
    stopped = replace(
        pending,
        transcript=tuple(live.transcript),
        questions=questions,
        picked=(None,) * len(questions),
        throw=next((t for t in wanted if isinstance(t, Throw)), None),
        told=len(live.events),
        dice=tuple(live.dice),
        asked=m.seq,
    )
    return _after(m, pending, live, replace(m.play, open=stopped))


def done(m: Moment, pending: Pending, live: Live, scene: Any) -> After:
    play = replace(m.play, scene=scene, open=None)
    if pending.test:
        who = str(pending.action["actor"])
        tests = (replace(t, done={**t.done, who: m.seq}) if t.id == pending.test else t for t in play.tests)
        play = replace(play, tests=tuple(tests))
    return _after(m, pending, live, tracked(play, m.seq))


def _after(m: Moment, pending: Pending, live: Live, play: Play) -> After:
    """What is secret is judged by the scene the action began in: who comes out of hiding acted from there."""
    new = told(m.game, m.state, live.events[pending.told :])
    return After(replace(m.state, play=play), new, tuple(live.transcript), pending.act)


def tracked(play: Play, seq: int) -> Play:
    """An encounter that the rules themselves begin or end is one of the log, too."""
    turn, known = play.scene.turn(), play.encounter
    if turn and known is None:
        return replace(play, encounter=Encounter(seq, begun=True))
    if turn and known is not None and not known.begun:
        return replace(play, encounter=replace(known, begun=True))
    if not turn and known is not None and known.begun and not known.guests and not play.away:
        return replace(play, encounter=None)
    return play


# ---------------------------------------------------------------- answers and typed dice


def under_way(m: Moment, asked: int | None) -> Pending:
    """The action that waits; Refused if it has gone on since what is meant was asked."""
    if m.play.open is None:
        raise Refused("nothing_open")
    if asked is not None and asked != m.play.open.asked:
        raise Refused("asked_before")
    return m.play.open


def answer(m: Moment, command: Answer) -> After:
    """One answer; once all that were asked at once are in, the action goes on."""
    pending, at = under_way(m, command.asked), command.question
    if not pending.questions:
        raise Refused("not_answer")
    if at >= len(pending.questions):
        raise Refused("not_asked")
    if pending.picked[at] is not None:
        raise Refused("already_answered")
    option = pending.questions[at].pick(command.answer)
    if option is None:
        raise Refused("answer", rule=pending.questions[at].rule, echo=True, answer=str(command.answer)[:80])
    picked = (*pending.picked[:at], option.id, *pending.picked[at + 1 :])
    pending = replace(pending, picked=picked)
    given = [id for id in picked if id is not None]
    if len(given) < len(picked):
        return m.after(play=replace(m.play, open=pending), transcript=pending.transcript, act=pending.act)
    entry = answers(pending.questions, given, m.member.id)
    return resumed(m, pending, entry)


def type_dice(m: Moment, command: TypeDice) -> After:
    """The faces of real dice; one too many or too few is refused."""
    pending = under_way(m, command.asked)
    if pending.throw is None:
        raise Refused("not_dice")
    left, groups = list(command.faces), []
    for dice in pending.throw.dice:
        groups.append(left[: dice.n])
        left = left[dice.n :]
    try:
        entry = typed(pending.throw, [*groups[:-1], [*groups[-1], *left]])
    except ValueError as error:
        raise Refused("dice", why=str(error)) from None
    return resumed(m, pending, entry)


def resumed(m: Moment, pending: Pending, entry: Entry) -> After:
    """The action goes on with what was given; what was rolled after the same answer before is kept."""
    past = m.past({}, pending.act) or pending.past
    return run(m, replace(pending, transcript=(*pending.transcript, entry), past=past))


# ---------------------------------------------------------------- tests asked for


def ask_test(m: Moment, command: AskTest) -> After:
    """Players are asked for a test; it must be one they could make."""
    owed = tuple(test for test in m.play.tests if not test.over)
    if len(owed) >= TESTS:
        raise Refused("too_many", what="tests", most=TESTS)
    template = {key: value for key, value in command.action.items() if key != "actor"}
    for who in command.who:
        scenes.person(m.game, m.scene, who)
        m.eyes.action({**template, "actor": who})
    asked = tuple(dict.fromkeys(command.who))
    test = AskedTest(m.seq, template, asked, command.note)
    facts = ("test", m.seq), ("note", command.note), ("asked", asked)
    audience = GM if unseen(m.game, m.state).issuperset(asked) else ALL
    event = Event("table.test_asked", facts=facts, audience=audience)
    return m.after(event, play=replace(m.play, tests=(*owed, test)))


def drop_test(m: Moment, command: DropTest) -> After:
    _test(m, command.test)
    left = tuple(t for t in m.play.tests if t.id != command.test)
    return m.after(Event("table.test_dropped", facts=(("test", command.test),)), play=replace(m.play, tests=left))


def fits(m: Moment, id: int, action: Action) -> None:
    """Refused unless this action is the test that was asked for, of somebody who still owes it."""
    test, name = _test(m, id), m.scene.name(action.actor)
    if action.actor not in test.who:
        raise Refused("test_not_asked", who=name)
    if action.actor in test.done:
        raise Refused("test_done", who=name)
    wanted = m.game.action({**test.action, "actor": action.actor})
    if tag(wanted) != tag(action):
        raise Refused("test_other", field="do", value=tag(wanted))
    for key in test.action:
        if key != "do" and getattr(wanted, key) != getattr(action, key):
            raise Refused("test_other", field=key, value=test.action[key])


def _test(m: Moment, id: int) -> AskedTest:
    found = next((test for test in m.play.tests if test.id == id), None)
    if found is None:
        raise Refused("no_test")
    return found
