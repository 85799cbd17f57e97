"""How hard is it? An encounter fought many times from where the campaign stands: what is done in a process of its own.

All of it is plain data that goes there and comes back. Nothing is kept and nothing in the campaign changes: what is
fought is a copy. Fight number i of a seed is always the same fight, so a figure can be had again, and looked at.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from time import monotonic
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.game import Game, Tactic, game
from tablee.kernel.opening import openings
from tablee.kernel.scene import Scene
from tablee.kernel.sentence import Typed
from tablee.kernel.sheet import Sheet
from tablee.kernel.simulated import Sampled
from tablee.lab.fight import fight, left, pools, turns
from tablee.lab.report import Report, Result
from tablee.table import retold, scenes
from tablee.table.apply import apply
from tablee.table.commands import Id, Maybe, Name, StartEncounter
from tablee.table.hidden import told
from tablee.table.moment import Moment
from tablee.table.refusal import Refused
from tablee.table.seen import SeenEntry, SeenNo, SeenTable
from tablee.table.state import Encounter, Lang, Member, State, load
from tablee.table.visibility import Eyes

from .refusals import No
from .texts import say

FIGHTS = 400  # of the encounter as it is
MOST_FIGHTS = 1000
TRIED = 100  # of each variation
VARIATIONS = 6
KINDS = 2  # of opponents of whom one more and one fewer are tried
ACTIONS = 1_500  # after which a fight is given up
NUMBERED = re.compile(r"\s+\d+$")


class Judging(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which encounter: one that is put together as `start_encounter` would, or, with neither, the one under way."""

    ready: Maybe = ""
    sides: Annotated[dict[Name, tuple[Id, ...]], Meta(max_length=100)] = {}
    fights: Annotated[int, Meta(ge=1, le=MOST_FIGHTS)] = FIGHTS
    seed: Annotated[int, Meta(ge=0, le=2**31 - 1)] = 0


class Case(msgspec.Struct, frozen=True):
    """A campaign as it stands, and what its game master wants to know of it."""

    game: str
    state: bytes
    master: Member
    lang: Lang
    asked: Judging


class Bout(msgspec.Struct, frozen=True):
    """What is fought."""

    label: str  # what is other than in the encounter itself, which has none
    game: str
    scene: bytes
    opening: bytes  # the action that begins it; none: it is under way
    ours: str  # the side of the players' characters; where there are none, the first
    seed: int


class Staged(NamedTuple):
    """An encounter with all that is told of it beside its figures, and what else is tried."""

    names: dict[str, tuple[str, bool]]  # by id: the name, and whether he is of the party
    had: dict[str, int]  # the party's pools before it
    pools: dict[str, str]  # and what they are called
    bouts: tuple[Bout, ...]  # itself, then the variations


# ---------------------------------------------------------------- what is fought


def staged(case: Case) -> Staged | SeenNo:
    """The encounter and its variations, ready to be fought; or why not."""
    played = game(case.game)
    eyes = Eyes(played, load(played, case.state), replace(case.master, lang=case.lang))
    try:
        there = put_together(case)
        eyes = Eyes(played, there, eyes.member)
        ours = _ours(eyes)
        bout = _bout(case, "", there.play.scene, ours)
        others = [_bout(case, label, scene, ours) for label, scene in _fought(variations(eyes, ours, case.asked.seed))]
    except Refused as refused:
        return SeenNo(refused.key, refused.say(eyes.voice), refused.rule)
    party = frozenset(there.play.scene.sides().get(ours, ()))
    names = {who: (eyes.person(who).name, who in party) for who in eyes.people}
    had: dict[str, int] = {}
    for who, own in pools(played, there.play.scene).items():
        for pool, now in own.items() if who in party else ():
            had[pool] = had.get(pool, 0) + now
    called = {pool: played.words.tr(pool, case.lang) for pool in had}
    return Staged(names, had, called, (bout, *others[:VARIATIONS]))


def put_together(case: Case) -> State:
    """The campaign with this encounter in it, as it would begin; as it stands where it is under way."""
    played, asked = game(case.game), case.asked
    state = load(played, case.state)
    if not asked.ready and not asked.sides:
        if state.play.encounter is None and not state.play.scene.turn():
            raise No("judge_nothing", 409)
        return state
    moment = Moment(played, state, case.master, {case.master.id: case.master}, 1, random.Random(asked.seed))
    return apply(moment, StartEncounter(ready=asked.ready, sides=asked.sides)).state


def _ours(eyes: Eyes) -> str:
    """The side on which most of the players' characters are."""
    sides = eyes.scene.sides()
    return max(sides, key=lambda side: len(eyes.desk.owners.keys() & sides[side]), default="")


def _bout(case: Case, label: str, scene: Scene, ours: str) -> Bout:
    standing = left(scene)
    if len(standing) < 2 or ours not in standing:
        called = tuple(Typed(game(case.game).words.tr(side, case.lang)) for side in standing)
        raise No("judge_sides", 409, there=called) if called else No("judge_nobody", 409)
    ways = () if scene.turn() else openings(game(case.game), scene)
    if not scene.turn() and not ways:
        raise No("judge_begin", 409)
    opening = msgspec.json.encode(ways[0]) if ways else b""
    return Bout(label, case.game, msgspec.json.encode(scene), opening, ours, case.asked.seed)


def _fought(tried: Iterator[tuple[str, Scene]]) -> Iterator[tuple[str, Scene]]:
    """Those in which somebody is left to fight."""
    return ((label, scene) for label, scene in tried if len(left(scene)) > 1)


# ---------------------------------------------------------------- what else might be


def variations(eyes: Eyes, ours: str, seed: int) -> Iterator[tuple[str, Scene]]:
    """What a game master would try next: with somebody who is away, one fewer of a kind, one more, none of it."""
    yield from _with_the_absent(eyes, ours)
    for name, kind in _kinds(eyes, ours)[:KINDS]:
        yield from _another_number(eyes, name, kind, seed)


def _with_the_absent(eyes: Eyes, ours: str) -> Iterator[tuple[str, Scene]]:
    away, owners = eyes.play.away, eyes.desk.owners
    for who in [who for who in away if who in owners or not owners][:2]:
        with suppress(Refused):
            yield _labelled(eyes, "judge_with", name=eyes.person(who).name), _joined(eyes, who, away[who], ours)


def _kinds(eyes: Eyes, ours: str) -> list[tuple[str, list[str]]]:
    """The opponents who stand, those of one kind together: who has the same name but for its number. Most first."""
    found: dict[str, list[str]] = {}
    standing = frozenset(eyes.scene.standing())
    for side, there in eyes.scene.sides().items():
        for who in there if side != ours else ():
            if who in standing:
                found.setdefault(NUMBERED.sub("", eyes.person(who).name), []).append(who)
    return sorted(found.items(), key=lambda kind: -len(kind[1]))


def _another_number(eyes: Eyes, name: str, kind: list[str], seed: int) -> Iterator[tuple[str, Scene]]:
    scene, options, n = eyes.scene, eyes.play.options, len(kind)
    freshest = max(kind, key=lambda who: scene[who].vigour)
    with suppress(Refused):
        fewer, _ = scenes.without(eyes.game, scene, options, [freshest])
        key = "judge_number" if n > 1 else "judge_without"
        yield _labelled(eyes, key, name=name, now=n - 1, before=n), fewer
    with suppress(Refused):
        new = scenes.free_id(freshest, scene.people, random.Random(seed), untold=True)
        one = scenes.plain(scenes.renamed(scene[freshest], {freshest: new}))
        more = _joined(eyes, new, one, scene[freshest].side)
        yield _labelled(eyes, "judge_number", name=name, now=n + 1, before=n), more
    if n > 1:
        with suppress(Refused):
            none, _ = scenes.without(eyes.game, scene, options, kind)
            yield _labelled(eyes, "judge_without", name=name), none


def _joined(eyes: Eyes, who: str, person: dict[str, Any], side: str) -> Scene:
    options = eyes.play.options
    scene = scenes.put_in(eyes.game, eyes.scene, options, scenes.arriving({who: person}))
    return scenes.beside(eyes.game, scenes.with_side(eyes.game, scene, options, who, side), options, (who,))


def _labelled(eyes: Eyes, key: str, **facts: Any) -> str:
    return say(key, eyes.member.lang, **facts)


# ---------------------------------------------------------------- fighting


class Tried(msgspec.Struct):
    """Fights of a bout, counted, and which of them are worth a look."""

    report: Report = msgspec.field(default_factory=Report)
    closest: tuple[int, int, int] | None = None  # how many of the winners were left, less the rounds, and its number
    defeat: int | None = None  # the first that the party has lost

    def count(self, number: int, bout: Bout, people: dict[str, tuple[str, ...]], result: Result) -> None:
        self.report.count(result)
        if not result.winner:
            return
        remained = len(people.get(result.winner, ())) - result.fallen.get(result.winner, 0)
        close = remained, -result.rounds, number
        self.closest = close if self.closest is None else min(self.closest, close)
        if self.defeat is None and result.winner != bout.ours:
            self.defeat = number

    def __add__(self, other: Tried) -> Tried:
        """With those that come after."""
        close = [each.closest for each in (self, other) if each.closest is not None]
        defeat = self.defeat if self.defeat is not None else other.defeat
        return Tried(self.report + other.report, min(close, default=None), defeat)


def fought(bout: Bout, start: int, most: int, seconds: float) -> Tried:
    """The fights from this number on: so many, or as many as can be had in this time, and at least one."""
    played, scene, opening, tactic = _opened(bout)
    end, tried = monotonic() + seconds, Tried()
    for number in range(start, start + most):
        result = fight(played, scene, tactic, f"{bout.seed}:{number}", ACTIONS, cost=True, opening=opening)
        tried.count(number, bout, scene.sides(), result)
        if monotonic() > end:
            break
    return tried


@lru_cache(16)
def _opened(bout: Bout) -> tuple[Game, Any, Action | None, Tactic]:
    played = game(bout.game)
    scene = msgspec.json.decode(bout.scene, type=played.scene)
    opening = played.action(msgspec.json.decode(bout.opening)) if bout.opening else None
    return played, scene, opening, played.tactic()


# ---------------------------------------------------------------- one of them, looked at


class TriedStep(msgspec.Struct, frozen=True):
    """What is done in a fight that was tried, and the table after it; of the sheets, what has changed."""

    entry: SeenEntry
    table: SeenTable
    sheets: dict[str, Sheet]


class Shown(msgspec.Struct, frozen=True):
    """A fight that never was, step by step, as a replay has it."""

    label: str
    steps: tuple[TriedStep, ...]


def shown(case: Case, bout: Bout, number: int) -> bytes:
    """A fight of a bout from its beginning to its end, as JSON."""
    played, scene, opening, tactic = _opened(bout)
    master, steps = replace(case.master, lang=case.lang), list[TriedStep]()
    state = put_together(case)
    encounter = state.play.encounter or Encounter(1)
    state = replace(state, play=replace(state.play, encounter=encounter, open=None, pause=""))
    sheets: dict[str, Sheet] = {}
    for events, there in _told(bout, scene, opening, tactic, number):
        before, state = state, replace(state, play=replace(state.play, scene=there))
        stood = retold.stood(before.play.scene, there)
        said = told(played, state, events if stood is None else (*events, stood))
        eyes = Eyes(played, state, master)
        entry = SeenEntry(len(steps) + 1, "act", master.id, encounter=encounter.since)
        now = {who: _vitals(eyes.sheet(who)) for who in eyes.readable()}
        changed = {who: sheet for who, sheet in now.items() if sheets.get(who) != sheet}
        steps.append(TriedStep(eyes.concerned(eyes.entry(entry, said)), eyes.table(), changed))
        sheets = now
    return msgspec.json.encode(Shown(bout.label, tuple(steps)))


def _told(
    bout: Bout, scene: Any, opening: Action | None, tactic: Tactic, number: int
) -> Iterator[tuple[tuple[Event, ...], Any]]:
    """What is told at each step, and the scene after it; first how it begins."""
    heard = list[Event]()
    oracle = Sampled(f"{bout.seed}:{number}", tactic.answer, heard)
    if opening is not None:
        scene = opening.after(scene, oracle)
    yield tuple(heard), scene
    heard.clear()
    for _, after in turns(scene, tactic, oracle, ACTIONS):
        yield tuple(heard), after
        heard.clear()


def _vitals(sheet: Sheet) -> Sheet:
    """What of a sheet is looked at during a fight."""
    return replace(sheet, sections=tuple(each for each in sheet.sections if each.kind in ("vitals", "states")))
