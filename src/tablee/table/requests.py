"""What players ask the game master for: whatever is everybody's, time above all, or wants his agreement.

A player's `act` becomes a request (`playing.requested`); the game master grants it, and it is done as the player's own,
or drops it. Whoever asked may drop it himself.
"""

from __future__ import annotations

import dataclasses

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.content import ContentError

from . import playing
from .commands import DropRequest, Grant
from .hidden import told
from .moment import After, Moment
from .refusal import Refused, closed_now
from .state import Request


def grant(m: Moment, command: Grant) -> After:
    """It is done as if he who asked for it had done it, and as far as he knows; Refused if it is closed by now."""
    asked = wanted(m, command.request)
    action = meant(m, asked)
    his = dataclasses.replace(without(m, asked), member=m.members.get(asked.by, m.member))
    closed = action.closed(his.eyes.scene)
    if closed is not None:
        raise closed_now(closed)
    after = playing.taken(his, action)
    yes = told(m.game, m.state, (asked.event("table.granted"),))
    return dataclasses.replace(after, told=(*yes, *after.told), command=None)


def drop(m: Moment, command: DropRequest) -> After:
    asked = wanted(m, command.request)
    what = "table.request_dropped" if asked.by == m.member.id else "table.request_refused"
    left = without(m, asked)
    return left.after(asked.event(what), play=left.play)


def wanted(m: Moment, id: int) -> Request:
    """The request with this number; Refused if there is none."""
    found = next((each for each in m.play.requests if each.id == id), None)
    if found is None:
        raise Refused("no_request")
    return found


def meant(m: Moment, asked: Request) -> Action:
    try:
        return m.game.action(asked.action)
    except ContentError:
        raise Refused("rules_changed") from None


def without(m: Moment, asked: Request) -> Moment:
    left = tuple(each for each in m.play.requests if each != asked)
    return dataclasses.replace(m, state=replace(m.state, play=replace(m.play, requests=left)))
