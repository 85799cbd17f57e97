"""Actions: what is offered can be done, what is typed is judged, tactics keep to what is open, odds are true."""

from __future__ import annotations

import typing
from collections import Counter, deque
from collections.abc import Iterator
from itertools import islice
from math import sqrt
from typing import Any

import msgspec
from msgspec.structs import replace

from tablee.kernel.action import Action, open_actions, tag
from tablee.kernel.content import ContentError
from tablee.kernel.odds import TooMany, Uncountable, odds
from tablee.kernel.oracle import first
from tablee.kernel.simulated import Sampled, estimate
from tablee.lab.fight import NotOpen, left, turns, within

from .fault import Fault, check, fault
from .heard import Random, resolved
from .subject import ANYBODYS, Subject, seeded

WRONG = "zzz"
TRIES = 12  # of one kind of action
LONGEST = 2_000  # actions of a fight
FEW = 4_000  # branches of odds that are compared
DRAWS = 600
SIGMAS = 5.5  # a true chance is further away once in some ten million
LOOKS = 24  # chances compared


@check("offered", "Toute action offerte peut être faite", "Every action offered can be done")
def offered(subject: Subject) -> Iterator[Fault]:
    """It is the game's, comes back from plain data, and gives a scene; whoever is not there is offered nothing."""
    game, sources, tried = subject.game, subject.sources, Counter[type]()
    told = set[tuple[str, str]]()
    for scene in subject.moments:
        for who in (*scene.turn(), *game.people(scene))[:4]:
            for action, closed in game.legal(scene, who):
                kind = type(action)
                tried[kind] += 1
                if tried[kind] > TRIES:
                    continue
                for found in _offer(subject, scene, who, action, closed):
                    if (found.key, kind.__name__) not in told:
                        told.add((found.key, kind.__name__))
                        yield found
    for kind in game.actions:
        if kind.resolve is Action.resolve:
            yield fault("unresolved", sources.thing(kind), do=kind.__name__)


def _offer(subject: Subject, scene: Any, who: str, action: Action, closed: Any) -> Iterator[Fault]:
    game, kind = subject.game, type(action)
    here, name = subject.sources.thing(kind), kind.__name__
    if kind not in game.actions:
        yield fault("foreign_action", here, do=name)
        return
    if action.actor != who:
        yield fault("others_action", here, do=name, who=who, actor=action.actor)
    try:
        again: Any = game.action(msgspec.to_builtins(action, str_keys=True))
    except ContentError as error:
        yield fault("action_read", here, do=name, why=error)
        return
    if again != action:
        yield fault("action_read", here, do=name, why=f"{action!r} / {again!r}")
    if action.closed(scene) != closed:
        yield fault("closed_otherwise", here, do=name, why=closed, now=action.closed(scene))
    if closed is None:
        try:
            after = resolved(action, scene, Random(seeded(name))).after
        except ANYBODYS as error:
            yield subject.raised(error, f"{name}.resolve", kind)
            return
        if not isinstance(after, game.scene):
            yield fault("no_scene", here, do=name, type=type(after).__name__)


@check("typed", "Ce qu’on tape de travers est refusé en une phrase", "What is typed wrongly is refused in a sentence")
def typed(subject: Subject) -> Iterator[Fault]:
    """A word nobody knows, somebody who is not there, a figure out of bounds: `closed` judges them and never raises."""
    tried, told = Counter[type](), set[tuple[str, str]]()
    for scene in subject.moments:
        for who in (*scene.turn(), *subject.game.people(scene))[:3]:
            for action, _ in subject.game.legal(scene, who):
                kind = type(action)
                tried[kind] += 1
                if tried[kind] > TRIES:
                    continue
                for field, other in changed(action):
                    if (kind.__name__, field) in told:
                        continue
                    for found in _mistyped(subject, scene, field, other):
                        told.add((kind.__name__, field))
                        yield found


def _mistyped(subject: Subject, scene: Any, field: str, other: Action) -> Iterator[Fault]:
    """`closed` gives a reason or None; what it leaves open can be done."""
    name, here = type(other).__name__, subject.sources.thing(type(other))
    value = repr(getattr(other, field))
    try:
        closed = other.closed(scene)
    except ANYBODYS as error:
        where = subject.sources.error(error) or here
        yield fault("closed_raises", where, do=name, field=field, value=value, error=f"{type(error).__name__}: {error}")
        return
    if closed is None:
        try:
            resolved(other, scene, Random(seeded(name)))
        except ANYBODYS as error:
            where = subject.sources.error(error) or here
            yield fault(
                "open_raises", where, do=name, field=field, value=value, error=f"{type(error).__name__}: {error}"
            )
    elif not closed.text.strip():
        yield fault("no_reason", here, do=name, field=field, value=value)


def changed(action: Action) -> Iterator[tuple[str, Action]]:
    """The same with something wrong in each place: a word, somebody, or a figure."""
    hints = typing.get_type_hints(type(action), include_extras=True)
    for field in msgspec.structs.fields(action):
        info = msgspec.inspect.type_info(hints[field.name])
        for each in getattr(info, "types", (info,)):
            for wrong in _wrong(each):
                yield field.name, replace(action, **{field.name: wrong})


def _wrong(info: Any) -> tuple[Any, ...]:
    match info:
        case msgspec.inspect.StrType():
            return (WRONG, "")
        case msgspec.inspect.IntType(ge=None, gt=None, le=None, lt=None):
            return (-1, 9999)
        case msgspec.inspect.VarTupleType(item_type=msgspec.inspect.StrType()):
            return ((WRONG,), ())
    return ()


@check("tactics", "Les tactiques ne font que ce qui est permis", "Tactics do only what is open")
def tactics(subject: Subject) -> Iterator[Fault]:
    """Each plays a fight of each ready scene, held to what is open, and comes to an end."""
    game, sources = subject.game, subject.sources
    for called, tactic in game.tactics.items():
        for name, scene in subject.begun.items():
            if len(left(scene)) < 2:
                continue
            try:
                scenes = (after for _, after in turns(scene, within(tactic), Sampled(name, tactic.answer), LONGEST))
                last = next(iter(deque(scenes, 1)), scene)
            except NotOpen as error:
                yield fault(
                    "not_open", sources.thing(tactic.act), tactic=called, do=repr(error.action), why=error.closed
                )
                break
            except ANYBODYS as error:
                yield subject.raised(error, f"tactics[{called!r}], demos[{name!r}]")
                break
            if last.turn() and len(left(last)) > 1 and last.settled() is None:
                yield fault("unfinished", sources.thing(tactic.act), tactic=called, scene=name)


@check("odds", "Les chances font un tout et se vérifient", "Odds sum to one and agree with simulation")
def chances(subject: Subject) -> Iterator[Fault]:
    """Every look of what is open is worked out exactly, where that can be done, and drawn many times."""
    game, told, tried = subject.game, set[str](), 0
    policy = game.tactic().answer if game.tactics else first
    for scene, action, look in _looks(subject):
        name = f"{type(action).__name__}.{look}"
        if name in told or tried >= LOOKS:
            continue
        told.add(name)
        here = subject.sources.thing(action.looks[look]) or subject.sources.thing(type(action))
        try:
            exact = odds(action, scene, look, limit=FEW, policy=policy)
        except TooMany:
            continue
        except Uncountable as error:
            yield fault("uncountable", here, look=look, do=type(action).__name__, error=error)
            continue
        tried += 1
        if abs(sum(exact.ways.values()) / exact.out_of + exact.lost - 1) > 1e-9 or exact.lost > 1e-6:
            yield fault("not_one", here, look=look, do=type(action).__name__, lost=f"{exact.lost:.3g}")
        drawn = estimate(action, scene, look, n=DRAWS, seed=name, policy=policy)
        for value in {*exact.ways, *drawn.ways}:
            p, q = exact.p(value), drawn.p(value)
            if abs(p - q) > SIGMAS * sqrt(max(p * (1 - p), 1 / DRAWS) / DRAWS):
                facts = {"look": look, "do": type(action).__name__, "value": repr(value)}
                yield fault("other_odds", here, exact=f"{p:.3f}", drawn=f"{q:.3f}", **facts)
                break


def _looks(subject: Subject) -> Iterator[tuple[Any, Action, str]]:
    """Open actions along the fights, each with each of its looks."""
    for scene in subject.moments:
        for who in scene.turn()[:1] or subject.game.people(scene)[:1]:
            for action in islice(open_actions(subject.game.legal(scene, who)), 30):
                for look in action.views():
                    if look not in action.looks:
                        raise KeyError(f"{tag(action)}.views: {look}")
                    yield scene, action, look
