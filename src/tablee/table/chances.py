"""The odds of an action for one member: exact where that is quick, else by draws; none that would tell a secret.

A member's odds are those of the scene he knows: whoever is not there for him is taken out of it first. No odds are
given for an action that speaks of, or turns out to involve, somebody whose sheet or rolls are a secret; nor of the
answers to a question, once a die was thrown or something decided for the eyes of others alone. What players were asked
before was theirs to read and theirs to choose, and is open once it is chosen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from contextlib import suppress
from time import monotonic
from typing import Any

import msgspec
from msgspec.structs import replace

from tablee.kernel import refs
from tablee.kernel.action import Action
from tablee.kernel.content import ContentError
from tablee.kernel.distribution import Distribution
from tablee.kernel.event import Event
from tablee.kernel.live import Diverged, Entry, Live, Replay, Resumed, answers
from tablee.kernel.odds import TooMany, odds_after, remember
from tablee.kernel.oracle import Amount, Option, Question, first
from tablee.kernel.scene import Scene
from tablee.kernel.simulated import Simulated

from .hidden import OPEN, secretive
from .refusal import Refused
from .seen import AnswerOdds, Outcome, SeenAnswers, SeenChance, SeenLoss, SeenNo, SeenOdds
from .state import Pending
from .visibility import Eyes

TAIL = 10**9  # what is rarer is left out of the figure on a button
BRANCHES = 20_000  # more would keep the reader waiting
FEWEST = 1_000  # for each of many answers
EXACT = 1.0  # seconds for walking them, and
SECONDS = 0.2  # for drawing, where there are too many
AT_ONCE = 0.5  # seconds for all the actions in one request; the others are asked for again
LOOKING = 1.5  # seconds for finding a look through which the answers to a question differ
LEAST, MOST = 100, 2_000  # draws
OUTCOMES = 200  # values sent
STANDING = "standing"  # a look at every question: whether whoever is asked still stands in the end
AMOUNTS = 31  # answers of a question for an amount whose odds are worked out

Worked = tuple[Distribution, bool]  # and whether it is exact

KNOWN: dict[Hashable, SeenOdds] = {}
ANSWERS: dict[Hashable, SeenAnswers] = {}


def chances(eyes: Eyes, data: dict[str, Any], look: str = "", at: Hashable = None) -> SeenOdds:
    """How this action may end. `at` names the state looked at, so that the answer can be remembered."""
    action = eyes.action(data)
    if not eyes.sees(action.actor):
        raise Refused("not_yours")
    if eyes.paused:
        raise Refused("paused")
    views = action.views()
    if not views or (look and look not in views):
        raise Refused("no_odds")
    key = at, eyes.member, msgspec.json.encode(action), look  # what one member may know is no answer for another
    found = KNOWN.get(key) if at is not None else None
    if found is None:
        scene, name = known_scene(eyes, action), look or views[0]
        whom = action.whom() if name == views[0] else ""
        found = _shown(name, *worked_out(action.seen(scene, name)))
        if whom in scene.standing() and eyes.side(eyes.alias(whom)) != eyes.side(eyes.alias(action.actor)):
            found = replace(found, falls=_falls(action, scene, whom))
        remember(KNOWN, key, found)
    return found


def _falls(action: Action, scene: Scene, whom: str) -> float:
    """About how likely whom it is done to does not stand after it: a figure beside the odds, drawn at once."""
    standing = action.seen(scene, lambda before, after, events: whom in after.standing())
    return _drawn(standing, seconds=0).p(False)  # as many draws for everybody who looks


def many_chances(eyes: Eyes, asked: Iterable[tuple[dict[str, Any], str]], at: Hashable = None) -> list[SeenChance]:
    """The odds of several actions, each given or refused; what there was no time for is to be asked for again."""
    found, end = list[SeenChance](), monotonic() + AT_ONCE
    for data, look in asked:
        if found and monotonic() > end:
            found.append(SeenChance())
            continue
        try:
            found.append(SeenChance(chances(eyes, data, look, at)))
        except Refused as refused:
            found.append(SeenChance(no=SeenNo(refused.key, refused.say(eyes.voice), refused.rule)))
    return found


# ---------------------------------------------------------------- the answers to a question


def answer_chances(
    eyes: Eyes, index: int, look: str = "", around: int | None = None, at: Hashable = None
) -> SeenAnswers:
    """How the action under way may end after each answer to one of its questions, for who may answer it.

    Others who are asked at the same time are taken to answer as if they said nothing: nobody knows better yet.
    """
    pending = eyes.play.open
    if pending is None:
        raise Refused("nothing_open")
    if not 0 <= index < len(pending.questions):
        raise Refused("not_asked")
    awaited = eyes.open(pending).awaited[index]
    if awaited.answered:
        raise Refused("already_answered")
    if not awaited.mine:
        raise Refused("not_yours")
    key = at, eyes.member, index, look, around
    found = ANSWERS.get(key) if at is not None else None
    if found is None:
        found = _after_each(eyes, pending, index, look, around)
        remember(ANSWERS, key, found)
    return found


def _after_each(eyes: Eyes, pending: Pending, index: int, look: str, around: int | None) -> SeenAnswers:
    """Through the look that was asked for, or the first through which the answers differ."""
    question = eyes.questions(pending)[index]
    ids = [id for id in _answers(question, around) if eyes.offers(question, id)]
    paths = [(*pending.transcript, _answered(pending.questions, index, id)) for id in ids]
    try:
        action = eyes.game.action(pending.action)
        scene = known_scene(eyes, action, paths)
    except (ContentError, Diverged):  # under these rules, or in the scene he knows, it could not have come to this
        raise Refused("no_odds") from None
    own, there = action.part(scene, question.who)
    looks = {view: own.seen(there, view) for view in own.views()}
    if question.who in eyes.people:
        looks[STANDING] = lambda oracle: question.who in action.resolve(scene, oracle).standing()
    losing = dict[str, list[tuple[SeenLoss, ...]]]()
    found, end = dict[str, list[Worked]](), monotonic() + LOOKING
    for name in [look] if look in looks else looks if not look else ():
        with suppress(Diverged):  # a look at the action as it might have been
            both = [worked_out(_with_losses(eyes, looks[name], question.who), path, len(ids)) for path in paths]
            found[name] = [(each.map(lambda pair: pair[0]), exact) for each, exact in both]
            losing[name] = [_losses(each) for each, _ in both]
            if _differ(found[name]) or monotonic() > end:
                break
    if not found:
        raise Refused("no_odds")
    name = next((name for name in found if _differ(found[name])), next(iter(found)))
    worked = zip(ids, found[name], losing[name], strict=True)
    shown = tuple(AnswerOdds(eyes.answer(question, id), _shown(name, *each), lost) for id, each, lost in worked)
    who = eyes.aliases.get(own.actor, own.actor) if name != STANDING else eyes.aliases.get(question.who, question.who)
    return SeenAnswers(who, name, tuple(looks), shown)


def _with_losses(eyes: Eyes, look: Callable[[Any], Hashable], who: str) -> Callable[[Any], Hashable]:
    """What one wants to know of an outcome, and what it is told to cost somebody: (unit, points) of each loss."""

    def both(oracle: Any) -> Hashable:
        value = look(oracle)
        told = (event for event in oracle.events if (event.target or event.who) == who)
        lost = ((change.unit, -change.amount) for change in map(eyes.voice.figure, told) if change is not None)
        return value, tuple([each for each in lost if each[1] > 0])

    return both


def _losses(found: Distribution) -> tuple[SeenLoss, ...]:
    """On average, by unit."""
    means: Counter[str] = Counter()
    for (_, lost), w in found.ways.items():
        for unit, points in lost:
            means[unit] += points * w
    return tuple(SeenLoss(unit, n / found.out_of) for unit, n in means.items())


def _differ(found: list[Worked]) -> bool:
    """Whether it matters what one answers; where it was drawn, more than by chance."""
    first, exact = found[0][0], all(exact for _, exact in found)
    values = {value for each, _ in found for value in each.ways}
    return any(abs(each.p(value) - first.p(value)) > (1e-9 if exact else 0.1) for each, _ in found for value in values)


def _answers(question: Question, around: int | None) -> tuple[str | int, ...]:
    """The answers whose odds are worked out: all, or of a long range of amounts those around one."""
    options = question.options
    if not isinstance(options, Amount) or options.high - options.low < AMOUNTS:
        return question.open()
    low = max(options.low, min((options.low if around is None else around) - AMOUNTS // 2, options.high - AMOUNTS + 1))
    return tuple(range(low, low + AMOUNTS))


def _answered(questions: Sequence[Question], index: int, id: str | int) -> Entry:
    return answers(questions, [id if i == index else first(q).id for i, q in enumerate(questions)])


# ---------------------------------------------------------------- secrets


def known_scene(eyes: Eyes, action: Action, paths: Sequence[Sequence[Entry]] = ((),)) -> Scene:
    """The scene as far as this member knows it; Refused if the action depends on a secret, or is closed in it.

    `paths`: the ways it may go, as far as they are known.
    """
    scene: Scene = eyes.scene
    if not eyes.member.gm:
        secret = {who for who in eyes.people if who not in eyes.mine and eyes.play.veils.get(who, OPEN).secret}
        if not refs.named(action).isdisjoint(secret | eyes.concealed):
            raise Refused("secret_odds")
        if action.closed(scene) is None and any(_tells(eyes, action, scene, path, secret) for path in paths):
            raise Refused("secret_odds")
    if action.closed(scene) is not None:
        raise Refused("no_odds")
    return scene


def _tells(eyes: Eyes, action: Action, scene: Scene, path: Sequence[Entry], secret: set[str]) -> bool:
    """Whether odds after what stands in this transcript would tell something of these people, or of hidden dice."""
    if path:
        secret = secret | {who for who in secretive(eyes.game, eyes.whole) if not eyes.sees(who)}
    heard, kept = involved(action, scene, path)
    return bool(heard & secret) or not all(map(eyes.sees, kept))


class Listening(Live):
    """Plays once, after its transcript with the first answer to everything, and notes who had a part in it."""

    def __init__(self, transcript: Sequence[Entry] = ()) -> None:
        super().__init__(transcript)
        self.past = len(transcript)
        self.heard: set[str] = set()
        self.kept: set[str] = set()  # who may see the dice and the answers of the transcript

    def throw(self, dice: Any, who: str, audience: str) -> tuple[tuple[int, ...], ...]:
        self.heard.add(who)
        if self.at < self.past:
            self.kept.add(audience)
        return super().throw(dice, who, audience)

    def ask_all(self, questions: tuple[Question, ...]) -> tuple[Option, ...]:
        self.heard.update(q.who for q in questions)
        if self.at >= self.past:
            return tuple(map(first, questions))
        self.kept.update(q.audience for q in questions if q.audience != "who")
        return super().ask_all(questions)

    def tell(self, event: Event) -> None:
        self.heard.update((event.who, event.target))


def involved(
    action: Action, scene: Scene, transcript: Sequence[Entry] = (), times: int = 5
) -> tuple[set[str], set[str]]:
    """Who rolls, is asked or is told of when it is done, as some tries show; and whom its transcript is for."""
    heard, kept = set[str](), set[str]()
    for _ in range(times):
        once = Listening(transcript)
        action.resolve(scene, once)
        heard |= once.heard
        kept |= once.kept
    return heard, kept


# ---------------------------------------------------------------- working out


def worked_out(run: Any, path: Sequence[Entry] = (), among: int = 1) -> Worked:
    """The odds after what has been thrown and answered already, exact if that is quick."""
    try:
        timed = _in_time(run, EXACT / among)
        return odds_after(path, timed, tail=TAIL, limit=max(FEWEST, BRANCHES // among)), True
    except TooMany:
        return _drawn(run, path, SECONDS / among), False


def _in_time(run: Any, seconds: float) -> Any:
    """The same run, given up once it has been walked for so long: branches of long actions take their time."""
    end = monotonic() + seconds

    def timed(oracle: Any) -> Any:
        if monotonic() > end:
            raise TooMany(f"more than {seconds} seconds")
        return run(oracle)

    return timed


def _drawn(run: Any, path: Sequence[Entry] = (), seconds: float = SECONDS) -> Distribution:
    oracle = Simulated(0, first, events=[])
    ways: Counter[Any] = Counter()
    end = monotonic() + seconds
    while ways.total() < LEAST or (ways.total() < MOST and monotonic() < end):
        oracle.events.clear()
        ways[run(Resumed(Replay(path), oracle) if path else oracle)] += 1
    return Distribution(dict(ways), ways.total())


def _shown(look: str, found: Distribution, exact: bool) -> SeenOdds:
    values = list(found.ways)
    yes = found.p(True) if all(isinstance(v, bool) for v in values) else None
    if yes is not None and yes and yes + found.lost >= 1:
        yes = 1.0
    numbers = bool(values) and all(isinstance(v, int | float) for v in values) and yes is None
    most = [Outcome(msgspec.to_builtins(value), p) for value, p in found.items()[:OUTCOMES]]
    return SeenOdds(look, exact, yes, found.mean() if numbers else None, tuple(most), found.lost)
