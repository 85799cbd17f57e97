"""Playing: actions, answers, typed dice, and the tests the game master asks for.

The kernel runs an action (`run.py`); here it is kept with the campaign while it waits, and told once it goes on.
"""

from __future__ import annotations

import dataclasses
from typing import Any

import msgspec
from msgspec.structs import replace

from tablee.kernel.action import Action, tag
from tablee.kernel.allowed import why_not
from tablee.kernel.content import ContentError
from tablee.kernel.event import Event
from tablee.kernel.live import Diverged, ScriptError
from tablee.kernel.meeting import Met, met
from tablee.kernel.oracle import ALL, GM
from tablee.kernel.orders import Orders
from tablee.kernel.run import Run, answered, run, thrown
from tablee.kernel.sentence import Someone, Typed

from . import commands, scenes
from .commands import Act, Answer, AskTest, DropTest, TypeDice
from .hidden import members_only, told, unseen
from .moment import After, Moment
from .plans import certain, foreseen
from .refusal import Refused, closed_now
from .state import AskedTest, Encounter, Member, Pause, Pending, Play, Request, Told
from .visibility import Eyes

TESTS = 20  # asked for at once
REQUESTS = 20  # of all players, that wait


def act(m: Moment, command: Act) -> After:
    """An action, after its first step where it has one."""
    return alone(m, command) if command.first is None else planned(m, command, command.first)


def planned(m: Moment, command: Act, first: dict[str, Any]) -> After:
    """A step and what is done from where it leads: refused as one where, as far as the member knows, the second is not
    open there. Where only what he does not know is in the way, the step is made as if it had been asked for alone."""
    there = foreseen(m.eyes, first)
    closed = there.action(command.action).closed(there.scene)
    if closed is not None:
        raise Refused("plan_changed", rule=closed.rule, why=closed.said)
    step = m.eyes.action(first)
    if step.asked_for() and not m.member.gm:
        raise Refused("master_only", action=Typed(m.eyes.voice.action(step)))
    moved = step.closed(m.scene) is None and certain(m.scene, step)
    if not moved or (m.eyes.concealed and met(m.game, m.scene, m.eyes.scene, step) != Met(step)):
        return alone(m, Act(first))
    after_step = dataclasses.replace(m, state=replace(m.state, play=replace(m.play, scene=moved.scene)))
    try:
        after = alone(after_step, replace(command, first=None))
    except Refused:  # what the step has brought to light
        return alone(m, Act(first))
    plain = msgspec.to_builtins(step, str_keys=True)
    done = replace(after.command, first=plain) if isinstance(after.command, Act) else after.command
    return dataclasses.replace(after, told=(*told(m.game, m.state, moved.events), *after.told), command=done)


def alone(m: Moment, command: Act) -> After:
    """An action that is open as far as the member knows; in the scene as it is it may meet what he does not know of."""
    meant = action = m.eyes.action(command.action)
    if command.test:
        action = fits(m, command.test, meant)
    elif action.master and not m.member.gm:
        raise Refused("master_only", action=Typed(m.eyes.voice.action(action)))
    closed = why_not(m.game, m.eyes.scene, action)
    if closed is not None and action == meant:  # else he is asked for more than he may know
        raise closed_now(closed)
    if action.asked_for() and not command.test and not m.member.gm:
        return requested(m, action)
    return taken(m, action, command.test)


def taken(m: Moment, action: Action, test: int = 0) -> After:
    """An action that is open as far as the member knows, done in the scene as it is."""
    found, why = met(m.game, m.scene, m.eyes.scene, action) if m.eyes.concealed else (action, None)
    after = begin(m, found, test) if found is not None else m.after()
    if why is not None:
        after = dataclasses.replace(after, told=(*after.told, *stopped(m, closed_now(why), action.actor)))
    plain = msgspec.to_builtins(found or action, str_keys=True)
    return dataclasses.replace(after, command=Act(plain, test))


def requested(m: Moment, action: Action) -> After:
    """It is asked for: the game master grants it or not (`requests.py`)."""
    plain = msgspec.to_builtins(action, str_keys=True)
    if any(each.action == plain for each in m.play.requests):
        raise Refused("requested")
    if len(m.play.requests) >= REQUESTS:
        raise Refused("too_many", what="demandes", most=REQUESTS)
    request = Request(m.seq, m.member.id, plain, action.key())
    return m.after(request.event("table.requested"), play=replace(m.play, requests=(*m.play.requests, request)))


def hindered(m: Moment, why: Refused) -> After:
    """Nothing comes of a command that was open as far as the member knows."""
    return dataclasses.replace(m.after(), told=stopped(m, why))


def stopped(m: Moment, why: Refused, who: str = "") -> tuple[Told, ...]:
    """That something unknown is in the way, for who would have done it; and what it is, for the game master."""
    lang = next((each.lang for each in m.members.values() if each.gm), m.member.lang)
    said = why.say(Eyes(m.game, m.state, Member("", "", "gm", lang)).voice)
    facts = ("name", m.member.name), ("why", said)
    for_all = Event("table.stopped", who) if who else Event("table.hindered", audience=members_only(m.member.id))
    return (*told(m.game, m.state, (for_all,)), Told(Event("table.hindrance", who, facts=facts, audience=GM)))


def begin(m: Moment, action: Action, test: int = 0) -> After:
    """Begin an action on the scene as it is; it ends at once, or waits."""
    closed = action.closed(m.scene)
    if closed is not None:
        raise closed_now(closed)
    plain = msgspec.to_builtins(action, str_keys=True)
    return going(m, Pending(m.seq, m.member.id, plain, test=test), Run(action, past=m.past(plain, 0)))


def going(m: Moment, pending: Pending, so_far: Run) -> After:
    """As far as it goes: it is done, or waits. Only what is new is told.

    What is secret is judged by the scene the action began in: who comes out of hiding acted from there.
    """
    try:
        now = run(m.scene, so_far, m.rng, m.desk.by_hand, Orders(m.desk.orders, m.game.orders).given)
    except (Diverged, ContentError):
        raise Refused("rules_changed") from None
    play = replace(m.play, open=waiting(m, pending, now)) if now.wanted else done(m, pending, now)
    new = told(m.game, m.state, now.events[pending.told :])
    return After(replace(m.state, play=play), new, now.transcript, pending.act)


def waiting(m: Moment, pending: Pending, now: Run) -> Pending:
    return replace(
        pending,
        transcript=now.transcript,
        questions=tuple(question.kept for question in now.questions),
        picked=now.picked if now.questions else (),
        picked_by=now.by if now.questions else (),
        throw=now.throw,
        told=len(now.events),
        dice=now.dice,
        past=now.past,
        asked=m.seq,
    )


def done(m: Moment, pending: Pending, now: Run) -> Play:
    play = replace(m.play, scene=now.scene, open=None)
    if pending.test:
        who = now.action.actor
        tests = (replace(t, done={**t.done, who: m.seq}) if t.id == pending.test else t for t in play.tests)
        play = replace(play, tests=tuple(tests))
    return tracked(play, m.seq)


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
    """The action that waits, if the member knows of one; Refused if it has gone on since what is meant was asked."""
    if m.play.open is None or m.eyes.play.open is None:
        raise Refused("nothing_open")
    if asked is not None and asked != m.play.open.asked:
        raise Refused("asked_before")
    return m.play.open


def so_far(m: Moment, pending: Pending) -> Run:
    """How far it has come, as the kernel has it."""
    wanted = pending.questions if pending.throw is None else (pending.throw,)
    try:
        action = m.game.action(pending.action)
    except ContentError:
        raise Refused("rules_changed") from None
    picked = pending.picked or (None,)
    return Run(action, pending.transcript, pending.past, wanted, picked, pending.picked_by or ("",) * len(picked))


def answer(m: Moment, command: Answer) -> After:
    """One answer; once all that were asked at once are in, the action goes on."""
    pending, at = under_way(m, command.asked), command.question
    if not pending.questions:
        raise Refused("not_answer")
    if at >= len(pending.questions):
        raise Refused("not_asked")
    if pending.picked[at] is not None:
        raise Refused("already_answered")
    question, known = pending.questions[at], m.eyes.questions(pending)[at]
    given = m.eyes.answered(known, command.answer)
    no = Refused("answer", rule=question.rule, answer=Typed(str(command.answer)[:80]))
    if given is None or known.pick(given) is None:
        raise no
    if question.pick(given) is None:  # what he does not know of is in the way
        return dataclasses.replace(hindered(m, no), transcript=pending.transcript, act=pending.act)
    now = answered(so_far(m, pending), at, given, m.member.id)
    if not now.wanted:
        return resumed(m, pending, now)
    play = replace(m.play, open=replace(pending, picked=now.picked, picked_by=now.by))
    return m.after(play=play, transcript=pending.transcript, act=pending.act)


def type_dice(m: Moment, command: TypeDice) -> After:
    """The faces of real dice; one too many or too few is refused."""
    pending = under_way(m, command.asked)
    if pending.throw is None:
        raise Refused("not_dice")
    try:
        now = thrown(so_far(m, pending), command.faces)
    except ScriptError as error:
        raise Refused("dice", why=error.said) from None
    return resumed(m, pending, now)


def resumed(m: Moment, pending: Pending, now: Run) -> After:
    """The action goes on with what was given; what was rolled after the same answer before is kept."""
    return going(m, pending, replace(now, past=m.past({}, pending.act) or now.past))


# ---------------------------------------------------------------- pauses

PAUSES: dict[str, Pause] = {"now": "on", "turn": "turn", "over": ""}


def pause(m: Moment, command: commands.Pause) -> After:
    """Players see that it is on, and no entry that says so: the turn of somebody hidden has none, either."""
    event = Event(f"table.pause_{command.when}", audience=GM)
    return m.after(event, play=replace(m.play, pause=PAUSES[command.when]))


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


def fits(m: Moment, id: int, action: Action) -> Action:
    """The test that was asked for, of somebody who still owes it; Refused if this action is another.

    What the member may not know of it is as the game master asked for it.
    """
    asked, test, name = _test(m, id), _test(m.as_known, id), Someone(action.actor)
    if action.actor not in test.who:
        raise Refused("test_not_asked", who=name)
    if action.actor in test.done:
        raise Refused("test_done", who=name)
    wanted = m.game.action({**test.action, "actor": action.actor})
    if tag(wanted) != tag(action):
        raise Refused("test_other", field=Typed("do"), value=Typed(tag(wanted)))
    for key in test.action:
        if key != "do" and getattr(wanted, key) != getattr(action, key):
            raise Refused("test_other", field=Typed(key), value=Typed(m.eyes.voice.value(getattr(wanted, key))))
    return m.game.action({**msgspec.to_builtins(action, str_keys=True), **asked.action}) if asked != test else action


def _test(m: Moment, id: int) -> AskedTest:
    found = next((test for test in m.play.tests if test.id == id), None)
    if found is None:
        raise Refused("no_test")
    return found
